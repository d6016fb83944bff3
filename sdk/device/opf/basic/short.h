/* Operations on float whose sources or result are 16-bit floats, converted on the way: what waiting calls between
 * casts become (core/lazy.h, core/pending.h). One pass instead of one for each cast, with the bits that casts to
 * the nearest give when they do not saturate. */
#ifndef OPF_BASIC_SHORT_H
#define OPF_BASIC_SHORT_H

#include "engine.h"

namespace opf
{
/* A zero that the compiler does not know. With it in the bits of a float that was a half, comparisons are not
 * turned back into comparisons of halves, which x86 makes one by one. */
OPF_INLINE uint32_t unknown_zero()
{
    uint32_t zero = 0;
    __asm__("" : "+r"(zero));
    return zero;
}
template <class S> OPF_INLINE float widen_short(S v, uint32_t zero)
{
    if constexpr (is_half<S>)
        return bits<float>(bits<uint32_t>(widen(v)) | zero);
    else
        return widen(v);
}
/* Two neighbouring bfloat16 in a word: shifts and masks make floats of them and put results together, where
 * elements on their own would have to change lanes. */
struct __attribute__((packed, aligned(2), may_alias)) bf16_pair {
    uint32_t word;
};
OPF_INLINE uint32_t rounded_to_bf16(float f) /* in the high half; the low half is of no use */
{
    uint32_t u = bits<uint32_t>(f);
    return f != f ? u | 0x400000u : u + 0x7fffu + (u >> 16 & 1u);
}
template <class F, class... S> OPF_INLINE void run_bf16(uint64_t n, void *d, F f, const S *...s)
{
    run_count(
        n / 2, static_cast<bf16_pair *>(d),
        [f](auto... p) OPF_LAMBDA {
            uint32_t first = rounded_to_bf16(f(bits<float>(p.word << 16)...));
            uint32_t second = rounded_to_bf16(f(bits<float>(p.word & 0xffff0000u)...));
            return bf16_pair{first >> 16 | (second & 0xffff0000u)};
        },
        reinterpret_cast<const bf16_pair *>(s)...);
    if (n & 1)
        static_cast<uint16_t *>(d)[n - 1] =
            static_cast<uint16_t>(rounded_to_bf16(f(from_bf16(s[n - 1])...)) >> 16);
}
/* d[i] = f(s[i]...) for an operation f on floats */
template <class D, class F, class... S> OPF_INLINE void run_short(uint64_t n, void *d, F f, const S *...s)
{
    if constexpr (is_bf16<D> && (is_bf16<S> && ...))
        run_bf16(n, d, f, s...);
    else {
        const uint32_t zero = unknown_zero();
        run_count(
            n, static_cast<D *>(d),
            [f, zero](S... v) OPF_LAMBDA { return narrow<D>(f(widen_short(v, zero)...)); },
            s...);
    }
}
template <class F, class S, class D>
__attribute__((noinline)) void short_one(void *d, const void *a, const void *, uint64_t n, uint64_t)
{
    run_short<D>(n, d, stateless<F>(), static_cast<const S *>(a));
}
template <class F, class S, class D>
__attribute__((noinline)) void short_two(void *d, const void *a, const void *b, uint64_t n, uint64_t)
{
    run_short<D>(n, d, stateless<F>(), static_cast<const S *>(a), static_cast<const S *>(b));
}
template <class F, class S, class D>
__attribute__((noinline)) void short_scalar(void *d, const void *a, const void *, uint64_t n, uint64_t scalar)
{
    const float v = bits<float>(static_cast<uint32_t>(scalar));
    run_short<D>(
        n, d, [v](float x) OPF_LAMBDA { return stateless<F>()(x, v); }, static_cast<const S *>(a));
}
/* ---- what is known of a call beforehand (core/pending.h) ---- */

template <class T> constexpr uint8_t short_of()
{
    return is_half<T> ? OPF_SHORT_HALF : is_bf16<T> ? OPF_SHORT_BF16 : OPF_SHORT_NONE;
}
#define OPF_SHORT_FORMS(run_)                                                                                \
    if constexpr (Short) {                                                                                   \
        o.run[OPF_SHORT_NONE][OPF_SHORT_HALF] = run_<F, float, half>;                                        \
        o.run[OPF_SHORT_NONE][OPF_SHORT_BF16] = run_<F, float, bfloat16_t>;                                  \
        o.run[OPF_SHORT_HALF][OPF_SHORT_NONE] = run_<F, half, float>;                                        \
        o.run[OPF_SHORT_HALF][OPF_SHORT_HALF] = run_<F, half, half>;                                         \
        o.run[OPF_SHORT_BF16][OPF_SHORT_NONE] = run_<F, bfloat16_t, float>;                                  \
        o.run[OPF_SHORT_BF16][OPF_SHORT_BF16] = run_<F, bfloat16_t, bfloat16_t>;                             \
    }
/* f on elements of type E; Short: with its forms on 16-bit floats */
template <class F, class E, bool Short> constexpr opf_abi_pending_op op_one()
{
    opf_abi_pending_op o = {{{run_one<F, E, E>}}, sizeof(E), sizeof(E), 0, 0, 0, Short};
    OPF_SHORT_FORMS(short_one)
    return o;
}
template <class F, class E, bool Short> constexpr opf_abi_pending_op op_two()
{
    opf_abi_pending_op o = {{{run_two<F, E, E>}}, sizeof(E), sizeof(E), sizeof(E), 0, 0, Short};
    OPF_SHORT_FORMS(short_two)
    return o;
}
template <class F, class E, bool Short> constexpr opf_abi_pending_op op_scalar()
{
    opf_abi_pending_op o = {{{run_scalar<F, E, E>}}, sizeof(E), sizeof(E), 0, 0, 0, Short};
    OPF_SHORT_FORMS(short_scalar)
    return o;
}
#undef OPF_SHORT_FORMS
template <class F, class E, bool Short> inline constexpr opf_abi_pending_op OP_ONE = op_one<F, E, Short>();
template <class F, class E, bool Short> inline constexpr opf_abi_pending_op OP_TWO = op_two<F, E, Short>();
template <class F, class E, bool Short> inline constexpr opf_abi_pending_op OP_SCALAR = op_scalar<F, E, Short>();
} // namespace opf
#endif
