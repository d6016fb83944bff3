/* Compare and Compares: one predicate bit per element, zero where the mask is off. 16-bit floats are compared as
 * integers, which x86 does four times faster than by way of float. */
#ifndef OPF_REG_COMPARE_H
#define OPF_REG_COMPARE_H

#include "reg_move.h"

namespace opf {
namespace reg {
template <AscendC::CMPMODE MODE, typename V>
OPF_REG_FN auto compare_lanes(V a, V b)
{
    using M = AscendC::CMPMODE;
    if constexpr (MODE == M::LT) {
        return a < b;
    } else if constexpr (MODE == M::GT) {
        return a > b;
    } else if constexpr (MODE == M::EQ) {
        return a == b;
    } else if constexpr (MODE == M::LE) {
        return a <= b;
    } else if constexpr (MODE == M::GE) {
        return a >= b;
    } else {
        return a != b;
    }
}
template <AscendC::CMPMODE MODE, typename R>
OPF_REG_FN void compare_regs(mask_reg &dst, const R &a, const R &b, const mask_reg &m)
{
    constexpr int N = of<R>::N;
    lane_bits<N> c;
    if constexpr (is_short_float<R>) {
        s16 x = short_bits(a), y = short_bits(b);
        s16 ordered = ~(short_nan<R>(x) | short_nan<R>(y));
        x = (x & (int16_t)0x7fff) == 0 ? (s16)0 : short_key(x);
        y = (y & (int16_t)0x7fff) == 0 ? (s16)0 : short_key(y);
        s16 r = compare_lanes<MODE>(x, y);
        c = compress<int16_t, N>(MODE == AscendC::CMPMODE::NE ? r | ~ordered : r & ordered);
    } else {
        auto r = compare_lanes<MODE>(get(a), get(b));
        c = compress<int_as<typename of<R>::E>, N>(r);
    }
    const lane_bits<N> &on = mask_lanes<N>(m);
    for (int i = 0; i < (int)(sizeof(c.w) / sizeof(c.w[0])); ++i) {
        c.w[i] &= on.w[i];
    }
    dst = mask_from(c);
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Compare(MaskReg &dst, const U &srcReg0, const U &srcReg1, const MaskReg &mask)
{
    opf::reg::compare_regs<mode>(dst, srcReg0, srcReg1, mask);
}
#define OPF_REG_COMPARES_NAMES(NAME)                                                                                 \
    template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename U, typename S,                          \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void NAME(MaskReg &dst, const U &srcReg, S scalarValue, const MaskReg &mask)                          \
    {                                                                                                                \
        U other;                                                                                                     \
        Duplicate(other, scalarValue);                                                                               \
        opf::reg::compare_regs<mode>(dst, srcReg, other, mask);                                                      \
    }
OPF_REG_COMPARES_NAMES(Compares)
OPF_REG_COMPARES_NAMES(CompareScalar)
} // namespace Reg
} // namespace AscendC
#endif
