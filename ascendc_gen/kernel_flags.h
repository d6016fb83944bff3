/* Compiler arguments that every parse and compile of a kernel has in common. */
#ifndef OPF_ASCENDC_GEN_KERNEL_FLAGS_H
#define OPF_ASCENDC_GEN_KERNEL_FLAGS_H

#include "base/format_names.h"
#include "base/strvec.h"
#include <stdint.h>

struct opf_soc_arch {
    const char *soc;         /* "ascend950" */
    const char *compile_soc; /* "Ascend950PR_9599": --soc_version of one compile */
    uint32_t npu_arch;       /* 3510 */
    uint32_t aicore;         /* __CCE_AICORE__ */
    const char *family;      /* macro name, "__DAV_C310__" */
};

/* The chip whose short name is contained in `name` (longest match, any case), or NULL. */
const struct opf_soc_arch *opf_soc_find(const char *name);

/* -std, architecture macros, tool-kit version. */
void opf_kernel_flags_language(const struct opf_soc_arch *arch, struct opf_strvec *args);
/* Include folders of the SDK. */
void opf_kernel_flags_sdk(const char *sdk_dir, struct opf_strvec *args);
/* Include folders of the operator: its own, what operators share, then `extra`. */
void opf_kernel_flags_source(const char *source_root, const char *source_dir, const struct opf_strvec *extra,
                             struct opf_strvec *args);

/* C type of an element type ("float16" -> "half"), GE name ("DT_FLOAT16") and number; false if unknown. */
struct opf_dtype_info {
    const char *name, *c_type, *ge_name;
    int number;
    int bits;
};
const struct opf_dtype_info *opf_dtype_find(const char *name);
const struct opf_dtype_info *opf_dtype_by_number(uint64_t number);

#endif
