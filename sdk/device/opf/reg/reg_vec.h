/* Vectors of the register layer: clang extension vectors that hold one 256-byte register (or two), lane types,
 * lane masks and shuffles. LLVM splits them into the host's registers: 64 float lanes are four AVX-512 operations. */
#ifndef OPF_REG_VEC_H
#define OPF_REG_VEC_H

#include "../core/types.h"

#include <stdint.h>

#include <type_traits>
#include <utility>

#define OPF_REG_FN inline __attribute__((always_inline))

/* Vectors wider than the host registers are passed between inlined functions only: their ABI does not matter. */
#pragma clang diagnostic ignored "-Wpsabi"

namespace opf {
namespace reg {

constexpr int VL = 256; /* bytes of a vector register */

template <typename E, int N>
using vec = E __attribute__((ext_vector_type(N)));

template <int BYTES>
struct uint_of_size;
template <>
struct uint_of_size<1> {
    using type = uint8_t;
    using stype = int8_t;
};
template <>
struct uint_of_size<2> {
    using type = uint16_t;
    using stype = int16_t;
};
template <>
struct uint_of_size<4> {
    using type = uint32_t;
    using stype = int32_t;
};
template <>
struct uint_of_size<8> {
    using type = uint64_t;
    using stype = int64_t;
};
template <typename E>
using uint_as = typename uint_of_size<sizeof(E)>::type;
template <typename E>
using int_as = typename uint_of_size<sizeof(E)>::stype;

using opf::bits;

/* Memory without alignment: UB addresses are only as aligned as the distribution mode asks. */
template <typename V>
struct loose {
    typedef V type __attribute__((aligned(1), may_alias));
};
template <typename V>
OPF_REG_FN V load_raw(const void *p)
{
    return *(const typename loose<V>::type *)p;
}
template <typename V>
OPF_REG_FN void store_raw(void *p, V v)
{
    *(typename loose<V>::type *)p = v;
}

/* --- lane masks: bit i of the words = lane i --------------------------------------------------------------- */
template <int N>
struct lane_bits {
    uint64_t w[(N + 63) / 64];
};
template <>
struct lane_bits<32> {
    uint32_t w[1];
};
template <>
struct lane_bits<16> {
    uint16_t w[1];
};
template <>
struct lane_bits<8> {
    uint8_t w[1];
};

/* All-ones / all-zeros integer lanes of the element width. */
template <typename E, int L, int... I>
OPF_REG_FN vec<E, L> powers_seq(std::integer_sequence<int, I...>)
{
    return vec<E, L>{(E)(1u << (I % 16 % (8 * sizeof(E))))...};
}
template <int... I>
OPF_REG_FN vec<uint8_t, 32> bytes_of_word(uint32_t w, std::integer_sequence<int, I...>)
{
    vec<uint8_t, 4> b = bits<vec<uint8_t, 4>>(w);
    return __builtin_shufflevector(b, b, (I / 8)...);
}
template <typename E, int N>
OPF_REG_FN vec<int_as<E>, N> expand(const lane_bits<N> &m)
{
#if defined(__AVX2__) && !defined(__AVX512BW__)
    /* Without mask registers the compiler takes bit masks apart one by one; here one chunk is a broadcast, an AND
     * with the powers of two and a compare. */
    constexpr int L = 32 / (int)sizeof(E);
    using U = uint_as<E>;
    if constexpr (N % L == 0) {
        struct {
            vec<int_as<E>, L> c[N / L];
        } out;
        constexpr int W = 8 * (int)sizeof(m.w[0]);
        vec<U, L> p = powers_seq<U, L>(std::make_integer_sequence<int, L>{});
        for (int i = 0; i < N / L; ++i) {
            uint32_t word = (uint32_t)((uint64_t)m.w[i * L / W] >> (i * L % W));
            vec<U, L> spread;
            if constexpr (sizeof(E) == 1) {
                spread = bytes_of_word(word, std::make_integer_sequence<int, 32>{});
            } else {
                spread = (vec<U, L>)(U)word;
            }
            out.c[i] = bits<vec<int_as<E>, L>>((spread & p) == p);
        }
        return bits<vec<int_as<E>, N>>(out);
    }
#endif
    vec<bool, N> b = __builtin_bit_cast(vec<bool, N>, m);
    return bits<vec<int_as<E>, N>>(__builtin_convertvector(b, vec<int_as<E>, N>) != 0);
}
/* The result of a comparison as bits. (Comparing 8-bit lanes gives lanes of plain char: hence any vector.) */
template <typename I, int N, typename V>
OPF_REG_FN lane_bits<N> compress(V lanes)
{
    static_assert(sizeof(V) == sizeof(I) * N, "compress: lane widths differ");
    vec<bool, N> b = __builtin_convertvector(lanes, vec<bool, N>);
    return __builtin_bit_cast(lane_bits<N>, b);
}
template <typename E, int N>
OPF_REG_FN vec<E, N> pick(const lane_bits<N> &m, vec<E, N> on, vec<E, N> off)
{
    return expand<E, N>(m) ? on : off;
}
template <typename E, int N, typename I>
OPF_REG_FN vec<E, N> pick_if(vec<I, N> lanes, vec<E, N> on, vec<E, N> off)
{
    static_assert(sizeof(I) == sizeof(E), "pick_if: lane widths differ");
    return lanes ? on : off;
}
template <int N>
OPF_REG_FN bool all_set(const lane_bits<N> &m)
{
    if constexpr (N < 64) {
        return m.w[0] == (decltype(m.w[0] + 0))((1ull << N) - 1);
    } else {
        uint64_t all = m.w[0];
        for (int i = 1; i < N / 64; ++i) {
            all &= m.w[i];
        }
        return all == ~0ull;
    }
}

/* --- bit gathers on 64-bit words; bmi2 where the host has it --------------------------------------------- */
OPF_REG_FN uint64_t bits_extract(uint64_t v, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_di(v, mask);
#else
    uint64_t r = 0;
    for (uint64_t k = 1; mask != 0; k += k, mask &= mask - 1) {
        r |= (v & mask & -mask) != 0 ? k : 0;
    }
    return r;
#endif
}
OPF_REG_FN uint64_t bits_deposit(uint64_t v, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(v, mask);
#else
    uint64_t r = 0;
    for (uint64_t k = 1; mask != 0; k += k, mask &= mask - 1) {
        r |= (v & k) != 0 ? (mask & -mask) : 0;
    }
    return r;
#endif
}

/* --- shuffles -------------------------------------------------------------------------------------------- */
template <typename E, int N, int START, int STEP, int M, int... I>
OPF_REG_FN vec<E, M> take_seq(vec<E, N> a, std::integer_sequence<int, I...>)
{
    return __builtin_shufflevector(a, a, (START + I * STEP)...);
}
/* M lanes START, START+STEP, ... of a */
template <int START, int STEP, int M, typename E, int N>
OPF_REG_FN vec<E, M> take(vec<E, N> a)
{
    return take_seq<E, N, START, STEP, M>(a, std::make_integer_sequence<int, M>{});
}
template <typename E, int N, int... I>
OPF_REG_FN vec<E, 2 * N> join_seq(vec<E, N> a, vec<E, N> b, std::integer_sequence<int, I...>)
{
    return __builtin_shufflevector(a, b, I...);
}
template <typename E, int N>
OPF_REG_FN vec<E, 2 * N> join(vec<E, N> a, vec<E, N> b)
{
    return join_seq<E, N>(a, b, std::make_integer_sequence<int, 2 * N>{});
}
/* lanes base+0, base+0', base+1, base+1' ... of a and b alternately, N lanes in all */
template <typename E, int N, int BASE, int... I>
OPF_REG_FN vec<E, N> zip_seq(vec<E, N> a, vec<E, N> b, std::integer_sequence<int, I...>)
{
    return __builtin_shufflevector(a, b, (BASE + I / 2 + (I & 1) * N)...);
}
template <int BASE, typename E, int N>
OPF_REG_FN vec<E, N> zip(vec<E, N> a, vec<E, N> b)
{
    return zip_seq<E, N, BASE>(a, b, std::make_integer_sequence<int, N>{});
}
/* every STEP-th lane, starting at START, of the 2N lanes a|b */
template <typename E, int N, int START, int STEP, int... I>
OPF_REG_FN vec<E, (int)sizeof...(I)> pluck_seq(vec<E, N> a, vec<E, N> b, std::integer_sequence<int, I...>)
{
    return __builtin_shufflevector(a, b, (START + I * STEP)...);
}
template <int START, int STEP, typename E, int N>
OPF_REG_FN vec<E, 2 * N / STEP> pluck(vec<E, N> a, vec<E, N> b)
{
    return pluck_seq<E, N, START, STEP>(a, b, std::make_integer_sequence<int, 2 * N / STEP>{});
}
/* each lane REP times: M = N_used * REP lanes */
template <typename E, int N, int REP, int... I>
OPF_REG_FN vec<E, (int)sizeof...(I)> repeat_seq(vec<E, N> a, std::integer_sequence<int, I...>)
{
    return __builtin_shufflevector(a, a, (I / REP)...);
}
template <int REP, int M, typename E, int N>
OPF_REG_FN vec<E, M> repeat(vec<E, N> a)
{
    return repeat_seq<E, N, REP>(a, std::make_integer_sequence<int, M>{});
}
template <typename E, int N, int... I>
OPF_REG_FN vec<E, N> iota_seq(std::integer_sequence<int, I...>)
{
    return vec<E, N>{(E)I...};
}
template <typename E, int N>
OPF_REG_FN vec<E, N> iota()
{
    return iota_seq<E, N>(std::make_integer_sequence<int, N>{});
}

/* --- half and bfloat16 lanes ------------------------------------------------------------------------------ */
template <int N>
OPF_REG_FN vec<float, N> from_half(vec<_Float16, N> h)
{
    return __builtin_convertvector(h, vec<float, N>);
}
/* The same, opaque to the optimiser: it would turn comparisons and roundings of the result back into half ones,
 * which x86 has no vector instructions for and takes apart lane by lane. */
template <int N>
OPF_REG_FN vec<float, N> from_half_opaque(vec<_Float16, N> h)
{
#if defined(__AVX512F__) || defined(__F16C__)
#if defined(__AVX512F__)
    constexpr int L = 16;
#else
    constexpr int L = 8;
#endif
    if constexpr (N % L == 0) {
        struct narrow {
            vec<uint16_t, L> c[N / L];
        } in = bits<narrow>(h);
        struct wide {
            vec<float, L> c[N / L];
        } out;
        for (int i = 0; i < N / L; ++i) {
            __asm__("vcvtph2ps %1, %0" : "=v"(out.c[i]) : "v"(in.c[i]));
        }
        return bits<vec<float, N>>(out);
    } else
#endif
        return from_half<N>(h);
}
template <int N>
OPF_REG_FN vec<_Float16, N> to_half(vec<float, N> f)
{
    return __builtin_convertvector(f, vec<_Float16, N>);
}
template <int N>
OPF_REG_FN vec<float, N> from_bf16(vec<uint16_t, N> b)
{
    return bits<vec<float, N>>(__builtin_convertvector(b, vec<uint32_t, N>) << 16);
}
/* the high half of each lane; two registers become one by a single permutation where there is one of 16-bit lanes */
template <int N>
OPF_REG_FN vec<uint16_t, N> high_halves(vec<uint32_t, N> u)
{
#if defined(__AVX512BW__)
    if constexpr (N >= 32) {
        return take<1, 2, N>(bits<vec<uint16_t, 2 * N>>(u));
    } else
#endif
        return __builtin_convertvector(u >> 16, vec<uint16_t, N>);
}
/* nearest even; a NaN stays a NaN */
template <int N>
OPF_REG_FN vec<uint16_t, N> to_bf16(vec<float, N> f)
{
    using U = vec<uint32_t, N>;
    U u = bits<U>(f);
    U r = u + 0x7fffu + ((u >> 16) & 1u);
    U nan = u | 0x400000u;
    return high_halves<N>((f != f) ? nan : r);
}

} // namespace reg
} // namespace opf
#endif
