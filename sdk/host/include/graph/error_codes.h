/* graphStatus and its values (numbers: CANN's public graph/error_codes.h). */
#ifndef OPFORGE_GRAPH_ERROR_CODES_H
#define OPFORGE_GRAPH_ERROR_CODES_H

#include "graph/visibility.h"
#include <cstddef>
#include <cstdint>

namespace ge
{

using graphStatus = uint32_t;

const graphStatus GRAPH_SUCCESS = 0;
const graphStatus GRAPH_FAILED = UINT32_MAX;
const graphStatus GRAPH_NOT_CHANGED = 1343242304;

/* bad input */
const graphStatus GRAPH_PARAM_INVALID = 0x3000001;
const graphStatus GRAPH_NODE_WITHOUT_CONST_INPUT = 0x3000000;
const graphStatus GRAPH_NODE_NEED_REPASS = 0x2FFFFFF;
const graphStatus GRAPH_INVALID_IR_DEF = 0x2FFFFFE;
const graphStatus OP_WITHOUT_IR_DATATYPE_INFER_RULE = 0x2FFFFFD;
const graphStatus GRAPH_PARAM_OUT_OF_RANGE = 0x2FFFFFC;
/* memory */
const graphStatus GRAPH_MEM_OPERATE_FAILED = 0x2FFFF93;
const graphStatus GRAPH_NULL_PTR = 0x2FFFF92;
const graphStatus GRAPH_MEMCPY_FAILED = 0x2FFFF91;
const graphStatus GRAPH_MEMSET_FAILED = 0x2FFFF90;
/* arithmetic */
const graphStatus GRAPH_MATH_CAL_FAILED = 0x2FFFF25;
const graphStatus GRAPH_ADD_OVERFLOW = 0x2FFFF24;
const graphStatus GRAPH_MUL_OVERFLOW = 0x2FFFF23;
const graphStatus GRAPH_RoundUp_Overflow = 0x2FFFF22;

} // namespace ge

#endif
