// The output is self, changed in place.
#include "register/op_impl_registry.h"

namespace ops {

static ge::graphStatus InferShapeIndexPut(gert::InferShapeContext *context)
{
    const gert::Shape *self = context->GetInputShape(0);
    gert::Shape *out = context->GetOutputShape(0);
    if (self == nullptr || out == nullptr) {
        return ge::GRAPH_FAILED;
    }
    *out = *self;
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus InferDataTypeIndexPut(gert::InferDataTypeContext *context)
{
    return context->SetOutputDataType(0, context->GetInputDataType(0));
}

IMPL_OP_INFERSHAPE(IndexPutWithSortV2).InferShape(InferShapeIndexPut).InferDataType(InferDataTypeIndexPut);

} // namespace ops
