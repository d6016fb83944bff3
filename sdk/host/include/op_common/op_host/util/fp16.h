/* Ops::Base::fp16_t: IEEE half on the host. Arithmetic is done in float and rounded to nearest even. */
#ifndef OPFORGE_OP_COMMON_FP16_H
#define OPFORGE_OP_COMMON_FP16_H

#include "op_common/op_host/util/opbase_export.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace Ops {
namespace Base {

struct OPBASE_API tagFp16 {
    uint16_t val;

    tagFp16() : val(0) {}
    tagFp16(const uint16_t &uiVal) : val(uiVal) {} /* bits, not a value */
    tagFp16(const tagFp16 &fp) = default;
    template <typename T> tagFp16(const T &value) : val(0) { *this = value; }

    tagFp16 &operator=(const tagFp16 &fp) = default;
    tagFp16 &operator=(const float &fVal);
    tagFp16 &operator=(const double &dVal);
    tagFp16 &operator=(const int8_t &iVal) { return *this = static_cast<float>(iVal); }
    tagFp16 &operator=(const uint8_t &uiVal) { return *this = static_cast<float>(uiVal); }
    tagFp16 &operator=(const int16_t &iVal) { return *this = static_cast<float>(iVal); }
    tagFp16 &operator=(const uint16_t &uiVal) { return *this = static_cast<float>(uiVal); }
    tagFp16 &operator=(const int32_t &iVal) { return *this = static_cast<double>(iVal); }
    tagFp16 &operator=(const uint32_t &uiVal) { return *this = static_cast<double>(uiVal); }

    tagFp16 operator+(const tagFp16 fp) const { return Of(toF() + fp.toF()); }
    tagFp16 operator-(const tagFp16 fp) const { return Of(toF() - fp.toF()); }
    tagFp16 operator*(const tagFp16 fp) const { return Of(toF() * fp.toF()); }
    tagFp16 operator/(const tagFp16 fp) const { return Of(toF() / fp.toF()); }
    tagFp16 operator+=(const tagFp16 fp) { return *this = *this + fp; }
    tagFp16 operator-=(const tagFp16 fp) { return *this = *this - fp; }
    tagFp16 operator*=(const tagFp16 fp) { return *this = *this * fp; }
    tagFp16 operator/=(const tagFp16 fp) { return *this = *this / fp; }
    bool operator==(const tagFp16 &fp) const { return toF() == fp.toF(); }
    bool operator!=(const tagFp16 &fp) const { return toF() != fp.toF(); }
    bool operator>(const tagFp16 &fp) const { return toF() > fp.toF(); }
    bool operator>=(const tagFp16 &fp) const { return toF() >= fp.toF(); }
    bool operator<(const tagFp16 &fp) const { return toF() < fp.toF(); }
    bool operator<=(const tagFp16 &fp) const { return toF() <= fp.toF(); }

    operator float() const { return toF(); }
    operator double() const { return toF(); }
    /* Integers: rounded to nearest even, saturated. */
    operator int8_t() const { return static_cast<int8_t>(Whole(INT8_MIN, INT8_MAX)); }
    operator uint8_t() const { return static_cast<uint8_t>(Whole(0, UINT8_MAX)); }
    operator int16_t() const { return static_cast<int16_t>(Whole(INT16_MIN, INT16_MAX)); }
    operator uint16_t() const { return static_cast<uint16_t>(Whole(0, UINT16_MAX)); }
    operator int32_t() const { return static_cast<int32_t>(Whole(INT32_MIN, INT32_MAX)); }
    operator uint32_t() const { return static_cast<uint32_t>(Whole(0, UINT32_MAX)); }
    /* 1, -1 for the infinities, else 0. */
    int IsInf() const { return (val & 0x7fffU) == 0x7c00U ? (val & 0x8000U ? -1 : 1) : 0; }
    float toFloat() { return *this; }
    double toDouble() { return *this; }
    int8_t toInt8() { return *this; }
    uint8_t toUInt8() { return *this; }
    int16_t toInt16() { return *this; }
    uint16_t toUInt16() { return *this; }
    int32_t toInt32() { return *this; }
    uint32_t toUInt32() { return *this; }

private:
    static tagFp16 Of(float value)
    {
        tagFp16 made;
        made = value;
        return made;
    }
    float toF() const;
    double Whole(double low, double high) const
    {
        const double whole = std::nearbyint(static_cast<double>(toF()));
        return std::isnan(whole) ? 0 : std::min(std::max(whole, low), high);
    }
};
using fp16_t = tagFp16;

} // namespace Base
} // namespace Ops
#endif
