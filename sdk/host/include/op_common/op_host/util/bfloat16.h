/* Ops::Base::bfloat16 on the host: the upper half of a float, rounded to nearest even. */
#ifndef OPFORGE_OP_COMMON_BFLOAT16_H
#define OPFORGE_OP_COMMON_BFLOAT16_H

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <ostream>
#include <type_traits>

namespace Ops
{
namespace Base
{

typedef std::complex<float> complex64;
typedef std::complex<double> complex128;

struct bfloat16 {
    struct from_bits_t {
    };
    static constexpr from_bits_t from_bits() { return {}; }

    bfloat16() : value(0) {}
    constexpr bfloat16(uint16_t bits, from_bits_t) : value(bits) {}
    bfloat16(float v) : value(round_to_bfloat16(v).value) {}
    bfloat16(const complex64 &val) : bfloat16(val.real()) {}
    bfloat16(const complex128 &val) : bfloat16(static_cast<float>(val.real())) {}
    template <class T, std::enable_if_t<std::is_convertible<T, float>::value, int> = 0>
    bfloat16(const T &val) : bfloat16(static_cast<float>(val))
    {
    }
    template <typename T> bfloat16 &operator=(T other) { return *this = bfloat16(static_cast<float>(other)); }
    bfloat16(const bfloat16 &) = default;
    bfloat16 &operator=(const bfloat16 &) = default;

    operator float() const
    {
        const uint32_t bits = static_cast<uint32_t>(value) << 16;
        float made;
        std::memcpy(&made, &bits, sizeof(made));
        return made;
    }
    explicit operator bool() const { return !IsZero(); }
    template <typename T, std::enable_if_t<std::is_arithmetic<T>::value && !std::is_same<T, float>::value &&
                                               !std::is_same<T, bool>::value,
                                           int> = 0>
    explicit operator T() const
    {
        return static_cast<T>(static_cast<float>(*this));
    }
    explicit operator complex64() const { return complex64(static_cast<float>(*this), 0); }
    explicit operator complex128() const { return complex128(static_cast<float>(*this), 0); }

    /* Half of what is cut off decides; a tie goes to the even pattern. */
    static bfloat16 round_to_bfloat16(float v)
    {
        uint32_t bits;
        std::memcpy(&bits, &v, sizeof(bits));
        const uint32_t cut = bits & 0xffffU;
        uint32_t kept = bits >> 16;
        if (cut > 0x8000U || (cut == 0x8000U && (kept & 1U)))
            ++kept;
        return bfloat16(std::isnan(v) ? NAN_VALUE : static_cast<uint16_t>(kept), from_bits());
    }
    static constexpr bfloat16 epsilon() { return bfloat16(0x3c00, from_bits()); }
    static constexpr bfloat16 highest() { return bfloat16(0x7f7f, from_bits()); }
    static constexpr bfloat16 lowest() { return bfloat16(0xff7f, from_bits()); }
    static constexpr bfloat16 min_positive_normal() { return bfloat16(0x0080, from_bits()); }
    bool IsZero() const { return (value & 0x7fffU) == 0; }

    uint16_t value;
    static constexpr uint16_t NAN_VALUE = 0x7fc0;
};

inline std::ostream &operator<<(std::ostream &os, const bfloat16 &dt)
{
    return os << static_cast<float>(dt);
}
/* Arithmetic and comparison are float's, the result rounded. */
#define OPF_BFLOAT16_ARITHMETIC(op)                                                                          \
    inline bfloat16 operator op(bfloat16 a, bfloat16 b)                                                      \
    {                                                                                                        \
        return {float(a) op float(b)};                                                                       \
    }                                                                                                        \
    inline bfloat16 &operator op##=(bfloat16 & a, bfloat16 b)                                                \
    {                                                                                                        \
        return a = a op b;                                                                                   \
    }
#define OPF_BFLOAT16_ORDER(op)                                                                               \
    inline bool operator op(bfloat16 a, bfloat16 b)                                                          \
    {                                                                                                        \
        return float(a) op float(b);                                                                         \
    }
OPF_BFLOAT16_ARITHMETIC(+)
OPF_BFLOAT16_ARITHMETIC(-)
OPF_BFLOAT16_ARITHMETIC(*)
OPF_BFLOAT16_ARITHMETIC(/)
OPF_BFLOAT16_ORDER(<)
OPF_BFLOAT16_ORDER(<=)
OPF_BFLOAT16_ORDER(==)
OPF_BFLOAT16_ORDER(!=)
OPF_BFLOAT16_ORDER(>)
OPF_BFLOAT16_ORDER(>=)
#undef OPF_BFLOAT16_ORDER
#undef OPF_BFLOAT16_ARITHMETIC
inline bfloat16 operator-(bfloat16 a)
{
    return {static_cast<uint16_t>(a.value ^ 0x8000U), bfloat16::from_bits()};
}

} // namespace Base
} // namespace Ops

template <> struct std::hash<Ops::Base::bfloat16> {
    size_t operator()(const Ops::Base::bfloat16 &v) const
    {
        return std::hash<float>()(static_cast<float>(v));
    }
};

template <> class std::numeric_limits<Ops::Base::bfloat16>
{
    using B = Ops::Base::bfloat16;

  public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true,
                          is_bounded = true;
    static constexpr bool is_iec559 = false, is_modulo = false;
    static constexpr int digits = 8, digits10 = 2, max_digits10 = 4, radix = 2;
    static constexpr int min_exponent = -125, min_exponent10 = -37, max_exponent = 128, max_exponent10 = 38;
    static constexpr B min() { return B::min_positive_normal(); }
    static constexpr B lowest() { return B::lowest(); }
    static constexpr B max() { return B::highest(); }
    static constexpr B epsilon() { return B::epsilon(); }
    static constexpr B infinity() { return B(0x7f80, B::from_bits()); }
    static constexpr B quiet_NaN() { return B(B::NAN_VALUE, B::from_bits()); }
    static constexpr B denorm_min() { return B(1, B::from_bits()); }
};
#endif
