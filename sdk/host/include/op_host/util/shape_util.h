/* Other spelling of op_common/op_host/util/shape_util.h. */
#ifndef OPFORGE_OP_HOST_UTIL_SHAPE_UTIL_H
#define OPFORGE_OP_HOST_UTIL_SHAPE_UTIL_H

#include "op_common/op_host/util/shape_util.h"

#endif
