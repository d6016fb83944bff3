/* The C library's float functions, declared one by one: <math.h> would also declare names such as floor, pow or exp,
 * which operators give to their kernels. Double functions are reached under names of our own. */
#ifndef OPF_CORE_LIBM_H
#define OPF_CORE_LIBM_H

#include "types.h"

extern "C" {
#define OPF_LIBM_1(f) float f(float) noexcept;
#define OPF_LIBM_2(f) float f(float, float) noexcept;
OPF_LIBM_1(acosf)
OPF_LIBM_1(acoshf)
OPF_LIBM_1(asinf)
OPF_LIBM_1(asinhf)
OPF_LIBM_1(atanf)
OPF_LIBM_1(atanhf)
OPF_LIBM_1(cbrtf)
OPF_LIBM_1(ceilf)
OPF_LIBM_1(cosf)
OPF_LIBM_1(coshf)
OPF_LIBM_1(erff)
OPF_LIBM_1(erfcf)
OPF_LIBM_1(expf)
OPF_LIBM_1(exp10f)
OPF_LIBM_1(exp2f)
OPF_LIBM_1(expm1f)
OPF_LIBM_1(fabsf)
OPF_LIBM_1(floorf)
OPF_LIBM_1(j0f)
OPF_LIBM_1(j1f)
OPF_LIBM_1(lgammaf)
OPF_LIBM_1(logf)
OPF_LIBM_1(log10f)
OPF_LIBM_1(log1pf)
OPF_LIBM_1(log2f)
OPF_LIBM_1(logbf)
OPF_LIBM_1(nearbyintf)
OPF_LIBM_1(rintf)
OPF_LIBM_1(roundf)
OPF_LIBM_1(sinf)
OPF_LIBM_1(sinhf)
OPF_LIBM_1(sqrtf)
OPF_LIBM_1(tanf)
OPF_LIBM_1(tanhf)
OPF_LIBM_1(tgammaf)
OPF_LIBM_1(truncf)
OPF_LIBM_1(y0f)
OPF_LIBM_1(y1f)
OPF_LIBM_2(atan2f)
OPF_LIBM_2(copysignf)
OPF_LIBM_2(fdimf)
OPF_LIBM_2(fmaxf)
OPF_LIBM_2(fminf)
OPF_LIBM_2(fmodf)
OPF_LIBM_2(hypotf)
OPF_LIBM_2(nextafterf)
OPF_LIBM_2(powf)
OPF_LIBM_2(remainderf)
#undef OPF_LIBM_1
#undef OPF_LIBM_2
float fmaf(float, float, float) noexcept;
float frexpf(float, int *) noexcept;
float ldexpf(float, int) noexcept;
float modff(float, float *) noexcept;
float remquof(float, float, int *) noexcept;
float scalbnf(float, int) noexcept;
float scalblnf(float, long) noexcept;
float jnf(int, float) noexcept;
float ynf(int, float) noexcept;
int ilogbf(float) noexcept;
long lrintf(float) noexcept;
long lroundf(float) noexcept;
long long llrintf(float) noexcept;
long long llroundf(float) noexcept;
void sincosf(float, float *, float *) noexcept;
double opf_libm_sin(double) __asm__("sin");
double opf_libm_cos(double) __asm__("cos");
double opf_libm_tan(double) __asm__("tan");
double opf_libm_erf(double) __asm__("erf");
double opf_libm_erfc(double) __asm__("erfc");
double opf_libm_exp(double) __asm__("exp");
double opf_libm_log(double) __asm__("log");
}

/* Templates, so that they stand beside the C++ library's own if a kernel includes it. */
#define OPF_LIBM_TEST(NAME, BUILTIN)                                                                                 \
    template <typename T, typename = std::enable_if_t<std::is_floating_point<T>::value>>                             \
    OPF_INLINE constexpr bool NAME(T x)                                                                              \
    {                                                                                                                \
        return BUILTIN(x);                                                                                           \
    }
OPF_LIBM_TEST(isnan, __builtin_isnan)
OPF_LIBM_TEST(isinf, __builtin_isinf)
OPF_LIBM_TEST(isfinite, __builtin_isfinite)
OPF_LIBM_TEST(signbit, __builtin_signbit)
#undef OPF_LIBM_TEST
#define OPF_LIBM_ROOT(NAME, BUILTIN)                                                                                 \
    template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>                                 \
    OPF_INLINE constexpr auto NAME(T x)                                                                              \
    {                                                                                                                \
        if constexpr (std::is_same<T, float>::value) {                                                               \
            return BUILTIN##f(x);                                                                                    \
        } else {                                                                                                     \
            return BUILTIN(static_cast<double>(x));                                                                  \
        }                                                                                                            \
    }
OPF_LIBM_ROOT(sqrt, __builtin_sqrt)
OPF_LIBM_ROOT(fabs, __builtin_fabs)
#undef OPF_LIBM_ROOT
#endif
