/* SyncAll. A core that arrives is only noted by its host thread; barriers are told of all of them at once,
 * when the thread has nothing else to do: a lock and lines of memory that travel between threads at each
 * arrival cost more than the kernels between two barriers often do. For the same reason a thread is told that
 * its cores go on, and finds them itself. */
#include "runtime_min/device/core_slot.h"

void opf_barrier_wait(struct opf_slot *slot, int kind)
{
    struct opf_runner *runner = slot->home;
    struct opf_parked *parked = &runner->parked[kind];
    slot->wait = OPF_WAIT_BARRIER;
    slot->wait_kind = kind;
    slot->next = NULL;
    opf_slots_join(&parked->first, &parked->last, slot, slot);
    parked->num++;
    opf_fibre_switch(&slot->fibre->context, &runner->scheduler);
    slot->wait = OPF_WAIT_NONE;
    opf_slot_check_stop(slot);
}

/* All cores are there. Lock held. */
static void release(struct opf_grid *grid, int kind)
{
    grid->barrier[kind].arrived = 0;
    if (!__atomic_load_n(&grid->spec->key->meets, __ATOMIC_RELAXED))
        __atomic_store_n(&grid->spec->key->meets, true, __ATOMIC_RELAXED);
    for (uint32_t r = 0; r < grid->runner_num; r++) {
        struct opf_runner *runner = grid->runner_list[r];
        struct opf_parked *parked = &runner->parked[kind];
        if (!parked->told)
            continue;
        grid->blocked -= parked->told;
        __atomic_add_fetch(&grid->active, parked->told, __ATOMIC_ACQ_REL);
        __atomic_store_n(&parked->told, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&parked->released, true, __ATOMIC_RELEASE);
        if (runner != opf_this_runner)
            opf_runner_wake(runner);
    }
    grid->progress++;
}

/* Lock held. */
static void tell(struct opf_runner *runner, int kind)
{
    struct opf_grid *grid = runner->grid;
    struct opf_parked *parked = &runner->parked[kind];
    const uint32_t more = parked->num - parked->told;
    if (parked->released || !more)
        return;
    if (!runner->listed && grid->runner_num < OPF_SHARES_MAX) {
        runner->listed = true;
        grid->runner_list[grid->runner_num++] = runner;
    }
    __atomic_store_n(&parked->told, parked->num, __ATOMIC_RELAXED);
    grid->barrier[kind].arrived += more;
    grid->blocked += more;
    grid->progress++;
    const uint32_t left = __atomic_sub_fetch(&grid->active, more, __ATOMIC_ACQ_REL);
    if (grid->barrier[kind].arrived >= grid->barrier[kind].expected)
        release(grid, kind);
    else if (left == 0)
        opf_grid_abandon(grid);
}

bool opf_barrier_tell(struct opf_runner *runner)
{
    for (int kind = 0; kind < 3; kind++)
        if (__atomic_load_n(&runner->parked[kind].told, __ATOMIC_RELAXED) < runner->parked[kind].num) {
            opf_mutex_lock(&runner->grid->lock);
            tell(runner, kind);
            opf_mutex_unlock(&runner->grid->lock);
        }
    return opf_barrier_released(runner);
}

void opf_barrier_collect(struct opf_runner *runner)
{
    for (int kind = 0; kind < 3; kind++) {
        struct opf_parked *parked = &runner->parked[kind];
        if (!__atomic_load_n(&parked->released, __ATOMIC_ACQUIRE))
            continue;
        opf_slots_join(&runner->woken_first, &runner->woken_last, parked->first, parked->last);
        *parked = (struct opf_parked){0};
    }
}
