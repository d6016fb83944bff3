/* Compare and Select. A comparison is one bit an element, least significant bit first in each byte; a repeat
 * form writes the bits of each repeat behind those of the last. Select takes src0 where the bit is 1. */
#ifndef OPF_BASIC_CMPSEL_H
#define OPF_BASIC_CMPSEL_H

#include "arith.h"

namespace opf
{
/* 64 truth bytes (0 or 1) -> 64 bits. */
OPF_INLINE uint64_t pack_bits(const uint8_t *b)
{
    uint64_t r = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t v;
        __builtin_memcpy(&v, b + 8 * i, 8);
        r |= (v * 0x0102040810204080ull >> 56) << (8 * i);
    }
    return r;
}
OPF_INLINE void unpack_bits(uint8_t *b, uint64_t w)
{
    for (int i = 0; i < 64; i++)
        b[i] = static_cast<uint8_t>(w >> i & 1);
}
/* bits of f(i) for i < n into d; bits of the last byte past n become 0 */
template <class F> OPF_INLINE void pack_run(uint8_t *d, uint64_t n, F f)
{
    alignas(64) uint8_t t[64];
    uint64_t i = 0;
    for (; i + 64 <= n; i += 64) {
        for (uint64_t j = 0; j < 64; j++)
            t[j] = f(i + j);
        uint64_t w = pack_bits(t);
        __builtin_memcpy(d + i / 8, &w, 8);
    }
    if (i < n) {
        for (uint64_t j = 0; j < 64; j++)
            t[j] = i + j < n ? f(i + j) : 0;
        uint64_t w = pack_bits(t);
        __builtin_memcpy(d + i / 8, &w, (n - i + 7) / 8);
    }
}
/* body(predicate of two elements) for the run-time mode; NaN compares false but for NE. */
template <class T, class B> OPF_INLINE void with_compare(AscendC::CMPMODE mode, B body, const char *call)
{
#define OPF_CMP(e) body([](T a, T b) OPF_LAMBDA { return static_cast<uint8_t>(e); })
    switch (mode) {
    case AscendC::CMPMODE::LT:
        return OPF_CMP(el::less(a, b));
    case AscendC::CMPMODE::GT:
        return OPF_CMP(el::less(b, a));
    case AscendC::CMPMODE::EQ:
        return OPF_CMP(el::equal(a, b));
    case AscendC::CMPMODE::LE:
        return OPF_CMP(el::less(a, b) | el::equal(a, b));
    case AscendC::CMPMODE::GE:
        return OPF_CMP(el::less(b, a) | el::equal(a, b));
    case AscendC::CMPMODE::NE:
        return OPF_CMP(!el::equal(a, b));
    default:
        OPF_FAULT(OPF_FAULT_BAD_ARGUMENT, call, "comparison mode %d", static_cast<int>(mode));
    }
#undef OPF_CMP
}
/* The elements of one repeat side by side. */
template <uint32_t E, class T>
OPF_INLINE void repeat_elements(T *to, const local<T> &t, uint64_t r, uint32_t blk, uint32_t rep,
                                uint32_t top)
{
    load_lanes<E>(to, reinterpret_cast<const uint8_t *>(t.ptr()) + r * rep * 32, blk, top);
}
/* Calls body(repeat, bits of the repeat, top lane) for each repeat. */
template <uint32_t E, class B> OPF_INLINE void each_repeat(const lanes &l, B body)
{
    uint64_t part[4];
    if (l.counter) {
        for (uint64_t r = 0, left = l.count; left; r++) {
            uint32_t n = left < E ? static_cast<uint32_t>(left) : E;
            set_low_bits(part, n);
            body(r, part, n);
            left -= n;
        }
        return;
    }
    uint32_t top = top_lane(l);
    if (top)
        for (uint64_t r = 0; r < l.repeat; r++)
            body(r, l.bits, top);
}
inline void put_bits(uint8_t *d, const uint64_t *result, const uint64_t *mask, uint32_t lanes_)
{
    for (uint32_t i = 0; i < lanes_ / 8; i++) {
        uint8_t m = static_cast<uint8_t>(mask[i / 8] >> (8 * (i % 8))),
                v = static_cast<uint8_t>(result[i / 8] >> (8 * (i % 8)));
        d[i] = static_cast<uint8_t>((d[i] & ~m) | (v & m));
    }
}
template <class T, class U>
OPF_INLINE void check_bits(const local<U> &d, uint64_t n, const char *call, const char *who)
{
    static_assert(is_int<typename local<U>::PrimType>, "Compare/Select: the bits live in integer tensors");
    check_local(d, (n + 7) / 8, call, who);
}
template <class T> OPF_INLINE uint8_t *byte_ptr(const local<T> &t)
{
    return reinterpret_cast<uint8_t *>(t.ptr());
}
template <class T, uint32_t E> inline uint64_t bit_reach(const lanes &l)
{
    return l.counter ? (l.count + E - 1) / E * E : static_cast<uint64_t>(l.repeat) * E;
}

template <class U, class T>
OPF_INLINE void compare_count(const local<U> &d, const local<T> &a, const local<T> &b, AscendC::CMPMODE mode,
                              uint64_t n)
{
    using E = typename local<T>::PrimType;
    check_bits<T>(d, n, "Compare", "dst");
    check_elements(a, n, "Compare", "src0");
    check_elements(b, n, "Compare", "src1");
    const E *pa = a.ptr(), *pb = b.ptr();
    with_compare<E>(
        mode,
        [&](auto f)
            OPF_LAMBDA { pack_run(byte_ptr(d), n, [&](uint64_t i) OPF_LAMBDA { return f(pa[i], pb[i]); }); },
        "Compare");
}
template <bool Swap, class U, class T>
OPF_INLINE void compare_scalar_count(const local<U> &d, const local<T> &a, typename local<T>::PrimType v,
                                     AscendC::CMPMODE mode, uint64_t n)
{
    using E = typename local<T>::PrimType;
    check_bits<T>(d, n, "Compares", "dst");
    check_elements(a, n, "Compares", "src0");
    const E *pa = a.ptr();
    with_compare<E>(
        mode,
        [&](auto f) OPF_LAMBDA {
            pack_run(byte_ptr(d), n, [&](uint64_t i) OPF_LAMBDA { return Swap ? f(v, pa[i]) : f(pa[i], v); });
        },
        "Compares");
}
/* result bits of each repeat to sink(repeat, bits, mask) */
template <class T, class Get, class Sink>
inline void compare_lanes(const lanes &l, AscendC::CMPMODE mode, Get get, Sink sink, const char *call)
{
    constexpr uint32_t E = repeat_lanes<T>;
    lane_buffer<E, T> a, b;
    with_compare<T>(
        mode,
        [&](auto f) {
            each_repeat<E>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
                get(a.v, b.v, r, top);
                uint64_t w[4] = {};
                pack_run(reinterpret_cast<uint8_t *>(w), top,
                         [&](uint64_t i) OPF_LAMBDA { return f(a.v[i], b.v[i]); });
                sink(r, w, bits);
            });
        },
        call);
}
/* n elements of dst from bits; get0/get1(i) */
template <class T, class A, class B>
OPF_INLINE void select_run(T *d, const uint8_t *sel, uint64_t n, A a, B b)
{
    alignas(64) uint8_t t[64];
    for (uint64_t i = 0; i < n; i += 64) {
        uint64_t w = 0, m = n - i < 64 ? n - i : 64;
        __builtin_memcpy(&w, sel + i / 8, (m + 7) / 8);
        unpack_bits(t, w);
#pragma clang loop vectorize(assume_safety)
        for (uint64_t j = 0; j < m; j++)
            d[i + j] = el::choose(t[j] != 0, a(i + j), b(i + j));
    }
}
/* One repeat of Select: everything is read before dst is written. */
template <bool Scalar, class T, class U, class M>
inline void select_repeat(const local<T> &d, const uint8_t *sel, bool reuse, const local<T> &a,
                          const local<T> &b, typename local<T>::PrimType v, M, const lanes &l,
                          const AscendC::BinaryRepeatParams &p, const local<U> *sel_tensor)
{
    using E = typename local<T>::PrimType;
    constexpr uint32_t L = repeat_lanes<E>;
    check_operand<L>(d, l, p.dstBlkStride, p.dstRepStride, "Select", "dst");
    check_operand<L>(a, l, p.src0BlkStride, p.src0RepStride, "Select", "src0");
    if (!Scalar)
        check_operand<L>(b, l, p.src1BlkStride, p.src1RepStride, "Select", "src1");
    if (sel_tensor)
        check_range(*sel_tensor, reuse ? L / 8 : (bit_reach<E, L>(l) + 7) / 8, "Select", "selMask");
    lane_buffer<L, E> x, y, out;
    each_repeat<L>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        repeat_elements<L>(x.v, a, r, p.src0BlkStride, p.src0RepStride, top);
        if (!Scalar)
            repeat_elements<L>(y.v, b, r, p.src1BlkStride, p.src1RepStride, top);
        const uint8_t *s = sel + (reuse ? 0 : r * (L / 8));
        select_run(
            out.v, s, top, [&](uint64_t i) OPF_LAMBDA { return x.v[i]; },
            [&](uint64_t i) OPF_LAMBDA { return Scalar ? v : y.v[i]; });
        store_lanes<L>(byte_ptr(d) + r * p.dstRepStride * 32, out.v, p.dstBlkStride, bits, top);
    });
}
} // namespace opf

namespace AscendC
{
template <class T, class U>
OPF_INLINE void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                        CMPMODE mode, uint32_t count)
{
    opf::compare_count(dst, src0, src1, mode, count);
}
template <bool isSetMask, class T, class U, class M>
inline void OpfCompare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                       CMPMODE mode, M mask, uint32_t repeat, const BinaryRepeatParams &p)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, "Compare");
    opf::check_operand<L>(src0, l, p.src0BlkStride, p.src0RepStride, "Compare", "src0");
    opf::check_operand<L>(src1, l, p.src1BlkStride, p.src1RepStride, "Compare", "src1");
    opf::check_bits<T>(dst, opf::bit_reach<E, L>(l), "Compare", "dst");
    opf::compare_lanes<E>(
        l, mode,
        [&](E *a, E *b, uint64_t r, uint32_t top) {
            opf::repeat_elements<L>(a, src0, r, p.src0BlkStride, p.src0RepStride, top);
            opf::repeat_elements<L>(b, src1, r, p.src1BlkStride, p.src1RepStride, top);
        },
        [&](uint64_t r, const uint64_t *w, const uint64_t *bits) {
            opf::put_bits(opf::byte_ptr(dst) + r * (L / 8), w, bits, L);
        },
        "Compare");
}
template <class T, class U, bool isSetMask = true>
inline void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                    CMPMODE mode, const uint64_t *mask, uint32_t repeat, const BinaryRepeatParams &p)
{
    OpfCompare<isSetMask>(dst, src0, src1, mode, mask, repeat, p);
}
template <class T, class U, bool isSetMask = true>
inline void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                    CMPMODE mode, const uint64_t mask, uint32_t repeat, const BinaryRepeatParams &p)
{
    OpfCompare<isSetMask>(dst, src0, src1, mode, mask, repeat, p);
}
/* Into the compare-mask register: one repeat. */
template <bool isSetMask, class T, class M>
inline void OpfCompareSpr(const LocalTensor<T> &src0, const LocalTensor<T> &src1, CMPMODE mode, M mask,
                          const BinaryRepeatParams &p)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    opf::lanes l = opf::lanes_of<L, isSetMask>(mask, 1, "Compare");
    opf::check_operand<L>(src0, l, p.src0BlkStride, p.src0RepStride, "Compare", "src0");
    opf::check_operand<L>(src1, l, p.src1BlkStride, p.src1RepStride, "Compare", "src1");
    opf::compare_lanes<E>(
        l, mode,
        [&](E *a, E *b, uint64_t r, uint32_t top) {
            opf::repeat_elements<L>(a, src0, r, p.src0BlkStride, p.src0RepStride, top);
            opf::repeat_elements<L>(b, src1, r, p.src1BlkStride, p.src1RepStride, top);
        },
        [&](uint64_t, const uint64_t *w, const uint64_t *bits) {
            opf::put_bits(opf::core().cmp_mask, w, bits, L);
        },
        "Compare");
}
template <class T, bool isSetMask = true>
inline void Compare(const LocalTensor<T> &src0, const LocalTensor<T> &src1, CMPMODE mode,
                    const uint64_t *mask, const BinaryRepeatParams &p)
{
    OpfCompareSpr<isSetMask>(src0, src1, mode, mask, p);
}
template <class T, bool isSetMask = true>
inline void Compare(const LocalTensor<T> &src0, const LocalTensor<T> &src1, CMPMODE mode, const uint64_t mask,
                    const BinaryRepeatParams &p)
{
    OpfCompareSpr<isSetMask>(src0, src1, mode, mask, p);
}
template <class T> inline void GetCmpMask(const LocalTensor<T> &dst)
{
    opf::check_local(dst, 16, "GetCmpMask", "dst");
    __builtin_memcpy(dst.ptr(), opf::core().cmp_mask, 16);
}
template <class T> inline void SetCmpMask(const LocalTensor<T> &src)
{
    opf::check_local(src, 16, "SetCmpMask", "src");
    __builtin_memcpy(opf::core().cmp_mask, src.ptr(), 16);
}

template <bool isSetMask, bool Swap, class T, class U, class M>
inline void OpfCompares(const LocalTensor<U> &dst, const LocalTensor<T> &src, PrimT<T> v, CMPMODE mode,
                        M mask, uint32_t repeat, const UnaryRepeatParams &p)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, "Compares");
    opf::check_operand<L>(src, l, p.srcBlkStride, p.srcRepStride, "Compares", "src0");
    opf::check_bits<T>(dst, opf::bit_reach<E, L>(l), "Compares", "dst");
    opf::compare_lanes<E>(
        l, mode,
        [&](E *a, E *b, uint64_t r, uint32_t top) {
            opf::repeat_elements<L>(Swap ? b : a, src, r, p.srcBlkStride, p.srcRepStride, top);
            for (uint32_t i = 0; i < top; i++)
                (Swap ? a : b)[i] = v;
        },
        [&](uint64_t r, const uint64_t *w, const uint64_t *bits) {
            opf::put_bits(opf::byte_ptr(dst) + r * (L / 8), w, bits, L);
        },
        "Compares");
}
#define OPF_COMPARES(Name)                                                                                   \
    template <class T, class U>                                                                              \
    OPF_INLINE void Name(const LocalTensor<U> &dst, const LocalTensor<T> &src0,                              \
                         const opf::plain<PrimT<T>> v, CMPMODE mode, uint32_t count)                         \
    {                                                                                                        \
        opf::compare_scalar_count<false>(dst, src0, v, mode, count);                                         \
    }                                                                                                        \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void Name(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const opf::plain<PrimT<T>> v,    \
                     CMPMODE mode, const uint64_t *mask, uint32_t repeat, const UnaryRepeatParams &p)        \
    {                                                                                                        \
        OpfCompares<isSetMask, false>(dst, src0, v, mode, mask, repeat, p);                                  \
    }                                                                                                        \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void Name(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const opf::plain<PrimT<T>> v,    \
                     CMPMODE mode, const uint64_t mask, uint32_t repeat, const UnaryRepeatParams &p)         \
    {                                                                                                        \
        OpfCompares<isSetMask, false>(dst, src0, v, mode, mask, repeat, p);                                  \
    }                                                                                                        \
    /* the first template argument may be dst's element type */                                              \
    template <                                                                                               \
        class T0, class T1 = BinaryDefaultType, bool isSetMask = true,                                       \
        const BinaryConfig &config = DEFAULT_BINARY_CONFIG, class D, class A, class B,                       \
        std::enable_if_t<!std::is_same<T0, BinaryDefaultType>::value && opf::is_local<A>::value &&           \
                             !std::is_same<T0, typename A::PrimType>::value && !opf::is_local<B>::value,     \
                         bool> = true>                                                                       \
    OPF_INLINE void Name(const D &dst, const A &src0, const B &v, CMPMODE mode, uint32_t count)              \
    {                                                                                                        \
        opf::compare_scalar_count<false>(dst, src0, static_cast<typename A::PrimType>(v), mode, count);      \
    }                                                                                                        \
    /* scalar on the left, or the first element of a tensor */                                               \
    template <                                                                                               \
        class T0 = BinaryDefaultType, class T1 = BinaryDefaultType, bool isSetMask = true,                   \
        const BinaryConfig &config = DEFAULT_BINARY_CONFIG, class D, class A, class B,                       \
        std::enable_if_t<opf::is_local<B>::value && (!opf::is_local<A>::value || std::is_same<A, B>::value), \
                         bool> = true>                                                                       \
    inline void Name(const D &dst, const A &src0, const B &src1, CMPMODE mode, uint32_t count)               \
    {                                                                                                        \
        if constexpr (!opf::is_local<A>::value || config.scalarTensorIndex == 0)                             \
            opf::compare_scalar_count<true>(dst, src1, OpfScalar<typename B::PrimType>(src0), mode, count);  \
        else                                                                                                 \
            opf::compare_scalar_count<false>(dst, src0, OpfScalar<typename B::PrimType>(src1), mode, count); \
    }
OPF_COMPARES(Compares)
OPF_COMPARES(CompareScalar)
#undef OPF_COMPARES

/* ---- Select
 * ---------------------------------------------------------------------------------------------------- */
template <class T, class U>
OPF_INLINE void Select(const LocalTensor<T> &dst, const LocalTensor<U> &sel, const LocalTensor<T> &src0,
                       const LocalTensor<T> &src1, SELMODE mode, uint32_t count)
{
    using E = PrimT<T>;
    opf::check_elements(dst, count, "Select", "dst");
    opf::check_elements(src0, count, "Select", "src0");
    opf::check_elements(src1, count, "Select", "src1");
    const E *a = src0.ptr(), *b = src1.ptr();
    constexpr uint32_t L = opf::repeat_lanes<E>;
    if (mode == SELMODE::VSEL_CMPMASK_SPR) {
        /* the bits of one repeat serve all */
        opf::check_range(sel, (count < L ? count + 7 : L) / 8, "Select", "selMask");
        for (uint32_t i = 0; i < count; i += L)
            opf::select_run(
                dst.ptr() + i, opf::byte_ptr(sel), count - i < L ? count - i : L,
                [a, i](uint64_t j) OPF_LAMBDA { return a[i + j]; },
                [b, i](uint64_t j) OPF_LAMBDA { return b[i + j]; });
        return;
    }
    opf::check_range(sel, (static_cast<uint64_t>(count) + 7) / 8, "Select", "selMask");
    opf::select_run(
        dst.ptr(), opf::byte_ptr(sel), count, [a](uint64_t i) OPF_LAMBDA { return a[i]; },
        [b](uint64_t i) OPF_LAMBDA { return b[i]; });
}
template <bool Swap, class T, class U>
OPF_INLINE void OpfSelectScalar(const LocalTensor<T> &dst, const LocalTensor<U> &sel,
                                const LocalTensor<T> &src, PrimT<T> v, uint32_t count)
{
    using E = PrimT<T>;
    opf::check_elements(dst, count, "Select", "dst");
    opf::check_elements(src, count, "Select", "src0");
    opf::check_range(sel, (static_cast<uint64_t>(count) + 7) / 8, "Select", "selMask");
    const E *a = src.ptr();
    opf::select_run(
        dst.ptr(), opf::byte_ptr(sel), count, [a, v](uint64_t i) OPF_LAMBDA { return Swap ? v : a[i]; },
        [a, v](uint64_t i) OPF_LAMBDA { return Swap ? a[i] : v; });
}
template <class T, class U>
OPF_INLINE void Select(const LocalTensor<T> &dst, const LocalTensor<U> &sel, const LocalTensor<T> &src0,
                       opf::plain<PrimT<T>> src1, SELMODE, uint32_t count)
{
    OpfSelectScalar<false>(dst, sel, src0, src1, count);
}
template <class T0 = BinaryDefaultType, class T1 = BinaryDefaultType,
          const BinaryConfig &config = DEFAULT_BINARY_CONFIG, class D, class U, class S, class V,
          std::enable_if_t<opf::is_local<D>::value && opf::is_local<V>::value && !opf::is_local<S>::value,
                           bool> = true>
OPF_INLINE void Select(const D &dst, const LocalTensor<U> &sel, const S &src0, const V &src1, SELMODE,
                       uint32_t count)
{
    OpfSelectScalar<true>(dst, sel, src1, static_cast<typename D::PrimType>(src0), count);
}
#define OPF_SELECT_REPEAT(Mask)                                                                              \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void Select(const LocalTensor<T> &dst, const LocalTensor<U> &sel, const LocalTensor<T> &src0,     \
                       const LocalTensor<T> &src1, SELMODE mode, Mask mask, uint32_t repeat,                 \
                       const BinaryRepeatParams &p)                                                          \
    {                                                                                                        \
        opf::lanes l = opf::lanes_of<opf::repeat_lanes<PrimT<T>>, isSetMask>(mask, repeat, "Select");        \
        opf::select_repeat<false>(dst, opf::byte_ptr(sel), mode == SELMODE::VSEL_CMPMASK_SPR, src0, src1,    \
                                  PrimT<T>(), 0, l, p, &sel);                                                \
    }                                                                                                        \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void Select(const LocalTensor<T> &dst, const LocalTensor<U> &sel, const LocalTensor<T> &src0,     \
                       opf::plain<PrimT<T>> src1, SELMODE, Mask mask, uint32_t repeat,                       \
                       const BinaryRepeatParams &p)                                                          \
    {                                                                                                        \
        opf::lanes l = opf::lanes_of<opf::repeat_lanes<PrimT<T>>, isSetMask>(mask, repeat, "Select");        \
        opf::select_repeat<true>(dst, opf::byte_ptr(sel), false, src0, src0, src1, 0, l, p, &sel);           \
    }
OPF_SELECT_REPEAT(const uint64_t)
OPF_SELECT_REPEAT(const uint64_t *)
#undef OPF_SELECT_REPEAT
/* Bits from the compare-mask register, lanes from the vector mask. */
template <class T, SELMODE mode>
inline void Select(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                   uint32_t repeat, const BinaryRepeatParams &p)
{
    static_assert(mode == SELMODE::VSEL_CMPMASK_SPR, "Select without selMask: mode VSEL_CMPMASK_SPR only");
    opf::lanes l = opf::lanes_outside<opf::repeat_lanes<PrimT<T>>>(repeat);
    opf::select_repeat<false>(dst, opf::core().cmp_mask, true, src0, src1, PrimT<T>(), 0, l, p,
                              static_cast<const LocalTensor<uint8_t> *>(nullptr));
}
template <class T, class U>
inline void Select(const LocalTensor<T> &dst, const LocalTensor<U> &sel, const LocalTensor<T> &src0,
                   const LocalTensor<T> &src1, uint32_t repeat, const BinaryRepeatParams &p)
{
    opf::lanes l = opf::lanes_outside<opf::repeat_lanes<PrimT<T>>>(repeat);
    opf::select_repeat<false>(dst, opf::byte_ptr(sel), false, src0, src1, PrimT<T>(), 0, l, p, &sel);
}

} // namespace AscendC
namespace opf
{
template <class Op> struct is_comparison : std::false_type {
};
template <AscendC::CMPMODE mode> struct is_comparison<deferred_compare<mode>> : std::true_type {
};
} // namespace opf
namespace AscendC
{
/* Whole-tensor operators: as many elements as dst holds (comparisons: as src0 holds). */
template <class T, class Op, std::enable_if_t<!opf::is_comparison<Op>::value, bool> = true>
inline void opf_assign(const LocalTensor<T> &dst, const opf::deferred<Op, T> &d)
{
    opf::binary_count<Op>(dst, d.a, d.b, static_cast<int64_t>(dst.GetSize()), "LocalTensor operator");
}
template <class U, class T, CMPMODE mode>
inline void opf_assign(const LocalTensor<U> &dst, const opf::deferred<opf::deferred_compare<mode>, T> &d)
{
    opf::compare_count(dst, d.a, d.b, mode, d.a.GetSize());
}

} // namespace AscendC
#endif
