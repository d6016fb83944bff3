#include "register/op_impl_registry.h"

namespace optiling {
struct HalvesCompileInfo {};
static ge::graphStatus Parse(gert::TilingParseContext *) { return ge::GRAPH_SUCCESS; }
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    context->SetBlockDim(1);
    context->SetTilingKey(0);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Halves).Tiling(Tiling).TilingParse<HalvesCompileInfo>(Parse);
} // namespace optiling
