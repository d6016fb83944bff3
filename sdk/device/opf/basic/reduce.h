/* Reductions. Inside a repeat (and between the repeats of ReduceSum) values are added in a binary tree of
 * neighbours, rounding at each step; maxima and minima give the first of equal values, +0 counts above -0,
 * NaN wins. An index is stored as bits in the type of the value. */
#ifndef OPF_BASIC_REDUCE_H
#define OPF_BASIC_REDUCE_H

#include "cmpsel.h"

namespace opf
{
template <class T> OPF_INLINE T add_once(T a, T b)
{
    if constexpr (is_float16bit<T>)
        return narrow<T>(widen(a) + widen(b));
    else if constexpr (is_int<T>)
        return el::Add::f<T, false>(a, b);
    else
        return a + b;
}
/* The larger (or smaller); of zeros the one with the right sign. */
template <bool Max, class T> OPF_INLINE T pick(T a, T b)
{
    if constexpr (is_float16bit<T> || std::is_same<T, float>::value) {
        using U = unsigned_of<T>;
        U z = Max ? static_cast<U>(bits<U>(a) & bits<U>(b)) : static_cast<U>(bits<U>(a) | bits<U>(b));
        bool first = (Max ? el::less(b, a) : el::less(a, b)) | el::is_nan(a);
        U r = first ? bits<U>(a) : bits<U>(b);
        return bits<T>(el::equal(a, b) ? z : r);
    } else
        return (Max ? a > b : a < b) ? a : b;
}
/* n values (padded to W, a power of two, with `none`) in a tree; v is clobbered */
template <uint32_t W, class T, class F> OPF_INLINE T tree(T *v, F f)
{
    for (uint32_t w = W / 2; w; w /= 2) {
        alignas(64) T t[W / 2 ? W / 2 : 1];
        for (uint32_t i = 0; i < w; i++)
            t[i] = f(v[2 * i], v[2 * i + 1]);
        __builtin_memcpy(v, t, w * sizeof(T));
    }
    return v[0];
}
template <class T> inline T tree_any(T *v, uint64_t n)
{
    while (n > 1) {
        uint64_t h = n / 2;
        for (uint64_t i = 0; i < h; i++)
            v[i] = add_once(v[2 * i], v[2 * i + 1]);
        if (n & 1)
            v[h] = v[n - 1];
        n = h + (n & 1);
    }
    return v[0];
}
template <class T, bool Max> constexpr T worst()
{
    if constexpr (is_half<T>)
        return bits<half>(static_cast<uint16_t>(Max ? 0xfc00 : 0x7c00));
    else if constexpr (is_bf16<T>)
        return bits<bfloat16_t>(static_cast<uint16_t>(Max ? 0xff80 : 0x7f80));
    else if constexpr (std::is_same<T, float>::value)
        return bits<float>(Max ? 0xff800000u : 0x7f800000u);
    else
        return Max ? limits<T>::min : limits<T>::max;
}
OPF_INLINE bool lane_on(const uint64_t *b, uint32_t i)
{
    return b[i / 64] >> (i % 64) & 1;
}
/* The repeat's lanes with `none` where the mask is off. */
template <uint32_t E, class T>
OPF_INLINE void masked_lanes(T *v, const local<T> &s, uint64_t r, uint32_t blk, uint32_t rep,
                             const uint64_t *bits, uint32_t top, T none)
{
    repeat_elements<E>(v, s, r, blk, rep, top);
    for (uint32_t i = top; i < E; i++)
        v[i] = none;
    uint64_t want[4];
    set_low_bits(want, top);
    if (bits[0] != want[0] || bits[1] != want[1] || bits[2] != want[2] || bits[3] != want[3])
        for (uint32_t i = 0; i < top; i++)
            v[i] = lane_on(bits, i) ? v[i] : none;
}
template <class T> OPF_INLINE uint64_t value_bits(T v)
{
    return static_cast<uint64_t>(bits<unsigned_of<T>>(v));
}
template <class T> OPF_INLINE T same_value(T a, T b)
{
    return bits<unsigned_of<T>>(a) == bits<unsigned_of<T>>(b);
}
template <uint32_t E, bool Max, class T> OPF_INLINE T best_of(const T *v)
{
    lane_buffer<E, T> t;
    __builtin_memcpy(t.v, v, E * sizeof(T));
    return tree<E>(t.v, [](T a, T b) OPF_LAMBDA { return pick<Max>(a, b); });
}
/* first lane whose bits equal `best`; NaN: the first NaN */
template <class T> OPF_INLINE uint32_t first_index(const T *v, uint32_t n, T best)
{
    for (uint32_t i = 0; i < n; i++)
        if (el::equal(v[i], best))
            return i;
    for (uint32_t i = 0; i < n; i++)
        if (el::is_nan(v[i]))
            return i;
    return 0;
}

template <bool M, class D, class S, class Mask>
inline void whole_sum(const local<D> &dst, const local<S> &src, Mask mask, uint32_t repeat, uint32_t drep,
                      uint32_t blk, uint32_t rep, const char *call)
{
    using T = typename local<S>::PrimType;
    using O = typename local<D>::PrimType;
    constexpr uint32_t E = repeat_lanes<T>;
    lanes l = lanes_of<E, M>(mask, repeat, call);
    check_operand<E>(src, l, blk, rep, call, "src");
    each_repeat<E>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        lane_buffer<E, T> v;
        masked_lanes<E>(v.v, src, r, blk, rep, bits, top, T(0));
        O result;
        if constexpr (std::is_same<T, O>::value)
            result = tree<E>(v.v, [](T a, T b) OPF_LAMBDA { return add_once(a, b); });
        else {
            result = O(0);
            for (uint32_t i = 0; i < E; i++)
                result = static_cast<O>(result + v.v[i]);
        }
        local<D> d = dst;
        d.address_.bufferAddr += static_cast<uint32_t>(r * drep * sizeof(O));
        check_range(d, sizeof(O), call, "dst");
        *d.ptr() = result;
        core().reduce_result[0] = static_cast<int64_t>(value_bits(result));
    });
}
template <bool M, bool Max, class T0, class Mask>
inline void whole_best(const local<T0> &dst, const local<T0> &src, Mask mask, uint32_t repeat, uint32_t drep,
                       uint32_t blk, uint32_t rep, AscendC::ReduceOrder order, const char *call)
{
    using T = typename local<T0>::PrimType;
    using O = AscendC::ReduceOrder;
    constexpr uint32_t E = repeat_lanes<T>;
    lanes l = lanes_of<E, M>(mask, repeat, call);
    check_operand<E>(src, l, blk, rep, call, "src");
    uint32_t unit =
        order == O::ORDER_ONLY_VALUE ? sizeof(T) : (order == O::ORDER_ONLY_INDEX ? 4 : 2 * sizeof(T));
    each_repeat<E>(l, [&](uint64_t r, const uint64_t *mbits, uint32_t top) {
        lane_buffer<E, T> v;
        masked_lanes<E>(v.v, src, r, blk, rep, mbits, top, worst<T, Max>());
        T best = best_of<E, Max>(v.v);
        uint32_t index = first_index(v.v, E, best);
        using U = unsigned_of<T>;
        local<T0> d = dst;
        d.address_.bufferAddr += static_cast<uint32_t>(r * drep * unit);
        check_range(d, unit, call, "dst");
        U *o = reinterpret_cast<U *>(d.ptr());
        if (order == O::ORDER_ONLY_INDEX)
            *reinterpret_cast<uint32_t *>(o) = index;
        else if (order == O::ORDER_INDEX_VALUE) {
            o[0] = static_cast<U>(index);
            o[1] = bits<U>(best);
        } else {
            o[0] = bits<U>(best);
            if (order == O::ORDER_VALUE_INDEX)
                o[1] = static_cast<U>(index);
        }
        core().reduce_result[0] = static_cast<int64_t>(value_bits(best));
        core().reduce_result[1] = index;
    });
}
/* kind 0 sum, 1 max, 2 min: one result a block */
template <bool M, int Kind, class T0, class Mask>
inline void block_reduce(const local<T0> &dst, const local<T0> &src, Mask mask, uint32_t repeat,
                         uint32_t drep, uint32_t blk, uint32_t rep, const char *call)
{
    using T = typename local<T0>::PrimType;
    constexpr uint32_t E = repeat_lanes<T>, B = 32 / sizeof(T);
    lanes l = lanes_of<E, M>(mask, repeat, call);
    check_operand<E>(src, l, blk, rep, call, "src");
    each_repeat<E>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        lane_buffer<E, T> v;
        T none = Kind == 0 ? T(0) : worst<T, Kind == 1>();
        masked_lanes<E>(v.v, src, r, blk, rep, bits, top, none);
        local<T0> d = dst;
        d.address_.bufferAddr += static_cast<uint32_t>(r * drep * 8 * sizeof(T));
        check_range(d, 8 * sizeof(T), call, "dst");
        for (uint32_t b = 0; b < 8; b++) {
            T x = Kind == 0
                      ? tree<B>(v.v + b * B, [](T p, T q) OPF_LAMBDA { return add_once(p, q); })
                      : tree<B>(v.v + b * B, [](T p, T q) OPF_LAMBDA { return pick < Kind == 1 > (p, q); });
#if __NPU_ARCH__ == 2201
            /* a block with no lane on keeps dst on this chip; on ascend950 it gives the neutral value */
            bool any = false;
            for (uint32_t i = 0; i < B; i++)
                any |= lane_on(bits, b * B + i);
            if (!any)
                continue;
#endif
            d.ptr()[b] = x;
        }
    });
}
template <bool M, class T0, class Mask>
inline void pair_sum(const local<T0> &dst, const local<T0> &src, Mask mask, uint32_t repeat, uint32_t drep,
                     uint32_t blk, uint32_t rep, const char *call)
{
    using T = typename local<T0>::PrimType;
    constexpr uint32_t E = repeat_lanes<T>;
    lanes l = lanes_of<E, M>(mask, repeat, call);
    check_operand<E>(src, l, blk, rep, call, "src");
    each_repeat<E>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        lane_buffer<E, T> v;
        masked_lanes<E>(v.v, src, r, blk, rep, bits, top, T(0));
        local<T0> d = dst;
        d.address_.bufferAddr += static_cast<uint32_t>(r * drep * 128);
        check_range(d, 128, call, "dst");
        for (uint32_t i = 0; i < E / 2; i++) {
#if __NPU_ARCH__ == 2201
            if (!lane_on(bits, 2 * i) && !lane_on(bits, 2 * i + 1))
                continue;
#endif
            d.ptr()[i] = add_once(v.v[2 * i], v.v[2 * i + 1]);
        }
    });
}
/* ReduceSum: a tree inside each repeat, then a tree over the repeats' sums. */
template <class T0, class Walk>
inline void sum_all(const local<T0> &dst, uint64_t repeats, Walk walk, const char *call)
{
    using T = typename local<T0>::PrimType;
    check_range(dst, sizeof(T), call, "dst");
    constexpr uint64_t N = 2048;
    OPF_CHECK(repeats <= N, OPF_FAULT_UNSUPPORTED, call, "%u repeats, at most %u",
              static_cast<unsigned>(repeats), static_cast<unsigned>(N));
    T part[N];
    walk(part);
    T r = tree_any(part, repeats);
    *dst.ptr() = r;
    core().reduce_result[0] = static_cast<int64_t>(value_bits(r));
}
template <uint32_t E, class T> OPF_INLINE T sum_repeat(const T *p)
{
    lane_buffer<E, T> v;
    __builtin_memcpy(v.v, p, sizeof v.v);
    return tree<E>(v.v, [](T a, T b) OPF_LAMBDA { return add_once(a, b); });
}
template <class T0>
inline void sum_count(const local<T0> &dst, const local<T0> &src, int64_t count, const char *call)
{
    using T = typename local<T0>::PrimType;
    constexpr uint32_t E = repeat_lanes<T>;
    check_count(count, call);
    uint64_t n = static_cast<uint64_t>(count);
    check_elements(src, n, call, "src");
    if (n == 0)
        return;
    const T *p = src.ptr();
    sum_all(
        dst, (n + E - 1) / E,
        [&](T *part) {
            uint64_t r = 0;
            for (; (r + 1) * E <= n; r++)
                part[r] = sum_repeat<E>(p + r * E);
            if (r * E < n) {
                lane_buffer<E, T> v = {};
                __builtin_memcpy(v.v, p + r * E, (n - r * E) * sizeof(T));
                part[r] = sum_repeat<E>(v.v);
            }
        },
        call);
}
template <bool Max, class T0>
inline void best_count(const local<T0> &dst, const local<T0> &src, int64_t count, bool index,
                       const char *call)
{
    using T = typename local<T0>::PrimType;
    constexpr uint32_t E = repeat_lanes<T>;
    check_count(count, call);
    uint64_t n = static_cast<uint64_t>(count);
    check_elements(src, n, call, "src");
    if (n == 0)
        return;
    check_range(dst, (index ? 2 : 1) * sizeof(T), call, "dst");
    const T *p = src.ptr();
    lane_buffer<E, T> acc;
    for (uint32_t i = 0; i < E; i++)
        acc.v[i] = i < n ? p[i] : p[0];
    for (uint64_t r = E; r < n; r += E) {
        uint64_t m = n - r < E ? n - r : E;
        run_count(
            m, acc.v, [](T a, T b) OPF_LAMBDA { return pick<Max>(a, b); }, static_cast<const T *>(acc.v),
            p + r);
    }
    T best = tree<E>(acc.v, [](T a, T b) OPF_LAMBDA { return pick<Max>(a, b); });
    uint32_t at = index ? first_index(p, static_cast<uint32_t>(n), best) : 0;
    dst.ptr()[0] = best;
    if (index)
        reinterpret_cast<unsigned_of<T> *>(dst.ptr())[1] = static_cast<unsigned_of<T>>(at);
    core().reduce_result[0] = static_cast<int64_t>(value_bits(best));
    core().reduce_result[1] = at;
}
/* The mask and repeat forms of ReduceSum/Max/Min: blocks are side by side. */
template <int Kind, class T0, class Mask>
inline void reduce_repeats(const local<T0> &dst, const local<T0> &src, Mask mask, int32_t repeat, int32_t rep,
                           bool index, const char *call)
{
    using T = typename local<T0>::PrimType;
    constexpr uint32_t E = repeat_lanes<T>;
    OPF_CHECK(repeat >= 0, OPF_FAULT_BAD_ARGUMENT, call, "repeatTime %d", repeat);
    lanes l = lanes_of<E, true>(mask, 1, call);
    l.repeat = static_cast<uint32_t>(repeat);
    check_operand<E>(src, l, 1, static_cast<uint32_t>(rep), call, "src");
    uint64_t repeats = l.counter ? (l.count + E - 1) / E : l.repeat;
    if (repeats == 0)
        return;
    lane_buffer<E, T> v;
    if constexpr (Kind == 0) {
        sum_all(
            dst, repeats,
            [&](T *part) {
                each_repeat<E>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
                    masked_lanes<E>(v.v, src, r, 1, static_cast<uint32_t>(rep), bits, top, T(0));
                    part[r] = sum_repeat<E>(v.v);
                });
            },
            call);
    } else {
        constexpr bool Max = Kind == 1;
        T best = worst<T, Max>();
        uint64_t at = 0;
        bool have = false;
        each_repeat<E>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
            masked_lanes<E>(v.v, src, r, 1, static_cast<uint32_t>(rep), bits, top, worst<T, Max>());
            T b = best_of<E, Max>(v.v);
            if (!have || (value_bits(pick<Max>(best, b)) != value_bits(best))) {
                best = b;
                at = r * E + first_index(v.v, E, b);
                have = true;
            }
        });
        check_range(dst, (index ? 2 : 1) * sizeof(T), call, "dst");
        dst.ptr()[0] = best;
        if (index)
            reinterpret_cast<unsigned_of<T> *>(dst.ptr())[1] = static_cast<unsigned_of<T>>(at);
        core().reduce_result[0] = static_cast<int64_t>(value_bits(best));
        core().reduce_result[1] = static_cast<int64_t>(at);
    }
}
} // namespace opf

namespace AscendC
{
#define OPF_REDUCE_MASKS(X) X(const int32_t, static_cast<uint64_t>(mask)) X(const uint64_t *, mask)
#define OPF_WHOLE(Mask, mask64)                                                                              \
    template <class T, bool isSetMask = true>                                                                \
    inline void WholeReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, Mask mask,              \
                               const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,             \
                               const int32_t srcRep)                                                         \
    {                                                                                                        \
        opf::whole_sum<isSetMask>(dst, src, mask64, static_cast<uint32_t>(repeat),                           \
                                  static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),              \
                                  static_cast<uint32_t>(srcRep), "WholeReduceSum");                          \
    }                                                                                                        \
    template <class T, class U, bool isSetMask = true,                                                       \
              std::enable_if_t<!std::is_same<T, U>::value, bool> = true>                                     \
    inline void WholeReduceSum(const LocalTensor<U> &dst, const LocalTensor<T> &src, Mask mask,              \
                               const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,             \
                               const int32_t srcRep)                                                         \
    {                                                                                                        \
        opf::whole_sum<isSetMask>(dst, src, mask64, static_cast<uint32_t>(repeat),                           \
                                  static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),              \
                                  static_cast<uint32_t>(srcRep), "WholeReduceSum");                          \
    }                                                                                                        \
    template <class T, bool isSetMask = true>                                                                \
    inline void WholeReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src, Mask mask,              \
                               const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,             \
                               const int32_t srcRep, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX)     \
    {                                                                                                        \
        opf::whole_best<isSetMask, true>(dst, src, mask64, static_cast<uint32_t>(repeat),                    \
                                         static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),       \
                                         static_cast<uint32_t>(srcRep), order, "WholeReduceMax");            \
    }                                                                                                        \
    template <class T, bool isSetMask = true>                                                                \
    inline void WholeReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src, Mask mask,              \
                               const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,             \
                               const int32_t srcRep, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX)     \
    {                                                                                                        \
        opf::whole_best<isSetMask, false>(dst, src, mask64, static_cast<uint32_t>(repeat),                   \
                                          static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),      \
                                          static_cast<uint32_t>(srcRep), order, "WholeReduceMin");           \
    }                                                                                                        \
    template <ReduceType type, class T, class U, bool isSetMask = true>                                      \
    inline void ReduceRepeat(const LocalTensor<T> &dst, const LocalTensor<U> &src, Mask mask,                \
                             const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,               \
                             const int32_t srcRep, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX)       \
    {                                                                                                        \
        if constexpr (type == ReduceType::SUM)                                                               \
            opf::whole_sum<isSetMask>(dst, src, mask64, static_cast<uint32_t>(repeat),                       \
                                      static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),          \
                                      static_cast<uint32_t>(srcRep), "ReduceRepeat");                        \
        else                                                                                                 \
            opf::whole_best<isSetMask, type == ReduceType::MAX>(                                             \
                dst, src, mask64, static_cast<uint32_t>(repeat), static_cast<uint32_t>(dstRep),              \
                static_cast<uint32_t>(srcBlk), static_cast<uint32_t>(srcRep), order, "ReduceRepeat");        \
    }                                                                                                        \
    template <ReduceType type, class T, class U, bool isSetMask = true>                                      \
    inline void ReduceDataBlock(const LocalTensor<T> &dst, const LocalTensor<U> &src, Mask mask,             \
                                const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,            \
                                const int32_t srcRep)                                                        \
    {                                                                                                        \
        opf::block_reduce<isSetMask, type == ReduceType::SUM ? 0 : (type == ReduceType::MAX ? 1 : 2)>(       \
            dst, src, mask64, static_cast<uint32_t>(repeat), static_cast<uint32_t>(dstRep),                  \
            static_cast<uint32_t>(srcBlk), static_cast<uint32_t>(srcRep), "ReduceDataBlock");                \
    }                                                                                                        \
    template <ReduceType type, class T, class U, bool isSetMask = true>                                      \
    inline void ReducePairElem(const LocalTensor<T> &dst, const LocalTensor<U> &src, Mask mask,              \
                               const int32_t repeat, const int32_t dstRep, const int32_t srcBlk,             \
                               const int32_t srcRep)                                                         \
    {                                                                                                        \
        static_assert(type == ReduceType::SUM, "ReducePairElem: ReduceType::SUM only");                      \
        opf::pair_sum<isSetMask>(dst, src, mask64, static_cast<uint32_t>(repeat),                            \
                                 static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),               \
                                 static_cast<uint32_t>(srcRep), "ReducePairElem");                           \
    }
OPF_REDUCE_MASKS(OPF_WHOLE)
#undef OPF_WHOLE
/* The older names take the repeat before the mask. */
#define OPF_OLD_(Name, Run, Mask, mask64)                                                                    \
    template <class T, bool isSetMask = true>                                                                \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t repeat, Mask mask,  \
                     const int32_t dstRep, const int32_t srcBlk, const int32_t srcRep)                       \
    {                                                                                                        \
        OPF_UNPAREN Run(dst, src, mask64, static_cast<uint32_t>(repeat), static_cast<uint32_t>(dstRep),      \
                        static_cast<uint32_t>(srcBlk), static_cast<uint32_t>(srcRep), #Name);                \
    }
#define OPF_OLD(Mask, mask64)                                                                                \
    OPF_OLD_(BlockReduceSum, (opf::block_reduce<isSetMask, 0>), Mask, mask64)                                \
    OPF_OLD_(BlockReduceMax, (opf::block_reduce<isSetMask, 1>), Mask, mask64)                                \
    OPF_OLD_(BlockReduceMin, (opf::block_reduce<isSetMask, 2>), Mask, mask64)                                \
    OPF_OLD_(PairReduceSum, (opf::pair_sum<isSetMask>), Mask, mask64)
OPF_REDUCE_MASKS(OPF_OLD)
#undef OPF_OLD
#undef OPF_OLD_
template <class T, bool isSetMask = true>
inline void RepeatReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t repeat,
                            const int32_t mask, const int32_t, const int32_t srcBlk, const int32_t dstRep,
                            const int32_t srcRep)
{
    opf::whole_sum<isSetMask>(dst, src, static_cast<uint64_t>(mask), static_cast<uint32_t>(repeat),
                              static_cast<uint32_t>(dstRep), static_cast<uint32_t>(srcBlk),
                              static_cast<uint32_t>(srcRep), "RepeatReduceSum");
}

template <class T, bool isSetMask = true>
inline void ReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &,
                      const int32_t count)
{
    int32_t n = isSetMask || !opf::core().mask_count ? count : static_cast<int32_t>(opf::core().mask[0]);
    OPF_FOR_TYPES(opf::is_ordered<PrimT<T>>, "ReduceSum", opf::sum_count(dst, src, n, "ReduceSum"))
}
template <class T>
inline void ReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &,
                      const int32_t count, bool calIndex = false)
{
    OPF_FOR_TYPES(opf::is_ordered<PrimT<T>>, "ReduceMax",
                  opf::best_count<true>(dst, src, count, calIndex, "ReduceMax"))
}
template <class T>
inline void ReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &,
                      const int32_t count, bool calIndex = false)
{
    OPF_FOR_TYPES(opf::is_ordered<PrimT<T>>, "ReduceMin",
                  opf::best_count<false>(dst, src, count, calIndex, "ReduceMin"))
}
#define OPF_REDUCE_ALL(Mask, mask64)                                                                         \
    template <class T>                                                                                       \
    inline void ReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &,      \
                          Mask mask, const int32_t repeat, const int32_t srcRep)                             \
    {                                                                                                        \
        opf::reduce_repeats<0>(dst, src, mask64, repeat, srcRep, false, "ReduceSum");                        \
    }                                                                                                        \
    template <class T>                                                                                       \
    inline void ReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &,      \
                          Mask mask, const int32_t repeat, const int32_t srcRep, bool calIndex = false)      \
    {                                                                                                        \
        opf::reduce_repeats<1>(dst, src, mask64, repeat, srcRep, calIndex, "ReduceMax");                     \
    }                                                                                                        \
    template <class T>                                                                                       \
    inline void ReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &,      \
                          Mask mask, const int32_t repeat, const int32_t srcRep, bool calIndex = false)      \
    {                                                                                                        \
        opf::reduce_repeats<2>(dst, src, mask64, repeat, srcRep, calIndex, "ReduceMin");                     \
    }
OPF_REDUCE_MASKS(OPF_REDUCE_ALL)
#undef OPF_REDUCE_ALL
#undef OPF_REDUCE_MASKS

template <class T> inline T OpfReduceValue(int i)
{
    return opf::bits<T>(static_cast<opf::unsigned_of<T>>(opf::core().reduce_result[i]));
}
template <class T> inline void GetReduceRepeatMaxMinSpr(T &value, T &index)
{
    value = OpfReduceValue<T>(0);
    index = OpfReduceValue<T>(1);
}
template <class T> inline void GetReduceRepeatMaxMinSpr(T &value)
{
    value = OpfReduceValue<T>(0);
}
template <class T> inline void GetReduceMaxMinCount(T &value, T &index)
{
    GetReduceRepeatMaxMinSpr(value, index);
}
template <class T> inline void GetReduceMaxMinCount(T &value)
{
    GetReduceRepeatMaxMinSpr(value);
}
template <class T> inline T GetReduceRepeatSumSpr()
{
    return OpfReduceValue<T>(0);
}
template <class T> inline T GetAccVal()
{
    return OpfReduceValue<T>(0);
}
} // namespace AscendC
#endif
