/* Filling, copying and rearranging registers: Duplicate, Move, Select, Interleave, Pack, Squeeze, Gather between
 * registers, Arange, Histograms. */
#ifndef OPF_REG_MOVE_H
#define OPF_REG_MOVE_H

#include "../basic/sync.h"
#include "reg_arith.h"

namespace opf {
namespace reg {
/* Lanes that the mask has, packed to the front; the rest zero. Returns how many. */
template <typename E, int N>
OPF_REG_FN uint32_t squeeze_lanes(vec<E, N> v, const lane_bits<N> &m, vec<E, N> &out)
{
    E buffer[2 * N] = {};
    uint32_t n = 0;
    E in[N];
    store_raw(in, v);
    for (int i = 0; i < N; ++i) {
        buffer[n] = in[i];
        n += (uint32_t)(m.w[i / (8 * (int)sizeof(m.w[0]))] >> (i % (8 * (int)sizeof(m.w[0]))) & 1);
    }
    vec<E, N> r = load_raw<vec<E, N>>(buffer);
    out = pick<E, N>(first_lanes<N>(n), r, (vec<E, N>)0);
    return n;
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
template <typename T = DefaultType, typename U, typename S, opf::reg::if_regs<S> = 0>
OPF_REG_FN void Duplicate(S &dstReg, U scalarValue)
{
    using V = opf::reg::vec<typename opf::reg::of<S>::E, opf::reg::of<S>::N>;
    opf::reg::put(dstReg, (V)opf::reg::lane_for<S>(scalarValue));
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U, typename S,
          opf::reg::if_regs<S> = 0, typename std::enable_if<!opf::reg::is_reg<U>::value, int>::type = 0>
OPF_REG_FN void Duplicate(S &dstReg, U scalarValue, const MaskReg &mask)
{
    using V = opf::reg::vec<typename opf::reg::of<S>::E, opf::reg::of<S>::N>;
    opf::reg::put_masked<mode>(dstReg, (V)opf::reg::lane_for<S>(scalarValue), mask);
}
/* the first (HIGHEST: last) element of the source everywhere */
template <typename T = DefaultType, HighLowPart pos = HighLowPart::LOWEST,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, opf::reg::if_regs<S> = 0>
OPF_REG_FN void Duplicate(S &dstReg, const S &srcReg, const MaskReg &mask)
{
    using V = opf::reg::vec<typename opf::reg::of<S>::E, opf::reg::of<S>::N>;
    constexpr int AT = pos == HighLowPart::LOWEST ? 0 : opf::reg::of<S>::N - 1;
    opf::reg::put_masked<mode>(dstReg, (V)opf::reg::get(srcReg)[AT], mask);
}
#define OPF_REG_MOVE_NAMES(NAME)                                                                                     \
    template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, typename U,                     \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void NAME(U &dstReg, const U &srcReg, const MaskReg &mask)                                            \
    {                                                                                                                \
        opf::reg::put_masked<mode>(dstReg, opf::reg::get(srcReg), mask);                                             \
    }                                                                                                                \
    template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>                                        \
    OPF_REG_FN void NAME(U &dstReg, const U &srcReg)                                                                 \
    {                                                                                                                \
        dstReg = srcReg;                                                                                             \
    }
OPF_REG_MOVE_NAMES(Move)
OPF_REG_MOVE_NAMES(Copy)

template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Select(U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &mask)
{
    constexpr int N = opf::reg::of<U>::N;
    using E = typename opf::reg::of<U>::E;
    opf::reg::put(dstReg, opf::reg::pick<E, N>(opf::reg::mask_lanes<N>(mask), opf::reg::get(srcReg0),
                                               opf::reg::get(srcReg1)));
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Interleave(U &dstReg0, U &dstReg1, const U &srcReg0, const U &srcReg1)
{
    auto a = opf::reg::get(srcReg0), b = opf::reg::get(srcReg1);
    opf::reg::put(dstReg0, opf::reg::zip<0>(a, b));
    opf::reg::put(dstReg1, opf::reg::zip<opf::reg::of<U>::N / 2>(a, b));
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void DeInterleave(U &dstReg0, U &dstReg1, const U &srcReg0, const U &srcReg1)
{
    auto a = opf::reg::get(srcReg0), b = opf::reg::get(srcReg1);
    opf::reg::put(dstReg0, opf::reg::pluck<0, 2>(a, b));
    opf::reg::put(dstReg1, opf::reg::pluck<1, 2>(a, b));
}
/* low half of each element into the low or high half of dst, the other half zero */
template <typename T = DefaultType, typename U = DefaultType, HighLowPart part = HighLowPart::LOWEST, typename S,
          typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void Pack(S &dstReg, const V &srcReg)
{
    using DE = typename opf::reg::of<S>::E;
    using SU = opf::reg::uint_as<typename V::ActualT>;
    using DU = opf::reg::uint_as<typename S::ActualT>;
    constexpr int N = opf::reg::of<V>::N;
    static_assert(sizeof(SU) == 2 * sizeof(DU), "Pack: the destination type is half as wide as the source type");
    opf::reg::vec<DU, N> low = __builtin_convertvector(
        opf::bits<opf::reg::vec<SU, N>>(opf::reg::get(srcReg)), opf::reg::vec<DU, N>);
    if constexpr (opf::reg::of<S>::N == N) {
        opf::reg::put(dstReg, opf::bits<opf::reg::vec<DE, N>>(low));
    } else {
        opf::reg::vec<DU, N> zero = 0;
        auto r = part == HighLowPart::LOWEST ? opf::reg::join(low, zero) : opf::reg::join(zero, low);
        opf::reg::put(dstReg, opf::bits<opf::reg::vec<DE, 2 * N>>(r));
    }
}
/* low or high half of src, each element widened with zeros or its sign */
template <typename T = DefaultType, typename U = DefaultType, HighLowPart part = HighLowPart::LOWEST, typename S,
          typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void UnPack(S &dstReg, const V &srcReg)
{
    using SE = typename opf::reg::of<V>::E;
    using DE = typename opf::reg::of<S>::E;
    constexpr int N = opf::reg::of<S>::N, SN = opf::reg::of<V>::N;
    static_assert(sizeof(DE) == 2 * sizeof(SE), "UnPack: the destination type is twice as wide as the source type");
    constexpr int AT = part == HighLowPart::HIGHEST && SN > N ? N : 0;
    opf::reg::vec<SE, N> half_of = opf::reg::take<AT, 1, N>(opf::reg::get(srcReg));
    opf::reg::put(dstReg, __builtin_convertvector(half_of, opf::reg::vec<DE, N>));
}
/* SPR AR: bytes stored so far in the low word; the high word is what Squeeze<STORE_REG> left for the next store */
#define OPF_REG_SQUEEZE_NAMES(NAME)                                                                                  \
    template <typename T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, typename U,             \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void NAME(U &dstReg, const U &srcReg, const MaskReg &mask)                                            \
    {                                                                                                                \
        constexpr int N = opf::reg::of<U>::N;                                                                        \
        using E = opf::reg::uint_as<typename U::ActualT>;                                                            \
        opf::reg::vec<E, N> out;                                                                                     \
        uint32_t n = opf::reg::squeeze_lanes<E, N>(opf::bits<opf::reg::vec<E, N>>(opf::reg::get(srcReg)),            \
                                                   opf::reg::mask_lanes<N>(mask), out);                              \
        opf::reg::put(dstReg, opf::bits<opf::reg::vec<typename opf::reg::of<U>::E, N>>(out));                        \
        if constexpr (store == GatherMaskMode::STORE_REG) {                                                          \
            uint64_t at = (uint32_t)opf_this_core->ar;                                                               \
            opf_this_core->ar = at | (uint64_t)(n * sizeof(E)) << 32;                                                \
        }                                                                                                            \
    }
OPF_REG_SQUEEZE_NAMES(Squeeze)
OPF_REG_SQUEEZE_NAMES(GatherMask)

/* dst[i] = how many of the lanes below i the mask has */
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Unsqueeze(U &dstReg, const MaskReg &mask)
{
    constexpr int N = opf::reg::of<U>::N;
    using E = typename opf::reg::of<U>::E;
    const auto &m = opf::reg::mask_lanes<N>(mask);
    constexpr int W = 8 * (int)sizeof(m.w[0]);
    E out[N], n = 0;
    for (int i = 0; i < N; ++i) {
        out[i] = n;
        n = (E)(n + (E)(m.w[i / W] >> (i % W) & 1));
    }
    opf::reg::put(dstReg, opf::reg::load_raw<opf::reg::vec<E, N>>(out));
}
using AscendC::ClearSpr;
using AscendC::GetSpr;
/* dst[i] = src[index[i] modulo lanes] */
template <typename T = DefaultType, typename U = DefaultType, typename S, typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void Gather(S &dstReg, const S &srcReg, const V &indexReg)
{
    constexpr int N = opf::reg::of<S>::N;
    using E = opf::reg::uint_as<typename S::ActualT>;
    using I = opf::reg::uint_as<typename V::ActualT>;
    static_assert(sizeof(E) == sizeof(I), "Gather: the index type is as wide as the element type");
    E in[N], out[N];
    I at[N];
    opf::reg::store_raw(in, opf::bits<opf::reg::vec<E, N>>(opf::reg::get(srcReg)));
    opf::reg::store_raw(at, opf::bits<opf::reg::vec<I, N>>(opf::reg::get(indexReg)));
    for (int i = 0; i < N; ++i) {
        out[i] = in[at[i] % N];
    }
    auto r = opf::reg::load_raw<opf::reg::vec<E, N>>(out);
    opf::reg::put(dstReg, opf::bits<opf::reg::vec<typename opf::reg::of<S>::E, N>>(r));
}
/* s, s+1, ... or, decreasing, ... s+1, s */
template <typename T = DefaultType, IndexOrder order = IndexOrder::INCREASE_ORDER, typename U, typename S,
          opf::reg::if_regs<S> = 0>
OPF_REG_FN void Arange(S &dstReg, U scalarValue)
{
    constexpr int N = opf::reg::of<S>::N;
    using O = opf::reg::of<S>;
    using C = typename std::conditional<O::is_int, opf::reg::uint_as<typename S::ActualT>, float>::type;
    opf::reg::vec<C, N> i = opf::reg::iota<C, N>();
    if constexpr (order == IndexOrder::DECREASE_ORDER) {
        i = (C)(N - 1) - i;
    }
    if constexpr (O::is_int) {
        i = i + (opf::reg::vec<C, N>)(C)scalarValue;
        opf::reg::put(dstReg, opf::bits<opf::reg::vec<typename O::E, N>>(i));
    } else {
        i = i + (opf::reg::vec<C, N>)(float)opf::reg::scalar_for<S>(scalarValue);
        if constexpr (O::is_half) {
            opf::reg::put(dstReg, opf::reg::to_half<N>(i));
        } else {
            opf::reg::put(dstReg, opf::reg::as_lanes<S>(i));
        }
    }
}
/* adds to 128 counters how often each value of BIN0 (0..127) or BIN1 (128..255) occurs, or how many values are not
 * above it */
template <typename T = DefaultType, typename U = DefaultType, HistogramsBinType mode, HistogramsType type, typename S,
          typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void Histograms(V &dstReg, const S &srcReg, const MaskReg &mask)
{
    static_assert(mode == HistogramsBinType::BIN0 || mode == HistogramsBinType::BIN1,
                  "Histograms: only BIN0 and BIN1 exist");
    uint8_t in[256];
    uint16_t count[256] = {};
    opf::reg::store_raw(in, opf::bits<opf::reg::vec<uint8_t, 256>>(srcReg.reg[0]));
    for (int i = 0; i < 256; i += 64) { /* of wider elements few bits are set */
        for (uint64_t left = mask.b8.w[i / 64]; left != 0; left &= left - 1) {
            ++count[in[i + __builtin_ctzll(left)]];
        }
    }
    constexpr int AT = mode == HistogramsBinType::BIN0 ? 0 : 128;
    if constexpr (type == HistogramsType::ACCUMULATE) {
        for (int i = 1; i < 256; ++i) {
            count[i] = (uint16_t)(count[i] + count[i - 1]);
        }
    }
    auto add = opf::reg::load_raw<opf::reg::vec<uint16_t, 128>>(count + AT);
    dstReg.reg[0] = opf::bits<typename V::RegType>(opf::bits<opf::reg::vec<uint16_t, 128>>(dstReg.reg[0]) + add);
}
} // namespace Reg
} // namespace AscendC
#endif
