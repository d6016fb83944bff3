/* Sorting of (score, index) records: 8 bytes, the score low (2 or 4 bytes), the index in the high 4.
 * Descending; of equal scores the earlier comes first. Public pages: sort chapter of the memory vector calls.
 */
#ifndef OPF_BASIC_SORT_H
#define OPF_BASIC_SORT_H

#include "fill.h"

namespace AscendC
{
struct MrgSort4Info {
    uint16_t elementLengths[4] = {};
    bool ifExhaustedSuspension = false;
    uint16_t validBit = 0;
    uint8_t repeatTimes = 1;
    MrgSort4Info() {}
    MrgSort4Info(const uint16_t lengths[4], bool suspend, uint16_t valid, uint16_t repeats)
        : ifExhaustedSuspension(suspend), validBit(valid), repeatTimes(static_cast<uint8_t>(repeats))
    {
        for (int i = 0; i < 4; i++)
            elementLengths[i] = lengths[i];
    }
};
template <class T> struct MrgSortSrcList {
    LocalTensor<T> src1, src2, src3, src4;
    MrgSortSrcList() {}
    MrgSortSrcList(const LocalTensor<T> &a, const LocalTensor<T> &b, const LocalTensor<T> &c,
                   const LocalTensor<T> &d)
        : src1(a), src2(b), src3(c), src4(d)
    {
    }
};
} // namespace AscendC

namespace opf
{
template <class T> OPF_INLINE T score_of(uint64_t record)
{
    return bits<T>(static_cast<unsigned_of<T>>(record));
}
template <class T> OPF_INLINE uint64_t record_of(T score, uint32_t index)
{
    return static_cast<uint64_t>(bits<unsigned_of<T>>(score)) | static_cast<uint64_t>(index) << 32;
}
template <class T> inline void check_scores(const char *call)
{
    static_assert(is_half<T> || std::is_same<T, float>::value, "Sort32, MrgSort, ...: half and float only");
    (void)call;
}
/* Merges up to four descending lists of records; taken[i] tells how many of each went out. */
template <class T>
inline uint64_t merge_lists(uint64_t *d, const uint64_t *const *s, const uint32_t *n, int lists, bool suspend,
                            uint32_t *taken)
{
    uint32_t at[4] = {};
    uint64_t out = 0;
    for (;;) {
        int best = -1;
        for (int i = 0; i < lists; i++) {
            if (at[i] == n[i])
                continue;
            if (best < 0 || el::less(score_of<T>(s[best][at[best]]), score_of<T>(s[i][at[i]])))
                best = i;
        }
        if (best < 0)
            break;
        d[out++] = s[best][at[best]++];
        if (suspend && at[best] == n[best])
            break;
    }
    for (int i = 0; i < 4; i++)
        taken[i] = i < lists ? at[i] : 0;
    return out;
}
inline int lists_of(uint16_t valid, const char *call)
{
    OPF_CHECK(valid == 3 || valid == 7 || valid == 15, OPF_FAULT_BAD_ARGUMENT, call,
              "validBit %d is not 3, 7 or 15", valid);
    return valid == 3 ? 2 : (valid == 7 ? 3 : 4);
}
template <class T>
inline void merge_call(const local<T> &dst, const AscendC::MrgSortSrcList<T> &src, const uint16_t *lengths,
                       bool suspend, uint16_t valid, uint32_t repeats, uint32_t *taken, const char *call)
{
    using E = typename local<T>::PrimType;
    check_scores<E>(call);
    int lists = lists_of(valid, call);
    const local<T> *in[4] = {&src.src1, &src.src2, &src.src3, &src.src4};
    uint64_t total = 0;
    for (int i = 0; i < lists; i++)
        total += lengths[i];
    check_local(dst, total * 8 * repeats, call, "dst");
    for (uint32_t r = 0; r < repeats; r++) {
        const uint64_t *s[4];
        uint32_t n[4];
        for (int i = 0; i < lists; i++) {
            check_range(*in[i], (r * total + lengths[i]) * 8, call, "src");
            check_align(*in[i], 8, call, "src");
            s[i] = reinterpret_cast<const uint64_t *>(in[i]->ptr()) + r * total;
            n[i] = lengths[i];
        }
        merge_lists<E>(reinterpret_cast<uint64_t *>(dst.ptr()) + r * total, s, n, lists, suspend, taken);
    }
    if (repeats)
        core().device_state[0] = reinterpret_cast<void *>(static_cast<uintptr_t>(
            taken[0] | static_cast<uint64_t>(taken[1]) << 16 | static_cast<uint64_t>(taken[2]) << 32 |
            static_cast<uint64_t>(taken[3]) << 48));
}
} // namespace opf

namespace AscendC
{
template <class T>
inline void Sort32(const LocalTensor<T> &dst, const LocalTensor<T> &score, const LocalTensor<uint32_t> &index,
                   const int32_t repeat)
{
    using E = PrimT<T>;
    opf::check_scores<E>("Sort32");
    OPF_CHECK(repeat >= 0 && repeat <= 255, OPF_FAULT_BAD_ARGUMENT, "Sort32", "repeatTime %d is not 0..255",
              repeat);
    uint64_t n = static_cast<uint64_t>(repeat) * 32;
    opf::check_local(dst, n * 8, "Sort32", "dst");
    opf::check_elements(score, n, "Sort32", "src0");
    opf::check_elements(index, n, "Sort32", "src1");
    for (int32_t r = 0; r < repeat; r++) {
        uint64_t v[32];
        for (int i = 0; i < 32; i++) {
            uint64_t x = opf::record_of<E>(score.ptr()[r * 32 + i], index.ptr()[r * 32 + i]);
            int j = i;
            for (; j > 0 && opf::el::less(opf::score_of<E>(v[j - 1]), opf::score_of<E>(x)); j--)
                v[j] = v[j - 1];
            v[j] = x;
        }
        __builtin_memcpy(opf::byte_ptr(dst) + r * 256, v, 256);
    }
}
template <class T>
inline void MrgSort(const LocalTensor<T> &dst, const MrgSortSrcList<T> &src, const MrgSort4Info &p)
{
    uint32_t taken[4];
    opf::merge_call(dst, src, p.elementLengths, p.ifExhaustedSuspension, p.validBit, p.repeatTimes, taken,
                    "MrgSort");
}
template <class T>
inline void MrgSort4(const LocalTensor<T> &dst, const MrgSortSrcList<T> &src, const MrgSort4Info &p)
{
    uint32_t taken[4];
    opf::merge_call(dst, src, p.elementLengths, p.ifExhaustedSuspension, p.validBit, p.repeatTimes, taken,
                    "MrgSort4");
}
template <class T, bool isExhaustedSuspension = false>
inline void MrgSort(const LocalTensor<T> &dst, const MrgSortSrcList<T> &src,
                    const uint16_t elementCountList[4], uint32_t sortedNum[4], uint16_t validBit,
                    const int32_t repeat)
{
    opf::merge_call(dst, src, elementCountList, isExhaustedSuspension, validBit,
                    static_cast<uint32_t>(repeat), sortedNum, "MrgSort");
}
/* How many records of each list the last MrgSort used. */
inline void GetMrgSortResult(uint16_t &a, uint16_t &b, uint16_t &c, uint16_t &d)
{
    uint64_t v = reinterpret_cast<uintptr_t>(opf::core().device_state[0]);
    a = static_cast<uint16_t>(v);
    b = static_cast<uint16_t>(v >> 16);
    c = static_cast<uint16_t>(v >> 32);
    d = static_cast<uint16_t>(v >> 48);
}
/* Records need no arranging on these chips. */
template <class T>
inline void Concat(LocalTensor<T> &concat, const LocalTensor<T> &src, const LocalTensor<T> &, const int32_t)
{
    concat = src;
}
template <class T>
inline void Extract(const LocalTensor<T> &value, const LocalTensor<uint32_t> &index,
                    const LocalTensor<T> &sorted, const int32_t repeat)
{
    using E = PrimT<T>;
    opf::check_scores<E>("Extract");
    uint64_t n = static_cast<uint64_t>(repeat) * 32;
    opf::check_elements(value, n, "Extract", "dstValue");
    opf::check_elements(index, n, "Extract", "dstIndex");
    opf::check_local(sorted, n * 8, "Extract", "sorted");
    const uint64_t *s = reinterpret_cast<const uint64_t *>(sorted.ptr());
    for (uint64_t i = 0; i < n; i++) {
        value.ptr()[i] = opf::score_of<E>(s[i]);
        index.ptr()[i] = static_cast<uint32_t>(s[i] >> 32);
    }
}
/* Elements of T that elemCount records take. */
template <class T> inline uint32_t GetSortLen(const uint32_t elemCount)
{
    return elemCount * (8 / sizeof(T));
}
template <class T> inline uint32_t GetSortOffset(const uint32_t elemOffset)
{
    return elemOffset * (8 / sizeof(T));
}
/* Each 32 elements, or all of them when isFullSort. */
template <class T, bool isFullSort>
inline void Sort(const LocalTensor<T> &dst, const LocalTensor<T> &concat, const LocalTensor<uint32_t> &index,
                 LocalTensor<T> &tmp, const int32_t repeat)
{
    using E = PrimT<T>;
    Sort32(dst, concat, index, repeat);
    if constexpr (isFullSort) {
        uint64_t n = static_cast<uint64_t>(repeat) * 32;
        opf::check_local(tmp, n * 8, "Sort", "tmp");
        uint64_t *a = reinterpret_cast<uint64_t *>(dst.ptr()), *b = reinterpret_cast<uint64_t *>(tmp.ptr()),
                 *from = a, *to = b;
        for (uint64_t w = 32; w < n; w *= 2) {
            for (uint64_t i = 0; i < n; i += 2 * w) {
                uint64_t l = n - i < w ? n - i : w, r = n - i - l < w ? n - i - l : w;
                const uint64_t *s[2] = {from + i, from + i + l};
                uint32_t len[2] = {static_cast<uint32_t>(l), static_cast<uint32_t>(r)}, taken[4];
                opf::merge_lists<E>(to + i, s, len, 2, false, taken);
            }
            uint64_t *t = from;
            from = to;
            to = t;
        }
        if (from != a)
            __builtin_memcpy(a, from, n * 8);
    }
}
} // namespace AscendC
#endif
