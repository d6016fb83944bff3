/* Operations on mask registers. All work on the hardware's layout, one bit per byte of a register; only the lowest
 * bit of an element's group is set by what makes masks, except where the public page says that bits are repeated. */
#ifndef OPF_REG_MASK_H
#define OPF_REG_MASK_H

#include "opforge/abi.h"
#include "reg_types.h"

namespace opf {
namespace reg {
template <int N>
constexpr lane_bits<N> pattern_lanes(AscendC::Reg::MaskPattern p)
{
    using P = AscendC::Reg::MaskPattern;
    lane_bits<N> b = {};
    for (int i = 0; i < N; ++i) {
        bool on = p == P::ALL || (p == P::VL1 && i < 1) || (p == P::VL2 && i < 2) || (p == P::VL3 && i < 3) ||
                  (p == P::VL4 && i < 4) || (p == P::VL8 && i < 8) || (p == P::VL16 && i < 16) ||
                  (p == P::VL32 && i < 32) || (p == P::VL64 && i < 64) || (p == P::VL128 && i < 128) ||
                  (p == P::M3 && i % 3 == 0) || (p == P::M4 && i % 4 == 0) || (p == P::H && i < N / 2) ||
                  (p == P::Q && i < N / 4);
        if (on) {
            using W = typename std::remove_reference<decltype(b.w[0])>::type;
            constexpr int BITS = (int)sizeof(W) * 8;
            b.w[i / BITS] = (W)(b.w[i / BITS] | (W)1 << (i % BITS));
        }
    }
    return b;
}
template <typename F>
OPF_REG_FN mask_reg mask_map(const mask_reg &a, const mask_reg &b, const mask_reg &m, F f)
{
    mask_reg d;
    for (int i = 0; i < 4; ++i) {
        d.b8.w[i] = f(a.b8.w[i], b.b8.w[i], m.b8.w[i]);
    }
    for (int i = 0; i < 2; ++i) {
        d.b16.w[i] = f(a.b16.w[i], b.b16.w[i], m.b16.w[i]);
    }
    d.b32.w[0] = f(a.b32.w[0], b.b32.w[0], m.b32.w[0]);
    d.b64.w[0] = f(a.b64.w[0], b.b64.w[0], m.b64.w[0]);
    return d;
}
template <typename T, const AscendC::Reg::RegTrait &TR>
struct mask_width {
    static constexpr int N = VL / (int)sizeof(T) * (TR.REG_NUM == 2 ? 2 : 1);
};
/* Even groups of `bytes` bits. */
constexpr uint64_t group_mask(int bytes)
{
    return bytes == 1 ? 0x5555555555555555ull : bytes == 2 ? 0x3333333333333333ull : 0x0f0f0f0f0f0f0f0full;
}
OPF_REG_FN uint64_t half_word(const lane_bits<256> &b, int i) { return b.w[i / 2] >> (32 * (i & 1)) & 0xffffffffull; }
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
/* mask of the first min(count, lanes) lanes; the count loses the lanes of one register and stops at zero */
template <typename T, const RegTrait &regTrait = RegTraitNumOne>
OPF_REG_FN MaskReg UpdateMask(uint32_t &scalarValue)
{
    constexpr int N = opf::reg::mask_width<T, regTrait>::N;
    uint32_t n = scalarValue < (uint32_t)N ? scalarValue : (uint32_t)N;
    scalarValue -= n;
    return opf::reg::mask_from(opf::reg::first_lanes<N>(n));
}
template <typename T, MaskPattern mode = MaskPattern::ALL, const RegTrait &regTrait = RegTraitNumOne>
OPF_REG_FN MaskReg CreateMask()
{
    constexpr int N = opf::reg::mask_width<T, regTrait>::N;
    constexpr opf::reg::lane_bits<N> b = opf::reg::pattern_lanes<N>(mode);
    return opf::reg::mask_from(b);
}
/* each bit of one 16-byte (b16) or 8-byte (b32) slice of the register becomes two or four mask bits */
template <typename T = DefaultType, int16_t offset, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void MaskGenWithRegTensor(MaskReg &dst, const U &srcReg)
{
    constexpr int S = sizeof(typename U::ActualT);
    static_assert(S == 2 || S == 4, "MaskGenWithRegTensor: only 16- and 32-bit types");
    opf::reg::vec<uint64_t, 32> w = opf::bits<opf::reg::vec<uint64_t, 32>>(srcReg.reg[0]);
    opf::reg::lane_bits<256> raw;
    for (int i = 0; i < 4; ++i) {
        if constexpr (S == 2) {
            uint64_t x = opf::reg::bits_deposit(w[offset * 2 + i / 2] >> (32 * (i & 1)), opf::reg::EVERY2);
            raw.w[i] = x | x << 1;
        } else {
            uint64_t x = opf::reg::bits_deposit(w[offset] >> (16 * i), opf::reg::EVERY4);
            raw.w[i] = x | x << 1 | x << 2 | x << 3;
        }
    }
    dst = opf::reg::mask_from(raw);
}
/* the mask set by SetVectorMask, each bit repeated over its element's group */
template <typename T>
OPF_REG_FN MaskReg MoveMask()
{
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "MoveMask: only 16- and 32-bit types");
    opf::reg::lane_bits<256> raw;
    for (int i = 0; i < 4; ++i) {
        if constexpr (sizeof(T) == 2) {
            uint64_t x = opf::reg::bits_deposit(opf_this_core->mask[i / 2] >> (32 * (i & 1)), opf::reg::EVERY2);
            raw.w[i] = x | x << 1;
        } else {
            uint64_t x = opf::reg::bits_deposit(opf_this_core->mask[0] >> (16 * i), opf::reg::EVERY4);
            raw.w[i] = x | x << 1 | x << 2 | x << 3;
        }
    }
    return opf::reg::mask_from(raw);
}
OPF_REG_FN void MaskNot(MaskReg &dst, const MaskReg &src, const MaskReg &mask)
{
    dst = opf::reg::mask_map(src, src, mask, [](auto a, auto, auto m) OPF_LAMBDA { return (decltype(a))(~a & m); });
}
OPF_REG_FN void MaskAnd(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    dst = opf::reg::mask_map(src0, src1, mask,
                             [](auto a, auto b, auto m) OPF_LAMBDA { return (decltype(a))(a & b & m); });
}
OPF_REG_FN void MaskOr(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    dst = opf::reg::mask_map(src0, src1, mask,
                             [](auto a, auto b, auto m) OPF_LAMBDA { return (decltype(a))((a | b) & m); });
}
OPF_REG_FN void MaskXor(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    dst = opf::reg::mask_map(src0, src1, mask,
                             [](auto a, auto b, auto m) OPF_LAMBDA { return (decltype(a))((a ^ b) & m); });
}
OPF_REG_FN void MaskMov(MaskReg &dst, const MaskReg &src, const MaskReg &mask)
{
    dst = opf::reg::mask_map(src, src, mask, [](auto a, auto, auto m) OPF_LAMBDA { return (decltype(a))(a & m); });
}
OPF_REG_FN void MaskMov(MaskReg &dst, const MaskReg &src) { dst = src; }
OPF_REG_FN void MaskSel(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    dst = opf::reg::mask_map(src0, src1, mask, [](auto a, auto b, auto m) OPF_LAMBDA {
        return (decltype(a))((a & m) | (b & ~m));
    });
}
template <typename T>
OPF_REG_FN void MaskInterleave(MaskReg &dst0, MaskReg &dst1, const MaskReg &src0, const MaskReg &src1)
{
    constexpr uint64_t EVEN = opf::reg::group_mask(sizeof(T));
    opf::reg::lane_bits<256> lo, hi;
    for (int i = 0; i < 4; ++i) {
        using opf::reg::bits_deposit;
        using opf::reg::half_word;
        lo.w[i] = bits_deposit(half_word(src0.b8, i), EVEN) | bits_deposit(half_word(src1.b8, i), ~EVEN);
        hi.w[i] = bits_deposit(half_word(src0.b8, i + 4), EVEN) | bits_deposit(half_word(src1.b8, i + 4), ~EVEN);
    }
    dst0 = opf::reg::mask_from(lo);
    dst1 = opf::reg::mask_from(hi);
}
template <typename T>
OPF_REG_FN void MaskDeInterleave(MaskReg &dst0, MaskReg &dst1, const MaskReg &src0, const MaskReg &src1)
{
    constexpr uint64_t EVEN = opf::reg::group_mask(sizeof(T));
    opf::reg::lane_bits<256> even, odd;
    for (int i = 0; i < 4; ++i) {
        const opf::reg::lane_bits<256> &s = i < 2 ? src0.b8 : src1.b8;
        uint64_t a = s.w[(i & 1) * 2], b = s.w[(i & 1) * 2 + 1];
        even.w[i] = opf::reg::bits_extract(a, EVEN) | opf::reg::bits_extract(b, EVEN) << 32;
        odd.w[i] = opf::reg::bits_extract(a, ~EVEN) | opf::reg::bits_extract(b, ~EVEN) << 32;
    }
    dst0 = opf::reg::mask_from(even);
    dst1 = opf::reg::mask_from(odd);
}
/* even bits into the low or high half, the other half zero */
template <HighLowPart part = HighLowPart::LOWEST>
OPF_REG_FN void MaskPack(MaskReg &dst, const MaskReg &src)
{
    opf::reg::lane_bits<256> raw = {};
    constexpr int AT = part == HighLowPart::LOWEST ? 0 : 2;
    raw.w[AT] = src.b16.w[0];
    raw.w[AT + 1] = src.b16.w[1];
    dst = opf::reg::mask_from(raw);
}
/* each bit of the low or high half becomes two, the upper zero */
template <HighLowPart part = HighLowPart::LOWEST>
OPF_REG_FN void MaskUnPack(MaskReg &dst, const MaskReg &src)
{
    constexpr int AT = part == HighLowPart::LOWEST ? 0 : 2;
    opf::reg::lane_bits<128> b;
    b.w[0] = src.b8.w[AT];
    b.w[1] = src.b8.w[AT + 1];
    dst = opf::reg::mask_from(b);
}

/* Current names of the same operations. */
OPF_REG_FN void Not(MaskReg &dst, const MaskReg &src, const MaskReg &mask) { MaskNot(dst, src, mask); }
OPF_REG_FN void And(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    MaskAnd(dst, src0, src1, mask);
}
OPF_REG_FN void Or(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    MaskOr(dst, src0, src1, mask);
}
OPF_REG_FN void Xor(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    MaskXor(dst, src0, src1, mask);
}
OPF_REG_FN void Move(MaskReg &dst, const MaskReg &src, const MaskReg &mask) { MaskMov(dst, src, mask); }
OPF_REG_FN void Move(MaskReg &dst, const MaskReg &src) { MaskMov(dst, src); }
OPF_REG_FN void Select(MaskReg &dst, const MaskReg &src0, const MaskReg &src1, const MaskReg &mask)
{
    MaskSel(dst, src0, src1, mask);
}
template <typename T>
OPF_REG_FN void Interleave(MaskReg &dst0, MaskReg &dst1, const MaskReg &src0, const MaskReg &src1)
{
    MaskInterleave<T>(dst0, dst1, src0, src1);
}
template <typename T>
OPF_REG_FN void DeInterleave(MaskReg &dst0, MaskReg &dst1, const MaskReg &src0, const MaskReg &src1)
{
    MaskDeInterleave<T>(dst0, dst1, src0, src1);
}
template <HighLowPart part = HighLowPart::LOWEST>
OPF_REG_FN void Pack(MaskReg &dst, const MaskReg &src)
{
    MaskPack<part>(dst, src);
}
template <HighLowPart part = HighLowPart::LOWEST>
OPF_REG_FN void UnPack(MaskReg &dst, const MaskReg &src)
{
    MaskUnPack<part>(dst, src);
}
} // namespace Reg
} // namespace AscendC
#endif
