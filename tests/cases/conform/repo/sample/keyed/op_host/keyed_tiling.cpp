#include "register/op_impl_registry.h"
#include "../op_kernel/keyed_key.h"

namespace optiling {
struct KeyedCompileInfo {};
static ge::graphStatus Parse(gert::TilingParseContext *) { return ge::GRAPH_SUCCESS; }
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    context->SetBlockDim(1);
    context->SetTilingKey(
        GET_TPL_TILING_KEY(static_cast<uint64_t>(context->GetInputShape(0)->GetStorageShape().GetDim(0))));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Keyed).Tiling(Tiling).TilingParse<KeyedCompileInfo>(Parse);
} // namespace optiling
