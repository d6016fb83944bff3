/* Conversions of the 8- and 4-bit number formats: fp8 e4m3fn, e5m2, e8m0; fp4 e2m1, e1m2; hifloat8; int4.
 * Public pages: Cast (tables of pairs, hifloat8 rule), RoundMode, SatMode, RegLayout. */
#ifndef OPF_REG_LOW_PRECISION_H
#define OPF_REG_LOW_PRECISION_H

#include "../core/convert.h"

namespace opf {
namespace low {
/* A binary format of E exponent and M mantissa bits; TOP is the code of the largest finite number. */
template <int E, int M, int BIAS, uint8_t TOP>
struct format {
    static constexpr int e = E, m = M, bias = BIAS;
    static constexpr uint8_t top = TOP, sign = 1u << (E + M);
};
using e4m3 = format<4, 3, 7, 0x7e>;
using e5m2 = format<5, 2, 15, 0x7b>;
using e2m1 = format<2, 1, 1, 0x7>;
using e1m2 = format<1, 2, 1, 0x7>;

template <typename F>
constexpr float decode_magnitude(uint32_t code)
{
    uint32_t x = code >> F::m, f = code & ((1u << F::m) - 1u);
    double v = x == 0 ? (double)f : (double)(f + (1u << F::m));
    int shift = (int)(x == 0 ? 1u : x) - F::bias - F::m;
    for (; shift > 0; --shift) {
        v *= 2;
    }
    for (; shift < 0; ++shift) {
        v *= 0.5;
    }
    return (float)v;
}
template <typename F>
OPF_INLINE float decode(uint8_t c)
{
    float v = decode_magnitude<F>(c & (F::sign - 1u));
    if (std::is_same<F, e4m3>::value && (c & 0x7f) == 0x7f) {
        v = __builtin_nanf("");
    }
    if (std::is_same<F, e5m2>::value && (c & 0x7f) >= 0x7c) {
        v = (c & 0x7f) == 0x7c ? __builtin_inff() : __builtin_nanf("");
    }
    return (c & F::sign) != 0 ? -v : v;
}
/* n = sig >> shift in the given mode */
template <RM MODE>
OPF_INLINE uint32_t shift_round(uint32_t sig, int shift, bool negative)
{
    constexpr RM m = plain_mode(MODE);
    shift = shift > 26 ? 26 : shift; /* sig has 24 bits: nothing but a sticky rest is left */
    uint32_t n = sig >> shift, rest = sig & ((1u << shift) - 1u), tie = 1u << (shift - 1);
    bool up;
    if constexpr (m == RM::CAST_FLOOR) {
        up = negative && rest != 0;
    } else if constexpr (m == RM::CAST_CEIL) {
        up = !negative && rest != 0;
    } else if constexpr (m == RM::CAST_TRUNC) {
        up = false;
    } else if constexpr (m == RM::CAST_ROUND) {
        up = rest >= tie;
    } else if constexpr (m == RM::CAST_ODD) {
        up = rest != 0 && (n & 1) == 0;
    } else {
        up = rest > tie || (rest == tie && (n & 1) != 0);
    }
    return n + (up ? 1u : 0u);
}
/* Without saturation what is too large becomes infinity (e4m3fn, which has none: NaN); fp4 always saturates. A NaN
 * becomes zero when saturating, unless CTRL[50]. */
template <typename F, RM MODE>
OPF_INLINE uint8_t encode(float f, bool saturate, bool keep_nan)
{
    constexpr bool four = F::e + F::m == 3;
    uint32_t u = bits<uint32_t>(f), a = u & 0x7fffffffu;
    uint8_t sign = (u >> 31) != 0 ? F::sign : 0;
    if (a > 0x7f800000u) {
        return four ? 0 : saturate && !keep_nan ? 0 : (uint8_t)(std::is_same<F, e4m3>::value ? 0x7f : 0x7e);
    }
    int e = (int)(a >> 23) - 127;
    constexpr int EMIN = 1 - F::bias;
    uint32_t sig = a < 0x00800000u ? a : (a & 0x7fffffu) | 0x800000u;
    e = a < 0x00800000u ? -126 : e;
    uint32_t code;
    if (e > 40) {
        code = 0x7fu;
    } else {
        int base = e > EMIN ? e : EMIN;
        uint32_t n = shift_round<MODE>(sig, 23 - F::m + (base - e), sign != 0);
        code = n + ((uint32_t)(base - EMIN) << F::m);
    }
    if (code > F::top) {
        code = four || saturate ? F::top : std::is_same<F, e4m3>::value ? 0x7fu : 0x7cu;
    }
    return (uint8_t)(code | sign);
}
/* e8m0 is a power of two, 2^(code - 127) */
OPF_INLINE bfloat16_t decode_e8m0(uint8_t c)
{
    return bits<bfloat16_t>((uint16_t)(c == 0xff ? 0x7fc0 : c == 0 ? 0x0040 : c << 7));
}
OPF_INLINE uint8_t encode_e8m0(bfloat16_t v)
{
    uint16_t b = bits<uint16_t>(v) & 0x7fff;
    return (uint8_t)(b > 0x7f80 ? 0xff : b == 0x7f80 ? 0xfe : b >> 7);
}

/* hifloat8: sign, a prefix that tells how many exponent bits follow (11: 4, 10: 3, 01: 2, 001: 1, 0001: 0), the
 * exponent as sign and magnitude with a hidden leading one, the mantissa in what is left; prefix 0000: 2^(M - 23). */
OPF_INLINE float decode_hif8(uint8_t c)
{
    uint32_t b = c & 0x7fu;
    float s = (c & 0x80) != 0 ? -1.0f : 1.0f;
    if (b == 0) {
        return c == 0 ? 0.0f : __builtin_nanf("");
    }
    if (b == 0x6f) {
        return s * __builtin_inff();
    }
    if (b < 8) {
        return s * __builtin_ldexpf(1.0f, (int)b - 23);
    }
    int d = b >= 0x60 ? 4 : b >= 0x40 ? 3 : b >= 0x20 ? 2 : b >= 0x10 ? 1 : 0;
    int m = d == 4 ? 1 : d == 3 ? 2 : 3;
    uint32_t mant = b & ((1u << m) - 1u);
    int e = 0;
    if (d > 0) {
        uint32_t field = b >> m & ((1u << d) - 1u);
        int mag = (int)((1u << (d - 1)) | (field & ((1u << (d - 1)) - 1u)));
        e = (field >> (d - 1) & 1u) != 0 ? -mag : mag;
    }
    return s * __builtin_ldexpf(1.0f + (float)mant / (float)(1 << m), e);
}
/* MODE CAST_HYBRID: between exponents -3 and 3 ties go away from zero, elsewhere the bits below the kept ones are
 * compared with a threshold taken from the lowest bits of the source; otherwise ties away throughout. */
template <RM MODE>
OPF_INLINE uint8_t encode_hif8(uint32_t sign, int e, uint32_t frac23, uint32_t threshold14, bool saturate)
{
    constexpr bool HYBRID = MODE == RM::CAST_HYBRID;
    uint8_t s = sign != 0 ? 0x80 : 0;
    uint8_t big = saturate ? 0x6e : 0x6f;
    if (e > 15) {
        return (uint8_t)(big | s);
    }
    if (e < -23) {
        return 0;
    }
    if (e <= -16) {
        uint32_t frac = e == -23 ? (0x800000u | frac23) >> 10 : frac23 >> 9; /* 14 bits, first the half */
        bool up = HYBRID ? frac >= threshold14 : (frac >> 13 & 1) != 0;
        int m = e + 23 + (up ? 1 : 0);
        if (m == 0) {
            return 0;
        }
        if (m < 8) {
            return (uint8_t)((uint32_t)m | s);
        }
        e = -15;
        frac23 = 0;
    }
    int mag = e < 0 ? -e : e;
    int d = mag >= 8 ? 4 : mag >= 4 ? 3 : mag >= 2 ? 2 : mag;
    int m = d == 4 ? 1 : d == 3 ? 2 : 3;
    uint32_t mant = frac23 >> (23 - m), half_bit = frac23 >> (22 - m) & 1u;
    uint32_t frac = frac23 >> (23 - m - 14) & 0x3fffu;
    bool up = HYBRID && mag >= 4 ? frac >= threshold14 : half_bit != 0;
    mant += up ? 1u : 0u;
    if (mant >> m != 0) {
        mant = 0;
        ++e;
        mag = e < 0 ? -e : e;
        d = mag >= 8 ? 4 : mag >= 4 ? 3 : mag >= 2 ? 2 : mag;
        m = d == 4 ? 1 : d == 3 ? 2 : 3;
    }
    if (e > 15) {
        return (uint8_t)(big | s);
    }
    constexpr uint32_t PREFIX[5] = {0x08, 0x10, 0x20, 0x40, 0x60};
    uint32_t field = d == 0 ? 0u : ((e < 0 ? 1u : 0u) << (d - 1)) | ((uint32_t)mag & ((1u << (d - 1)) - 1u));
    uint32_t code = PREFIX[d] | field << m | mant;
    return (uint8_t)((code == 0x6f ? big : code) | s);
}
template <RM MODE>
OPF_INLINE uint8_t encode_hif8(float f, bool saturate, bool keep_nan)
{
    uint32_t u = bits<uint32_t>(f), a = u & 0x7fffffffu;
    if (a > 0x7f800000u) {
        return saturate && !keep_nan ? 0 : 0x80;
    }
    return encode_hif8<MODE>(u >> 31, a == 0 ? -127 : (int)(a >> 23) - 127, a & 0x7fffffu, u & 0x3fffu, saturate);
}
template <RM MODE>
OPF_INLINE uint8_t encode_hif8(half h, bool saturate, bool keep_nan)
{
    /* the threshold of a half is its last bit and a one, on two bits */
    uint32_t u = bits<uint32_t>((float)h), a = u & 0x7fffffffu;
    if (a > 0x7f800000u) {
        return saturate && !keep_nan ? 0 : 0x80;
    }
    uint32_t threshold = ((bits<uint16_t>(h) & 1u) << 1 | 1u) << 12;
    return encode_hif8<MODE>(u >> 31, a == 0 ? -127 : (int)(a >> 23) - 127, a & 0x7fffffu, threshold, saturate);
}

/* --- by type -------------------------------------------------------------------------------------------------- */
template <typename T>
inline constexpr bool is_fp4 = std::is_same<T, fp4x2_e2m1_t>::value || std::is_same<T, fp4x2_e1m2_t>::value;
template <typename T>
inline constexpr bool is_pair = is_fp4<T> || std::is_same<T, int4x2_t>::value;
template <typename T>
inline constexpr bool is_low = is_pair<T> || std::is_same<T, fp8_e4m3fn_t>::value ||
                               std::is_same<T, fp8_e5m2_t>::value || std::is_same<T, fp8_e8m0_t>::value ||
                               std::is_same<T, hifloat8_t>::value;
template <typename T>
using format_of =
    std::conditional_t<std::is_same<T, fp8_e4m3fn_t>::value, e4m3,
                       std::conditional_t<std::is_same<T, fp8_e5m2_t>::value, e5m2,
                                          std::conditional_t<std::is_same<T, fp4x2_e2m1_t>::value, e2m1, e1m2>>>;
/* one element; pairs give or take four bits */
template <typename To, typename From>
OPF_INLINE To widen_low(uint8_t c)
{
    if constexpr (std::is_same<From, int4x2_t>::value) {
        int8_t v = (int8_t)((int8_t)(c << 4) >> 4);
        return convert<To, RM::CAST_RINT>(v);
    } else if constexpr (std::is_same<From, fp8_e8m0_t>::value) {
        static_assert(std::is_same<To, bfloat16_t>::value, "Cast: e8m0 converts to bfloat16 only");
        return decode_e8m0(c);
    } else {
        float f;
        if constexpr (std::is_same<From, hifloat8_t>::value) {
            f = decode_hif8(c);
        } else {
            f = decode<format_of<From>>(c);
        }
        if constexpr (std::is_same<To, float>::value) {
            return f;
        } else {
            return convert<To, RM::CAST_RINT>(f);
        }
    }
}
template <typename To, RM MODE, typename From>
OPF_INLINE uint8_t narrow_low(From v, bool saturate, bool keep_nan)
{
    if constexpr (std::is_same<To, int4x2_t>::value) {
        int32_t i;
        if constexpr (is_int<From>) {
            i = v;
        } else {
            i = convert<int32_t, MODE>(v);
        }
        i = saturate ? (i < -8 ? -8 : i > 7 ? 7 : i) : i;
        return (uint8_t)(i & 15);
    } else if constexpr (std::is_same<To, fp8_e8m0_t>::value) {
        static_assert(std::is_same<From, bfloat16_t>::value, "Cast: only bfloat16 converts to e8m0");
        return encode_e8m0(v);
    } else if constexpr (std::is_same<To, hifloat8_t>::value) {
        return encode_hif8<MODE>(v, saturate, keep_nan);
    } else {
        return encode<format_of<To>, MODE>(widen(v), saturate, keep_nan);
    }
}
} // namespace low
} // namespace opf
#endif
