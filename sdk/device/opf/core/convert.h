/* Conversions between element types, one scalar function per pair of kinds, written so that a loop over them
 * vectorises (integer and compare operations, no branches, no calls).
 * Rounding rules: "precision conversion" page of the data-structure chapter of the public API documentation.
 */
#ifndef OPF_CORE_CONVERT_H
#define OPF_CORE_CONVERT_H

#include "types.h"
#include "enums.h"

namespace opf
{
using RM = AscendC::RoundMode;

template <class T> inline constexpr bool is_half = std::is_same<T, half>::value;
template <class T> inline constexpr bool is_bf16 = std::is_same<T, bfloat16_t>::value;
template <class T> inline constexpr bool is_float16bit = is_half<T> || is_bf16<T>;
template <class T>
inline constexpr bool is_float =
    is_float16bit<T> || std::is_same<T, float>::value || std::is_same<T, double>::value;
template <class T> inline constexpr bool is_int = std::is_integral<T>::value && !std::is_same<T, bool>::value;
template <class T> struct is_complex : std::false_type {
};
template <class F> struct is_complex<complex<F>> : std::true_type {
};

template <class T> struct limits;
#define OPF_INT_LIMITS(T, lo, hi)                                                                            \
    template <> struct limits<T> {                                                                           \
        static constexpr T min = lo, max = hi;                                                               \
    }
OPF_INT_LIMITS(int8_t, -128, 127);
OPF_INT_LIMITS(uint8_t, 0, 255);
OPF_INT_LIMITS(int16_t, -32768, 32767);
OPF_INT_LIMITS(uint16_t, 0, 65535);
OPF_INT_LIMITS(int32_t, -2147483647 - 1, 2147483647);
OPF_INT_LIMITS(uint32_t, 0, 4294967295u);
OPF_INT_LIMITS(int64_t, -9223372036854775807LL - 1, 9223372036854775807LL);
OPF_INT_LIMITS(uint64_t, 0, 18446744073709551615ULL);

/* CAST_NONE rounds to nearest even where a value does not fit; CAST_EVEN and CAST_ZERO are RINT and TRUNC. */
constexpr RM plain_mode(RM m)
{
    return m == RM::CAST_NONE || m == RM::CAST_EVEN || m == RM::UNKNOWN ? RM::CAST_RINT
           : m == RM::CAST_ZERO                                         ? RM::CAST_TRUNC
                                                                        : m;
}

template <class F> OPF_INLINE F select(bool c, F a, F b)
{
    return c ? a : b;
}

/* Round to an integral value of the same type. Ties of CAST_ROUND go away from zero. */
template <RM M> OPF_INLINE float round_integral(float x)
{
    constexpr RM m = plain_mode(M);
    if constexpr (m == RM::CAST_FLOOR)
        return __builtin_floorf(x);
    else if constexpr (m == RM::CAST_CEIL)
        return __builtin_ceilf(x);
    else if constexpr (m == RM::CAST_TRUNC)
        return __builtin_truncf(x);
    else if constexpr (m == RM::CAST_ROUND)
        return __builtin_truncf(x + __builtin_copysignf(0.49999997f, x));
    else if constexpr (m == RM::CAST_ODD) {
        float t = __builtin_truncf(x);
        bool even = __builtin_truncf(t * 0.5f) * 2.0f == t;
        return t != x && even ? t + __builtin_copysignf(1.0f, x) : t;
    } else
        return __builtin_rintf(x);
}
template <RM M> OPF_INLINE double round_integral(double x)
{
    constexpr RM m = plain_mode(M);
    if constexpr (m == RM::CAST_FLOOR)
        return __builtin_floor(x);
    else if constexpr (m == RM::CAST_CEIL)
        return __builtin_ceil(x);
    else if constexpr (m == RM::CAST_TRUNC)
        return __builtin_trunc(x);
    else if constexpr (m == RM::CAST_ROUND)
        return __builtin_trunc(x + __builtin_copysign(0.49999999999999994, x));
    else if constexpr (m == RM::CAST_ODD) {
        double t = __builtin_trunc(x);
        bool even = __builtin_trunc(t * 0.5) * 2.0 == t;
        return t != x && even ? t + __builtin_copysign(1.0, x) : t;
    } else
        return __builtin_rint(x);
}

/* a + b rounded to odd, so that rounding it to a shorter type afterwards is exact. The error of the rounded sum
 * comes from Knuth's two-sum; it is NaN where the sum is not finite. */
OPF_INLINE float add_to_odd(float a, float b)
{
    float s = a + b, t = s - a, e = (a - (s - t)) + (b - t);
    uint32_t u = bits<uint32_t>(s), inexact = (e < 0) | (e > 0);
    uint32_t beyond = inexact & ((bits<uint32_t>(e) ^ u) >> 31); /* the sum was rounded away from zero */
    return bits<float>((u - beyond) | inexact);
}

/* float -> bfloat16 in any mode. sat: infinity becomes the largest finite, NaN becomes 0. */
template <RM M, bool Sat = false> OPF_INLINE bfloat16_t float_to_bf16(float f)
{
    constexpr RM m = plain_mode(M);
    uint32_t u = bits<uint32_t>(f);
    uint32_t base = u >> 16, rest = u & 0xffffu, inc;
    if constexpr (m == RM::CAST_FLOOR)
        inc = (u >> 31) & (rest != 0);
    else if constexpr (m == RM::CAST_CEIL)
        inc = (~u >> 31) & (rest != 0);
    else if constexpr (m == RM::CAST_TRUNC)
        inc = 0;
    else if constexpr (m == RM::CAST_ROUND)
        inc = rest >> 15;
    else if constexpr (m == RM::CAST_ODD)
        inc = (rest != 0) & ~base & 1;
    else
        inc = (rest + 0x7fffu + (base & 1)) >> 16;
    bool nan = (u & 0x7fffffffu) > 0x7f800000u;
    uint32_t r = nan ? (base | 0x40u) : base + inc;
    if constexpr (Sat) {
        r = (r & 0x7fffu) == 0x7f80u ? (r & 0x8000u) | 0x7f7fu : r;
        r = nan ? 0 : r;
    }
    return bits<bfloat16_t>(static_cast<uint16_t>(r));
}

/* float -> half in any mode, from the nearest-even conversion of the machine, corrected by comparing back. */
template <RM M, bool Sat = false> OPF_INLINE half float_to_half(float f)
{
    constexpr RM m = plain_mode(M);
    half h = static_cast<half>(f);
    uint16_t b = bits<uint16_t>(h);
    if constexpr (m != RM::CAST_RINT) {
        float back = static_cast<float>(h);
        float af = __builtin_fabsf(f), ab = __builtin_fabsf(back);
        /* towards zero; from 65536 on the exponent overflows to infinity in every mode */
        uint16_t t = static_cast<uint16_t>(b - (ab > af && af < 65536.0f));
        if constexpr (m == RM::CAST_TRUNC)
            b = t;
        else if constexpr (m == RM::CAST_FLOOR)
            b = static_cast<uint16_t>(back > f && af < 65536.0f ? (f < 0 ? b + 1 : (b == 0 ? 0x8001 : b - 1))
                                                                : b);
        else if constexpr (m == RM::CAST_CEIL)
            b = static_cast<uint16_t>(back < f && af < 65536.0f ? (f > 0 ? b + 1 : b - 1) : b);
        else if constexpr (m == RM::CAST_ODD) {
            float tf = __builtin_fabsf(static_cast<float>(bits<half>(t)));
            b = static_cast<uint16_t>(tf != af && af < 65536.0f ? (t | 1) : t);
            b = f == f ? b : bits<uint16_t>(h);
        } else {
            float lo = __builtin_fabsf(static_cast<float>(bits<half>(t)));
            uint16_t n = static_cast<uint16_t>(t + 1);
            float hi =
                (n & 0x7fffu) == 0x7c00u ? 65536.0f : __builtin_fabsf(static_cast<float>(bits<half>(n)));
            bool tie = (lo + hi) * 0.5f == af;
            b = tie ? n : b;
        }
    }
    if constexpr (Sat) {
        b = (b & 0x7fffu) == 0x7c00u ? static_cast<uint16_t>((b & 0x8000u) | 0x7bffu) : b;
        b = f == f ? b : 0;
    }
    return bits<half>(b);
}

/* Anything exact in float -> float. */
template <class From> OPF_INLINE float widen(From v)
{
    if constexpr (is_bf16<From>)
        return from_bf16(v);
    else
        return static_cast<float>(v);
}

/* A wider value v -> float in any mode; Exact holds every From and every float (double, or __int128-free
 * int64). */
template <RM M, class From> OPF_INLINE float wide_to_float(From v)
{
    constexpr RM m = plain_mode(M);
    float f = static_cast<float>(v);
    if constexpr (m == RM::CAST_RINT)
        return f;
    else {
        /* sign of (f - v), exactly */
        int cmp;
        if constexpr (std::is_same<From, double>::value || sizeof(From) <= 4) {
            double a = f, b = static_cast<double>(v);
            cmp = (a > b) - (a < b);
            if constexpr (sizeof(From) == 8) /* from 2^128 on the exponent overflows to infinity in every mode */
                cmp = __builtin_fabs(b) < 0x1p128 ? cmp : 0;
        } else {
            constexpr float top = std::is_signed<From>::value ? 9223372036854775808.0f : 18446744073709551616.0f;
            bool over = f >= top; /* no From is as large as f */
            From back = static_cast<From>(over ? 0.0f : f);
            cmp = over ? 1 : (back > v) - (back < v);
        }
        uint32_t b = bits<uint32_t>(f);
        bool neg = v < 0;
        bool away = neg ? cmp < 0 : cmp > 0;
        uint32_t t = b - (away ? 1 : 0);
        bool inexact = cmp != 0;
        if constexpr (m == RM::CAST_TRUNC)
            return bits<float>(t);
        else if constexpr (m == RM::CAST_FLOOR)
            return bits<float>(inexact && neg ? t + 1 : t);
        else if constexpr (m == RM::CAST_CEIL)
            return bits<float>(inexact && !neg ? t + 1 : t);
        else if constexpr (m == RM::CAST_ODD)
            return bits<float>(inexact ? t | 1 : t);
        else {
            double lo = bits<float>(t), hi = bits<float>(t + 1), mid = (lo + hi) * 0.5;
            bool tie;
            if constexpr (std::is_same<From, double>::value || sizeof(From) <= 4)
                tie = static_cast<double>(v) == mid;
            else {
                constexpr double end = std::is_signed<From>::value ? 9223372036854775808.0 : 18446744073709551616.0;
                bool in = mid < end && mid >= -9223372036854775808.0;
                tie = in && static_cast<From>(in ? mid : 0.0) == v;
            }
            return inexact && tie ? bits<float>(t + 1) : f;
        }
    }
}

/* The low 64 bits of an integral number of 2^63 and more; 0 when it has none or is not finite. */
template <class To, class F> OPF_INLINE To low_word(F r)
{
    uint64_t u = bits<uint64_t>(static_cast<double>(r));
    int shift = static_cast<int>(u >> 52 & 0x7ff) - 1075;
    uint64_t m = (u & 0xfffffffffffffull) | 0x10000000000000ull;
    m = shift >= 0 && shift < 64 ? m << (shift & 63) : 0;
    return static_cast<To>(u >> 63 ? 0 - m : m);
}
/* An integral-valued float or double -> integer. sat: clamp, NaN -> 0; else the low bits of a number, the extremes
 * for infinities and 0 for NaN (public page of the register Cast, table 4). */
template <class To, bool Sat, class F> OPF_INLINE To integral_to_int(F r)
{
    static_assert(is_int<To>, "integral_to_int: integer types only");
    constexpr bool s = std::is_signed<To>::value;
    if constexpr (Sat) {
        if constexpr (sizeof(To) <= 2 || (sizeof(To) == 4 && sizeof(F) == 8)) {
            r = r < static_cast<F>(limits<To>::min) ? static_cast<F>(limits<To>::min) : r;
            r = r > static_cast<F>(limits<To>::max) ? static_cast<F>(limits<To>::max) : r;
            r = r == r ? r : F(0);
            if constexpr (sizeof(To) <= 2)
                return static_cast<To>(static_cast<int32_t>(r));
            else
                return static_cast<To>(r);
        } else {
            /* the upper bound is not representable: compare with 2^n and choose afterwards */
            constexpr F top = sizeof(To) == 4 ? (s ? F(2147483648.0) : F(4294967296.0))
                                              : (s ? F(9223372036854775808.0) : F(18446744073709551616.0));
            bool over = r >= top, under = r < static_cast<F>(limits<To>::min), nan = !(r == r);
            F safe = over || under || nan ? F(0) : r;
            To v = static_cast<To>(safe);
            v = over ? limits<To>::max : v;
            return under ? limits<To>::min : v;
        }
    } else {
        constexpr F top = F(9223372036854775808.0), inf = static_cast<F>(__builtin_inf());
        bool far = !(r < top && r >= -top);
        F safe = far ? F(0) : r;
        To v = static_cast<To>(static_cast<int64_t>(safe));
        if constexpr (sizeof(To) == 8 || sizeof(F) == 8) /* a float as large as that has no lower bits */
            v = far ? low_word<To>(r) : v;
        v = r == inf ? limits<To>::max : v;
        return r == -inf ? limits<To>::min : v;
    }
}

/* Integer -> integer, saturating or keeping the low bits. */
template <class To, bool Sat, class From> OPF_INLINE To int_to_int(From v)
{
    if constexpr (Sat) {
        if constexpr (std::is_signed<From>::value) {
            if constexpr (std::is_signed<To>::value) {
                if constexpr (sizeof(To) < sizeof(From)) {
                    v = v < static_cast<From>(limits<To>::min) ? static_cast<From>(limits<To>::min) : v;
                    v = v > static_cast<From>(limits<To>::max) ? static_cast<From>(limits<To>::max) : v;
                }
            } else {
                v = v < 0 ? From(0) : v;
                if constexpr (sizeof(To) < sizeof(From))
                    v = v > static_cast<From>(limits<To>::max) ? static_cast<From>(limits<To>::max) : v;
            }
        } else if constexpr (sizeof(To) < sizeof(From) ||
                             (sizeof(To) == sizeof(From) && std::is_signed<To>::value))
            v = v > static_cast<From>(limits<To>::max) ? static_cast<From>(limits<To>::max) : v;
    }
    return static_cast<To>(v);
}

/* The general cast. SatF: float results saturate; SatI: integer results saturate. Supported: every pair of
 * bool, int8..int64, uint8..uint64, half, bfloat16, float, double; complex of them. */
template <class To, RM M, bool SatF = false, bool SatI = true, class From> OPF_INLINE To convert(From v)
{
    if constexpr (is_complex<From>::value || is_complex<To>::value) {
        static_assert(is_complex<From>::value && is_complex<To>::value,
                      "Cast: complex converts to complex only");
        using F = decltype(To::real);
        return To(convert<F, M, SatF, SatI>(v.real), convert<F, M, SatF, SatI>(v.imag));
    } else if constexpr (std::is_same<From, bool>::value)
        return convert<To, M, SatF, SatI>(static_cast<uint8_t>(v));
    else if constexpr (std::is_same<To, bool>::value)
        return widen(v) != 0;
    else if constexpr (is_int<To>) {
        if constexpr (is_int<From>)
            return int_to_int<To, SatI>(v);
        else if constexpr (std::is_same<From, double>::value)
            return integral_to_int<To, SatI>(round_integral<M>(v));
        else
            return integral_to_int<To, SatI>(round_integral<M>(widen(v)));
    } else if constexpr (std::is_same<To, double>::value) {
        if constexpr (is_float16bit<From>)
            return widen(v);
        else
            return static_cast<double>(v);
    } else if constexpr (std::is_same<From, float>::value && std::is_same<To, float>::value)
        return round_integral<M>(v); /* float to float is rounding to an integral value */
    else {
        constexpr bool wide = std::is_same<From, double>::value || (is_int<From> && sizeof(From) >= 4);
        if constexpr (std::is_same<To, float>::value) {
            if constexpr (wide)
                return wide_to_float<M>(v);
            else
                return widen(v);
        } else {
            float f;
            if constexpr (std::is_same<From, double>::value)
                f = float_round_odd(v);
            else if constexpr (wide)
                f = wide_to_float<RM::CAST_ODD>(v);
            else
                f = widen(v);
            if constexpr (is_bf16<To>)
                return float_to_bf16<M, SatF>(f);
            else {
                static_assert(is_half<To>, "Cast: this pair of element types is not supported");
                return float_to_half<M, SatF>(f);
            }
        }
    }
}
} // namespace opf
#endif
