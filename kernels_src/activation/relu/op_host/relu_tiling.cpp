// Relu tiling: cut x into equal pieces for the cores, and each piece into tiles that fit the unified buffer.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/relu_tiling.h"

namespace optiling {

namespace {

constexpr int64_t MIN_BYTES_PER_CORE = 4096; // below this another core costs more than it gives
constexpr int64_t PIECE_ALIGN_BYTES = 512;   // pieces of neighbours never share a cache line
constexpr int64_t UB_ALIGN_BYTES = 32;
constexpr int64_t TILE_BYTES = 4096; // of one buffer
constexpr int64_t BUFFERS_PER_QUEUE = 2;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct ReluCompileInfo {
    int64_t coreNum = 0;
    int64_t ubSize = 0;
};

// Bytes of unified buffer that one element of a tile needs: in and out queues, and work space where the
// vector unit has no max for the type.
int64_t UbBytesPerElement(ge::DataType type, int64_t size)
{
    int64_t queues = 2 * BUFFERS_PER_QUEUE * size;
    if (type == ge::DT_BF16) {
        return queues + static_cast<int64_t>(sizeof(float));
    }
    if (type == ge::DT_INT8) {
        return queues + 2; // half
    }
    return queues;
}

} // namespace

static ge::graphStatus ParseRelu(gert::TilingParseContext *context)
{
    auto *info = context->GetCompiledInfo<ReluCompileInfo>();
    auto *platformInfo = context->GetPlatformInfo();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    platform_ascendc::PlatformAscendC platform(platformInfo);
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
    info->coreNum = platform.GetCoreNumAiv();
    info->ubSize = static_cast<int64_t>(ubSize);
    OP_CHECK_IF(info->coreNum <= 0 || info->ubSize <= 0,
                OP_LOGE(context, "the chip reports %ld vector cores and %ld bytes of unified buffer", info->coreNum,
                        info->ubSize),
                return ge::GRAPH_FAILED);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus TilingRelu(gert::TilingContext *context)
{
    const auto *info = context->GetCompileInfo<ReluCompileInfo>();
    const auto *shape = context->GetInputShape(0);
    const auto *desc = context->GetInputDesc(0);
    auto *tiling = context->GetTilingData<ReluTiling>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    OP_CHECK_NULL_WITH_CONTEXT(context, desc);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);

    const ge::DataType type = desc->GetDataType();
    const int64_t size = ge::GetSizeByDataType(type);
    OP_CHECK_IF(size <= 0, OP_LOGE(context, "data type %d has no size", static_cast<int>(type)),
                return ge::GRAPH_FAILED);
    const int64_t total = shape->GetStorageShape().GetShapeSize();

    int64_t cores = CeilDiv(total * size, MIN_BYTES_PER_CORE);
    cores = cores < 1 ? 1 : (cores > info->coreNum ? info->coreNum : cores);
    const int64_t pieceAlign = PIECE_ALIGN_BYTES / size;
    const int64_t perCore = CeilDiv(CeilDiv(total, cores), pieceAlign) * pieceAlign;
    cores = total == 0 ? 1 : CeilDiv(total, perCore);

    const int64_t tileAlign = UB_ALIGN_BYTES / size * 8; // whole blocks for the work space too
    const int64_t fits = info->ubSize / UbBytesPerElement(type, size) / tileAlign * tileAlign;

    tiling->total = total;
    tiling->perCore = perCore;
    const int64_t tile = TILE_BYTES / size < fits ? TILE_BYTES / size : fits;
    tiling->tileLength = tile < perCore ? tile : perCore;
    context->SetBlockDim(static_cast<uint32_t>(cores));
    context->SetTilingKey(0);
    size_t *workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(Relu).Tiling(TilingRelu).TilingParse<ReluCompileInfo>(ParseRelu);

} // namespace optiling
