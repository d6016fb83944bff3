/* Elementary functions on float vectors: straight-line code in float with fused multiply-adds, at most about one
 * ulp, no calls. FTZ variants return zero (of the right sign where there is one) instead of a subnormal. */
#ifndef OPF_REG_VMATH_H
#define OPF_REG_VMATH_H

#include "reg_vec.h"

namespace opf {
namespace reg {
template <int N>
using vf = vec<float, N>;
template <int N>
using vu = vec<uint32_t, N>;

template <int N>
OPF_REG_FN vf<N> fma(vf<N> a, vf<N> b, vf<N> c)
{
    return __builtin_elementwise_fma(a, b, c);
}
template <int N>
OPF_REG_FN vf<N> flush(vf<N> x)
{
    vu<N> u = bits<vu<N>>(x);
    return bits<vf<N>>((u & 0x7f800000u) == 0u ? (u & 0x80000000u) : u);
}
/* p * 2^k for integral k, rounded once: on x86 one instruction, which also knows infinity, zero and NaN */
template <int N>
OPF_REG_FN vf<N> times_power(vf<N> p, vf<N> k)
{
#if defined(__AVX512F__)
    if constexpr (N % 16 == 0) {
        struct parts {
            vec<float, 16> c[N / 16];
        } a = bits<parts>(p), b = bits<parts>(k);
        for (int i = 0; i < N / 16; ++i) {
            a.c[i] = __builtin_ia32_scalefps512_mask(a.c[i], b.c[i], a.c[i], (uint16_t)-1, 4);
        }
        return bits<vf<N>>(a);
    } else
#endif
    {
        vec<int32_t, N> e = __builtin_convertvector(k == k ? k : (vf<N>)0.0f, vec<int32_t, N>), h = e >> 1;
        return p * bits<vf<N>>((h + 127) << 23) * bits<vf<N>>((e - h + 127) << 23);
    }
}
/* e^x; Cephes' polynomial on [-ln2/2, ln2/2] */
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> exp(vf<N> x)
{
    vf<N> c = x > 89.0f ? (vf<N>)89.0f : x; /* a NaN stays one */
    c = c < -104.0f ? (vf<N>)-104.0f : c;
    const vf<N> magic = (vf<N>)12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
    vf<N> k = fma<N>(c, (vf<N>)1.44269504f, magic) - magic;
    vf<N> r = fma<N>(k, (vf<N>)-0.693145752f, c);
    r = fma<N>(k, (vf<N>)-1.42860677e-6f, r);
    vf<N> p = fma<N>((vf<N>)1.98756940e-4f, r, (vf<N>)1.39819994e-3f);
    p = fma<N>(p, r, (vf<N>)8.33345205e-3f);
    p = fma<N>(p, r, (vf<N>)4.16657962e-2f);
    p = fma<N>(p, r, (vf<N>)1.66666657e-1f);
    p = fma<N>(p, r, (vf<N>)0.5f);
    p = fma<N>(p * r, r, r);
    vf<N> y = times_power<N>(p + 1.0f, k);
    if constexpr (!KEEP_SUBNORMAL) {
        y = x < -87.33654f ? (vf<N>)0.0f : y;
    }
    return y;
}
/* ln x; Cephes' polynomial for ln(1+f), f in [sqrt(1/2)-1, sqrt(2)-1]. The parts are given back for other bases. */
template <int N>
struct log_parts {
    vf<N> e, f, tail; /* ln x = (f + tail) + e * ln2 */
};
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN log_parts<N> log_split(vf<N> x)
{
    vf<N> scale = (vf<N>)0.0f;
    if constexpr (KEEP_SUBNORMAL) {
        auto tiny = x < 1.17549435e-38f;
        x = tiny ? x * 8388608.0f : x;
        scale = tiny ? (vf<N>)-23.0f : (vf<N>)0.0f;
    }
    vec<int32_t, N> u = bits<vec<int32_t, N>>(x);
    vec<int32_t, N> k = (u - 0x3f3504f3) >> 23;
    vf<N> m = bits<vf<N>>(u - (k << 23));
    log_parts<N> r;
    r.e = __builtin_convertvector(k, vf<N>) + scale;
    vf<N> f = m - 1.0f, z = f * f;
    vf<N> p = fma<N>((vf<N>)7.0376836292e-2f, f, (vf<N>)-1.1514610310e-1f);
    p = fma<N>(p, f, (vf<N>)1.1676998740e-1f);
    p = fma<N>(p, f, (vf<N>)-1.2420140846e-1f);
    p = fma<N>(p, f, (vf<N>)1.4249322787e-1f);
    p = fma<N>(p, f, (vf<N>)-1.6668057665e-1f);
    p = fma<N>(p, f, (vf<N>)2.0000714765e-1f);
    p = fma<N>(p, f, (vf<N>)-2.4999993993e-1f);
    p = fma<N>(p, f, (vf<N>)3.3333331174e-1f);
    r.f = f;
    r.tail = fma<N>(p, f * z, z * -0.5f);
    return r;
}
/* infinities, zero, negatives and NaN of a logarithm */
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> log_special(vf<N> x, vf<N> y)
{
    const vf<N> inf = (vf<N>)__builtin_inff(), nan = (vf<N>)__builtin_nanf("");
    y = x == inf ? inf : y;
    y = x < (KEEP_SUBNORMAL ? 1.40129846e-45f : 1.17549435e-38f) ? -inf : y;
    y = x < (KEEP_SUBNORMAL ? 0.0f : -1.17549421e-38f) ? nan : y;
    return x != x ? x : y;
}
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> log(vf<N> x)
{
    log_parts<N> p = log_split<KEEP_SUBNORMAL, N>(x);
    vf<N> y = fma<N>(p.e, (vf<N>)-2.12194440e-4f, p.tail);
    y = p.f + y;
    y = fma<N>(p.e, (vf<N>)0.693359375f, y);
    return log_special<KEEP_SUBNORMAL, N>(x, y);
}
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> log2(vf<N> x)
{
    log_parts<N> p = log_split<KEEP_SUBNORMAL, N>(x);
    vf<N> y = p.tail * 0.44269504f; /* log2(e) - 1, so that the large part stays exact */
    y = fma<N>(p.f, (vf<N>)0.44269504f, y);
    y = y + p.tail;
    y = y + p.f;
    return log_special<KEEP_SUBNORMAL, N>(x, y + p.e);
}
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> log10(vf<N> x)
{
    log_parts<N> p = log_split<KEEP_SUBNORMAL, N>(x);
    vf<N> y = p.e * 2.48745663e-4f; /* log10(2) - 0.30078125 */
    y = fma<N>(p.tail, (vf<N>)7.00731903e-4f, y);
    y = fma<N>(p.f, (vf<N>)7.00731903e-4f, y);
    y = fma<N>(p.tail, (vf<N>)0.43359375f, y);
    y = fma<N>(p.f, (vf<N>)0.43359375f, y);
    return log_special<KEEP_SUBNORMAL, N>(x, fma<N>(p.e, (vf<N>)0.30078125f, y));
}
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> sqrt(vf<N> x)
{
    return __builtin_elementwise_sqrt(KEEP_SUBNORMAL ? x : flush<N>(x));
}
template <bool KEEP_SUBNORMAL, int N>
OPF_REG_FN vf<N> div(vf<N> a, vf<N> b)
{
    if constexpr (KEEP_SUBNORMAL) {
        return a / b;
    } else {
        return flush<N>(flush<N>(a) / flush<N>(b));
    }
}
} // namespace reg
} // namespace opf
#endif
