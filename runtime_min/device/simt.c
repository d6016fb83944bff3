/* SIMT functions with barriers: each thread of the block is a fibre inside its core. Warp exchanges complete
 * when no lane of the warp can run any further; the lanes that wait at the exchange are the active ones. */
#include "base/alloc.h"
#include "runtime_min/device/core_slot.h"
#include <string.h>

#define FRAME       __builtin_frame_address(0)
#define WARP        32u
#define MAX_THREADS 2048u

enum lane_state { LANE_READY, LANE_BARRIER, LANE_SHUFFLE, LANE_BALLOT, LANE_DONE };

struct lane {
    struct opf_fibre *fibre; /* NULL: not begun, or done */
    enum lane_state state;
    uint32_t want;  /* shuffle: lane asked for */
    uint64_t value; /* in: contributed; out: result */
};

struct opf_simt {
    struct opf_fibre_context scheduler;
    struct opf_slot *slot;
    void (*thread)(void *);
    void *arg;
    uint32_t dim[3], count, current;
    struct opf_fibre *spare;
    struct lane *lanes;
};

static void run_lane(void *arg)
{
    struct opf_simt *simt = arg;
    opf_fibre_entered();
    simt->thread(simt->arg);
    simt->lanes[simt->current].state = LANE_DONE;
    opf_fibre_leave(&simt->scheduler);
}

static void resume_lane(struct opf_simt *simt, uint32_t index)
{
    struct lane *lane = &simt->lanes[index];
    struct opf_core *core = &simt->slot->core;
    simt->current = index;
    core->simt_thread[0] = index % simt->dim[0];
    core->simt_thread[1] = index / simt->dim[0] % simt->dim[1];
    core->simt_thread[2] = index / simt->dim[0] / simt->dim[1];
    if (!lane->fibre) {
        if (simt->spare) {
            lane->fibre = simt->spare;
            simt->spare = NULL;
        } else {
            opf_status *status = opf_fibre_take(OPF_FIBRE_SIMT, &lane->fibre);
            if (status) {
                opf_status_free(status);
                opf_fault_raise(OPF_FAULT_UNSUPPORTED, "SIMT function", NULL,
                                "no memory for the stack of SIMT thread %u", index);
            }
        }
        opf_fibre_prepare(lane->fibre, run_lane, simt);
    }
    opf_fibre_switch(&simt->scheduler, &lane->fibre->context);
    if (lane->state == LANE_DONE) {
        if (simt->spare)
            opf_fibre_give(OPF_FIBRE_SIMT, lane->fibre);
        else
            simt->spare = lane->fibre;
        lane->fibre = NULL;
    }
}

static void give_fibres(struct opf_simt *simt)
{
    for (uint32_t i = 0; i < simt->count; i++)
        if (simt->lanes[i].fibre)
            opf_fibre_give(OPF_FIBRE_SIMT, simt->lanes[i].fibre);
    if (simt->spare)
        opf_fibre_give(OPF_FIBRE_SIMT, simt->spare);
    opf_free(simt->lanes);
}

void opf_simt_abandon(struct opf_slot *slot)
{
    give_fibres(slot->simt);
    slot->simt = NULL;
}

const struct opf_fibre *opf_simt_fibre(const struct opf_slot *slot)
{
    return slot->simt->current < slot->simt->count ? slot->simt->lanes[slot->simt->current].fibre : NULL;
}

/* Lanes [first, last) of a warp that wait in an exchange get their results. */
static bool exchange(struct opf_simt *simt, uint32_t first, uint32_t last)
{
    uint64_t values[WARP] = {0};
    uint32_t shuffle = 0, ballot = 0, votes = 0;
    for (uint32_t i = first; i < last; i++) {
        struct lane *lane = &simt->lanes[i];
        uint32_t bit = 1u << (i - first);
        values[i - first] = lane->value;
        shuffle |= lane->state == LANE_SHUFFLE ? bit : 0;
        ballot |= lane->state == LANE_BALLOT ? bit : 0;
        votes |= lane->state == LANE_BALLOT && lane->value ? bit : 0;
    }
    for (uint32_t i = first; i < last; i++) {
        struct lane *lane = &simt->lanes[i];
        uint32_t bit = 1u << (i - first);
        if (ballot & bit)
            lane->value = votes;
        else if ((shuffle & bit) && lane->want < WARP && (shuffle & (1u << lane->want)))
            lane->value = values[lane->want]; /* else: the lane's own value */
        else if (!(shuffle & bit))
            continue;
        lane->state = LANE_READY;
    }
    return (shuffle | ballot) != 0;
}

/* Run every lane as far as it gets: to its end or to the block's barrier. True while lanes wait at the
 * barrier. */
static bool run_round(struct opf_simt *simt)
{
    bool waiting = false;
    for (uint32_t first = 0; first < simt->count; first += WARP) {
        uint32_t last = first + WARP < simt->count ? first + WARP : simt->count;
        do {
            for (uint32_t i = first; i < last; i++)
                if (simt->lanes[i].state == LANE_READY)
                    resume_lane(simt, i);
        } while (exchange(simt, first, last));
        for (uint32_t i = first; i < last; i++)
            waiting |= simt->lanes[i].state == LANE_BARRIER;
    }
    return waiting;
}

void opf_rt_simt_run(void (*thread)(void *), void *arg, uint32_t x, uint32_t y, uint32_t z)
{
    struct opf_slot *slot = opf_slot_current();
    opf_slot_check_stop(slot);
    if (slot->simt)
        opf_fault_raise(OPF_FAULT_UNSUPPORTED, "SIMT function", FRAME, "called inside another SIMT function");
    uint64_t count = (uint64_t)x * y * z;
    if (count == 0 || count > MAX_THREADS || x > MAX_THREADS || y > MAX_THREADS)
        opf_fault_raise(OPF_FAULT_BAD_ARGUMENT, "SIMT function", FRAME,
                        "%u x %u x %u threads; a block has 1 to %u", x, y, z, MAX_THREADS);
    struct opf_simt simt = {
        .slot = slot, .thread = thread, .arg = arg, .dim = {x, y, z}, .count = (uint32_t)count};
    simt.lanes = opf_calloc(simt.count, sizeof(*simt.lanes));
    if (!simt.lanes)
        opf_fault_raise(OPF_FAULT_UNSUPPORTED, "SIMT function", FRAME, "no memory for %u SIMT threads",
                        simt.count);
    uint32_t outer_dim[3];
    memcpy(outer_dim, slot->core.simt_dim, sizeof(outer_dim));
    memcpy(slot->core.simt_dim, simt.dim, sizeof(simt.dim));
    slot->simt = &simt;
    while (run_round(&simt))
        for (uint32_t i = 0; i < simt.count; i++)
            if (simt.lanes[i].state == LANE_BARRIER)
                simt.lanes[i].state = LANE_READY;
    slot->simt = NULL;
    memcpy(slot->core.simt_dim, outer_dim, sizeof(outer_dim));
    memset(slot->core.simt_thread, 0, sizeof(slot->core.simt_thread));
    give_fibres(&simt);
}

/* The running lane stops with `state` until the scheduler has made it ready again. */
static struct lane *stop_lane(enum lane_state state, uint64_t value, uint32_t want, const char *call,
                              const void *frame)
{
    struct opf_slot *slot = opf_slot_current();
    opf_slot_check_stop(slot);
    struct opf_simt *simt = slot->simt;
    if (!simt)
        opf_fault_raise(OPF_FAULT_SYNC, call, frame, "called outside a SIMT function");
    struct lane *lane = &simt->lanes[simt->current];
    lane->state = state;
    lane->value = value;
    lane->want = want;
    opf_fibre_switch(&lane->fibre->context, &simt->scheduler);
    return lane;
}

void opf_rt_simt_barrier(void)
{
    (void)stop_lane(LANE_BARRIER, 0, 0, "asc_syncthreads", FRAME);
}

uint64_t opf_rt_simt_shuffle(uint64_t value, uint32_t lane)
{
    return stop_lane(LANE_SHUFFLE, value, lane, "asc_shfl", FRAME)->value;
}

uint32_t opf_rt_simt_ballot(int predicate)
{
    return (uint32_t)stop_lane(LANE_BALLOT, predicate != 0, 0, "asc_ballot", FRAME)->value;
}
