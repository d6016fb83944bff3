/* The only things a kernel object may link to: functions of the ABI, C memory functions, math functions and
 * the compiler's own helpers. A name that is not here cannot be reached by a kernel. */
#ifndef OPF_ELF_IMPORTS_H
#define OPF_ELF_IMPORTS_H

#include <stddef.h>
#include <stdint.h>

/* Address of an importable function, 0 when a kernel may not import this name. */
uintptr_t opf_import_find(const char *name);
/* All importable names, sorted, for "did you mean". */
const char *const *opf_import_names(size_t *count);
/* Offset of opf_this_core from the thread pointer, the same in every thread. */
int64_t opf_import_core_offset(void);

#endif
