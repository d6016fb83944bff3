// Host functions of the test operators.
#include "register/op_impl_registry.h"
#include "log/log.h"
#include "platform/platform_info.h"
#include "tiling/platform/platform_ascendc.h"

#include <atomic>
#include <string>

namespace {

struct TwiceTiling {
    uint32_t count;
    float scale;
    uint64_t scratch;
};
/* Kept from one tiling to the next, as operators do. */
struct Parsed {
    uint32_t cores;
};
constexpr uint32_t kMany = 64; // elements from which on every core gets some

std::atomic<int> tilingRuns{0};
std::atomic<bool> coresAgree{true};

ge::graphStatus Parse(gert::TilingParseContext *context)
{
    context->GetCompiledInfo<Parsed>()->cores = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    return ge::GRAPH_SUCCESS;
}

/* Whether all the ways to ask for cores say the same. */
bool CoresAgree(gert::TilingContext *context, uint32_t vector)
{
    fe::PlatFormInfos *infos = context->GetPlatformInfo(), others;
    fe::OptionalInfos optional;
    const platform_ascendc::PlatformAscendC chip(infos);
    std::string cube, text, other;
    bool same = infos->GetPlatformRes("SoCInfo", "vector_core_cnt", text) && std::stoul(text) == vector &&
                infos->GetPlatformRes("SoCInfo", "cube_core_cnt", cube) && std::stoul(cube) == chip.GetCoreNumAic();
    same = same && chip.GetCoreNum() == vector && chip.GetCoreNumAiv() == vector && infos->GetCoreNum() == vector &&
           infos->GetCoreNumByType("VectorCore") == vector && infos->GetCoreNumByType("AiCore") == chip.GetCoreNumAic();
    same = same && platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAiv() == vector;
    return same && fe::PlatformInfoManager::Instance().GetPlatformInfoWithOutSocVersion(others, optional) == 0 &&
           others.GetPlatformRes("SoCInfo", "vector_core_cnt", other) && other == text;
}

ge::graphStatus Tile(gert::TilingContext *context)
{
    auto *tiling = context->GetTilingData<TwiceTiling>();
    const float *scale = context->GetAttrs()->GetAttrPointer<float>(0);
    tilingRuns++;
    tiling->count = static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    tiling->scale = scale ? *scale : 2.0f;
    tiling->scratch = tiling->count % 2 ? 100 : 0;
    OP_CHECK_IF(tiling->scale < 0, OP_LOGE(context, "scale %f is negative", tiling->scale), return ge::GRAPH_FAILED);
    const uint32_t cores = context->GetCompileInfo<Parsed>()->cores;
    coresAgree = coresAgree && CoresAgree(context, cores);
    context->SetBlockDim(tiling->count < kMany ? 3 : cores);
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
extern "C" __attribute__((visibility("default"))) bool twice_cores_agree() { return coresAgree; }

IMPL_OP_OPTILING(Twice).Tiling(Tile).TilingParse<Parsed>(Parse);
IMPL_OP_INFERSHAPE(Twice).InferShape(Infer);
IMPL_OP_OPTILING(TwiceAll).Tiling(Tile).TilingParse<Parsed>(Parse);
