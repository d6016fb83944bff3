/* Other spelling of op_common/op_host/infershape_broadcast_util.h. */
#ifndef OPFORGE_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
#define OPFORGE_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H

#include "op_common/op_host/infershape_broadcast_util.h"

#endif
