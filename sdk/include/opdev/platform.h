/* The chip that the calling thread's device emulates. */
#ifndef OPFORGE_OPDEV_PLATFORM_H
#define OPFORGE_OPDEV_PLATFORM_H

#include <string>

#include "aclnn/aclnn_base.h"
#include "graph/ascend_string.h"
#include "opdev/object.h"
#include "platform/platform_info.h"
#include "platform/soc_spec.h"

namespace op {

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND910_93,
    ASCEND910_95,
    ASCEND950 = ASCEND910_95,
    ASCEND910E,
    ASCEND310,
    ASCEND310P,
    ASCEND310B,
    ASCEND310C,
    ASCEND610LITE,
    KIRINX90,
    KIRIN9030,
    ASCEND350,
    RESERVED_VERSION = 99999
};

enum class SocSpec { INST_MMAD = 0, RESERVED_SPEC = 99999 };
enum class SocSpecAbility {
    INST_MMAD_F162F16 = 0,
    INST_MMAD_F162F32,
    INST_MMAD_H322F32,
    INST_MMAD_F322F32,
    INST_MMAD_U32U8U8,
    INST_MMAD_S32S8S8,
    INST_MMAD_S32U8S8,
    INST_MMAD_F16F16F16,
    INST_MMAD_F32F16F16,
    INST_MMAD_F16F16U2,
    INST_MMAD_U8,
    INST_MMAD_S8,
    INST_MMAD_U8S8,
    INST_MMAD_F16U2
};

class OPF_OPDEV_API PlatformInfo {
public:
    SocVersion GetSocVersion() const { return version_; }
    const std::string &GetSocLongVersion() const { return longName_; }
    int32_t GetDeviceId() const;
    bool CheckSupport(SocSpec spec, SocSpecAbility ability) const;
    int64_t GetBlockSize() const { return 32; }
    uint32_t GetCubeCoreNum() const { return cubeCores_; }
    uint32_t GetVectorCoreNum() const { return vectorCores_; }
    bool Valid() const { return valid_; }
    bool GetFftsPlusMode() const { return false; }
    NpuArch GetCurNpuArch() const { return arch_; }
    fe::PlatFormInfos *GetPlatformInfos() const;

private:
    friend class PlatformTable;
    SocVersion version_ = SocVersion::RESERVED_VERSION;
    NpuArch arch_{};
    std::string longName_, shortName_;
    uint32_t cubeCores_ = 0, vectorCores_ = 0;
    bool valid_ = false;
};

OPF_OPDEV_API const PlatformInfo &GetCurrentPlatformInfo();
OPF_OPDEV_API ge::AscendString ToString(SocVersion version);

} // namespace op
#endif
