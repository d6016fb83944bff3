/* Conversions between float and formats of at most 16 bits, for values that the host looks at: scalars, constant
 * tensors. Rounding is to nearest, ties to even. One template serves every IEEE-like format; the OCP "MX" document
 * gives fp8, fp6 and fp4. */
#ifndef OPFORGE_OPDEV_SMALL_FLOAT_H
#define OPFORGE_OPDEV_SMALL_FLOAT_H

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>

namespace op {
namespace internal {

/* What the all-ones exponent means. */
enum class SmallFloatKind {
    Ieee,      // infinities and NaN
    NanOnly,   // one NaN (all ones); overflow becomes NaN
    FiniteOnly // only numbers; overflow saturates
};

template <int ExpBits, int ManBits, int Bias, SmallFloatKind Kind>
struct SmallFloatCodec {
    static constexpr uint32_t kExpMax = (1u << ExpBits) - 1;
    static constexpr uint32_t kManMask = (1u << ManBits) - 1;
    static constexpr uint32_t kSign = 1u << (ExpBits + ManBits);
    static constexpr uint32_t kMagnitude = kSign - 1;
    static constexpr uint32_t kInf = Kind == SmallFloatKind::Ieee ? kExpMax << ManBits : kMagnitude;
    static constexpr uint32_t kHighest = Kind == SmallFloatKind::Ieee      ? (kExpMax << ManBits) - 1
                                         : Kind == SmallFloatKind::NanOnly ? kMagnitude - 1
                                                                           : kMagnitude;
    static constexpr uint32_t kNan =
        Kind == SmallFloatKind::Ieee ? (kExpMax << ManBits) | (1u << (ManBits - 1)) : kMagnitude;

    static bool IsNan(uint32_t bits)
    {
        uint32_t m = bits & kMagnitude;
        return Kind == SmallFloatKind::Ieee ? m > kInf : Kind == SmallFloatKind::NanOnly && m == kMagnitude;
    }
    static bool IsInf(uint32_t bits) { return Kind == SmallFloatKind::Ieee && (bits & kMagnitude) == kInf; }

    static float Decode(uint32_t bits)
    {
        float sign = (bits & kSign) ? -1.0f : 1.0f;
        if (IsNan(bits))
            return std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
        if (IsInf(bits))
            return sign * std::numeric_limits<float>::infinity();
        uint32_t exp = (bits & kMagnitude) >> ManBits, man = bits & kManMask;
        if (exp == 0)
            return sign * std::ldexp(static_cast<float>(man), 1 - Bias - ManBits);
        return sign * std::ldexp(static_cast<float>(man | (1u << ManBits)), static_cast<int>(exp) - Bias - ManBits);
    }

    static uint32_t Encode(float v)
    {
        uint32_t sign = std::signbit(v) ? kSign : 0;
        if (std::isnan(v))
            return Kind == SmallFloatKind::FiniteOnly ? 0 : sign | kNan;
        float a = std::fabs(v);
        if (std::isinf(a))
            return sign | (Kind == SmallFloatKind::FiniteOnly ? kHighest : kInf);
        if (a == 0.0f)
            return sign;
        int exp = std::ilogb(a);
        int unit = (exp < 1 - Bias ? 1 - Bias : exp) - ManBits; // exponent of the last kept bit
        auto steps = static_cast<uint32_t>(std::nearbyint(std::ldexp(static_cast<double>(a), -unit)));
        uint32_t base = exp < 1 - Bias ? 0 : static_cast<uint32_t>(exp + Bias - 1) << ManBits;
        uint64_t bits = static_cast<uint64_t>(base) + steps; // a carry moves into the exponent by itself
        if (exp + Bias > static_cast<int>(kExpMax) || bits > kHighest)
            bits = Kind == SmallFloatKind::FiniteOnly ? kHighest : kInf;
        return sign | static_cast<uint32_t>(bits);
    }
};

/* A value type over a codec. `Derived` is the public name, so that arithmetic keeps it. */
template <typename Derived, typename Codec>
struct SmallFloat {
    struct FromBitsTag {};
    static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

    uint8_t value;

    constexpr SmallFloat() : value(0) {}
    constexpr SmallFloat(uint8_t bits, FromBitsTag) : value(bits) {}
    SmallFloat(float v) : value(static_cast<uint8_t>(Codec::Encode(v))) {}

    operator float() const { return Codec::Decode(value); }
    operator double() const { return Codec::Decode(value); }
    bool IsZero() const { return Codec::Decode(value) == 0.0f; }
    bool IsNaN() const { return Codec::IsNan(value); }
    bool IsInf() const { return Codec::IsInf(value); }

    static constexpr Derived Highest() { return Derived(static_cast<uint8_t>(Codec::kHighest), FromBits()); }
    static constexpr Derived Lowest()
    {
        return Derived(static_cast<uint8_t>(Codec::kHighest | Codec::kSign), FromBits());
    }
};

template <typename Derived, typename Codec>
std::ostream &operator<<(std::ostream &os, const SmallFloat<Derived, Codec> &v)
{
    return os << static_cast<float>(v);
}

} // namespace internal
} // namespace op

#define OPF_DEFINE_SMALL_FLOAT(Name, ...)                                                                            \
    namespace op {                                                                                                   \
    struct Name : internal::SmallFloat<Name, __VA_ARGS__> {                                                          \
        using Base = internal::SmallFloat<Name, __VA_ARGS__>;                                                        \
        using Base::Base;                                                                                            \
        constexpr Name() : Base() {}                                                                                 \
    };                                                                                                               \
    }                                                                                                                \
    namespace std {                                                                                                  \
    inline bool isnan(const op::Name &v) { return v.IsNaN(); }                                                       \
    inline bool isinf(const op::Name &v) { return v.IsInf(); }                                                       \
    inline bool isfinite(const op::Name &v) { return !v.IsNaN() && !v.IsInf(); }                                     \
    }
#endif
