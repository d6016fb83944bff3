/* The vector engine: every element-wise call of the memory form goes through run_count or run_repeat with a
 * functor of one element. Count forms are one plain loop; repeat forms walk repeats of 256 bytes by the
 * widest operand. Rules (public docs, "masks" and "high-dimensional split" pages of the memory vector
 * chapter):
 *  - a repeat is 8 blocks of 32 bytes of the widest operand; block and repeat strides are in 32-byte units;
 *  - masked-off lanes keep dst; a mask count above one repeat means one whole repeat;
 *  - in counter mode the mask is the number of elements of the whole call and the repeat count is ignored;
 *  - operands may overlap only with equal addresses per repeat. */
#ifndef OPF_BASIC_ENGINE_H
#define OPF_BASIC_ENGINE_H

#include "../core/convert.h"
#include "../core/tensor.h"

/* A loop that cannot be vectorised (integer division) is right all the same. */
#pragma clang diagnostic ignored "-Wpass-failed"

namespace opf
{
template <class T> struct identity {
    using type = T;
};
template <class T> using plain = typename identity<T>::type; /* a parameter that takes no part in deduction */

/* Which lanes a call touches: `count` elements in all, or `repeat` repeats under `bits`. */
struct lanes {
    uint64_t count;
    uint64_t bits[4];
    uint32_t repeat;
    bool counter;
};

OPF_INLINE void set_low_bits(uint64_t *bits, uint32_t n)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t left = n > 64 * i ? n - 64 * i : 0;
        bits[i] = left >= 64 ? ~0ull : (1ull << left) - 1;
    }
}

/* Lanes of a call with E lanes a repeat. IsSetMask false: the mask registers decide. */
template <uint32_t E> inline lanes lanes_outside(uint32_t repeat)
{
    opf_core &c = core();
    lanes l = {};
    l.counter = c.mask_count != 0;
    l.repeat = repeat;
    if (l.counter)
        l.count = c.mask[0];
    else if (E > 128) {
        /* 8-bit elements: each mask bit stands for two lanes */
        for (uint32_t i = 0; i < E; i++)
            if (c.mask[i / 128] >> (i / 2 % 64) & 1)
                l.bits[i / 64] |= 1ull << (i % 64);
    } else {
        l.bits[0] = c.mask[0];
        l.bits[1] = E > 64 ? c.mask[1] : 0;
        if (E < 64)
            l.bits[0] &= (1ull << (E % 64)) - 1;
    }
    return l;
}
template <uint32_t E, bool IsSetMask>
OPF_INLINE lanes lanes_of(uint64_t mask, uint32_t repeat, const char *call)
{
    if constexpr (!IsSetMask)
        return lanes_outside<E>(repeat);
    lanes l = {};
    l.counter = core().mask_count != 0;
    l.repeat = repeat;
    l.count = mask;
    set_low_bits(l.bits, mask < E ? static_cast<uint32_t>(mask) : E);
    OPF_CHECK(l.counter || repeat <= 255, OPF_FAULT_BAD_ARGUMENT, call, "repeatTime %u is above 255", repeat);
    return l;
}
template <uint32_t E, bool IsSetMask>
OPF_INLINE lanes lanes_of(const uint64_t *mask, uint32_t repeat, const char *call)
{
    if constexpr (!IsSetMask)
        return lanes_outside<E>(repeat);
    lanes l = {};
    l.counter = core().mask_count != 0;
    l.repeat = repeat;
    l.count = mask[0];
    for (uint32_t i = 0; i * 64 < E && i < 4; i++)
        l.bits[i] = mask[i];
    if (E < 64) {
        OPF_CHECK(l.counter || mask[0] >> (E % 64) == 0, OPF_FAULT_BAD_ARGUMENT, call,
                  "mask[0] has bits above the %u lanes of a repeat", E);
        l.bits[0] &= (1ull << (E % 64)) - 1;
    }
    OPF_CHECK(l.counter || repeat <= 255, OPF_FAULT_BAD_ARGUMENT, call, "repeatTime %u is above 255", repeat);
    return l;
}

OPF_INLINE uint32_t top_lane(const lanes &l)
{ /* one past the highest lane, 0 = none */
    for (int i = 3; i >= 0; i--)
        if (l.bits[i])
            return static_cast<uint32_t>(64 * i + 64 - __builtin_clzll(l.bits[i]));
    return 0;
}
OPF_INLINE bool is_prefix(const lanes &l, uint32_t top)
{
    uint64_t want[4];
    set_low_bits(want, top);
    return l.bits[0] == want[0] && l.bits[1] == want[1] && l.bits[2] == want[2] && l.bits[3] == want[3];
}

/* One operand of a repeat form. Strides in 32-byte blocks. */
template <class T> struct operand {
    T *p;
    uint32_t blk, rep;
};
template <class T> OPF_INLINE operand<T> op_of(const local<T> &t, uint32_t blk, uint32_t rep)
{
    return {t.ptr(), blk, rep};
}
template <class T> OPF_INLINE uint64_t lane_offset(uint32_t blk, uint32_t lane)
{
    constexpr uint32_t per = 32 / sizeof(T);
    return static_cast<uint64_t>(lane / per) * blk * 32 + (lane % per) * sizeof(T);
}

/* Bytes from the tensor's start that the lanes reach. */
template <class T, uint32_t E> inline uint64_t reach(const lanes &l, uint32_t blk, uint32_t rep)
{
    if (l.counter) {
        if (l.count == 0)
            return 0;
        uint64_t full = (l.count - 1) / E;
        uint32_t last = static_cast<uint32_t>((l.count - 1) % E);
        uint64_t end = full * rep * 32 + lane_offset<T>(blk, last) + sizeof(T);
        uint64_t before = full ? (full - 1) * rep * 32 + lane_offset<T>(blk, E - 1) + sizeof(T) : 0;
        return end > before ? end : before;
    }
    uint32_t top = top_lane(l);
    if (top == 0 || l.repeat == 0)
        return 0;
    return static_cast<uint64_t>(l.repeat - 1) * rep * 32 + lane_offset<T>(blk, top - 1) + sizeof(T);
}
template <uint32_t E, class T>
OPF_INLINE void check_operand(const local<T> &t, const lanes &l, uint32_t blk, uint32_t rep, const char *call,
                              const char *who)
{
    check_local(t, reach<typename local<T>::PrimType, E>(l, blk, rep), call, who);
}

/* ---- loops ----------------------------------------------------------------------------------------------
 */

/* The vectoriser's cost model under-rates half conversions: tell it the width that fills a register of
 * floats. */
template <class... T> inline constexpr bool any_half = (is_half<T> || ...);

template <class D, class F, class... S> OPF_INLINE void run_count(uint64_t n, D *d, F f, const S *...s)
{
    if constexpr (any_half<D, S...>) {
#pragma clang loop vectorize(assume_safety) vectorize_width(16) interleave_count(2)
        for (uint64_t i = 0; i < n; i++)
            d[i] = f(s[i]...);
    } else {
#pragma clang loop vectorize(assume_safety)
        for (uint64_t i = 0; i < n; i++)
            d[i] = f(s[i]...);
    }
}

/* ---- calls that may wait (core/pending.h); f is a function object without state ---- */

template <class F> OPF_INLINE F stateless()
{
    struct nothing {
    };
    static_assert(std::is_empty<F>::value, "a call that waits keeps no state but its scalar");
    return __builtin_bit_cast(F, nothing{});
}
template <class F, class D, class S>
__attribute__((noinline)) void run_one(void *d, const void *a, const void *, uint64_t n, uint64_t)
{
    run_count(n, static_cast<D *>(d), stateless<F>(), static_cast<const S *>(a));
}
template <class F, class D, class S>
__attribute__((noinline)) void run_two(void *d, const void *a, const void *b, uint64_t n, uint64_t)
{
    run_count(n, static_cast<D *>(d), stateless<F>(), static_cast<const S *>(a), static_cast<const S *>(b));
}
/* f(source, scalar) */
template <class F, class D, class S>
__attribute__((noinline)) void run_scalar(void *d, const void *a, const void *, uint64_t n, uint64_t scalar)
{
    S v;
    __builtin_memcpy(&v, &scalar, sizeof(S));
    run_count(
        n, static_cast<D *>(d), [v](S x) OPF_LAMBDA { return stateless<F>()(x, v); },
        static_cast<const S *>(a));
}

template <class... T> constexpr uint32_t lanes_per_repeat()
{
    size_t widest = 1;
    ((widest = sizeof(T) > widest ? sizeof(T) : widest), ...);
    return static_cast<uint32_t>(256 / widest);
}

template <uint32_t E, class T>
OPF_INLINE void load_lanes(T *to, const uint8_t *from, uint32_t blk, uint32_t top)
{
    constexpr uint32_t per = 32 / sizeof(T);
    for (uint32_t lane = 0; lane < top; lane += per) {
        constexpr uint32_t whole = E < per ? E : per;
        __builtin_memcpy(to + lane, from + static_cast<uint64_t>(lane / per) * blk * 32, whole * sizeof(T));
    }
}
template <uint32_t E, class T>
OPF_INLINE void store_lanes(uint8_t *to, const T *from, uint32_t blk, const uint64_t *bits, uint32_t top)
{
    for (uint32_t lane = 0; lane < top; lane++)
        if (bits[lane / 64] >> (lane % 64) & 1)
            *reinterpret_cast<T *>(to + lane_offset<T>(blk, lane)) = from[lane];
}

template <uint32_t E, class T> struct lane_buffer {
    alignas(64) T v[E < 32 / sizeof(T) ? 32 / sizeof(T) : E];
};
/* One repeat in full generality: all sources are read before anything is written. */
template <uint32_t E, class D, class F, class... S>
inline void one_repeat(uint8_t *d, uint32_t dblk, F f, const uint64_t *bits, uint32_t top,
                       const uint32_t *sblk, const S *...s)
{
    alignas(64) D out[E];
    std::tuple<lane_buffer<E, S>...> in;
    std::apply(
        [&](auto &...b) OPF_LAMBDA {
            size_t i = 0;
            (load_lanes<E>(b.v, reinterpret_cast<const uint8_t *>(s), sblk[i++], top), ...);
            run_count(top, out, f, static_cast<const S *>(b.v)...);
        },
        in);
    store_lanes<E>(d, out, dblk, bits, top);
}

/* A repeat form. f(element of each source) gives the element of dst. */
template <class F, class D, class... S>
inline void run_repeat(const lanes &l, F f, operand<D> d, operand<S>... s)
{
    constexpr uint32_t E = lanes_per_repeat<D, S...>();
    uint64_t all[4];
    set_low_bits(all, E);
    const uint64_t *bits = l.counter ? all : l.bits;
    uint32_t top = l.counter ? E : top_lane(l);
    uint64_t repeats = l.counter ? (l.count + E - 1) / E : l.repeat;
    uint32_t tail = l.counter ? static_cast<uint32_t>(l.count - (repeats ? repeats - 1 : 0) * E) : top;
    if (top == 0 || repeats == 0)
        return;
    bool prefix = l.counter || is_prefix(l, top);
    auto flat = [&](auto o) { return o.blk == 1 || static_cast<uint64_t>(top) * sizeof(*o.p) <= 32; };
    auto dense = [&](auto o) { return o.rep * 32 == E * sizeof(*o.p); };
    if (prefix && flat(d) && (flat(s) && ...)) {
        if (top == E && dense(d) && (dense(s) && ...)) {
            run_count((repeats - 1) * E + tail, d.p, f, static_cast<const S *>(s.p)...);
            return;
        }
        for (uint64_t r = 0; r < repeats; r++) {
            auto at = [&](auto o) {
                return reinterpret_cast<decltype(o.p)>(reinterpret_cast<uintptr_t>(o.p) + r * o.rep * 32);
            };
            run_count(r + 1 == repeats ? tail : top, at(d), f, static_cast<const S *>(at(s))...);
        }
        return;
    }
    const uint32_t sblk[sizeof...(S) + 1] = {s.blk...};
    for (uint64_t r = 0; r < repeats; r++) {
        auto at = [&](auto o) {
            return reinterpret_cast<decltype(o.p)>(reinterpret_cast<uintptr_t>(o.p) + r * o.rep * 32);
        };
        uint32_t n = r + 1 == repeats ? tail : top;
        uint64_t part[4];
        set_low_bits(part, n);
        one_repeat<E, D>(reinterpret_cast<uint8_t *>(at(d)), d.blk, f, l.counter ? part : bits, n, sblk,
                         static_cast<const S *>(at(s))...);
    }
}

/* ---- what every call does first -------------------------------------------------------------------------
 */

template <class... Ts> OPF_INLINE void check_count(int64_t n, const char *call)
{
    OPF_CHECK(n >= 0, OPF_FAULT_BAD_ARGUMENT, call, "count is %lld", static_cast<long long>(n));
}
template <class T>
OPF_INLINE void check_elements(const local<T> &t, uint64_t n, const char *call, const char *who)
{
    check_local(t, bytes_of<typename local<T>::PrimType>(n), call, who);
}

/* ---- arithmetic of one element --------------------------------------------------------------------------
 */

/* CTRL[48] = 0 with CTRL[60] = 1: half results saturate (infinity -> 65504, NaN -> 0). */
OPF_INLINE bool ctrl_bit(int b)
{
    return core().ctrl >> b & 1;
}
OPF_INLINE bool saturate_float()
{
#if __NPU_ARCH__ == 2201
    return !ctrl_bit(48);
#else
    return ctrl_bit(60) && !ctrl_bit(48);
#endif
}
/* CTRL[59] = 1 with CTRL[60] = 1: conversions to integer keep the low bits instead of saturating. */
OPF_INLINE bool saturate_cast()
{
    return !(ctrl_bit(60) && ctrl_bit(59));
}
/* CTRL[53] = 1: integer arithmetic saturates; the default keeps the low bits. */
OPF_INLINE bool saturate_int()
{
    return ctrl_bit(53);
}

template <class T, bool Sat = false> OPF_INLINE T narrow(float f)
{
    if constexpr (is_half<T>)
        return float_to_half<RM::CAST_RINT, Sat>(f);
    else if constexpr (is_bf16<T>)
        return float_to_bf16<RM::CAST_RINT, Sat>(f);
    else
        return static_cast<T>(f);
}

/* Applies g to values wide enough to round once: 16-bit floats compute in float. */
template <class T, bool Sat, class G, class... A> OPF_INLINE T lift(G g, A... a)
{
    if constexpr (is_float16bit<T>)
        return narrow<T, Sat>(g(widen(a)...));
    else
        return g(a...);
}

/* Runs body(std::bool_constant<Sat>) with the saturation that CTRL asks for elements of type T. */
template <class T, class B> OPF_INLINE void with_saturation(B body)
{
    if constexpr (is_half<T>) {
        if (saturate_float())
            body(std::true_type());
        else
            body(std::false_type());
    } else if constexpr (is_int<T> && sizeof(T) <= 4) {
        if (saturate_int())
            body(std::true_type());
        else
            body(std::false_type());
    } else
        body(std::false_type());
}
} // namespace opf
#endif
