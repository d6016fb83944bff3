// Tiling that reads the value of an input, an attribute with a default and one that only the host knows.
#include "log/log.h"
#include "register/op_impl_registry.h"

namespace optiling {
struct StyleValuesData {
    int32_t first;
    int64_t axis, hidden;
};

static ge::graphStatus Tiling(gert::TilingContext *context)
{
    const gert::Tensor *shape = context->GetInputTensor(1);
    auto *data = context->GetTilingData<StyleValuesData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->first = shape->GetData<int32_t>()[0];
    data->axis = *context->GetAttrs()->GetInt(0);
    data->hidden = *context->GetAttrs()->GetInt(1);
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(StyleValues)
    .Tiling(Tiling, 4096)
    .TilingInputsDataDependency({1})
    .PrivateAttr("hidden", static_cast<int64_t>(77));
} // namespace optiling
