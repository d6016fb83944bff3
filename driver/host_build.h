/* Libraries that g++ builds from operators' host sources. */
#ifndef OPF_DRIVER_HOST_BUILD_H
#define OPF_DRIVER_HOST_BUILD_H

#include "driver/build_run.h"

/* Target ophost: shape inference and tiling of the selected operators, libophost_<name>.so. */
opf_status *opf_build_ophost(struct opf_build_run *run) OPF_NODISCARD;
/* Only writes the Ninja plan of that target and names it (in the arena): objects are
 * build/tmp/ophost/obj/<category>/<op>/<source>.o, made by the rule cxx. */
opf_status *opf_plan_ophost(struct opf_build_run *run, const char **plan) OPF_NODISCARD;
/* Target opapi: generated and hand-written aclnn sources of the selected operators, libopapi_<name>.so, and
 * the headers in build/include/aclnnop. The generated sources are there already (target opbuild). */
opf_status *opf_build_opapi(struct opf_build_run *run) OPF_NODISCARD;
/* Only links the headers and writes the Ninja plan of that target, and names it (in the arena). */
opf_status *opf_plan_opapi(struct opf_build_run *run, const char **plan) OPF_NODISCARD;

#endif
