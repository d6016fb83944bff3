/* Sort of whole tensors with a configuration, stable in both directions, in place: kernels have no heap, and the
 * temporary buffer's size is the caller's choice. Public page: advanced API, Sort. */
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
    void run(uint32_t n) const
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
inline void sort(T *d, U *di, const T *s, const U *si, uint32_t n)
{
    __builtin_memmove(d, s, n * sizeof(T));
    if (di != nullptr) {
        for (uint32_t i = 0; i < n; ++i) {
            di[i] = si != nullptr ? si[i] : static_cast<U>(i);
        }
    }
    sorter<T, U, CONFIG.isDescend>{d, di}.run(n);
}
} // namespace adv
} // namespace opf

namespace AscendC {
/* values and the indices given with them */
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
template <typename T, typename U, bool isReuseSource = false, const SortConfig &config = DEFAULT_SORT_CONFIG>
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<U> &dstIndexTensor,
                     const LocalTensor<T> &srcTensor, const LocalTensor<U> &srcIndexTensor,
                     const LocalTensor<uint8_t> &, const uint32_t calCount)
{
    Sort<T, U, isReuseSource, config>(dstTensor, dstIndexTensor, srcTensor, srcIndexTensor, calCount);
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
OPF_INLINE void Sort(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const LocalTensor<uint8_t> &,
                     const uint32_t calCount)
{
    Sort<T, isReuseSource, config>(dstTensor, srcTensor, calCount);
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
                     const LocalTensor<T> &srcTensor, const LocalTensor<uint8_t> &, const uint32_t calCount)
{
    Sort<T, isReuseSource, config>(dstTensor, dstIndexTensor, srcTensor, calCount);
}
} // namespace AscendC
#endif
