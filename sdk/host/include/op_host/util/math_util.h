/* Other spelling of op_common/op_host/util/math_util.h. */
#ifndef OPFORGE_OP_HOST_UTIL_MATH_UTIL_H
#define OPFORGE_OP_HOST_UTIL_MATH_UTIL_H

#include "op_common/op_host/util/math_util.h"

#endif
