/* Elementary functions as straight-line code that vectorises. float results are computed in double, so they
 * are correctly rounded but for a few values in a million; half and bfloat16 go through them. */
#ifndef OPF_CORE_MATH_H
#define OPF_CORE_MATH_H

#include "convert.h"

namespace opf
{
constexpr uint32_t F32_INF_BITS = 0x7f800000u, F32_NAN_BITS = 0x7fc00000u;

/* 2^n for n in [-1022, 1023]. */
OPF_INLINE double exp2_int(double n)
{
    int64_t i = bits<int64_t>(n + 6755399441055744.0); /* the integer sits in the low mantissa bits */
    return bits<double>(static_cast<int64_t>((static_cast<uint64_t>(i) << 52) + 0x3ff0000000000000ull));
}
OPF_INLINE double exp_core(double x)
{
    double n = __builtin_rint(x * 1.4426950408889634);
    double r = x - n * 0.6931471805599453;
    double p = 2.48015873015873e-05;
    p = p * r + 1.984126984126984e-04;
    p = p * r + 1.3888888888888889e-03;
    p = p * r + 8.333333333333333e-03;
    p = p * r + 4.1666666666666664e-02;
    p = p * r + 1.6666666666666666e-01;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return p * exp2_int(n);
}
OPF_INLINE float exp_f32(float x)
{
    float c = x > 100.0f ? 100.0f : (x < -110.0f ? -110.0f : x);
    float r = static_cast<float>(exp_core(c));
    return x == x ? r : x;
}
/* natural logarithm of a positive normal double */
OPF_INLINE double log_core(double x)
{
    int64_t u = bits<int64_t>(x);
    int64_t e = (u - 0x3fe6a09e667f3bcdLL) >> 52; /* mantissa into [sqrt(1/2), sqrt(2)) */
    double m = bits<double>(u - static_cast<int64_t>(static_cast<uint64_t>(e) << 52));
    /* e fits in 11 bits: turn it into double without a 64-bit conversion, which AVX2 lacks */
    double k = bits<double>(e + 0x4338000000000000LL) - 6755399441055744.0;
    double f = m - 1.0, s = f / (2.0 + f), z = s * s;
    double p = 2.0 / 15;
    p = p * z + 2.0 / 13;
    p = p * z + 2.0 / 11;
    p = p * z + 2.0 / 9;
    p = p * z + 2.0 / 7;
    p = p * z + 2.0 / 5;
    p = p * z + 2.0 / 3;
    p = p * z + 2.0;
    return k * 0.6931471805599453 + s * p;
}
OPF_INLINE float log_f32(float x)
{
    bool special = !(x > 0.0f && x < bits<float>(F32_INF_BITS));
    double safe = special ? 1.0 : static_cast<double>(x);
    float r = static_cast<float>(log_core(safe));
    float s = x == 0.0f ? -bits<float>(F32_INF_BITS) : (x > 0.0f ? x : bits<float>(F32_NAN_BITS));
    return special ? s : r;
}
} // namespace opf
#endif
