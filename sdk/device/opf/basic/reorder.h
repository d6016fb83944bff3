/* Moves from GM that order elements anew: NDDMA, and matrices between rows and 32-byte-wide columns. Behind
 * the DataCopy calls of copy.h. */
#ifndef OPF_BASIC_REORDER_H
#define OPF_BASIC_REORDER_H

#include "engine.h"

namespace opf
{
template <class T> OPF_INLINE uint8_t *gm_bytes(const global<T> &g)
{
    return reinterpret_cast<uint8_t *>(g.address_);
}

/* ---- NDDMA -------------------------------------------------------------------------------------------- */

template <class E> struct nd_walk {
    const uint64_t *ss;
    const uint32_t *ds, *n;
    uint32_t lp[5], rp[5];
    E pad;
    bool nearest;
};
template <int d, class E> inline void nd_fill(E *dst, const nd_walk<E> &w)
{
    if constexpr (d < 0)
        *dst = w.pad;
    else
        for (uint32_t i = 0; i < w.lp[d] + w.n[d] + w.rp[d]; i++)
            nd_fill<d - 1>(dst + static_cast<uint64_t>(i) * w.ds[d], w);
}
template <int d, class E> inline void nd_copy(E *dst, const E *src, const nd_walk<E> &w)
{
    if constexpr (d < 0)
        *dst = *src;
    else {
        uint32_t lp = w.lp[d], n = w.n[d], rp = w.rp[d];
        uint64_t ds = w.ds[d], ss = w.ss[d];
        for (uint32_t i = 0; i < lp; i++, dst += ds)
            w.nearest ? nd_copy<d - 1>(dst, src, w) : nd_fill<d - 1>(dst, w);
        if (d == 0 && ds == 1 && ss == 1) {
            __builtin_memcpy(dst, src, n * sizeof(E));
            dst += n;
        } else if (d == 0 && ss == 0 && ds == 1) {
            E v = *src;
            for (uint32_t i = 0; i < n; i++)
                dst[i] = v;
            dst += n;
        } else
            for (uint32_t i = 0; i < n; i++, dst += ds)
                nd_copy<d - 1>(dst, src + i * ss, w);
        for (uint32_t i = 0; i < rp; i++, dst += ds)
            w.nearest ? nd_copy<d - 1>(dst, src + (n - 1) * ss, w) : nd_fill<d - 1>(dst, w);
    }
}
template <uint8_t dim, class T, class P>
inline void nddma(const local<T> &d, const global<T> &s, const P &p, bool nearest, uint32_t all_lp,
                  uint32_t all_rp)
{
    using E = moved<typename local<T>::PrimType>;
    nd_walk<E> w = {p.loopInfo.loopSrcStride,
                    p.loopInfo.loopDstStride,
                    p.loopInfo.loopSize,
                    {},
                    {},
                    bits<E>(p.constantValue),
                    nearest};
    uint64_t sreach = 1, dreach = 1;
    for (uint8_t i = 0; i < dim; i++) {
        w.lp[i] = all_lp != 0xffff ? all_lp : p.loopInfo.loopLpSize[i];
        w.rp[i] = all_rp != 0xffff ? all_rp : p.loopInfo.loopRpSize[i];
        OPF_CHECK(w.n[i] < 1u << 20 && w.ds[i] < 1u << 20, OPF_FAULT_BAD_ARGUMENT, "DataCopy(NDDMA)",
                  "dimension %d: size %u or dst stride %u is not below 2^20", i, w.n[i], w.ds[i]);
        if (w.n[i] == 0)
            return;
        sreach += (w.n[i] - 1) * w.ss[i];
        dreach += (static_cast<uint64_t>(w.lp[i]) + w.n[i] + w.rp[i] - 1) * w.ds[i];
    }
    check_range(d, dreach * sizeof(E), "DataCopy(NDDMA)", "dst");
    check_gm(gm_bytes(s), sreach * sizeof(E), 0, "DataCopy(NDDMA)");
    nd_copy<dim - 1>(moved_ptr(d.ptr()), reinterpret_cast<const E *>(gm_bytes(s)), w);
}

/* ---- matrices between row order (ND, DN) and 32-byte-wide columns (NZ) --------------------------------- */

/* NZ destination: column group d / C0 advances by c0 blocks, row n by nstride blocks; a partial group ends in
 * zeros. */
template <class E, class S>
inline void to_nz(E *dst, const S &at, uint32_t mats, uint32_t rows, uint32_t cols, uint64_t mat_stride,
                  uint32_t c0stride, uint32_t nstride)
{
    constexpr uint32_t C0 = 32 / sizeof(E);
    for (uint32_t m = 0; m < mats; m++)
        for (uint32_t g = 0; g < (cols + C0 - 1) / C0; g++)
            for (uint32_t n = 0; n < rows; n++) {
                E *q = dst + m * mat_stride +
                       (static_cast<uint64_t>(g) * c0stride + static_cast<uint64_t>(n) * nstride) * C0;
                for (uint32_t j = 0; j < C0; j++)
                    q[j] = g * C0 + j < cols ? at(m, n, g * C0 + j) : E();
            }
}
template <class E>
inline uint64_t nz_reach(uint32_t mats, uint32_t rows, uint32_t cols, uint64_t mat_stride, uint32_t c0stride,
                         uint32_t nstride)
{
    constexpr uint32_t C0 = 32 / sizeof(E);
    if (mats == 0 || rows == 0 || cols == 0)
        return 0;
    uint64_t g = (cols + C0 - 1) / C0;
    return ((mats - 1) * mat_stride +
            ((g - 1) * c0stride + static_cast<uint64_t>(rows - 1) * nstride + 1) * C0) *
           sizeof(E);
}
} // namespace opf
#endif
