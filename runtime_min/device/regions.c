/* Who may change which part of memory atomically: a lock for every so many regions. A core of several takes
 * them in the order of the table, so that two cores never wait for each other. Elements that lie all over
 * memory are noted, lock by lock: a lock's line that comes from another thread's cache costs more than the
 * change. Where all of that memory fits into one thread's cache, its lines would go to and fro: threads take
 * turns to hold everything. */
#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/device/clock_ticks.h"
#include "runtime_min/device/core_slot.h"
#include <sched.h>

#define REGION_BITS 12 /* small enough that cores seldom want the same one, large enough for rows */
#define LOCKS_LEAST 32u
#define LOCKS_MOST  1024u
#define LOCKS_EACH  16 /* a host thread: few, so that a round of a SIMT function has many changes for each */
#define NOTES       32 /* a lock */
#define LINE        64
#define SPINS       2000
#define BESIDE      3 /* regions that are held together for elements */
#define NEAR        8 /* elements that must share a region for holding it to be worth while */

#define WHOLE_SPAN    ((uintptr_t)1 << 20) /* changed in a round: what one thread's cache has room for */
#define WHOLE_THREADS 4                    /* more get further side by side than in turns */
#define WHOLE_ROUNDS  1000                 /* until elements are noted again to see where they are */
#define TURN_NS       200000               /* while others wait: all lines come from the last one's cache */
#define ABSENT_NS     3000                 /* the thread whose turn it is does something else */
#define PASS_NS       1000                 /* that the next one is given to come */
/* Launches that spend this part of their time so, in eighths, are one thread's: beside it others wait, and
 * what they change comes from the wrong cache. Of two threads' launches more, since the rest takes less. */
#define ALONE_PART  4
#define ALONE_AMONG 5

_Static_assert((OPF_HOLD_MOST >> REGION_BITS) + 1 <= LOCKS_LEAST,
               "a range must not come to the same lock twice");

/* A line each: neighbouring regions are other cores'. */
static struct region_lock {
    _Alignas(LINE) uint32_t taken;
} locks[LOCKS_MOST];
static uint32_t lock_num; /* a power of two, set once */

/* One core holds all memory. Whoever takes a region's lock looks here afterwards, whoever takes this waits
 * afterwards until each lock was free once: one of the two sees the other. */
static struct {
    _Alignas(LINE) uint32_t taken;
    uint32_t waiting;               /* threads that wait for their turn */
    uint32_t times;                 /* it was taken */
    const struct opf_runner *owner; /* whose turn it is; it may be gone, and is only compared */
    uint64_t since;
} whole;
static bool takes_turns; /* set once */
static const struct opf_abi_range EVERYTHING = {0, UINT64_MAX};

/* Changes that one host thread's running core has noted. */
struct opf_batch {
    opf_abi_apply apply;
    bool noting;      /* elements of this kind of change are noted */
    uint32_t misses;  /* since the last let_go: elements outside what was held, */
    uint32_t noted;   /* elements noted, */
    uint32_t repeats; /* and those for the same lock as the one before */
    uint32_t last;
    uintptr_t lo, hi; /* where elements were noted in the last round that noted, or began since */
    uint32_t whole;   /* so many rounds from now on hold everything */
    uint8_t num[LOCKS_MOST];
    struct opf_abi_change changes[LOCKS_MOST][NOTES]; /* the first lock_num are used */
};

void opf_regions_start(int threads)
{
    uint32_t n = LOCKS_LEAST, none = 0;
    while (n < LOCKS_MOST && n < (uint32_t)threads * LOCKS_EACH)
        n *= 2;
    if (__atomic_compare_exchange_n(&lock_num, &none, n, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        takes_turns = threads <= WHOLE_THREADS;
}

static uint32_t lock_of(uintptr_t addr)
{
    return (uint32_t)(addr >> REGION_BITS) & (lock_num - 1);
}

static void wait_until_free(const uint32_t *taken)
{
    for (unsigned spins = 1; __atomic_load_n(taken, __ATOMIC_SEQ_CST); spins++) {
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

static void take(uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        while (__atomic_exchange_n(&locks[i].taken, 1, __ATOMIC_SEQ_CST))
            wait_until_free(&locks[i].taken);
}

/* The locks of [first, last], around the end of the table when first is the larger one. */
static void give_regions(uint32_t first, uint32_t last)
{
    give(first, first <= last ? last : lock_num - 1);
    if (first > last)
        give(0, last);
}

static void take_regions(uint32_t first, uint32_t last)
{
    for (;;) {
        if (first > last)
            take(0, last);
        take(first, first <= last ? last : lock_num - 1);
        if (__builtin_expect(!__atomic_load_n(&whole.taken, __ATOMIC_SEQ_CST), 1))
            return;
        give_regions(first, last);
        wait_until_free(&whole.taken);
    }
}

static void give_back(struct opf_core *core)
{
    const struct opf_abi_range held = core->held;
    core->held.size = 0;
    if (!held.size || held.lo == (uintptr_t)core->mem[OPF_MEM_UB].base)
        return;
    if (held.size == EVERYTHING.size) {
        opf_this_runner->whole_ticks += opf_ticks() - opf_this_runner->whole_since;
        __atomic_store_n(&whole.taken, 0, __ATOMIC_RELEASE);
    } else {
        give_regions(lock_of(held.lo), lock_of(held.lo + held.size - 1));
    }
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
    take_regions(lock_of(lo << REGION_BITS), lock_of(hi << REGION_BITS));
    return core->held = (struct opf_abi_range){lo << REGION_BITS, (hi - lo + 1) << REGION_BITS};
}

/* The core holds nothing. While changes are made it does, so that a fault among them gives it back. */
static void make_changes(struct opf_core *core, struct opf_batch *batch, uint32_t lock)
{
    const uint64_t num = batch->num[lock];
    batch->num[lock] = 0;
    take_regions(lock, lock);
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

/* Until everything is free and it is this thread's turn: the one who had it last goes on as long as nobody
 * waits, or for TURN_NS. */
static void wait_for_turn(const struct opf_runner *me)
{
    const uint64_t absent = opf_ticks_of(ABSENT_NS);
    const struct opf_runner *owner = __atomic_load_n(&whole.owner, __ATOMIC_RELAXED);
    const bool over = __atomic_load_n(&whole.waiting, __ATOMIC_RELAXED) > 0 &&
                      opf_ticks() - __atomic_load_n(&whole.since, __ATOMIC_RELAXED) > opf_ticks_of(TURN_NS);
    if (owner == me && !over && !__atomic_exchange_n(&whole.taken, 1, __ATOMIC_SEQ_CST))
        return;
    if (owner == me)
        __atomic_store_n(&whole.owner, NULL, __ATOMIC_RELAXED);
    __atomic_add_fetch(&whole.waiting, 1, __ATOMIC_RELAXED);
    uint32_t times = __atomic_load_n(&whole.times, __ATOMIC_RELAXED);
    uint64_t free_since = opf_ticks(); /* as far as this thread has seen, which may not have been running */
    const uint64_t begin = free_since + (owner == me ? opf_ticks_of(PASS_NS) : 0);
    for (unsigned spins = 1;; spins++) {
        const uint64_t now = opf_ticks();
        const uint32_t seen = __atomic_load_n(&whole.times, __ATOMIC_RELAXED);
        const bool free = !__atomic_load_n(&whole.taken, __ATOMIC_RELAXED);
        if (!free || seen != times)
            free_since = now;
        times = seen;
        if (free && (int64_t)(now - begin) >= 0 &&
            (!__atomic_load_n(&whole.owner, __ATOMIC_RELAXED) || now - free_since > absent) &&
            !__atomic_exchange_n(&whole.taken, 1, __ATOMIC_SEQ_CST))
            break;
        opf_cpu_pause();
        if (spins % SPINS == 0)
            (void)sched_yield();
    }
    __atomic_sub_fetch(&whole.waiting, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&whole.since, opf_ticks(), __ATOMIC_RELAXED);
    __atomic_store_n(&whole.owner, me, __ATOMIC_RELAXED);
}

static struct opf_abi_range hold_everything(struct opf_core *core, struct opf_batch *batch, uintptr_t first)
{
    batch->lo = first < batch->lo ? first : batch->lo;
    batch->hi = first > batch->hi ? first : batch->hi;
    batch->whole = batch->hi - batch->lo < WHOLE_SPAN ? batch->whole - 1 : 0;
    wait_for_turn(opf_this_runner);
    __atomic_store_n(&whole.times, whole.times + 1, __ATOMIC_RELAXED);
    core->held = EVERYTHING;
    for (uint32_t i = 0; i < lock_num; i++)
        wait_until_free(&locks[i].taken);
    opf_this_runner->whole_since = opf_ticks();
    return core->held;
}

void opf_regions_pass(const struct opf_runner *runner)
{
    if (__atomic_load_n(&whole.owner, __ATOMIC_RELAXED) == runner)
        __atomic_store_n(&whole.owner, NULL, __ATOMIC_RELAXED);
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
        batch->whole = 0;
        batch->misses = batch->noted = batch->repeats = 0;
    }
    if (batch->whole) {
        give_back(core);
        return hold_everything(core, batch, (uintptr_t)addr);
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
    batch->lo = batch->noted && batch->lo < (uintptr_t)addr ? batch->lo : (uintptr_t)addr;
    batch->hi = batch->noted && batch->hi > (uintptr_t)addr ? batch->hi : (uintptr_t)addr;
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
    const bool near = batch->noted && batch->hi - batch->lo < WHOLE_SPAN;
    const uint32_t threads = core->simt_dim[0] * core->simt_dim[1] * core->simt_dim[2];
    if (batch->noting)
        batch->noting = (batch->noted - batch->repeats) * NEAR >= batch->noted;
    else
        batch->noting = batch->misses * NEAR > threads;
    batch->whole = batch->noting && near && takes_turns ? WHOLE_ROUNDS : 0;
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

static uint64_t memory_of(const struct opf_grid *grid)
{
    uint64_t bytes = 1; /* 0 is no launch's */
    for (uint32_t i = 0; i < grid->range_num; i++)
        bytes += grid->ranges[i].end - grid->ranges[i].start;
    return bytes;
}

bool opf_regions_alone(const struct opf_grid *grid)
{
    return __atomic_load_n(&grid->spec->key->alone, __ATOMIC_RELAXED) == memory_of(grid);
}

void opf_regions_learn(const struct opf_grid *grid, uint64_t ns)
{
    uint64_t *alone = &grid->spec->key->alone;
    const uint64_t part = grid->joined > 1 ? ALONE_AMONG : ALONE_PART;
    const bool is = grid->whole_ticks > opf_ticks_of(ns) / 8 * part;
    if (is || __atomic_load_n(alone, __ATOMIC_RELAXED) == memory_of(grid))
        __atomic_store_n(alone, is ? memory_of(grid) : 0, __ATOMIC_RELAXED);
}
