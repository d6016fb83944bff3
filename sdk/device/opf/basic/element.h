/* The arithmetic of one element, for every type, as each vector call defines it. 16-bit floats compute in
 * float and round once; integers keep the low bits unless CTRL[53] asks for saturation. NaN passes through
 * Max, Min and Relu; of the zeros +0 is the greater one (public page of the register Max, which these calls
 * are made of on ascend950). */
#ifndef OPF_BASIC_ELEMENT_H
#define OPF_BASIC_ELEMENT_H

#include "../core/math.h"
#include "engine.h"

namespace opf
{
template <class T>
inline constexpr bool is_number =
    is_float<T> || is_int<T> || is_complex<T>::value || std::is_same<T, bool>::value;
/* Types that a call is defined for. Complex numbers have no order; 4- and 8-bit storage types only convert. */
template <class T> inline constexpr bool is_ordered = is_number<T> && !is_complex<T>::value;
/* body when the type will do, else one sentence that names the call */
#define OPF_FOR_TYPES(ok, Name, ...)                                                                         \
    static_assert(ok, Name ": this element type is not supported");                                          \
    if constexpr (ok) {                                                                                      \
        __VA_ARGS__;                                                                                         \
    }
template <class T> struct as_unsigned {
    using type = std::conditional_t<
        sizeof(T) == 1, uint8_t,
        std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
};
template <class T> using unsigned_of = typename as_unsigned<T>::type;
template <class T> struct wide_int {
    using type = std::conditional_t<sizeof(T) == 4, int64_t, std::conditional_t<(sizeof(T) < 4), int32_t, T>>;
};

namespace el
{
/* Integer result r of a wider type: clamp or keep the low bits. */
#define OPF_WIDE(T, Sat, e)                                                                                  \
    using W = std::conditional_t<(sizeof(T) < 4), int32_t, int64_t>;                                         \
    W a = static_cast<W>(x), b = static_cast<W>(y);                                                          \
    return int_to_int<T, true>(static_cast<W>(e))
#define OPF_ARITH(Name, e)                                                                                   \
    struct Name {                                                                                            \
        template <class T, bool Sat> static OPF_INLINE T f(T x, T y)                                         \
        {                                                                                                    \
            if constexpr (is_float16bit<T>) {                                                                \
                float a = widen(x), b = widen(y);                                                            \
                return narrow<T, Sat>(e);                                                                    \
            } else if constexpr (is_int<T>) {                                                                \
                if constexpr (Sat && sizeof(T) <= 4) {                                                       \
                    OPF_WIDE(T, Sat, e);                                                                     \
                } else {                                                                                     \
                    using U = std::conditional_t<(sizeof(T) < 4), uint32_t, unsigned_of<T>>;                 \
                    U a = static_cast<U>(x), b = static_cast<U>(y);                                          \
                    return static_cast<T>(e);                                                                \
                }                                                                                            \
            } else {                                                                                         \
                T a = x, b = y;                                                                              \
                return e;                                                                                    \
            }                                                                                                \
        }                                                                                                    \
    }
OPF_ARITH(Add, a + b);
OPF_ARITH(Sub, a - b);
OPF_ARITH(Mul, a *b);
#undef OPF_ARITH
#undef OPF_WIDE

/* ascend950 takes subnormal operands and results of Div, Exp, Ln, Sqrt, Rsqrt and Reciprocal for zero unless
 * the algorithm of the call keeps them (public pages, "subnormal mode"). */
template <bool Keep> OPF_INLINE float flush(float x)
{
#if __NPU_ARCH__ == 2201
    return x;
#else
    uint32_t u = bits<uint32_t>(x);
    return Keep ? x : bits<float>((u & 0x7f800000u) == 0 ? u & 0x80000000u : u);
#endif
}
/* Division by zero of integers gives all ones, as an unsigned divider does; it never traps. */
template <bool Keep> struct Quotient {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y)
    {
        if constexpr (is_float16bit<T>)
            return narrow<T, Sat>(widen(x) / widen(y));
        else if constexpr (std::is_same<T, float>::value)
            return flush<Keep>(flush<Keep>(x) / flush<Keep>(y));
        else if constexpr (is_int<T>) {
            if (y == 0)
                return static_cast<T>(-1);
            if constexpr (std::is_signed<T>::value)
                if (y == -1)
                    return static_cast<T>(0 - static_cast<unsigned_of<T>>(x));
            return static_cast<T>(x / y);
        } else
            return x / y;
    }
};
struct Div : Quotient<false> {
};
/* Comparisons of 16-bit floats in integers: compilers turn a comparison of widened values back into one of
 * short floats, which x86 does element by element. The key orders values, with -0 equal to +0; NaN is told
 * apart. */
template <class T> OPF_INLINE int16_t order_key(T v)
{
    uint16_t u = bits<uint16_t>(v);
    int16_t m = static_cast<int16_t>(u & 0x7fff);
    return u >> 15 ? static_cast<int16_t>(-m) : m;
}
template <class T> OPF_INLINE int is_nan(T v)
{
    if constexpr (is_float16bit<T>)
        return (bits<uint16_t>(v) & 0x7fff) > (is_half<T> ? 0x7c00 : 0x7f80);
    else if constexpr (is_float<T>)
        return v != v;
    else
        return false;
}
template <class T> OPF_INLINE int less(T a, T b)
{
    if constexpr (is_float16bit<T>)
        return static_cast<int>(order_key(a) < order_key(b)) & !is_nan(a) & !is_nan(b);
    else
        return a < b;
}
template <class T> OPF_INLINE int equal(T a, T b)
{
    if constexpr (is_float16bit<T>)
        return static_cast<int>(order_key(a) == order_key(b)) & !is_nan(a) & !is_nan(b);
    else
        return a == b;
}
/* The order of all bit patterns of a 16-bit float, -0 below +0. */
template <class T> OPF_INLINE int16_t bit_order(T v)
{
    int16_t u = static_cast<int16_t>(bits<uint16_t>(v));
    return static_cast<int16_t>(u ^ (u >> 15 & 0x7fff));
}
/* x < 0, for 16-bit floats in integer compares: -0 and NaN are not below zero. */
template <class T> OPF_INLINE bool below_zero(T x)
{
    if constexpr (is_float16bit<T>) {
        uint16_t u = bits<uint16_t>(x);
        return static_cast<uint16_t>(u - 0x8001u) < (is_half<T> ? 0x7c00 : 0x7f80);
    } else
        return x < 0;
}
/* What Relu makes zero: numbers below zero and -0. */
template <class T> OPF_INLINE bool not_above_zero(T x)
{
    if constexpr (is_float16bit<T>) {
        uint16_t u = bits<uint16_t>(x);
        return static_cast<uint16_t>(u - 0x8000u) <= (is_half<T> ? 0x7c00 : 0x7f80);
    } else
        return x <= 0;
}
/* c ? 0 : x */
template <class T> OPF_INLINE T zero_if(bool c, T x)
{
    if constexpr (is_float16bit<T>)
        return bits<T>(static_cast<uint16_t>(c ? 0 : bits<uint16_t>(x)));
    else
        return c ? T(0) : x;
}
/* c ? x : y without a select of 16-bit floats, which does not vectorise */
template <class T> OPF_INLINE T choose(bool c, T x, T y)
{
    if constexpr (is_float16bit<T>)
        return bits<T>(static_cast<uint16_t>(c ? bits<uint16_t>(x) : bits<uint16_t>(y)));
    else
        return c ? x : y;
}
template <bool Greater> struct Extreme {
    template <class T, bool> static OPF_INLINE T f(T x, T y)
    {
        if constexpr (is_float16bit<T>) {
            int first = Greater ? bit_order(x) > bit_order(y) : bit_order(x) < bit_order(y);
            return choose((first & !is_nan(y)) | is_nan(x), x, y);
        } else if constexpr (std::is_same<T, float>::value) {
            uint32_t a = bits<uint32_t>(x), b = bits<uint32_t>(y);
            float r = ((Greater ? x > y : x < y) | (x != x)) ? x : y;
            return x == y ? bits<float>(Greater ? a & b : a | b) : r;
        } else
            return choose((Greater ? less(y, x) : less(x, y)) | is_nan(x), x, y);
    }
};
struct Max : Extreme<true> {
};
struct Min : Extreme<false> {
};
#define OPF_BITS(Name, e)                                                                                    \
    struct Name {                                                                                            \
        template <class T, bool> static OPF_INLINE T f(T x, T y)                                             \
        {                                                                                                    \
            unsigned_of<T> a = bits<unsigned_of<T>>(x), b = bits<unsigned_of<T>>(y);                         \
            return bits<T>(static_cast<unsigned_of<T>>(e));                                                  \
        }                                                                                                    \
    }
OPF_BITS(And, a &b);
OPF_BITS(Or, a | b);
OPF_BITS(Xor, a ^ b);
#undef OPF_BITS
struct AddRelu {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y)
    {
        T r = Add::f<T, Sat>(x, y);
        return zero_if(not_above_zero(r), r);
    }
};
struct SubRelu {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y)
    {
        T r = Sub::f<T, Sat>(x, y);
        return zero_if(not_above_zero(r), r);
    }
};
struct Prelu {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y)
    {
        T r = Mul::f<T, Sat>(x, y);
        return choose(below_zero(x), r, x);
    }
};
struct LeakyRelu : Prelu {
};
struct AbsSub {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y)
    {
        T r = Sub::f<T, Sat>(x, y);
        if constexpr (is_float16bit<T>)
            return bits<T>(static_cast<uint16_t>(bits<uint16_t>(r) & 0x7fff));
        else if constexpr (std::is_same<T, float>::value)
            return __builtin_fabsf(r);
        else
            return r < 0 ? static_cast<T>(0 - r) : r;
    }
};

/* Three operands: dst's old value last. A product and a sum are one operation, rounded once (public pages of
 * MulAddDst and MulDstAdd). The product of two 16-bit floats is exact in float. */
template <class D, bool Sat> OPF_INLINE D fused(float x, float y, float d)
{
    if constexpr (is_float16bit<D>)
        return narrow<D, Sat>(add_to_odd(x * y, d));
    else
        return __builtin_fmaf(x, y, d);
}
struct MulAddDst {
    template <class D, class S, bool Sat> static OPF_INLINE D f(S x, S y, D d)
    {
        if constexpr (is_int<D>)
            return Add::f<D, false>(Mul::f<D, false>(static_cast<D>(x), static_cast<D>(y)), d);
        else
            return fused<D, Sat>(widen(x), widen(y), widen(d));
    }
};
/* src0 * dst + src1 */
struct FusedMulAdd {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y, T d)
    {
        if constexpr (is_int<T>)
            return Add::f<T, false>(Mul::f<T, false>(x, d), y);
        else
            return fused<T, Sat>(widen(x), widen(d), widen(y));
    }
};
struct FusedMulAddRelu {
    template <class T, bool Sat> static OPF_INLINE T f(T x, T y, T d)
    {
        T r = FusedMulAdd::f<T, Sat>(x, y, d);
        return zero_if(not_above_zero(r), r);
    }
};

/* One operand. */
#define OPF_FLOAT_UNARY(Name, e)                                                                             \
    template <bool Keep> struct Name {                                                                       \
        template <class T, bool Sat> static OPF_INLINE T f(T x)                                              \
        {                                                                                                    \
            static_assert(is_float<T>, #Name ": half, bfloat16_t and float only");                           \
            float a = widen(x);                                                                              \
            return narrow<T, Sat>(e);                                                                        \
        }                                                                                                    \
    }
OPF_FLOAT_UNARY(Exp, flush<Keep>(exp_f32(a)));
OPF_FLOAT_UNARY(Ln, log_f32(flush<Keep>(a)));
OPF_FLOAT_UNARY(Sqrt, __builtin_sqrtf(flush<Keep>(a)));
OPF_FLOAT_UNARY(Rsqrt, 1.0f / __builtin_sqrtf(flush<Keep>(a)));
OPF_FLOAT_UNARY(Reciprocal, flush<Keep>(1.0f / flush<Keep>(a)));
#undef OPF_FLOAT_UNARY
struct Relu {
    template <class T, bool> static OPF_INLINE T f(T x) { return zero_if(not_above_zero(x), x); }
};
struct Abs {
    template <class T, bool> static OPF_INLINE T f(T x)
    {
        if constexpr (is_float16bit<T>)
            return bits<T>(static_cast<uint16_t>(bits<uint16_t>(x) & 0x7fff));
        else if constexpr (std::is_same<T, float>::value)
            return __builtin_fabsf(x);
        else if constexpr (std::is_unsigned<T>::value)
            return x;
        else
            return x < 0 ? static_cast<T>(0 - static_cast<unsigned_of<T>>(x)) : x;
    }
};
struct Not {
    template <class T, bool> static OPF_INLINE T f(T x)
    {
        return bits<T>(static_cast<unsigned_of<T>>(~bits<unsigned_of<T>>(x)));
    }
};
struct Neg {
    template <class T, bool> static OPF_INLINE T f(T x)
    {
        if constexpr (is_float16bit<T>)
            return bits<T>(static_cast<uint16_t>(bits<uint16_t>(x) ^ 0x8000));
        else if constexpr (is_int<T>)
            return static_cast<T>(0 - static_cast<unsigned_of<T>>(x));
        else
            return -x;
    }
};

/* Operations so short that a pass through the cache for a cast before or behind them counts. */
template <class Op> inline constexpr bool is_short = true;
template <bool Keep> inline constexpr bool is_short<Exp<Keep>> = false;
template <bool Keep> inline constexpr bool is_short<Ln<Keep>> = false;
template <bool Keep> inline constexpr bool is_short<Rsqrt<Keep>> = false;

/* Shifts: amounts at or above the width give 0, or the sign. A left shift of signed elements is arithmetic: the
 * sign bit stays (public page: ShiftLeft). */
template <class T> OPF_INLINE T shl(T x, uint64_t n)
{
    using U = unsigned_of<T>;
    constexpr U sign = std::is_signed<T>::value ? static_cast<U>(U(1) << (8 * sizeof(T) - 1)) : U(0);
    U u = static_cast<U>(x), r = static_cast<U>(u << (n % (8 * sizeof(T))));
    return n >= 8 * sizeof(T) ? T(0) : static_cast<T>((r & static_cast<U>(~sign)) | (u & sign));
}
template <class T> OPF_INLINE T shr(T x, uint64_t n, bool round)
{
    constexpr uint64_t w = 8 * sizeof(T);
    if (n >= w)
        return std::is_signed<T>::value && x < 0 && !round ? T(-1) : T(0);
    T r = static_cast<T>(x >> n);
    if (round && n)
        r = static_cast<T>(r + (x >> (n - 1) & 1));
    return r;
}
} // namespace el
} // namespace opf
#endif
