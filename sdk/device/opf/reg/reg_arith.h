/* Arithmetic, logic, shifts and elementary functions on registers. Each operation is one functor over vectors; the
 * public names below give it one, two or three registers or a scalar. bfloat16 computes in float and rounds once;
 * half rounds each operation; integers wrap. */
#ifndef OPF_REG_ARITH_H
#define OPF_REG_ARITH_H

#include "reg_mask.h"
#include "reg_vmath.h"

namespace opf {
namespace reg {
template <typename V>
struct vec_of;
template <typename E_, int N_>
struct vec_of<vec<E_, N_>> {
    using E = E_;
    static constexpr int N = N_;
};
template <typename V>
constexpr bool is_int_vec = std::is_integral<typename vec_of<V>::E>::value;
template <typename V>
using uint_vec = vec<uint_as<typename vec_of<V>::E>, vec_of<V>::N>;
template <typename V>
using sint_vec = vec<int_as<typename vec_of<V>::E>, vec_of<V>::N>;

/* Types that arithmetic is defined for; storage types only move and convert, complex ones have no register calls. */
template <typename R>
constexpr bool computes = lane_of<typename of<R>::T>::native || of<R>::is_bf16;

/* 16-bit floats are compared through their bits: the order of these integers is the order of the numbers. */
template <typename R>
constexpr bool is_short_float = of<R>::is_half || of<R>::is_bf16;
template <typename R>
constexpr int16_t short_inf = of<R>::is_half ? 0x7c00 : 0x7f80;
using s16 = vec<int16_t, 128>;
OPF_REG_FN s16 short_key(s16 b) { return b ^ ((b >> 15) & (int16_t)0x7fff); }
template <typename R>
OPF_REG_FN s16 short_nan(s16 b)
{
    return (b & (int16_t)0x7fff) > short_inf<R>;
}
template <typename R>
OPF_REG_FN s16 short_bits(const R &r)
{
    return bits<s16>(r.reg[0]);
}
/* half or bfloat16 register as float lanes and back, for elementary functions */
template <typename R>
OPF_REG_FN auto real(const R &r)
{
    if constexpr (of<R>::is_half) {
        return from_half_opaque<of<R>::N>(r.reg[0]);
    } else {
        return value(r);
    }
}
template <typename R, typename V>
OPF_REG_FN auto unreal(V v)
{
    if constexpr (of<R>::is_half) {
        return to_half<of<R>::N>(v);
    } else {
        return v;
    }
}

struct op_add {
    template <typename V>
    OPF_REG_FN static V run(V a, V b)
    {
        if constexpr (is_int_vec<V>) {
            return bits<V>(bits<uint_vec<V>>(a) + bits<uint_vec<V>>(b));
        } else {
            return a + b;
        }
    }
};
struct op_sub {
    template <typename V>
    OPF_REG_FN static V run(V a, V b)
    {
        if constexpr (is_int_vec<V>) {
            return bits<V>(bits<uint_vec<V>>(a) - bits<uint_vec<V>>(b));
        } else {
            return a - b;
        }
    }
};
struct op_mul {
    template <typename V>
    OPF_REG_FN static V run(V a, V b)
    {
        if constexpr (is_int_vec<V>) {
            return bits<V>(bits<uint_vec<V>>(a) * bits<uint_vec<V>>(b));
        } else {
            return a * b;
        }
    }
};
/* a + b rounded to odd: rounding it to half or bfloat16 afterwards gives what rounding once gives (core/convert.h) */
template <int N>
OPF_REG_FN vf<N> add_to_odd(vf<N> a, vf<N> b)
{
    vf<N> s = a + b, t = s - a, e = (a - (s - t)) + (b - t);
    vec<int32_t, N> inexact = (e < 0.0f) | (e > 0.0f), u = bits<vec<int32_t, N>>(s);
    u = u + (inexact & ((bits<vec<int32_t, N>>(e) ^ u) >> 31));
    return bits<vf<N>>(u | (inexact & 1));
}
/* a * b + c rounded once. The lanes of bfloat16 are float here, but must be rounded to odd for the store. */
template <bool SHORT>
struct op_fma {
    template <typename V>
    OPF_REG_FN static V run(V a, V b, V c)
    {
        if constexpr (is_int_vec<V>) {
            return bits<V>(bits<uint_vec<V>>(a) * bits<uint_vec<V>>(b) + bits<uint_vec<V>>(c));
        } else if constexpr (sizeof(typename vec_of<V>::E) == 2) {
            constexpr int N = vec_of<V>::N;
            return to_half<N>(add_to_odd<N>(from_half<N>(a) * from_half<N>(b), from_half<N>(c)));
        } else if constexpr (SHORT) {
            return add_to_odd<vec_of<V>::N>(a * b, c);
        } else {
            return __builtin_elementwise_fma(a, b, c);
        }
    }
};
/* max(-0, +0) = +0, min = -0, NaN in either operand is the result (public page: boundary values) */
template <bool MAX>
struct op_pick {
    template <typename V>
    OPF_REG_FN static V run(V a, V b)
    {
        if constexpr (is_int_vec<V>) {
            return (MAX ? a > b : a < b) ? a : b;
        } else {
            using U = uint_vec<V>;
            V r = (MAX ? a > b : a < b) ? a : b;
            U zero = MAX ? bits<U>(a) & bits<U>(b) : bits<U>(a) | bits<U>(b);
            r = a == b ? bits<V>(zero) : r;
            return a != a ? a : r;
        }
    }
    template <typename R>
    OPF_REG_FN static s16 run_short(s16 a, s16 b)
    {
        s16 ka = short_key(a), kb = short_key(b);
        s16 r = (MAX ? ka > kb : ka < kb) ? a : b;
        r = short_nan<R>(b) ? b : r;
        return short_nan<R>(a) ? a : r;
    }
};
/* Integer quotients truncate; a zero divisor gives all ones. 8- to 32-bit ones are exact in float or double. */
template <typename V>
OPF_REG_FN V int_divide(V a, V b)
{
    using E = typename vec_of<V>::E;
    constexpr int N = vec_of<V>::N;
    if constexpr (sizeof(E) == 8) {
        E x[N], y[N], q[N];
        store_raw(x, a);
        store_raw(y, b);
        for (int i = 0; i < N; ++i) {
            bool wraps = std::is_signed<E>::value && y[i] == (E)-1;
            q[i] = y[i] == 0 ? (E)-1 : wraps ? (E)(0 - (uint64_t)x[i]) : (E)(x[i] / y[i]);
        }
        return load_raw<V>(q);
    } else {
        using F = typename std::conditional<sizeof(E) == 4, double, float>::type;
        using W = typename std::conditional<sizeof(E) == 4, int64_t, int32_t>::type;
        auto zero = b == 0;
        V d = zero ? (V)(E)1 : b;
        vec<F, N> q = __builtin_convertvector(a, vec<F, N>) / __builtin_convertvector(d, vec<F, N>);
        V r;
        if constexpr (sizeof(E) == 4 && std::is_signed<E>::value) {
            q = q > 2147483647.0 ? (vec<F, N>)-2147483648.0 : q; /* the most negative number by -1 wraps */
            r = __builtin_convertvector(q, V);
        } else if constexpr (sizeof(E) == 4) {
            r = __builtin_convertvector(q, V);
        } else {
            r = __builtin_convertvector(__builtin_convertvector(q, vec<W, N>), V);
        }
        return zero ? (V)(E)-1 : r;
    }
}
template <bool KEEP, typename R, typename V>
OPF_REG_FN auto divide(V a, V b)
{
    if constexpr (is_int_vec<V>) {
        return int_divide(a, b);
    } else if constexpr (of<R>::is_float) {
        return div<KEEP, vec_of<V>::N>(a, b);
    } else {
        return a / b;
    }
}
struct op_abs {
    template <typename V>
    OPF_REG_FN static V run(V a)
    {
        using U = uint_vec<V>;
        if constexpr (!is_int_vec<V>) {
            constexpr uint_as<typename vec_of<V>::E> SIGN = (uint_as<typename vec_of<V>::E>)1
                                                           << (8 * sizeof(typename vec_of<V>::E) - 1);
            return bits<V>(bits<U>(a) & (U)(uint_as<typename vec_of<V>::E>)~SIGN);
        } else if constexpr (std::is_signed<typename vec_of<V>::E>::value) {
            return a < 0 ? bits<V>((U)0 - bits<U>(a)) : a;
        } else {
            return a;
        }
    }
};

template <typename OP, AscendC::Reg::MaskMergeMode M, typename R>
OPF_REG_FN void binary(R &d, const R &a, const R &b, const mask_reg &m)
{
    put_masked<M>(d, OP::run(value(a), value(b)), m);
}
template <typename OP, AscendC::Reg::MaskMergeMode M, typename R, typename S>
OPF_REG_FN void with_scalar(R &d, const R &a, S s, const mask_reg &m)
{
    auto x = value(a);
    put_masked<M>(d, OP::run(x, (decltype(x))scalar_for<R>(s)), m);
}
template <bool MAX, AscendC::Reg::MaskMergeMode M, typename R>
OPF_REG_FN void extreme(R &d, const R &a, const R &b, const mask_reg &m)
{
    if constexpr (is_short_float<R>) {
        put_masked<M>(d, op_pick<MAX>::template run_short<R>(short_bits(a), short_bits(b)), m);
    } else {
        put_masked<M>(d, op_pick<MAX>::run(get(a), get(b)), m);
    }
}
/* algorithm choice of a unary function: MODE is a MaskMergeMode or the address of a ...SpecificMode */
template <auto MODE, typename ALGO>
constexpr bool keeps_subnormals()
{
    if constexpr (std::is_same<decltype(MODE), AscendC::Reg::MaskMergeMode>::value) {
        return false;
    } else {
        return MODE->algo == ALGO::PRECISION_1ULP_FTZ_FALSE;
    }
}
template <auto MODE>
constexpr bool div_keeps_subnormals()
{
    using A = AscendC::DivAlgo;
    if constexpr (std::is_same<decltype(MODE), AscendC::Reg::MaskMergeMode>::value) {
        return false;
    } else {
        return MODE->algo == A::PRECISION_0ULP_FTZ_FALSE || MODE->algo == A::PRECISION_1ULP_FTZ_FALSE;
    }
}
template <auto MODE>
constexpr bool sqrt_keeps_subnormals()
{
    using A = AscendC::SqrtAlgo;
    if constexpr (std::is_same<decltype(MODE), AscendC::Reg::MaskMergeMode>::value) {
        return false;
    } else {
        return MODE->algo == A::FAST_INVERSE || MODE->algo == A::PRECISION_0ULP_FTZ_FALSE ||
               MODE->algo == A::PRECISION_1ULP_FTZ_FALSE;
    }
}
/* Shift counts at or above the width empty the lane (arithmetic right: the sign). A signed left shift keeps the sign
 * bit in place (public page: ShiftLeft). */
template <typename V, typename C>
OPF_REG_FN V shift_left(V a, C count)
{
    using U = uint_vec<V>;
    constexpr int W = 8 * (int)sizeof(typename vec_of<V>::E);
    U n = bits<U>(count), x = bits<U>(a);
    auto out = n >= (U)(uint_as<typename vec_of<V>::E>)W;
    U r = x << (n & (U)(uint_as<typename vec_of<V>::E>)(W - 1));
    if constexpr (std::is_signed<typename vec_of<V>::E>::value) {
        constexpr uint_as<typename vec_of<V>::E> SIGN = (uint_as<typename vec_of<V>::E>)1 << (W - 1);
        r = (r & (U)(uint_as<typename vec_of<V>::E>)~SIGN) | (x & (U)SIGN);
    }
    return bits<V>(out ? (U)0 : r);
}
template <typename V, typename C>
OPF_REG_FN V shift_right(V a, C count)
{
    using U = uint_vec<V>;
    using E = typename vec_of<V>::E;
    constexpr int W = 8 * (int)sizeof(E);
    U n = bits<U>(count);
    auto out = n >= (U)(uint_as<E>)W;
    if constexpr (std::is_signed<E>::value) {
        n = out ? (U)(uint_as<E>)(W - 1) : n;
        return a >> bits<V>(n);
    } else {
        V r = a >> bits<V>(n & (U)(uint_as<E>)(W - 1));
        return out ? (V)0 : r;
    }
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
/* The calls on bits take any type, the others those that are computed with: one sentence that names the call for
 * the rest. */
#define OPF_REG_COMPUTES(NAME, R, ...)                                                                               \
    static_assert(opf::reg::computes<R>, #NAME ": this element type is not supported");                              \
    if constexpr (opf::reg::computes<R>) {                                                                           \
        __VA_ARGS__;                                                                                                 \
    }
#define OPF_REG_BITS2(NAME, ...)                                                                                     \
    template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U,                     \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void NAME(U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &mask)                         \
    {                                                                                                                \
        __VA_ARGS__;                                                                                                 \
    }
#define OPF_REG_BINARY(NAME, ...) OPF_REG_BITS2(NAME, OPF_REG_COMPUTES(NAME, U, __VA_ARGS__))
OPF_REG_BINARY(Add, opf::reg::binary<opf::reg::op_add, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BINARY(Sub, opf::reg::binary<opf::reg::op_sub, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BINARY(Mul, opf::reg::binary<opf::reg::op_mul, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BINARY(Max, opf::reg::extreme<true, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BINARY(Min, opf::reg::extreme<false, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BITS2(And, using V = opf::reg::vec<uint64_t, 32>;
               U r; for (int i = 0; i < U::REG_NUM; ++i) {
                   r.reg[i] = opf::bits<typename U::RegType>(opf::bits<V>(srcReg0.reg[i]) &
                                                             opf::bits<V>(srcReg1.reg[i]));
               } opf::reg::put_masked<mode>(dstReg, opf::reg::get(r), mask))
OPF_REG_BITS2(Or, using V = opf::reg::vec<uint64_t, 32>;
               U r; for (int i = 0; i < U::REG_NUM; ++i) {
                   r.reg[i] = opf::bits<typename U::RegType>(opf::bits<V>(srcReg0.reg[i]) |
                                                             opf::bits<V>(srcReg1.reg[i]));
               } opf::reg::put_masked<mode>(dstReg, opf::reg::get(r), mask))
OPF_REG_BITS2(Xor, using V = opf::reg::vec<uint64_t, 32>;
               U r; for (int i = 0; i < U::REG_NUM; ++i) {
                   r.reg[i] = opf::bits<typename U::RegType>(opf::bits<V>(srcReg0.reg[i]) ^
                                                             opf::bits<V>(srcReg1.reg[i]));
               } opf::reg::put_masked<mode>(dstReg, opf::reg::get(r), mask))
/* x > 0 ? x : x * slope, the slope from the second register */
OPF_REG_BINARY(Prelu, auto x = opf::reg::real(srcReg0); auto r = x > 0.0f ? x : x * opf::reg::real(srcReg1);
               opf::reg::put_masked<mode>(dstReg, opf::reg::unreal<U>(r), mask))
/* dst = src0 * src1 + dst and dst = dst * src0 + src1, each rounded once */
OPF_REG_BINARY(MulAddDst, using F = opf::reg::op_fma<opf::reg::is_short_float<U>>;
               auto r = F::run(opf::reg::value(srcReg0), opf::reg::value(srcReg1), opf::reg::value(dstReg));
               opf::reg::put_masked<mode>(dstReg, r, mask))
OPF_REG_BINARY(Mula, MulAddDst<T, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BINARY(MulDstAdd, using F = opf::reg::op_fma<opf::reg::is_short_float<U>>;
               auto r = F::run(opf::reg::value(dstReg), opf::reg::value(srcReg0), opf::reg::value(srcReg1));
               opf::reg::put_masked<mode>(dstReg, r, mask))
OPF_REG_BINARY(FusedMulDstAdd, MulDstAdd<T, mode>(dstReg, srcReg0, srcReg1, mask))
OPF_REG_BINARY(AbsSub, auto r = opf::reg::op_abs::run(opf::reg::op_sub::run(opf::reg::value(srcReg0),
                                                                            opf::reg::value(srcReg1)));
               opf::reg::put_masked<mode>(dstReg, r, mask))
OPF_REG_BINARY(FusedAbsSub, AbsSub<T, mode>(dstReg, srcReg0, srcReg1, mask))

template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Div(U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &mask)
{
    constexpr bool KEEP = opf::reg::div_keeps_subnormals<mode>();
    OPF_REG_COMPUTES(Div, U, auto r = opf::reg::divide<KEEP, U>(opf::reg::value(srcReg0), opf::reg::value(srcReg1));
                     opf::reg::put_masked<opf::reg::merge_of<mode>()>(dstReg, r, mask))
}

#define OPF_REG_SCALAR(NAME, ...)                                                                                    \
    template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING, typename S,         \
              opf::reg::if_regs<S> = 0>                                                                              \
    OPF_REG_FN void NAME(S &dstReg, const S &srcReg, U scalarValue, const MaskReg &mask)                             \
    {                                                                                                                \
        OPF_REG_COMPUTES(NAME, S, __VA_ARGS__)                                                                       \
    }
OPF_REG_SCALAR(Adds, opf::reg::with_scalar<opf::reg::op_add, mode>(dstReg, srcReg, scalarValue, mask))
OPF_REG_SCALAR(Subs, opf::reg::with_scalar<opf::reg::op_sub, mode>(dstReg, srcReg, scalarValue, mask))
OPF_REG_SCALAR(Muls, opf::reg::with_scalar<opf::reg::op_mul, mode>(dstReg, srcReg, scalarValue, mask))
OPF_REG_SCALAR(Maxs, S other; opf::reg::put(other, (decltype(opf::reg::get(other)))opf::reg::lane_for<S>(scalarValue));
               opf::reg::extreme<true, mode>(dstReg, srcReg, other, mask))
OPF_REG_SCALAR(Mins, S other; opf::reg::put(other, (decltype(opf::reg::get(other)))opf::reg::lane_for<S>(scalarValue));
               opf::reg::extreme<false, mode>(dstReg, srcReg, other, mask))
/* dst = scalar * src + dst, rounded once */
OPF_REG_SCALAR(Axpy, using F = opf::reg::op_fma<opf::reg::is_short_float<S>>; auto x = opf::reg::value(srcReg);
               auto r = F::run((decltype(x))opf::reg::scalar_for<S>(scalarValue), x, opf::reg::value(dstReg));
               opf::reg::put_masked<mode>(dstReg, r, mask))
OPF_REG_SCALAR(LeakyRelu, auto x = opf::reg::real(srcReg); auto r = x >= 0.0f ? x : x * (float)scalarValue;
               opf::reg::put_masked<mode>(dstReg, opf::reg::unreal<S>(r), mask))
OPF_REG_SCALAR(ShiftLefts, auto x = opf::reg::get(srcReg); opf::reg::uint_vec<decltype(x)> n =
                   (opf::reg::uint_vec<decltype(x)>)(opf::reg::uint_as<typename S::ActualT>)scalarValue;
               opf::reg::put_masked<mode>(dstReg, opf::reg::shift_left(x, n), mask))
OPF_REG_SCALAR(ShiftRights, auto x = opf::reg::get(srcReg); opf::reg::uint_vec<decltype(x)> n =
                   (opf::reg::uint_vec<decltype(x)>)(opf::reg::uint_as<typename S::ActualT>)scalarValue;
               opf::reg::put_masked<mode>(dstReg, opf::reg::shift_right(x, n), mask))

template <typename T = DefaultType, typename U = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename S,
          typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void ShiftLeft(S &dstReg, const S &srcReg0, const V &srcReg1, const MaskReg &mask)
{
    opf::reg::put_masked<mode>(dstReg, opf::reg::shift_left(opf::reg::get(srcReg0), opf::reg::get(srcReg1)), mask);
}
template <typename T = DefaultType, typename U = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename S,
          typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void ShiftRight(S &dstReg, const S &srcReg0, const V &srcReg1, const MaskReg &mask)
{
    opf::reg::put_masked<mode>(dstReg, opf::reg::shift_right(opf::reg::get(srcReg0), opf::reg::get(srcReg1)), mask);
}

#define OPF_REG_BITS1(NAME, ...)                                                                                     \
    template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U,                     \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void NAME(U &dstReg, const U &srcReg, const MaskReg &mask)                                            \
    {                                                                                                                \
        __VA_ARGS__;                                                                                                 \
    }
#define OPF_REG_UNARY(NAME, ...) OPF_REG_BITS1(NAME, OPF_REG_COMPUTES(NAME, U, __VA_ARGS__))
OPF_REG_UNARY(Abs, opf::reg::put_masked<mode>(dstReg, opf::reg::op_abs::run(opf::reg::value(srcReg)), mask))
OPF_REG_UNARY(Neg, auto x = opf::reg::value(srcReg); if constexpr (opf::reg::is_int_vec<decltype(x)>) {
    opf::reg::put_masked<mode>(dstReg, opf::reg::op_sub::run((decltype(x))0, x), mask);
} else { opf::reg::put_masked<mode>(dstReg, -x, mask); })
OPF_REG_BITS1(Not, using V = opf::reg::vec<uint64_t, 32>; U r; for (int i = 0; i < U::REG_NUM; ++i) {
    r.reg[i] = opf::bits<typename U::RegType>(~opf::bits<V>(srcReg.reg[i]));
} opf::reg::put_masked<mode>(dstReg, opf::reg::get(r), mask))
/* negative numbers and -0 become +0, a NaN stays */
OPF_REG_UNARY(Relu, if constexpr (opf::reg::is_short_float<U>) {
    opf::reg::s16 b = opf::reg::short_bits(srcReg);
    opf::reg::s16 drop = (b < 0) & ~opf::reg::short_nan<U>(b);
    opf::reg::put_masked<mode>(dstReg, b & ~drop, mask);
} else {
    auto x = opf::reg::get(srcReg);
    opf::reg::put_masked<mode>(dstReg, x <= 0 ? (decltype(x))0 : x, mask);
})

/* FTZ except in the modes that say otherwise (public pages: Exp, Ln, Sqrt); half and bfloat16 keep subnormals */
#define OPF_REG_FUNCTION(NAME, FUNCTION, KEEPS)                                                                      \
    template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U, opf::reg::if_regs<U> = 0>    \
    OPF_REG_FN void NAME(U &dstReg, const U &srcReg, const MaskReg &mask)                                            \
    {                                                                                                                \
        constexpr bool OK = opf::reg::of<U>::is_float || opf::reg::is_short_float<U>, KEEP = (KEEPS);                \
        static_assert(OK, #NAME ": float types only");                                                               \
        if constexpr (OK) {                                                                                          \
            auto r = opf::reg::FUNCTION<KEEP, opf::reg::of<U>::N>(opf::reg::real(srcReg));                           \
            opf::reg::put_masked<opf::reg::merge_of<mode>()>(dstReg, opf::reg::unreal<U>(r), mask);                  \
        }                                                                                                            \
    }
OPF_REG_FUNCTION(Exp, exp, (opf::reg::keeps_subnormals<mode, ExpAlgo>()))
OPF_REG_FUNCTION(Ln, log, (opf::reg::keeps_subnormals<mode, LnAlgo>()))
OPF_REG_FUNCTION(Log, log, (opf::reg::keeps_subnormals<mode, LogAlgo>()))
OPF_REG_FUNCTION(Log2, log2, (opf::reg::keeps_subnormals<mode, Log2Algo>()))
OPF_REG_FUNCTION(Log10, log10, (opf::reg::keeps_subnormals<mode, Log10Algo>()))
OPF_REG_FUNCTION(Sqrt, sqrt, (opf::reg::sqrt_keeps_subnormals<mode>()))

/* low and high half of the double-width product */
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Mull(U &dstReg0, U &dstReg1, const U &srcReg0, const U &srcReg1, const MaskReg &mask)
{
    static_assert(sizeof(typename U::ActualT) == 4, "Mull: 32-bit integers only");
    using W = typename std::conditional<std::is_signed<typename U::ActualT>::value, int64_t, uint64_t>::type;
    using V = opf::reg::vec<W, 64>;
    V p = __builtin_convertvector(srcReg0.reg[0], V) * __builtin_convertvector(srcReg1.reg[0], V);
    using Z = MaskMergeMode;
    auto lo = __builtin_convertvector(p, typename U::RegType);
    auto hi = __builtin_convertvector(p >> 32, typename U::RegType);
    opf::reg::put_masked<Z::ZEROING>(dstReg0, lo, mask);
    opf::reg::put_masked<Z::ZEROING>(dstReg1, hi, mask);
}
/* {carry, dst} = src0 + src1 [+ carrySrc]; subtraction adds the complement, so its carry means "no borrow" */
template <typename U>
OPF_REG_FN void OpfAddCarry(MaskReg &carry, U &dst, opf::reg::vec<uint32_t, 64> a, opf::reg::vec<uint32_t, 64> b,
                            opf::reg::vec<uint32_t, 64> in, const MaskReg &mask)
{
    opf::reg::vec<uint32_t, 64> s = a + b, t = s + in;
    opf::reg::vec<int32_t, 64> over = (s < a) | (t < s);
    opf::reg::lane_bits<64> c = opf::reg::compress<int32_t, 64>(over);
    c.w[0] &= mask.b32.w[0];
    carry = opf::reg::mask_from(c);
    opf::reg::put_masked<MaskMergeMode::ZEROING>(dst, opf::bits<typename U::RegType>(t), mask);
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void AddC(MaskReg &carry, U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &carrySrc,
                     const MaskReg &mask)
{
    using V = opf::reg::vec<uint32_t, 64>;
    V in = opf::bits<V>(opf::reg::expand<uint32_t, 64>(carrySrc.b32)) & 1u;
    OpfAddCarry(carry, dstReg, opf::bits<V>(srcReg0.reg[0]), opf::bits<V>(srcReg1.reg[0]), in, mask);
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void SubC(MaskReg &carry, U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &carrySrc,
                     const MaskReg &mask)
{
    using V = opf::reg::vec<uint32_t, 64>;
    V in = opf::bits<V>(opf::reg::expand<uint32_t, 64>(carrySrc.b32)) & 1u;
    OpfAddCarry(carry, dstReg, opf::bits<V>(srcReg0.reg[0]), ~opf::bits<V>(srcReg1.reg[0]), in, mask);
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Add(MaskReg &carry, U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &mask)
{
    using V = opf::reg::vec<uint32_t, 64>;
    OpfAddCarry(carry, dstReg, opf::bits<V>(srcReg0.reg[0]), opf::bits<V>(srcReg1.reg[0]), (V)0u, mask);
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Sub(MaskReg &carry, U &dstReg, const U &srcReg0, const U &srcReg1, const MaskReg &mask)
{
    using V = opf::reg::vec<uint32_t, 64>;
    OpfAddCarry(carry, dstReg, opf::bits<V>(srcReg0.reg[0]), ~opf::bits<V>(srcReg1.reg[0]), (V)1u, mask);
}

/* e^(src0 - src1) in float; half sources take the lanes that layout names */
template <typename T = DefaultType, typename U = DefaultType, RegLayout layout = RegLayout::ZERO,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void ExpSub(S &dstReg, const V &srcReg0, const V &srcReg1, const MaskReg &mask)
{
    static_assert(opf::reg::of<S>::is_float, "ExpSub: the result is float");
    if constexpr (opf::reg::of<V>::is_float) {
        auto r = opf::reg::exp<false, 64>(srcReg0.reg[0] - srcReg1.reg[0]);
        opf::reg::put_masked<mode>(dstReg, r, mask);
    } else {
        constexpr int AT = layout == RegLayout::ONE ? 1 : 0;
        auto a = opf::reg::take<AT, 2, 64>(opf::reg::from_half<128>(srcReg0.reg[0]));
        auto b = opf::reg::take<AT, 2, 64>(opf::reg::from_half<128>(srcReg1.reg[0]));
        opf::reg::put_masked<mode>(dstReg, opf::reg::exp<false, 64>(a - b), mask);
    }
}
template <typename T = DefaultType, typename U = DefaultType, RegLayout layout = RegLayout::ZERO,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V, opf::reg::if_regs<S, V> = 0>
OPF_REG_FN void FusedExpSub(S &dstReg, const V &srcReg0, const V &srcReg1, const MaskReg &mask)
{
    ExpSub<T, U, layout, mode>(dstReg, srcReg0, srcReg1, mask);
}
} // namespace Reg
} // namespace AscendC
#endif
