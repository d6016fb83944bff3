/* Other spelling of tiling/platform/platform_ascendc.h. */
#ifndef OPFORGE_PLATFORM_PLATFORM_ASCENDC_H
#define OPFORGE_PLATFORM_PLATFORM_ASCENDC_H

#include "tiling/platform/platform_ascendc.h"

#endif
