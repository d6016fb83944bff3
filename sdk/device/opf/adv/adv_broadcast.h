/* Broadcast of tensors to a larger shape. Public page: advanced API, Broadcast. */
#ifndef OPF_ADV_BROADCAST_H
#define OPF_ADV_BROADCAST_H

#include "adv_driver.h"

namespace AscendC {
/* what GetBroadcastTilingInfo prepares: strides of both shapes in elements, 0 along broadcast axes of the source */
struct BroadcastTiling {
    uint32_t oriRank;
    uint32_t rank;
    uint32_t dstSize;
    uint32_t srcSize;
    uint32_t loopNum = 0;
    uint32_t oriSrcShape[9];
    uint32_t oriDstShape[9];
    uint32_t dstShape[9];
    uint32_t dstStride[9];
    uint32_t srcStride[10];
};
} // namespace AscendC

namespace opf {
namespace adv {
template <typename T>
OPF_INLINE void fill(T *d, T v, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        d[i] = v;
    }
}
/* axis by axis from the outermost; a broadcast outer axis is computed once and copied */
template <typename T>
inline void spread_axis(T *d, const T *s, const AscendC::BroadcastTiling &t, uint32_t axis)
{
    uint32_t n = t.dstShape[axis], inner = t.dstStride[axis], step = t.srcStride[axis];
    if (axis + 1 == t.rank) {
        if (step == 0) {
            fill(d, *s, n);
        } else {
            __builtin_memmove(d, s, n * sizeof(T));
        }
        return;
    }
    for (uint32_t i = 0; i < n; ++i) {
        if (i > 0 && step == 0) {
            __builtin_memcpy(d + (uint64_t)i * inner, d, inner * sizeof(T));
        } else {
            spread_axis(d + (uint64_t)i * inner, s + (uint64_t)i * step, t, axis + 1);
        }
    }
}
/* neighbouring axes of one kind become one */
inline void plan_broadcast(uint32_t rank, const uint32_t *dst, const uint32_t *src, AscendC::BroadcastTiling &t)
{
    OPF_CHECK(rank >= 1 && rank <= 9, OPF_FAULT_BAD_ARGUMENT, "GetBroadcastTilingInfo", "rank %u, expected 1 to 9",
              rank);
    t.oriRank = rank;
    t.rank = 0;
    uint32_t source[9];
    for (uint32_t i = 0; i < rank; ++i) {
        t.oriDstShape[i] = dst[i];
        t.oriSrcShape[i] = src[i];
        OPF_CHECK(src[i] == dst[i] || src[i] == 1, OPF_FAULT_BAD_ARGUMENT, "Broadcast",
                  "axis %u has %u elements in the source and %u in the destination", i, src[i], dst[i]);
        bool wide = src[i] != dst[i];
        if (t.rank > 0 && (dst[i] == 1 || (source[t.rank - 1] != t.dstShape[t.rank - 1]) == wide)) {
            t.dstShape[t.rank - 1] *= dst[i];
            source[t.rank - 1] *= src[i];
        } else {
            t.dstShape[t.rank] = dst[i];
            source[t.rank++] = src[i];
        }
    }
    uint32_t d = 1, s = 1;
    for (uint32_t i = t.rank; i-- > 0;) {
        t.dstStride[i] = d;
        t.srcStride[i] = source[i] == t.dstShape[i] ? s : 0;
        d *= t.dstShape[i];
        s *= source[i];
    }
    t.dstSize = d;
    t.srcSize = s;
}
} // namespace adv
} // namespace opf

namespace AscendC {
template <typename T, int constRank = -1, uint32_t *constDstShape = nullptr, uint32_t *constSrcShape = nullptr>
OPF_INLINE void GetBroadcastTilingInfo(uint32_t rank, const uint32_t *dstShape, const uint32_t *srcShape,
                                       bool srcInnerPad, BroadcastTiling &tiling)
{
    opf::adv::plan_broadcast(rank, dstShape, srcShape, tiling);
}
template <typename T, int constRank = -1, uint32_t *constDstShape = nullptr, uint32_t *constSrcShape = nullptr,
          bool constSrcInnerPad = false>
OPF_INLINE void Broadcast(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t *dstShape,
                          const uint32_t *srcShape, BroadcastTiling *tiling)
{
    opf::adv::check_range(dst, tiling->dstSize, "Broadcast");
    opf::adv::check_range(src, tiling->srcSize, "Broadcast");
    opf::adv::spread_axis(opf::moved_ptr(dst.ptr()), opf::moved_ptr((const T *)src.ptr()), *tiling, 0);
}
#define OPF_ADV_BROADCAST_NAME(NAME)                                                                                 \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                                     \
    OPF_INLINE void NAME(const LocalTensor<T> &dstLocal, const LocalTensor<T> &srcLocal, const uint32_t dstShape[dim], \
                         const uint32_t srcShape[dim])                                                               \
    {                                                                                                                \
        BroadcastTiling t;                                                                                           \
        opf::adv::plan_broadcast(dim, dstShape, srcShape, t);                                                        \
        Broadcast<T>(dstLocal, srcLocal, dstShape, srcShape, &t);                                                    \
    }                                                                                                                \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                                     \
    OPF_INLINE void NAME(const LocalTensor<T> &dstLocal, const LocalTensor<T> &srcLocal, const uint32_t dstShape[dim], \
                         const uint32_t srcShape[dim], LocalTensor<uint8_t> &)                                       \
    {                                                                                                                \
        NAME<T, dim, axis, isReuseSource>(dstLocal, srcLocal, dstShape, srcShape);                                   \
    }
OPF_ADV_BROADCAST_NAME(Broadcast)
OPF_ADV_BROADCAST_NAME(BroadCast)
#undef OPF_ADV_BROADCAST_NAME
} // namespace AscendC
#endif
