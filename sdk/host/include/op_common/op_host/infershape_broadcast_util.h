/* Shape inference by numpy's broadcasting rule; unknown dimensions (-1) and rank (-2) are kept unknown. */
#ifndef OPFORGE_OP_COMMON_INFERSHAPE_BROADCAST_UTIL_H
#define OPFORGE_OP_COMMON_INFERSHAPE_BROADCAST_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/op_host/util/opbase_export.h"
#include <cstddef>
#include <vector>

namespace Ops {
namespace Base {

OPBASE_API ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context); /* two inputs */
OPBASE_API ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context, size_t inputNum);
/* False when two dimensions differ and neither is 1. */
OPBASE_API bool BroadcastShape(const gert::Shape *in1Shape, const gert::Shape *in2Shape, gert::Shape *outShape);
OPBASE_API bool BroadcastShape(const std::vector<const gert::Shape *> &inShapes, gert::Shape *outShape);

} // namespace Base
} // namespace Ops
#endif
