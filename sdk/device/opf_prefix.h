/* What nearly every kernel includes: the precompiled header. */
#ifndef OPF_USER_OPF_PREFIX_H
#define OPF_USER_OPF_PREFIX_H

#include "ascendc/host_api/tiling/template_argument.h"
#include "ascendc/opf_object.h"
#include "kernel_tiling/kernel_tiling.h"
#include "opf/ascendc.h"

#endif
