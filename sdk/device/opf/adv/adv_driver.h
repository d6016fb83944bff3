/* What the library functions over tensors share: range checks and loops over elements. The temporary buffers that
 * callers pass are not needed. */
#ifndef OPF_ADV_DRIVER_H
#define OPF_ADV_DRIVER_H

#include "../core/convert.h"
#include "../core/tensor.h"
#include "../reg/reg_vmath.h"

namespace opf {
namespace adv {
template <typename T>
OPF_INLINE void check_range(const AscendC::LocalTensor<T> &t, uint64_t count, const char *call)
{
    using P = typename AscendC::LocalTensor<T>::PrimType;
    OPF_CHECK(t.address_.bufferAddr + bytes_of<P>(count) <= t.address_.limit, OPF_FAULT_OUT_OF_RANGE, call,
              "%u elements of %u bytes, but %u bytes are left in the tensor's buffer", (uint32_t)count,
              (uint32_t)sizeof(P), t.address_.limit - t.address_.bufferAddr);
}
/* half and bfloat16 compute in float, the rest as they are */
template <typename T>
using compute_t = std::conditional_t<is_float16bit<T>, float, T>;
template <typename T>
OPF_INLINE compute_t<T> load(T v)
{
    if constexpr (is_float16bit<T>) {
        return widen(v);
    } else {
        return v;
    }
}
template <typename T, typename C>
OPF_INLINE T store(C v)
{
    if constexpr (is_float16bit<T>) {
        return convert<T, RM::CAST_RINT>(static_cast<float>(v));
    } else {
        return static_cast<T>(v);
    }
}
/* dst[i] = f(src[i]) */
template <typename T, typename F>
OPF_INLINE void map1(const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<T> &src, uint32_t n,
                     const char *call, F f)
{
    check_range(dst, n, call);
    check_range(src, n, call);
    T *d = dst.ptr();
    const T *s = src.ptr();
    for (uint32_t i = 0; i < n; ++i) {
        d[i] = store<T>(f(load(s[i])));
    }
}
template <typename T, typename F>
OPF_INLINE void map2(const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<T> &a,
                     const AscendC::LocalTensor<T> &b, uint32_t n, const char *call, F f)
{
    check_range(dst, n, call);
    check_range(a, n, call);
    check_range(b, n, call);
    T *d = dst.ptr();
    const T *x = a.ptr(), *y = b.ptr();
    for (uint32_t i = 0; i < n; ++i) {
        d[i] = store<T>(f(load(x[i]), load(y[i])));
    }
}
/* float functions over 64 lanes at a time; the tail is done in a padded block */
template <typename T, typename F>
OPF_INLINE void map_lanes(const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<T> &src, uint32_t n,
                          const char *call, F f)
{
    check_range(dst, n, call);
    check_range(src, n, call);
    T *d = dst.ptr();
    const T *s = src.ptr();
    for (uint32_t i = 0; i < n; i += 64) {
        uint32_t m = n - i < 64 ? n - i : 64;
        float block[64] = {};
        for (uint32_t k = 0; k < m; ++k) {
            block[k] = widen(s[i + k]);
        }
        reg::store_raw(block, f(reg::load_raw<reg::vf<64>>(block)));
        for (uint32_t k = 0; k < m; ++k) {
            d[i + k] = store<T>(block[k]);
        }
    }
}
} // namespace adv
} // namespace opf

/* The four forms of a function of one tensor: with and without temporary buffer, with and without a count. MAP is map1
 * (a scalar function) or map_lanes (a function of 64 float lanes), EXPRESSION is in terms of x; further arguments are
 * further template parameters. */
#define OPF_ADV_UNARY(NAME, MAP, EXPRESSION, ...)                                                                    \
    namespace AscendC {                                                                                              \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                 \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const uint32_t calCount)  \
    {                                                                                                                \
        opf::adv::MAP(dstTensor, srcTensor, calCount, #NAME, [](auto x) OPF_LAMBDA { return EXPRESSION; });          \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                 \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,                           \
                         const LocalTensor<uint8_t> &, const uint32_t calCount)                                      \
    {                                                                                                                \
        opf::adv::MAP(dstTensor, srcTensor, calCount, #NAME, [](auto x) OPF_LAMBDA { return EXPRESSION; });          \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                 \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor)                           \
    {                                                                                                                \
        opf::adv::MAP(dstTensor, srcTensor, srcTensor.GetSize(), #NAME,                                              \
                      [](auto x) OPF_LAMBDA { return EXPRESSION; });                                                 \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                 \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,                           \
                         const LocalTensor<uint8_t> &)                                                               \
    {                                                                                                                \
        opf::adv::MAP(dstTensor, srcTensor, srcTensor.GetSize(), #NAME,                                              \
                      [](auto x) OPF_LAMBDA { return EXPRESSION; });                                                 \
    }                                                                                                                \
    }
#endif
