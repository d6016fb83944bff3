/* Cast and its relatives. Elements a repeat and the mask follow the wider of the two types.
 * CAST_NONE is nearest-even where a value does not fit. Saturation as CTRL[60], [59], [48] say. */
#ifndef OPF_BASIC_CAST_H
#define OPF_BASIC_CAST_H

#include "../reg/reg_low_precision.h"
#include "element.h"
#include "short.h"

namespace opf
{
/* Which modes can differ: none when every source value fits. */
template <class D, class S> constexpr bool exact_cast()
{
    if constexpr (is_complex<D>::value || is_complex<S>::value)
        return false;
    else if constexpr (std::is_same<S, bool>::value || std::is_same<D, bool>::value)
        return true;
    else if constexpr (is_int<D>)
        return is_int<S>;
    else if constexpr (std::is_same<D, double>::value)
        return !is_int<S> || sizeof(S) < 8;
    else if constexpr (std::is_same<D, float>::value)
        return is_float16bit<S> || (is_int<S> && sizeof(S) <= 2);
    else if constexpr (is_half<D>)
        return is_int<S> && sizeof(S) == 1;
    else
        return is_int<S> && sizeof(S) == 1;
}
template <class D> inline constexpr bool float_result = is_float16bit<D> || is_complex<D>::value;

template <class D, class S, RM M, bool SatF, bool SatI> struct cast_element {
    OPF_INLINE D operator()(S v) const { return convert<D, M, SatF, SatI>(v); }
};
/* body(functor) with the functor of the run-time rounding mode and saturation. */
template <class D, class S, class B>
OPF_INLINE void with_cast(AscendC::RoundMode mode, B body, const char *call)
{
    auto sat = [&](auto m) OPF_LAMBDA {
        constexpr RM M = decltype(m)::value;
        if constexpr (is_int<D>) {
            if (__builtin_expect(saturate_cast(), 1))
                body(cast_element<D, S, M, false, true>());
            else
                body(cast_element<D, S, M, false, false>());
        } else if constexpr (float_result<D> && !exact_cast<D, S>()) {
            if (saturate_float())
                body(cast_element<D, S, M, true, true>());
            else
                body(cast_element<D, S, M, false, true>());
        } else
            body(cast_element<D, S, M, false, true>());
    };
#define OPF_MODE(m) sat(std::integral_constant<RM, RM::m>())
    if constexpr (exact_cast<D, S>())
        OPF_MODE(CAST_RINT);
    else
        switch (mode) {
        case RM::CAST_NONE:
        case RM::CAST_RINT:
        case RM::CAST_EVEN:
            return OPF_MODE(CAST_RINT);
        case RM::CAST_FLOOR:
            return OPF_MODE(CAST_FLOOR);
        case RM::CAST_CEIL:
            return OPF_MODE(CAST_CEIL);
        case RM::CAST_ROUND:
            return OPF_MODE(CAST_ROUND);
        case RM::CAST_TRUNC:
        case RM::CAST_ZERO:
            return OPF_MODE(CAST_TRUNC);
        case RM::CAST_ODD:
            return OPF_MODE(CAST_ODD);
        default:
            OPF_FAULT(OPF_FAULT_BAD_ARGUMENT, call, "rounding mode %d does not apply to these types",
                      static_cast<int>(mode));
        }
#undef OPF_MODE
}

/* int32 -> half goes through SetDeqScale's factor; unset it is 1. */
OPF_INLINE float deq_factor()
{
    return core().deq_scale ? bits<float>(core().deq_scale) : 1.0f;
}

/* Packed 4-bit integers: two elements a byte, the even one low. */
inline int8_t load_int4(const uint8_t *p, uint64_t i)
{
    uint8_t b = p[i / 2];
    return static_cast<int8_t>(static_cast<int8_t>((i & 1 ? b : b << 4) & 0xf0) >> 4);
}
inline void store_int4(uint8_t *p, uint64_t i, int8_t v)
{
    uint8_t n = static_cast<uint8_t>(v & 15), b = p[i / 2];
    p[i / 2] = static_cast<uint8_t>(i & 1 ? (b & 15) | (n << 4) : (b & 0xf0) | n);
}
template <class D> OPF_INLINE void from_int4(D *d, const uint8_t *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        d[i] = convert<D, RM::CAST_RINT>(load_int4(s, i));
}
template <class S> OPF_INLINE void to_int4(uint8_t *d, const S *s, uint64_t n, AscendC::RoundMode mode)
{
    for (uint64_t i = 0; i < n; i++) {
        int8_t v = 0;
        with_cast<int8_t, S>(mode, [&](auto f) { v = f(s[i]); }, "Cast");
        bool sat = saturate_cast();
        store_int4(d, i, sat ? (v > 7 ? int8_t(7) : (v < -8 ? int8_t(-8) : v)) : v);
    }
}
/* fp8, hifloat8 and fp4 (two values a byte, the even one low), by the rules of reg/low_precision.h. */
template <class T> inline constexpr bool is_low = low::is_low<T> && !std::is_same<T, int4x2_t>::value;
template <class D, class S> inline void from_low(D *d, const uint8_t *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        uint8_t c = low::is_fp4<S> ? static_cast<uint8_t>(s[i / 2] >> (i & 1 ? 4 : 0) & 15) : s[i];
        d[i] = low::widen_low<D, S>(c);
    }
}
template <class D, RM M, class S> inline void to_low_mode(uint8_t *d, const S *s, uint64_t n)
{
    bool sat = saturate_float(), keep = ctrl_bit(50);
    for (uint64_t i = 0; i < n; i++) {
        uint8_t c = low::narrow_low<D, M>(s[i], sat, keep);
        if constexpr (low::is_fp4<D>)
            store_int4(d, i, static_cast<int8_t>(c));
        else
            d[i] = c;
    }
}
template <class D, class S> inline void to_low(uint8_t *d, const S *s, uint64_t n, AscendC::RoundMode mode)
{
    switch (mode) {
    case RM::CAST_FLOOR:
        return to_low_mode<D, RM::CAST_FLOOR>(d, s, n);
    case RM::CAST_CEIL:
        return to_low_mode<D, RM::CAST_CEIL>(d, s, n);
    case RM::CAST_ROUND:
        return to_low_mode<D, RM::CAST_ROUND>(d, s, n);
    case RM::CAST_TRUNC:
        return to_low_mode<D, RM::CAST_TRUNC>(d, s, n);
    case RM::CAST_HYBRID:
        if constexpr (std::is_same<D, hifloat8_t>::value)
            return to_low_mode<D, RM::CAST_HYBRID>(d, s, n);
        OPF_FAULT(OPF_FAULT_BAD_ARGUMENT, "Cast", "CAST_HYBRID is for hifloat8_t, not element type %d",
                  dtype_of<D>());
    default:
        return to_low_mode<D, RM::CAST_RINT>(d, s, n);
    }
}
/* Rounding to the nearest bfloat16, for calls that wait (core/pending.h). */
inline __attribute__((noinline)) void run_to_bf16(void *d, const void *a, const void *, uint64_t n, uint64_t)
{
    bfloat16_t *to = static_cast<bfloat16_t *>(d);
    const float *from = static_cast<const float *>(a);
    uint64_t i = 0;
    for (; i + 64 <= n; i += 64)
        reg::store_raw(to + i, reg::to_bf16<64>(reg::load_raw<reg::vec<float, 64>>(from + i)));
    for (; i < n; i++)
        to[i] = to_bf16(from[i]);
}
/* A cast by f; what core/lazy.h and core/pending.h join with others is marked. */
template <class F, class D, class S> constexpr opf_abi_pending_op op_cast()
{
    opf_abi_pending_op o = {{{run_one<F, D, S>}}, sizeof(D), sizeof(S), 0, 0, 0, 0};
    if constexpr (std::is_same<D, float>::value)
        o.widens = short_of<S>();
    if constexpr (std::is_same<S, float>::value)
        if constexpr (std::is_same<F, cast_element<D, S, RM::CAST_RINT, false, true>>::value)
            o.narrows = short_of<D>();
    if constexpr (is_bf16<D>)
        if (o.narrows)
            o.run[0][0] = run_to_bf16;
    return o;
}
template <class F, class D, class S> inline constexpr opf_abi_pending_op OP_CAST = op_cast<F, D, S>();
template <class T>
inline constexpr bool castable = is_number<T> || std::is_same<T, int4b_t>::value || is_low<T>;
} // namespace opf

namespace AscendC
{
template <class T, class U>
OPF_INLINE void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src, const RoundMode &mode,
                     const uint32_t count)
{
    using D = PrimT<T>;
    using S = PrimT<U>;
    static_assert(opf::castable<D> && opf::castable<S>, "Cast: this pair of element types is not supported");
    opf::check_elements(dst, count, "Cast", "dst");
    opf::check_elements(src, count, "Cast", "src");
    if constexpr (std::is_same<S, int4b_t>::value)
        opf::from_int4(dst.ptr(), reinterpret_cast<const uint8_t *>(src.ptr()), count);
    else if constexpr (std::is_same<D, int4b_t>::value)
        opf::to_int4(reinterpret_cast<uint8_t *>(dst.ptr()), static_cast<const S *>(src.ptr()), count, mode);
    else if constexpr (opf::is_low<S>)
        opf::from_low<D, S>(dst.ptr(), reinterpret_cast<const uint8_t *>(src.ptr()), count);
    else if constexpr (opf::is_low<D>)
        opf::to_low<D>(reinterpret_cast<uint8_t *>(dst.ptr()), static_cast<const S *>(src.ptr()), count,
                       mode);
    else if constexpr (std::is_same<S, int32_t>::value && opf::is_half<D>) {
        float k = opf::deq_factor();
        opf::run_count(
            count, dst.ptr(), [k](S v) OPF_LAMBDA { return opf::narrow<D>(static_cast<float>(v) * k); },
            static_cast<const S *>(src.ptr()));
    } else {
        opf::with_cast<D, S>(
            mode,
            [&](auto f) OPF_LAMBDA {
                opf::call_elements(opf::OP_CAST<decltype(f), D, S>, dst.address_.bufferAddr,
                                   src.address_.bufferAddr, 0, count, 0);
            },
            "Cast");
    }
}
template <bool isSetMask, class T, class U, class M>
inline void OpfCast(const LocalTensor<T> &dst, const LocalTensor<U> &src, const RoundMode &mode, M mask,
                    uint32_t repeat, const UnaryRepeatParams &p)
{
    using D = PrimT<T>;
    using S = PrimT<U>;
    static_assert(opf::castable<D> && opf::castable<S>, "Cast: this pair of element types is not supported");
    if constexpr (std::is_same<S, int4b_t>::value || std::is_same<D, int4b_t>::value || opf::is_low<S> ||
                  opf::is_low<D>) {
        /* a repeat is as many elements as the wide side has in 256 bytes; strides of both sides in blocks */
        constexpr uint32_t L = sizeof(D) > sizeof(S) ? 256 / sizeof(D) : 256 / sizeof(S);
        opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, "Cast");
        uint32_t top = l.counter ? L : opf::top_lane(l);
        OPF_CHECK(p.dstBlkStride == 1 && p.srcBlkStride == 1 && (l.counter || opf::is_prefix(l, top)),
                  OPF_FAULT_UNSUPPORTED, "Cast", "4 and 8 bit types with block strides or a mask with holes");
        uint64_t n = l.counter ? l.count : static_cast<uint64_t>(l.repeat) * L;
        for (uint64_t i = 0; i < n; i += L) {
            uint32_t m = l.counter && n - i < L ? static_cast<uint32_t>(n - i) : top;
            LocalTensor<T> d = dst;
            LocalTensor<U> s = src;
            d.address_.bufferAddr += static_cast<uint32_t>(i / L * p.dstRepStride * 32);
            s.address_.bufferAddr += static_cast<uint32_t>(i / L * p.srcRepStride * 32);
            Cast(d, s, mode, m);
        }
    } else {
        constexpr uint32_t L = opf::lanes_per_repeat<D, S>();
        opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, "Cast");
        opf::check_operand<L>(dst, l, p.dstBlkStride, p.dstRepStride, "Cast", "dst");
        opf::check_operand<L>(src, l, p.srcBlkStride, p.srcRepStride, "Cast", "src");
        auto d = opf::op_of(dst, p.dstBlkStride, p.dstRepStride);
        auto s = opf::op_of(src, p.srcBlkStride, p.srcRepStride);
        if constexpr (std::is_same<S, int32_t>::value && opf::is_half<D>) {
            float k = opf::deq_factor();
            opf::run_repeat(
                l, [k](S v) OPF_LAMBDA { return opf::narrow<D>(static_cast<float>(v) * k); }, d, s);
        } else
            opf::with_cast<D, S>(mode, [&](auto f) OPF_LAMBDA { opf::run_repeat(l, f, d, s); }, "Cast");
    }
}
template <class T, class U, bool isSetMask = true>
OPF_INLINE void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src, const RoundMode &mode,
                     const uint64_t *mask, const uint32_t repeat, const UnaryRepeatParams &p)
{
    OpfCast<isSetMask>(dst, src, mode, mask, repeat, p);
}
template <class T, class U, bool isSetMask = true>
OPF_INLINE void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src, const RoundMode &mode,
                     const uint64_t mask, const uint32_t repeat, const UnaryRepeatParams &p)
{
    OpfCast<isSetMask>(dst, src, mode, mask, repeat, p);
}
/* Round to integral values of the same type. */
template <class T, RoundMode mode>
inline void Truncate(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    using E = PrimT<T>;
    opf::check_elements(dst, count, "Truncate", "dst");
    opf::check_elements(src, count, "Truncate", "src");
    opf::run_count(
        count, dst.ptr(),
        [](E v) OPF_LAMBDA { return opf::narrow<E>(opf::round_integral<mode>(opf::widen(v))); },
        static_cast<const E *>(src.ptr()));
}
inline void SetDeqScale(half scale)
{
    opf::core().deq_scale = opf::bits<uint32_t>(static_cast<float>(scale));
}
inline void SetDeqScale(float scale, int16_t, bool)
{
    opf::core().deq_scale = opf::bits<uint32_t>(scale);
}

/* relu(a +- b) and a * b converted to the type of dst. */
#define OPF_FUSED_CAST(Name, Op)                                                                             \
    template <class T, class U>                                                                              \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1,      \
                     const uint32_t count)                                                                   \
    {                                                                                                        \
        using D = PrimT<T>;                                                                                  \
        using S = PrimT<U>;                                                                                  \
        opf::check_elements(dst, count, #Name, "dst");                                                       \
        opf::check_elements(src0, count, #Name, "src0");                                                     \
        opf::check_elements(src1, count, #Name, "src1");                                                     \
        opf::run_count(                                                                                      \
            count, dst.ptr(),                                                                                \
            [](S a, S b) OPF_LAMBDA {                                                                        \
                return opf::convert<D, RoundMode::CAST_RINT>(opf::el::Op::f<S, false>(a, b));                \
            },                                                                                               \
            static_cast<const S *>(src0.ptr()), static_cast<const S *>(src1.ptr()));                         \
    }                                                                                                        \
    OPF_FUSED_CAST_REPEAT(Name, Op, const uint64_t)                                                          \
    OPF_FUSED_CAST_REPEAT(Name, Op, const uint64_t *)
#define OPF_FUSED_CAST_REPEAT(Name, Op, Mask)                                                                \
    template <class T, class U, bool isSetMask = true>                                                       \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1,      \
                     Mask mask, const uint32_t repeat, const BinaryRepeatParams &p)                          \
    {                                                                                                        \
        using D = PrimT<T>;                                                                                  \
        using S = PrimT<U>;                                                                                  \
        constexpr uint32_t L = opf::lanes_per_repeat<D, S>();                                                \
        opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, #Name);                                     \
        opf::check_operand<L>(dst, l, p.dstBlkStride, p.dstRepStride, #Name, "dst");                         \
        opf::check_operand<L>(src0, l, p.src0BlkStride, p.src0RepStride, #Name, "src0");                     \
        opf::check_operand<L>(src1, l, p.src1BlkStride, p.src1RepStride, #Name, "src1");                     \
        opf::run_repeat(                                                                                     \
            l,                                                                                               \
            [](S a, S b) OPF_LAMBDA {                                                                        \
                return opf::convert<D, RoundMode::CAST_RINT>(opf::el::Op::f<S, false>(a, b));                \
            },                                                                                               \
            opf::op_of(dst, p.dstBlkStride, p.dstRepStride),                                                 \
            opf::op_of(src0, p.src0BlkStride, p.src0RepStride),                                              \
            opf::op_of(src1, p.src1BlkStride, p.src1RepStride));                                             \
    }
OPF_FUSED_CAST(AddReluCast, AddRelu)
OPF_FUSED_CAST(SubReluCast, SubRelu)
OPF_FUSED_CAST(MulCast, Mul)
#undef OPF_FUSED_CAST
#undef OPF_FUSED_CAST_REPEAT
} // namespace AscendC
#endif
