/* fe::PlatFormInfos: everything known of a chip as labelled texts, plus the figures asked for most.
 *
 * Labels and keys are those of CANN's chip descriptions ("SoCInfo"/"vector_core_cnt",
 * "AICoreSpec"/"ub_size", "version"/"NpuArch"). Copies share nothing. */
#ifndef OPFORGE_PLATFORM_PLATFORM_INFOS_DEF_H
#define OPFORGE_PLATFORM_PLATFORM_INFOS_DEF_H

#include "graph/visibility.h"
#include "platform/platform_info_def.h"
#include <memory>

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, RESERVED };

struct PlatformFigures;

class OPF_HOST_API PlatFormInfos {
public:
    using Texts = std::map<std::string, std::string>;
    using Lists = std::map<std::string, std::vector<std::string>>;

    PlatFormInfos();
    ~PlatFormInfos();
    PlatFormInfos(const PlatFormInfos &other);
    PlatFormInfos &operator=(const PlatFormInfos &other);

    bool Init(); /* forgets everything */
    /* False when there is no such label or key; `val` is then untouched. */
    bool GetPlatformRes(const std::string &label, const std::string &key, std::string &val);
    bool GetPlatformRes(const std::string &label, Texts &res);
    bool GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &val);
    bool GetPlatformResWithLock(const std::string &label, Texts &res);
    bool GetPlatformResWithLock(std::map<std::string, Texts> &res);
    void SetPlatformRes(const std::string &label, Texts &res);
    void SetPlatformResWithLock(const std::string &label, Texts &res);

    uint32_t GetCoreNum() const;
    uint32_t GetCoreNumWithLock() const { return GetCoreNum(); }
    void SetCoreNum(const uint32_t &core_num);
    /* "AiCore" (cube cores), "VectorCore", "CubeCore"; sets what GetCoreNum gives. */
    void SetCoreNumByCoreType(const std::string &core_type);
    uint32_t GetCoreNumByType(const std::string &core_type);
    void GetLocalMemSize(const LocalMemType &mem_type, uint64_t &size);
    void GetLocalMemBw(const LocalMemType &mem_type, uint64_t &bw_size); /* bytes per cycle */

    Lists GetAICoreIntrinsicDtype();
    Lists GetVectorCoreIntrinsicDtype();
    void SetAICoreIntrinsicDtype(Lists &intrinsic_dtypes);
    void SetVectorCoreIntrinsicDtype(Lists &intrinsic_dtypes);
    Lists GetFixPipeDtypeMap();
    void SetFixPipeDtypeMap(const Lists &fixpipe_dtype_map);

    /* Ours: numbers read once, for PlatformAscendC. */
    const PlatformFigures &Figures() const;

private:
    struct Content;
    /* The public class is three words large, which callers that keep it between other things on a stack count on. */
    uint64_t reserved_[2] = {};
    std::unique_ptr<Content> content_;
};

class OPF_HOST_API OptionalInfos {
public:
    bool Init();
    std::string GetSocVersion() { return soc_version_; }
    std::string GetCoreType() { return core_type_; }
    uint32_t GetAICoreNum() { return ai_core_num_; }
    std::string GetL1FusionFlag() { return l1_fusion_flag_; }
    std::map<std::string, std::vector<std::string>> GetFixPipeDtypeMap() { return fixpipe_; }
    void SetFixPipeDtypeMap(const std::map<std::string, std::vector<std::string>> &map) { fixpipe_ = map; }
    void SetSocVersion(std::string soc_version) { soc_version_ = std::move(soc_version); }
    void SetSocVersionWithLock(std::string soc_version) { soc_version_ = std::move(soc_version); }
    void SetCoreType(std::string core_type) { core_type_ = std::move(core_type); }
    void SetAICoreNum(uint32_t ai_core_num) { ai_core_num_ = ai_core_num; }
    void SetL1FusionFlag(std::string flag) { l1_fusion_flag_ = std::move(flag); }

private:
    std::string soc_version_, core_type_, l1_fusion_flag_;
    uint32_t ai_core_num_ = 0;
    std::map<std::string, std::vector<std::string>> fixpipe_;
};

} // namespace fe
#endif
