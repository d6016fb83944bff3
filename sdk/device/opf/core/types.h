/* Element types. half and bfloat16_t are true arithmetic types of the compiler; fp8, fp4, hif8 and int4 are
 * storage types that only casts understand; complex types have the arithmetic operators. */
#ifndef OPF_CORE_TYPES_H
#define OPF_CORE_TYPES_H

#include "qualifiers.h"

#include <stddef.h>
#include <stdint.h>
#include <type_traits>

using half = _Float16;
using bfloat16_t = __bf16;
using float16_t = _Float16;

namespace opf
{
template <class To, class From> OPF_INLINE constexpr To bits(const From &v)
{
    static_assert(sizeof(To) == sizeof(From), "bits: the types differ in size");
    return __builtin_bit_cast(To, v);
}

/* float -> bfloat16, round to nearest even, in integer operations that vectorise. Denormals are kept and NaN
 * stays a (quiet) NaN. */
OPF_INLINE constexpr uint16_t bf16_bits_rn(float f)
{
    uint32_t u = bits<uint32_t>(f);
    uint32_t r = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    uint32_t n = (u >> 16) | 0x40u;
    return static_cast<uint16_t>((u & 0x7fffffffu) > 0x7f800000u ? n : r);
}
OPF_INLINE constexpr float bf16_bits_to_float(uint16_t b)
{
    return bits<float>(static_cast<uint32_t>(b) << 16);
}

/* Use these two, not casts, in loops: a cast of the language to __bf16 is a library call per element when the
 * target lacks the instruction, and the instruction flushes denormals when it has it. */
OPF_INLINE constexpr bfloat16_t to_bf16(float f)
{
    return bits<bfloat16_t>(bf16_bits_rn(f));
}
OPF_INLINE constexpr float from_bf16(bfloat16_t b)
{
    return bf16_bits_to_float(bits<uint16_t>(b));
}

/* A half where a bfloat16 is wanted, or the reverse, as the device's compiler converts and Clang does not: opc
 * puts the call around expressions that Clang refuses. In other instances of a template it changes nothing. */
template <class From> struct Bridge {
    From value;
    template <class To> OPF_INLINE constexpr operator To() const
    {
        if constexpr (std::is_same<From, half>::value && std::is_same<To, bfloat16_t>::value)
            return to_bf16(static_cast<float>(value));
        else if constexpr (std::is_same<From, bfloat16_t>::value && std::is_same<To, half>::value)
            return static_cast<half>(from_bf16(value));
        else
            return static_cast<To>(value);
    }
};
OPF_INLINE constexpr Bridge<half> bridged(half value)
{
    return {value};
}
OPF_INLINE constexpr Bridge<bfloat16_t> bridged(bfloat16_t value)
{
    return {value};
}
template <class Other> OPF_INLINE constexpr Other &&bridged(Other &&value)
{
    return static_cast<Other &&>(value);
}

/* What elements move as: loops over bfloat16 that only move it may pass through float, which changes the bits of
 * signalling NaN, so it moves as bits. */
template <class E> struct moved_as {
    using type = E;
    using bare = E;
};
template <> struct moved_as<bfloat16_t> {
    typedef uint16_t type __attribute__((may_alias));
    using bare = uint16_t;
};
template <class E> using moved = typename moved_as<E>::bare;
template <class E> OPF_INLINE typename moved_as<E>::type *moved_ptr(E *p)
{
    return reinterpret_cast<typename moved_as<E>::type *>(p);
}
template <class E> OPF_INLINE const typename moved_as<E>::type *moved_ptr(const E *p)
{
    return reinterpret_cast<const typename moved_as<E>::type *>(p);
}

/* double -> float rounded to odd, so that a second rounding to a shorter type is exact. */
inline float float_round_odd(double d)
{
    float f = static_cast<float>(d);
    double back = f;
    uint32_t u = bits<uint32_t>(f);
    if (back != d && __builtin_fabs(d) < 0x1p128) { /* else NaN, infinity, or as good as infinity */
        u -= __builtin_fabs(back) > __builtin_fabs(d) ? 1 : 0; /* towards zero */
        u |= 1;
    }
    return bits<float>(u);
}
} // namespace opf

/* What the compiler calls for casts it has no instruction for. Weak and hidden: each kernel object has its
 * own. */
extern "C" {
__attribute__((weak, visibility("hidden"))) bfloat16_t __truncsfbf2(float f)
{
    return opf::to_bf16(f);
}
__attribute__((weak, visibility("hidden"))) bfloat16_t __truncdfbf2(double d)
{
    return opf::to_bf16(opf::float_round_odd(d));
}
#if defined(__x86_64__)
__attribute__((weak, visibility("hidden"))) _Float16 __truncdfhf2(double d)
{
    return static_cast<_Float16>(opf::float_round_odd(d));
}
#endif
}

#define OPF_STORAGE_TYPE(name)                                                                               \
    struct name {                                                                                            \
        uint8_t val;                                                                                         \
        name() = default;                                                                                    \
        constexpr explicit name(uint8_t v) : val(v) {}                                                       \
        constexpr bool operator==(const name &o) const                                                       \
        {                                                                                                    \
            return val == o.val;                                                                             \
        }                                                                                                    \
        constexpr bool operator!=(const name &o) const                                                       \
        {                                                                                                    \
            return val != o.val;                                                                             \
        }                                                                                                    \
    }
OPF_STORAGE_TYPE(float8_e4m3_t);
OPF_STORAGE_TYPE(float8_e5m2_t);
OPF_STORAGE_TYPE(float8_e8m0_t);
OPF_STORAGE_TYPE(hifloat8_t);
OPF_STORAGE_TYPE(float4_e2m1x2_t); /* two values a byte, the even element in the low half */
OPF_STORAGE_TYPE(float4_e1m2x2_t);
OPF_STORAGE_TYPE(int4x2_t);
using fp8_e4m3fn_t = float8_e4m3_t;
using fp8_e5m2_t = float8_e5m2_t;
using fp8_e8m0_t = float8_e8m0_t;
using fp4x2_e2m1_t = float4_e2m1x2_t;
using fp4x2_e1m2_t = float4_e1m2x2_t;

/* A 4-bit integer. In memory two share a byte; tensors of it count 4-bit elements. */
struct int4b_t {
    uint8_t storage;
    int4b_t() = default;
    constexpr int4b_t(int32_t v) : storage(static_cast<uint8_t>(v & 15)) {}
    constexpr int4b_t(uint32_t v) : storage(static_cast<uint8_t>(v & 15u)) {}
    constexpr operator int8_t() const { return static_cast<int8_t>(static_cast<int8_t>(storage << 4) >> 4); }
};

namespace opf
{
template <class F> struct complex {
    F real, imag;
    complex() = default;
    constexpr complex(F r) : real(r), imag(F(0)) {}
    constexpr complex(F r, F i) : real(r), imag(i) {}
    template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value && !std::is_same<N, F>::value>>
    constexpr complex(N r) : real(static_cast<F>(r)), imag(F(0))
    {
    }
    template <class G, class = std::enable_if_t<!std::is_same<F, G>::value>>
    constexpr complex(const complex<G> &o) : real(static_cast<F>(o.real)), imag(static_cast<F>(o.imag))
    {
    }
    constexpr complex operator-() const { return complex(static_cast<F>(-real), static_cast<F>(-imag)); }
    constexpr complex &operator+=(const complex &o) { return *this = *this + o; }
    constexpr complex &operator-=(const complex &o) { return *this = *this - o; }
    constexpr complex &operator*=(const complex &o) { return *this = *this * o; }
    constexpr complex &operator/=(const complex &o) { return *this = *this / o; }
    friend constexpr complex operator+(complex a, complex b)
    {
        return complex(static_cast<F>(a.real + b.real), static_cast<F>(a.imag + b.imag));
    }
    friend constexpr complex operator-(complex a, complex b)
    {
        return complex(static_cast<F>(a.real - b.real), static_cast<F>(a.imag - b.imag));
    }
    friend constexpr complex operator*(complex a, complex b)
    {
        return complex(static_cast<F>(a.real * b.real - a.imag * b.imag),
                       static_cast<F>(a.real * b.imag + a.imag * b.real));
    }
    friend constexpr complex operator/(complex a, complex b)
    {
        F d = static_cast<F>(b.real * b.real + b.imag * b.imag);
        return complex(static_cast<F>((a.real * b.real + a.imag * b.imag) / d),
                       static_cast<F>((a.imag * b.real - a.real * b.imag) / d));
    }
    friend constexpr bool operator==(complex a, complex b) { return a.real == b.real && a.imag == b.imag; }
    friend constexpr bool operator!=(complex a, complex b) { return !(a == b); }
};
} // namespace opf
using complex32 = opf::complex<half>;
using complex64 = opf::complex<float>;

namespace AscendC
{
using ::int4b_t;
using mx_fp8_e5m2_t = struct OpfMxFp8E5m2 {
};
using mx_fp8_e4m3_t = struct OpfMxFp8E4m3 {
};
using mx_fp8_e8m0_t = struct OpfMxFp8E8m0 {
};
} // namespace AscendC

/* CANN's element type and format numbers; macros because operators compare them in #if. */
#define DT_FLOAT          0
#define DT_FLOAT16        1
#define DT_INT8           2
#define DT_INT32          3
#define DT_UINT8          4
#define DT_INT16          6
#define DT_UINT16         7
#define DT_UINT32         8
#define DT_INT64          9
#define DT_UINT64         10
#define DT_DOUBLE         11
#define DT_BOOL           12
#define DT_STRING         13
#define DT_DUAL_SUB_INT8  14
#define DT_DUAL_SUB_UINT8 15
#define DT_COMPLEX64      16
#define DT_COMPLEX128     17
#define DT_QINT8          18
#define DT_QINT16         19
#define DT_QINT32         20
#define DT_QUINT8         21
#define DT_QUINT16        22
#define DT_RESOURCE       23
#define DT_STRING_REF     24
#define DT_DUAL           25
#define DT_VARIANT        26
#define DT_BF16           27
#define DT_UNDEFINED      28
#define DT_INT4           29
#define DT_UINT1          30
#define DT_INT2           31
#define DT_UINT2          32
#define DT_COMPLEX32      33
#define DT_HIFLOAT8       34
#define DT_FLOAT8_E5M2    35
#define DT_FLOAT8_E4M3FN  36
#define DT_FLOAT8_E8M0    37
#define DT_FLOAT6_E3M2    38
#define DT_FLOAT6_E2M3    39
#define DT_FLOAT4_E2M1    40
#define DT_FLOAT4_E1M2    41
#define DT_MAX            42

#define FORMAT_NCHW                            0
#define FORMAT_NHWC                            1
#define FORMAT_ND                              2
#define FORMAT_NC1HWC0                         3
#define FORMAT_FRACTAL_Z                       4
#define FORMAT_NC1C0HWPAD                      5
#define FORMAT_NHWC1C0                         6
#define FORMAT_FSR_NCHW                        7
#define FORMAT_FRACTAL_DECONV                  8
#define FORMAT_C1HWNC0                         9
#define FORMAT_FRACTAL_DECONV_TRANSPOSE        10
#define FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS  11
#define FORMAT_NC1HWC0_C04                     12
#define FORMAT_FRACTAL_Z_C04                   13
#define FORMAT_CHWN                            14
#define FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS 15
#define FORMAT_HWCN                            16
#define FORMAT_NC1KHKWHWC0                     17
#define FORMAT_BN_WEIGHT                       18
#define FORMAT_FILTER_HWCK                     19
#define FORMAT_HASHTABLE_LOOKUP_LOOKUPS        20
#define FORMAT_HASHTABLE_LOOKUP_KEYS           21
#define FORMAT_HASHTABLE_LOOKUP_VALUE          22
#define FORMAT_HASHTABLE_LOOKUP_OUTPUT         23
#define FORMAT_HASHTABLE_LOOKUP_HITS           24
#define FORMAT_C1HWNCoC0                       25
#define FORMAT_MD                              26
#define FORMAT_NDHWC                           27
#define FORMAT_FRACTAL_ZZ                      28
#define FORMAT_FRACTAL_NZ                      29
#define FORMAT_NCDHW                           30
#define FORMAT_DHWCN                           31
#define FORMAT_NDC1HWC0                        32
#define FORMAT_FRACTAL_Z_3D                    33
#define FORMAT_CN                              34
#define FORMAT_NC                              35
#define FORMAT_DHWNC                           36
#define FORMAT_FRACTAL_Z_3D_TRANSPOSE          37
#define FORMAT_FRACTAL_ZN_LSTM                 38
#define FORMAT_FRACTAL_Z_G                     39
#define FORMAT_RESERVED                        40
#define FORMAT_ALL                             41
#define FORMAT_NULL                            42
#define FORMAT_ND_RNN_BIAS                     43
#define FORMAT_FRACTAL_ZN_RNN                  44
#define FORMAT_NYUV                            45
#define FORMAT_NYUV_A                          46
#define FORMAT_NCL                             47
#define FORMAT_FRACTAL_Z_WINO                  48
#define FORMAT_C1HWC0                          49
#define FORMAT_FRACTAL_NZ_C0_16                50
#define FORMAT_FRACTAL_NZ_C0_32                51
#define FORMAT_FRACTAL_NZ_C0_2                 52
#define FORMAT_FRACTAL_NZ_C0_4                 53
#define FORMAT_FRACTAL_NZ_C0_8                 54
#define FORMAT_MAX                             0xff
#endif
