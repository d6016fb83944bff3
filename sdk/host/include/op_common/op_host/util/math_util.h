/* Integer division and alignment as tilings use them. A zero divisor or alignment gives the first operand. */
#ifndef OPFORGE_OP_COMMON_MATH_UTIL_H
#define OPFORGE_OP_COMMON_MATH_UTIL_H

#include "op_common/op_host/util/opbase_export.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace Ops {
namespace Base {

template <typename T> auto FloorDiv(T x, T y) -> std::enable_if_t<std::is_integral<T>::value, T>
{
    return y == 0 ? x : x / y;
}
template <typename T> auto FloorAlign(T x, T align) -> std::enable_if_t<std::is_integral<T>::value, T>
{
    return align == 0 ? x : x / align * align;
}
/* Rounds away from zero only where the quotient is positive. */
template <typename T> auto CeilDiv(T x, T y) -> std::enable_if_t<std::is_integral<T>::value, T>
{
    if (y == 0 || x == 0)
        return x;
    const T quotient = x / y;
    const bool positive = (x > 0) == (y > 0);
    return quotient * y != x && positive ? quotient + 1 : quotient;
}
template <typename T> auto CeilAlign(T x, T align) -> std::enable_if_t<std::is_integral<T>::value, T>
{
    return align == 0 ? x : CeilDiv(x, align) * align;
}
template <typename T> auto IsFloatEqual(T a, T b) -> std::enable_if_t<std::is_floating_point<T>::value, bool>
{
    return a == b || std::fabs(a - b) <= std::numeric_limits<T>::epsilon();
}

/* Largest power of two not above n, 0 for 0. */
OPBASE_API uint64_t LastPow2(uint64_t n);
OPBASE_API uint32_t MurmurHash(const void *src, uint32_t srcLen, uint32_t seed = 271828);

struct OPBASE_API SplitResult {
    int32_t splitCount = 0;
    int64_t splitFactor = 0;
    int64_t splitTailFactor = 0;
};
OPBASE_API bool SplitIntoEqualByParts(int64_t splitLen, int32_t parts, SplitResult &splitResult);
OPBASE_API bool SplitIntoEqualByFactor(int64_t splitLen, int32_t factor, SplitResult &splitResult);

} // namespace Base
} // namespace Ops
#endif
