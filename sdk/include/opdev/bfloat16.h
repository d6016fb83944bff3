/* op::bfloat16: the upper half of a float, rounded to nearest even. */
#ifndef OPFORGE_OPDEV_BFLOAT16_H
#define OPFORGE_OPDEV_BFLOAT16_H

#include "opdev/small_float.h"

namespace op {

struct bfloat16 {
    struct from_bits_t {};
    static constexpr from_bits_t from_bits() { return from_bits_t(); }

    uint16_t value;

    constexpr bfloat16() : value(0) {}
    constexpr bfloat16(uint16_t bits, from_bits_t) : value(bits) {}
    bfloat16(float v) : value(FromFloat(v)) {}
    template <typename T, typename = std::enable_if_t<std::is_convertible<T, float>::value>>
    bfloat16(const T &v) : value(FromFloat(static_cast<float>(v)))
    {}
    template <typename T>
    bfloat16(const std::complex<T> &v) : value(FromFloat(static_cast<float>(v.real())))
    {}

    template <typename T>
    bfloat16 &operator=(const T &v)
    {
        value = bfloat16(v).value;
        return *this;
    }
    bfloat16(const bfloat16 &) = default;
    bfloat16 &operator=(const bfloat16 &) = default;

    operator float() const
    {
        uint32_t bits = static_cast<uint32_t>(value) << 16;
        float v;
        std::memcpy(&v, &bits, sizeof(v));
        return v;
    }
    template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value && !std::is_same<T, float>::value>>
    explicit operator T() const
    {
        return static_cast<T>(static_cast<float>(*this));
    }
    bool IsZero() const { return (value & 0x7FFF) == 0; }

    static constexpr bfloat16 highest() { return bfloat16(0x7F7F, from_bits()); }
    static constexpr bfloat16 lowest() { return bfloat16(0xFF7F, from_bits()); }
    static constexpr bfloat16 epsilon() { return bfloat16(0x3C00, from_bits()); }
    static constexpr bfloat16 min_positive_normal() { return bfloat16(0x0080, from_bits()); }

private:
    static uint16_t FromFloat(float v)
    {
        if (std::isnan(v))
            return 0x7FC0;
        uint32_t bits;
        std::memcpy(&bits, &v, sizeof(bits));
        bits += 0x7FFF + ((bits >> 16) & 1);
        return static_cast<uint16_t>(bits >> 16);
    }
};

/* Other arithmetic and comparisons go through float. */
inline bfloat16 operator-(bfloat16 a) { return bfloat16(static_cast<uint16_t>(a.value ^ 0x8000), bfloat16::from_bits()); }
inline bfloat16 &operator+=(bfloat16 &a, bfloat16 b) { return a = bfloat16(float(a) + float(b)); }
inline bfloat16 &operator-=(bfloat16 &a, bfloat16 b) { return a = bfloat16(float(a) - float(b)); }
inline bfloat16 &operator*=(bfloat16 &a, bfloat16 b) { return a = bfloat16(float(a) * float(b)); }
inline bfloat16 &operator/=(bfloat16 &a, bfloat16 b) { return a = bfloat16(float(a) / float(b)); }
inline std::ostream &operator<<(std::ostream &os, const bfloat16 &v) { return os << float(v); }

} // namespace op

namespace std {
inline bool isnan(const op::bfloat16 &v) { return std::isnan(float(v)); }
inline bool isinf(const op::bfloat16 &v) { return std::isinf(float(v)); }
inline bool isfinite(const op::bfloat16 &v) { return std::isfinite(float(v)); }
} // namespace std
#endif
