// As many cores as x has elements; a workspace of one 32-byte block for each.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/talk_tiling.h"

namespace optiling {

static ge::graphStatus TilingTalk(gert::TilingContext *context)
{
    const auto *shape = context->GetInputShape(0);
    auto *tiling = context->GetTilingData<TalkTiling>();
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);
    tiling->cores = static_cast<int32_t>(shape->GetStorageShape().GetShapeSize());
    context->SetBlockDim(static_cast<uint32_t>(tiling->cores));
    context->SetTilingKey(0);
    context->SetScheduleMode(1); // SyncAll: all cores at once
    size_t *workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);
    // the first part of the workspace belongs to the system
    auto *platformInfo = context->GetPlatformInfo();
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    platform_ascendc::PlatformAscendC platform(platformInfo);
    workspaces[0] = platform.GetLibApiWorkSpaceSize() + static_cast<size_t>(tiling->cores) * 32;
    return ge::GRAPH_SUCCESS;
}

struct TalkCompileInfo {};
static ge::graphStatus ParseTalk(gert::TilingParseContext *) { return ge::GRAPH_SUCCESS; }

IMPL_OP_OPTILING(Talk).Tiling(TilingTalk).TilingParse<TalkCompileInfo>(ParseTalk);

} // namespace optiling

namespace ops {

static ge::graphStatus InferShapeTalk(gert::InferShapeContext *context)
{
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_INFERSHAPE(Talk).InferShape(InferShapeTalk);

} // namespace ops
