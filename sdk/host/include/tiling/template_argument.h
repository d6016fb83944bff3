/* Other spelling of ascendc/host_api/tiling/template_argument.h. */
#ifndef OPFORGE_TILING_TEMPLATE_ARGUMENT_H
#define OPFORGE_TILING_TEMPLATE_ARGUMENT_H

#include "ascendc/host_api/tiling/template_argument.h"

#endif
