/* Short vectors of SIMT code and their makers. */
#ifndef OPF_SIMT_VECTOR_H
#define OPF_SIMT_VECTOR_H

#include "../core/types.h"

/* The compiler's own vectors: a kernel may define the same names again, as the same types. */
#define OPF_SIMT_VECTORS(NAME, T)                                                                                    \
    typedef T NAME##2 __attribute__((ext_vector_type(2)));                                                           \
    typedef T NAME##3 __attribute__((ext_vector_type(3)));                                                           \
    typedef T NAME##4 __attribute__((ext_vector_type(4)));                                                           \
    OPF_INLINE NAME##2 make_##NAME##2(T x, T y) { return NAME##2{x, y}; }                                            \
    OPF_INLINE NAME##3 make_##NAME##3(T x, T y, T z) { return NAME##3{x, y, z}; }                                    \
    OPF_INLINE NAME##4 make_##NAME##4(T x, T y, T z, T w) { return NAME##4{x, y, z, w}; }
OPF_SIMT_VECTORS(char, signed char)
OPF_SIMT_VECTORS(uchar, unsigned char)
OPF_SIMT_VECTORS(short, short)
OPF_SIMT_VECTORS(ushort, unsigned short)
OPF_SIMT_VECTORS(int, int)
OPF_SIMT_VECTORS(uint, unsigned int)
OPF_SIMT_VECTORS(long, long)
OPF_SIMT_VECTORS(ulong, unsigned long)
OPF_SIMT_VECTORS(longlong, long long)
OPF_SIMT_VECTORS(ulonglong, unsigned long long)
OPF_SIMT_VECTORS(float, float)

/* Pairs of 16-bit floats with element-wise operators. */
#define OPF_SIMT_PAIR(NAME, T, SHORT)                                                                                \
    struct alignas(4) NAME {                                                                                         \
        T x, y;                                                                                                      \
        friend NAME operator+(NAME a, NAME b) { return NAME{static_cast<T>(a.x + b.x), static_cast<T>(a.y + b.y)}; } \
        friend NAME operator-(NAME a, NAME b) { return NAME{static_cast<T>(a.x - b.x), static_cast<T>(a.y - b.y)}; } \
        friend NAME operator*(NAME a, NAME b) { return NAME{static_cast<T>(a.x * b.x), static_cast<T>(a.y * b.y)}; } \
        friend NAME operator/(NAME a, NAME b) { return NAME{static_cast<T>(a.x / b.x), static_cast<T>(a.y / b.y)}; } \
        friend bool operator==(NAME a, NAME b) { return a.x == b.x && a.y == b.y; }                                  \
        friend bool operator!=(NAME a, NAME b) { return !(a == b); }                                                 \
    };                                                                                                               \
    OPF_INLINE NAME make_##NAME(T x, T y) { return NAME{x, y}; }                                                     \
    OPF_INLINE NAME __halves2##SHORT(T x, T y) { return NAME{x, y}; }                                                \
    OPF_INLINE NAME __lowhigh2highlow(NAME a) { return NAME{a.y, a.x}; }                                             \
    OPF_INLINE float __low2float(NAME a) { return static_cast<float>(a.x); }                                         \
    OPF_INLINE float __high2float(NAME a) { return static_cast<float>(a.y); }
OPF_SIMT_PAIR(half2, half, half2)
OPF_SIMT_PAIR(bfloat162, bfloat16_t, bfloat162)
using bfloat16x2_t = bfloat162;
OPF_INLINE half __low2half(half2 a) { return a.x; }
OPF_INLINE half __high2half(half2 a) { return a.y; }
OPF_INLINE bfloat16_t __low2bfloat16(bfloat162 a) { return a.x; }
OPF_INLINE bfloat16_t __high2bfloat16(bfloat162 a) { return a.y; }
OPF_INLINE float2 __half22float2(half2 a) { return float2{static_cast<float>(a.x), static_cast<float>(a.y)}; }
OPF_INLINE float2 __bfloat1622float2(bfloat162 a) { return float2{opf::from_bf16(a.x), opf::from_bf16(a.y)}; }
OPF_INLINE half2 __floats2half2_rn(float x, float y) { return half2{static_cast<half>(x), static_cast<half>(y)}; }
OPF_INLINE half2 __float22half2_rn(float2 a) { return half2{static_cast<half>(a.x), static_cast<half>(a.y)}; }
OPF_INLINE bfloat162 __floats2bfloat162_rn(float x, float y) { return bfloat162{opf::to_bf16(x), opf::to_bf16(y)}; }
OPF_INLINE bfloat162 __float22bfloat162_rn(float2 a) { return bfloat162{opf::to_bf16(a.x), opf::to_bf16(a.y)}; }
#endif
