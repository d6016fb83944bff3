/* Part of tiling/tiling_api.h. */
#ifndef OPFORGE_TILING_NORMALIZATION_LAYERNORM_GRAD_BETA_TILING_H
#define OPFORGE_TILING_NORMALIZATION_LAYERNORM_GRAD_BETA_TILING_H

#include "tiling/tiling_api.h"

#endif
