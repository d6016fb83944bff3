/* Reductions of tensors by a pattern: R is a reduced axis, A one that stays. Rows are contiguous, whatever
 * srcInnerPad says (reserved on this chip). Public pages: advanced API, ReduceSum and its family, Sum. */
#ifndef OPF_ADV_REDUCE_H
#define OPF_ADV_REDUCE_H

#include "adv_driver.h"

namespace AscendC {
namespace Pattern {
namespace Reduce {
struct R {
    static constexpr int axes = 1;
    static constexpr bool lastReduced = true;
};
struct AR {
    static constexpr int axes = 2;
    static constexpr bool lastReduced = true;
};
struct RA {
    static constexpr int axes = 2;
    static constexpr bool lastReduced = false;
};
/* The longer patterns are names that templates mention; only the three above can be computed. */
#define OPF_ADV_PATTERN(NAME, AXES, LAST)                                                                            \
    struct NAME {                                                                                                    \
        static constexpr int axes = AXES;                                                                            \
        static constexpr bool lastReduced = LAST;                                                                    \
    }
OPF_ADV_PATTERN(ARA, 3, false);
OPF_ADV_PATTERN(ARAR, 4, true);
OPF_ADV_PATTERN(ARARA, 5, false);
OPF_ADV_PATTERN(ARARAR, 6, true);
OPF_ADV_PATTERN(ARARARA, 7, false);
OPF_ADV_PATTERN(ARARARAR, 8, true);
OPF_ADV_PATTERN(ARARARARA, 9, false);
OPF_ADV_PATTERN(RAR, 3, true);
OPF_ADV_PATTERN(RARA, 4, false);
OPF_ADV_PATTERN(RARAR, 5, true);
OPF_ADV_PATTERN(RARARA, 6, false);
OPF_ADV_PATTERN(RARARAR, 7, true);
OPF_ADV_PATTERN(RARARARA, 8, false);
#undef OPF_ADV_PATTERN
} // namespace Reduce
} // namespace Pattern
struct SumParams {
    uint32_t outter = 1;
    uint32_t inner;
    uint32_t n;
};
} // namespace AscendC

namespace opf {
namespace adv {
/* halves: as accurate as the chip's folding; strides in elements */
template <typename T, typename OP>
inline compute_t<T> fold(const T *s, uint64_t n, uint64_t stride, OP op)
{
    if (n <= 8) {
        compute_t<T> r = load(s[0]);
        for (uint64_t i = 1; i < n; ++i) {
            r = op(r, load(s[i * stride]));
        }
        return r;
    }
    uint64_t half_n = n / 2;
    return op(fold(s, half_n, stride, op), fold(s + half_n * stride, n - half_n, stride, op));
}
constexpr uint32_t STRIP = 64;
template <typename T>
constexpr bool has_strips = !std::is_same<compute_t<T>, bool>::value;
/* N elements in the type they are computed in */
template <int N = STRIP, typename T>
OPF_INLINE auto load_strip(const T *s)
{
    if constexpr (std::is_same<T, half>::value) {
        return reg::from_half<N>(reg::load_raw<reg::vec<_Float16, N>>(s));
    } else if constexpr (std::is_same<T, bfloat16_t>::value) {
        return reg::from_bf16<N>(reg::load_raw<reg::vec<uint16_t, N>>(s));
    } else {
        return reg::load_raw<reg::vec<T, N>>(s);
    }
}
/* The last `n` of the N elements that end at `end`, the lanes before them such that they change nothing. */
template <int N = STRIP, typename T, typename OP>
OPF_INLINE auto load_last(const T *end, uint32_t n, OP op)
{
    using C = compute_t<T>;
    const reg::vec<C, N> rest = (reg::vec<C, N>)op.neutral(load(end[-1]));
    return reg::pick<C, N>(reg::first_lanes<N>(N - n), rest, load_strip<N>(end - N));
}
template <typename C, int N, typename OP>
OPF_INLINE C fold_lanes(reg::vec<C, N> v, OP op)
{
    if constexpr (N == 2) {
        return op(static_cast<C>(v[0]), static_cast<C>(v[1]));
    } else {
        return fold_lanes<C, N / 2>(op.lanes(reg::take<0, 1, N / 2>(v), reg::take<N / 2, 1, N / 2>(v)), op);
    }
}
/* N to 2N elements: in strips of N, the last of which ends where the row does */
template <int N, typename T, typename OP>
OPF_INLINE compute_t<T> fold_short_row(const T *s, uint32_t n, OP op)
{
    return fold_lanes<compute_t<T>, N>(op.lanes(load_last<N>(s + n, n - N, op), load_strip<N>(s)), op);
}
/* Rows of STRIP elements and more: 64 independent results, then folded by halves. `body` is told each strip after
 * the first; the last one ends where the row does. */
template <typename T, typename OP, typename F>
OPF_INLINE void each_strip(const T *s, uint64_t n, OP op, F body)
{
    uint64_t i = STRIP;
    for (; i + STRIP <= n; i += STRIP) {
        body(load_strip(s + i));
    }
    if (i < n) {
        body(load_last(s + n, (uint32_t)(n - i), op));
    }
}
/* `best` leaves NaN out: one instruction, where the rule of max and min takes three that wait for each other. A sum of
 * the row tells whether there was one (or infinities of both signs); then the rule itself is applied. */
template <typename T, typename OP>
OPF_INLINE bool fold_best(const T *s, uint64_t n, OP op, compute_t<T> &out)
{
    auto best = load_strip(s), sum = best;
    each_strip(s, n, op, [&](auto v) OPF_LAMBDA {
        best = op.best(v, best);
        sum = sum + v;
    });
    const auto half_sum = reg::take<0, 1, 32>(sum) + reg::take<32, 1, 32>(sum);
    const auto rest = reg::take<0, 1, 16>(half_sum) + reg::take<16, 1, 16>(half_sum);
    out = fold_lanes<compute_t<T>, (int)STRIP>(best, typename OP::best_only{});
    return __builtin_reduce_or(rest != rest) == 0;
}
template <typename OP, typename C, typename = void>
constexpr bool has_best = false;
template <typename OP, typename C>
constexpr bool has_best<OP, C, std::void_t<typename OP::best_only>> = std::is_same<C, float>::value;
template <typename T, typename OP>
inline compute_t<T> fold_row(const T *s, uint64_t n, OP op)
{
    using C = compute_t<T>;
    if constexpr (!has_strips<T>) {
        return fold(s, n, 1, op);
    } else {
        if (n <= 8) {
            return fold(s, n, 1, op);
        }
        if (n < STRIP) {
            return n < 16   ? fold_short_row<8>(s, (uint32_t)n, op)
                   : n < 32 ? fold_short_row<16>(s, (uint32_t)n, op)
                            : fold_short_row<32>(s, (uint32_t)n, op);
        }
        if constexpr (has_best<OP, C>) {
            C out;
            if (__builtin_expect(fold_best(s, n, op, out), 1)) {
                return out;
            }
        }
        auto sum = load_strip(s);
        each_strip(s, n, op, [&](auto v) OPF_LAMBDA { sum = op.lanes(sum, v); });
        return fold_lanes<C, (int)STRIP>(sum, op);
    }
}
/* 64 columns of n rows, by halves of the rows */
template <typename T, typename OP>
inline void fold_columns(compute_t<T> *out, const T *s, uint64_t n, uint64_t pitch, OP op)
{
    auto sum = load_strip(s);
    if (n <= 8) {
        for (uint64_t i = 1; i < n; ++i) {
            sum = op.lanes(sum, load_strip(s + i * pitch));
        }
        reg::store_raw(out, sum);
        return;
    }
    compute_t<T> other[STRIP];
    fold_columns(out, s, n / 2, pitch, op);
    fold_columns(other, s + n / 2 * pitch, n - n / 2, pitch, op);
    reg::store_raw(out, op.lanes(load_strip(out), load_strip(other)));
}
/* columns [0, width) of n rows into out, by halves of the rows */
template <typename T, typename OP>
inline void fold_rows(compute_t<T> *out, const T *s, uint64_t n, uint64_t pitch, uint32_t width, OP op)
{
    for (uint32_t k = 0; k < width; ++k) {
        out[k] = load(s[k]);
    }
    if (n <= 8) {
        for (uint64_t i = 1; i < n; ++i) {
            for (uint32_t k = 0; k < width; ++k) {
                out[k] = op(out[k], load(s[i * pitch + k]));
            }
        }
        return;
    }
    compute_t<T> other[STRIP];
    fold_rows(out, s, n / 2, pitch, width, op);
    fold_rows(other, s + n / 2 * pitch, n - n / 2, pitch, width, op);
    for (uint32_t k = 0; k < width; ++k) {
        out[k] = op(out[k], other[k]);
    }
}
/* Each row's result in d. Of rows in GM, those some kilobytes ahead are asked for: what the hardware fetches by itself
 * ends with each page. */
constexpr uint64_t ROWS_AHEAD = 4096, ROWS_ASKED = 16384; /* bytes; longer rows are left to the hardware */
template <typename T, typename S, typename OP>
inline void fold_each(T *d, const S *s, uint64_t rows, uint64_t n, OP op)
{
    const uint64_t bytes = n * sizeof(S);
    const uint64_t ahead = is_local_address(address(s)) || bytes < 64 || bytes > ROWS_ASKED ? 0 : ROWS_AHEAD / bytes + 1;
    for (uint64_t i = 0; i < rows; ++i) {
        if (ahead != 0) {
            prefetch_gm(reinterpret_cast<const uint8_t *>(s + (i + ahead) * n), bytes);
        }
        d[i] = store<T>(fold_row(s + i * n, n, op));
    }
}
/* The same of rows that a lazy call makes: casts of 16-bit floats are read by the rows' own loads, anything else is
 * made a few rows at a time, which stay in the first-level cache. */
constexpr uint64_t ROWS_BLOCK = 8192; /* bytes */
template <typename T, typename OP>
inline bool fold_lazy(T *d, uint32_t at, uint64_t rows, uint64_t n, OP op)
{
    const int maker = lazy_maker(at, rows * n * sizeof(T));
    if (maker < 0 || !core().lazy[maker].run) {
        return false;
    }
    const opf_abi_pending_call l = core().lazy[maker];
    const uint64_t first = (at - l.lo) / sizeof(T);
    if (l.dst_size != sizeof(T) || (at - l.lo) % sizeof(T) != 0) {
        return false;
    }
    if constexpr (std::is_same<T, float>::value) {
        if (l.op->widens == OPF_SHORT_HALF) {
            fold_each(d, reinterpret_cast<const half *>(l.a) + first, rows, n, op);
            return true;
        }
        if (l.op->widens == OPF_SHORT_BF16) {
            fold_each(d, reinterpret_cast<const bfloat16_t *>(l.a) + first, rows, n, op);
            return true;
        }
    }
    const uint64_t part = ROWS_BLOCK / sizeof(T) / n;
    if (part == 0) {
        return false;
    }
    alignas(64) uint8_t block[ROWS_BLOCK];
    for (uint64_t i = 0; i < rows; i += part) {
        const uint64_t some = rows - i < part ? rows - i : part, from = first + i * n;
        l.run(block, l.a + from * l.a_size, l.b + from * l.b_size, some * n, l.scalar);
        fold_each(d + i, reinterpret_cast<const T *>(block), some, n, op);
    }
    return true;
}
template <typename PATTERN, typename T, typename OP>
inline void reduce(const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<T> &src, const uint32_t *shape,
                   const char *call, OP op)
{
    static_assert(PATTERN::axes <= 2, "Reduce: only the patterns R, AR and RA can be computed");
    uint64_t a = PATTERN::axes == 1 ? 1 : PATTERN::lastReduced ? shape[0] : shape[1];
    uint64_t r = PATTERN::axes == 1 ? shape[0] : PATTERN::lastReduced ? shape[1] : shape[0];
    check_range(dst, a, call);
    check_range(src, a * r, call);
    if (a == 0 || r == 0) {
        return;
    }
    if (meet(dst.address_.bufferAddr, a * sizeof(T), src.address_.bufferAddr, a * r * sizeof(T))) {
        settle();
    }
    T *d = dst.target_ptr(a * sizeof(T));
    if constexpr (PATTERN::lastReduced) {
        if (core().lazy_num != 0 && fold_lazy(d, src.address_.bufferAddr, a, r, op)) {
            return;
        }
        fold_each(d, src.source_ptr(a * r * sizeof(T)), a, r, op);
    } else {
        const T *s = src.source_ptr(a * r * sizeof(T));
        for (uint64_t i = 0; i < a; i += STRIP) {
            uint32_t width = a - i < STRIP ? (uint32_t)(a - i) : STRIP;
            compute_t<T> out[STRIP];
            if constexpr (has_strips<T>) {
                if (width == STRIP) {
                    fold_columns(out, s + i, r, a, op);
                } else {
                    fold_rows(out, s + i, r, a, width, op);
                }
            } else {
                fold_rows(out, s + i, r, a, width, op);
            }
            for (uint32_t k = 0; k < width; ++k) {
                d[i + k] = store<T>(out[k]);
            }
        }
    }
}
/* `best` of a join that treats NaN apart. */
template <class Join>
struct best_of {
    template <typename V>
    OPF_INLINE V operator()(V x, V y) const
    {
        return Join::best(x, y);
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return Join::best(x, y);
    }
};
/* What a reduction joins two values by, one at a time and in vectors; `neutral` changes nothing, given one element. */
struct larger {
    template <typename C>
    OPF_INLINE C operator()(C x, C y) const
    {
        return x > y || x != x ? x : y;
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return ((x > y) | (x != x)) ? x : y;
    }
    template <typename V>
    static OPF_INLINE V best(V x, V y)
    {
        return x > y ? x : y;
    }
    using best_only = best_of<larger>;
    template <typename C>
    OPF_INLINE C neutral(C first) const
    {
        return first;
    }
};
struct smaller {
    template <typename C>
    OPF_INLINE C operator()(C x, C y) const
    {
        return x < y || x != x ? x : y;
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return ((x < y) | (x != x)) ? x : y;
    }
    template <typename V>
    static OPF_INLINE V best(V x, V y)
    {
        return x < y ? x : y;
    }
    using best_only = best_of<smaller>;
    template <typename C>
    OPF_INLINE C neutral(C first) const
    {
        return first;
    }
};
struct added {
    template <typename C>
    OPF_INLINE C operator()(C x, C y) const
    {
        return static_cast<C>(x + y);
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return x + y;
    }
    template <typename C>
    OPF_INLINE C neutral(C) const
    {
        return static_cast<C>(-0.0f);
    }
};
struct multiplied {
    template <typename C>
    OPF_INLINE C operator()(C x, C y) const
    {
        return static_cast<C>(x * y);
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return x * y;
    }
    template <typename C>
    OPF_INLINE C neutral(C) const
    {
        return static_cast<C>(1);
    }
};
struct either {
    template <typename C>
    OPF_INLINE C operator()(C x, C y) const
    {
        return static_cast<C>(x != C(0) || y != C(0));
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return ((x != V(0)) | (y != V(0))) ? V(1) : V(0);
    }
    template <typename C>
    OPF_INLINE C neutral(C first) const
    {
        return first;
    }
};
struct both {
    template <typename C>
    OPF_INLINE C operator()(C x, C y) const
    {
        return static_cast<C>(x != C(0) && y != C(0));
    }
    template <typename V>
    OPF_INLINE V lanes(V x, V y) const
    {
        return ((x != V(0)) & (y != V(0))) ? V(1) : V(0);
    }
    template <typename C>
    OPF_INLINE C neutral(C first) const
    {
        return first;
    }
};
} // namespace adv
} // namespace opf

namespace AscendC {
#define OPF_ADV_REDUCE(NAME, OP)                                                                                     \
    template <class T, class pattern, bool isReuseSource = false>                                                    \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,                           \
                         const LocalTensor<uint8_t> &, const uint32_t srcShape[], bool srcInnerPad)                  \
    {                                                                                                                \
        opf::adv::reduce<pattern>(dstTensor, srcTensor, srcShape, #NAME, OP);                                        \
    }                                                                                                                \
    template <class T, class pattern, bool isReuseSource = false>                                                    \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,                           \
                         const uint32_t srcShape[], bool srcInnerPad)                                                \
    {                                                                                                                \
        opf::adv::reduce<pattern>(dstTensor, srcTensor, srcShape, #NAME, OP);                                        \
    }
OPF_ADV_REDUCE(ReduceSum, opf::adv::added{})
OPF_ADV_REDUCE(ReduceMax, opf::adv::larger{})
OPF_ADV_REDUCE(ReduceMin, opf::adv::smaller{})
OPF_ADV_REDUCE(ReduceProd, opf::adv::multiplied{})
OPF_ADV_REDUCE(ReduceAny, opf::adv::either{})
OPF_ADV_REDUCE(ReduceAll, opf::adv::both{})
#undef OPF_ADV_REDUCE
template <class T, class pattern, bool isReuseSource = false>
OPF_INLINE void ReduceMean(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,
                           const uint32_t srcShape[], bool srcInnerPad)
{
    opf::adv::reduce<pattern>(dstTensor, srcTensor, srcShape, "ReduceMean", opf::adv::added{});
    uint32_t a = pattern::axes == 1 ? 1 : pattern::lastReduced ? srcShape[0] : srcShape[1];
    uint32_t r = pattern::axes == 1 ? srcShape[0] : pattern::lastReduced ? srcShape[1] : srcShape[0];
    T *d = dstTensor.ptr();
    for (uint32_t i = 0; i < a; ++i) {
        d[i] = opf::adv::store<T>(opf::adv::load(d[i]) / r);
    }
}
template <class T, class pattern, bool isReuseSource = false>
OPF_INLINE void ReduceMean(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,
                           const LocalTensor<uint8_t> &, const uint32_t srcShape[], bool srcInnerPad)
{
    ReduceMean<T, pattern, isReuseSource>(dstTensor, srcTensor, srcShape, srcInnerPad);
}
/* the first n of each row of `inner` elements */
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
OPF_INLINE void Sum(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const SumParams &sumParams)
{
    opf::adv::check_range(dstTensor, sumParams.outter, "Sum");
    opf::adv::check_range(srcTensor, (uint64_t)sumParams.outter * sumParams.inner, "Sum");
    for (uint32_t i = 0; i < sumParams.outter; ++i) {
        const T *row = srcTensor.ptr() + (uint64_t)i * sumParams.inner;
        dstTensor.ptr()[i] = opf::adv::store<T>(opf::adv::fold_row(row, sumParams.n, opf::adv::added{}));
    }
}
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
OPF_INLINE void Sum(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const LocalTensor<uint8_t> &,
                    const SumParams &sumParams)
{
    Sum<T, reduceDim, isReuseSource, isBasicBlock>(dstTensor, srcTensor, sumParams);
}
} // namespace AscendC
#endif
