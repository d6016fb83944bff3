/* The registration call in an operator's CMakeLists.txt, read without CMake: which chips, which tiling folder
 * for each, who writes the aclnn layer, what it depends on. */
#ifndef OPF_DRIVER_CMAKE_CALL_H
#define OPF_DRIVER_CMAKE_CALL_H

#include "base/strvec.h"

struct opf_cmake_call {
    bool found;                 /* a call with OPTYPE or ACLNNTYPE is there */
    char *op_type, *aclnn_type; /* owned, NULL = not given */
    struct opf_strvec compute_units, tiling_dirs, dependencies;
    struct opf_strvec kernel_srcs; /* of calls with KERNEL_SRC: "<unit>=<file>", unit ALL when none is said */
};

void opf_cmake_call_init(struct opf_cmake_call *call);
void opf_cmake_call_free(struct opf_cmake_call *call);
/* The last such call in the text. Variables set with set(NAME value...) before it are replaced; conditions
 * are ignored. Only OUT_OF_MEMORY is an error: what cannot be understood is left out. */
opf_status *opf_cmake_call_parse(const char *text, struct opf_cmake_call *call) OPF_NODISCARD;

#endif
