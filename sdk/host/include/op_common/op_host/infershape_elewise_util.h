/* Shape inference of element-wise operators. */
#ifndef OPFORGE_OP_COMMON_INFERSHAPE_ELEWISE_UTIL_H
#define OPFORGE_OP_COMMON_INFERSHAPE_ELEWISE_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {

/* Output 0 takes input 0's shape. */
OPBASE_API ge::graphStatus InferShape4Elewise(gert::InferShapeContext *context);

} // namespace Base
} // namespace Ops
#endif
