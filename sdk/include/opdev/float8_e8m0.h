/* op::Float8E8M0: a power of two, 2^(bits - 127); 0xFF is NaN. No sign, no zero. */
#ifndef OPFORGE_OPDEV_FLOAT8_E8M0_H
#define OPFORGE_OPDEV_FLOAT8_E8M0_H

#include "opdev/small_float.h"

namespace op {
namespace internal {
struct ScaleCodec {
    static constexpr uint32_t kSign = 0;
    static constexpr uint32_t kHighest = 0xFE;
    static bool IsNan(uint32_t bits) { return bits == 0xFF; }
    static bool IsInf(uint32_t) { return false; }
    static float Decode(uint32_t bits)
    {
        return IsNan(bits) ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0f, static_cast<int>(bits) - 127);
    }
    static uint32_t Encode(float v)
    {
        if (std::isnan(v) || std::isinf(v) || v < 0.0f)
            return 0xFF;
        if (v == 0.0f)
            return 0;
        int exp = static_cast<int>(std::lround(std::log2(static_cast<double>(v)))) + 127;
        return exp < 0 ? 0 : exp > 0xFE ? 0xFE : static_cast<uint32_t>(exp);
    }
};
} // namespace internal
} // namespace op

OPF_DEFINE_SMALL_FLOAT(Float8E8M0, internal::ScaleCodec)

#endif
