// Host functions of the test operators.
#include "register/op_impl_registry.h"
#include "log/log.h"

namespace {

struct TwiceTiling {
    uint32_t count;
    float scale;
    uint64_t scratch;
};
struct Nothing {};

int tilingRuns = 0;

ge::graphStatus Parse(gert::TilingParseContext *) { return ge::GRAPH_SUCCESS; }

ge::graphStatus Tile(gert::TilingContext *context)
{
    auto *tiling = context->GetTilingData<TwiceTiling>();
    const float *scale = context->GetAttrs()->GetAttrPointer<float>(0);
    tilingRuns++;
    tiling->count = static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    tiling->scale = scale ? *scale : 2.0f;
    tiling->scratch = tiling->count % 2 ? 100 : 0;
    OP_CHECK_IF(tiling->scale < 0, OP_LOGE(context, "scale %f is negative", tiling->scale), return ge::GRAPH_FAILED);
    context->SetBlockDim(3);
    context->SetTilingKey(tiling->scale == 99.0f ? 8 : 7);
    if (tiling->scratch)
        context->GetWorkspaceSizes(1)[0] = tiling->scratch;
    else
        context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus Infer(gert::InferShapeContext *context)
{
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return ge::GRAPH_SUCCESS;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int twice_tiling_runs() { return tilingRuns; }

IMPL_OP_OPTILING(Twice).Tiling(Tile).TilingParse<Nothing>(Parse);
IMPL_OP_INFERSHAPE(Twice).InferShape(Infer);
IMPL_OP_OPTILING(TwiceAll).Tiling(Tile).TilingParse<Nothing>(Parse);
