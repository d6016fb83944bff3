/* Filling and rearranging: Duplicate, CreateVecIndex, Brcb, Interleave, Gather, Scatter, GatherMask. */
#ifndef OPF_BASIC_FILL_H
#define OPF_BASIC_FILL_H

#include "reduce.h"

namespace AscendC
{
template <class T>
OPF_INLINE void Duplicate(const LocalTensor<T> &dst, const opf::plain<PrimT<T>> &v, const int32_t &count)
{
    using E = PrimT<T>;
    opf::check_count(count, "Duplicate");
    opf::check_elements(dst, static_cast<uint64_t>(count), "Duplicate", "dst");
    E x = v;
    E *d = dst.ptr();
    for (int64_t i = 0; i < count; i++)
        d[i] = x;
}
template <class T, bool isSetMask, class M, class F>
inline void OpfFill(const LocalTensor<T> &dst, M mask, uint32_t repeat, uint32_t blk, uint32_t rep, F value,
                    const char *call)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, call);
    opf::check_operand<L>(dst, l, blk, rep, call, "dst");
    opf::lane_buffer<L, E> v;
    opf::each_repeat<L>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        for (uint32_t i = 0; i < top; i++)
            v.v[i] = value(r, i);
        opf::store_lanes<L>(opf::byte_ptr(dst) + r * rep * 32, v.v, blk, bits, top);
    });
}
template <class T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T> &dst, const opf::plain<PrimT<T>> &v, uint64_t mask,
                      const uint32_t repeat, const uint16_t dstBlockStride, const uint8_t dstRepeatStride)
{
    OpfFill<T, isSetMask>(
        dst, mask, repeat, dstBlockStride, dstRepeatStride, [v](uint64_t, uint32_t) { return v; },
        "Duplicate");
}
template <class T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T> &dst, const opf::plain<PrimT<T>> &v, const uint64_t *mask,
                      const uint32_t repeat, const uint16_t dstBlockStride, const uint8_t dstRepeatStride)
{
    OpfFill<T, isSetMask>(
        dst, mask, repeat, dstBlockStride, dstRepeatStride, [v](uint64_t, uint32_t) { return v; },
        "Duplicate");
}
/* The first element of src everywhere. */
template <class T>
inline void Duplicate(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t &count)
{
    opf::check_range(src, sizeof(PrimT<T>), "Duplicate", "src");
    PrimT<T> v = *src.ptr();
    Duplicate(dst, v, count);
}

/* firstValue, firstValue + 1, ...; a repeat goes on where the last one would have ended. */
template <class T>
inline void CreateVecIndex(LocalTensor<T> dst, const opf::plain<PrimT<T>> &first, uint32_t count)
{
    using E = PrimT<T>;
    opf::check_elements(dst, count, "CreateVecIndex", "dst");
    for (uint32_t i = 0; i < count; i++)
        dst.ptr()[i] =
            opf::add_once<E>(first, opf::convert<E, RoundMode::CAST_RINT>(static_cast<int32_t>(i)));
}
template <class T>
inline void CreateVecIndex(LocalTensor<T> &dst, const opf::plain<PrimT<T>> &first, uint64_t mask,
                           uint32_t repeat, uint16_t blk, uint8_t rep)
{
    using E = PrimT<T>;
    OpfFill<T, true>(
        dst, mask, repeat, blk, rep,
        [first](uint64_t r, uint32_t i) {
            return opf::add_once<E>(first, opf::convert<E, RoundMode::CAST_RINT>(
                                               static_cast<int32_t>(r * opf::repeat_lanes<E> + i)));
        },
        "CreateVecIndex");
}
template <class T>
inline void CreateVecIndex(LocalTensor<T> &dst, const opf::plain<PrimT<T>> &first, const uint64_t *mask,
                           uint32_t repeat, uint16_t blk, uint8_t rep)
{
    using E = PrimT<T>;
    OpfFill<T, true>(
        dst, mask, repeat, blk, rep,
        [first](uint64_t r, uint32_t i) {
            return opf::add_once<E>(first, opf::convert<E, RoundMode::CAST_RINT>(
                                               static_cast<int32_t>(r * opf::repeat_lanes<E> + i)));
        },
        "CreateVecIndex");
}

/* Eight elements a repeat, each spread over one 32-byte block. */
template <class T>
inline void Brcb(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t repeat,
                 const BrcbRepeatParams &p)
{
    using E = PrimT<T>;
    constexpr uint32_t B = 32 / sizeof(E);
    OPF_CHECK(repeat <= 255, OPF_FAULT_BAD_ARGUMENT, "Brcb", "repeatTime %u is above 255", repeat);
    if (repeat == 0)
        return;
    opf::check_elements(src, static_cast<uint64_t>(repeat) * 8, "Brcb", "src");
    opf::check_local(dst,
                     (static_cast<uint64_t>(repeat - 1) * p.dstRepStride + 7ull * p.dstBlkStride + 1) * 32,
                     "Brcb", "dst");
    for (uint32_t r = 0; r < repeat; r++)
        for (uint32_t k = 0; k < 8; k++) {
            auto v = opf::moved_ptr(src.ptr())[r * 8 + k];
            auto d = reinterpret_cast<opf::moved<E> *>(
                opf::byte_ptr(dst) + (static_cast<uint64_t>(r) * p.dstRepStride + k * p.dstBlkStride) * 32);
            for (uint32_t i = 0; i < B; i++)
                d[i] = v;
        }
}

/* dst0, dst1 = the pairs (src0[i], src1[i]) in order, count elements each. Both sources are read a register (256 bytes) at
 * a time before results are written, so that operands of one register may be the results, too, as operators write it. */
template <class T>
inline void Interleave(const LocalTensor<T> &dst0, const LocalTensor<T> &dst1, const LocalTensor<T> &src0,
                       const LocalTensor<T> &src1, const int32_t count)
{
    opf::check_count(count, "Interleave");
    uint64_t n = static_cast<uint64_t>(count);
    opf::check_elements(dst0, n, "Interleave", "dst0");
    opf::check_elements(dst1, n, "Interleave", "dst1");
    opf::check_elements(src0, n, "Interleave", "src0");
    opf::check_elements(src1, n, "Interleave", "src1");
    auto a = opf::moved_ptr(src0.ptr()), b = opf::moved_ptr(src1.ptr());
    auto d0 = opf::moved_ptr(dst0.ptr()), d1 = opf::moved_ptr(dst1.ptr());
    constexpr uint64_t L = 256 / sizeof(T);
    for (uint64_t at = 0; at < n; at += L) {
        const uint64_t m = n - at < L ? n - at : L;
        alignas(64) opf::moved<T> pairs[2 * L];
        for (uint64_t i = 0; i < m; i++) {
            pairs[2 * i] = a[at + i];
            pairs[2 * i + 1] = b[at + i];
        }
        for (uint64_t i = 0; i < 2 * m; i++)
            *(2 * at + i < n ? d0 + 2 * at + i : d1 + (2 * at + i - n)) = pairs[i];
    }
}
/* `first` and `second`, n elements each, are pairs in a row: their halves to dst0 and dst1. */
template <class E>
inline void OpfSplitPairs(E *dst0, E *dst1, const E *first, const E *second, uint64_t n)
{
    auto a = opf::moved_ptr(first), b = opf::moved_ptr(second);
    auto d0 = opf::moved_ptr(dst0), d1 = opf::moved_ptr(dst1);
    constexpr uint64_t L = 256 / sizeof(E);
    for (uint64_t at = 0; at < n; at += L) {
        const uint64_t m = n - at < L ? n - at : L;
        alignas(64) opf::moved<E> pairs[2 * L];
        for (uint64_t i = 2 * at; i < 2 * (at + m); i++)
            pairs[i - 2 * at] = i < n ? a[i] : b[i - n];
        for (uint64_t i = 0; i < m; i++) {
            d0[at + i] = pairs[2 * i];
            d1[at + i] = pairs[2 * i + 1];
        }
    }
}
template <class T>
inline void DeInterleave(const LocalTensor<T> &dst0, const LocalTensor<T> &dst1, const LocalTensor<T> &src0,
                         const LocalTensor<T> &src1, const int32_t count)
{
    opf::check_count(count, "DeInterleave");
    uint64_t n = static_cast<uint64_t>(count);
    opf::check_elements(dst0, n, "DeInterleave", "dst0");
    opf::check_elements(dst1, n, "DeInterleave", "dst1");
    opf::check_elements(src0, n, "DeInterleave", "src0");
    opf::check_elements(src1, n, "DeInterleave", "src1");
    OpfSplitPairs(dst0.ptr(), dst1.ptr(), src0.ptr(), src1.ptr(), n);
}
template <class T>
inline void DeInterleave(const LocalTensor<T> &dst0, const LocalTensor<T> &dst1, const LocalTensor<T> &src,
                         const int32_t srcCount)
{
    opf::check_count(srcCount, "DeInterleave");
    uint64_t n = static_cast<uint64_t>(srcCount) / 2;
    opf::check_elements(src, n * 2, "DeInterleave", "src");
    opf::check_elements(dst0, n, "DeInterleave", "dst0");
    opf::check_elements(dst1, n, "DeInterleave", "dst1");
    OpfSplitPairs(dst0.ptr(), dst1.ptr(), src.ptr(), src.ptr() + n, n);
}
} // namespace AscendC

namespace opf
{
/* All byte offsets base + off[i], i < n, must leave room for one element in t. */
template <class T>
inline void check_offsets(const local<T> &t, const uint32_t *off, uint64_t n, uint64_t base, const char *call,
                          const char *who)
{
    uint32_t top = 0;
    for (uint64_t i = 0; i < n; i++)
        top = off[i] > top ? off[i] : top;
    if (n)
        check_range(t, base + top + sizeof(typename local<T>::PrimType), call, who);
}
template <class T> OPF_INLINE T load_at(const uint8_t *p, uint64_t off)
{
    T v;
    __builtin_memcpy(&v, p + off, sizeof(T));
    return v;
}
} // namespace opf
namespace AscendC
{
/* Offsets are bytes from src's start (plus srcBaseOffset). */
template <class T>
inline void Gather(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                   const uint32_t base, const uint32_t count)
{
    using E = PrimT<T>;
    opf::check_elements(dst, count, "Gather", "dst");
    opf::check_elements(offset, count, "Gather", "srcOffset");
    const uint32_t *o = offset.ptr();
    opf::check_offsets(src, o, count, base, "Gather", "src");
    const uint8_t *s = opf::byte_ptr(src) + base;
    auto d = opf::moved_ptr(dst.ptr());
#pragma clang loop vectorize(assume_safety)
    for (uint32_t i = 0; i < count; i++)
        d[i] = opf::load_at<opf::moved<E>>(s, o[i]);
}
template <class T, class M>
inline void OpfGather(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                      const LocalTensor<uint32_t> &offset, uint32_t base, M mask, uint32_t repeat,
                      uint32_t rep)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    opf::lanes l = opf::lanes_of<L, true>(mask, repeat, "Gather");
    opf::check_operand<L>(dst, l, 1, rep, "Gather", "dst");
    opf::lane_buffer<L, E> v;
    opf::each_repeat<L>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        opf::check_elements(offset, r * L + top, "Gather", "srcOffset");
        const uint32_t *o = offset.ptr() + r * L;
        for (uint32_t i = 0; i < top; i++)
            if (opf::lane_on(bits, i)) {
                opf::check_range(src, static_cast<uint64_t>(base) + o[i] + sizeof(E), "Gather", "src");
                v.v[i] = opf::load_at<E>(opf::byte_ptr(src) + base, o[i]);
            }
        opf::store_lanes<L>(opf::byte_ptr(dst) + r * rep * 32, v.v, 1, bits, top);
    });
}
template <class T>
inline void Gather(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                   const uint32_t base, const uint64_t mask, const uint32_t repeat,
                   const uint16_t dstRepStride)
{
    OpfGather(dst, src, offset, base, mask, repeat, dstRepStride);
}
template <class T>
inline void Gather(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                   const uint32_t base, const uint64_t *mask, const uint32_t repeat,
                   const uint16_t dstRepStride)
{
    OpfGather(dst, src, offset, base, mask, repeat, dstRepStride);
}
/* Whole blocks: 8 offsets a repeat. */
template <class T>
inline void Gatherb(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                    const uint32_t repeat, const GatherRepeatParams &p)
{
    OPF_CHECK(repeat <= 255, OPF_FAULT_BAD_ARGUMENT, "Gatherb", "repeatTime %u is above 255", repeat);
    if (repeat == 0)
        return;
    opf::check_elements(offset, static_cast<uint64_t>(repeat) * 8, "Gatherb", "offset");
    opf::check_local(dst,
                     (static_cast<uint64_t>(repeat - 1) * p.dstRepStride + 7ull * p.dstBlkStride + 1) * 32,
                     "Gatherb", "dst");
    for (uint32_t r = 0; r < repeat; r++)
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t o = offset.ptr()[r * 8 + k];
            opf::check_range(src, static_cast<uint64_t>(o) + 32, "Gatherb", "src");
            __builtin_memmove(opf::byte_ptr(dst) +
                                  (static_cast<uint64_t>(r) * p.dstRepStride + k * p.dstBlkStride) * 32,
                              opf::byte_ptr(src) + o, 32);
        }
}
template <class T>
inline void Scatter(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                    const uint32_t base, const uint32_t count)
{
    using E = PrimT<T>;
    opf::check_elements(src, count, "Scatter", "src");
    opf::check_elements(offset, count, "Scatter", "dstOffset");
    const uint32_t *o = offset.ptr();
    opf::check_offsets(dst, o, count, base, "Scatter", "dst");
    uint8_t *d = opf::byte_ptr(dst) + base;
    for (uint32_t i = 0; i < count; i++)
        __builtin_memcpy(d + o[i], src.ptr() + i, sizeof(E));
}
template <class T, class M>
inline void OpfScatter(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                       const LocalTensor<uint32_t> &offset, uint32_t base, M mask, uint32_t repeat,
                       uint32_t rep)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    opf::lanes l = opf::lanes_of<L, true>(mask, repeat, "Scatter");
    opf::check_operand<L>(src, l, 1, rep, "Scatter", "src");
    opf::each_repeat<L>(l, [&](uint64_t r, const uint64_t *bits, uint32_t top) {
        opf::check_elements(offset, r * L + top, "Scatter", "dstOffset");
        const uint32_t *o = offset.ptr() + r * L;
        const E *s = reinterpret_cast<const E *>(opf::byte_ptr(src) + r * rep * 32);
        for (uint32_t i = 0; i < top; i++)
            if (opf::lane_on(bits, i)) {
                opf::check_range(dst, static_cast<uint64_t>(base) + o[i] + sizeof(E), "Scatter", "dst");
                __builtin_memcpy(opf::byte_ptr(dst) + base + o[i], s + i, sizeof(E));
            }
    });
}
template <class T>
inline void Scatter(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                    const uint32_t base, const uint64_t mask, const uint32_t repeat,
                    const uint8_t srcRepStride)
{
    OpfScatter(dst, src, offset, base, mask, repeat, srcRepStride);
}
template <class T>
inline void Scatter(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint32_t> &offset,
                    const uint32_t base, const uint64_t *mask, const uint32_t repeat,
                    const uint8_t srcRepStride)
{
    OpfScatter(dst, src, offset, base, mask, repeat, srcRepStride);
}

/* Keeps the elements whose pattern bit is 1, packed. reduceMode: each repeat takes `mask` elements, else 256
 * bytes. */
template <class T, class Bit>
inline void OpfGatherMask(const LocalTensor<T> &dst, const LocalTensor<T> &src, bool reduceMode,
                          uint32_t mask, const GatherMaskParams &p, uint64_t &kept, Bit bit)
{
    using E = PrimT<T>;
    constexpr uint32_t L = opf::repeat_lanes<E>;
    uint32_t n = reduceMode ? mask : L;
    auto d = opf::moved_ptr(dst.ptr());
    uint64_t out = 0;
    opf::check_align(dst, 32, "GatherMask", "dst");
    for (uint32_t r = 0; r < p.repeatTimes && n; r++) {
        const uint8_t *s = opf::byte_ptr(src) + static_cast<uint64_t>(r) * p.src0RepeatStride * 32;
        opf::check_local(src,
                         static_cast<uint64_t>(r) * p.src0RepeatStride * 32 +
                             opf::lane_offset<E>(p.src0BlockStride, n - 1) + sizeof(E),
                         "GatherMask", "src0");
        for (uint32_t i = 0; i < n; i++)
            if (bit(r, i)) {
                opf::check_range(dst, (out + 1) * sizeof(E), "GatherMask", "dst");
                d[out++] = opf::load_at<opf::moved<E>>(s, opf::lane_offset<E>(p.src0BlockStride, i));
            }
    }
    kept = out;
    opf::core().gather_count = out;
}
template <class T, class U, GatherMaskMode mode = defaultGatherMaskMode,
          std::enable_if_t<opf::is_int<PrimT<U>>, bool> = true>
inline void GatherMask(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<U> &pattern,
                       const bool reduceMode, const uint32_t mask, const GatherMaskParams &p,
                       uint64_t &rsvdCnt)
{
    constexpr uint32_t L = opf::repeat_lanes<PrimT<T>>;
    uint32_t n = reduceMode ? mask : L;
    if (p.repeatTimes)
        opf::check_local(pattern,
                         static_cast<uint64_t>(p.repeatTimes - 1) * p.src1RepeatStride * 32 + (n + 7) / 8,
                         "GatherMask", "src1Pattern");
    const uint8_t *b = opf::byte_ptr(pattern);
    uint32_t step = p.src1RepeatStride * 32u;
    OpfGatherMask(dst, src0, reduceMode, mask, p, rsvdCnt,
                  [=](uint32_t r, uint32_t i) { return b[r * step + i / 8] >> (i % 8) & 1; });
}
/* Built-in patterns: 1, 2 = even, odd; 3..6 = every fourth from 0..3; 7 = all. */
template <class T, GatherMaskMode mode = defaultGatherMaskMode>
inline void GatherMask(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const uint8_t pattern,
                       const bool reduceMode, const uint32_t mask, const GatherMaskParams &p,
                       uint64_t &rsvdCnt)
{
    OPF_CHECK(pattern >= 1 && pattern <= 7, OPF_FAULT_BAD_ARGUMENT, "GatherMask", "pattern %d is not 1..7",
              pattern);
    OpfGatherMask(dst, src0, reduceMode, mask, p, rsvdCnt, [=](uint32_t, uint32_t i) {
        return pattern == 7 || (pattern <= 2 ? i % 2 == pattern - 1u : i % 4 == pattern - 3u);
    });
}
inline int64_t GetGatherMaskRemainCount()
{
    return static_cast<int64_t>(opf::core().gather_count);
}
} // namespace AscendC
#endif
