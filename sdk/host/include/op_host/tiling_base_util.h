/* Other spelling of op_common/op_host/tiling_base_util.h. */
#ifndef OPFORGE_OP_HOST_TILING_BASE_UTIL_H
#define OPFORGE_OP_HOST_TILING_BASE_UTIL_H

#include "op_common/op_host/tiling_base_util.h"

#endif
