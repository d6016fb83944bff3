// Shape of y: x1 and x2 aligned at the right, each pair of dimensions equal or one of them 1.
#include "log/log.h"
#include "register/op_impl_registry.h"

namespace ops {

static ge::graphStatus InferShapeAdd(gert::InferShapeContext *context)
{
    const gert::Shape *x1 = context->GetInputShape(0);
    const gert::Shape *x2 = context->GetInputShape(1);
    gert::Shape *y = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x1);
    OP_CHECK_NULL_WITH_CONTEXT(context, x2);
    OP_CHECK_NULL_WITH_CONTEXT(context, y);
    const size_t rank = x1->GetDimNum() > x2->GetDimNum() ? x1->GetDimNum() : x2->GetDimNum();
    y->SetDimNum(rank);
    for (size_t back = 1; back <= rank; ++back) {
        const int64_t a = back <= x1->GetDimNum() ? x1->GetDim(x1->GetDimNum() - back) : 1;
        const int64_t b = back <= x2->GetDimNum() ? x2->GetDim(x2->GetDimNum() - back) : 1;
        OP_CHECK_IF(a != b && a != 1 && b != 1,
                    OP_LOGE(context, "dimension -%zu of x1 is %ld and of x2 is %ld: equal or 1 expected", back, a, b),
                    return ge::GRAPH_FAILED);
        y->SetDim(rank - back, a == 1 ? b : a);
    }
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus InferDataTypeAdd(gert::InferDataTypeContext *context)
{
    return context->SetOutputDataType(0, context->GetInputDataType(0));
}

IMPL_OP_INFERSHAPE(Add).InferShape(InferShapeAdd).InferDataType(InferDataTypeAdd);

} // namespace ops
