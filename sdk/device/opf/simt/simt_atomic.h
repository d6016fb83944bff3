/* Atomic operations of SIMT threads on global memory and the unified buffer: host atomics, relaxed, each returning
 * the old value. Loads and stores with cache hints are plain ones. */
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
template <typename T>
constexpr bool is_word = std::is_integral<T>::value && sizeof(T) >= 4;
} // namespace simt
} // namespace opf

#define OPF_SIMT_ATOMIC(NAME, OTHER, EXPRESSION, BUILTIN)                                                            \
    template <typename T>                                                                                            \
    OPF_INLINE opf::simt::same_t<T> NAME(T *address, opf::simt::same_t<T> val)                                       \
    {                                                                                                                \
        using V = opf::simt::same_t<T>;                                                                              \
        V *p = const_cast<V *>(address);                                                                             \
        BUILTIN                                                                                                      \
        return opf::simt::update(p, [=](V old) { return static_cast<V>(EXPRESSION); });                              \
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
OPF_SIMT_ATOMIC(asc_atomic_add, AtomicAdd, old + val, if constexpr (opf::simt::is_word<V>) {
    return __atomic_fetch_add(p, val, __ATOMIC_RELAXED);
})
OPF_SIMT_ATOMIC(asc_atomic_sub, AtomicSub, old - val, if constexpr (opf::simt::is_word<V>) {
    return __atomic_fetch_sub(p, val, __ATOMIC_RELAXED);
})
OPF_SIMT_ATOMIC(asc_atomic_exch, AtomicExch, val, )
OPF_SIMT_ATOMIC(asc_atomic_max, AtomicMax, old > val ? old : val, )
OPF_SIMT_ATOMIC(asc_atomic_min, AtomicMin, old < val ? old : val, )
OPF_SIMT_ATOMIC(asc_atomic_inc, AtomicInc, old >= val ? 0 : old + 1, )
OPF_SIMT_ATOMIC(asc_atomic_dec, AtomicDec, old == 0 || old > val ? val : old - 1, )
OPF_SIMT_ATOMIC(asc_atomic_and, AtomicAnd, old & val, )
OPF_SIMT_ATOMIC(asc_atomic_or, AtomicOr, old | val, )
OPF_SIMT_ATOMIC(asc_atomic_xor, AtomicXor, old ^ val, )
template <typename T>
OPF_INLINE opf::simt::same_t<T> asc_atomic_cas(T *address, opf::simt::same_t<T> compare, opf::simt::same_t<T> val)
{
    using V = opf::simt::same_t<T>;
    return opf::simt::update(const_cast<V *>(address), [=](V old) { return old == compare ? val : old; });
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
