/* Which global memory a kernel may touch: the launch's own data, its arguments' allocations, and any other
 * live allocation (for addresses found inside tensor lists). */
#include "runtime_min/device/core_slot.h"
#include <stddef.h>

#define FRAME __builtin_frame_address(0)

static bool covers(const struct opf_gm_range *r, uintptr_t start, uintptr_t end)
{
    return start >= r->start && end <= r->end;
}

static const struct opf_gm_range *find_argument(const struct opf_grid *grid, uintptr_t start, uintptr_t end)
{
    uint32_t lo = 0, hi = grid->range_num;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (grid->ranges[mid].start <= start)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo && covers(&grid->ranges[lo - 1], start, end) ? &grid->ranges[lo - 1] : NULL;
}

__attribute__((noreturn)) static void refuse(uintptr_t start, uint64_t size, int is_write, const char *call,
                                             const void *frame)
{
    char first[160], last[160];
    opf_gm_describe(start, first, sizeof(first));
    struct opf_gm_range r;
    const char *verb = is_write ? "writes" : "reads";
    if (opf_gm_find(start, &r)) {
        opf_gm_describe(start + size - 1, last, sizeof(last));
        opf_fault_raise(OPF_FAULT_GM_ACCESS, call, frame, "%s %llu bytes at 0x%llx (%s); the last one is %s",
                        verb, (unsigned long long)size, (unsigned long long)start, first, last);
    }
    opf_fault_raise(OPF_FAULT_GM_ACCESS, call, frame, "%s %llu bytes at 0x%llx: %s", verb,
                    (unsigned long long)size, (unsigned long long)start, first);
}

_Static_assert(offsetof(struct opf_slot, core) == 0, "a core is found at the start of its slot");

static inline bool use_seen(struct opf_slot *slot, uint32_t i, uintptr_t start, uint64_t size, int is_write)
{
    const struct opf_gm_seen *r = &slot->gm_seen[i];
    struct opf_core *core = &slot->core;
    if (start < r->start || start >= r->end || size > r->end - start)
        return false;
    slot->gm_last = i;
    if (is_write) {
        core->gm_write_lo = r->start;
        core->gm_write_hi = r->end;
    } else {
        core->gm_before_lo = core->gm_lo;
        core->gm_before_hi = core->gm_hi;
        core->gm_lo = r->start;
        core->gm_hi = r->end;
    }
    return true;
}

static __attribute__((noinline)) void search(struct opf_slot *slot, uintptr_t start, uint64_t size,
                                             int is_write, const char *call, const void *frame)
{
    opf_slot_check_stop(slot);
    uint32_t *next = slot->gm_seen[slot->gm_last].next;
    uintptr_t end;
    for (uint32_t i = 0; i < OPF_GM_RECENT; i++)
        if (use_seen(slot, i, start, size, is_write)) {
            if (i != next[0]) {
                next[1] = next[0];
                next[0] = i;
            }
            return;
        }
    if (size == 0)
        return;
    if (__builtin_add_overflow(start, size, &end))
        refuse(start, size, is_write, call, frame);
    struct opf_gm_range other;
    const struct opf_gm_range *r = find_argument(slot->grid, start, end);
    if (!r && opf_gm_find(start, &other) && covers(&other, start, end))
        r = &other;
    if (!r)
        refuse(start, size, is_write, call, frame);
    uint32_t i = slot->gm_replace;
    slot->gm_replace = (i + 1) % OPF_GM_RECENT;
    slot->gm_seen[i].start = r->start;
    slot->gm_seen[i].end = r->end;
    next[1] = next[0];
    next[0] = i;
    (void)use_seen(slot, i, start, size, is_write);
}

/* Called whenever a kernel turns to another tensor. */
void opf_rt_gm_check(const void *addr, uint64_t size, int is_write, const char *call)
{
    struct opf_slot *slot = (struct opf_slot *)(void *)opf_this_core;
    const uint32_t *next = slot->gm_seen[slot->gm_last].next;
    const uintptr_t start = (uintptr_t)addr;
    if (!is_write && __builtin_expect(slot->core.flags & OPF_CORE_ROWS_NOTED, 0))
        opf_rt_stream_drain();
    if (__builtin_expect(__atomic_load_n(&slot->grid->stop_above, __ATOMIC_RELAXED) >= slot->index, 1) &&
        (use_seen(slot, next[0], start, size, is_write) || use_seen(slot, next[1], start, size, is_write)))
        return;
    search(slot, start, size, is_write, call, FRAME);
    __asm__ volatile(""); /* not a jump: the frame must still be there */
}
