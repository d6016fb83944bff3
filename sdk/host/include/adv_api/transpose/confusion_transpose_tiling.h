/* Part of tiling/tiling_api.h. */
#ifndef OPFORGE_ADV_API_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H
#define OPFORGE_ADV_API_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H

#include "tiling/tiling_api.h"

#endif
