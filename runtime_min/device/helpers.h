/* The threads that help with launches. A launch reaches one that is looking for work by its post, a cache
 * line that only the two of them touch; sleeping ones hear the bell and find launches in the queue. */
#ifndef OPF_DEVICE_HELPERS_H
#define OPF_DEVICE_HELPERS_H

#include "base/thread.h"
#include "runtime_min/device/shares.h"

struct opf_grid;

/* What a post says; anything else is the launch that is offered there. */
enum opf_post_state { OPF_POST_ASLEEP, OPF_POST_LOOKING, OPF_POST_BUSY };

struct opf_post {
    _Alignas(64) uintptr_t state;
    struct opf_helpers *helpers;
    opf_thread *thread;
};

struct opf_helpers {
    int thread_num; /* host threads of a launch, the caller's included */
    int started;    /* guarded by lock */
    uint32_t quit;
    _Alignas(64) opf_mutex lock;
    struct opf_grid *queue; /* launches that want help; changed with the lock held */
    uint32_t bell;          /* futex word, counts changes */
    uint32_t sleeping;
    struct opf_post posts[OPF_SHARES_MAX]; /* post i: the helper of share i + 1 */
};

/* Offer `grid` to those that are looking; `wake`: and to the others, starting them first when they do not
 * exist. */
void opf_helpers_ask(struct opf_helpers *helpers, struct opf_grid *grid, bool wake);
/* Return once no helper takes part in `grid` or ever will. */
void opf_helpers_end(struct opf_helpers *helpers, struct opf_grid *grid);
void opf_helpers_stop(struct opf_helpers *helpers);

#endif
