// Two cores, each with one half of x; the kind of mistake goes along.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "../op_kernel/faulty_tiling.h"

namespace optiling {

static ge::graphStatus TilingFaulty(gert::TilingContext *context)
{
    const auto *shape = context->GetInputShape(0);
    const auto *attrs = context->GetAttrs();
    auto *tiling = context->GetTilingData<FaultyTiling>();
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    OP_CHECK_NULL_WITH_CONTEXT(context, attrs);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);
    const int64_t *kind = attrs->GetInt(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, kind);
    tiling->perCore = shape->GetStorageShape().GetShapeSize() / 2;
    tiling->kind = *kind;
    context->SetBlockDim(2);
    context->SetTilingKey(0);
    size_t *workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}

struct FaultyCompileInfo {};
static ge::graphStatus ParseFaulty(gert::TilingParseContext *) { return ge::GRAPH_SUCCESS; }

IMPL_OP_OPTILING(Faulty).Tiling(TilingFaulty).TilingParse<FaultyCompileInfo>(ParseFaulty);

} // namespace optiling

namespace ops {

static ge::graphStatus InferShapeFaulty(gert::InferShapeContext *context)
{
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_INFERSHAPE(Faulty).InferShape(InferShapeFaulty);

} // namespace ops
