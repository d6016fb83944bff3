/* Other spelling of op_common/op_host/tiling_base_class.h. */
#ifndef OPFORGE_OP_HOST_TILING_BASE_CLASS_H
#define OPFORGE_OP_HOST_TILING_BASE_CLASS_H

#include "op_common/op_host/tiling_base_class.h"

#endif
