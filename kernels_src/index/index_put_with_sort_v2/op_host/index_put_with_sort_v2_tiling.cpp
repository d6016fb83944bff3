// IndexPutWithSortV2 tiling: deal the sorted entries to the cores; the kernel moves the borders to whole rows.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/index_put_with_sort_v2_tiling.h"

namespace optiling {

namespace {

constexpr size_t INPUT_SELF = 0;
constexpr size_t INPUT_INDEX = 1;
constexpr size_t INPUT_VALUES = 3;
constexpr size_t ATTR_INDEXED_SIZES = 0;
constexpr size_t ATTR_ACCUMULATE = 1;
constexpr int64_t CHUNK_ALIGN = 64;
constexpr int64_t MIN_ENTRIES_PER_CORE = 8;
// per element: two buffers in, one out, and the sum as float
constexpr int64_t BUFFERS = 3;
constexpr int64_t SUM_BYTES = 8;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct IndexPutCompileInfo {
    int64_t coreNum = 0;
    int64_t ubSize = 0;
};

// Split self's shape into indexed rows and the slice behind them; indexed dimensions must come first.
bool SplitShape(const gert::Shape &self, const int64_t *indexed, int64_t indexedNum, IndexPutWithSortV2Tiling *tiling)
{
    const int64_t rank = static_cast<int64_t>(self.GetDimNum());
    int64_t leading = 0;
    while (leading < indexedNum && indexed[leading] != 0) {
        ++leading;
    }
    for (int64_t i = leading; i < indexedNum; ++i) {
        if (indexed[i] != 0) {
            return false;
        }
    }
    if (leading == 0 || leading > rank) {
        return false;
    }
    tiling->rows = 1;
    tiling->slice = 1;
    for (int64_t i = 0; i < rank; ++i) {
        (i < leading ? tiling->rows : tiling->slice) *= self.GetDim(static_cast<size_t>(i));
    }
    return true;
}

} // namespace

static ge::graphStatus ParseIndexPut(gert::TilingParseContext *context)
{
    auto *info = context->GetCompiledInfo<IndexPutCompileInfo>();
    auto *platformInfo = context->GetPlatformInfo();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    platform_ascendc::PlatformAscendC platform(platformInfo);
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
    info->coreNum = platform.GetCoreNumAiv();
    info->ubSize = static_cast<int64_t>(ubSize);
    return info->coreNum > 0 && info->ubSize > 0 ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

static ge::graphStatus TilingIndexPut(gert::TilingContext *context)
{
    const auto *info = context->GetCompileInfo<IndexPutCompileInfo>();
    const auto *self = context->GetInputShape(INPUT_SELF);
    const auto *index = context->GetInputShape(INPUT_INDEX);
    const auto *values = context->GetInputShape(INPUT_VALUES);
    const auto *desc = context->GetInputDesc(INPUT_SELF);
    const auto *attrs = context->GetAttrs();
    auto *tiling = context->GetTilingData<IndexPutWithSortV2Tiling>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    OP_CHECK_NULL_WITH_CONTEXT(context, self);
    OP_CHECK_NULL_WITH_CONTEXT(context, index);
    OP_CHECK_NULL_WITH_CONTEXT(context, values);
    OP_CHECK_NULL_WITH_CONTEXT(context, desc);
    OP_CHECK_NULL_WITH_CONTEXT(context, attrs);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);
    const auto *indexedSizes = attrs->GetListInt(ATTR_INDEXED_SIZES);
    const bool *accumulate = attrs->GetBool(ATTR_ACCUMULATE);
    OP_CHECK_NULL_WITH_CONTEXT(context, indexedSizes);

    OP_CHECK_IF(!SplitShape(self->GetStorageShape(), indexedSizes->GetData(),
                            static_cast<int64_t>(indexedSizes->GetSize()), tiling),
                OP_LOGE(context, "indexed_sizes must be ones for the leading, indexed dimensions of self, then zeros"),
                return ge::GRAPH_FAILED);
    tiling->entries = index->GetStorageShape().GetShapeSize();
    const int64_t valueCount = values->GetStorageShape().GetShapeSize();
    OP_CHECK_IF(valueCount != tiling->entries * tiling->slice,
                OP_LOGE(context, "values has %ld elements, %ld entries of %ld elements expected", valueCount,
                        tiling->entries, tiling->slice),
                return ge::GRAPH_FAILED);

    const int64_t size = ge::GetSizeByDataType(desc->GetDataType());
    const int64_t fits = info->ubSize / (BUFFERS * size + SUM_BYTES) / CHUNK_ALIGN * CHUNK_ALIGN;
    const int64_t slice = CeilDiv(tiling->slice, CHUNK_ALIGN) * CHUNK_ALIGN;
    tiling->chunk = slice < fits ? slice : fits;
    const int64_t share = CeilDiv(tiling->entries, info->coreNum);
    tiling->entriesPerCore = share < MIN_ENTRIES_PER_CORE ? MIN_ENTRIES_PER_CORE : share;
    context->SetBlockDim(
        tiling->entries == 0 ? 1 : static_cast<uint32_t>(CeilDiv(tiling->entries, tiling->entriesPerCore)));
    const bool adds = accumulate != nullptr && *accumulate;
    context->SetTilingKey(GET_TPL_TILING_KEY(static_cast<uint64_t>(adds)));
    size_t *workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(IndexPutWithSortV2).Tiling(TilingIndexPut).TilingParse<IndexPutCompileInfo>(ParseIndexPut);

} // namespace optiling
