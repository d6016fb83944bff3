/* platform_ascendc::PlatformAscendC: cores, local memories and identity of the chip a tiling is made for. */
#ifndef OPFORGE_TILING_PLATFORM_PLATFORM_ASCENDC_H
#define OPFORGE_TILING_PLATFORM_PLATFORM_ASCENDC_H

#include "graph/visibility.h"
#include "platform/soc_spec.h"
#include <cstdint>
#include <cstdio>
#include <mutex>

#ifndef ASCENDC_ASSERT
#define ASCENDC_ASSERT(cond, behavior)                                                                       \
    do {                                                                                                     \
        if (!(cond)) {                                                                                       \
            behavior;                                                                                        \
        }                                                                                                    \
    } while (0)
#endif

namespace fe {
class PlatFormInfos;
}

namespace platform_ascendc {

enum class CoreMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, FB = 7, BT = 8, RESERVED };

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B = 1,
    ASCEND310P = 2,
    ASCEND310B = 3,
    ASCEND950 = 4,
    ASCEND910_55 = 5,
    ASCEND910_95 = ASCEND950,
    AS31XM1 = 6,
    ASCEND031,
    ASCEND035,
    ASCEND310,
    ASCEND610,
    ASCEND610Lite,
    ASCEND910_93,
    BS9SX1A,
    BS9SX2A,
    HI3796CV300CS,
    HI3796CV300ES,
    MC61AM21A,
    MC62,
    SD3403,
    KIRINX90,
    KIRIN9030,
    MC32DM11A,
    ASCEND350,
    RESERVED_VERSION = 99999
};

enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };

class OPF_HOST_API PlatformAscendC {
public:
    PlatformAscendC() = delete;
    explicit PlatformAscendC(fe::PlatFormInfos *platformInfo) : infos_(platformInfo) {}

    uint32_t GetCoreNum() const;    /* what the library's blocks count: vector cores on a split chip */
    uint32_t GetCoreNumAic() const; /* cube cores */
    uint32_t GetCoreNumAiv() const; /* vector cores */
    uint32_t GetCoreNumVector() const; /* vector cores beside the AI cores (310P) */
    /* Blocks to launch a mixed kernel with, so that `sliceNum` vector slices find their cores. */
    uint32_t CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const;
    uint32_t CalcTschNumBlocks(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const
    {
        return CalcTschBlockDim(sliceNum, aicCoreNum, aivCoreNum);
    }
    uint32_t GetLibApiWorkSpaceSize() const; /* bytes the library needs in every workspace */
    uint32_t GetResCubeGroupWorkSpaceSize() const;
    uint32_t GetResGroupBarrierWorkSpaceSize() const;
    void GetCoreMemSize(const CoreMemType &memType, uint64_t &size) const; /* bytes */
    void GetCoreMemBw(const CoreMemType &memType, uint64_t &bwSize) const; /* bytes per cycle */
    void ReserveLocalMemory(ReservedSize size);                            /* taken off the UB from now on */
    SocVersion GetSocVersion() const;
    NpuArch GetCurNpuArch() const;
    uint32_t GetVecRegLen() const; /* bytes, 0 when the chip has no vector registers */

private:
    fe::PlatFormInfos *infos_;
    uint32_t reserved_ = 0;
};

class OPF_HOST_API PlatformAscendCManager {
public:
    static PlatformAscendC *GetInstance() { return GetInstance(nullptr); }
    /* The named chip, or the one of the running tiling (default chip when none runs). */
    static PlatformAscendC *GetInstance(const char *customSocVersion);
};

} // namespace platform_ascendc
#endif
