// IMPL_OP with shape and type inference that reads the value of an input; tiling is in another source.
#include "log/log.h"
#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext *context)
{
    const gert::Tensor *shape = context->GetInputTensor(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    const int32_t *values = shape->GetData<int32_t>();
    OP_CHECK_NULL_WITH_CONTEXT(context, values);
    gert::Shape *y = context->GetOutputShape(0);
    y->SetDimNum(static_cast<size_t>(shape->GetShapeSize()));
    for (size_t i = 0; i < y->GetDimNum(); i++) {
        y->SetDim(i, values[i]);
    }
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus InferDataType(gert::InferDataTypeContext *context)
{
    return context->SetOutputDataType(0, ge::DT_INT64);
}

IMPL_OP(StyleValues).InferShape(InferShape).InferDataType(InferDataType).InputsDataDependency({1});
} // namespace ops
