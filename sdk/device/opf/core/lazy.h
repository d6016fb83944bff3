/* Lazy copies. A large dense copy from GM into local memory is noted, not carried out: element-wise calls
 * then read GM itself, which saves a pass over the data. What the kernel can tell stays as if the copy had
 * been made:
 *  - any other access to local memory (LocalTensor::ptr, GetValue, ...) carries out all noted copies first;
 *  - a call that overwrites or frees the whole of a noted range drops the note;
 *  - a store by this core to the noted GM bytes, and anything that tells other cores it has read them, carry
 * it out;
 *  - once a kernel has asked for the address of local memory (GetPhyAddr) nothing is noted any more on its
 * core. */
#ifndef OPF_CORE_LAZY_H
#define OPF_CORE_LAZY_H

#include "pending.h"

namespace opf
{
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
inline __attribute__((noinline)) void settle_all()
{
    opf_core &c = core();
    make_pending();
    uint32_t n = c.lazy_num;
    c.lazy_num = 0;
    for (uint32_t i = 0; i < n; i++)
        copy_dense(reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(c.lazy[i].lo)), c.lazy[i].from,
                   c.lazy[i].hi - c.lazy[i].lo);
}
/* Local memory as the kernel means it, before it is touched in a way that knows nothing of lazy copies. */
OPF_INLINE void settle()
{
    if (anything_lazy())
        settle_all();
}
/* The kernel gets an address of local memory: from now on every access may go unnoticed. */
OPF_INLINE void pin_local()
{
    core().lazy_off = 1;
    settle();
}
/* Where to read `bytes` of local memory at `at`. The result of a noted call is not made for it. */
OPF_INLINE const uint8_t *lazy_operand(uint32_t at, uint64_t bytes)
{
    opf_core &c = core();
    for (uint32_t i = 0; i < c.lazy_num; i++) {
        if (at >= c.lazy[i].lo && at + bytes <= c.lazy[i].hi)
            return c.lazy[i].from + (at - c.lazy[i].lo);
        if (at < c.lazy[i].hi && at + bytes > c.lazy[i].lo) {
            settle_all();
            break;
        }
    }
    return reinterpret_cast<const uint8_t *>(static_cast<uintptr_t>(at));
}
/* The same for those who read at once. */
OPF_INLINE const uint8_t *lazy_source(uint32_t at, uint64_t bytes)
{
    if (__builtin_expect(core().pending_num != 0, 0))
        pending_before_read(at, bytes);
    return lazy_operand(at, bytes);
}
/* No copy waits any more for `bytes` of local memory at `at`, which nobody reads. */
OPF_INLINE void lazy_drop(uint32_t at, uint64_t bytes)
{
    opf_core &c = core();
    for (uint32_t i = 0; i < c.lazy_num;) {
        if (at <= c.lazy[i].lo && at + bytes >= c.lazy[i].hi) {
            c.lazy[i] = c.lazy[--c.lazy_num];
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
        return settle_all();
    const uint8_t *p = static_cast<const uint8_t *>(gm);
    for (uint32_t i = 0; i < c.lazy_num; i++)
        if (p < c.lazy[i].from + (c.lazy[i].hi - c.lazy[i].lo) && p + bytes > c.lazy[i].from)
            return settle_all();
    pending_before_gm(address(gm), bytes);
}
/* Notes a copy of a dense range, already checked; false = make it now. */
constexpr uint64_t LAZY_FROM = 2048; /* shorter ones are in the cache before the first use */
OPF_INLINE bool lazy_note(uint32_t to, const uint8_t *from, uint64_t bytes)
{
    opf_core &c = core();
    if (bytes < LAZY_FROM || c.lazy_off || c.lazy_num == OPF_LAZY_COPIES)
        return false;
    c.lazy[c.lazy_num++] = {to, static_cast<uint32_t>(to + bytes), from};
    if (!(c.flags & OPF_CORE_STREAM_STORES)) /* only such stores ask ahead */
        return true;
    if (c.read_end[0] == from)
        c.read_end[0] = from + bytes;
    else {
        if (c.read_end[1] != from)
            c.read_end[0] = c.read_end[1];
        c.read_end[1] = from + bytes;
    }
    return true;
}
} // namespace opf
#endif
