/* Pending calls. Element-wise calls of the count form on large ranges are noted, not carried out. A store of
 * a result to GM computes it then, a block of elements after the other through all calls it depends on, so
 * that what they hand to each other stays in the first-level cache (tiles fill the unified buffer, which is
 * several times larger). What has been stored stays noted: most results are overwritten or freed before
 * anybody reads them from local memory, and are never written there. What the kernel can tell stays as if
 * each call had been carried out at once:
 *  - a group is of calls with one count, where each element depends on others of its own index only: a source
 *    that meets an earlier result of the group is that result, an operand that is overwritten is read before;
 *  - reading a result in any other way, or overwriting what the group reads, first makes its results (lazy.h
 *    and copy.h say who asks). */
#ifndef OPF_CORE_PENDING_H
#define OPF_CORE_PENDING_H

#include "enums.h"

#include <opforge/abi.h>

namespace opf
{
OPF_INLINE opf_core &core()
{
    return *opf_this_core;
}
constexpr uint64_t PENDING_FROM = 16384; /* bytes of a first result: shorter ones stay in the cache anyway */
constexpr uint64_t PENDING_JOINED = 4096; /* of one that reads 16-bit floats: a cast back most often joins it */
constexpr uint64_t PENDING_SCRATCH = 12288; /* bytes of a block's results: a quarter of a first-level cache */

OPF_INLINE uintptr_t address(const void *p)
{
    return reinterpret_cast<uintptr_t>(p);
}
OPF_INLINE bool is_local_address(uintptr_t p)
{
    return p >> 32 == 0;
}
OPF_INLINE bool meet(uintptr_t a, uint64_t a_bytes, uintptr_t b, uint64_t b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}
/* Asks for [p, p + bytes), which need not exist, when it is not local memory. */
OPF_INLINE void prefetch_gm(const uint8_t *p, uint64_t bytes)
{
    if (!is_local_address(address(p)))
        for (uint64_t i = 0; i < bytes; i += 64)
            __builtin_prefetch(p + i);
}

/* ---- carrying out ----------------------------------------------------------------------------------- */

/* Bits of the calls that `wanted` and everything it depends on are made by. */
inline uint32_t pending_needs(const opf_abi_pending_group &g, uint32_t wanted)
{
    for (uint32_t i = g.num; i-- > 0;)
        if (wanted >> i & 1) {
            wanted |= g.calls[i].a_from < 0 ? 0 : 1u << g.calls[i].a_from;
            wanted |= g.calls[i].b_from < 0 ? 0 : 1u << g.calls[i].b_from;
        }
    return wanted;
}
/* Computes the results `wanted` of the group. place(index of the call, first element, elements) says where a
 * block of one of them belongs, null = to scratch memory; done(call, address of the block, first element,
 * elements) gets each of them, and asks for the next sources itself if `asks`. */
template <class Place, class Done>
OPF_INLINE void run_group(const opf_abi_pending_group &g, uint32_t wanted, bool asks, Place place, Done done)
{
    alignas(64) uint8_t scratch[PENDING_SCRATCH + 64 * OPF_PENDING_CALLS];
    const uint32_t needed = pending_needs(g, wanted);
    uint64_t each = 0;
    for (uint32_t i = 0; i < g.num; i++)
        each += needed >> i & 1 ? g.calls[i].dst_size : 0;
    uint64_t block = (PENDING_SCRATCH / each) & ~63ull;
    for (uint64_t at = 0; at < g.count; at += block) {
        const uint64_t n = g.count - at < block ? g.count - at : block;
        uint8_t *made[OPF_PENDING_CALLS], *next = scratch;
        for (uint32_t i = 0; i < g.num; i++) {
            if (!(needed >> i & 1))
                continue;
            const opf_abi_pending_call &p = g.calls[i];
            made[i] = wanted >> i & 1 ? place(i, at, n) : nullptr;
            if (!made[i]) {
                made[i] = next;
                next += (block * p.dst_size + 63) & ~63ull;
            }
            if (p.a_from < 0 && !asks)
                prefetch_gm(p.a + (g.count + at) * p.a_size, n * p.a_size);
            if (p.b_from < 0 && !asks)
                prefetch_gm(p.b + (g.count + at) * p.b_size, n * p.b_size);
            p.run(made[i], p.a_from < 0 ? p.a + at * p.a_size : made[p.a_from],
                  p.b_from < 0 ? p.b + at * p.b_size : made[p.b_from], n, p.scalar);
            if (wanted >> i & 1)
                done(p, made[i], at, n);
        }
    }
}
/* What a store asks for while it goes past the caches, when the group has computed its first n elements: the
 * next of its first two sources in GM. */
inline void ask_ahead(const opf_abi_pending_group &g, uint32_t wanted, uint64_t n, const uint8_t **ends)
{
    const uint32_t needed = pending_needs(g, wanted);
    uint32_t found = 0;
    ends[0] = ends[1] = nullptr;
    for (uint32_t i = 0; i < g.num && found < 2; i++) {
        const opf_abi_pending_call &p = g.calls[i];
        if (!(needed >> i & 1))
            continue;
        if (p.a_from < 0 && !is_local_address(address(p.a)))
            ends[found++] = p.a + n * p.a_size;
        if (p.b_size && p.b_from < 0 && !is_local_address(address(p.b)) && found < 2)
            ends[found++] = p.b + n * p.b_size;
    }
}
OPF_INLINE void drop_group(uint32_t index)
{
    opf_core &c = core();
    c.pending_num--;
    for (uint32_t i = index; i < c.pending_num; i++)
        c.pending[i] = c.pending[i + 1];
}
/* Nobody has overwritten anything of the call's result. */
OPF_INLINE bool is_whole(const opf_abi_pending_call &p, uint64_t n)
{
    return p.lo == p.dst && p.hi - p.lo == n * p.dst_size;
}
/* Makes what nobody has overwritten of the results, and forgets the group. */
inline __attribute__((noinline)) void make_group(uint32_t index)
{
    const opf_abi_pending_group &g = core().pending[index];
    const opf_abi_pending_call &first = g.calls[0];
    if (g.num == 1 && g.live && is_whole(first, g.count))
        first.run(reinterpret_cast<void *>(static_cast<uintptr_t>(first.dst)), first.a, first.b, g.count,
                  first.scalar);
    else if (g.live)
        run_group(
            g, g.live, false,
            [&g](uint32_t i, uint64_t at, uint64_t) {
                const opf_abi_pending_call &p = g.calls[i];
                uintptr_t to = p.dst + at * p.dst_size;
                return is_whole(p, g.count) ? reinterpret_cast<uint8_t *>(to) : nullptr;
            },
            [](const opf_abi_pending_call &p, const uint8_t *made, uint64_t at, uint64_t n) {
                uint64_t first = p.dst + at * p.dst_size, last = first + n * p.dst_size;
                uint64_t lo = first > p.lo ? first : p.lo, hi = last < p.hi ? last : p.hi;
                if (lo < hi && address(made) != first)
                    __builtin_memcpy(reinterpret_cast<void *>(lo), made + (lo - first), hi - lo);
            });
    drop_group(index);
}
inline __attribute__((noinline)) void make_pending()
{
    while (core().pending_num)
        make_group(0);
}

/* ---- what others are about to do -------------------------------------------------------------------- */

/* Local bytes are about to be read. */
inline __attribute__((noinline)) void pending_before_read(uintptr_t at, uint64_t bytes)
{
    opf_core &c = core();
    for (uint32_t k = 0; k < c.pending_num;) {
        const opf_abi_pending_group &g = c.pending[k];
        bool hit = false;
        for (uint32_t i = 0; i < g.num; i++)
            hit |= (g.live >> i & 1) && meet(at, bytes, g.calls[i].lo, g.calls[i].hi - g.calls[i].lo);
        if (hit)
            make_group(k);
        else
            k++;
    }
}
/* What the group reads from memory meets the range. */
inline bool group_reads(const opf_abi_pending_group &g, uintptr_t at, uint64_t bytes)
{
    for (uint32_t i = 0; i < g.num; i++) {
        const opf_abi_pending_call &p = g.calls[i];
        if ((p.a_from < 0 && meet(at, bytes, address(p.a), g.count * p.a_size)) ||
            (p.b_from < 0 && meet(at, bytes, address(p.b), g.count * p.b_size)))
            return true;
    }
    return false;
}
/* GM bytes are about to be written. */
inline __attribute__((noinline)) void pending_before_gm(uintptr_t at, uint64_t bytes)
{
    for (uint32_t k = 0; k < core().pending_num;)
        if (group_reads(core().pending[k], at, bytes))
            make_group(k);
        else
            k++;
}
/* [at, at + bytes) is overwritten: what is left of the call's result. False when that is two pieces. */
OPF_INLINE bool leave(const opf_abi_pending_call &p, uintptr_t at, uint64_t bytes, uint32_t *lo, uint32_t *hi)
{
    *lo = p.lo;
    *hi = p.hi;
    if (at <= p.lo)
        *lo = at + bytes < p.hi ? static_cast<uint32_t>(at + bytes) : p.hi;
    else if (at + bytes >= p.hi)
        *hi = static_cast<uint32_t>(at);
    else
        return false;
    return true;
}
inline bool overwrite_results(opf_abi_pending_group &g, uintptr_t at, uint64_t bytes)
{
    uint32_t lo, hi, hit = 0;
    for (uint32_t i = 0; i < g.num; i++)
        if ((g.live >> i & 1) && meet(at, bytes, g.calls[i].lo, g.calls[i].hi - g.calls[i].lo)) {
            if (!leave(g.calls[i], at, bytes, &lo, &hi))
                return false;
            hit |= 1u << i;
        }
    for (; hit; hit &= hit - 1) {
        const uint32_t i = static_cast<uint32_t>(__builtin_ctz(hit));
        (void)leave(g.calls[i], at, bytes, &lo, &hi);
        g.calls[i].lo = lo;
        g.calls[i].hi = hi;
        if (lo >= hi)
            g.live &= ~(1u << i);
    }
    return true;
}
/* Local bytes are about to be overwritten, or (freed) are of no use any more. Groups from `end` on are left
 * alone. */
inline __attribute__((noinline)) void pending_before_write(uintptr_t at, uint64_t bytes, bool freed,
                                                           uint32_t end)
{
    opf_core &c = core();
    for (uint32_t k = 0; k < end && k < c.pending_num;) {
        opf_abi_pending_group &g = c.pending[k];
        if (!freed && g.reads_local && group_reads(g, at, bytes))
            make_group(k), end--;
        else if (!overwrite_results(g, at, bytes) && !freed)
            make_group(k), end--;
        else if (g.live == 0 && g.stored)
            drop_group(k), end--;
        else
            k++;
    }
}

/* ---- noting ----------------------------------------------------------------------------------------- */

/* Which call of the group makes the source: its index, -1 = none, -2 = one does in part. */
OPF_INLINE int result_of(const opf_abi_pending_group &g, const uint8_t *from, uint64_t size)
{
    for (uint32_t i = g.num; i-- > 0;) {
        const opf_abi_pending_call &q = g.calls[i];
        if ((g.live >> i & 1) && meet(address(from), g.count * size, q.lo, q.hi - q.lo))
            return address(from) == q.dst && size == q.dst_size && q.hi - q.lo == g.count * size
                       ? static_cast<int>(i)
                       : -2;
    }
    return -1;
}
/* An element of a is read before an element of dst, of at most its size, overwrites it, or there is no a. */
OPF_INLINE bool may_overwrite(const uint8_t *a, uint64_t a_size, const opf_abi_pending_call &p, uint64_t n)
{
    return !a_size || !meet(address(a), n * a_size, p.dst, n * p.dst_size) ||
           (address(a) == p.dst && p.dst_size <= a_size);
}
/* What the call reads from memory is not overwritten by a result from `first` on. */
OPF_INLINE bool undisturbed(const opf_abi_pending_group &g, const opf_abi_pending_call &p, uint32_t first)
{
    for (uint32_t i = first; i < g.num; i++) {
        const opf_abi_pending_call &q = g.calls[i];
        if ((g.live >> i & 1) && ((p.a_from < 0 && meet(address(p.a), g.count * p.a_size, q.lo, q.hi - q.lo)) ||
                                  (p.b_from < 0 && meet(address(p.b), g.count * p.b_size, q.lo, q.hi - q.lo))))
            return false;
    }
    return true;
}
OPF_INLINE bool is_source(const opf_abi_pending_group &g, int call)
{
    for (uint32_t i = static_cast<uint32_t>(call) + 1; i < g.num; i++)
        if (g.calls[i].a_from == call || g.calls[i].b_from == call)
            return true;
    return false;
}
/* A cast to 16-bit floats becomes the call before it with another result, which saves a pass through the cache;
 * the call before stays for those who want its result. p.a_from is known. */
OPF_INLINE void join_cast(const opf_abi_pending_group &g, opf_abi_pending_call &p)
{
    if (!p.op->narrows || p.a_from < 0)
        return;
    const opf_abi_pending_call &q = g.calls[p.a_from];
    opf_abi_pending_run *run = q.op->shorts ? q.op->run[q.reads][p.op->narrows] : nullptr;
    if (!run || is_source(g, p.a_from) || !undisturbed(g, q, static_cast<uint32_t>(p.a_from)))
        return;
    p.run = run;
    p.a = q.a;
    p.b = q.b;
    p.a_size = q.a_size;
    p.b_size = q.b_size;
    p.a_from = q.a_from;
    p.b_from = q.b_from;
    p.scalar = q.scalar;
}
/* Appends the call to the group when it belongs there. */
OPF_INLINE bool append(opf_abi_pending_group &g, opf_abi_pending_call p)
{
    const uint64_t n = g.count;
    int a = result_of(g, p.a, p.a_size), b = p.b_size ? result_of(g, p.b, p.b_size) : -1;
    if (g.num == OPF_PENDING_CALLS || a == -2 || b == -2)
        return false;
    p.a_from = static_cast<int8_t>(a);
    p.b_from = static_cast<int8_t>(b);
    join_cast(g, p);
    if ((p.a_from < 0 && !may_overwrite(p.a, p.a_size, p, n)) ||
        (p.b_from < 0 && !may_overwrite(p.b, p.b_size, p, n)))
        return false;
    for (uint32_t i = 0; i < g.num; i++) {
        const opf_abi_pending_call &q = g.calls[i];
        if ((q.a_from < 0 && !may_overwrite(q.a, q.a_size, p, n)) ||
            (q.b_from < 0 && !may_overwrite(q.b, q.b_size, p, n)))
            return false;
    }
    if (!overwrite_results(g, p.dst, n * p.dst_size))
        return false;
    p.lo = p.dst;
    p.hi = p.dst + static_cast<uint32_t>(n * p.dst_size);
    g.reads_local |= (p.a_from < 0 && is_local_address(address(p.a))) ||
                     (p.b_size && p.b_from < 0 && is_local_address(address(p.b)));
    g.live |= 1u << g.num;
    g.calls[g.num++] = p;
    return true;
}
/* Notes a call, or carries it out; its operands are checked, and no lazy call is left on its result. The call is
 * complete but for lo, hi, a_from and b_from. */
inline __attribute__((noinline)) void pend(opf_abi_pending_call p, uint64_t n)
{
    opf_core &c = core();
    bool open = c.pending_num && !c.pending[c.pending_num - 1].stored;
    const bool joins = open && c.pending[c.pending_num - 1].count == n;
    const bool wait = (joins || n * p.dst_size >= (p.reads ? PENDING_JOINED : PENDING_FROM)) && !c.lazy_off &&
                      may_overwrite(p.a, p.a_size, p, n) && may_overwrite(p.b, p.b_size, p, n);
    if (joins && wait) {
        const uint32_t before = c.pending_num - 1;
        if (before) {
            pending_before_write(p.dst, n * p.dst_size, false, before);
            for (uint32_t k = c.pending_num - 1; k-- > 0;)
                if (result_of(c.pending[k], p.a, p.a_size) != -1 ||
                    (p.b_size && result_of(c.pending[k], p.b, p.b_size) != -1))
                    make_group(k);
        }
        if (append(c.pending[c.pending_num - 1], p))
            return;
        make_group(c.pending_num - 1);
        open = false;
    }
    if (c.pending_num) {
        if (is_local_address(address(p.a)))
            pending_before_read(address(p.a), n * p.a_size);
        if (p.b_size && is_local_address(address(p.b)))
            pending_before_read(address(p.b), n * p.b_size);
        pending_before_write(p.dst, n * p.dst_size, false, c.pending_num);
    }
    if (!wait)
        return p.run(reinterpret_cast<void *>(static_cast<uintptr_t>(p.dst)), p.a, p.b, n, p.scalar);
    if (open && c.pending_num && !c.pending[c.pending_num - 1].stored) /* of another count */
        make_group(c.pending_num - 1);
    if (c.pending_num == OPF_PENDING_GROUPS)
        make_group(0);
    opf_abi_pending_group &g = c.pending[c.pending_num++];
    p.lo = p.dst;
    p.hi = p.dst + static_cast<uint32_t>(n * p.dst_size);
    p.a_from = p.b_from = -1;
    g.count = n;
    g.num = g.live = 1;
    g.stored = 0;
    g.reads_local = is_local_address(address(p.a)) || (p.b_size && is_local_address(address(p.b)));
    g.calls[0] = p;
}
} // namespace opf
#endif
