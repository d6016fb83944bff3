/* Atomic operations of SIMT threads on global memory and the unified buffer, relaxed, each returning the old value.
 * Whoever changes memory atomically holds its region (opf_rt_hold); the kernel compiler (simt_hold) lets threads whose
 * old values nobody wants hold one as long as they stay in it. Loads and stores with cache hints are plain ones. */
#ifndef OPF_SIMT_ATOMIC_H
#define OPF_SIMT_ATOMIC_H

#include "simt_launch.h"

namespace opf {
namespace simt {
template <typename T>
struct same {
    using type = T;
};
template <typename T>
using same_t = typename same<typename std::remove_cv<T>::type>::type;
template <int S>
struct word;
template <>
struct word<2> {
    using type = uint16_t;
};
template <>
struct word<4> {
    using type = uint32_t;
};
template <>
struct word<8> {
    using type = uint64_t;
};
template <typename T, typename OP>
OPF_INLINE T update(T *p, OP op)
{
    using W = typename word<sizeof(T)>::type;
    W *w = reinterpret_cast<W *>((uintptr_t)p);
    W old = __atomic_load_n(w, __ATOMIC_RELAXED), next;
    T before;
    do {
        __builtin_memcpy(&before, &old, sizeof(T));
        T after = op(before);
        __builtin_memcpy(&next, &after, sizeof(T));
    } while (!__atomic_compare_exchange_n(w, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return before;
}
/* A bfloat16 as a float in a vector register, and back, rounded to the nearest even. In loops that are not done in vectors
 * a sum is ready some cycles sooner than by general registers, where to and fro takes as long as the sum. */
using halves_of_vector = uint16_t __attribute__((vector_size(16)));
using words_of_vector = uint32_t __attribute__((vector_size(16)));
using floats_of_vector = float __attribute__((vector_size(16)));
OPF_INLINE float widen_alone(bfloat16_t v)
{
    const halves_of_vector high = {0, bits<uint16_t>(v)};
    return reinterpret_cast<floats_of_vector>(high)[0];
}
OPF_INLINE bfloat16_t narrow_alone(float f)
{
    if (__builtin_expect(f != f, 0)) {
        return to_bf16(f);
    }
    const floats_of_vector given = {f};
    const words_of_vector word = reinterpret_cast<words_of_vector>(given);
    const words_of_vector rounded = word + 0x7fffu + ((word >> 16) & 1u);
    return bits<bfloat16_t>(static_cast<uint16_t>(reinterpret_cast<halves_of_vector>(rounded)[1]));
}
/* a + sign * b: integers wrap, half and bfloat16 are rounded once. ALONE: not in a loop that is done in vectors. */
template <int SIGN, bool ALONE, typename T>
OPF_INLINE T sum(T a, T b)
{
    if constexpr (ALONE && is_bf16<T>) {
        return narrow_alone(widen_alone(a) + SIGN * widen_alone(b));
    } else if constexpr (std::is_integral<T>::value) {
        return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(SIGN) * static_cast<uint64_t>(b));
    } else if constexpr (is_float16bit<T>) {
        return narrow<T>(widen(a) + SIGN * widen(b));
    } else {
        return a + SIGN * b;
    }
}
/* No other core reaches it. */
OPF_INLINE bool is_local(const void *p)
{
    const opf_abi_local &ub = opf_this_core->mem[OPF_MEM_UB];
    return reinterpret_cast<uintptr_t>(p) - reinterpret_cast<uintptr_t>(ub.base) < ub.size;
}
/* Changes *p while its region is held. Threads may store to it without, say to free a lock: it must be the processor's
 * own atomic operation. */
template <typename T, typename OP>
OPF_INLINE T update_held(T *p, OP op)
{
    opf_rt_hold(p, sizeof(T));
    T old = update(p, op);
    opf_rt_let_go();
    return old;
}
/* Makes changes that were noted, see opf_rt_hold_element. */
template <typename OP, typename T>
inline void apply(const opf_abi_change *changes, uint64_t num)
{
    for (uint64_t i = 0; i < num; ++i) {
        T v, *p = static_cast<T *>(changes[i].addr);
        __builtin_memcpy(&v, &changes[i].value, sizeof(T));
        *p = OP::template of<true>(*p, v);
    }
}
/* *p = OP::of(*p, v). `held` is the kernel compiler's, which knows this function by its name: nobody wants the result, and
 * what p points to is held; in a run, threads change neighbours, which may be done in vectors. It may call `later` for
 * many changes instead. */
enum class held_by : uint32_t { nobody, element, run };
template <typename OP, typename T>
inline __attribute__((noinline)) T change(T *p, T v, held_by held, opf_abi_apply later)
{
    (void)later;
    if (held == held_by::run) {
        T old = *p;
        *p = OP::template of<false>(old, v);
        return old;
    }
    if (held == held_by::element || is_local(p)) {
        T old = *p;
        *p = OP::template of<true>(old, v);
        return old;
    }
    return update_held(p, [=](T old) { return OP::template of<true>(old, v); });
}
} // namespace simt
} // namespace opf

#define OPF_SIMT_ATOMIC(NAME, OTHER, EXPRESSION)                                                                     \
    namespace opf {                                                                                                  \
    namespace simt {                                                                                                 \
    struct op_##OTHER {                                                                                              \
        template <bool ALONE, typename V>                                                                            \
        static OPF_INLINE V of(V old, V val)                                                                         \
        {                                                                                                            \
            (void)old;                                                                                               \
            return static_cast<V>(EXPRESSION);                                                                       \
        }                                                                                                            \
    };                                                                                                               \
    }                                                                                                                \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_INLINE opf::simt::same_t<T> NAME(T *address, opf::simt::same_t<T> val)                                       \
    {                                                                                                                \
        using V = opf::simt::same_t<T>;                                                                              \
        return opf::simt::change<opf::simt::op_##OTHER, V>(const_cast<V *>(address), val,                            \
                                                           opf::simt::held_by::nobody,                               \
                                                           opf::simt::apply<opf::simt::op_##OTHER, V>);              \
    }                                                                                                                \
    namespace AscendC {                                                                                              \
    namespace Simt {                                                                                                 \
    template <typename T>                                                                                            \
    OPF_INLINE opf::simt::same_t<T> OTHER(T *address, opf::simt::same_t<T> val)                                      \
    {                                                                                                                \
        return ::NAME(address, val);                                                                                 \
    }                                                                                                                \
    }                                                                                                                \
    }
OPF_SIMT_ATOMIC(asc_atomic_add, AtomicAdd, (sum<1, ALONE>(old, val)))
OPF_SIMT_ATOMIC(asc_atomic_sub, AtomicSub, (sum<-1, ALONE>(old, val)))
OPF_SIMT_ATOMIC(asc_atomic_exch, AtomicExch, val)
OPF_SIMT_ATOMIC(asc_atomic_max, AtomicMax, old > val ? old : val)
OPF_SIMT_ATOMIC(asc_atomic_min, AtomicMin, old < val ? old : val)
OPF_SIMT_ATOMIC(asc_atomic_inc, AtomicInc, old >= val ? 0 : old + 1)
OPF_SIMT_ATOMIC(asc_atomic_dec, AtomicDec, old == 0 || old > val ? val : old - 1)
OPF_SIMT_ATOMIC(asc_atomic_and, AtomicAnd, old & val)
OPF_SIMT_ATOMIC(asc_atomic_or, AtomicOr, old | val)
OPF_SIMT_ATOMIC(asc_atomic_xor, AtomicXor, old ^ val)
template <typename T>
OPF_INLINE opf::simt::same_t<T> asc_atomic_cas(T *address, opf::simt::same_t<T> compare, opf::simt::same_t<T> val)
{
    using V = opf::simt::same_t<T>;
    return opf::simt::update_held(const_cast<V *>(address), [=](V old) { return old == compare ? val : old; });
}
namespace AscendC {
namespace Simt {
template <typename T>
OPF_INLINE opf::simt::same_t<T> AtomicCas(T *address, opf::simt::same_t<T> compare, opf::simt::same_t<T> val)
{
    return ::asc_atomic_cas(address, compare, val);
}
} // namespace Simt
} // namespace AscendC

/* cached in L2 or near the core, write back or through: one coherent memory here */
#define OPF_SIMT_LOAD(NAME)                                                                                          \
    template <typename T>                                                                                            \
    OPF_INLINE typename std::remove_cv<T>::type NAME(T *address)                                                     \
    {                                                                                                                \
        return *address;                                                                                             \
    }
OPF_SIMT_LOAD(asc_ldcg)
OPF_SIMT_LOAD(asc_ldca)
OPF_SIMT_LOAD(__ldg)
#define OPF_SIMT_STORE(NAME)                                                                                         \
    template <typename T>                                                                                            \
    OPF_INLINE void NAME(T *address, opf::simt::same_t<T> val)                                                       \
    {                                                                                                                \
        *address = val;                                                                                              \
    }
OPF_SIMT_STORE(asc_stcg)
OPF_SIMT_STORE(asc_stwt)
OPF_INLINE void asc_dcci_entire(const void *) {}
OPF_INLINE void asc_dcci_single(const void *) {}
OPF_INLINE void asc_nop() {}
#endif
