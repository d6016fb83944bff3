/* Part of tiling/tiling_api.h. */
#ifndef OPFORGE_TILING_TRANSPOSE_TRANSDATA_TILING_H
#define OPFORGE_TILING_TRANSPOSE_TRANSDATA_TILING_H

#include "tiling/tiling_api.h"

#endif
