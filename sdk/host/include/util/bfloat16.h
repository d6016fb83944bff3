/* Other spelling of op_common/op_host/util/bfloat16.h. */
#ifndef OPFORGE_UTIL_BFLOAT16_H
#define OPFORGE_UTIL_BFLOAT16_H

#include "op_common/op_host/util/bfloat16.h"

#endif
