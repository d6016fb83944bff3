/* Sort of whole tensors with a configuration, stable in both directions: by digits of the bits where the temporary buffer
 * or the stack has room for a copy, otherwise in place, since kernels have no heap. Public page: advanced API, Sort. */
#ifndef OPF_ADV_SORT_H
#define OPF_ADV_SORT_H

#include "adv_driver.h"

namespace AscendC {
enum class SortType { RADIX_SORT, MERGE_SORT };
struct SortConfig {
    SortType type = SortType::RADIX_SORT;
    bool isDescend = false;
};
inline constexpr SortConfig DEFAULT_SORT_CONFIG = {SortType::RADIX_SORT, false};
} // namespace AscendC

namespace opf {
namespace adv {
/* Values with an index (or none) each; order by the bits as a radix sort does: -0 before +0, NaN by its sign. */
template <typename T, typename U, bool DESCEND>
struct sorter {
    T *v;
    U *index; /* may be null */

    static auto key(T x)
    {
        if constexpr (std::is_integral<T>::value) {
            return x;
        } else {
            using I = std::conditional_t<sizeof(T) == 4, int32_t, int16_t>;
            I b = bits<I>(x);
            return static_cast<I>(b ^ (static_cast<I>(b >> (sizeof(I) * 8 - 1)) & static_cast<I>(~(1u << (sizeof(I) * 8 - 1)))));
        }
    }
    /* The same order as an unsigned number's. */
    static auto digits(T x)
    {
        auto k = key(x);
        using K = unsigned_of<decltype(k)>;
        K up = std::is_signed<decltype(k)>::value ? static_cast<K>(K(1) << (sizeof(K) * 8 - 1)) : K(0);
        K u = static_cast<K>(static_cast<K>(k) ^ up);
        return DESCEND ? static_cast<K>(~u) : u;
    }
    OPF_INLINE bool less(uint32_t a, uint32_t b) const
    {
        return DESCEND ? key(v[a]) > key(v[b]) : key(v[a]) < key(v[b]);
    }
    OPF_INLINE void swap(uint32_t a, uint32_t b) const
    {
        T x = v[a];
        v[a] = v[b];
        v[b] = x;
        if (index != nullptr) {
            U i = index[a];
            index[a] = index[b];
            index[b] = i;
        }
    }
    void insertion(uint32_t first, uint32_t last) const
    {
        for (uint32_t i = first + 1; i < last; ++i) {
            for (uint32_t k = i; k > first && less(k, k - 1); --k) {
                swap(k, k - 1);
            }
        }
    }
    void reverse(uint32_t first, uint32_t last) const
    {
        while (first + 1 < last) {
            swap(first++, --last);
        }
    }
    /* [first, middle) and [middle, last) change places */
    void rotate(uint32_t first, uint32_t middle, uint32_t last) const
    {
        reverse(first, middle);
        reverse(middle, last);
        reverse(first, last);
    }
    /* Two sorted runs become one: cut the longer at its middle, find that element's place in the other, rotate what
     * lies between, go on in both halves. */
    void merge(uint32_t first, uint32_t middle, uint32_t last) const
    {
        while (first < middle && middle < last && less(middle, middle - 1)) {
            if (last - first == 2) {
                swap(first, middle);
                return;
            }
            uint32_t a, b;
            if (middle - first > last - middle) {
                a = first + (middle - first) / 2;
                uint32_t lo = middle, hi = last; /* first of the right run that is not less than v[a] */
                while (lo < hi) {
                    uint32_t m = lo + (hi - lo) / 2;
                    if (less(m, a)) {
                        lo = m + 1;
                    } else {
                        hi = m;
                    }
                }
                b = lo;
            } else {
                b = middle + (last - middle) / 2;
                uint32_t lo = first, hi = middle; /* first of the left run that v[b] is less than */
                while (lo < hi) {
                    uint32_t m = lo + (hi - lo) / 2;
                    if (less(b, m)) {
                        hi = m;
                    } else {
                        lo = m + 1;
                    }
                }
                a = lo;
            }
            rotate(a, middle, b);
            uint32_t now = a + (b - middle);
            merge(first, a, now);
            first = now;
            middle = b;
        }
    }
    template <bool INDEXED, typename K>
    static void pass(T *to, U *to_index, const T *from, const U *from_index, uint32_t n, uint32_t shift)
    {
        uint32_t at[256] = {};
        for (uint32_t i = 0; i < n; ++i) {
            ++at[static_cast<K>(digits(from[i]) >> shift) & 255u];
        }
        uint32_t sum = 0;
        for (uint32_t &place : at) {
            uint32_t count = place;
            place = sum;
            sum += count;
        }
        for (uint32_t i = 0; i < n; ++i) {
            uint32_t place = at[static_cast<K>(digits(from[i]) >> shift) & 255u]++;
            to[place] = from[i];
            if constexpr (INDEXED) {
                to_index[place] = from_index[i];
            }
        }
    }
    /* Digit by digit, the lowest first, to and fro between the tensors and `other`. Digits that all values share are left out:
     * indices are far smaller than their type. */
    template <bool INDEXED>
    void radix(uint32_t n, T *other, U *other_index) const
    {
        using K = decltype(digits(v[0]));
        K first = digits(v[0]), differ = 0;
        for (uint32_t i = 1; i < n; ++i) {
            differ = static_cast<K>(differ | (digits(v[i]) ^ first));
        }
        T *from = v, *to = other;
        U *from_index = index, *to_index = other_index;
        for (uint32_t shift = 0; shift < sizeof(K) * 8; shift += 8) {
            if ((static_cast<K>(differ >> shift) & 255u) == 0) {
                continue;
            }
            pass<INDEXED, K>(to, to_index, from, from_index, n, shift);
            T *t = from;
            from = to;
            to = t;
            U *u = from_index;
            from_index = to_index;
            to_index = u;
        }
        if (from != v) {
            __builtin_memcpy(v, from, n * sizeof(T));
            if constexpr (INDEXED) {
                __builtin_memcpy(index, from_index, n * sizeof(U));
            }
        }
    }
    OPF_INLINE void radix(uint32_t n, T *other, U *other_index) const
    {
        if (index != nullptr) {
            radix<true>(n, other, other_index);
        } else {
            radix<false>(n, other, other_index);
        }
    }
    inline __attribute__((noinline)) void on_stack(uint32_t n) const
    {
        T other[ON_STACK];
        U other_index[ON_STACK];
        radix(n, other, other_index);
    }
    static constexpr uint32_t FEW = 48; /* fewer are sorted before digits are counted */
    static constexpr uint32_t ON_STACK = 24576 / (sizeof(T) + sizeof(U));
    void run(uint32_t n, void *room, uint64_t bytes) const
    {
        const uint64_t values = (n * sizeof(T) + 7) / 8 * 8;
        if (n < FEW) {
            in_place(n);
        } else if (values + (index != nullptr ? n * sizeof(U) : 0) <= bytes) {
            radix(n, static_cast<T *>(room), reinterpret_cast<U *>(static_cast<uint8_t *>(room) + values));
        } else if (n <= ON_STACK) {
            on_stack(n);
        } else {
            in_place(n);
        }
    }
    void in_place(uint32_t n) const
    {
        constexpr uint32_t BLOCK = 24;
        for (uint32_t i = 0; i < n; i += BLOCK) {
            insertion(i, n - i < BLOCK ? n : i + BLOCK);
        }
        for (uint64_t width = BLOCK; width < n; width *= 2) {
            for (uint64_t i = 0; i + width < n; i += 2 * width) {
                merge((uint32_t)i, (uint32_t)(i + width), (uint32_t)(n - i < 2 * width ? n : i + 2 * width));
            }
        }
    }
};
template <const AscendC::SortConfig &CONFIG, typename T, typename U>
inline void sort(T *d, U *di, const T *s, const U *si, uint32_t n, void *room = nullptr, uint64_t bytes = 0)
{
    __builtin_memmove(d, s, n * sizeof(T));
    if (di != nullptr) {
        for (uint32_t i = 0; i < n; ++i) {
            di[i] = si != nullptr ? si[i] : static_cast<U>(i);
        }
    }
    sorter<T, U, CONFIG.isDescend>{d, di}.run(n, room, bytes);
}
} // namespace adv
} // namespace opf

namespace AscendC {
/* values and the indices given with them */
template <typename T, typename U, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<U> &dstIndexTensor,
                     const LocalTensor<T> &srcTensor, const LocalTensor<U> &srcIndexTensor,
                     const LocalTensor<uint8_t> &sharedTmpBuffer, const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Sort");
    opf::adv::check_range(dstIndexTensor, calCount, "Sort");
    opf::adv::check_range(srcTensor, calCount, "Sort");
    opf::adv::sort<config>(dstTensor.ptr(), dstIndexTensor.ptr(), (const T *)srcTensor.ptr(),
                           (const U *)srcIndexTensor.ptr(), calCount, sharedTmpBuffer.ptr(), sharedTmpBuffer.GetSize());
}
template <typename T, typename U, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<U> &dstIndexTensor,
                     const LocalTensor<T> &srcTensor, const LocalTensor<U> &srcIndexTensor, const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Sort");
    opf::adv::check_range(dstIndexTensor, calCount, "Sort");
    opf::adv::check_range(srcTensor, calCount, "Sort");
    opf::adv::sort<config>(dstTensor.ptr(), dstIndexTensor.ptr(), (const T *)srcTensor.ptr(),
                           (const U *)srcIndexTensor.ptr(), calCount);
}
template <typename T, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Sort");
    opf::adv::check_range(srcTensor, calCount, "Sort");
    opf::adv::sort<config>(dstTensor.ptr(), (uint32_t *)nullptr, (const T *)srcTensor.ptr(),
                           (const uint32_t *)nullptr, calCount);
}
template <typename T, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,
                     const LocalTensor<uint8_t> &sharedTmpBuffer, const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Sort");
    opf::adv::check_range(srcTensor, calCount, "Sort");
    opf::adv::sort<config>(dstTensor.ptr(), (uint32_t *)nullptr, (const T *)srcTensor.ptr(),
                           (const uint32_t *)nullptr, calCount, sharedTmpBuffer.ptr(), sharedTmpBuffer.GetSize());
}
/* values, and where each came from */
template <typename T, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<uint32_t> &dstIndexTensor,
                     const LocalTensor<T> &srcTensor, const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Sort");
    opf::adv::check_range(dstIndexTensor, calCount, "Sort");
    opf::adv::check_range(srcTensor, calCount, "Sort");
    opf::adv::sort<config>(dstTensor.ptr(), dstIndexTensor.ptr(), (const T *)srcTensor.ptr(),
                           (const uint32_t *)nullptr, calCount);
}
template <typename T, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<uint32_t> &dstIndexTensor,
                     const LocalTensor<T> &srcTensor, const LocalTensor<uint8_t> &sharedTmpBuffer,
                     const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Sort");
    opf::adv::check_range(dstIndexTensor, calCount, "Sort");
    opf::adv::check_range(srcTensor, calCount, "Sort");
    opf::adv::sort<config>(dstTensor.ptr(), dstIndexTensor.ptr(), (const T *)srcTensor.ptr(),
                           (const uint32_t *)nullptr, calCount, sharedTmpBuffer.ptr(), sharedTmpBuffer.GetSize());
}
} // namespace AscendC
#endif
