/* Conversions by their definitions: exact values in long double, rounding by units of the last place, bits put
 * together as integers. Nothing of the SDK's conversions is used. */
#ifndef OPF_TESTS_DEVICE_REFERENCE_H
#define OPF_TESTS_DEVICE_REFERENCE_H

#include "harness.h"

namespace reference
{
using AscendC::RoundMode;
/* `q` is a finite magnitude in units of the result's last place: the integer below it, or one more as the mode says */
inline long double round_units(long double q, RoundMode m, bool neg)
{
    long double f = floorl(q), r = q - f;
    bool odd = fmodl(f, 2) == 1;
    bool up = false;
    switch (m) {
    case RoundMode::CAST_FLOOR:
        up = neg && r > 0;
        break;
    case RoundMode::CAST_CEIL:
        up = !neg && r > 0;
        break;
    case RoundMode::CAST_TRUNC:
        break;
    case RoundMode::CAST_ROUND:
        up = r >= 0.5L;
        break;
    case RoundMode::CAST_ODD:
        up = r > 0 && !odd;
        break;
    default:
        up = r > 0.5L || (r == 0.5L && odd);
    }
    return f + (up ? 1 : 0);
}
/* bits (sign at bit `sign`) of the float with `mant` fraction bits and exponents emin..emax */
inline uint32_t float_bits(long double v, RoundMode m, int mant, int emin, int emax, int sign_bit)
{
    bool neg = signbit(v);
    uint32_t sign = neg ? 1u << sign_bit : 0;
    uint32_t inf = static_cast<uint32_t>(emax - emin + 2) << mant;
    long double a = fabsl(v);
    if (a == 0)
        return sign;
    if (isinf(a))
        return sign | inf;
    int e;
    frexpl(a, &e);
    e -= 1; /* a in [2^e, 2^(e+1)) */
    if (e < emin)
        e = emin;
    long double n = round_units(ldexpl(a, mant - e), m, neg);
    /* n counts units of 2^(e - mant): denormals and carries fall out of the integer encoding */
    long double code = n + static_cast<long double>(e - emin) * (1u << mant);
    return sign | (code >= inf ? inf : static_cast<uint32_t>(code));
}
inline uint16_t half_bits(long double v, RoundMode m) { return static_cast<uint16_t>(float_bits(v, m, 10, -14, 15, 15)); }
inline uint16_t bf16_bits(long double v, RoundMode m) { return static_cast<uint16_t>(float_bits(v, m, 7, -126, 127, 15)); }

/* the exact value of one of the 65536 patterns */
inline long double value_of_bits(uint16_t u, int mant)
{
    int e = (u & 0x7fff) >> mant, bias = (1 << (14 - mant)) - 1;
    long double f = u & ((1 << mant) - 1), v;
    if (e == (1 << (15 - mant)) - 1)
        v = f == 0 ? HUGE_VALL : static_cast<long double>(NAN);
    else
        v = e == 0 ? ldexpl(f, 1 - bias - mant) : ldexpl(f + (1 << mant), e - bias - mant);
    return u >> 15 ? -v : v;
}
template <class T> long double exact(T v)
{
    uint16_t u;
    memcpy(&u, &v, sizeof v < 2 ? sizeof v : 2);
    if constexpr (std::is_same<T, half>::value)
        return value_of_bits(u, 10);
    else if constexpr (std::is_same<T, bfloat16_t>::value)
        return value_of_bits(u, 7);
    else
        return static_cast<long double>(v);
}
template <class To> To to_int(long double v, RoundMode m, bool sat)
{
    constexpr bool s = std::is_signed<To>::value;
    constexpr int bits = 8 * sizeof(To);
    const To top = s ? static_cast<To>((1ull << (bits - 1)) - 1) : static_cast<To>(-1),
             low = s ? static_cast<To>(1ull << (bits - 1)) : To(0);
    if (v != v)
        return 0;
    if (isinf(v))
        return v > 0 ? top : low;
    bool neg = v < 0;
    long double r = neg ? -round_units(-v, m, true) : round_units(v, m, false);
    if (sat)
        return r > static_cast<long double>(top) ? top : r < static_cast<long double>(low) ? low : static_cast<To>(r);
    long double w = fmodl(fabsl(r), 18446744073709551616.0L);
    uint64_t u = static_cast<uint64_t>(w);
    return static_cast<To>(neg ? 0 - u : u);
}
/* a conversion as the public pages of Cast tell it; sat is for the kind of result that To is */
template <class To, class From> To cast(From from, RoundMode m, bool sat)
{
    long double v = exact(from);
    if constexpr (std::is_integral<To>::value)
        return to_int<To>(v, m, sat);
    else if constexpr (std::is_same<To, float>::value)
        return v != v ? NAN : opf::bits<float>(float_bits(v, m, 23, -126, 127, 31));
    else {
        constexpr bool h = std::is_same<To, half>::value;
        uint16_t inf = h ? 0x7c00 : 0x7f80;
        if (v != v)
            return opf::bits<To>(static_cast<uint16_t>(sat ? 0 : inf + 1));
        uint16_t u = h ? half_bits(v, m) : bf16_bits(v, m);
        return opf::bits<To>(static_cast<uint16_t>(sat && (u & 0x7fff) == inf ? u - 1 : u));
    }
}
/* the same number and sign, or both NaN */
template <class T> bool agree(T a, T b)
{
    if constexpr (std::is_integral<T>::value)
        return a == b;
    else {
        long double x = exact(a), y = exact(b);
        return x != x ? y != y : x == y && signbit(x) == signbit(y);
    }
}
} // namespace reference
#endif
