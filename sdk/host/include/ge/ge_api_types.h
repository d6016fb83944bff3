/* Status type of the graph interface. */
#ifndef OPFORGE_GE_GE_API_TYPES_H
#define OPFORGE_GE_GE_API_TYPES_H

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include <cstdint>

namespace ge {
using Status = uint32_t;
}

#endif
