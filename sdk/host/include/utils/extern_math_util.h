/* Overflow-checked arithmetic on mixed integer types. */
#ifndef OPFORGE_UTILS_EXTERN_MATH_UTIL_H
#define OPFORGE_UTILS_EXTERN_MATH_UTIL_H

#include <cstdint>
#include <iostream>
#include <limits>

namespace ge {

/* Whether a value can be held by T. */
template <typename T> class IntegerChecker {
public:
    template <typename T1> static bool Compat(const T1 v)
    {
        T kept;
        return !__builtin_add_overflow(v, 0, &kept);
    }
};

/* True when the exact result does not fit `ret`, which is then unspecified. */
template <typename TLhs, typename TRhs, typename TRet> bool MulOverflow(TLhs lhs, TRhs rhs, TRet &ret)
{
    return __builtin_mul_overflow(lhs, rhs, &ret);
}
template <typename TLhs, typename TRhs, typename TRet> bool AddOverflow(TLhs lhs, TRhs rhs, TRet &ret)
{
    return __builtin_add_overflow(lhs, rhs, &ret);
}

} // namespace ge
#endif
