// Add tiling: fold the dimensions into as few as the broadcast allows, then deal tiles of rows to the cores.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/add_tiling.h"

namespace optiling {

namespace {

constexpr int64_t UB_ALIGN_BYTES = 32;
constexpr int64_t BUFFERS_PER_QUEUE = 2;
constexpr int64_t QUEUES = 3; // x1, x2, y
constexpr int64_t TILE_BYTES = 4096;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct AddCompileInfo {
    int64_t coreNum = 0;
    int64_t ubSize = 0;
};

// One folded dimension: its length in y and whether x1 and x2 have it.
struct Folded {
    int64_t size;
    bool inX1;
    bool inX2;
};

// Neighbouring dimensions with the same broadcast pattern are one. Returns their number, slowest first.
int32_t Fold(const gert::Shape &x1, const gert::Shape &x2, const gert::Shape &y, Folded *folded)
{
    int32_t count = 0;
    const size_t rank = y.GetDimNum();
    for (size_t i = 0; i < rank; ++i) {
        const size_t back = rank - i;
        const int64_t size = y.GetDim(i);
        if (size == 1) {
            continue;
        }
        const bool inX1 = back <= x1.GetDimNum() && x1.GetDim(x1.GetDimNum() - back) != 1;
        const bool inX2 = back <= x2.GetDimNum() && x2.GetDim(x2.GetDimNum() - back) != 1;
        if (count > 0 && folded[count - 1].inX1 == inX1 && folded[count - 1].inX2 == inX2) {
            folded[count - 1].size *= size;
        } else {
            folded[count++] = {size, inX1, inX2};
        }
    }
    if (count == 0) {
        folded[count++] = {1, true, true};
    }
    return count;
}

// Fill the outer digits and return the tiling key of the innermost row.
uint64_t DescribeRows(const Folded *folded, int32_t count, AddTiling *tiling)
{
    const Folded &row = folded[count - 1];
    int64_t x1Size = row.inX1 ? row.size : 1;
    int64_t x2Size = row.inX2 ? row.size : 1;
    tiling->row = row.size;
    tiling->outerDims = count - 1;
    for (int32_t i = count - 2; i >= 0; --i) {
        tiling->outerSize[i] = folded[i].size;
        tiling->x1Step[i] = folded[i].inX1 ? x1Size : 0;
        tiling->x2Step[i] = folded[i].inX2 ? x2Size : 0;
        x1Size *= folded[i].inX1 ? folded[i].size : 1;
        x2Size *= folded[i].inX2 ? folded[i].size : 1;
    }
    if (row.inX1 && row.inX2) {
        return ADD_KEY_BOTH_DENSE;
    }
    return row.inX1 ? ADD_KEY_X2_SINGLE : ADD_KEY_X1_SINGLE;
}

// Tiles as large as the unified buffer allows, but small enough that all cores get one.
uint32_t CutTiles(const AddCompileInfo &info, ge::DataType type, int64_t size, AddTiling *tiling)
{
    const int64_t perElement = QUEUES * BUFFERS_PER_QUEUE * size + (type == ge::DT_BF16 ? 2 * 4 : 0);
    const int64_t align = UB_ALIGN_BYTES / size * 8;
    const int64_t fits = info.ubSize / perElement / align * align;
    int64_t rows = 1;
    for (int32_t i = 0; i < tiling->outerDims; ++i) {
        rows *= tiling->outerSize[i];
    }
    const int64_t wanted = CeilDiv(CeilDiv(tiling->row * rows, info.coreNum), align) * align;
    int64_t tile = TILE_BYTES / size;
    tile = tile < fits ? tile : fits;
    tiling->tileLength = tile;
    tiling->tilesPerRow = CeilDiv(tiling->row, tile);
    tiling->tiles = rows * tiling->tilesPerRow;
    tiling->tilesPerCore = tiling->tiles == 0 ? 1 : CeilDiv(tiling->tiles, info.coreNum);
    return tiling->tiles == 0 ? 1 : static_cast<uint32_t>(CeilDiv(tiling->tiles, tiling->tilesPerCore));
}

} // namespace

static ge::graphStatus ParseAdd(gert::TilingParseContext *context)
{
    auto *info = context->GetCompiledInfo<AddCompileInfo>();
    auto *platformInfo = context->GetPlatformInfo();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    platform_ascendc::PlatformAscendC platform(platformInfo);
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
    info->coreNum = platform.GetCoreNumAiv();
    info->ubSize = static_cast<int64_t>(ubSize);
    OP_CHECK_IF(info->coreNum <= 0 || info->ubSize <= 0, OP_LOGE(context, "the chip has no vector core or no buffer"),
                return ge::GRAPH_FAILED);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus TilingAdd(gert::TilingContext *context)
{
    const auto *info = context->GetCompileInfo<AddCompileInfo>();
    const auto *x1 = context->GetInputShape(0);
    const auto *x2 = context->GetInputShape(1);
    const auto *y = context->GetOutputShape(0);
    const auto *desc = context->GetInputDesc(0);
    auto *tiling = context->GetTilingData<AddTiling>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, x1);
    OP_CHECK_NULL_WITH_CONTEXT(context, x2);
    OP_CHECK_NULL_WITH_CONTEXT(context, y);
    OP_CHECK_NULL_WITH_CONTEXT(context, desc);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);

    Folded folded[gert::Shape::kMaxDimNum];
    const int32_t count = Fold(x1->GetStorageShape(), x2->GetStorageShape(), y->GetStorageShape(), folded);
    OP_CHECK_IF(count > ADD_MAX_DIMS,
                OP_LOGE(context, "the broadcast alternates %d times, at most %d supported", count, ADD_MAX_DIMS),
                return ge::GRAPH_FAILED);
    *tiling = {};
    context->SetTilingKey(DescribeRows(folded, count, tiling));
    const ge::DataType type = desc->GetDataType();
    context->SetBlockDim(CutTiles(*info, type, ge::GetSizeByDataType(type), tiling));
    size_t *workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(Add).Tiling(TilingAdd).TilingParse<AddCompileInfo>(ParseAdd);

} // namespace optiling
