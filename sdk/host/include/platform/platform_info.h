/* fe::PlatformInfoManager: chips by name, read from the project's own chip files. Every function returns 0 on
 * success, else all ones. "WithOutSocVersion" means the chip set with SetOptionalCompilationInfo, the one of
 * the running tiling, or the default chip. */
#ifndef OPFORGE_PLATFORM_PLATFORM_INFO_H
#define OPFORGE_PLATFORM_PLATFORM_INFO_H

#include "platform/platform_info_def.h"
#include "platform/platform_infos_def.h"
#include <array>
#include <unordered_set>

namespace fe
{

class OPF_HOST_API PlatformInfoManager
{
  public:
    PlatformInfoManager(const PlatformInfoManager &) = delete;
    PlatformInfoManager &operator=(const PlatformInfoManager &) = delete;

    static PlatformInfoManager &Instance();
    static PlatformInfoManager &GeInstance();

    uint32_t InitializePlatformInfo();
    uint32_t Finalize();
    uint32_t GetPlatformInfo(const std::string SoCVersion, PlatformInfo &platform_info,
                             OptionalInfo &opti_compilation_info);
    uint32_t GetPlatformInfoWithOutSocVersion(PlatformInfo &platform_info,
                                              OptionalInfo &opti_compilation_info);
    void SetOptionalCompilationInfo(OptionalInfo &opti_compilation_info);
    uint32_t GetPlatformInfos(const std::string SoCVersion, PlatFormInfos &platform_info,
                              OptionalInfos &opti_compilation_info);
    uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos &platform_info,
                                              OptionalInfos &opti_compilation_info);
    void SetOptionalCompilationInfo(OptionalInfos &opti_compilation_info);
    uint32_t UpdatePlatformInfos(PlatFormInfos &platform_infos);
    uint32_t UpdatePlatformInfos(const string &soc_version, PlatFormInfos &platform_infos);
    uint32_t GetPlatformInstanceByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos);
    uint32_t GetRuntimePlatformInfosByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos,
                                             bool need_deep_copy = false);
    uint32_t UpdateRuntimePlatformInfosByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos);
    uint32_t InitRuntimePlatformInfos(const std::string &SoCVersion);

  private:
    PlatformInfoManager() = default;
    std::string Soc() const;

    std::string soc_;
    /* By chip name, in place of the chip files. These names are known to operators' tests, which open private
     * members and put chips of their own here. */
    std::map<std::string, PlatformInfo> platform_info_map_;
    std::map<std::string, PlatFormInfos> platform_infos_map_;
};

} // namespace fe
#endif
