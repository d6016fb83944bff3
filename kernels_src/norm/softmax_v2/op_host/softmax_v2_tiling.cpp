// SoftmaxV2 tiling: choose rows, chunked rows or panels by what fits the unified buffer; deal them to the cores.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/softmax_v2_tiling.h"

namespace optiling {

namespace {

constexpr int64_t ALIGN = 64;               // elements: whole vector registers of float
constexpr int64_t BUFFERS_PER_QUEUE = 2;
constexpr int64_t SCALARS_BYTES = 4 * 1024; // reduction results and their work space
constexpr int64_t MAX_PANEL_ROWS = 4095;    // blockCount of one copy
constexpr int64_t MIN_PANEL_COLUMNS = 16;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct SoftmaxV2CompileInfo {
    int64_t coreNum = 0;
    int64_t ubSize = 0;
};

// Bytes per element: input and output queues of the type, one float tile, and the reductions' work space.
int64_t UbBytesPerElement(int64_t size) { return 2 * BUFFERS_PER_QUEUE * size + 4 + 1; }

ge::graphStatus PlanRows(const SoftmaxV2CompileInfo &info, int64_t size, SoftmaxV2Tiling *tiling,
                         gert::TilingContext *context)
{
    const int64_t fits = (info.ubSize - SCALARS_BYTES) / UbBytesPerElement(size) / ALIGN * ALIGN;
    const int64_t row = CeilDiv(tiling->axis, ALIGN) * ALIGN;
    context->SetTilingKey(row <= fits ? SOFTMAX_KEY_ROW : SOFTMAX_KEY_LONG_ROW);
    tiling->chunk = row <= fits ? row : fits;
    tiling->jobs = tiling->outer;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus PlanPanels(const SoftmaxV2CompileInfo &info, int64_t size, SoftmaxV2Tiling *tiling,
                           gert::TilingContext *context)
{
    // one panel in, one out, one of floats, and two float rows for maximum and sum
    const int64_t perColumn = tiling->axis * (2 * size + 4) + 2 * 4;
    const int64_t fits = (info.ubSize - SCALARS_BYTES) / perColumn / MIN_PANEL_COLUMNS * MIN_PANEL_COLUMNS;
    OP_CHECK_IF(fits == 0 || tiling->axis > MAX_PANEL_ROWS,
                OP_LOGE(context, "an axis of %ld elements that is not the last does not fit the unified buffer (%ld "
                        "bytes): transpose it to the end", tiling->axis, info.ubSize),
                return ge::GRAPH_FAILED);
    const int64_t wanted = CeilDiv(tiling->inner, MIN_PANEL_COLUMNS) * MIN_PANEL_COLUMNS;
    tiling->chunk = fits < wanted ? fits : wanted;
    tiling->jobs = tiling->outer * CeilDiv(tiling->inner, tiling->chunk);
    context->SetTilingKey(SOFTMAX_KEY_PANEL);
    return ge::GRAPH_SUCCESS;
}

// The one axis, as an index of the shape; -1 when the attribute does not name exactly one.
int64_t ReadAxis(gert::TilingContext *context, int64_t rank)
{
    const auto *attrs = context->GetAttrs();
    if (attrs == nullptr) {
        return -1;
    }
    const auto *axes = attrs->GetListInt(0);
    if (axes == nullptr || axes->GetSize() != 1) {
        return -1;
    }
    const int64_t axis = axes->GetData()[0];
    return axis < 0 ? axis + rank : axis;
}

} // namespace

static ge::graphStatus ParseSoftmaxV2(gert::TilingParseContext *context)
{
    auto *info = context->GetCompiledInfo<SoftmaxV2CompileInfo>();
    auto *platformInfo = context->GetPlatformInfo();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    platform_ascendc::PlatformAscendC platform(platformInfo);
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
    info->coreNum = platform.GetCoreNumAiv();
    info->ubSize = static_cast<int64_t>(ubSize);
    return info->coreNum > 0 && info->ubSize > SCALARS_BYTES ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

static ge::graphStatus TilingSoftmaxV2(gert::TilingContext *context)
{
    const auto *info = context->GetCompileInfo<SoftmaxV2CompileInfo>();
    const auto *input = context->GetInputShape(0);
    const auto *desc = context->GetInputDesc(0);
    auto *tiling = context->GetTilingData<SoftmaxV2Tiling>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, input);
    OP_CHECK_NULL_WITH_CONTEXT(context, desc);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);

    const gert::Shape &shape = input->GetStorageShape();
    const int64_t rank = static_cast<int64_t>(shape.GetDimNum());
    const int64_t at = rank == 0 ? 0 : ReadAxis(context, rank);
    OP_CHECK_IF(at < 0 || (rank > 0 && at >= rank),
                OP_LOGE(context, "axes must name one dimension of x, which has %ld", rank), return ge::GRAPH_FAILED);
    *tiling = {1, rank == 0 ? 1 : shape.GetDim(at), 1, 0, 0, 0};
    for (int64_t i = 0; i < rank; ++i) {
        (i < at ? tiling->outer : tiling->inner) *= i == at ? 1 : shape.GetDim(i);
    }
    const int64_t size = ge::GetSizeByDataType(desc->GetDataType());
    const ge::graphStatus planned =
        tiling->inner == 1 ? PlanRows(*info, size, tiling, context) : PlanPanels(*info, size, tiling, context);
    if (planned != ge::GRAPH_SUCCESS) {
        return planned;
    }
    tiling->jobsPerCore = tiling->jobs == 0 ? 1 : CeilDiv(tiling->jobs, info->coreNum);
    context->SetBlockDim(tiling->jobs == 0 ? 1 : static_cast<uint32_t>(CeilDiv(tiling->jobs, tiling->jobsPerCore)));
    size_t *workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(SoftmaxV2).Tiling(TilingSoftmaxV2).TilingParse<SoftmaxV2CompileInfo>(ParseSoftmaxV2);

} // namespace optiling
