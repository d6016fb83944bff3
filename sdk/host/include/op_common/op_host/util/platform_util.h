/* Figures of the chip a context is for; 0 with a log line when the context has no platform. */
#ifndef OPFORGE_OP_COMMON_PLATFORM_UTIL_H
#define OPFORGE_OP_COMMON_PLATFORM_UTIL_H

#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "op_common/log/log.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {

template <typename T, typename Ask> uint32_t AskPlatform(const T *context, const char *who, Ask ask)
{
    fe::PlatFormInfos *infos = context ? context->GetPlatformInfo() : nullptr;
    if (!infos) {
        OP_LOGE(who, "the context has no platform");
        return 0;
    }
    return ask(platform_ascendc::PlatformAscendC(infos));
}
template <typename T> uint32_t GetAivCoreNum(const T *context)
{
    return AskPlatform(context, "GetAivCoreNum", [](const auto &chip) { return chip.GetCoreNumAiv(); });
}
template <typename T> uint32_t GetAicCoreNum(const T *context)
{
    return AskPlatform(context, "GetAicCoreNum", [](const auto &chip) { return chip.GetCoreNumAic(); });
}
template <typename T> uint32_t GetUbSize(const T *context)
{
    return AskPlatform(context, "GetUbSize", [](const auto &chip) {
        uint64_t size = 0;
        chip.GetCoreMemSize(platform_ascendc::CoreMemType::UB, size);
        return static_cast<uint32_t>(size);
    });
}
template <typename T> uint32_t GetWorkspaceSize(const T *context)
{
    return AskPlatform(context, "GetWorkspaceSize", [](const auto &chip) { return chip.GetLibApiWorkSpaceSize(); });
}
/* Fixed sizes in bytes, and the SIMT thread limit. */
template <typename T> uint32_t GetUbBlockSize([[maybe_unused]] const T *context) { return 32; }
template <typename T> uint32_t GetVRegSize([[maybe_unused]] const T *context) { return 256; }
template <typename T> uint32_t GetSimtMaxThreadNum([[maybe_unused]] const T *context) { return 2048; }
template <typename T> uint32_t GetSimtMaxDCacheSize([[maybe_unused]] const T *context) { return 128 * 1024; }
template <typename T> uint32_t GetCacheLineSize([[maybe_unused]] const T *context) { return 256; }
template <typename T> uint32_t GetSectorCacheLineSize([[maybe_unused]] const T *context) { return 128; }
template <typename T> uint32_t GetNddmaDcacheSize([[maybe_unused]] const T *context) { return 8 * 1024; }

} // namespace Base
} // namespace Ops
#endif
