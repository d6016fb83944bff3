/* Register spellings below the API that some kernels use directly. */
#ifndef OPF_REG_RAW_H
#define OPF_REG_RAW_H

#include "reg_mask.h"
#include "reg_move.h"

#ifndef PRELOAD
#define PRELOAD(len) ((void)0) /* instruction cache */
#endif

enum OpfPostUpdate { NO_POST_UPDATE = 0, POST_UPDATE = 1 };
enum OpfPattern {
    PAT_ALL = 0,
    PAT_VL1,
    PAT_VL2,
    PAT_VL3,
    PAT_VL4,
    PAT_VL8,
    PAT_VL16,
    PAT_VL32,
    PAT_VL64,
    PAT_VL128,
    PAT_M3,
    PAT_M4,
    PAT_H,
    PAT_Q,
    PAT_ALLF = 15
};
#define OPF_REG_RAW_MASKS(BITS)                                                                                      \
    OPF_REG_FN vector_bool plt_b##BITS(uint32_t &count, OpfPostUpdate)                                               \
    {                                                                                                                \
        return AscendC::Reg::UpdateMask<uint##BITS##_t>(count);                                                      \
    }                                                                                                                \
    OPF_REG_FN vector_bool pset_b##BITS(OpfPattern p)                                                                \
    {                                                                                                                \
        return opf::reg::mask_from(                                                                                  \
            opf::reg::pattern_lanes<2048 / BITS>(static_cast<AscendC::Reg::MaskPattern>(p)));                        \
    }
OPF_REG_RAW_MASKS(8)
OPF_REG_RAW_MASKS(16)
OPF_REG_RAW_MASKS(32)
#undef OPF_REG_RAW_MASKS

enum OpfMaskMode { MODE_ZEROING = 1, MODE_MERGING };
/* The scalar in the lanes of the mask; the others become zero, or keep what they had (MODE_MERGING). */
template <typename T, typename U>
OPF_REG_FN void vdup(AscendC::Reg::RegTensor<T> &dst, U scalar, const vector_bool &mask, OpfMaskMode mode)
{
    if (mode == MODE_MERGING) {
        AscendC::Reg::Duplicate<T, AscendC::Reg::MaskMergeMode::MERGING>(dst, scalar, mask);
    } else {
        AscendC::Reg::Duplicate<T, AscendC::Reg::MaskMergeMode::ZEROING>(dst, scalar, mask);
    }
}
namespace AscendC {
namespace Std {
template <typename A, typename B>
struct IsSame : std::is_same<A, B> {};
} // namespace Std

/* Cast traits that kernels name without defining them: layout ZERO, masked lanes zero, then saturation and rounding. */
inline constexpr Reg::CastTrait layoutZMrgZ = {Reg::RegLayout::ZERO, Reg::SatMode::UNKNOWN,
                                               Reg::MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
inline constexpr Reg::CastTrait layoutZMrgZRndR = {Reg::RegLayout::ZERO, Reg::SatMode::UNKNOWN,
                                                   Reg::MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
inline constexpr Reg::CastTrait layoutZSatSMrgZRndR = {Reg::RegLayout::ZERO, Reg::SatMode::SAT,
                                                       Reg::MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
} // namespace AscendC

enum OpfMemoryBar { VST_VLD, VLD_VST, VST_VST, VST_LD, VST_ST, VLD_ST, ST_VLD, ST_VST, LD_VST, VV_ALL, VS_ALL, SV_ALL };
OPF_REG_FN void mem_bar(OpfMemoryBar) {}
#endif
