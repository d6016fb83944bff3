/* Part of tiling/tiling_api.h. */
#ifndef OPFORGE_ADV_API_SORT_SORT_TILING_INTF_H
#define OPFORGE_ADV_API_SORT_SORT_TILING_INTF_H

#include "tiling/tiling_api.h"

#endif
