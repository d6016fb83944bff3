/* Math of SIMT code. The C library's functions come from core/libm.h; here are the others, the half and bfloat16 forms,
 * the integer functions and the Simt:: spellings. */
#ifndef OPF_SIMT_MATH_H
#define OPF_SIMT_MATH_H

#include "../core/libm.h"
#include "../core/math.h"
#include "simt_convert.h"
#include "simt_launch.h"


/* Fast spellings; the C library reserves these names for itself, so they are macros. */
#define __expf(x)   ::expf(x)
#define __exp2f(x)  ::exp2f(x)
#define __exp10f(x) ::exp10f(x)
#define __logf(x)   ::logf(x)
#define __log2f(x)  ::log2f(x)
#define __log10f(x) ::log10f(x)
#define __sinf(x)   ::sinf(x)
#define __cosf(x)   ::cosf(x)
#define __tanf(x)   ::tanf(x)
#define __powf(x, y) ::powf(x, y)
#define __floorf(x) ::floorf(x)
#define __sqrtf(x)  ::sqrtf(x)

OPF_INLINE float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
OPF_INLINE float rcbrtf(float x) { return 1.0f / cbrtf(x); }
OPF_INLINE float fdividef(float x, float y) { return x / y; }
OPF_INLINE float __fdividef(float x, float y) { return x / y; }
OPF_INLINE float __frcp_rn(float x) { return 1.0f / x; }
OPF_INLINE float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
OPF_INLINE float norm3df(float a, float b, float c)
{
    return static_cast<float>(__builtin_sqrt((double)a * a + (double)b * b + (double)c * c));
}
OPF_INLINE float norm4df(float a, float b, float c, float d)
{
    return static_cast<float>(__builtin_sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d));
}
OPF_INLINE float rnorm3df(float a, float b, float c) { return 1.0f / norm3df(a, b, c); }
OPF_INLINE float rnorm4df(float a, float b, float c, float d) { return 1.0f / norm4df(a, b, c, d); }
OPF_INLINE float normf(int n, const float *a)
{
    double s = 0;
    for (int i = 0; i < n; ++i) {
        s += (double)a[i] * a[i];
    }
    return static_cast<float>(__builtin_sqrt(s));
}
OPF_INLINE float rnormf(int n, const float *a) { return 1.0f / normf(n, a); }
inline float sinpif(float x)
{
    double r = (double)x - 2.0 * __builtin_rint((double)x * 0.5);
    return static_cast<float>(opf_libm_sin(r * 3.14159265358979323846));
}
inline float cospif(float x)
{
    double r = (double)x - 2.0 * __builtin_rint((double)x * 0.5);
    return static_cast<float>(opf_libm_cos(r * 3.14159265358979323846));
}
inline float tanpif(float x) { return sinpif(x) / cospif(x); }
inline void sincospif(float x, float *s, float *c)
{
    *s = sinpif(x);
    *c = cospif(x);
}
inline float normcdff(float x) { return static_cast<float>(0.5 * opf_libm_erfc((double)x * -0.70710678118654752440)); }
/* Inverse of erf: a rational start (Giles) and two Newton steps in double. */
inline float erfinvf(float y)
{
    double a = __builtin_fabs((double)y);
    if (!(a < 1.0)) {
        return a == 1.0 ? __builtin_copysignf(__builtin_inff(), y) : __builtin_nanf("");
    }
    double w = -opf_libm_log((1.0 - a) * (1.0 + a)), x;
    if (w < 5.0) {
        w -= 2.5;
        x = 2.81022636e-08;
        x = 3.43273939e-07 + x * w;
        x = -3.5233877e-06 + x * w;
        x = -4.39150654e-06 + x * w;
        x = 0.00021858087 + x * w;
        x = -0.00125372503 + x * w;
        x = -0.00417768164 + x * w;
        x = 0.246640727 + x * w;
        x = 1.50140941 + x * w;
    } else {
        w = __builtin_sqrt(w) - 3.0;
        x = -0.000200214257;
        x = 0.000100950558 + x * w;
        x = 0.00134934322 + x * w;
        x = -0.00367342844 + x * w;
        x = 0.00573950773 + x * w;
        x = -0.0076224613 + x * w;
        x = 0.00943887047 + x * w;
        x = 1.00167406 + x * w;
        x = 2.83297682 + x * w;
    }
    x *= a;
    for (int i = 0; i < 2; ++i) {
        double e = a < 0.5 ? opf_libm_erf(x) - a : (1.0 - a) - opf_libm_erfc(x);
        x -= e / (1.12837916709551257390 * opf_libm_exp(-x * x));
    }
    return static_cast<float>(y < 0 ? -x : x);
}
inline float erfcinvf(float y)
{
    if (y > 0.03125f) {
        double a = 1.0 - (double)y;
        double x = erfinvf(static_cast<float>(a));
        double e = opf_libm_erfc(x) - (double)y;
        return static_cast<float>(x + e / (1.12837916709551257390 * opf_libm_exp(-x * x)));
    }
    if (!(y > 0.0f)) {
        return y == 0.0f ? __builtin_inff() : __builtin_nanf("");
    }
    double x = __builtin_sqrt(-opf_libm_log((double)y * 1.7724538509));
    for (int i = 0; i < 6; ++i) {
        x += (opf_libm_erfc(x) - (double)y) / (1.12837916709551257390 * opf_libm_exp(-x * x));
    }
    return static_cast<float>(x);
}
inline float normcdfinvf(float x) { return -1.41421356237f * erfcinvf(2.0f * x); }
inline float erfcxf(float x)
{
    double d = x;
    if (d < 10.0) {
        return static_cast<float>(opf_libm_exp(d * d) * opf_libm_erfc(d));
    }
    double r = 1.0 / (d * d);
    return static_cast<float>((1.0 - 0.5 * r * (1.0 - 1.5 * r * (1.0 - 2.5 * r))) / (d * 1.77245385090551602730));
}
/* modified Bessel functions of the first kind: power series, all terms positive */
inline float cyl_bessel_i0f(float x)
{
    double q = 0.25 * (double)x * x, term = 1, sum = 1;
    for (int k = 1; k < 300 && term > sum * 1e-18; ++k) {
        term *= q / ((double)k * k);
        sum += term;
    }
    return static_cast<float>(sum);
}
inline float cyl_bessel_i1f(float x)
{
    double q = 0.25 * (double)x * x, term = 0.5 * x, sum = term;
    for (int k = 1; k < 300 && __builtin_fabs(term) > __builtin_fabs(sum) * 1e-18; ++k) {
        term *= q / ((double)k * (k + 1));
        sum += term;
    }
    return static_cast<float>(sum);
}

template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
OPF_INLINE constexpr T abs(T x)
{
    return x < 0 ? static_cast<T>(0 - x) : x;
}

namespace opf {
namespace simt {
/* The greater or smaller number; a NaN gives way to the other operand, +0 is greater than -0. */
template <bool GREATER, typename T>
OPF_INLINE T extreme(T x, T y)
{
    using U = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
    float a = opf::widen(x), b = opf::widen(y);
    if (a == b) {
        return bits<T>(static_cast<U>(GREATER ? bits<U>(x) & bits<U>(y) : bits<U>(x) | bits<U>(y)));
    }
    return a != a || (GREATER ? a < b : b < a) ? y : x;
}
} // namespace simt
} // namespace opf

/* --- half and bfloat16 ------------------------------------------------------------------------------------------ */
#define OPF_SIMT_SHORT_MATH(T)                                                                                       \
    OPF_INLINE T hexp(T x) { return opf::convert<T, opf::RM::CAST_RINT>(expf(opf::widen(x))); }                      \
    OPF_INLINE T hexp2(T x) { return opf::convert<T, opf::RM::CAST_RINT>(exp2f(opf::widen(x))); }                    \
    OPF_INLINE T hexp10(T x) { return opf::convert<T, opf::RM::CAST_RINT>(exp10f(opf::widen(x))); }                  \
    OPF_INLINE T hlog(T x) { return opf::convert<T, opf::RM::CAST_RINT>(logf(opf::widen(x))); }                      \
    OPF_INLINE T hlog2(T x) { return opf::convert<T, opf::RM::CAST_RINT>(log2f(opf::widen(x))); }                    \
    OPF_INLINE T hlog10(T x) { return opf::convert<T, opf::RM::CAST_RINT>(log10f(opf::widen(x))); }                  \
    OPF_INLINE T hsin(T x) { return opf::convert<T, opf::RM::CAST_RINT>(sinf(opf::widen(x))); }                      \
    OPF_INLINE T hcos(T x) { return opf::convert<T, opf::RM::CAST_RINT>(cosf(opf::widen(x))); }                      \
    OPF_INLINE T htanh(T x) { return opf::convert<T, opf::RM::CAST_RINT>(tanhf(opf::widen(x))); }                    \
    OPF_INLINE T hsqrt(T x) { return opf::convert<T, opf::RM::CAST_RINT>(__builtin_sqrtf(opf::widen(x))); }          \
    OPF_INLINE T hrsqrt(T x) { return opf::convert<T, opf::RM::CAST_RINT>(rsqrtf(opf::widen(x))); }                  \
    OPF_INLINE T hrcp(T x) { return opf::convert<T, opf::RM::CAST_RINT>(1.0f / opf::widen(x)); }                     \
    OPF_INLINE T hrint(T x) { return opf::convert<T, opf::RM::CAST_RINT>(__builtin_rintf(opf::widen(x))); }          \
    OPF_INLINE T hfloor(T x) { return opf::convert<T, opf::RM::CAST_RINT>(__builtin_floorf(opf::widen(x))); }        \
    OPF_INLINE T hceil(T x) { return opf::convert<T, opf::RM::CAST_RINT>(__builtin_ceilf(opf::widen(x))); }          \
    OPF_INLINE T htrunc(T x) { return opf::convert<T, opf::RM::CAST_RINT>(__builtin_truncf(opf::widen(x))); }        \
    OPF_INLINE T __habs(T x)                                                                                         \
    {                                                                                                                \
        return opf::bits<T>(static_cast<uint16_t>(opf::bits<uint16_t>(x) & 0x7fff));                                 \
    }                                                                                                                \
    OPF_INLINE bool __hisnan(T x) { return opf::widen(x) != opf::widen(x); }                                         \
    OPF_INLINE bool __hisinf(T x) { return __builtin_isinf(opf::widen(x)); }                                         \
    OPF_INLINE T __hmax(T x, T y) { return opf::simt::extreme<true>(x, y); }                                         \
    OPF_INLINE T __hmin(T x, T y) { return opf::simt::extreme<false>(x, y); }                                        \
    OPF_INLINE T __hfma(T x, T y, T z)                                                                               \
    {                                                                                                                \
        double p = static_cast<double>(opf::widen(x)) * opf::widen(y);                                               \
        return opf::convert<T, opf::RM::CAST_RINT>(p + static_cast<double>(opf::widen(z)));                          \
    }                                                                                                                \
    OPF_INLINE bool isnan(T x) { return opf::widen(x) != opf::widen(x); }                                            \
    OPF_INLINE bool isinf(T x) { return __builtin_isinf(opf::widen(x)); }                                            \
    OPF_INLINE bool isfinite(T x) { return __builtin_isfinite(opf::widen(x)); }
OPF_SIMT_SHORT_MATH(half)
OPF_SIMT_SHORT_MATH(bfloat16_t)

/* --- integers ---------------------------------------------------------------------------------------------------- */
OPF_INLINE uint32_t __umulhi(uint32_t x, uint32_t y) { return static_cast<uint32_t>((uint64_t)x * y >> 32); }
OPF_INLINE int32_t __mulhi(int32_t x, int32_t y) { return static_cast<int32_t>((int64_t)x * y >> 32); }
OPF_INLINE uint64_t __umul64hi(uint64_t x, uint64_t y)
{
    return static_cast<uint64_t>((unsigned __int128)x * y >> 64);
}
OPF_INLINE int64_t __mul64hi(int64_t x, int64_t y) { return static_cast<int64_t>((__int128)x * y >> 64); }
/* the full product of two 32-bit words */
OPF_INLINE int64_t __mul_i32toi64(int32_t x, int32_t y) { return (int64_t)x * y; }
OPF_INLINE uint64_t __mul_i32toi64(uint32_t x, uint32_t y) { return (uint64_t)x * y; }
OPF_INLINE int32_t __clzll(uint64_t x) { return x == 0 ? 64 : __builtin_clzll(x); }
OPF_INLINE int32_t __popcll(uint64_t x) { return __builtin_popcountll(x); }
OPF_INLINE int32_t __ffsll(int64_t x) { return __builtin_ffsll(x); }
OPF_INLINE uint64_t __brevll(uint64_t x) { return __builtin_bitreverse64(x); }
/* The names without ll are for words of 32 and of 64 bits (public pages: __clz, __popc, __ffs, __brev). */
template <typename T>
using opf_if_integer = std::enable_if_t<std::is_integral<T>::value, int>;
template <typename T, opf_if_integer<T> = 0>
OPF_INLINE int32_t __clz(T x)
{
    return sizeof(T) == 8 ? __clzll(static_cast<uint64_t>(x))
           : x == 0       ? 32
                          : __builtin_clz(static_cast<uint32_t>(x));
}
template <typename T, opf_if_integer<T> = 0>
OPF_INLINE int32_t __popc(T x)
{
    return sizeof(T) == 8 ? __popcll(static_cast<uint64_t>(x)) : __builtin_popcount(static_cast<uint32_t>(x));
}
template <typename T, opf_if_integer<T> = 0>
OPF_INLINE int32_t __ffs(T x)
{
    return sizeof(T) == 8 ? __ffsll(static_cast<int64_t>(x)) : __builtin_ffs(static_cast<int32_t>(x));
}
template <typename T, opf_if_integer<T> = 0>
OPF_INLINE auto __brev(T x)
{
    if constexpr (sizeof(T) == 8) {
        return static_cast<std::make_unsigned_t<T>>(__brevll(static_cast<uint64_t>(x)));
    } else {
        return __builtin_bitreverse32(static_cast<uint32_t>(x));
    }
}
OPF_INLINE uint32_t __byte_perm(uint32_t x, uint32_t y, uint32_t s)
{
    uint64_t v = (uint64_t)y << 32 | x;
    uint32_t r = 0;
    for (int i = 0; i < 4; ++i) {
        r |= static_cast<uint32_t>(v >> (8 * (s >> (4 * i) & 7)) & 0xff) << (8 * i);
    }
    return r;
}
OPF_INLINE long long llmax(long long x, long long y) { return x > y ? x : y; }
OPF_INLINE unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }
OPF_INLINE unsigned umax(unsigned x, unsigned y) { return x > y ? x : y; }
OPF_INLINE long long llmin(long long x, long long y) { return x < y ? x : y; }
OPF_INLINE unsigned long long ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
OPF_INLINE unsigned umin(unsigned x, unsigned y) { return x < y ? x : y; }
/* max and min of the language: operands are brought to their common type */
template <typename A, typename B, typename = std::enable_if_t<!std::is_class<A>::value && !std::is_class<B>::value>>
OPF_INLINE constexpr auto max(A a, B b)
{
    using C = decltype(true ? a : b);
    return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(b) : static_cast<C>(a);
}
template <typename A, typename B, typename = std::enable_if_t<!std::is_class<A>::value && !std::is_class<B>::value>>
OPF_INLINE constexpr auto min(A a, B b)
{
    using C = decltype(true ? a : b);
    return static_cast<C>(b) < static_cast<C>(a) ? static_cast<C>(b) : static_cast<C>(a);
}

namespace AscendC {
namespace Simt {
/* (dividend + high half of dividend * magic) >> shift, with magic and shift of GetUintDivMagicAndShift */
template <typename T>
OPF_INLINE T UintDiv(T dividend, T magic, T shift)
{
    static_assert(std::is_unsigned<T>::value && sizeof(T) >= 4, "UintDiv: uint32_t and uint64_t only");
    T q;
    if constexpr (sizeof(T) == 4) {
        q = static_cast<T>((uint64_t)dividend * magic >> 32);
    } else {
        q = static_cast<T>((unsigned __int128)dividend * magic >> 64);
    }
    return static_cast<T>(dividend + q) >> shift;
}
} // namespace Simt
} // namespace AscendC
namespace opf {
namespace simt {
/* float results go out unrounded: a conversion of float to float would make them integral */
template <typename T>
OPF_INLINE T from_float(float f)
{
    if constexpr (std::is_same<T, float>::value) {
        return f;
    } else {
        return opf::convert<T, RM::CAST_RINT>(f);
    }
}
} // namespace simt
} // namespace opf
namespace AscendC {
namespace Simt {
#define OPF_SIMT_WRAP1(NAME, CALL)                                                                                   \
    template <typename T>                                                                                            \
    OPF_INLINE T NAME(T x)                                                                                           \
    {                                                                                                                \
        return opf::simt::from_float<T>(static_cast<float>(CALL(opf::widen(x))));                                    \
    }
#define OPF_SIMT_WRAP2(NAME, CALL)                                                                                   \
    template <typename T>                                                                                            \
    OPF_INLINE T NAME(T x, T y)                                                                                      \
    {                                                                                                                \
        return opf::simt::from_float<T>(static_cast<float>(CALL(opf::widen(x), opf::widen(y))));                     \
    }
OPF_SIMT_WRAP1(Acos, ::acosf)
OPF_SIMT_WRAP1(Acosh, ::acoshf)
OPF_SIMT_WRAP1(Asin, ::asinf)
OPF_SIMT_WRAP1(Asinh, ::asinhf)
OPF_SIMT_WRAP1(Atan, ::atanf)
OPF_SIMT_WRAP1(Atanh, ::atanhf)
OPF_SIMT_WRAP1(Cbrt, ::cbrtf)
OPF_SIMT_WRAP1(Ceil, ::ceilf)
OPF_SIMT_WRAP1(Cos, ::cosf)
OPF_SIMT_WRAP1(Cosh, ::coshf)
OPF_SIMT_WRAP1(Cospi, ::cospif)
OPF_SIMT_WRAP1(CylBesselI0, ::cyl_bessel_i0f)
OPF_SIMT_WRAP1(CylBesselI1, ::cyl_bessel_i1f)
OPF_SIMT_WRAP1(Erf, ::erff)
OPF_SIMT_WRAP1(Erfc, ::erfcf)
OPF_SIMT_WRAP1(Erfcinv, ::erfcinvf)
OPF_SIMT_WRAP1(Erfcx, ::erfcxf)
OPF_SIMT_WRAP1(Erfinv, ::erfinvf)
OPF_SIMT_WRAP1(Exp, ::expf)
OPF_SIMT_WRAP1(Exp10, ::exp10f)
OPF_SIMT_WRAP1(Exp2, ::exp2f)
OPF_SIMT_WRAP1(Expm1, ::expm1f)
OPF_SIMT_WRAP1(Floor, ::floorf)
OPF_SIMT_WRAP1(J0, ::j0f)
OPF_SIMT_WRAP1(J1, ::j1f)
OPF_SIMT_WRAP1(Lgamma, ::lgammaf)
OPF_SIMT_WRAP1(Log, ::logf)
OPF_SIMT_WRAP1(Log10, ::log10f)
OPF_SIMT_WRAP1(Log1p, ::log1pf)
OPF_SIMT_WRAP1(Log2, ::log2f)
OPF_SIMT_WRAP1(Logb, ::logbf)
OPF_SIMT_WRAP1(NearbyInt, ::nearbyintf)
OPF_SIMT_WRAP1(Normcdf, ::normcdff)
OPF_SIMT_WRAP1(Rcbrt, ::rcbrtf)
OPF_SIMT_WRAP1(Rint, ::rintf)
OPF_SIMT_WRAP1(Round, ::roundf)
OPF_SIMT_WRAP1(Rsqrt, ::rsqrtf)
OPF_SIMT_WRAP1(Sin, ::sinf)
OPF_SIMT_WRAP1(Sinh, ::sinhf)
OPF_SIMT_WRAP1(Sinpi, ::sinpif)
OPF_SIMT_WRAP1(Sqrt, ::sqrtf)
OPF_SIMT_WRAP1(Tan, ::tanf)
OPF_SIMT_WRAP1(Tanh, ::tanhf)
OPF_SIMT_WRAP1(Tanpi, ::tanpif)
OPF_SIMT_WRAP1(Tgamma, ::tgammaf)
OPF_SIMT_WRAP1(Trunc, ::truncf)
OPF_SIMT_WRAP1(Y0, ::y0f)
OPF_SIMT_WRAP1(Y1, ::y1f)
OPF_SIMT_WRAP2(Atan2, ::atan2f)
OPF_SIMT_WRAP2(CopySign, ::copysignf)
OPF_SIMT_WRAP2(Fdim, ::fdimf)
OPF_SIMT_WRAP2(Hypot, ::hypotf)
OPF_SIMT_WRAP2(NextAfter, ::nextafterf)
OPF_SIMT_WRAP2(Pow, ::powf)
OPF_SIMT_WRAP2(Remainder, ::remainderf)
OPF_SIMT_WRAP2(Rhypot, ::rhypotf)
#undef OPF_SIMT_WRAP1
#undef OPF_SIMT_WRAP2
template <typename T>
OPF_INLINE T Abs(T x)
{
    if constexpr (std::is_integral<T>::value) {
        return x < 0 ? static_cast<T>(0 - x) : x;
    } else {
        return opf::simt::from_float<T>(__builtin_fabsf(opf::widen(x)));
    }
}
template <typename T>
OPF_INLINE T Mod(T x, T y)
{
    if constexpr (std::is_integral<T>::value) {
        return static_cast<T>(x % y);
    } else {
        return opf::simt::from_float<T>(::fmodf(opf::widen(x), opf::widen(y)));
    }
}
template <typename T>
OPF_INLINE T Fma(T x, T y, T z)
{
    if constexpr (std::is_same<T, float>::value) {
        return __builtin_fmaf(x, y, z);
    } else {
        return ::__hfma(x, y, z);
    }
}
template <typename T>
OPF_INLINE T Max(T x, T y)
{
    if constexpr (std::is_integral<T>::value) {
        return x > y ? x : y;
    } else {
        return opf::simt::extreme<true>(x, y);
    }
}
template <typename T>
OPF_INLINE T Min(T x, T y)
{
    if constexpr (std::is_integral<T>::value) {
        return x < y ? x : y;
    } else {
        return opf::simt::extreme<false>(x, y);
    }
}
template <typename T, typename U>
OPF_INLINE T RemQuo(T x, T y, U *quo)
{
    int q = 0;
    float r = ::remquof(x, y, &q);
    *quo = static_cast<U>(q);
    return r;
}
template <typename T, typename U>
OPF_INLINE T ScaLbn(T x, U n)
{
    return ::scalbnf(x, static_cast<int>(n));
}
template <typename T>
OPF_INLINE void Sincos(T x, T *s, T *c)
{
    *s = Sin(x);
    *c = Cos(x);
}
template <typename T>
OPF_INLINE int32_t Clz(T x)
{
    return sizeof(T) == 8 ? ::__clzll(static_cast<uint64_t>(x)) : ::__clz(static_cast<uint32_t>(x));
}
template <typename T>
OPF_INLINE int32_t Popc(T x)
{
    return sizeof(T) == 8 ? ::__popcll(static_cast<uint64_t>(x)) : ::__popc(static_cast<uint32_t>(x));
}
template <typename T>
OPF_INLINE int32_t Ffs(T x)
{
    return sizeof(T) == 8 ? ::__ffsll(static_cast<int64_t>(x)) : ::__ffs(static_cast<int32_t>(x));
}
template <typename T>
OPF_INLINE T Brev(T x)
{
    return static_cast<T>(sizeof(T) == 8 ? ::__brevll(static_cast<uint64_t>(x)) : ::__brev(static_cast<uint32_t>(x)));
}
template <typename T>
OPF_INLINE T BytePerm(T x, T y, T s)
{
    return static_cast<T>(::__byte_perm(x, y, s));
}
template <typename T>
OPF_INLINE T MulHi(T x, T y)
{
    if constexpr (sizeof(T) == 8) {
        return std::is_signed<T>::value ? (T)::__mul64hi((int64_t)x, (int64_t)y) : (T)::__umul64hi(x, y);
    } else {
        return std::is_signed<T>::value ? (T)::__mulhi((int32_t)x, (int32_t)y) : (T)::__umulhi(x, y);
    }
}
template <typename T>
OPF_INLINE bool IsFinite(T x)
{
    return __builtin_isfinite(opf::widen(x));
}
template <typename T>
OPF_INLINE bool IsNan(T x)
{
    return __builtin_isnan(opf::widen(x));
}
template <typename T>
OPF_INLINE bool IsInf(T x)
{
    return __builtin_isinf(opf::widen(x));
}
} // namespace Simt
} // namespace AscendC
#endif
