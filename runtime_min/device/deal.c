/* Cores dealt to threads, or given in order. */
#include "runtime_min/device/deal.h"

#include "base/alloc.h"
#include <string.h>

#define FIRST_TIMED 4  /* launches */
#define TIMED_EACH  32 /* of the others */
#define DOUBTS      2  /* timed launches, one after the other, that want another order */

void opf_deal_cores(const struct opf_shares *shares, uint32_t *core)
{
    uint32_t next = 0, before = 0;
    for (uint32_t round = 0; round == 0 || next > before; round++) {
        before = next;
        for (uint32_t i = 0; i < shares->num; i++) {
            const uint64_t range = shares->share[i].range;
            const uint32_t at = (uint32_t)range + round;
            if (at < (uint32_t)(range >> 32))
                core[at] = next++;
        }
    }
}

bool opf_deal_uneven(const uint64_t *work, uint32_t num)
{
    uint64_t sum = 0, most = 0;
    for (uint32_t i = 0; i < num; i++) {
        sum += work[i];
        most = work[i] > most ? work[i] : most;
    }
    return most > sum / num + sum / num / 2;
}

/* A permutation of 0..n-1 from a seed (xorshift). */
static uint32_t *shuffled(uint64_t seed, uint32_t n)
{
    uint32_t *order = opf_calloc(n, sizeof(*order));
    for (uint32_t i = 0; order && i < n; i++)
        order[i] = i;
    for (uint32_t i = n; order && i > 1; i--) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        uint32_t j = (uint32_t)(seed % i), t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
    return order;
}

void opf_deal_begin(struct opf_grid *grid)
{
    struct opf_kernel_key *key = grid->spec->key;
    if (grid->seed)
        grid->order = shuffled(grid->seed, grid->total);
    if (!__atomic_load_n(&key->meets, __ATOMIC_RELAXED) || grid->seed || grid->shares->num < 2 ||
        grid->aic_per_group + grid->aiv_per_group > 1)
        return;
    const uint32_t before = __atomic_fetch_add(&key->met, 1, __ATOMIC_RELAXED);
    grid->timed = before < FIRST_TIMED || before % TIMED_EACH == 0;
    if (grid->timed)
        memset(grid->work, 0, grid->shares->num * sizeof(grid->work[0]));
    if (!__atomic_load_n(&key->dealt, __ATOMIC_RELAXED))
        return;
    grid->order = opf_calloc(grid->total, sizeof(*grid->order));
    if (grid->order)
        opf_deal_cores(grid->shares, grid->order);
}

void opf_deal_count(struct opf_grid *grid, uint32_t index, uint64_t ticks)
{
    /* the share that it is of when they are in order */
    const uint64_t share = (uint64_t)index * grid->shares->num / grid->total;
    __atomic_fetch_add(&grid->work[share], ticks, __ATOMIC_RELAXED);
}

void opf_deal_end(const struct opf_grid *grid)
{
    struct opf_kernel_key *key = grid->spec->key;
    if (!grid->timed)
        return;
    const bool uneven = opf_deal_uneven(grid->work, grid->shares->num);
    if (uneven == __atomic_load_n(&key->dealt, __ATOMIC_RELAXED)) {
        __atomic_store_n(&key->doubts, 0, __ATOMIC_RELAXED);
    } else if (__atomic_add_fetch(&key->doubts, 1, __ATOMIC_RELAXED) >= DOUBTS) {
        __atomic_store_n(&key->doubts, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&key->dealt, uneven, __ATOMIC_RELAXED);
    }
}
