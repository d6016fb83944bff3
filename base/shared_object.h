/* Is a file a shared library that can be mapped? The system's loader maps a truncated one without a word and
 * dies at the first page that is not there. */
#ifndef OPF_BASE_SHARED_OBJECT_H
#define OPF_BASE_SHARED_OBJECT_H

#include "base/status.h"

/* Looks at the header and the segment table only, so it is quick for libraries of any size. INVALID_FORMAT
 * with the file's name when it is no 64-bit shared object of this machine, or when segments lie outside of
 * the file. */
opf_status *opf_shared_object_check(const char *path) OPF_NODISCARD;

#endif
