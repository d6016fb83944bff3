// The short path of the template-argument macros.
#ifndef OPF_DEVICE_TILING_TEMPLATE_ARGUMENT_H
#define OPF_DEVICE_TILING_TEMPLATE_ARGUMENT_H
#include "ascendc/host_api/tiling/template_argument.h"
#endif
