// IMPL_OP_OPTILING with a plain C++ structure in the tiling buffer, and one in a namespace without a name.
#include "register/op_impl_registry.h"
#include "style_plain_data.h"

namespace optiling {
namespace {
struct Hidden {
    int8_t sign;
    uint16_t words[2];
};
} // namespace

static ge::graphStatus TilingPlain(gert::TilingContext *context)
{
    auto *data = context->GetTilingData<style::PlainData<int64_t, 2>>();
    if (data == nullptr) {
        return ge::GRAPH_FAILED;
    }
    data->magic = UINT64_MAX;
    data->flag = true;
    data->total = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    data->parts[0] = {1, {{2, 3}, {4, 5}}, 0.5f};
    data->parts[1] = {-1, {{-2, -3}, {-4, -5}}, -0.25f};
    data->last = -9;
    data->mode = style::Mode::FAST;
    data->low = 5;
    data->high = 17;
    data->down = -3;
    data->asReal = 1.0f;
    data->ratio = 0.125;
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus TilingHidden(gert::TilingContext *context)
{
    return context->GetRawTilingData()->Append(Hidden{-2, {8, 9}});
}

IMPL_OP_OPTILING(StylePlain).Tiling(TilingPlain);
IMPL_OP_OPTILING(StyleHidden).Tiling(TilingHidden);
} // namespace optiling
