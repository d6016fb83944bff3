/* Synchronisation between logical cores: SyncAll, cross-core flags, event bookkeeping, yielding. */
#include "base/alloc.h"
#include "runtime_min/device/core_slot.h"
#include <string.h>

#define FRAME        __builtin_frame_address(0)
#define FLAG_MAX     15 /* a cross-core flag's counter */
#define COLLECT_KIND 3  /* modes 0, 1 and 2 collect sets of several cores */

static struct opf_slot *enter(const char *call, const void *frame)
{
    struct opf_slot *slot = opf_slot_current();
    opf_slot_check_stop(slot);
    if (slot->simt)
        opf_fault_raise(OPF_FAULT_SYNC, call, frame,
                        "called inside a SIMT function; it is for the whole core");
    return slot;
}

/* Where a core that is about to wait was called from. The frame of the runtime function itself is gone by the
 * time of a report, its caller's is not. */
#define REMEMBER_WAIT(slot)                                                                                  \
    do {                                                                                                     \
        memcpy(&(slot)->wait_frame, FRAME, sizeof((slot)->wait_frame));                                      \
        (slot)->wait_pc = __builtin_return_address(0);                                                       \
    } while (0)

/* The chip starts as many cores as it has; the others begin when one ends, so they can never meet. */
static void check_all_resident(struct opf_slot *slot, int kind, const char *call, const void *frame)
{
    const struct opf_grid *grid = slot->grid;
    const struct opf_chip *chip = opf_device_chip(grid->device);
    for (uint32_t k = OPF_CORE_AIV; k <= OPF_CORE_AIC; k++) {
        uint32_t has = k == OPF_CORE_AIC ? chip->cube_cores : chip->vector_cores;
        if ((kind == 2 || (uint32_t)kind == k) && grid->kind_num[k] > has)
            opf_fault_raise(
                OPF_FAULT_SYNC, call, frame,
                "the launch has %u %s cores (block dim %u), %s has %u: on the chip they would wait for ever",
                grid->kind_num[k], k == OPF_CORE_AIC ? "AIC" : "AIV", slot->core.block_num, chip->short_name,
                has);
    }
}

/* ---- SyncAll ------------------------------------------------------------------------------------------- */

void opf_rt_sync_all(int core_kind)
{
    opf_rt_stream_drain();
    struct opf_slot *slot = enter("SyncAll", FRAME);
    if (core_kind < 0 || core_kind > 2 || (core_kind < 2 && (uint32_t)core_kind != slot->core.core_kind))
        opf_fault_raise(OPF_FAULT_SYNC, "SyncAll", FRAME, "an %s core cannot join a barrier of kind %d",
                        slot->core.core_kind == OPF_CORE_AIC ? "AIC" : "AIV", core_kind);
    check_all_resident(slot, core_kind, "SyncAll", FRAME);
    REMEMBER_WAIT(slot);
    opf_barrier_wait(slot, core_kind);
}

/* ---- Cross-core flags ---------------------------------------------------------------------------------- */

static bool prepare_cross(struct opf_grid *grid)
{
    if (!grid->cross)
        grid->cross = opf_calloc(grid->total, OPF_CROSS_IDS);
    if (!grid->collect)
        grid->collect = opf_calloc((size_t)grid->total * COLLECT_KIND, OPF_CROSS_IDS * sizeof(uint32_t));
    return grid->cross && grid->collect;
}

static uint32_t *collected(struct opf_grid *grid, uint32_t index, int mode, int id)
{
    return &grid->collect[((size_t)index * COLLECT_KIND + (size_t)mode) * OPF_CROSS_IDS + (size_t)id];
}

static uint32_t kind_of(const struct opf_grid *grid, uint32_t index)
{
    return index % (grid->aic_per_group + grid->aiv_per_group) < grid->aic_per_group ? OPF_CORE_AIC
                                                                                     : OPF_CORE_AIV;
}

/* One set arrives at core `index`: its waiter goes on, or the counter rises. False when it is full. */
static bool deliver(struct opf_grid *grid, uint32_t index, int id)
{
    for (uint32_t r = 0; r < grid->runner_num; r++)
        for (struct opf_slot *s = grid->runner_list[r]->blocked; s; s = s->next)
            if (s->index == index && s->wait == OPF_WAIT_CROSS && s->wait_flag == id) {
                opf_slot_wake(s);
                return true;
            }
    uint8_t *count = &grid->cross[(size_t)index * OPF_CROSS_IDS + (size_t)id];
    if (*count >= FLAG_MAX)
        return false;
    (*count)++;
    return true;
}

/* The cores [first, last) step by kind whose sets are collected, and those that are told. */
struct group {
    uint32_t first, last;
    uint32_t from_kind, to_kind;
};

/* A set in modes 0, 1, 2: told on once every core of the collecting side has set once more. */
static bool collect(struct opf_grid *grid, uint32_t index, int mode, int id, const struct group *g)
{
    (*collected(grid, index, mode, id))++;
    for (uint32_t i = g->first; i < g->last; i++)
        if (kind_of(grid, i) == g->from_kind && *collected(grid, i, mode, id) == 0)
            return true;
    for (uint32_t i = g->first; i < g->last; i++)
        if (kind_of(grid, i) == g->from_kind)
            (*collected(grid, i, mode, id))--;
    bool ok = true;
    for (uint32_t i = g->first; i < g->last; i++)
        if (kind_of(grid, i) == g->to_kind)
            ok = deliver(grid, i, id) && ok;
    return ok;
}

static bool set_flag(struct opf_slot *slot, int mode, int id)
{
    struct opf_grid *grid = slot->grid;
    uint32_t per = grid->aic_per_group + grid->aiv_per_group, base = slot->group * per;
    uint32_t kind = slot->core.core_kind;
    struct group g = {base, base + per, kind, kind};
    switch (mode) {
    case 0: /* all cores of one kind */
        g.first = 0;
        g.last = grid->total;
        return collect(grid, slot->index, 0, id, &g);
    case 1: /* the AIV cores of one AI Core */
        return collect(grid, slot->index, 1, id, &g);
    case 2: /* AIC and all AIV of one AI Core */
        g.to_kind = kind == OPF_CORE_AIC ? OPF_CORE_AIV : OPF_CORE_AIC;
        return collect(grid, slot->index, 2, id, &g);
    default: /* 4: AIC and one AIV; ids 16.. on the AIC side are those of AIV1 */
        if (kind == OPF_CORE_AIC)
            return deliver(grid, base + 1 + (uint32_t)(id >= 16), id & 15);
        return deliver(grid, base, id + (slot->core.sub_block_idx ? 16 : 0));
    }
}

static void check_cross(struct opf_slot *slot, int mode, int id, const char *call, const void *frame)
{
    struct opf_grid *grid = slot->grid;
    bool mixed = grid->aic_per_group && grid->aiv_per_group;
    bool aic = slot->core.core_kind == OPF_CORE_AIC;
    if (mode != 0 && mode != 1 && mode != 2 && mode != 4)
        opf_fault_raise(OPF_FAULT_BAD_ARGUMENT, call, frame, "mode %d; the modes are 0, 1, 2 and 4", mode);
    if (mode != 0 && !mixed)
        opf_fault_raise(OPF_FAULT_SYNC, call, frame,
                        "mode %d synchronises cores inside an AI Core, but the kernel runs as %s", mode,
                        opf_kernel_type_name(slot->core.kernel_type));
    if (mode == 1 && aic)
        opf_fault_raise(OPF_FAULT_SYNC, call, frame, "mode 1 is between AIV cores, this is an AIC core");
    if (mode == 0)
        check_all_resident(slot, (int)slot->core.core_kind, call, frame);
    bool id_ok = mode != 4
                     ? id >= 0 && id <= 15
                     : (id >= 0 && id <= 10) || (aic && id >= 16 && id <= 26 && grid->aiv_per_group > 1);
    if (!id_ok)
        opf_fault_raise(OPF_FAULT_BAD_ARGUMENT, call, frame, "flag id %d; mode %d has %s", id, mode,
                        mode != 4 ? "0 to 15"
                        : aic     ? "0 to 10 (AIV0) and 16 to 26 (AIV1)"
                                  : "0 to 10");
}

void opf_rt_cross_set(int mode, int pipe, int flag_id)
{
    opf_rt_stream_drain();
    struct opf_slot *slot = enter("CrossCoreSetFlag", FRAME);
    (void)pipe; /* program order: everything before has happened */
    check_cross(slot, mode, flag_id, "CrossCoreSetFlag", FRAME);
    opf_mutex_lock(&slot->grid->lock);
    bool memory = prepare_cross(slot->grid);
    bool ok = memory && set_flag(slot, mode, flag_id);
    opf_mutex_unlock(&slot->grid->lock);
    if (!memory)
        opf_fault_raise(OPF_FAULT_SYNC, "CrossCoreSetFlag", FRAME, "no memory for the flags of this launch");
    if (!ok)
        opf_fault_raise(OPF_FAULT_SYNC, "CrossCoreSetFlag", FRAME,
                        "flag %d was set more than %d times without being waited for", flag_id, FLAG_MAX);
}

void opf_rt_cross_wait(int mode, int pipe, int flag_id)
{
    struct opf_slot *slot = enter("CrossCoreWaitFlag", FRAME);
    (void)pipe;
    check_cross(slot, mode, flag_id, "CrossCoreWaitFlag", FRAME);
    struct opf_grid *grid = slot->grid;
    opf_mutex_lock(&grid->lock);
    if (!prepare_cross(grid)) {
        opf_mutex_unlock(&grid->lock);
        opf_fault_raise(OPF_FAULT_SYNC, "CrossCoreWaitFlag", FRAME, "no memory for the flags of this launch");
    }
    uint8_t *count = &grid->cross[(size_t)slot->index * OPF_CROSS_IDS + (size_t)flag_id];
    if (*count) {
        (*count)--;
        opf_mutex_unlock(&grid->lock);
        return;
    }
    REMEMBER_WAIT(slot);
    opf_slot_block(slot, OPF_WAIT_CROSS, mode, flag_id);
}

void opf_rt_yield(void)
{
    opf_rt_stream_drain();
    struct opf_slot *slot = enter("yield", FRAME);
    opf_slot_yield(slot);
}

/* ---- Events of one core -------------------------------------------------------------------------------- */

static void check_event(int event, int id, const char *call, const void *frame)
{
    if (event < 0 || event >= 32 || id < 0 || id > 7)
        opf_fault_raise(OPF_FAULT_BAD_ARGUMENT, call, frame, "hard event %d, id %d; ids are 0 to 7", event,
                        id);
}

void opf_rt_event_set(int event, int id)
{
    struct opf_slot *slot = opf_slot_current();
    if (slot->core.flags & OPF_CORE_STREAM_PENDING)
        opf_rt_stream_drain();
    check_event(event, id, "SetFlag", FRAME);
    if (slot->event_set[event] & (1u << id))
        opf_fault_raise(OPF_FAULT_SYNC, "SetFlag", FRAME,
                        "event id %d of hard event %d is set again before its WaitFlag", id, event);
    slot->event_set[event] |= 1u << id;
    slot->events |= 1u << event;
}

void opf_rt_event_wait(int event, int id)
{
    struct opf_slot *slot = opf_slot_current();
    check_event(event, id, "WaitFlag", FRAME);
    if (!(slot->event_set[event] & (1u << id)))
        opf_fault_raise(OPF_FAULT_SYNC, "WaitFlag", FRAME,
                        "event id %d of hard event %d was never set on this core: the wait would not end", id,
                        event);
    slot->event_set[event] &= ~(1u << id);
}

/* ---- Deadlock report ----------------------------------------------------------------------------------- */

struct text {
    char *out;
    size_t size, len;
};

__attribute__((format(printf, 2, 3))) static void say(struct text *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    if (t->len < t->size) {
        int n = vsnprintf(t->out + t->len, t->size - t->len, fmt, args);
        t->len += n > 0 ? (size_t)n : 0;
    }
    va_end(args);
}

static const struct opf_slot *earlier(const struct opf_slot *a, const struct opf_slot *b)
{
    return a && a->index < b->index ? a : b;
}

void opf_sync_explain(struct opf_grid *grid, char *out, size_t size)
{
    static const char *const kinds[] = {"AIV", "AIC", "all"};
    struct text t = {out, size, 0};
    uint32_t barrier[3] = {0}, flags = 0;
    const struct opf_slot *first = NULL;
    say(&t, "no core can go on");
    for (uint32_t r = 0; r < grid->runner_num; r++) {
        const struct opf_runner *runner = grid->runner_list[r];
        for (const struct opf_slot *s = runner->blocked; s; s = s->next) {
            first = earlier(first, s);
            if (flags++ < 4)
                say(&t, "; core %u (%s) waits for flag %d in mode %d", s->core.block_idx,
                    kinds[s->core.core_kind], s->wait_flag, s->wait_kind);
        }
        for (int k = 0; k < 3; k++) {
            barrier[k] += runner->parked[k].told;
            for (const struct opf_slot *s = runner->parked[k].first; s; s = s->next)
                first = earlier(first, s);
        }
    }
    if (flags > 4)
        say(&t, "; %u more wait for flags", flags - 4);
    for (int k = 0; k < 3; k++)
        if (barrier[k])
            say(&t, "; %u of %u %s cores wait in SyncAll", barrier[k], grid->barrier[k].expected, kinds[k]);
    uint32_t ended = grid->total - grid->blocked;
    if (ended)
        say(&t, "; %u core%s ended without joining", ended, ended == 1 ? "" : "s");
    if (first) {
        say(&t, "; %s core %u waits first", kinds[first->core.core_kind], first->core.block_idx);
        opf_fault_place_wait(first);
    }
}
