/* Other spelling of op_common/op_host/util/platform_util.h. */
#ifndef OPFORGE_UTIL_PLATFORM_UTIL_H
#define OPFORGE_UTIL_PLATFORM_UTIL_H

#include "op_common/op_host/util/platform_util.h"

#endif
