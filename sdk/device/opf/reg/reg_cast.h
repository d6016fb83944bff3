/* Cast and Truncate between register types. The element functions are those of core/convert.h; the pairs that
 * operators use most have vector code here. Which lane of a wider element is read or written is RegLayout; the mask
 * belongs to the source (public pages: Cast, RegLayout). */
#ifndef OPF_REG_CAST_H
#define OPF_REG_CAST_H

#include "../core/convert.h"
#include "reg_low_precision.h"
#include "reg_reduce.h"

namespace opf {
namespace reg {
/* Saturation: CTRL[60] = 1 makes it global (48 float results, 59 integer results, 0 = saturate), else the trait says. */
template <AscendC::Reg::SatMode SAT>
OPF_REG_FN bool saturates(int ctrl_bit)
{
    uint64_t ctrl = opf_this_core->ctrl;
    return (ctrl >> 60 & 1) != 0 ? (ctrl >> ctrl_bit & 1) == 0 : SAT == AscendC::Reg::SatMode::SAT;
}
template <AscendC::RoundMode MODE, int N>
OPF_REG_FN vf<N> round_lanes(vf<N> x)
{
    constexpr RM m = plain_mode(MODE);
    if constexpr (m == RM::CAST_FLOOR) {
        return __builtin_elementwise_floor(x);
    } else if constexpr (m == RM::CAST_CEIL) {
        return __builtin_elementwise_ceil(x);
    } else if constexpr (m == RM::CAST_TRUNC) {
        return __builtin_elementwise_trunc(x);
    } else if constexpr (m == RM::CAST_ROUND) {
        vf<N> s = bits<vf<N>>((bits<vu<N>>(x) & 0x80000000u) | 0x3effffffu); /* just below a half, signed */
        return __builtin_elementwise_trunc(x + s);
    } else if constexpr (m == RM::CAST_RINT) {
        return __builtin_elementwise_roundeven(x);
    } else {
        vf<N> t = __builtin_elementwise_trunc(x);
        auto even = __builtin_elementwise_trunc(t * 0.5f) * 2.0f == t;
        vf<N> one = bits<vf<N>>((bits<vu<N>>(x) & 0x80000000u) | 0x3f800000u);
        return (t != x) & even ? t + one : t;
    }
}
/* lane by lane, in a loop that the compiler vectorises */
template <typename To, typename From, AscendC::RoundMode MODE, bool SATF, bool SATI, int N>
OPF_REG_FN vec<lane<To>, N> cast_loop(vec<lane<From>, N> v)
{
    From in[N];
    To out[N];
    store_raw(in, v);
    for (int i = 0; i < N; ++i) {
        out[i] = opf::convert<To, MODE, SATF, SATI>(in[i]);
    }
    return load_raw<vec<lane<To>, N>>(out);
}
/* Integral floats that do not fit: the low bits of the integer, infinities to the extremes, NaN to zero. */
template <typename To, int N>
__attribute__((noinline)) vec<To, N> wrap_floats(vf<N> r)
{
    float in[N];
    To out[N];
    store_raw(in, r);
    for (int i = 0; i < N; ++i) {
        bool inf = __builtin_fabsf(in[i]) == __builtin_inff();
        out[i] = inf ? (in[i] > 0 ? limits<To>::max : limits<To>::min) : integral_to_int<To, false>(in[i]);
    }
    return load_raw<vec<To, N>>(out);
}
template <typename To, AscendC::RoundMode MODE, AscendC::Reg::SatMode SAT, int N>
OPF_REG_FN vec<To, N> float_to_int(vf<N> x)
{
    vf<N> r = round_lanes<MODE, N>(x);
    bool sat = saturates<SAT>(59);
    float lo, hi;
    if constexpr (sizeof(To) < 4) {
        lo = sat ? (float)limits<To>::min : -2147483648.0f;
        hi = sat ? (float)limits<To>::max : 2147483520.0f;
    } else {
        lo = -2147483648.0f;
        hi = 2147483520.0f; /* the largest float below 2^31 */
    }
    vf<N> c = r < lo ? (vf<N>)lo : r;
    c = c > hi ? (vf<N>)hi : c;
    c = r == r ? c : (vf<N>)0.0f;
    vec<int32_t, N> i = __builtin_convertvector(c, vec<int32_t, N>);
    if constexpr (sizeof(To) == 4) {
        i = r >= 2147483648.0f ? (vec<int32_t, N>)2147483647 : i;
    }
    vec<To, N> out = __builtin_convertvector(i, vec<To, N>);
    if (__builtin_expect(!sat, 0)) {
        vec<int32_t, N> far = (bits<vec<int32_t, N>>(r) & 0x7fffffff) >= 0x4f000000; /* |r| >= 2^31 or NaN */
        lane_bits<N> any = compress<int32_t, N>(far);
        uint64_t all = 0;
        for (int k = 0; k < (int)(sizeof(any.w) / sizeof(any.w[0])); ++k) {
            all |= any.w[k];
        }
        if (all != 0) {
            return wrap_floats<To, N>(r);
        }
    }
    return out;
}
template <typename To, typename From, const AscendC::Reg::CastTrait &TRAIT, int N>
OPF_REG_FN vec<lane<To>, N> cast_low(vec<lane<From>, N> v);
template <typename To, typename From, const AscendC::Reg::CastTrait &TRAIT, int N>
OPF_REG_FN vec<lane<To>, N> cast_lanes(vec<lane<From>, N> v)
{
    constexpr AscendC::RoundMode MODE = TRAIT.roundMode;
    constexpr bool RINT = plain_mode(MODE) == RM::CAST_RINT;
    constexpr AscendC::Reg::SatMode SAT = TRAIT.satMode;
    constexpr bool from_f = std::is_same<From, float>::value, to_f = std::is_same<To, float>::value;
    constexpr bool ints = is_int<From> && is_int<To>;
    if constexpr (std::is_same<To, From>::value && !from_f) {
        return v;
    } else if constexpr (low::is_low<To> || low::is_low<From>) {
        return cast_low<To, From, TRAIT, N>(v);
    } else if constexpr (is_half<From> && to_f) {
        return from_half<N>(v);
    } else if constexpr (is_bf16<From> && to_f) {
        return from_bf16<N>(v);
    } else if constexpr (from_f && is_half<To> && RINT) {
        if (saturates<SAT>(48)) {
            v = v > 65504.0f ? (vf<N>)65504.0f : v;
            v = v < -65504.0f ? (vf<N>)-65504.0f : v;
            v = v == v ? v : (vf<N>)0.0f;
        }
        return to_half<N>(v);
    } else if constexpr (from_f && is_bf16<To> && RINT) {
        vec<uint16_t, N> r = to_bf16<N>(v);
        if (saturates<SAT>(48)) {
            auto mag = r & (uint16_t)0x7fff;
            r = mag > (uint16_t)0x7f80 ? (vec<uint16_t, N>)(uint16_t)0 : r;
            r = mag == (uint16_t)0x7f80 ? (r & (uint16_t)0x8000) | (uint16_t)0x7f7f : r;
        }
        return r;
    } else if constexpr (from_f && is_int<To> && (sizeof(To) < 4 || std::is_same<To, int32_t>::value)) {
        return float_to_int<To, MODE, SAT, N>(v);
    } else if constexpr (is_half<From> && is_int<To> && (sizeof(To) < 4 || std::is_same<To, int32_t>::value)) {
        return float_to_int<To, MODE, SAT, N>(from_half_opaque<N>(v));
    } else if constexpr (is_bf16<From> && is_int<To> && (sizeof(To) < 4 || std::is_same<To, int32_t>::value)) {
        return float_to_int<To, MODE, SAT, N>(from_bf16<N>(v));
    } else if constexpr (std::is_same<From, int32_t>::value && to_f && RINT) {
        return __builtin_convertvector(v, vf<N>);
    } else if constexpr (is_int<From> && sizeof(From) < 4 && to_f) {
        return __builtin_convertvector(v, vf<N>);
    } else if constexpr (is_int<From> && sizeof(From) == 1 && is_half<To>) {
        return to_half<N>(__builtin_convertvector(v, vf<N>));
    } else if constexpr (ints && sizeof(To) > sizeof(From)) {
        if constexpr (std::is_signed<From>::value && !std::is_signed<To>::value) {
            v = v < 0 ? (vec<lane<From>, N>)0 : v; /* only saturating */
        }
        return __builtin_convertvector(v, vec<lane<To>, N>);
    } else if constexpr (ints) {
        if (saturates<SAT>(59)) {
            return cast_loop<To, From, MODE, false, true, N>(v);
        }
        return __builtin_convertvector(v, vec<lane<To>, N>);
    } else if constexpr (is_int<To>) {
        if (saturates<SAT>(59)) {
            return cast_loop<To, From, MODE, false, true, N>(v);
        }
        if constexpr (from_f) {
            return wrap_floats<To, N>(round_lanes<MODE, N>(v));
        } else {
            return cast_loop<To, From, MODE, false, false, N>(v);
        }
    } else {
        if (saturates<SAT>(48)) {
            return cast_loop<To, From, MODE, true, true, N>(v);
        }
        return cast_loop<To, From, MODE, false, true, N>(v);
    }
}
/* Casts from and to the 8- and 4-bit formats, lane by lane. A pair of 4-bit values stands against two 16-bit ones, so
 * there a "lane" of the wide side is two elements. Kernels for several types hold calls for other widths that never
 * run: those compile, and a launch that reaches one ends. */
template <typename To, typename From, const AscendC::Reg::CastTrait &TRAIT, int N>
OPF_REG_FN vec<uint32_t, N> cast_pairs_up(vec<uint8_t, N> v)
{
    if constexpr (sizeof(To) != 2) {
        opf_rt_fault(OPF_FAULT_BAD_ARGUMENT, "Cast", "pairs of 4-bit values convert to 16-bit types only, dst has %d bytes",
                     (int)sizeof(To));
    } else {
        uint8_t in[N];
        To out[2 * N];
        store_raw(in, v);
        for (int i = 0; i < N; ++i) {
            out[2 * i] = low::widen_low<To, From>(in[i] & 15);
            out[2 * i + 1] = low::widen_low<To, From>(in[i] >> 4);
        }
        return load_raw<vec<uint32_t, N>>(out);
    }
}
template <typename To, typename From, const AscendC::Reg::CastTrait &TRAIT, int N>
OPF_REG_FN vec<uint8_t, N> cast_pairs_down(vec<uint32_t, N> v)
{
    if constexpr (sizeof(From) != 2) {
        opf_rt_fault(OPF_FAULT_BAD_ARGUMENT, "Cast", "only 16-bit types convert to pairs of 4-bit values, src has %d bytes",
                     (int)sizeof(From));
    } else {
        From in[2 * N];
        uint8_t out[N];
        store_raw(in, v);
        bool sat = saturates<TRAIT.satMode>(59);
        for (int i = 0; i < N; ++i) {
            out[i] = (uint8_t)(low::narrow_low<To, TRAIT.roundMode>(in[2 * i], sat, false) |
                               low::narrow_low<To, TRAIT.roundMode>(in[2 * i + 1], sat, false) << 4);
        }
        return load_raw<vec<uint8_t, N>>(out);
    }
}
template <typename To, typename From, const AscendC::Reg::CastTrait &TRAIT, int N>
OPF_REG_FN vec<lane<To>, N> cast_low(vec<lane<From>, N> v)
{
    if constexpr (low::is_low<From>) {
        uint8_t in[N];
        To out[N];
        store_raw(in, v);
        for (int i = 0; i < N; ++i) {
            out[i] = low::widen_low<To, From>(in[i]);
        }
        return load_raw<vec<lane<To>, N>>(out);
    } else {
        From in[N];
        uint8_t out[N];
        store_raw(in, v);
        bool sat = saturates<TRAIT.satMode>(48), keep = (opf_this_core->ctrl >> 50 & 1) != 0;
        for (int i = 0; i < N; ++i) {
            out[i] = low::narrow_low<To, TRAIT.roundMode>(in[i], sat, keep);
        }
        return load_raw<vec<lane<To>, N>>(out);
    }
}
/* the mask's bits of every RATIO-th source lane, starting at AT */
template <int NS, int RATIO, int AT>
OPF_REG_FN lane_bits<NS / RATIO> sub_lanes(const mask_reg &m)
{
    if constexpr (AT == 0) {
        return mask_lanes<NS / RATIO>(m);
    } else {
        lane_bits<256> raw = m.b8;
        for (int i = 0; i < 4; ++i) {
            raw.w[i] >>= AT * (256 / NS);
        }
        return mask_lanes<NS / RATIO>(mask_from(raw));
    }
}
template <typename E, int N, int RATIO, int AT, int... I>
OPF_REG_FN vec<E, N * RATIO> space_seq(vec<E, N> v, std::integer_sequence<int, I...>)
{
    vec<E, N> zero = (E)0;
    return __builtin_shufflevector(v, zero, (I % RATIO == AT ? I / RATIO : N)...);
}
/* lane i goes to lane i * RATIO + AT, zeros between */
template <int RATIO, int AT, typename E, int N>
OPF_REG_FN vec<E, N * RATIO> space_out(vec<E, N> v)
{
    using W = uint_as<E>;
    if constexpr (RATIO == 2 && sizeof(E) <= 4) {
        using D = typename uint_of_size<2 * (int)sizeof(E)>::type;
        vec<D, N> w = __builtin_convertvector(bits<vec<W, N>>(v), vec<D, N>) << (D)(AT * 8 * sizeof(E));
        return bits<vec<E, N * RATIO>>(w);
    } else if constexpr (RATIO == 4 && sizeof(E) <= 2) {
        using D = typename uint_of_size<4 * (int)sizeof(E)>::type;
        vec<D, N> w = __builtin_convertvector(bits<vec<W, N>>(v), vec<D, N>) << (D)(AT * 8 * sizeof(E));
        return bits<vec<E, N * RATIO>>(w);
    } else {
        return space_seq<E, N, RATIO, AT>(v, std::make_integer_sequence<int, N * RATIO>{});
    }
}
template <int RATIO, int AT, typename E, int N>
OPF_REG_FN vec<E, N / RATIO> pull_in(vec<E, N> v)
{
    using D = typename uint_of_size<RATIO * (int)sizeof(E)>::type;
    vec<D, N / RATIO> w = bits<vec<D, N / RATIO>>(v) >> (D)(AT * 8 * sizeof(E));
    return bits<vec<E, N / RATIO>>(__builtin_convertvector(w, vec<uint_as<E>, N / RATIO>));
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
template <typename T = DefaultType, typename U = DefaultType, const CastTrait &trait = castTrait, typename S,
          typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void Cast(S &dstReg, const V &srcReg, const MaskReg &mask)
{
    using opf::reg::of;
    using To = typename S::ActualT;
    using From = typename V::ActualT;
    using DE = typename of<S>::E;
    constexpr int NS = of<V>::N, ND = of<S>::N;
    constexpr MaskMergeMode MODE =
        trait.mrgMode == MaskMergeMode::MERGING ? MaskMergeMode::MERGING : MaskMergeMode::ZEROING;
    constexpr int AT = trait.layoutMode == RegLayout::UNKNOWN ? 0 : (int)trait.layoutMode;
    auto src = opf::reg::get(srcReg);
    if constexpr (opf::low::is_pair<From> && !opf::low::is_pair<To>) {
        auto some = opf::reg::pull_in<4, AT>(src);
        auto r = opf::reg::cast_pairs_up<To, From, trait, 64>(some);
        opf::reg::lane_bits<64> on = opf::reg::sub_lanes<256, 4, AT>(mask);
        r = opf::reg::pick<uint32_t, 64>(on, r, (opf::reg::vec<uint32_t, 64>)0u);
        dstReg.reg[0] = opf::bits<typename S::RegType>(r);
    } else if constexpr (opf::low::is_pair<To> && !opf::low::is_pair<From>) {
        auto wide = opf::bits<opf::reg::vec<uint32_t, 64>>(src);
        auto r = opf::reg::cast_pairs_down<To, From, trait, 64>(wide);
        r = opf::reg::pick<uint8_t, 64>(mask.b32, r, (opf::reg::vec<uint8_t, 64>)(uint8_t)0);
        dstReg.reg[0] = opf::bits<typename S::RegType>(opf::reg::space_out<4, AT>(r));
    } else if constexpr (NS == ND) {
        opf::reg::vec<DE, ND> r = opf::reg::cast_lanes<To, From, trait, ND>(src);
        opf::reg::put_masked<MODE>(dstReg, r, mask);
    } else if constexpr (NS > ND) {
        constexpr int RATIO = NS / ND;
        static_assert(AT < RATIO, "Cast: RegLayout names a lane that the wider element does not have");
        auto some = opf::reg::pull_in<RATIO, AT>(src);
        opf::reg::vec<DE, ND> r = opf::reg::cast_lanes<To, From, trait, ND>(some);
        opf::reg::lane_bits<ND> on = opf::reg::sub_lanes<NS, RATIO, AT>(mask);
        opf::reg::vec<DE, ND> off = (DE)0;
        if constexpr (MODE == MaskMergeMode::MERGING) {
            off = opf::reg::get(dstReg);
        }
        opf::reg::put(dstReg, opf::reg::pick<DE, ND>(on, r, off));
    } else {
        constexpr int RATIO = ND / NS;
        static_assert(AT < RATIO, "Cast: RegLayout names a lane that the wider element does not have");
        opf::reg::vec<DE, NS> r = opf::reg::cast_lanes<To, From, trait, NS>(src);
        r = opf::reg::pick<DE, NS>(opf::reg::mask_lanes<NS>(mask), r, (opf::reg::vec<DE, NS>)(DE)0);
        opf::reg::put(dstReg, opf::reg::space_out<RATIO, AT>(r));
    }
}
/* to an integral value of the same type */
template <typename T = DefaultType, RoundMode roundMode = RoundMode::CAST_NONE,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, opf::reg::if_regs<S> = 0>
OPF_REG_FN void Truncate(S &dstReg, const S &srcReg, const MaskReg &mask)
{
    auto r = opf::reg::round_lanes<roundMode, opf::reg::of<S>::N>(opf::reg::real(srcReg));
    opf::reg::put_masked<mode>(dstReg, opf::reg::unreal<S>(r), mask);
}
/* src * scalar rounded half away from zero to half, in the lane that layout names */
inline constexpr CastTrait opfMulsCast0 = {RegLayout::ZERO, SatMode::NO_SAT, MaskMergeMode::ZEROING,
                                           RoundMode::CAST_ROUND};
inline constexpr CastTrait opfMulsCast1 = {RegLayout::ONE, SatMode::NO_SAT, MaskMergeMode::ZEROING,
                                           RoundMode::CAST_ROUND};
template <typename T0 = DefaultType, typename T1 = DefaultType, typename T2, RegLayout layout = RegLayout::ZERO,
          typename T3, typename T4, opf::reg::if_regs<T3, T4> = 0>
OPF_REG_FN void MulsCast(T3 &dstReg, const T4 &srcReg, T2 scalarValue, const MaskReg &mask)
{
    T4 product;
    Muls(product, srcReg, scalarValue, mask);
    if constexpr (layout == RegLayout::ONE) {
        Cast<T0, T1, opfMulsCast1>(dstReg, product, mask);
    } else {
        Cast<T0, T1, opfMulsCast0>(dstReg, product, mask);
    }
}
} // namespace Reg
} // namespace AscendC
#endif
