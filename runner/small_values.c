/* Decoding of small types, each from its public definition. */
#include "runner/small_values.h"

#include <math.h>

enum {
    INT4 = 29,
    UINT1 = 30,
    INT2 = 31,
    HIFLOAT8 = 34,
    FLOAT8_E5M2 = 35,
    FLOAT8_E4M3FN = 36,
    FLOAT8_E8M0 = 37,
    FLOAT4_E2M1 = 40,
    FLOAT4_E1M2 = 41
};

/* A field of `width` bits in two's complement. */
static double whole(uint32_t bits, unsigned width)
{
    const uint32_t sign = 1u << (width - 1);
    return (double)(bits & (sign - 1)) - (double)(bits & sign);
}

/* Sign, exponent and fraction as IEEE 754 lays them out, subnormals included; special values are the
 * caller's. */
static double layout(uint32_t bits, unsigned exponent_bits, unsigned fraction_bits, int bias)
{
    const uint32_t fraction = bits & ((1u << fraction_bits) - 1);
    const uint32_t exponent = bits >> fraction_bits & ((1u << exponent_bits) - 1);
    const double lead = exponent ? 1 : 0;
    const double magnitude =
        ldexp(lead + ldexp(fraction, -(int)fraction_bits), (exponent ? (int)exponent : 1) - bias);
    return bits >> (exponent_bits + fraction_bits) & 1 ? -magnitude : magnitude;
}

/* The prefix says how many bits the exponent has; the exponent is a sign and a magnitude whose leading one is
 * not stored. Without any of the prefixes, the fraction is an exponent below all others. */
static double hifloat8(uint32_t bits)
{
    const double sign = bits & 0x80 ? -1 : 1;
    const uint32_t rest = bits & 0x7f;
    unsigned exponent_bits = rest >> 5 == 3   ? 4
                             : rest >> 5 == 2 ? 3
                             : rest >> 5 == 1 ? 2
                             : rest >> 4 == 1 ? 1
                                              : 0;
    if (rest == 0)
        return bits ? NAN : 0;
    if (rest == 0x6f)
        return sign * INFINITY;
    if (rest < 8)
        return sign * ldexp(1, (int)rest - 23);
    const unsigned fraction_bits = exponent_bits > 2 ? 5 - exponent_bits : 3;
    const uint32_t fraction = rest & ((1u << fraction_bits) - 1);
    int exponent = 0;
    if (exponent_bits) {
        const uint32_t field = rest >> fraction_bits & ((1u << exponent_bits) - 1),
                       lead = 1u << (exponent_bits - 1);
        exponent = (int)((field & (lead - 1)) | lead);
        if (field & lead)
            exponent = -exponent;
    }
    return sign * ldexp(1 + ldexp(fraction, -(int)fraction_bits), exponent);
}

bool opf_small_value_known(int32_t dtype)
{
    return (dtype >= INT4 && dtype <= INT2) || (dtype >= HIFLOAT8 && dtype <= FLOAT8_E8M0) ||
           dtype == FLOAT4_E2M1 || dtype == FLOAT4_E1M2;
}

double opf_small_value(int32_t dtype, uint32_t bits)
{
    switch (dtype) {
    case INT4:
        return whole(bits, 4);
    case INT2:
        return whole(bits, 2);
    case UINT1:
        return (double)(bits & 1);
    case HIFLOAT8:
        return hifloat8(bits & 0xff);
    case FLOAT8_E5M2:
        if ((bits & 0x7c) == 0x7c)
            return bits & 3 ? NAN : bits & 0x80 ? -INFINITY : INFINITY;
        return layout(bits, 5, 2, 15);
    case FLOAT8_E4M3FN:
        return (bits & 0x7f) == 0x7f ? NAN : layout(bits, 4, 3, 7);
    case FLOAT8_E8M0:
        return (bits & 0xff) == 0xff ? NAN : ldexp(1, (int)(bits & 0xff) - 127);
    case FLOAT4_E2M1:
        return layout(bits, 2, 1, 1);
    case FLOAT4_E1M2:
        return layout(bits, 1, 2, 1);
    default:
        return NAN;
    }
}
