// SoftmaxV2 keeps shape and type.
#include "register/op_impl_registry.h"

namespace ops {

static ge::graphStatus InferShapeSoftmaxV2(gert::InferShapeContext *context)
{
    const gert::Shape *x = context->GetInputShape(0);
    gert::Shape *y = context->GetOutputShape(0);
    if (x == nullptr || y == nullptr) {
        return ge::GRAPH_FAILED;
    }
    *y = *x;
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus InferDataTypeSoftmaxV2(gert::InferDataTypeContext *context)
{
    return context->SetOutputDataType(0, context->GetInputDataType(0));
}

IMPL_OP_INFERSHAPE(SoftmaxV2).InferShape(InferShapeSoftmaxV2).InferDataType(InferDataTypeSoftmaxV2);

} // namespace ops
