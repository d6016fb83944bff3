/* op::fp16_t: IEEE half precision on the host. */
#ifndef OPFORGE_OPDEV_FP16_T_H
#define OPFORGE_OPDEV_FP16_T_H

#include "opdev/bfloat16.h"
#include "opdev/small_float.h"

namespace op {

struct tagFp16 {
    using Codec = internal::SmallFloatCodec<5, 10, 15, internal::SmallFloatKind::Ieee>;

    uint16_t val;

    constexpr tagFp16() : val(0) {}
    constexpr tagFp16(const uint16_t &bits) : val(bits) {} // a uint16_t is a bit pattern, not a number
    template <typename T, typename = std::enable_if_t<std::is_convertible<T, float>::value>>
    tagFp16(const T &v) : val(static_cast<uint16_t>(Codec::Encode(static_cast<float>(v))))
    {}
    template <typename T>
    tagFp16(const std::complex<T> &v) : tagFp16(v.real())
    {}
    tagFp16(const tagFp16 &) = default;
    tagFp16 &operator=(const tagFp16 &) = default;
    template <typename T>
    tagFp16 &operator=(const T &v)
    {
        val = tagFp16(static_cast<float>(v)).val;
        return *this;
    }

    float toFloat() const { return Codec::Decode(val); }
    double toDouble() const { return Codec::Decode(val); }
    operator float() const { return Codec::Decode(val); }
    template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value && !std::is_same<T, float>::value>>
    explicit operator T() const
    {
        return static_cast<T>(toFloat());
    }
    bool IsInf() const { return Codec::IsInf(val); }
    bool IsNan() const { return Codec::IsNan(val); }
};
using fp16_t = tagFp16;

/* Other arithmetic and comparisons go through float. */
inline fp16_t operator-(fp16_t a) { return fp16_t(static_cast<uint16_t>(a.val ^ 0x8000)); }
inline fp16_t &operator+=(fp16_t &a, fp16_t b) { return a = fp16_t(float(a) + float(b)); }
inline fp16_t &operator-=(fp16_t &a, fp16_t b) { return a = fp16_t(float(a) - float(b)); }
inline fp16_t &operator*=(fp16_t &a, fp16_t b) { return a = fp16_t(float(a) * float(b)); }
inline fp16_t &operator/=(fp16_t &a, fp16_t b) { return a = fp16_t(float(a) / float(b)); }
inline std::ostream &operator<<(std::ostream &os, const fp16_t &v) { return os << float(v); }

} // namespace op

namespace std {
inline bool isnan(const op::fp16_t &v) { return v.IsNan(); }
inline bool isinf(const op::fp16_t &v) { return v.IsInf(); }
inline bool isfinite(const op::fp16_t &v) { return !v.IsNan() && !v.IsInf(); }
} // namespace std
#endif
