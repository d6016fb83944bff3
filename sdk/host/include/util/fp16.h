/* Other spelling of op_common/op_host/util/fp16.h. */
#ifndef OPFORGE_UTIL_FP16_H
#define OPFORGE_UTIL_FP16_H

#include "op_common/op_host/util/fp16.h"

#endif
