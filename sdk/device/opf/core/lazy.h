/* Lazy calls. A large dense copy from GM into local memory, and an element-wise call of the count form whose
 * sources all come from GM in this way, is noted, not carried out: the next call then reads GM itself and a store
 * of the result computes it straight into GM, which saves passes over the data. Casts of 16-bit floats to float
 * join with the operation behind them, and a cast of its result back joins with both. What the kernel can tell
 * stays as if the calls had been carried out:
 *  - an element-wise call that reads a noted result in another way makes a waiting call of it (pending.h); any
 *    other access to local memory (LocalTensor::ptr, GetValue, ...) carries out all noted calls first;
 *  - a call that overwrites or frees the whole of a noted range drops the note;
 *  - a store by this core to GM bytes that a noted call reads carries all out; anything that tells other cores it
 *    has read them, those that read what somebody may change (opf_core.fixed);
 *  - loads and stores by an address of local memory (GetPhyAddr) carry out what they meet; where an address goes
 *    to places that the kernel compiler does not see, nothing is noted any more on the core. */
#ifndef OPF_CORE_LAZY_H
#define OPF_CORE_LAZY_H

#include "ahead.h"
#include "pending.h"

namespace opf
{
constexpr uint64_t LAZY_FROM = 2048;     /* bytes of a copy: shorter ones are in the cache before the first use */
constexpr uint64_t LAZY_ELEMENTS = 1024; /* of a call */
/* From how many bytes the kernel's copies are noted: more than LAZY_FROM once it has told of accesses by addresses so
 * often, while one below LAZY_MOST waited, that making that copy would have been cheaper. */
constexpr uint32_t LAZY_MOST = 16384, LAZY_TOLD = 512; /* bytes that are copied in the time of telling once */
inline uint32_t lazy_from = LAZY_FROM;

/* How many calls are in opf_core.lazy, asked anew: accesses by addresses take some away, unseen by the optimiser. */
OPF_INLINE uint32_t lazy_calls()
{
    return *const_cast<const volatile uint32_t *>(&core().lazy_num);
}
/* Copies or calls are noted. */
OPF_INLINE bool anything_lazy()
{
    return __builtin_expect((core().lazy_num | core().pending_num) != 0, 0);
}
/* GM to local memory or back. Sizes between are a tile in the first-level cache. */
OPF_INLINE void copy_dense(uint8_t *d, const uint8_t *s, uint64_t bytes)
{
    if (bytes >= 1024 && bytes <= 16384)
        return opf_rt_copy_tile(d, s, bytes);
    __builtin_memcpy(d, s, bytes);
}
/* A copied tile is read at once: what follows it in GM is asked for meanwhile (ahead.h). */
OPF_INLINE void make_lazy(const opf_abi_pending_call &l)
{
    uint8_t *to = reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(l.lo));
    if (l.run)
        return l.run(to, l.a, l.b, l.count, l.scalar);
    copy_dense(to, l.a, l.hi - l.lo);
    if (core().flags & OPF_CORE_STREAM_STORES)
        tile_ahead(l.lo, l.hi - l.lo, l.a + (l.hi - l.lo));
}
inline __attribute__((noinline)) void settle_all()
{
    opf_core &c = core();
    make_pending();
    uint32_t n = c.lazy_num;
    c.lazy_num = 0;
    for (uint32_t i = 0; i < n; i++)
        make_lazy(c.lazy[i]);
}
/* Nothing changes these bytes of GM, or they are local. */
OPF_INLINE bool stays(const uint8_t *p, uint64_t bytes)
{
    const opf_core &c = core();
    for (int i = 0; i < OPF_FIXED_MAX && c.fixed[i].size; i++)
        if (address(p) >= c.fixed[i].lo && address(p) + bytes <= c.fixed[i].lo + c.fixed[i].size)
            return true;
    return is_local_address(address(p));
}
OPF_INLINE bool stays(const opf_abi_pending_call &l, uint64_t n)
{
    return stays(l.a, n * l.a_size) && (!l.b_size || stays(l.b, n * l.b_size));
}
/* Takes a note away. */
OPF_INLINE opf_abi_pending_call take_lazy(uint32_t i)
{
    opf_core &c = core();
    const opf_abi_pending_call l = c.lazy[i];
    if (i != --c.lazy_num)
        c.lazy[i] = c.lazy[c.lazy_num];
    return l;
}
/* Others may change GM from now on. */
inline __attribute__((noinline)) void settle_changing_all()
{
    opf_core &c = core();
    for (uint32_t k = 0; k < c.pending_num;) {
        const opf_abi_pending_group &g = c.pending[k];
        bool all = true;
        for (uint32_t i = 0; i < g.num; i++)
            all &= (g.calls[i].a_from >= 0 || stays(g.calls[i].a, g.count * g.calls[i].a_size)) &&
                   (g.calls[i].b_from >= 0 || !g.calls[i].b_size ||
                    stays(g.calls[i].b, g.count * g.calls[i].b_size));
        if (all)
            k++;
        else
            make_group(k);
    }
    for (uint32_t i = 0; i < c.lazy_num;)
        if (stays(c.lazy[i], c.lazy[i].count))
            i++;
        else
            make_lazy(take_lazy(i));
}
OPF_INLINE void settle_changing()
{
    if (anything_lazy())
        settle_changing_all();
}
/* Local memory as the kernel means it, before it is touched in a way that knows nothing of lazy calls. */
OPF_INLINE void settle()
{
    if (anything_lazy())
        settle_all();
}
/* From now on every access to local memory may go unnoticed. */
OPF_INLINE void pin_local()
{
    core().lazy_off = 1;
    settle();
}
/* The kernel tells of an access while this waits. */
OPF_INLINE void told_of(opf_abi_pending_call &l)
{
    const uint32_t bytes = l.hi - l.lo;
    if (bytes < LAZY_MOST && !l.run && ++l.scalar * LAZY_TOLD > bytes &&
        bytes >= __atomic_load_n(&lazy_from, __ATOMIC_RELAXED))
        __atomic_store_n(&lazy_from, bytes + 1, __ATOMIC_RELAXED);
}
/* Local bytes [first, last) are about to be read, or written, by an address; none when both are the same. A loop that
 * is left early may be said to reach numbers below zero; one that may reach any place most often comes again with each
 * tile: then copies are better made at once. */
inline __attribute__((noinline)) void before_loads(uint64_t first, uint64_t last)
{
    opf_core &c = core();
    if (!anything_lazy())
        return;
    first = static_cast<int64_t>(first) < 0 && first != last ? 0 : first;
    if ((last - first) >> 32)
        return pin_local();
    for (uint32_t i = 0; i < c.lazy_num;)
        if (first != last && first < c.lazy[i].hi && last > c.lazy[i].lo)
            make_lazy(take_lazy(i));
        else
            told_of(c.lazy[i++]);
    if (c.pending_num && first != last)
        pending_before_read(first, last - first);
}
/* What to add to the addresses of loads, and how far behind these lies what is likely read later: 0 = nowhere. */
struct elsewhere {
    uint64_t distance, ahead;
};
/* The same for loads that may as well read GM. */
inline __attribute__((noinline)) elsewhere where_to_load(uint64_t first, uint64_t last)
{
    opf_core &c = core();
    for (uint32_t i = 0; i < c.lazy_num; i++)
        if (!c.lazy[i].run && first >= c.lazy[i].lo && first < last && last <= c.lazy[i].hi) {
            told_of(c.lazy[i]);
            return {address(c.lazy[i].a) - c.lazy[i].lo,
                    c.flags & OPF_CORE_STREAM_STORES ? c.lazy[i].hi - c.lazy[i].lo : 0u};
        }
    before_loads(first, last);
    return {0, 0};
}
inline __attribute__((noinline)) void before_stores(uint64_t first, uint64_t last)
{
    before_loads(first, last);
    if (first == last)
        return;
    first = static_cast<int64_t>(first) < 0 ? 0 : first;
    if (__builtin_expect(core().pending_num != 0, 0))
        pending_before_write(first, last - first, false, core().pending_num);
}
/* The kernel gets an address of local memory. Where the kernel compiler sees all that becomes of it, it takes this
 * call away and calls the three functions before loads and stores (binscripts/local_access.cpp). */
inline __attribute__((noinline)) uint64_t local_address(uint64_t at, void (*loads)(uint64_t, uint64_t),
                                                        elsewhere (*anywhere)(uint64_t, uint64_t),
                                                        void (*stores)(uint64_t, uint64_t))
{
    pin_local();
    __asm__("" : "+r"(at) : "r"(loads), "r"(anywhere), "r"(stores)); /* not known to be the argument */
    return at;
}
OPF_INLINE uint64_t ask_address(uint64_t at)
{
    return local_address(at, before_loads, where_to_load, before_stores);
}
/* A lazy call becomes one that may wait for others. */
inline __attribute__((noinline)) void pend_lazy(uint32_t index)
{
    const opf_abi_pending_call l = take_lazy(index);
    pend(l, l.count);
}
/* What makes `bytes` of local memory at `at`, or more: its index, -1 = no lazy call does. */
OPF_INLINE int lazy_maker(uint32_t at, uint64_t bytes)
{
    const opf_core &c = core();
    for (uint32_t i = lazy_calls(); i-- > 0;)
        if (at < c.lazy[i].hi && at + bytes > c.lazy[i].lo) {
            if (at >= c.lazy[i].lo && at + bytes <= c.lazy[i].hi)
                return static_cast<int>(i);
            settle_all();
            break;
        }
    return -1;
}
/* Where to read what call `maker` makes at `at`, without carrying it out when it may wait. */
OPF_INLINE const uint8_t *lazy_operand(int maker, uint32_t at)
{
    if (maker >= 0) {
        const opf_abi_pending_call &l = core().lazy[maker];
        if (!l.run)
            return l.a + (at - l.lo);
        pend_lazy(static_cast<uint32_t>(maker));
    }
    return reinterpret_cast<const uint8_t *>(static_cast<uintptr_t>(at));
}
/* The same for those who read at once. */
OPF_INLINE const uint8_t *lazy_source(uint32_t at, uint64_t bytes)
{
    const uint8_t *from = lazy_operand(lazy_maker(at, bytes), at);
    if (__builtin_expect(core().pending_num != 0, 0))
        pending_before_read(at, bytes);
    return from;
}
/* No call waits any more for `bytes` of local memory at `at`, which nobody reads. */
OPF_INLINE void lazy_drop(uint32_t at, uint64_t bytes)
{
    opf_core &c = core();
    for (uint32_t i = 0; i < lazy_calls();) {
        if (at <= c.lazy[i].lo && at + bytes >= c.lazy[i].hi) {
            if (i != --c.lazy_num)
                c.lazy[i] = c.lazy[c.lazy_num];
            continue;
        }
        if (at < c.lazy[i].hi && at + bytes > c.lazy[i].lo)
            return settle_all();
        i++;
    }
}
OPF_INLINE void lazy_free(uint32_t at, uint64_t bytes)
{
    if (__builtin_expect(core().pending_num != 0, 0))
        pending_before_write(at, bytes, true, core().pending_num);
    lazy_drop(at, bytes);
}
/* They are about to be overwritten. */
OPF_INLINE void lazy_forget(uint32_t at, uint64_t bytes)
{
    if (__builtin_expect(core().pending_num != 0, 0))
        pending_before_write(at, bytes, false, core().pending_num);
    lazy_drop(at, bytes);
}
/* GM bytes are about to be stored to. A short store may be a flag that other cores wait for. */
constexpr uint64_t LAZY_FLAG_MAX = 512;
inline __attribute__((noinline)) void lazy_before_store(const void *gm, uint64_t bytes, bool is_copy)
{
    opf_core &c = core();
    if (!is_copy || bytes <= LAZY_FLAG_MAX)
        settle_changing_all();
    for (uint32_t i = 0; i < c.lazy_num; i++) {
        const opf_abi_pending_call &l = c.lazy[i];
        if (meet(address(gm), bytes, address(l.a), uint64_t(l.count) * l.a_size) ||
            (l.b_size && meet(address(gm), bytes, address(l.b), uint64_t(l.count) * l.b_size)))
            return settle_all();
    }
    pending_before_gm(address(gm), bytes);
}
inline constexpr opf_abi_pending_op COPY = {};
/* [from, from + bytes) of GM is copied in: what follows it is likely read next. */
OPF_INLINE void copy_reads(const uint8_t *from, uint64_t bytes)
{
    opf_core &c = core();
    if (!(c.flags & OPF_CORE_STREAM_STORES)) /* only such stores ask ahead */
        return;
    if (c.read_end[0] == from)
        c.read_end[0] = from + bytes;
    else {
        if (c.read_end[1] != from)
            c.read_end[0] = c.read_end[1];
        c.read_end[1] = from + bytes;
    }
}
/* Notes a copy of a dense range, already checked; false = make it now. */
OPF_INLINE bool lazy_note(uint32_t to, const uint8_t *from, uint64_t bytes)
{
    opf_core &c = core();
    if (bytes < LAZY_FROM)
        return false;
    copy_reads(from, bytes);
    if (c.lazy_off || bytes < __atomic_load_n(&lazy_from, __ATOMIC_RELAXED) || c.lazy_num == OPF_LAZY_CALLS)
        return false;
    opf_abi_pending_call &l = c.lazy[c.lazy_num++];
    l.run = nullptr;
    l.op = &COPY;
    l.a = from;
    l.lo = to;
    l.hi = static_cast<uint32_t>(to + bytes);
    l.count = static_cast<uint32_t>(bytes);
    l.dst_size = l.a_size = 1;
    l.b_size = 0;
    l.scalar = 0; /* how often it was told of */
    return true;
}
/* Joins a call on n elements to the lazy calls that make its operands, x and y, when both can be one: casts of
 * 16-bit floats and an operation on float, or such an operation and a cast of its result. */
OPF_INLINE bool lazy_join(opf_abi_pending_call &p, int x, int y, uint64_t n)
{
    if (x < 0 || y < 0)
        return false;
    const opf_abi_pending_call &a = core().lazy[x], &b = core().lazy[y];
    if (a.count != n || b.count != n)
        return false;
    if (p.op->shorts) {
        if (!a.op->widens || a.op->widens != b.op->widens)
            return false;
        p.reads = a.op->widens;
        p.run = p.op->run[p.reads][OPF_SHORT_NONE];
        p.a = a.a;
        p.b = b.a;
        p.a_size = 2;
        p.b_size = p.b_size ? 2 : 0;
        return true;
    }
    if (!p.op->narrows || !a.op->shorts || !a.op->run[a.reads][p.op->narrows])
        return false;
    p.run = a.op->run[a.reads][p.op->narrows];
    p.a = a.a;
    p.b = a.b;
    p.a_size = a.a_size;
    p.b_size = a.b_size;
    p.scalar = a.scalar;
    return true;
}
/* An element-wise call of the count form on n elements at checked addresses of local memory: it is noted or
 * carried out. */
inline __attribute__((noinline)) void call_elements(const opf_abi_pending_op &op, uint32_t dst, uint32_t a,
                                                    uint32_t b, uint64_t n, uint64_t scalar)
{
    opf_core &c = core();
    opf_abi_pending_call p;
    p.run = op.run[OPF_SHORT_NONE][OPF_SHORT_NONE];
    p.op = &op;
    p.a = p.b = nullptr;
    p.scalar = scalar;
    p.dst = dst;
    p.dst_size = op.dst_size;
    p.a_size = op.a_size;
    p.b_size = op.b_size;
    p.reads = OPF_SHORT_NONE;
    p.a_from = p.b_from = -1;
    int x = lazy_maker(a, n * op.a_size), y = op.b_size ? lazy_maker(b, n * op.b_size) : x;
    if (c.lazy_num == 0) /* the second source made all */
        x = y = -1;
    if (!lazy_join(p, x, y, n)) {
        p.a = lazy_operand(x, a);
        if (op.b_size) /* where it is made may have changed */
            p.b = lazy_operand(lazy_maker(b, n * op.b_size), b);
    }
    const bool local = is_local_address(address(p.a)) || (p.b_size && is_local_address(address(p.b)));
    if (local || n < LAZY_ELEMENTS) {
        lazy_drop(dst, n * p.dst_size);
        return pend(p, n);
    }
    lazy_forget(dst, n * p.dst_size);
    if (c.lazy_num == OPF_LAZY_CALLS)
        return pend(p, n);
    p.lo = dst;
    p.hi = static_cast<uint32_t>(dst + n * p.dst_size);
    p.count = static_cast<uint32_t>(n);
    c.lazy[c.lazy_num++] = p;
}
} // namespace opf
#endif
