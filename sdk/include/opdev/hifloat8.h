/* op::HiFloat8: 8 bits with a tapered exponent. After the sign comes a prefix that says how many exponent bits
 * follow (11 -> 4, 10 -> 3, 01 -> 2, 001 -> 1, 0001 -> 0, 0000 -> the smallest powers of two), the rest is mantissa.
 * The exponent's first bit is its sign, its leading one is implied. 0x80 is NaN, 0x6F and 0xEF are infinities. Rounds
 * to nearest, ties away from zero. */
#ifndef OPFORGE_OPDEV_HIFLOAT8_H
#define OPFORGE_OPDEV_HIFLOAT8_H

#include "opdev/small_float.h"

namespace op {
namespace internal {
struct HiFloat8Codec {
    static constexpr uint32_t kSign = 0x80;
    static constexpr uint32_t kHighest = 0x6E;
    static bool IsNan(uint32_t bits) { return bits == 0x80; }
    static bool IsInf(uint32_t bits) { return (bits & 0x7F) == 0x6F; }

    static float Decode(uint32_t bits)
    {
        if (IsNan(bits))
            return std::numeric_limits<float>::quiet_NaN();
        float sign = (bits & kSign) ? -1.0f : 1.0f;
        if (IsInf(bits))
            return sign * std::numeric_limits<float>::infinity();
        uint32_t m = bits & 0x7F;
        if (m < 8) // below the tapered range: 2^(m - 23), and zero
            return m == 0 ? 0.0f : sign * std::ldexp(1.0f, static_cast<int>(m) - 23);
        int width = m >= 0x60 ? 4 : m >= 0x40 ? 3 : m >= 0x20 ? 2 : m >= 0x10 ? 1 : 0; // of the exponent
        int prefix = width >= 2 ? 2 : width == 1 ? 3 : 4;
        int manBits = 7 - prefix - width;
        uint32_t man = m & ((1u << manBits) - 1);
        int exp = 0;
        if (width > 0) {
            uint32_t field = (m >> manBits) & ((1u << width) - 1);
            int magnitude = (1 << (width - 1)) | static_cast<int>(field & ((1u << (width - 1)) - 1));
            exp = (field >> (width - 1)) ? -magnitude : magnitude;
        }
        return sign * std::ldexp(1.0f + std::ldexp(static_cast<float>(man), -manBits), exp);
    }

    static uint32_t Encode(float v)
    {
        if (std::isnan(v))
            return 0x80;
        uint32_t sign = std::signbit(v) ? kSign : 0;
        float a = std::fabs(v);
        if (a >= 40960.0f) // half way between 2^15 and the next step
            return sign | 0x6F;
        uint32_t best = 0;
        float bestGap = a;
        for (uint32_t m = 1; m < 0x80; m++) {
            if (IsInf(m))
                continue;
            float d = Decode(m), gap = std::fabs(a - d);
            if (gap < bestGap || (gap == bestGap && d > Decode(best))) {
                best = m;
                bestGap = gap;
            }
        }
        return best == 0 ? 0 : sign | best;
    }
};
} // namespace internal
} // namespace op

OPF_DEFINE_SMALL_FLOAT(HiFloat8, internal::HiFloat8Codec)

#endif
