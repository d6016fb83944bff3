/* Everything a tiling may ask of the kernel library. */
#ifndef OPFORGE_TILING_TILING_API_H
#define OPFORGE_TILING_TILING_API_H

#include "register/tilingdata_base.h"
#include "tiling/library_sizes.h"
#include "tiling/library_structs.h"
#include "tiling/matmul_planner.h"
#include "tiling/platform/platform_ascendc.h"

#endif
