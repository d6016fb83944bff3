/* Which global memory a kernel may touch: the launch's own data, its arguments' allocations, and any other
 * live allocation (for addresses found inside tensor lists). */
#include "runtime_min/device/core_slot.h"

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

void opf_rt_gm_check(const void *addr, uint64_t size, int is_write, const char *call)
{
    struct opf_core *core = opf_this_core;
    struct opf_slot *slot = core->runtime;
    uintptr_t start = (uintptr_t)addr, end;
    opf_slot_check_stop(slot);
    for (uint32_t i = 0; i < OPF_GM_RECENT; i++) { /* a kernel goes to and fro between a few tensors */
        const struct opf_gm_range *r = &slot->gm_recent[i];
        if (start >= r->start && start < r->end && size <= r->end - start) {
            core->gm_lo = r->start;
            core->gm_hi = r->end;
            return;
        }
    }
    if (size == 0)
        return;
    if (__builtin_add_overflow(start, size, &end))
        refuse(start, size, is_write, call, FRAME);
    struct opf_gm_range other;
    const struct opf_gm_range *r = find_argument(slot->grid, start, end);
    if (!r && opf_gm_find(start, &other) && covers(&other, start, end))
        r = &other;
    if (!r)
        refuse(start, size, is_write, call, FRAME);
    core->gm_lo = r->start;
    core->gm_hi = r->end;
    slot->gm_recent[slot->gm_recent_at] = *r;
    slot->gm_recent_at = (slot->gm_recent_at + 1) % OPF_GM_RECENT;
}
