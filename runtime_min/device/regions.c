/* Who may change which part of memory atomically: a lock for every so many regions. A core of several takes
 * them in the order of the table, so that two cores never wait for each other. Elements that lie all over
 * memory are noted, lock by lock: a lock's line that comes from another thread's cache costs more than the
 * change. */
#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/device/core_slot.h"
#include <sched.h>

#define REGION_BITS 12 /* small enough that cores seldom want the same one, large enough for rows */
#define LOCKS_LEAST 32u
#define LOCKS_MOST  1024u
#define LOCKS_EACH  16 /* a host thread: few, so that a round of a SIMT function has many changes for each */
#define NOTES  32 /* a lock */
#define LINE   64
#define SPINS  2000
#define BESIDE 3 /* regions that are held together for elements */
#define NEAR   8 /* elements that must share a region for holding it to be worth while */

_Static_assert((OPF_HOLD_MOST >> REGION_BITS) + 1 <= LOCKS_LEAST,
               "a range must not come to the same lock twice");

/* A line each: neighbouring regions are other cores'. */
static struct region_lock {
    _Alignas(LINE) uint32_t taken;
} locks[LOCKS_MOST];
static uint32_t lock_num; /* a power of two, set once */

/* Changes that one host thread's running core has noted. */
struct opf_batch {
    opf_abi_apply apply;
    bool noting;      /* elements of this kind of change are noted */
    uint32_t misses;  /* since the last let_go: elements outside what was held, */
    uint32_t noted;   /* elements noted, */
    uint32_t repeats; /* and those for the same lock as the one before */
    uint32_t last;
    uint8_t num[LOCKS_MOST];
    struct opf_abi_change changes[LOCKS_MOST][NOTES]; /* the first lock_num are used */
};

void opf_regions_start(int threads)
{
    uint32_t n = LOCKS_LEAST, none = 0;
    while (n < LOCKS_MOST && n < (uint32_t)threads * LOCKS_EACH)
        n *= 2;
    (void)__atomic_compare_exchange_n(&lock_num, &none, n, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static uint32_t lock_of(uintptr_t addr)
{
    return (uint32_t)(addr >> REGION_BITS) & (lock_num - 1);
}

static void take(uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        for (unsigned spins = 1; __atomic_exchange_n(&locks[i].taken, 1, __ATOMIC_ACQUIRE); spins++)
            for (; __atomic_load_n(&locks[i].taken, __ATOMIC_RELAXED); spins++) {
                opf_cpu_pause();
                if (spins % SPINS == 0) /* its thread may not be running */
                    (void)sched_yield();
            }
}

static void give(uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        __atomic_store_n(&locks[i].taken, 0, __ATOMIC_RELEASE);
}

static void give_back(struct opf_core *core)
{
    const struct opf_abi_range held = core->held;
    core->held.size = 0;
    if (!held.size || held.lo == (uintptr_t)core->mem[OPF_MEM_UB].base)
        return;
    const uint32_t first = lock_of(held.lo), last = lock_of(held.lo + held.size - 1);
    give(first, first <= last ? last : lock_num - 1);
    if (first > last)
        give(0, last);
}

static bool is_local(const struct opf_core *core, const void *addr)
{
    return (uintptr_t)addr - (uintptr_t)core->mem[OPF_MEM_UB].base < core->mem[OPF_MEM_UB].size;
}

struct opf_abi_range opf_rt_hold(const void *addr, uint64_t size)
{
    struct opf_core *core = opf_this_core;
    give_back(core);
    if (is_local(core, addr))
        return core->held =
                   (struct opf_abi_range){(uintptr_t)core->mem[OPF_MEM_UB].base, core->mem[OPF_MEM_UB].size};
    __builtin_prefetch(addr, 1); /* comes while the lock does */
    const uintptr_t lo = (uintptr_t)addr >> REGION_BITS, hi = ((uintptr_t)addr + size - 1) >> REGION_BITS;
    const uint32_t first = lock_of(lo << REGION_BITS), last = lock_of(hi << REGION_BITS);
    if (first > last)
        take(0, last);
    take(first, first <= last ? last : lock_num - 1);
    return core->held = (struct opf_abi_range){lo << REGION_BITS, (hi - lo + 1) << REGION_BITS};
}

/* The core holds nothing. While changes are made it does, so that a fault among them gives it back. */
static void make_changes(struct opf_core *core, struct opf_batch *batch, uint32_t lock)
{
    const uint64_t num = batch->num[lock];
    batch->num[lock] = 0;
    take(lock, lock);
    core->held = (struct opf_abi_range){(uintptr_t)lock << REGION_BITS, 1};
    batch->apply(batch->changes[lock], num);
    core->held.size = 0;
    give(lock, lock);
}

static void make_all_changes(struct opf_core *core, struct opf_batch *batch)
{
    for (uint32_t i = 0; batch->noted && i < lock_num; i++)
        if (batch->num[i])
            make_changes(core, batch, i);
}

static __attribute__((noinline)) struct opf_batch *find_batch(struct opf_runner *runner)
{
    if (!opf_grid_batch(runner))
        runner->batch = opf_calloc(1, sizeof(*runner->batch)); /* without it, nothing is noted */
    return runner->batch;
}

/* Holds the element's region. Elements that lie around a border go to and fro: what is held already stays so
 * if it is beside. */
static struct opf_abi_range hold_beside(const struct opf_core *core, const void *addr)
{
    const struct opf_abi_range held = core->held;
    const uintptr_t at = (uintptr_t)addr & ~(((uintptr_t)1 << REGION_BITS) - 1);
    const uintptr_t lo = at < held.lo ? at : held.lo;
    const uintptr_t hi = at < held.lo ? held.lo + held.size : at + ((uintptr_t)1 << REGION_BITS);
    return held.size && hi - lo <= (uintptr_t)BESIDE << REGION_BITS ? opf_rt_hold((const void *)lo, hi - lo)
                                                                    : opf_rt_hold(addr, 1);
}

struct opf_abi_range opf_rt_hold_element(void *addr, uint64_t value, opf_abi_apply apply)
{
    struct opf_core *core = opf_this_core;
    struct opf_batch *batch = opf_this_runner->batch;
    if (!batch)
        batch = find_batch(opf_this_runner);
    if (!batch || is_local(core, addr))
        return opf_rt_hold(addr, 1);
    if (batch->apply != apply) {
        give_back(core);
        make_all_changes(core, batch);
        batch->apply = apply;
        batch->noting = false;
        batch->misses = batch->noted = batch->repeats = 0;
    }
    if (!batch->noting) {
        batch->misses++;
        return hold_beside(core, addr);
    }
    __builtin_prefetch(addr, 1);
    const uint32_t lock = lock_of((uintptr_t)addr);
    if (core->held.size)
        give_back(core);
    const uint32_t num = batch->num[lock];
    batch->noted++;
    batch->repeats += lock == batch->last;
    batch->last = lock;
    batch->changes[lock][num] = (struct opf_abi_change){addr, value};
    batch->num[lock] = (uint8_t)(num + 1);
    if (num + 1 == NOTES)
        make_changes(core, batch, lock);
    return (struct opf_abi_range){0, 0};
}

/* Whether elements are noted from now on is seen by how near to each other they were. */
static void end_round(struct opf_core *core, struct opf_batch *batch)
{
    make_all_changes(core, batch);
    const uint32_t threads = core->simt_dim[0] * core->simt_dim[1] * core->simt_dim[2];
    if (batch->noting)
        batch->noting = (batch->noted - batch->repeats) * NEAR >= batch->noted;
    else
        batch->noting = batch->misses * NEAR > threads;
    batch->misses = batch->noted = batch->repeats = 0;
}

void opf_rt_let_go(void)
{
    struct opf_core *core = opf_this_core;
    struct opf_batch *batch = opf_this_runner->batch;
    give_back(core);
    if (batch && (batch->misses | batch->noted))
        end_round(core, batch);
}

void opf_regions_drop(struct opf_slot *slot)
{
    struct opf_batch *batch = slot->home->batch;
    give_back(&slot->core);
    if (batch && batch->noted) {
        batch->misses = batch->noted = batch->repeats = 0;
        for (uint32_t i = 0; i < lock_num; i++)
            batch->num[i] = 0;
    }
}
