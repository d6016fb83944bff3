// One way of tiling for each architecture, and a default when no operator of its own is registered.
#include "log/log.h"
#include "platform/soc_spec.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    const platform_ascendc::PlatformAscendC platform(context->GetPlatformInfo());
    const bool regbase = platform.GetCurNpuArch() == NpuArch::DAV_3510;
    const bool old = platform.GetSocVersion() == platform_ascendc::SocVersion::ASCEND910B;
    OP_CHECK_IF(regbase == old, OP_LOGE(context, "the chip is neither of both"), return ge::GRAPH_FAILED);
    context->SetTilingKey(regbase ? 3510 : 2201);
    context->SetBlockDim(regbase ? platform.GetCoreNumAiv() : platform.GetCoreNumAic());
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(StyleChips).Tiling(Tiling);
} // namespace optiling
