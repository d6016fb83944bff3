/* Posts, bell and queue of the helping threads. */
#include "runtime_min/device/helpers.h"

#include "runtime_min/device/clock_ticks.h"
#include "runtime_min/device/core_slot.h"
#include <stddef.h>

#define LOOK_NS    60000 /* how long a thread that helped looks for more before it sleeps */
#define DONE_SPINS 2000
/* In `runners` of a launch: its own thread sleeps until there are none. */
#define RUNNERS_AWAITED 0x80000000u

/* The lines of a launch that the first core reads: asked for together, since each comes from another thread's
 * cache. */
static void prefetch_launch(const struct opf_grid *grid)
{
    const char *g = (const char *)grid;
    for (size_t i = 0; i < offsetof(struct opf_grid, lock); i += 64)
        __builtin_prefetch(g + i);
    for (uint32_t i = 0; i < grid->shares->num && i < 4; i++)
        __builtin_prefetch(&grid->shares->share[i], 1);
    const struct opf_grid_spec *spec = grid->spec;
    for (size_t i = 0; i <= sizeof(*spec); i += 64)
        __builtin_prefetch((const char *)spec + i);
}

/* The system wakes a thread on the CPU of the one that woke it, and may leave it there for milliseconds: the
 * two would take turns. */
static void help(struct opf_grid *grid, uint32_t share)
{
    prefetch_launch(grid);
    if (grid->cpu >= 0 && opf_thread_cpu() == grid->cpu)
        opf_thread_leave_cpu(grid->cpu);
    opf_grid_take_part(grid, share);
    if (__atomic_sub_fetch(&grid->runners, 1, __ATOMIC_ACQ_REL) == RUNNERS_AWAITED)
        opf_futex_wake(&grid->runners, 1); /* an address only: the launch may be gone */
}

/* A launch in the queue with cores not begun yet, counted as joined. */
static struct opf_grid *find_queued(struct opf_helpers *helpers)
{
    struct opf_grid *found = NULL;
    if (!__atomic_load_n(&helpers->queue, __ATOMIC_ACQUIRE))
        return NULL;
    opf_mutex_lock(&helpers->lock);
    for (struct opf_grid *g = helpers->queue; g && !found; g = g->queue_next)
        if (opf_shares_left(g->shares)) {
            __atomic_add_fetch(&g->runners, 1, __ATOMIC_ACQ_REL);
            __atomic_add_fetch(&g->joined, 1, __ATOMIC_RELAXED);
            found = g;
        }
    opf_mutex_unlock(&helpers->lock);
    return found;
}

/* The launch offered at the post, taken; NULL when none is. */
static struct opf_grid *take_offer(struct opf_post *post)
{
    uintptr_t state = __atomic_load_n(&post->state, __ATOMIC_ACQUIRE);
    if (state <= OPF_POST_BUSY || !__atomic_compare_exchange_n(&post->state, &state, OPF_POST_BUSY, false,
                                                               __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return NULL;
    return (struct opf_grid *)state;
}

/* Launches come in rows, and waking a thread takes longer than a small one: look a moment before sleeping.
 * The launch offered meanwhile, or NULL when the bell rang or nothing came; the post says asleep then. */
static struct opf_grid *look_for_work(struct opf_helpers *helpers, struct opf_post *post, uint32_t seen)
{
    uint64_t end = opf_ticks() + opf_ticks_of(LOOK_NS);
    __atomic_store_n(&post->state, OPF_POST_LOOKING, __ATOMIC_RELEASE);
    for (unsigned rounds = 0;; rounds++) {
        struct opf_grid *grid = take_offer(post);
        if (grid)
            return grid;
        opf_cpu_pause();
        if (rounds % 8)
            continue;
        uintptr_t looking = OPF_POST_LOOKING;
        if ((opf_ticks() > end || __atomic_load_n(&helpers->bell, __ATOMIC_ACQUIRE) != seen ||
             __atomic_load_n(&helpers->quit, __ATOMIC_ACQUIRE)) &&
            __atomic_compare_exchange_n(&post->state, &looking, OPF_POST_ASLEEP, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return NULL;
    }
}

static void helper(void *arg)
{
    struct opf_post *post = arg;
    struct opf_helpers *helpers = post->helpers;
    uint32_t share = (uint32_t)(post - helpers->posts) + 1;
    bool helped = false;
    while (!__atomic_load_n(&helpers->quit, __ATOMIC_ACQUIRE)) {
        uint32_t seen = __atomic_load_n(&helpers->bell, __ATOMIC_ACQUIRE);
        struct opf_grid *grid = find_queued(helpers);
        if (!grid && helped)
            grid = look_for_work(helpers, post, seen);
        if (grid) {
            help(grid, share);
            helped = true;
            continue;
        }
        __atomic_add_fetch(&helpers->sleeping, 1, __ATOMIC_SEQ_CST);
        opf_futex_wait(&helpers->bell, seen, -1);
        __atomic_sub_fetch(&helpers->sleeping, 1, __ATOMIC_ACQ_REL);
        /* the launch that rang may be over: the next is near */
        helped = __atomic_load_n(&helpers->bell, __ATOMIC_ACQUIRE) != seen;
    }
}

/* True when every helper has the offer. */
static bool offer(struct opf_helpers *helpers, struct opf_grid *grid)
{
    int offered = 0;
    for (int i = 0; i < helpers->thread_num - 1 && (uint32_t)offered + 1 < grid->total; i++) {
        struct opf_post *post = &helpers->posts[i];
        uintptr_t looking = OPF_POST_LOOKING;
        if (__atomic_load_n(&post->state, __ATOMIC_RELAXED) != looking)
            continue;
        __atomic_add_fetch(&grid->runners, 1, __ATOMIC_ACQ_REL);
        if (__atomic_compare_exchange_n(&post->state, &looking, (uintptr_t)grid, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            grid->offered |= (uint64_t)1 << i;
            offered++;
        } else {
            __atomic_sub_fetch(&grid->runners, 1, __ATOMIC_ACQ_REL);
        }
    }
    return offered == helpers->thread_num - 1 || (uint32_t)offered + 1 >= grid->total;
}

static void ring(struct opf_helpers *helpers, struct opf_grid *grid)
{
    opf_mutex_lock(&helpers->lock);
    while (helpers->started < helpers->thread_num - 1) {
        struct opf_post *post = &helpers->posts[helpers->started];
        post->helpers = helpers;
        opf_status *status = opf_thread_start("opf-core", helper, post, &post->thread);
        if (status) { /* the caller alone is enough */
            opf_status_free(status);
            break;
        }
        helpers->started++;
    }
    grid->queue_next = helpers->queue;
    __atomic_store_n(&helpers->queue, grid, __ATOMIC_RELEASE);
    grid->queued = true;
    opf_mutex_unlock(&helpers->lock);
    __atomic_add_fetch(&helpers->bell, 1, __ATOMIC_SEQ_CST);
    uint32_t wanted = grid->total - 1;
    /* a helper counts itself as asleep before the kernel compares the bell: none is missed */
    if (__atomic_load_n(&helpers->sleeping, __ATOMIC_SEQ_CST) > 0)
        opf_futex_wake(&helpers->bell, wanted < OPF_SHARES_MAX ? (int)wanted : OPF_SHARES_MAX);
}

void opf_helpers_ask(struct opf_helpers *helpers, struct opf_grid *grid, bool wake)
{
    if (helpers->thread_num <= 1)
        return;
    if (!offer(helpers, grid) && wake && !grid->queued)
        ring(helpers, grid);
}

void opf_helpers_end(struct opf_helpers *helpers, struct opf_grid *grid)
{
    if (grid->queued) {
        opf_mutex_lock(&helpers->lock);
        for (struct opf_grid **p = &helpers->queue; *p; p = &(*p)->queue_next)
            if (*p == grid) {
                __atomic_store_n(p, grid->queue_next, __ATOMIC_RELEASE);
                break;
            }
        opf_mutex_unlock(&helpers->lock);
    }
    for (uint64_t left = grid->offered; left; left &= left - 1) {
        uintptr_t mine = (uintptr_t)grid;
        uintptr_t *state = &helpers->posts[__builtin_ctzll(left)].state;
        if (__atomic_load_n(state, __ATOMIC_ACQUIRE) == mine &&
            __atomic_compare_exchange_n(state, &mine, OPF_POST_LOOKING, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            __atomic_sub_fetch(&grid->runners, 1, __ATOMIC_ACQ_REL);
        else
            __atomic_add_fetch(&grid->joined, 1, __ATOMIC_RELAXED); /* it was taken */
    }
    for (unsigned spins = 0;; spins++) {
        uint32_t n = __atomic_load_n(&grid->runners, __ATOMIC_ACQUIRE);
        if ((n & ~RUNNERS_AWAITED) == 0)
            return;
        if (spins < DONE_SPINS) {
            opf_cpu_pause();
            continue;
        }
        n = __atomic_or_fetch(&grid->runners, RUNNERS_AWAITED, __ATOMIC_ACQ_REL);
        if (n != RUNNERS_AWAITED)
            opf_futex_wait(&grid->runners, n, 1000000);
    }
}

void opf_helpers_stop(struct opf_helpers *helpers)
{
    __atomic_store_n(&helpers->quit, 1, __ATOMIC_RELEASE);
    __atomic_add_fetch(&helpers->bell, 1, __ATOMIC_RELEASE);
    opf_futex_wake(&helpers->bell, OPF_SHARES_MAX);
    for (int i = 0; i < helpers->started; i++)
        opf_thread_join(helpers->posts[i].thread);
}
