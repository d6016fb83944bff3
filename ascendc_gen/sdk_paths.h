/* Where the SDK is, seen from a program of ours. */
#ifndef OPF_ASCENDC_GEN_SDK_PATHS_H
#define OPF_ASCENDC_GEN_SDK_PATHS_H

#include "base/status.h"

/* The folder that holds device/ and include/: `given` if not NULL, else OPF_SDK of the environment, else
 * looked for beside the running program (<bin>/../../sdk of a build, <bin>/../share/opforge/sdk when
 * installed). Owned by the caller (opf_free). NOT_FOUND names the places. */
opf_status *opf_sdk_find(const char *given, char **out) OPF_NODISCARD;

#endif
