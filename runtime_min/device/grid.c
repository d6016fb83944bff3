/* The scheduler of logical cores: handing out, blocking, waking, ending, and the threads that help. */
#include "runtime_min/device/grid.h"

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/text.h"
#include "runtime_min/device/clock_ticks.h"
#include "runtime_min/device/core_slot.h"
#include "runtime_min/device/core_state.h"
#include "runtime_min/device/deal.h"
#include "runtime_min/device/helpers.h"
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define HELP_AFTER_NS 15000 /* less work than this is done before another thread is awake */
#define JOIN_AFTER_NS 3000  /* less work than this is done before a thread that looks for work has joined */
#define MISSED_NS     30000 /* lost by launches close to each other: worth waking another thread */
#define CLOSE_NS      60000 /* from the end of a launch to the next */
#define STEAL_NS      800   /* less work than this is not taken from a thread that is about to do it */
/* Cores of this much work are taken at once, to begin with and later: taking waits until all stores before it
 * are made, and the last ones taken make others wait. */
#define FIRST_BATCH_NS 6000
#define BATCH_NS       1000
/* Idle slots that a thread keeps while it takes part, and takes at once when its cores wait for others: a
 * lock for each costs as much as a core's start. Each has local memories, and the address space for them is
 * small. */
#define KEPT_SLOTS  8
#define WAIT_NS     20000  /* how long a thread whose cores wait looks before it sleeps */
#define PATIENCE_NS 100000 /* more than waking a thread takes */
#define AGAIN_NS    20000  /* to a thread that is at work, after each core taken from it */
#define SPIN_LIMIT  20000000u

_Thread_local struct opf_runner *opf_this_runner;
_Thread_local struct opf_core *opf_this_core;

/* Cores without a launch, each with its fibre and local memories. One list a share, so that a thread finds
 * those that are in its caches. */
struct idle_slots {
    _Alignas(64) opf_mutex lock;
    struct opf_slot *first; /* changed with the lock held */
};

struct opf_device {
    struct opf_chip chip;
    struct opf_core_memory_pool *memories;
    uint64_t seed;
    bool poison;           /* fill local memories before each core */
    uint64_t stream_above; /* outputs larger than this bypass the caches: with an input, they do not fit */
    struct idle_slots idle[OPF_SHARES_MAX];
    struct opf_batch *batches[OPF_SHARES_MAX]; /* of regions.c, changed by exchange */
    struct opf_helpers helpers;
    /* of small launches that nobody helped with; any launching thread's, only decisions about help depend on
     * them */
    _Alignas(64) uint64_t missed_ns;
    int64_t ended_ns;
};

/* ---- Lists --------------------------------------------------------------------------------------------- */

static void push_last(struct opf_slot **first, struct opf_slot **last, struct opf_slot *slot)
{
    slot->next = NULL;
    if (*last)
        (*last)->next = slot;
    else
        *first = slot;
    *last = slot;
}

static struct opf_slot *pop_first(struct opf_slot **first, struct opf_slot **last)
{
    struct opf_slot *slot = *first;
    if (slot) {
        *first = slot->next;
        if (!*first)
            *last = NULL;
        slot->next = NULL;
    }
    return slot;
}

static void unlink_blocked(struct opf_slot *slot)
{
    if (slot->prev)
        slot->prev->next = slot->next;
    else
        slot->home->blocked = slot->next;
    if (slot->next)
        slot->next->prev = slot->prev;
    slot->next = slot->prev = NULL;
}

/* ---- State changes of cores ---------------------------------------------------------------------------- */

void opf_slots_join(struct opf_slot **first, struct opf_slot **last, struct opf_slot *from,
                    struct opf_slot *to)
{
    if (!from)
        return;
    if (*last)
        (*last)->next = from;
    else
        *first = from;
    *last = to;
}

void opf_runner_wake(struct opf_runner *runner)
{
    __atomic_add_fetch(&runner->wake, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&runner->asleep, __ATOMIC_SEQ_CST))
        opf_futex_wake(&runner->wake, 1);
}

/* Say so once, and let every thread drop what waits. */
void opf_grid_abandon(struct opf_grid *grid)
{
    if (!grid->fault.set) {
        grid->fault = (struct opf_fault_record){.set = true, .kind = -1};
        opf_sync_explain(grid, grid->fault.text, sizeof(grid->fault.text));
    }
    __atomic_store_n(&grid->abandon, 1, __ATOMIC_RELEASE);
    for (uint32_t i = 0; i < grid->runner_num; i++)
        opf_runner_wake(grid->runner_list[i]);
}

/* Tell the launch about the cores that ended on this thread. Not after each one: all threads would write one
 * line. */
static void tell_ended(struct opf_runner *runner)
{
    struct opf_grid *grid = runner->grid;
    uint32_t n = runner->ended;
    runner->ended = 0;
    if (n && __atomic_sub_fetch(&grid->active, n, __ATOMIC_ACQ_REL) == 0) {
        opf_mutex_lock(&grid->lock);
        if (__atomic_load_n(&grid->active, __ATOMIC_ACQUIRE) == 0 && grid->blocked > 0)
            opf_grid_abandon(grid);
        opf_mutex_unlock(&grid->lock);
    }
}

void opf_slot_block(struct opf_slot *slot, enum opf_wait wait, int kind, int flag)
{
    struct opf_grid *grid = slot->grid;
    struct opf_runner *runner = slot->home;
    slot->wait = wait;
    slot->wait_kind = kind;
    slot->wait_flag = flag;
    slot->prev = NULL;
    slot->next = runner->blocked;
    if (slot->next)
        slot->next->prev = slot;
    runner->blocked = slot;
    if (!runner->listed && grid->runner_num < OPF_SHARES_MAX) {
        runner->listed = true;
        grid->runner_list[grid->runner_num++] = runner;
    }
    grid->blocked++;
    grid->progress++;
    uint32_t inactive = 1 + runner->ended;
    runner->ended = 0;
    if (__atomic_sub_fetch(&grid->active, inactive, __ATOMIC_ACQ_REL) == 0)
        opf_grid_abandon(grid);
    opf_mutex_unlock(&grid->lock);
    opf_fibre_switch(&slot->fibre->context, &runner->scheduler);
    opf_slot_check_stop(slot);
}

void opf_slot_wake(struct opf_slot *slot)
{
    struct opf_grid *grid = slot->grid;
    unlink_blocked(slot);
    slot->wait = OPF_WAIT_NONE;
    grid->blocked--;
    grid->progress++;
    __atomic_add_fetch(&grid->active, 1, __ATOMIC_ACQ_REL);
    bool first = !slot->home->ready_first; /* or it has been woken already */
    push_last(&slot->home->ready_first, &slot->home->ready_last, slot);
    if (first && slot->home != opf_this_runner)
        opf_runner_wake(slot->home);
}

void opf_slot_yield(struct opf_slot *slot)
{
    struct opf_runner *runner = slot->home;
    if (!__atomic_load_n(&slot->grid->spun, __ATOMIC_RELAXED))
        __atomic_store_n(&slot->grid->spun, 1, __ATOMIC_RELAXED);
    uint64_t progress = __atomic_load_n(&slot->grid->progress, __ATOMIC_RELAXED);
    if (progress != slot->spin_progress) {
        slot->spin_progress = progress;
        slot->spins = 0;
    }
    if (++slot->spins > SPIN_LIMIT)
        opf_fault_raise(
            OPF_FAULT_SYNC, "yield", __builtin_frame_address(0),
            "the core has waited for a value in memory %u times while no core of the launch began, "
            "ended or was woken: nothing will change it",
            SPIN_LIMIT);
    slot->wait = OPF_WAIT_YIELD;
    push_last(&runner->yielded_first, &runner->yielded_last, slot);
    opf_fibre_switch(&slot->fibre->context, &runner->scheduler);
    slot->wait = OPF_WAIT_NONE;
    opf_slot_check_stop(slot);
}

__attribute__((noreturn)) void opf_slot_end(struct opf_slot *slot)
{
    slot->ended = true;
    opf_fibre_leave(&slot->home->scheduler);
}

/* ---- Running ------------------------------------------------------------------------------------------- */

static void run_core(void *arg)
{
    struct opf_slot *slot = arg;
    opf_fibre_entered();
    const struct opf_grid *grid = slot->grid;
    grid->entry[slot->core.core_kind](grid->args);
    opf_slot_end(slot);
}

/* Position in the launch -> which core of which AI Core. */
static void identify(const struct opf_grid *grid, struct opf_slot *slot)
{
    uint32_t per = grid->aic_per_group + grid->aiv_per_group;
    uint32_t in_group = per == 1 ? 0 : slot->index % per; /* most launches: spare the division */
    struct opf_core *core = &slot->core;
    slot->group = per == 1 ? slot->index : slot->index / per;
    if (in_group < grid->aic_per_group) {
        core->core_kind = OPF_CORE_AIC;
        core->block_idx = slot->group;
        core->sub_block_idx = 0;
    } else {
        core->core_kind = OPF_CORE_AIV;
        core->sub_block_idx = in_group - grid->aic_per_group;
        core->block_idx = slot->group * grid->aiv_per_group + core->sub_block_idx;
    }
}

/* What a stream's kernels start with: bit 60 makes the global bits count, bit 48 keeps infinities and NaN
 * (the INF_NAN overflow mode that devices since 910B run in); table of the public Reg Cast page, "CTRL[60]
 * CTRL[48]". */
#define CTRL_AT_LAUNCH ((uint64_t)1 << 60 | (uint64_t)1 << 48)

/* What all cores of a launch have alike. */
static void shape_core(const struct opf_grid *grid, struct opf_core *core)
{
    memset(core, 0, offsetof(struct opf_core, mem));
    core->abi_version = OPF_ABI_VERSION;
    core->block_num = grid->spec->block_dim;
    core->sub_block_num = grid->aiv_per_group ? grid->aiv_per_group : 1;
    core->kernel_type = grid->spec->kernel_type;
    core->tiling_key = grid->spec->key->key;
    memcpy(core->fixed, grid->spec->fixed, sizeof(core->fixed));
}

static inline void init_core(const struct opf_grid *grid, struct opf_slot *slot)
{
    struct opf_core *core = &slot->core;
    opf_core_clear(core);
    core->flags = grid->core_flags;
    core->mask[0] = core->mask[1] = ~(uint64_t)0;
    core->ctrl = CTRL_AT_LAUNCH;
    core->runtime = slot;
    if (__builtin_expect(slot->events != 0, 0)) {
        memset(slot->event_set, 0, sizeof(slot->event_set));
        slot->events = 0;
    }
    if (__builtin_expect(grid->device->poison, 0)) /* all ones: NaN in every floating type */
        for (int m = 0; m < OPF_MEM_COUNT; m++)
            memset(core->mem[m].base, 0xff, core->mem[m].size);
    identify(grid, slot);
}

static opf_status *make_slot(opf_device *device, struct opf_slot **out)
{
    struct opf_slot *slot = opf_alloc_aligned(_Alignof(struct opf_slot), sizeof(*slot));
    if (!slot)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a core");
    memset(slot, 0, sizeof(*slot));
    opf_status *status = opf_fibre_take(OPF_FIBRE_CORE, &slot->fibre);
    if (!status)
        status = opf_core_memory_take(device->memories, &slot->memory);
    if (status) {
        if (slot->fibre)
            opf_fibre_give(OPF_FIBRE_CORE, slot->fibre);
        opf_free(slot);
        return status;
    }
    memcpy(slot->core.mem, slot->memory->mem, sizeof(slot->core.mem));
    *out = slot;
    return NULL;
}

/* Up to `max` of them, linked. */
static struct opf_slot *take_idle(struct idle_slots *idle, int max)
{
    if (!__atomic_load_n(&idle->first, __ATOMIC_RELAXED))
        return NULL;
    opf_mutex_lock(&idle->lock);
    struct opf_slot *slot = idle->first, *last = slot;
    for (int i = 1; i < max && last && last->next; i++)
        last = last->next;
    if (slot) {
        __atomic_store_n(&idle->first, last->next, __ATOMIC_RELAXED);
        last->next = NULL;
    }
    opf_mutex_unlock(&idle->lock);
    return slot;
}

/* Idle slots of the device or a new one, as the first core of this launch needs them. */
static opf_status *fetch_slot(struct opf_runner *runner, struct opf_slot **out)
{
    struct opf_grid *grid = runner->grid;
    opf_device *device = grid->device;
    uint32_t lists = (uint32_t)device->helpers.thread_num;
    struct opf_slot *slot = NULL;
    for (uint32_t i = 0; !slot && i < lists; i++)
        slot = take_idle(&device->idle[(runner->share + i) % lists], runner->live && i == 0 ? KEPT_SLOTS : 1);
    if (!slot)
        OPF_TRY(make_slot(device, &slot));
    for (struct opf_slot *s = slot; s; s = s->next) {
        s->grid = grid;
        s->home = runner;
        shape_core(grid, &s->core);
        memcpy(s->gm_seen, grid->seen, sizeof(s->gm_seen));
        s->gm_last = s->gm_replace = 0;
        runner->free_num += s != slot;
    }
    runner->free = slot->next;
    *out = slot;
    return NULL;
}

/* A slot with a fibre and local memories, preferably the one that this thread's last core had. */
static inline opf_status *take_slot(struct opf_runner *runner, struct opf_slot **out)
{
    struct opf_slot *slot = runner->free;
    if (slot) {
        runner->free = slot->next;
        runner->free_num--;
    } else {
        OPF_TRY(fetch_slot(runner, &slot));
    }
    slot->next = slot->prev = NULL;
    slot->wait = OPF_WAIT_NONE;
    slot->ended = false;
    slot->spins = 0;
    *out = slot;
    return NULL;
}

/* Give this thread's idle slots to the device. */
static void drop_slots(struct opf_runner *runner)
{
    struct idle_slots *idle = &runner->grid->device->idle[runner->share];
    struct opf_slot *last = runner->free;
    if (!last)
        return;
    while (last->next)
        last = last->next;
    opf_mutex_lock(&idle->lock);
    last->next = idle->first;
    __atomic_store_n(&idle->first, runner->free, __ATOMIC_RELAXED);
    opf_mutex_unlock(&idle->lock);
    runner->free = NULL;
    runner->free_num = 0;
}

static void finish_slot(struct opf_runner *runner, struct opf_slot *slot)
{
    if (slot->simt)
        opf_simt_abandon(slot);
    if (runner->free_num == KEPT_SLOTS)
        drop_slots(runner);
    slot->next = runner->free;
    runner->free = slot;
    runner->free_num++;
    runner->live--;
}

/* Inline where it is called: see opf_fibre_jump. */
static inline __attribute__((always_inline)) void resume(struct opf_runner *runner, struct opf_slot *slot)
{
    runner->current = slot;
    opf_this_core = &slot->core;
    const uint64_t began = slot->grid->timed ? opf_ticks() : 0;
    opf_fibre_switch(&runner->scheduler, &slot->fibre->context);
    if (__builtin_expect(began != 0, 0))
        opf_deal_count(slot->grid, slot->index, opf_ticks() - began);
    if (slot->core.flags & OPF_CORE_STREAM_PENDING)
        opf_rt_stream_drain();
    opf_this_core = NULL;
    runner->current = NULL;
    if (slot->ended) {
        /* only "has it changed" is asked of it: a lost count does no harm */
        if (__atomic_load_n(&slot->grid->spun, __ATOMIC_RELAXED))
            __atomic_store_n(&slot->grid->progress,
                             __atomic_load_n(&slot->grid->progress, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
        opf_regions_drop(slot);
        finish_slot(runner, slot);
        runner->ended++;
    }
}

/* Without memory for a core the launch ends like after a fault. */
static void fail_start(struct opf_runner *runner, uint32_t index, opf_status *status)
{
    struct opf_grid *grid = runner->grid;
    opf_mutex_lock(&grid->lock);
    if (!grid->fault.set) {
        grid->fault = (struct opf_fault_record){.set = true, .index = index};
        snprintf(grid->fault.text, sizeof(grid->fault.text), "%s", opf_status_message(status));
    }
    __atomic_store_n(&grid->stop_above, 0, __ATOMIC_RELAXED);
    opf_mutex_unlock(&grid->lock);
    opf_status_free(status);
    runner->ended++;
}

/* The core at a position of the launch, ready to run; NULL when it need not or cannot. */
static struct opf_slot *begin_core(struct opf_runner *runner, uint32_t index)
{
    struct opf_grid *grid = runner->grid;
    struct opf_slot *slot = NULL;
    if (__atomic_load_n(&grid->stop_above, __ATOMIC_RELAXED) < index) {
        runner->ended++;
        return NULL;
    }
    opf_status *status = take_slot(runner, &slot);
    if (status) {
        fail_start(runner, index, status);
        return NULL;
    }
    slot->index = index;
    init_core(grid, slot);
    opf_fibre_prepare(slot->fibre, run_core, slot);
    runner->live++;
    return slot;
}

static void drop_waiting(struct opf_runner *runner)
{
    struct opf_grid *grid = runner->grid;
    opf_mutex_lock(&grid->lock);
    while (runner->blocked) {
        struct opf_slot *slot = runner->blocked;
        unlink_blocked(slot);
        grid->blocked--;
        finish_slot(runner, slot);
    }
    for (int kind = 0; kind < 3; kind++) {
        struct opf_parked *parked = &runner->parked[kind];
        for (struct opf_slot *slot; (slot = pop_first(&parked->first, &parked->last));)
            finish_slot(runner, slot);
        grid->blocked -= parked->told;
        *parked = (struct opf_parked){0};
    }
    opf_mutex_unlock(&grid->lock);
}

static struct opf_slot *take_ready(struct opf_runner *runner)
{
    if (!runner->woken_first)
        opf_barrier_collect(runner);
    if (!runner->woken_first && __atomic_load_n(&runner->ready_first, __ATOMIC_RELAXED)) {
        opf_mutex_lock(&runner->grid->lock);
        runner->woken_first = runner->ready_first;
        runner->woken_last = runner->ready_last;
        runner->ready_first = runner->ready_last = NULL;
        opf_mutex_unlock(&runner->grid->lock);
    }
    return pop_first(&runner->woken_first, &runner->woken_last);
}

/* Another thread makes a core of this one ready, or gives up the launch. Mostly soon: a while without
 * sleeping. */
static void wait_for_others(struct opf_runner *runner)
{
    const struct opf_grid *grid = runner->grid;
    const uint64_t end = opf_ticks() + opf_ticks_of(WAIT_NS);
    const uint32_t seen = __atomic_load_n(&runner->wake, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&runner->ready_first, __ATOMIC_ACQUIRE) || opf_barrier_released(runner) ||
        __atomic_load_n(&grid->abandon, __ATOMIC_ACQUIRE))
        return;
    for (unsigned spins = 1; spins % 64 || opf_ticks() < end; spins++) {
        if (__atomic_load_n(&runner->wake, __ATOMIC_ACQUIRE) != seen)
            return;
        opf_cpu_pause();
    }
    __atomic_store_n(&runner->asleep, 1, __ATOMIC_SEQ_CST);
    opf_futex_wait(&runner->wake, seen, -1);
    __atomic_store_n(&runner->asleep, 0, __ATOMIC_RELAXED);
}

/* The launch takes longer than waking other threads does. */
static void ask_help_now(struct opf_grid *grid)
{
    grid->asked_help = true;
    if (opf_shares_left(grid->shares))
        opf_helpers_ask(&grid->device->helpers, grid, true);
}

/* A core stays with the thread that began it. Where cores meet, all work may lie behind that: a thread that
 * was first to reach it must not begin the others' cores in the moment that they need to come. */
static bool leaves_to_others(struct opf_runner *runner)
{
    const struct opf_grid *grid = runner->grid;
    if (runner->live == 0 || (runner->share == 0 && !grid->offered && !grid->queued) ||
        !opf_shares_left(grid->shares))
        return false;
    uint64_t now = opf_ticks();
    if (!runner->patient_until)
        runner->patient_until = now + grid->patience;
    if (now < runner->patient_until)
        return true;
    if (opf_shares_others_work(grid->shares, runner->share))
        runner->patient_until = now + opf_ticks_of(AGAIN_NS);
    return false;
}

/* This thread's cores, or those that others do not come to. */
static bool take_positions(struct opf_runner *runner, bool *leaves)
{
    struct opf_grid *grid = runner->grid;
    struct opf_positions *taken = &runner->taken;
    const uint32_t share = runner->share < grid->shares->num ? runner->share : grid->shares->num - 1;
    *leaves = false;
    if (taken->next < taken->end ||
        opf_share_take(&grid->shares->share[share], true, OPF_SHARE_PART, grid->batch, taken))
        return true;
    *leaves = leaves_to_others(runner);
    return !*leaves && opf_shares_take(grid->shares, runner->share, grid->batch, grid->least, taken);
}

/* Run cores until this thread has nothing left to do for the launch. */
static void run_cores(struct opf_runner *runner)
{
    struct opf_grid *grid = runner->grid;
    for (unsigned rounds = 0;; rounds++) {
        struct opf_slot *slot = runner->live ? take_ready(runner) : NULL;
        bool begins = false, leaves = false;
        if (!slot) {
            begins = take_positions(runner, &leaves);
            if (begins) {
                uint32_t i = runner->taken.next++;
                slot = begin_core(runner, grid->order ? grid->order[i] : i);
            } else {
                if (opf_barrier_tell(runner))
                    continue;
                slot = pop_first(&runner->yielded_first, &runner->yielded_last);
                if (slot && !runner->yielded_first && (rounds & 63) == 63)
                    (void)sched_yield();
            }
        }
        if (slot)
            resume(runner, slot);
        if (begins && runner->share == 0 && !grid->asked_help && opf_ticks() > grid->help_at)
            ask_help_now(grid);
        if (slot || begins)
            continue;
        tell_ended(runner);
        opf_regions_pass(runner);
        if (__atomic_load_n(&grid->abandon, __ATOMIC_ACQUIRE))
            drop_waiting(runner);
        if (runner->live == 0)
            return;
        if (leaves)
            opf_cpu_pause();
        else
            wait_for_others(runner);
    }
}

void opf_grid_take_part(struct opf_grid *grid, uint32_t share)
{
    struct opf_runner runner = {.grid = grid, .share = share};
    if (share < grid->shares->num)
        __atomic_store_n(&grid->shares->share[share].owned, 1, __ATOMIC_RELAXED);
    opf_fault_arm_thread();
    struct opf_runner *outer = opf_this_runner;
    opf_this_runner = &runner;
    (void)opf_shares_begin(grid->shares, share, grid->first_batch, &runner.taken);
    run_cores(&runner);
    opf_this_runner = outer;
    if (runner.whole_ticks)
        __atomic_add_fetch(&grid->whole_ticks, runner.whole_ticks, __ATOMIC_RELAXED);
    if (runner.listed) {
        opf_mutex_lock(&grid->lock);
        for (uint32_t i = 0; i < grid->runner_num; i++)
            if (grid->runner_list[i] == &runner)
                grid->runner_list[i] = grid->runner_list[--grid->runner_num];
        opf_mutex_unlock(&grid->lock);
    }
    drop_slots(&runner);
    struct opf_batch **batch = &grid->device->batches[share];
    if (runner.batch) /* the next launch on this thread finds it in its caches */
        opf_free(__atomic_exchange_n(batch, runner.batch, __ATOMIC_ACQ_REL));
}

/* ---- A launch ------------------------------------------------------------------------------------------ */

/* Ranges of the arguments, by start. There are few. */
static void resolve_ranges(struct opf_grid *grid)
{
    const struct opf_grid_spec *spec = grid->spec;
    struct opf_gm_range *r = grid->ranges;
    uint32_t n = 0;
    for (uint32_t i = 0; i < spec->extra_num; i++)
        r[n++] = spec->extra[i];
    n += opf_gm_find_all(spec->args, spec->arg_num, r + n);
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && r[k - 1].start > r[k].start; k--) {
            struct opf_gm_range swap = r[k];
            r[k] = r[k - 1];
            r[k - 1] = swap;
        }
    grid->range_num = n;
    const uint32_t seen = n < OPF_GM_RECENT ? n : OPF_GM_RECENT;
    for (uint32_t i = 0; i < seen; i++)
        grid->seen[i] = (struct opf_gm_seen){.start = r[i].start, .end = r[i].end, .next = {(i + 1) % seen}};
}

static opf_status *shape_grid(struct opf_grid *grid)
{
    static const uint8_t aic[] = {0, 1, 0, 1, 1, 1}, aiv[] = {1, 0, 1, 0, 1, 2};
    const struct opf_grid_spec *spec = grid->spec;
    if (spec->kernel_type > OPF_KERNEL_MIX_AIC_1_2)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "kernel type %u is not one of 0..5", spec->kernel_type);
    grid->aic_per_group = aic[spec->kernel_type];
    grid->aiv_per_group = aiv[spec->kernel_type];
    if (spec->block_dim == 0 || spec->block_dim > 65535)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "block dim %u; it must be 1 to 65535", spec->block_dim);
    grid->kind_num[OPF_CORE_AIC] = grid->aic_per_group * spec->block_dim;
    grid->kind_num[OPF_CORE_AIV] = grid->aiv_per_group * spec->block_dim;
    grid->total = grid->kind_num[0] + grid->kind_num[1];
    grid->args = spec->args;
    grid->core_flags = spec->output_bytes > grid->device->stream_above ? OPF_CORE_STREAM_STORES : 0;
    for (int k = 0; k < 2; k++) {
        uintptr_t address = (uintptr_t)spec->kernel->image.base + spec->key->entry[k];
        memcpy(&grid->entry[k], &address, sizeof(address));
        if (grid->kind_num[k] && !spec->key->entry[k])
            return OPF_FAIL(OPF_NOT_FOUND, "tiling key %llu has no function for %s cores",
                            (unsigned long long)spec->key->key, k == OPF_CORE_AIC ? "AIC" : "AIV");
        grid->barrier[k].expected = grid->kind_num[k];
    }
    grid->barrier[2].expected = grid->total;
    grid->active = grid->total;
    grid->stop_above = UINT32_MAX;
    return NULL;
}

/* A launch too small to wake another thread for, while none looks for work. Many in a row are worth it. */
static void ask_after_many(struct opf_grid *grid, uint64_t rest)
{
    opf_device *device = grid->device;
    uint64_t missed = rest / 2;
    if (grid->begun_ns - __atomic_load_n(&device->ended_ns, __ATOMIC_RELAXED) < CLOSE_NS)
        missed += __atomic_load_n(&device->missed_ns, __ATOMIC_RELAXED);
    if (missed > MISSED_NS) {
        missed = 0;
        ask_help_now(grid);
    }
    __atomic_store_n(&device->missed_ns, missed, __ATOMIC_RELAXED);
}

#define LOCAL_RANGES 48

opf_status *opf_grid_run(opf_device *device, const struct opf_grid_spec *spec, struct opf_grid_info *info)
{
    struct opf_gm_range local[LOCAL_RANGES];
    struct opf_shares shares;
    struct opf_grid grid;
    memset(&grid, 0, offsetof(struct opf_grid, fault));
    grid.fault.set = false;
    grid.device = device;
    grid.spec = spec;
    grid.seed = device->seed;
    grid.shares = &shares;
    grid.ranges = local;
    grid.joined = 1;
    grid.cpu = opf_thread_cpu();
    OPF_TRY(shape_grid(&grid));
    if (spec->arg_num + spec->extra_num > LOCAL_RANGES)
        grid.ranges = opf_calloc((size_t)spec->arg_num + spec->extra_num, sizeof(grid.ranges[0]));
    if (!grid.ranges)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to launch %s", spec->op_type);
    resolve_ranges(&grid);
    const bool alone = grid.total == 1 || opf_regions_alone(&grid);
    opf_shares_split(&shares, grid.total, alone ? 1 : (uint32_t)device->helpers.thread_num);
    opf_deal_begin(&grid);
    if (grid.seed && !grid.order)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to launch %s", spec->op_type);
    grid.begun_ns = opf_clock_ns();
    uint64_t past = __atomic_load_n(&spec->key->ns_per_core, __ATOMIC_RELAXED);
    grid.first_batch = past && past < FIRST_BATCH_NS ? (uint32_t)(FIRST_BATCH_NS / past) : 1;
    grid.batch = past && past < BATCH_NS ? (uint32_t)(BATCH_NS / past) : 1;
    grid.least = past && past < STEAL_NS ? (uint32_t)(STEAL_NS / past) : 1;
    grid.help_at = opf_ticks() + opf_ticks_of(HELP_AFTER_NS);
    uint64_t rest = past * (grid.total - 1);
    grid.patience = opf_ticks_of(past && rest / 8 < PATIENCE_NS ? rest / 8 : PATIENCE_NS);
    grid.asked_help = alone || past == 0 || rest > HELP_AFTER_NS;
    if (!alone && (grid.asked_help || rest > JOIN_AFTER_NS))
        opf_helpers_ask(&device->helpers, &grid, grid.asked_help);
    if (!grid.asked_help && !grid.offered && rest > JOIN_AFTER_NS)
        ask_after_many(&grid, rest);
    opf_grid_take_part(&grid, 0);
    opf_helpers_end(&device->helpers, &grid);
    opf_deal_end(&grid);
    const int64_t ended_ns = opf_clock_ns();
    __atomic_store_n(&device->ended_ns, ended_ns, __ATOMIC_RELAXED);
    uint64_t ns = (uint64_t)(ended_ns - grid.begun_ns);
    opf_regions_learn(&grid, ns);
    uint64_t each = ns * grid.joined / grid.total + 1;
    __atomic_store_n(&spec->key->ns_per_core, past ? (past * 3 + each) / 4 : each, __ATOMIC_RELAXED);
    if (info)
        *info = (struct opf_grid_info){.ns = ns, .cores = grid.total, .threads = grid.joined};
    opf_status *status = grid.fault.set ? opf_fault_status(&grid) : NULL;
    if (grid.ranges != local)
        opf_free(grid.ranges);
    opf_free(grid.order);
    opf_free(grid.cross);
    opf_free(grid.collect);
    return status;
}

/* ---- Device -------------------------------------------------------------------------------------------- */

static uint64_t env_number(const char *name, uint64_t fallback)
{
    const char *text = getenv(name);
    uint64_t value;
    return text && opf_text_to_u64(text, &value) ? value : fallback;
}

opf_status *opf_device_create(const struct opf_chip *chip, opf_device **out)
{
    opf_device *d = opf_alloc_aligned(_Alignof(opf_device), sizeof(*d));
    if (!d)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a device");
    memset(d, 0, sizeof(*d));
    d->chip = *chip;
    d->seed = env_number("OPF_SCHED", 0);
    d->poison = env_number("OPF_POISON", 0) != 0;
    uint64_t threads = env_number("OPF_THREADS", (uint64_t)opf_thread_cpu_count());
    d->helpers.thread_num = threads < 1 ? 1 : threads > OPF_SHARES_MAX ? OPF_SHARES_MAX : (int)threads;
    opf_regions_start(d->helpers.thread_num);
    d->stream_above = env_number("OPF_STREAM_ABOVE", opf_cpu_cache_size() / 2);
    opf_status *status = opf_core_memory_pool_create(chip, &d->memories);
    if (status) {
        opf_free(d);
        return status;
    }
    *out = d;
    return NULL;
}

void opf_device_destroy(opf_device *device)
{
    if (!device)
        return;
    opf_helpers_stop(&device->helpers);
    for (int i = 0; i < OPF_SHARES_MAX; i++)
        while (device->idle[i].first) {
            struct opf_slot *slot = device->idle[i].first;
            device->idle[i].first = slot->next;
            opf_fibre_give(OPF_FIBRE_CORE, slot->fibre);
            opf_free(slot->rows);
            opf_free(slot);
        }
    for (int i = 0; i < OPF_SHARES_MAX; i++)
        opf_free(device->batches[i]);
    opf_core_memory_pool_destroy(device->memories);
    opf_free(device);
}

struct opf_batch *opf_grid_batch(struct opf_runner *runner)
{
    if (!runner->batch)
        runner->batch =
            __atomic_exchange_n(&runner->grid->device->batches[runner->share], NULL, __ATOMIC_ACQ_REL);
    return runner->batch;
}

const struct opf_chip *opf_device_chip(const opf_device *device)
{
    return &device->chip;
}
