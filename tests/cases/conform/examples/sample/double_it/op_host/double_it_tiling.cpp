#include "../op_kernel/double_it_data.h"
#include "op_host/infershape_elewise_util.h"
#include "register/op_impl_registry.h"

namespace optiling {
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto *data = context->GetTilingData<DoubleItData>();
    if (data == nullptr) {
        return ge::GRAPH_FAILED;
    }
    data->count = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    context->SetBlockDim(1);
    context->SetTilingKey(0);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(DoubleIt).Tiling(Tiling);
IMPL_OP_INFERSHAPE(DoubleIt).InferShape(Ops::Base::InferShape4Elewise);
} // namespace optiling
