// Ready-made inference: element-wise, broadcast, reduction; types as the first input's.
#include "op_host/infershape_broadcast_util.h"
#include "op_host/infershape_elewise_util.h"
#include "op_host/infershape_reduce_util.h"
#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus Broadcast(gert::InferShapeContext *context) { return Ops::Base::InferShape4Broadcast(context); }
static ge::graphStatus Reduce(gert::InferShapeContext *context) { return Ops::Base::InferShape4Reduce(context); }
static ge::graphStatus Nothing(gert::TilingContext *context) { return context->SetBlockDim(1); }

IMPL_OP_INFERSHAPE(StyleElewise).InferShape(Ops::Base::InferShape4Elewise).InferOutDataTypeSameWithFirstInput();
IMPL_OP_INFERSHAPE(StyleBroadcast).InferShape(Broadcast).InferOutDataTypeSameWithFirstInput();
IMPL_OP_INFERSHAPE(StyleReduce).InferShape(Reduce).InputsDataDependency({1});
IMPL_OP_OPTILING(StyleElewise).Tiling(Nothing);
IMPL_OP_OPTILING(StyleBroadcast).Tiling(Nothing);
IMPL_OP_OPTILING(StyleReduce).Tiling(Nothing);
} // namespace ops
