/* Part of tiling/tiling_api.h. */
#ifndef OPFORGE_ADV_API_MATH_XOR_TILING_H
#define OPFORGE_ADV_API_MATH_XOR_TILING_H

#include "tiling/tiling_api.h"

#endif
