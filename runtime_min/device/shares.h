/* The cores of a launch that have not begun, as one range a host thread. A thread begins its own range from
 * the front and then takes from the back of the others': launch after launch the same thread finds the same
 * tensors' parts in its caches, which fails when threads take turns. */
#ifndef OPF_DEVICE_SHARES_H
#define OPF_DEVICE_SHARES_H

#include <stdbool.h>
#include <stdint.h>

#define OPF_SHARES_MAX 64

/* Positions [low half, high half) of the word; threads change it by compare-and-swap. */
struct opf_share {
    _Alignas(64) uint64_t range;
    uint32_t owned; /* its thread has begun with it */
};

/* [next, end) */
struct opf_positions {
    uint32_t next, end;
};

struct opf_shares {
    uint32_t num;
    struct opf_share share[OPF_SHARES_MAX];
};

/* `total` positions for `threads` threads (at most OPF_SHARES_MAX). */
static inline void opf_shares_split(struct opf_shares *s, uint32_t total, uint32_t threads)
{
    s->num = threads < total ? threads : total;
    for (uint32_t i = 0; i < s->num; i++) {
        /* rounded up: the first thread, which launches, begins first */
        uint64_t up = s->num - 1, lo = ((uint64_t)total * i + up) / s->num,
                 hi = ((uint64_t)total * (i + 1) + up) / s->num;
        s->share[i].range = lo | hi << 32;
        s->share[i].owned = 0;
    }
}

#define OPF_SHARE_PART  2 /* eighths of a range that are taken at once */
#define OPF_SHARE_BEGIN 5 /* by its own thread at first */

/* Up to `most` positions, and at most `part` eighths of what is left so that others can still help. `out` is
 * changed only when there are some: what another thread took first must not be left there. */
static inline bool opf_share_take(struct opf_share *share, bool front, uint32_t part, uint32_t most,
                                  struct opf_positions *out)
{
    uint64_t was = __atomic_load_n(&share->range, __ATOMIC_RELAXED);
    for (;;) {
        uint32_t lo = (uint32_t)was, hi = (uint32_t)(was >> 32);
        if (lo >= hi)
            return false;
        uint32_t n = ((hi - lo) * part + 7) / 8;
        n = n < most ? n : most;
        uint64_t now = front ? was + n : was - ((uint64_t)n << 32);
        if (!__atomic_compare_exchange_n(&share->range, &was, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
        *out = front ? (struct opf_positions){lo, lo + n} : (struct opf_positions){hi - n, hi};
        return true;
    }
}

/* The first positions of the thread of range `own`, at most `most`: more than half of its range, since taking
 * waits until all stores before it are made. */
static inline bool opf_shares_begin(struct opf_shares *s, uint32_t own, uint32_t most,
                                    struct opf_positions *out)
{
    return own < s->num && opf_share_take(&s->share[own], true, OPF_SHARE_BEGIN, most, out);
}

/* The next positions for the thread of range `own`, at most `most` (at least 1); false when there are none.
 * Fewer than `least` are left to their own thread once that has begun: fetching them from its cache would
 * take longer. */
static inline bool opf_shares_take(struct opf_shares *s, uint32_t own, uint32_t most, uint32_t least,
                                   struct opf_positions *out)
{
    own = own < s->num ? own : s->num - 1;
    if (opf_share_take(&s->share[own], true, OPF_SHARE_PART, most, out))
        return true;
    for (uint32_t i = 1; i < s->num; i++) {
        struct opf_share *other = &s->share[(own + i) % s->num];
        uint64_t range = __atomic_load_n(&other->range, __ATOMIC_RELAXED);
        uint32_t left = (uint32_t)(range >> 32) - (uint32_t)range;
        if ((int32_t)left > 0 && (left >= least || !__atomic_load_n(&other->owned, __ATOMIC_RELAXED)) &&
            opf_share_take(other, false, OPF_SHARE_PART, most, out))
            return true;
    }
    return false;
}

/* A thread is at work on a range that is not `own`. */
static inline bool opf_shares_others_work(const struct opf_shares *s, uint32_t own)
{
    for (uint32_t i = 0; i < s->num; i++)
        if (i != own && __atomic_load_n(&s->share[i].owned, __ATOMIC_RELAXED))
            return true;
    return false;
}

static inline bool opf_shares_left(const struct opf_shares *s)
{
    for (uint32_t i = 0; i < s->num; i++) {
        uint64_t range = __atomic_load_n(&s->share[i].range, __ATOMIC_RELAXED);
        if ((uint32_t)range < (uint32_t)(range >> 32))
            return true;
    }
    return false;
}

#endif
