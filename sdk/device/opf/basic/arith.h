/* Element-wise arithmetic and logic of the memory form: one operand, two operands, tensor and scalar, three
 * operands. Each has the count form and the repeat forms with a mask count or mask bits. */
#ifndef OPF_BASIC_ARITH_H
#define OPF_BASIC_ARITH_H

#include "../reg/reg_types.h"
#include "element.h"
#include "short.h"

namespace opf
{
template <class E> constexpr uint32_t repeat_lanes = 256 / sizeof(E);

/* Whether an operation has forms that take and give 16-bit floats (short.h). */
template <class E, class Op> inline constexpr bool has_shorts = std::is_same<E, float>::value && el::is_short<Op>;
/* ---- one source ------------------------------------------------------------------------------------------
 */
template <class Op, class T>
OPF_INLINE void unary_count(const local<T> &d, const local<T> &s, int64_t n, const char *call)
{
    using E = typename local<T>::PrimType;
    check_count(n, call);
    check_elements(d, static_cast<uint64_t>(n), call, "dst");
    check_elements(s, static_cast<uint64_t>(n), call, "src");
    with_saturation<E>([&](auto sat) OPF_LAMBDA {
        auto f = [](E v) OPF_LAMBDA { return Op::template f<E, decltype(sat)::value>(v); };
        call_elements(OP_ONE<decltype(f), E, has_shorts<E, Op>>, d.address_.bufferAddr, s.address_.bufferAddr, 0,
                      static_cast<uint64_t>(n), 0);
    });
}
template <class Op, bool M, class T, class Mask>
inline void unary_repeat(const local<T> &d, const local<T> &s, Mask mask, uint32_t repeat,
                         const AscendC::UnaryRepeatParams &p, const char *call)
{
    using E = typename local<T>::PrimType;
    constexpr uint32_t L = repeat_lanes<E>;
    lanes l = lanes_of<L, M>(mask, repeat, call);
    check_operand<L>(d, l, p.dstBlkStride, p.dstRepStride, call, "dst");
    check_operand<L>(s, l, p.srcBlkStride, p.srcRepStride, call, "src");
    with_saturation<E>([&](auto sat) {
        run_repeat(
            l, [](E v) OPF_LAMBDA { return Op::template f<E, decltype(sat)::value>(v); },
            op_of(d, p.dstBlkStride, p.dstRepStride), op_of(s, p.srcBlkStride, p.srcRepStride));
    });
}
/* ---- two sources -----------------------------------------------------------------------------------------
 */
template <class Op, class T>
OPF_INLINE void binary_count(const local<T> &d, const local<T> &a, const local<T> &b, int64_t n,
                             const char *call)
{
    using E = typename local<T>::PrimType;
    check_count(n, call);
    check_elements(d, static_cast<uint64_t>(n), call, "dst");
    check_elements(a, static_cast<uint64_t>(n), call, "src0");
    check_elements(b, static_cast<uint64_t>(n), call, "src1");
    with_saturation<E>([&](auto sat) OPF_LAMBDA {
        auto f = [](E x, E y) OPF_LAMBDA { return Op::template f<E, decltype(sat)::value>(x, y); };
        call_elements(OP_TWO<decltype(f), E, has_shorts<E, Op>>, d.address_.bufferAddr, a.address_.bufferAddr,
                      b.address_.bufferAddr, static_cast<uint64_t>(n), 0);
    });
}
template <class Op, bool M, class T, class Mask>
inline void binary_repeat(const local<T> &d, const local<T> &a, const local<T> &b, Mask mask, uint32_t repeat,
                          const AscendC::BinaryRepeatParams &p, const char *call)
{
    using E = typename local<T>::PrimType;
    constexpr uint32_t L = repeat_lanes<E>;
    lanes l = lanes_of<L, M>(mask, repeat, call);
    check_operand<L>(d, l, p.dstBlkStride, p.dstRepStride, call, "dst");
    check_operand<L>(a, l, p.src0BlkStride, p.src0RepStride, call, "src0");
    check_operand<L>(b, l, p.src1BlkStride, p.src1RepStride, call, "src1");
    with_saturation<E>([&](auto sat) {
        run_repeat(
            l, [](E x, E y) OPF_LAMBDA { return Op::template f<E, decltype(sat)::value>(x, y); },
            op_of(d, p.dstBlkStride, p.dstRepStride), op_of(a, p.src0BlkStride, p.src0RepStride),
            op_of(b, p.src1BlkStride, p.src1RepStride));
    });
}
/* ---- tensor and scalar; Swap: the scalar is the left operand ---------------------------------------------
 */
template <class Op, bool M, bool Swap, class T>
OPF_INLINE void scalar_count(const local<T> &d, const local<T> &s, typename local<T>::PrimType v, int64_t n,
                             const char *call)
{
    using E = typename local<T>::PrimType;
    check_count(n, call);
    if constexpr (!M)
        if (core().mask_count)
            n = static_cast<int64_t>(core().mask[0]);
    check_elements(d, static_cast<uint64_t>(n), call, "dst");
    check_elements(s, static_cast<uint64_t>(n), call, "src");
    uint64_t scalar = 0;
    __builtin_memcpy(&scalar, &v, sizeof(E));
    with_saturation<E>([&](auto sat) OPF_LAMBDA {
        constexpr bool S = decltype(sat)::value;
        auto f = [](E x, E y)
                     OPF_LAMBDA { return Swap ? Op::template f<E, S>(y, x) : Op::template f<E, S>(x, y); };
        call_elements(OP_SCALAR<decltype(f), E, has_shorts<E, Op>>, d.address_.bufferAddr, s.address_.bufferAddr, 0,
                      static_cast<uint64_t>(n), scalar);
    });
}
template <class Op, bool M, bool Swap, class T, class Mask>
inline void scalar_repeat(const local<T> &d, const local<T> &s, typename local<T>::PrimType v, Mask mask,
                          uint32_t repeat, const AscendC::UnaryRepeatParams &p, const char *call)
{
    using E = typename local<T>::PrimType;
    constexpr uint32_t L = repeat_lanes<E>;
    lanes l = lanes_of<L, M>(mask, repeat, call);
    check_operand<L>(d, l, p.dstBlkStride, p.dstRepStride, call, "dst");
    check_operand<L>(s, l, p.srcBlkStride, p.srcRepStride, call, "src");
    with_saturation<E>([&](auto sat) {
        constexpr bool S = decltype(sat)::value;
        run_repeat(
            l, [v](E x) OPF_LAMBDA { return Swap ? Op::template f<E, S>(v, x) : Op::template f<E, S>(x, v); },
            op_of(d, p.dstBlkStride, p.dstRepStride), op_of(s, p.srcBlkStride, p.srcRepStride));
    });
}
/* ---- two sources and dst's old value ---------------------------------------------------------------------
 */
template <class F, class T, class U>
OPF_INLINE void ternary_count(const local<T> &d, const local<U> &a, const local<U> &b, int64_t n, F f,
                              const char *call)
{
    using D = typename local<T>::PrimType;
    using S = typename local<U>::PrimType;
    check_count(n, call);
    check_elements(d, static_cast<uint64_t>(n), call, "dst");
    check_elements(a, static_cast<uint64_t>(n), call, "src0");
    check_elements(b, static_cast<uint64_t>(n), call, "src1");
    run_count(static_cast<uint64_t>(n), d.ptr(), f, static_cast<const S *>(a.ptr()),
              static_cast<const S *>(b.ptr()), static_cast<const D *>(d.ptr()));
}
template <bool M, class F, class T, class U, class Mask>
inline void ternary_repeat(const local<T> &d, const local<U> &a, const local<U> &b, Mask mask,
                           uint32_t repeat, const AscendC::BinaryRepeatParams &p, F f, const char *call)
{
    constexpr uint32_t L = lanes_per_repeat<typename local<T>::PrimType, typename local<U>::PrimType>();
    lanes l = lanes_of<L, M>(mask, repeat, call);
    check_operand<L>(d, l, p.dstBlkStride, p.dstRepStride, call, "dst");
    check_operand<L>(a, l, p.src0BlkStride, p.src0RepStride, call, "src0");
    check_operand<L>(b, l, p.src1BlkStride, p.src1RepStride, call, "src1");
    run_repeat(l, f, op_of(d, p.dstBlkStride, p.dstRepStride), op_of(a, p.src0BlkStride, p.src0RepStride),
               op_of(b, p.src1BlkStride, p.src1RepStride), op_of(d, p.dstBlkStride, p.dstRepStride));
}
/* Which algorithms keep subnormal numbers; the others take them for zero. */
template <class A> constexpr bool keeps_subnormals(A a)
{
    if constexpr (std::is_same<A, AscendC::DivAlgo>::value)
        return a == A::PRECISION_0ULP_FTZ_FALSE || a == A::PRECISION_1ULP_FTZ_FALSE;
    else if constexpr (std::is_same<A, AscendC::SqrtAlgo>::value ||
                       std::is_same<A, AscendC::RsqrtAlgo>::value)
        return a == A::FAST_INVERSE || a == A::PRECISION_0ULP_FTZ_FALSE || a == A::PRECISION_1ULP_FTZ_FALSE;
    else
        return a == A::PRECISION_1ULP_FTZ_FALSE;
}
template <class T> struct is_local : std::false_type {
};
template <class T> struct is_local<local<T>> : std::true_type {
};
} // namespace opf

namespace AscendC
{
/* A mask is a count or an array of bits. */
#define OPF_FOR_MASKS(X) X(const uint64_t) X(const uint64_t *)

#define OPF_UNPAREN(...) __VA_ARGS__
/* The repeat count is uint8_t in the public signature, which operators take the address of; any other integer
 * type goes through a second overload, so that a count above 255 is seen instead of cut off. */
#define OPF_ANY_REPEAT                                                                                       \
    , class R, std::enable_if_t<std::is_integral<R>::value && !std::is_same<R, uint8_t>::value, bool> = true
#define OPF_UNARY_REPEAT_(Name, Kind, Op, Extra, Any, R, Mask)                                                         \
    template <class T, bool isSetMask = true OPF_UNPAREN Extra OPF_UNPAREN Any>                              \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, Mask mask, const R repeat,        \
                     const UnaryRepeatParams &p)                                                             \
    {                                                                                                        \
        OPF_FOR_TYPES(OPF_UNPAREN Kind<PrimT<T>>, #Name,                                                     \
                      opf::unary_repeat<OPF_UNPAREN Op, isSetMask>(dst, src, mask,                           \
                                                                   static_cast<uint32_t>(repeat), p, #Name)) \
    }
#define OPF_UNARY(Name, Kind, Op, Extra)                                                                             \
    template <class T OPF_UNPAREN Extra>                                                                     \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t &count)             \
    {                                                                                                        \
        OPF_FOR_TYPES(OPF_UNPAREN Kind<PrimT<T>>, #Name,                                                     \
                      opf::unary_count<OPF_UNPAREN Op>(dst, src, count, #Name))                              \
    }                                                                                                        \
    OPF_UNARY_REPEAT_(Name, Kind, Op, Extra, (), uint8_t, uint64_t)                                                    \
    OPF_UNARY_REPEAT_(Name, Kind, Op, Extra, (), uint8_t, const uint64_t *)                                            \
    OPF_UNARY_REPEAT_(Name, Kind, Op, Extra, (OPF_ANY_REPEAT), R, uint64_t)                                            \
    OPF_UNARY_REPEAT_(Name, Kind, Op, Extra, (OPF_ANY_REPEAT), R, const uint64_t *)
OPF_UNARY(Relu, (opf::is_ordered), (opf::el::Relu), ())
OPF_UNARY(Abs, (opf::is_ordered), (opf::el::Abs), ())
OPF_UNARY(Not, (opf::is_ordered), (opf::el::Not), ())
OPF_UNARY(Exp, (opf::is_float), (opf::el::Exp<opf::keeps_subnormals(config.algo)>),
          (, const ExpConfig &config = DEFAULT_EXP_CONFIG))
OPF_UNARY(Ln, (opf::is_float), (opf::el::Ln<opf::keeps_subnormals(config.algo)>),
          (, const LnConfig &config = DEFAULT_LN_CONFIG))
OPF_UNARY(Reciprocal, (opf::is_float), (opf::el::Reciprocal<opf::keeps_subnormals(config.algo)>),
          (, const ReciprocalConfig &config = DEFAULT_RECIPROCAL_CONFIG))
OPF_UNARY(Rsqrt, (opf::is_float), (opf::el::Rsqrt<opf::keeps_subnormals(config.algo)>),
          (, const RsqrtConfig &config = DEFAULT_RSQRT_CONFIG))
OPF_UNARY(Sqrt, (opf::is_float), (opf::el::Sqrt<opf::keeps_subnormals(config.algo)>),
          (, const SqrtConfig &config = DEFAULT_SQRT_CONFIG))
#undef OPF_UNARY
#undef OPF_UNARY_REPEAT_
template <class T> inline void Neg(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    opf::unary_count<opf::el::Neg>(dst, src, count, "Neg");
}
/* |complex| */
template <class T, class U,
          std::enable_if_t<opf::is_complex<PrimT<U>>::value && !std::is_same<T, U>::value, bool> = true>
inline void Abs(const LocalTensor<T> &dst, const LocalTensor<U> &src, const int32_t &count)
{
    opf::check_elements(dst, static_cast<uint64_t>(count), "Abs", "dst");
    opf::check_elements(src, static_cast<uint64_t>(count), "Abs", "src");
    for (int32_t i = 0; i < count; i++) {
        double r = static_cast<double>(src.ptr()[i].real), m = static_cast<double>(src.ptr()[i].imag);
        dst.ptr()[i] = static_cast<PrimT<T>>(__builtin_sqrt(r * r + m * m));
    }
}

#define OPF_BINARY_REPEAT_(Name, Kind, Op, Extra, Any, R, Mask)                                                        \
    template <class T, bool isSetMask = true OPF_UNPAREN Extra OPF_UNPAREN Any>                              \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,      \
                     Mask mask, const R repeat, const BinaryRepeatParams &p)                                 \
    {                                                                                                        \
        OPF_FOR_TYPES(OPF_UNPAREN Kind<PrimT<T>>, #Name,                                                     \
                      opf::binary_repeat<OPF_UNPAREN Op, isSetMask>(dst, src0, src1, mask,                   \
                                                                    static_cast<uint32_t>(repeat), p,        \
                                                                    #Name))                                  \
    }
#define OPF_BINARY(Name, Kind, Op, Extra)                                                                            \
    template <class T OPF_UNPAREN Extra>                                                                     \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,      \
                     const int32_t &count)                                                                   \
    {                                                                                                        \
        OPF_FOR_TYPES(OPF_UNPAREN Kind<PrimT<T>>, #Name,                                                     \
                      opf::binary_count<OPF_UNPAREN Op>(dst, src0, src1, count, #Name))                      \
    }                                                                                                        \
    OPF_BINARY_REPEAT_(Name, Kind, Op, Extra, (), uint8_t, uint64_t)                                                   \
    OPF_BINARY_REPEAT_(Name, Kind, Op, Extra, (), uint8_t, const uint64_t *)                                           \
    OPF_BINARY_REPEAT_(Name, Kind, Op, Extra, (OPF_ANY_REPEAT), R, uint64_t)                                           \
    OPF_BINARY_REPEAT_(Name, Kind, Op, Extra, (OPF_ANY_REPEAT), R, const uint64_t *)
OPF_BINARY(Add, (opf::is_number), (opf::el::Add), ())
OPF_BINARY(Sub, (opf::is_number), (opf::el::Sub), ())
OPF_BINARY(Mul, (opf::is_number), (opf::el::Mul), ())
OPF_BINARY(Max, (opf::is_ordered), (opf::el::Max), ())
OPF_BINARY(Min, (opf::is_ordered), (opf::el::Min), ())
OPF_BINARY(And, (opf::is_ordered), (opf::el::And), ())
OPF_BINARY(Or, (opf::is_ordered), (opf::el::Or), ())
OPF_BINARY(Xor, (opf::is_ordered), (opf::el::Xor), ())
OPF_BINARY(AddRelu, (opf::is_ordered), (opf::el::AddRelu), ())
OPF_BINARY(SubRelu, (opf::is_ordered), (opf::el::SubRelu), ())
OPF_BINARY(Div, (opf::is_number), (opf::el::Quotient<opf::keeps_subnormals(config.algo)>),
           (, const DivConfig &config = DEFAULT_DIV_CONFIG))
#undef OPF_BINARY
#undef OPF_BINARY_REPEAT_
template <class T>
inline void Prelu(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                  const uint32_t count)
{
    opf::binary_count<opf::el::Prelu>(dst, src0, src1, count, "Prelu");
}
template <class T>
inline void AbsSub(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                   const uint32_t count)
{
    opf::binary_count<opf::el::AbsSub>(dst, src0, src1, count, "AbsSub");
}
template <class T>
inline void FusedAbsSub(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                        const uint32_t count)
{
    opf::binary_count<opf::el::AbsSub>(dst, src0, src1, count, "FusedAbsSub");
}

/* Tensor with scalar. The scalar may be written in any arithmetic type; it becomes an element first. On
 * ascend950 it may stand left, and may be the first element of a tensor named by config.scalarTensorIndex. */
template <class E, class S> OPF_INLINE E OpfScalar(const S &s)
{
    if constexpr (opf::is_local<S>::value)
        return static_cast<E>(s.GetValue(0));
    else
        return static_cast<E>(s);
}
#define OPF_SCALAR_FORMS_(Name, Params, Args, Run)                                                           \
    template <class T, bool isSetMask = true, class S,                                                       \
              std::enable_if_t<!opf::is_local<S>::value, bool> = true>                                       \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const S &scalar, Params)          \
    {                                                                                                        \
        OPF_FOR_TYPES(                                                                                       \
            opf::is_number<PrimT<T>>, #Name,                                                                 \
            Run<opf::el::Name, isSetMask, false>(dst, src, OpfScalar<PrimT<T>>(scalar), Args, #Name))        \
    }                                                                                                        \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const opf::plain<U> &scalar,      \
                     Params)                                                                                 \
    {                                                                                                        \
        OPF_FOR_TYPES(                                                                                       \
            opf::is_number<PrimT<T>>, #Name,                                                                 \
            Run<opf::el::Name, isSetMask, false>(dst, src, OpfScalar<PrimT<T>>(scalar), Args, #Name))        \
    }                                                                                                        \
    template <                                                                                               \
        class T = BinaryDefaultType, bool isSetMask = true,                                                  \
        const BinaryConfig &config = DEFAULT_BINARY_CONFIG, class U, class S, class V,                       \
        std::enable_if_t<opf::is_local<U>::value && opf::is_local<V>::value && !opf::is_local<S>::value,     \
                         bool> = true>                                                                       \
    inline void Name(const U &dst, const S &scalar, const V &src, Params)                                    \
    {                                                                                                        \
        OPF_FOR_TYPES(opf::is_number<typename U::PrimType>, #Name,                                           \
                      Run<opf::el::Name, isSetMask, true>(                                                   \
                          dst, src, OpfScalar<typename U::PrimType>(scalar), Args, #Name))                   \
    }                                                                                                        \
    template <                                                                                               \
        class T = BinaryDefaultType, bool isSetMask = true,                                                  \
        const BinaryConfig &config = DEFAULT_BINARY_CONFIG, class U, class S, class V,                       \
        std::enable_if_t<opf::is_local<U>::value && opf::is_local<V>::value && opf::is_local<S>::value,      \
                         bool> = true>                                                                       \
    inline void Name(const U &dst, const S &src0, const V &src1, Params)                                     \
    {                                                                                                        \
        if constexpr (config.scalarTensorIndex == 0)                                                         \
            Run<opf::el::Name, isSetMask, true>(dst, src1, OpfScalar<typename U::PrimType>(src0), Args,      \
                                                #Name);                                                      \
        else                                                                                                 \
            Run<opf::el::Name, isSetMask, false>(dst, src0, OpfScalar<typename U::PrimType>(src1), Args,     \
                                                 #Name);                                                     \
    }
#define OPF_COMMA ,
#define OPF_SCALAR(Name)                                                                                     \
    OPF_SCALAR_FORMS_(Name, const int32_t &count, count, opf::scalar_count)                                  \
    OPF_SCALAR_FORMS_(                                                                                       \
        Name, const uint64_t mask OPF_COMMA const uint32_t repeat OPF_COMMA const UnaryRepeatParams &p,      \
        mask OPF_COMMA repeat OPF_COMMA p, opf::scalar_repeat)                                               \
    OPF_SCALAR_FORMS_(                                                                                       \
        Name, const uint64_t *mask OPF_COMMA const uint32_t repeat OPF_COMMA const UnaryRepeatParams &p,     \
        mask OPF_COMMA repeat OPF_COMMA p, opf::scalar_repeat)
} // namespace AscendC
namespace opf
{
namespace el
{
struct Adds : Add {
};
struct Subs : Sub {
};
struct Muls : Mul {
};
struct Divs : Div {
};
struct Maxs : Max {
};
struct Mins : Min {
};
struct Ands : And {
};
struct Ors : Or {
};
} // namespace el
} // namespace opf
namespace AscendC
{
OPF_SCALAR(Adds)
OPF_SCALAR(Subs)
OPF_SCALAR(Muls)
OPF_SCALAR(Divs)
OPF_SCALAR(Maxs)
OPF_SCALAR(Mins)
OPF_SCALAR(Ands)
OPF_SCALAR(Ors)
OPF_SCALAR(LeakyRelu)
#undef OPF_SCALAR
#undef OPF_SCALAR_FORMS_

/* ---- shifts
 * -------------------------------------------------------------------------------------------------- */
template <class T, bool isSetMask = true, class S, std::enable_if_t<!opf::is_local<S>::value, bool> = true>
inline void ShiftLeft(const LocalTensor<T> &dst, const LocalTensor<T> &src, const S &n, const int32_t &count)
{
    using E = PrimT<T>;
    opf::check_count(count, "ShiftLeft");
    opf::check_elements(dst, static_cast<uint64_t>(count), "ShiftLeft", "dst");
    opf::check_elements(src, static_cast<uint64_t>(count), "ShiftLeft", "src");
    uint64_t by = static_cast<uint64_t>(n);
    opf::run_count(
        static_cast<uint64_t>(count), dst.ptr(), [by](E v) OPF_LAMBDA { return opf::el::shl<E>(v, by); },
        static_cast<const E *>(src.ptr()));
}
template <class T, bool isSetMask = true, class S, std::enable_if_t<!opf::is_local<S>::value, bool> = true>
inline void ShiftRight(const LocalTensor<T> &dst, const LocalTensor<T> &src, const S &n, const int32_t &count)
{
    using E = PrimT<T>;
    opf::check_count(count, "ShiftRight");
    opf::check_elements(dst, static_cast<uint64_t>(count), "ShiftRight", "dst");
    opf::check_elements(src, static_cast<uint64_t>(count), "ShiftRight", "src");
    uint64_t by = static_cast<uint64_t>(n);
    opf::run_count(
        static_cast<uint64_t>(count), dst.ptr(),
        [by](E v) OPF_LAMBDA { return opf::el::shr<E>(v, by, false); }, static_cast<const E *>(src.ptr()));
}
template <class T, class U, std::enable_if_t<opf::is_int<PrimT<U>>, bool> = true>
inline void ShiftLeft(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<U> &src1,
                      const int32_t &count)
{
    using E = PrimT<T>;
    using N = PrimT<U>;
    opf::check_count(count, "ShiftLeft");
    opf::check_elements(dst, static_cast<uint64_t>(count), "ShiftLeft", "dst");
    opf::check_elements(src0, static_cast<uint64_t>(count), "ShiftLeft", "src0");
    opf::check_elements(src1, static_cast<uint64_t>(count), "ShiftLeft", "src1");
    opf::run_count(
        static_cast<uint64_t>(count), dst.ptr(),
        [](E v, N n) OPF_LAMBDA { return opf::el::shl<E>(v, static_cast<opf::unsigned_of<N>>(n)); },
        static_cast<const E *>(src0.ptr()), static_cast<const N *>(src1.ptr()));
}
template <class T, class U, std::enable_if_t<opf::is_int<PrimT<U>>, bool> = true>
inline void ShiftRight(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<U> &src1,
                       const int32_t &count)
{
    using E = PrimT<T>;
    using N = PrimT<U>;
    opf::check_count(count, "ShiftRight");
    opf::check_elements(dst, static_cast<uint64_t>(count), "ShiftRight", "dst");
    opf::check_elements(src0, static_cast<uint64_t>(count), "ShiftRight", "src0");
    opf::check_elements(src1, static_cast<uint64_t>(count), "ShiftRight", "src1");
    opf::run_count(
        static_cast<uint64_t>(count), dst.ptr(),
        [](E v, N n) OPF_LAMBDA { return opf::el::shr<E>(v, static_cast<opf::unsigned_of<N>>(n), false); },
        static_cast<const E *>(src0.ptr()), static_cast<const N *>(src1.ptr()));
}
#define OPF_SHIFT_REPEAT(Name, Mask, Extra, expr)                                                            \
    template <class T, bool isSetMask = true, class S>                                                       \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const S &n, Mask mask,            \
                     const uint32_t repeat, const UnaryRepeatParams &p OPF_UNPAREN Extra)                    \
    {                                                                                                        \
        using E = PrimT<T>;                                                                                  \
        constexpr uint32_t L = opf::repeat_lanes<E>;                                                         \
        opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, #Name);                                     \
        opf::check_operand<L>(dst, l, p.dstBlkStride, p.dstRepStride, #Name, "dst");                         \
        opf::check_operand<L>(src, l, p.srcBlkStride, p.srcRepStride, #Name, "src");                         \
        uint64_t by = static_cast<uint64_t>(n);                                                              \
        opf::run_repeat(                                                                                     \
            l, [=](E v) OPF_LAMBDA { return expr; }, opf::op_of(dst, p.dstBlkStride, p.dstRepStride),        \
            opf::op_of(src, p.srcBlkStride, p.srcRepStride));                                                \
    }
OPF_SHIFT_REPEAT(ShiftLeft, const uint64_t, (), (opf::el::shl<E>(v, by)))
OPF_SHIFT_REPEAT(ShiftLeft, const uint64_t *, (), (opf::el::shl<E>(v, by)))
OPF_SHIFT_REPEAT(ShiftRight, const uint64_t, (, bool roundEn = false), (opf::el::shr<E>(v, by, roundEn)))
OPF_SHIFT_REPEAT(ShiftRight, const uint64_t *, (, bool roundEn = false), (opf::el::shr<E>(v, by, roundEn)))
#undef OPF_SHIFT_REPEAT

/* ---- multiply-add
 * -------------------------------------------------------------------------------------------- */
#define OPF_FMA(Name)                                                                                        \
    template <class T> inline auto Opf##Name()                                                               \
    {                                                                                                        \
        using E = PrimT<T>;                                                                                  \
        return [](E x, E y, E d) OPF_LAMBDA { return opf::el::Name::template f<E, false>(x, y, d); };        \
    }                                                                                                        \
    template <class T>                                                                                       \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,      \
                     const int32_t &count)                                                                   \
    {                                                                                                        \
        opf::ternary_count(dst, src0, src1, count, Opf##Name<T>(), #Name);                                   \
    }                                                                                                        \
    template <class T, bool isSetMask = true>                                                                \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,      \
                     const uint64_t mask, const uint32_t repeat, const BinaryRepeatParams &p)                \
    {                                                                                                        \
        opf::ternary_repeat<isSetMask>(dst, src0, src1, mask, repeat, p, Opf##Name<T>(), #Name);             \
    }                                                                                                        \
    template <class T, bool isSetMask = true>                                                                \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,      \
                     const uint64_t *mask, const uint32_t repeat, const BinaryRepeatParams &p)               \
    {                                                                                                        \
        opf::ternary_repeat<isSetMask>(dst, src0, src1, mask, repeat, p, Opf##Name<T>(), #Name);             \
    }
OPF_FMA(FusedMulAdd)
OPF_FMA(FusedMulAddRelu)
#undef OPF_FMA
#define OPF_MLA_(Mask)                                                                                       \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void MulAddDst(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1, \
                          Mask mask, const uint32_t repeat, const BinaryRepeatParams &p)                     \
    {                                                                                                        \
        using D = PrimT<T>;                                                                                  \
        using S = PrimT<U>;                                                                                  \
        opf::ternary_repeat<isSetMask>(                                                                      \
            dst, src0, src1, mask, repeat, p,                                                                \
            [](S x, S y, D d) OPF_LAMBDA { return opf::el::MulAddDst::f<D, S, false>(x, y, d); },            \
            "MulAddDst");                                                                                    \
    }
OPF_MLA_(const uint64_t)
OPF_MLA_(const uint64_t *)
#undef OPF_MLA_
template <class T, class U>
inline void MulAddDst(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1,
                      const int32_t &count)
{
    using D = PrimT<T>;
    using S = PrimT<U>;
    opf::ternary_count(
        dst, src0, src1, count,
        [](S x, S y, D d) OPF_LAMBDA { return opf::el::MulAddDst::f<D, S, false>(x, y, d); }, "MulAddDst");
}
/* dst += src * scalar */
template <class T, class U, class S>
inline void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const S &scalar, const int32_t &count)
{
    using D = PrimT<T>;
    using E = PrimT<U>;
    E v = static_cast<E>(scalar);
    opf::check_count(count, "Axpy");
    opf::check_elements(dst, static_cast<uint64_t>(count), "Axpy", "dst");
    opf::check_elements(src, static_cast<uint64_t>(count), "Axpy", "src");
    opf::run_count(
        static_cast<uint64_t>(count), dst.ptr(),
        [v](E x, D d) OPF_LAMBDA { return opf::el::MulAddDst::f<D, E, false>(x, v, d); },
        static_cast<const E *>(src.ptr()), static_cast<const D *>(dst.ptr()));
}
#define OPF_AXPY_(Mask)                                                                                      \
    template <class T, class U, bool isSetMask = true, class S>                                              \
    inline void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const S &scalar, Mask mask,       \
                     const uint32_t repeat, const UnaryRepeatParams &p)                                      \
    {                                                                                                        \
        using D = PrimT<T>;                                                                                  \
        using E = PrimT<U>;                                                                                  \
        constexpr uint32_t L = opf::lanes_per_repeat<D, E>();                                                \
        E v = static_cast<E>(scalar);                                                                        \
        opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, "Axpy");                                    \
        opf::check_operand<L>(dst, l, p.dstBlkStride, p.dstRepStride, "Axpy", "dst");                        \
        opf::check_operand<L>(src, l, p.srcBlkStride, p.srcRepStride, "Axpy", "src");                        \
        opf::run_repeat(                                                                                     \
            l, [v](E x, D d) OPF_LAMBDA { return opf::el::MulAddDst::f<D, E, false>(x, v, d); },             \
            opf::op_of(dst, p.dstBlkStride, p.dstRepStride),                                                 \
            opf::op_of(src, p.srcBlkStride, p.srcRepStride),                                                 \
            opf::op_of(dst, p.dstBlkStride, p.dstRepStride));                                                \
    }
OPF_AXPY_(const uint64_t)
OPF_AXPY_(const uint64_t *)
#undef OPF_AXPY_
/* exp(src0 - src1); half sources give float */
template <class T, class U>
inline void ExpSub(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1,
                   const uint32_t count)
{
    using D = PrimT<T>;
    using S = PrimT<U>;
    opf::check_elements(dst, count, "ExpSub", "dst");
    opf::check_elements(src0, count, "ExpSub", "src0");
    opf::check_elements(src1, count, "ExpSub", "src1");
    opf::run_count(
        count, dst.ptr(),
        [](S a, S b) OPF_LAMBDA { return opf::narrow<D>(opf::exp_f32(opf::widen(a) - opf::widen(b))); },
        static_cast<const S *>(src0.ptr()), static_cast<const S *>(src1.ptr()));
}
template <class T, class U>
inline void FusedExpSub(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1,
                        const uint32_t count)
{
    ExpSub(dst, src0, src1, count);
}
/* The whole product: low half to dst0, high half to dst1. */
template <class T>
inline void Mull(const LocalTensor<T> &dst0, const LocalTensor<T> &dst1, const LocalTensor<T> &src0,
                 const LocalTensor<T> &src1, const uint32_t count)
{
    using E = PrimT<T>;
    static_assert(opf::is_int<E> && sizeof(E) == 4, "Mull: int32_t and uint32_t only");
    using W = std::conditional_t<std::is_signed<E>::value, int64_t, uint64_t>;
    opf::check_elements(dst0, count, "Mull", "dst0");
    opf::check_elements(dst1, count, "Mull", "dst1");
    opf::check_elements(src0, count, "Mull", "src0");
    opf::check_elements(src1, count, "Mull", "src1");
    for (uint32_t i = 0; i < count; i++) {
        W w = static_cast<W>(src0.ptr()[i]) * src1.ptr()[i];
        dst0.ptr()[i] = static_cast<E>(w);
        dst1.ptr()[i] = static_cast<E>(w >> 32);
    }
}
} // namespace AscendC
#endif
