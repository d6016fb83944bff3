/* Reductions inside a register, always as a binary tree over neighbours (public page: Reduce, order of the sum). */
#ifndef OPF_REG_REDUCE_H
#define OPF_REG_REDUCE_H

#include "reg_compare.h"

namespace opf {
namespace reg {
template <typename R>
struct tree_sum {
    template <typename V>
    OPF_REG_FN static V run(V a, V b)
    {
        return op_add::run(a, b);
    }
};
template <typename R, bool MAX>
struct tree_pick {
    template <typename V>
    OPF_REG_FN static V run(V a, V b)
    {
        if constexpr (is_short_float<R>) {
            V ka = a ^ ((a >> 15) & (int16_t)0x7fff), kb = b ^ ((b >> 15) & (int16_t)0x7fff);
            V r = (MAX ? ka > kb : ka < kb) ? a : b;
            r = (b & (int16_t)0x7fff) > short_inf<R> ? b : r;
            return (a & (int16_t)0x7fff) > short_inf<R> ? a : r;
        } else {
            return op_pick<MAX>::run(a, b);
        }
    }
};
/* halves the lanes until M are left */
template <typename OP, int M, typename E, int N>
OPF_REG_FN vec<E, M> tree(vec<E, N> v)
{
    if constexpr (N == M) {
        return v;
    } else {
        return tree<OP, M>(OP::run(take<0, 2, N / 2>(v), take<1, 2, N / 2>(v)));
    }
}
/* lanes ODD, ODD + 2 of every four of a, then of b: shuffles that stay within 16 bytes */
template <int ODD, typename E, int... I>
OPF_REG_FN vec<E, 16> half_of_fours_seq(vec<E, 16> a, vec<E, 16> b, std::integer_sequence<int, I...>)
{
    return __builtin_shufflevector(a, b, (I / 4 * 4 + I % 4 / 2 * 16 + I % 2 * 2 + ODD)...);
}
template <int ODD, typename E>
OPF_REG_FN vec<E, 16> half_of_fours(vec<E, 16> a, vec<E, 16> b)
{
    return half_of_fours_seq<ODD, E>(a, b, std::make_integer_sequence<int, 16>{});
}
template <int... I, typename E, int N>
OPF_REG_FN vec<E, (int)sizeof...(I)> lanes_at(vec<E, N> v)
{
    return __builtin_shufflevector(v, v, I...);
}
/* tree<OP, 1> of 64 lanes of four bytes, the same pairs in another order of lanes: four lanes that follow each other
 * end in one, beside those of the other three quarters */
template <typename OP, typename E>
OPF_REG_FN E tree_of_fours(vec<E, 64> v)
{
    static_assert(sizeof(E) == 4, "tree_of_fours: lanes of four bytes");
    vec<E, 16> a = take<0, 1, 16>(v), b = take<16, 1, 16>(v), c = take<32, 1, 16>(v), d = take<48, 1, 16>(v);
    vec<E, 16> ab = OP::run(half_of_fours<0>(a, b), half_of_fours<1>(a, b));
    vec<E, 16> cd = OP::run(half_of_fours<0>(c, d), half_of_fours<1>(c, d));
    vec<E, 16> fours = OP::run(half_of_fours<0>(ab, cd), half_of_fours<1>(ab, cd));
    vec<E, 8> eights = OP::run(lanes_at<0, 1, 2, 3, 8, 9, 10, 11>(fours), lanes_at<4, 5, 6, 7, 12, 13, 14, 15>(fours));
    vec<E, 4> quarters = OP::run(take<0, 1, 4>(eights), take<4, 1, 4>(eights));
    vec<E, 4> halves = OP::run(lanes_at<0, 2, 0, 2>(quarters), lanes_at<1, 3, 1, 3>(quarters));
    vec<E, 4> whole = OP::run(halves, lanes_at<1, 0, 3, 2>(halves));
    return whole[0];
}
/* the whole register in one lane */
template <typename OP, typename E, int N>
OPF_REG_FN E tree_of_all(vec<E, N> v)
{
    if constexpr (sizeof(E) == 4 && N >= 64) {
        return tree_of_fours<OP>(tree<OP, 64>(v));
    } else {
        return tree<OP, 1>(tree<OP, 2>(v))[0];
    }
}
/* neutral element of MAX or MIN as a storage lane */
template <typename R, bool MAX>
constexpr auto neutral()
{
    using E = typename of<R>::E;
    if constexpr (is_short_float<R>) {
        return (int16_t)(MAX ? (short_inf<R> | (int16_t)0x8000) : short_inf<R>);
    } else if constexpr (std::is_floating_point<E>::value) {
        return MAX ? -__builtin_inff() : __builtin_inff();
    } else {
        constexpr bool S = std::is_signed<E>::value;
        constexpr E HIGH = (E)(S ? (uint_as<E>)~(uint_as<E>)0 >> 1 : (uint_as<E>)~(uint_as<E>)0);
        return MAX ? (E)(S ? -HIGH - 1 : 0) : HIGH;
    }
}
/* lanes to take the extreme of: storage, or int16 bits of the 16-bit floats */
template <typename R>
OPF_REG_FN auto ordered_lanes(const R &r)
{
    if constexpr (is_short_float<R>) {
        return short_bits(r);
    } else {
        return get(r);
    }
}
template <bool MAX, typename R>
OPF_REG_FN auto extreme_lanes(const R &src, const mask_reg &m)
{
    auto v = ordered_lanes(src);
    using V = decltype(v);
    using E = typename vec_of<V>::E;
    return pick<E, of<R>::N>(mask_lanes<of<R>::N>(m), v, (V)(E)neutral<R, MAX>());
}
template <typename R, typename V>
OPF_REG_FN void put_front(R &dst, V few)
{
    using E = typename of<R>::E;
    constexpr int N = of<R>::N;
    E out[N] = {};
    store_raw(out, few);
    put(dst, load_raw<vec<E, N>>(out));
}
/* source lanes of a sum, widened when the destination is wider, zero where the mask is off */
template <typename D, typename S>
OPF_REG_FN auto sum_lanes(const S &src, const mask_reg &m)
{
    constexpr int N = of<S>::N;
    auto v = value(src);
    using V = decltype(v);
    using E = typename vec_of<V>::E;
    auto off = expand<E, N>(mask_lanes<N>(m));
    v = off ? v : (V)(E)0;
    if constexpr (of<S>::is_int && sizeof(typename of<D>::T) > sizeof(typename of<S>::T)) {
        return __builtin_convertvector(v, vec<typename of<D>::E, N>);
    } else {
        return v;
    }
}
template <typename D, typename V>
OPF_REG_FN void put_sums(D &dst, V sums)
{
    if constexpr (of<D>::is_bf16) {
        put_front(dst, to_bf16<vec_of<V>::N>(sums));
    } else {
        put_front(dst, sums);
    }
}
template <typename D, typename E>
OPF_REG_FN void put_sum(D &dst, E sum)
{
    if constexpr (of<D>::is_bf16) {
        put_sums(dst, (vec<E, 1>)sum);
    } else {
        vec<E, of<D>::N> lanes = (vec<E, of<D>::N>)(E)0;
        lanes[0] = sum;
        put(dst, lanes);
    }
}
template <bool MAX, typename D, typename S>
OPF_REG_FN void reduce_extreme(D &dst, const S &src, const mask_reg &m)
{
    constexpr int N = of<S>::N;
    auto v = ordered_lanes(src);
    using V = decltype(v);
    using E = typename vec_of<V>::E;
    E best = tree_of_all<tree_pick<S, MAX>>(extreme_lanes<MAX>(src, m));
    lane_bits<N> hit;
    if constexpr (is_short_float<S>) {
        bool nan = (best & 0x7fff) > short_inf<S>;
        V same = v == (V)best;
        V zeros = (v & (int16_t)0x7fff) == 0;
        same = (best & 0x7fff) == 0 ? zeros : same;
        hit = compress<int16_t, N>(nan ? short_nan<S>(v) : same);
    } else if constexpr (std::is_floating_point<E>::value) {
        auto nan = v != v;
        auto same = v == (V)best;
        hit = compress<int_as<E>, N>(best != best ? nan : same);
    } else {
        hit = compress<int_as<E>, N>(v == (V)best);
    }
    const lane_bits<N> &on = mask_lanes<N>(m);
    uint32_t at = 0;
    for (int i = (int)(sizeof(hit.w) / sizeof(hit.w[0])) - 1; i >= 0; --i) {
        uint64_t w = (uint64_t)(hit.w[i] & on.w[i]);
        at = w != 0 ? (uint32_t)__builtin_ctzll(w) + (uint32_t)i * 64u : at;
    }
    using U = uint_as<E>;
    U out[N] = {};
    out[0] = bits<U>(best);
    out[1] = (U)at;
    put(dst, bits<vec<typename of<D>::E, N>>(load_raw<vec<U, N>>(out)));
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
template <ReduceType type = ReduceType::SUM, typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void Reduce(S &dstReg, const V &srcReg, const MaskReg &mask)
{
    if constexpr (type == ReduceType::SUM) {
        auto v = opf::reg::sum_lanes<S>(srcReg, mask);
        opf::reg::put_sum(dstReg, opf::reg::tree_of_all<opf::reg::tree_sum<V>>(v));
    } else {
        opf::reg::reduce_extreme<type == ReduceType::MAX>(dstReg, srcReg, mask);
    }
}
/* one result per 32-byte block, in the first eight lanes */
template <ReduceType type = ReduceType::SUM, typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void ReduceDataBlock(S &dstReg, const V &srcReg, const MaskReg &mask)
{
    if constexpr (type == ReduceType::SUM) {
        auto v = opf::reg::sum_lanes<S>(srcReg, mask);
        opf::reg::put_sums(dstReg, opf::reg::tree<opf::reg::tree_sum<V>, 8>(v));
    } else {
        auto v = opf::reg::extreme_lanes<type == ReduceType::MAX>(srcReg, mask);
        opf::reg::put_front(dstReg, opf::reg::tree<opf::reg::tree_pick<V, type == ReduceType::MAX>, 8>(v));
    }
}
template <ReduceType type, typename T, MaskMergeMode mode, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void ReduceDataBlock(U &dstReg, const U &srcReg, const MaskReg &mask)
{
    ReduceDataBlock<type, T, DefaultType, mode>(dstReg, srcReg, mask);
}
template <PairReduce type = PairReduce::SUM, typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void PairReduceElem(U &dstReg, const U &srcReg, const MaskReg &mask)
{
    auto v = opf::reg::sum_lanes<U>(srcReg, mask);
    opf::reg::put_sums(dstReg, opf::reg::tree<opf::reg::tree_sum<U>, opf::reg::of<U>::N / 2>(v));
}

/* Older names. */
#define OPF_REG_REDUCE_NAME(NAME, TARGET, TYPE)                                                                      \
    template <typename T = DefaultType, typename U = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING,       \
              typename S, typename V, opf::reg::if_regs<S, V> = 0>                                                   \
    OPF_REG_FN void NAME(S &dstReg, const V &srcReg, const MaskReg &mask)                                            \
    {                                                                                                                \
        TARGET<ReduceType::TYPE, T, U, mode>(dstReg, srcReg, mask);                                                  \
    }                                                                                                                \
    template <typename T, MaskMergeMode mode, typename S, typename V, opf::reg::if_regs<S, V> = 0>                   \
    OPF_REG_FN void NAME(S &dstReg, const V &srcReg, const MaskReg &mask)                                            \
    {                                                                                                                \
        TARGET<ReduceType::TYPE, T, DefaultType, mode>(dstReg, srcReg, mask);                                        \
    }
OPF_REG_REDUCE_NAME(ReduceSum, Reduce, SUM)
OPF_REG_REDUCE_NAME(ReduceMax, Reduce, MAX)
OPF_REG_REDUCE_NAME(ReduceMin, Reduce, MIN)
OPF_REG_REDUCE_NAME(ReduceSumWithDataBlock, ReduceDataBlock, SUM)
OPF_REG_REDUCE_NAME(ReduceMaxWithDataBlock, ReduceDataBlock, MAX)
OPF_REG_REDUCE_NAME(ReduceMinWithDataBlock, ReduceDataBlock, MIN)
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void PairReduceSum(U &dstReg, const U &srcReg, const MaskReg &mask)
{
    PairReduceElem<PairReduce::SUM, T, mode>(dstReg, srcReg, mask);
}
} // namespace Reg
} // namespace AscendC
#endif
