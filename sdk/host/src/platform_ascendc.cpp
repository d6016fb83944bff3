/* PlatformAscendC and PlatformInfoManager over the chip descriptions. */
#include "tiling/platform/platform_ascendc.h"

#include "host_internal.h"
#include "platform/platform_info.h"
#include <cstdlib>
#include <map>
#include <memory>

namespace {

const fe::PlatformFigures kNothing;
const fe::PlatformFigures &Of(const fe::PlatFormInfos *infos) { return infos ? infos->Figures() : kNothing; }

constexpr uint32_t kFailed = UINT32_MAX;
uint32_t OrFailed(uint32_t bytes) { return bytes ? bytes : kFailed; }

} // namespace

namespace platform_ascendc {

uint32_t PlatformAscendC::GetCoreNum() const { return infos_ ? infos_->GetCoreNum() : 0; }
uint32_t PlatformAscendC::GetCoreNumAic() const
{
    const auto &f = Of(infos_);
    return f.split ? f.cube_core_cnt : f.ai_core_cnt;
}
uint32_t PlatformAscendC::GetCoreNumAiv() const
{
    const auto &f = Of(infos_);
    return f.split ? f.vector_core_cnt : f.ai_core_cnt;
}
uint32_t PlatformAscendC::GetCoreNumVector() const
{
    return GetSocVersion() == SocVersion::ASCEND310P ? Of(infos_).vector_core_cnt : 0;
}

uint32_t PlatformAscendC::CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const
{
    if (aicCoreNum == 0 || aivCoreNum == 0 || aicCoreNum > aivCoreNum)
        return sliceNum;
    const uint32_t slices_a_block = aivCoreNum / aicCoreNum;
    const uint32_t blocks = (sliceNum + slices_a_block - 1) / slices_a_block;
    return slices_a_block == 2 && blocks > aicCoreNum ? 0 : blocks;
}

uint32_t PlatformAscendC::GetLibApiWorkSpaceSize() const { return OrFailed(Of(infos_).lib_api_workspace); }
uint32_t PlatformAscendC::GetResCubeGroupWorkSpaceSize() const
{
    return OrFailed(Of(infos_).group_workspace);
}
uint32_t PlatformAscendC::GetResGroupBarrierWorkSpaceSize() const { return GetResCubeGroupWorkSpaceSize(); }

void PlatformAscendC::GetCoreMemSize(const CoreMemType &memType, uint64_t &size) const
{
    const auto &f = Of(infos_);
    switch (memType) {
    case CoreMemType::FB:
        size = f.fb_size;
        return;
    case CoreMemType::BT:
        size = f.bt_size;
        return;
    case CoreMemType::RESERVED:
        size = 0;
        return;
    default:
        break;
    }
    size = f.local_size[static_cast<int>(memType)];
    uint64_t kept = 0;
    if (memType == CoreMemType::UB || memType == CoreMemType::L1)
        kept += f.local_reserved;
    if (memType == CoreMemType::UB)
        kept += reserved_;
    size -= kept < size ? kept : size;
}

void PlatformAscendC::GetCoreMemBw(const CoreMemType &memType, uint64_t &bwSize) const
{
    const int index = static_cast<int>(memType);
    bwSize = index < 7 ? Of(infos_).local_rate[index] : 0;
}

void PlatformAscendC::ReserveLocalMemory(ReservedSize size) { reserved_ = 8192U << static_cast<int>(size); }

SocVersion PlatformAscendC::GetSocVersion() const { return static_cast<SocVersion>(Of(infos_).soc_version); }
NpuArch PlatformAscendC::GetCurNpuArch() const
{
    const uint32_t arch = Of(infos_).npu_arch;
    return arch ? static_cast<NpuArch>(arch) : NpuArch::DAV_RESV;
}
uint32_t PlatformAscendC::GetVecRegLen() const { return Of(infos_).vector_reg; }

PlatformAscendC *PlatformAscendCManager::GetInstance(const char *customSocVersion)
{
    static std::mutex lock;
    static auto *made = new std::map<const opf_host_platform *, std::unique_ptr<PlatformAscendC>>;
    const opf_host_platform *platform =
        customSocVersion ? opf_host::OpenPlatform(customSocVersion) : opf_host::DefaultPlatform();
    if (!platform)
        return nullptr;
    std::lock_guard<std::mutex> guard(lock);
    auto &slot = (*made)[platform];
    if (!slot)
        slot = std::make_unique<PlatformAscendC>(const_cast<fe::PlatFormInfos *>(&platform->infos));
    return slot.get();
}

} // namespace platform_ascendc

namespace fe {

namespace {

/* The plain structures, from the texts. */
void Spread(PlatFormInfos &infos, PlatformInfo &out)
{
    const auto text = [&](const char *label, const char *key) {
        std::string value;
        (void)infos.GetPlatformRes(label, key, value);
        return value;
    };
    const auto number = [&](const char *label, const char *key) {
        return std::strtoull(text(label, key).c_str(), nullptr, 10);
    };
    out.str_info.aic_version = text("version", "AIC_version");
    out.str_info.ccec_aic_version = text("version", "CCEC_AIC_version");
    out.str_info.ccec_aiv_version = text("version", "CCEC_AIV_version");
    out.str_info.is_support_ai_cpu_compiler = text("version", "Compiler_aicpu_support_os");
    out.str_info.short_soc_version = text("version", "Short_SoC_version");
    out.soc_info.ai_core_cnt = static_cast<uint32_t>(number("SoCInfo", "ai_core_cnt"));
    out.soc_info.vector_core_cnt = static_cast<uint32_t>(number("SoCInfo", "vector_core_cnt"));
    out.soc_info.ai_cpu_cnt = static_cast<uint32_t>(number("SoCInfo", "ai_cpu_cnt"));
    out.soc_info.memory_size = number("SoCInfo", "memory_size");
    out.soc_info.l2_size = number("SoCInfo", "l2_size");
    out.soc_info.l2PageNum = static_cast<uint32_t>(number("SoCInfo", "l2PageNum"));
    out.soc_info.chip_type = static_cast<int32_t>(number("version", "Chip_type"));
    AiCoreSpec &core = out.ai_core_spec;
    core.cube_freq = static_cast<double>(number("AICoreSpec", "cube_freq"));
    core.cube_m_size = number("AICoreSpec", "cube_m_size");
    core.cube_n_size = number("AICoreSpec", "cube_n_size");
    core.cube_k_size = number("AICoreSpec", "cube_k_size");
    core.vec_calc_size = number("AICoreSpec", "vec_calc_size");
    core.l0_a_size = number("AICoreSpec", "l0_a_size");
    core.l0_b_size = number("AICoreSpec", "l0_b_size");
    core.l0_c_size = number("AICoreSpec", "l0_c_size");
    core.l1_size = number("AICoreSpec", "l1_size");
    core.ub_size = number("AICoreSpec", "ub_size");
    core.ubblock_size = number("AICoreSpec", "ubblock_size");
    core.ubbank_size = number("AICoreSpec", "ubbank_size");
    core.ubbank_num = number("AICoreSpec", "ubbank_num");
    core.ubbank_group_num = number("AICoreSpec", "ubbank_group_num");
    core.cube_vector_split = text("SoCInfo", "cube_vector_combine") == "split";
    out.ai_core_memory_rates.ddr_rate = static_cast<double>(number("AICoreMemoryRates", "ddr_rate"));
    out.ai_core_memory_rates.l2_rate = static_cast<double>(number("AICoreMemoryRates", "l2_rate"));
    out.vector_core_spec.ub_size = number("VectorCoreSpec", "ub_size");
    out.vector_core_spec.vector_reg_size = number("VectorCoreSpec", "vector_reg_width");
    out.vector_core_spec.vec_freq = static_cast<double>(number("VectorCoreSpec", "vec_freq"));
}

} // namespace

PlatformInfoManager &PlatformInfoManager::Instance()
{
    static auto *manager = new PlatformInfoManager;
    return *manager;
}
/* Chips set for graphs do not reach host functions. */
PlatformInfoManager &PlatformInfoManager::GeInstance()
{
    static auto *manager = new PlatformInfoManager;
    return *manager;
}
uint32_t PlatformInfoManager::InitializePlatformInfo() { return 0; }
uint32_t PlatformInfoManager::Finalize() { return 0; }

std::string PlatformInfoManager::Soc() const
{
    if (const opf_host_platform *platform = opf_host::CurrentPlatform())
        return platform->soc_version;
    return soc_;
}

uint32_t PlatformInfoManager::GetPlatformInfos(const std::string SoCVersion, PlatFormInfos &platform_info,
                                               OptionalInfos &opti_compilation_info)
{
    opti_compilation_info.SetSocVersion(SoCVersion);
    const auto changed = platform_infos_map_.find(SoCVersion);
    if (changed != platform_infos_map_.end()) {
        platform_info = changed->second;
        return 0;
    }
    const opf_host_platform *platform = opf_host::InForce(opf_host::OpenPlatform(SoCVersion.c_str()));
    if (!platform)
        return kFailed;
    platform_info = platform->infos;
    opti_compilation_info.SetSocVersion(platform->soc_version);
    opti_compilation_info.SetAICoreNum(platform->infos.Figures().ai_core_cnt);
    return 0;
}
uint32_t PlatformInfoManager::GetPlatformInfo(const std::string SoCVersion, PlatformInfo &platform_info,
                                              OptionalInfo &opti_compilation_info)
{
    const auto own = platform_info_map_.find(SoCVersion);
    if (own != platform_info_map_.end()) {
        platform_info = own->second;
        opti_compilation_info.soc_version = SoCVersion;
        opti_compilation_info.ai_core_num = own->second.soc_info.ai_core_cnt;
        return 0;
    }
    PlatFormInfos infos;
    OptionalInfos optional;
    if (GetPlatformInfos(SoCVersion, infos, optional) != 0)
        return kFailed;
    Spread(infos, platform_info);
    opti_compilation_info.soc_version = optional.GetSocVersion();
    opti_compilation_info.ai_core_num = optional.GetAICoreNum();
    return 0;
}
uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatformInfo &info, OptionalInfo &optional)
{
    return GetPlatformInfo(Soc(), info, optional);
}
uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatFormInfos &infos, OptionalInfos &optional)
{
    return GetPlatformInfos(Soc(), infos, optional);
}
void PlatformInfoManager::SetOptionalCompilationInfo(OptionalInfo &optional) { soc_ = optional.soc_version; }
void PlatformInfoManager::SetOptionalCompilationInfo(OptionalInfos &optional) { soc_ = optional.GetSocVersion(); }
uint32_t PlatformInfoManager::UpdatePlatformInfos(PlatFormInfos &infos) { return UpdatePlatformInfos(Soc(), infos); }
uint32_t PlatformInfoManager::UpdatePlatformInfos(const string &soc_version, PlatFormInfos &infos)
{
    platform_infos_map_[soc_version] = infos;
    return 0;
}
uint32_t PlatformInfoManager::GetPlatformInstanceByDevice(const uint32_t &, PlatFormInfos &infos)
{
    OptionalInfos optional;
    return GetPlatformInfoWithOutSocVersion(infos, optional);
}
uint32_t PlatformInfoManager::GetRuntimePlatformInfosByDevice(const uint32_t &device, PlatFormInfos &infos, bool)
{
    return GetPlatformInstanceByDevice(device, infos);
}
uint32_t PlatformInfoManager::UpdateRuntimePlatformInfosByDevice(const uint32_t &, PlatFormInfos &infos)
{
    return UpdatePlatformInfos(infos);
}
uint32_t PlatformInfoManager::InitRuntimePlatformInfos(const std::string &SoCVersion)
{
    soc_ = SoCVersion;
    return opf_host::OpenPlatform(SoCVersion.c_str()) ? 0 : kFailed;
}

} // namespace fe
