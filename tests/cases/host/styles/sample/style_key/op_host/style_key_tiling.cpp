// A key packed from template parameters; compile information parsed once for the chip.
#include "ascendc/host_api/tiling/template_argument.h"
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
ASCENDC_TPL_ARGS_DECL(StyleKey, ASCENDC_TPL_BOOL_DECL(ALIGNED, 0, 1),
                      ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_4_BW, ASCENDC_TPL_UI_LIST, 4, 9));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(ALIGNED, 0, 1)), );

struct StyleKeyCompileInfo {
    uint32_t cores;
};

static ge::graphStatus Parse(gert::TilingParseContext *context)
{
    auto *info = context->GetCompiledInfo<StyleKeyCompileInfo>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    info->cores = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Tiling(gert::TilingContext *context)
{
    const auto *info = context->GetCompileInfo<StyleKeyCompileInfo>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    const int64_t size = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    OP_CHECK_IF(size > 1000, OP_LOGE(context, "%ld elements are too many", size), return ge::GRAPH_FAILED);
    context->SetTilingKey(GET_TPL_TILING_KEY(static_cast<uint64_t>(size % 32 == 0), 9));
    context->SetBlockDim(info->cores);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(StyleKey).Tiling(Tiling).TilingParse<StyleKeyCompileInfo>(Parse);
} // namespace optiling
