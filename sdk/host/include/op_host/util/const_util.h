/* Other spelling of op_common/op_host/util/const_util.h. */
#ifndef OPFORGE_OP_HOST_UTIL_CONST_UTIL_H
#define OPFORGE_OP_HOST_UTIL_CONST_UTIL_H

#include "op_common/op_host/util/const_util.h"

#endif
