/* TopK: the k largest or smallest of every row with their indices. Chosen through a heap of k places kept in the
 * results themselves, for kernels have no heap. Equal values: the earlier comes first. Public page: advanced API, TopK. */
#ifndef OPF_ADV_TOPK_H
#define OPF_ADV_TOPK_H

#include "../../kernel_tiling/kernel_tiling.h"
#include "adv_sort.h"

namespace AscendC {
enum class TopKMode { TOPK_NORMAL, TOPK_NSMALL };
enum class TopKAlgo { RADIX_SELECT, MERGE_SORT };
enum class TopKOrder { UNSET, LARGEST, SMALLEST };
struct TopKConfig {
    TopKAlgo algo = TopKAlgo::MERGE_SORT;
    TopKOrder order = TopKOrder::UNSET;
    bool sorted = true;
};
inline constexpr TopKConfig defaultTopKConfig = {TopKAlgo::MERGE_SORT, TopKOrder::UNSET, true};
/* rows, padded length of a row, its elements */
struct TopKInfo {
    int32_t outter = 1;
    int32_t inner;
    int32_t n;
};
} // namespace AscendC

namespace opf {
namespace adv {
template <typename T, bool LARGEST>
struct chooser {
    T *v;       /* k places of the result */
    int32_t *p; /* where each value came from */

    static bool before(T a, int32_t pa, T b, int32_t pb)
    {
        auto x = sorter<T, int32_t, LARGEST>::key(a), y = sorter<T, int32_t, LARGEST>::key(b);
        return x != y ? (LARGEST ? x > y : x < y) : pa < pb;
    }
    OPF_INLINE bool before(int32_t i, int32_t k) const { return before(v[i], p[i], v[k], p[k]); }
    OPF_INLINE void swap(int32_t i, int32_t k) const
    {
        T x = v[i];
        int32_t y = p[i];
        v[i] = v[k];
        p[i] = p[k];
        v[k] = x;
        p[k] = y;
    }
    /* The last in order is at the root. */
    OPF_INLINE void sink(int32_t at, int32_t n) const
    {
        for (;;) {
            int32_t child = 2 * at + 1;
            if (child >= n) {
                return;
            }
            if (child + 1 < n && before(child, child + 1)) {
                ++child;
            }
            if (!before(at, child)) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }
    void choose(const T *s, int32_t n, int32_t k) const
    {
        for (int32_t i = 0; i < k; ++i) {
            v[i] = s[i];
            p[i] = i;
        }
        for (int32_t i = k / 2; i-- > 0;) {
            sink(i, k);
        }
        for (int32_t i = k; i < n; ++i) {
            if (before(s[i], i, v[0], p[0])) {
                v[0] = s[i];
                p[0] = i;
                sink(0, k);
            }
        }
    }
    void order(int32_t k) const
    {
        for (int32_t last = k - 1; last > 0; --last) {
            swap(0, last);
            sink(0, last);
        }
    }
    /* Unsorted results: what is better than the k-th value, then what equals it, both as they come. */
    void collect(const T *s, int32_t n, int32_t k) const
    {
        using S = sorter<T, int32_t, LARGEST>;
        auto limit = S::key(v[0]);
        int32_t at = 0;
        for (int32_t i = 0; i < n && at < k; ++i) {
            if (LARGEST ? S::key(s[i]) > limit : S::key(s[i]) < limit) {
                v[at] = s[i];
                p[at++] = i;
            }
        }
        for (int32_t i = 0; i < n && at < k; ++i) {
            if (S::key(s[i]) == limit) {
                v[at] = s[i];
                p[at++] = i;
            }
        }
    }
    void run(const T *s, int32_t n, int32_t k, bool sorted) const
    {
        choose(s, n, k);
        if (sorted) {
            order(k);
        } else {
            collect(s, n, k);
        }
    }
};
} // namespace adv
} // namespace opf

namespace AscendC {
/* Rows of `inner` elements, n of them used. Results: k per row, padded to 32 bytes in the normal mode. */
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          TopKMode topkMode = TopKMode::TOPK_NORMAL, const TopKConfig &config = defaultTopKConfig>
OPF_INLINE void TopK(const LocalTensor<T> &dstValueLocal, const LocalTensor<int32_t> &dstIndexLocal,
                     const LocalTensor<T> &srcLocal, const LocalTensor<int32_t> &srcIndexLocal,
                     const LocalTensor<bool> &finishLocal, const int32_t k, const TopkTiling &, const TopKInfo &info,
                     const bool isLargest = true)
{
    constexpr bool small = topkMode == TopKMode::TOPK_NSMALL;
    constexpr int32_t block = 32 / sizeof(T);
    OPF_CHECK(k >= 1 && k <= info.n && info.n <= info.inner && (!small || info.inner == 32), OPF_FAULT_BAD_ARGUMENT,
              "TopK", "k = %d, n = %d, inner = %d: 1 <= k <= n <= inner (32 in the small mode) expected", k, info.n,
              info.inner);
    const int32_t step = small ? k : (k + block - 1) / block * block, index_step = small ? k : (k + 7) / 8 * 8;
    opf::adv::check_range(srcLocal, (uint64_t)info.outter * info.inner, "TopK");
    opf::adv::check_range(dstValueLocal, (uint64_t)(info.outter - 1) * step + k, "TopK");
    opf::adv::check_range(dstIndexLocal, (uint64_t)(info.outter - 1) * index_step + k, "TopK");
    const bool largest = config.order == TopKOrder::UNSET ? isLargest : config.order == TopKOrder::LARGEST;
    for (int32_t row = 0; row < info.outter; ++row) {
        const T *s = srcLocal.ptr() + (size_t)row * info.inner;
        T *d = dstValueLocal.ptr() + (size_t)row * step;
        int32_t *di = dstIndexLocal.ptr() + (size_t)row * index_step;
        if (largest) {
            opf::adv::chooser<T, true>{d, di}.run(s, info.n, k, config.sorted);
        } else {
            opf::adv::chooser<T, false>{d, di}.run(s, info.n, k, config.sorted);
        }
        bool finished = false;
        if constexpr (isHasfinish && config.algo == TopKAlgo::MERGE_SORT) {
            finished = finishLocal.ptr()[row];
        }
        const int32_t *si = isInitIndex ? srcIndexLocal.ptr() + (small ? (size_t)row * info.inner : 0) : nullptr;
        for (int32_t i = 0; i < k; ++i) {
            di[i] = finished ? info.n : si != nullptr ? si[di[i]] : di[i];
        }
    }
}
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          TopKMode topkMode = TopKMode::TOPK_NORMAL, const TopKConfig &config = defaultTopKConfig>
OPF_INLINE void TopK(const LocalTensor<T> &dstValueLocal, const LocalTensor<int32_t> &dstIndexLocal,
                     const LocalTensor<T> &srcLocal, const LocalTensor<int32_t> &srcIndexLocal,
                     const LocalTensor<bool> &finishLocal, const LocalTensor<uint8_t> &, const int32_t k,
                     const TopkTiling &tilling, const TopKInfo &info, const bool isLargest = true)
{
    TopK<T, isInitIndex, isHasfinish, isReuseSrc, topkMode, config>(
        dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal, finishLocal, k, tilling, info, isLargest);
}
} // namespace AscendC
#endif
