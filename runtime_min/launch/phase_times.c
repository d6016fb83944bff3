/* Sums of the phases of calls (opforge/phase_api.h). */
#include "opforge/phase_api.h"

#include <time.h>

int opf_phases_on;
static struct opf_phase_sum sums[OPF_PHASE_COUNT];

uint64_t opf_phase_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void opf_phase_add(enum opf_phase phase, uint64_t begin)
{
    __atomic_fetch_add(&sums[phase].ns, opf_phase_clock() - begin, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sums[phase].times, 1, __ATOMIC_RELAXED);
}

void opf_phases_enable(int on)
{
    __atomic_store_n(&opf_phases_on, on != 0, __ATOMIC_RELAXED);
}

void opf_phases_clear(void)
{
    for (int i = 0; i < OPF_PHASE_COUNT; i++) {
        __atomic_store_n(&sums[i].ns, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&sums[i].times, 0, __ATOMIC_RELAXED);
    }
}

void opf_phases_read(struct opf_phase_sum *out)
{
    for (int i = 0; i < OPF_PHASE_COUNT; i++) {
        out[i].ns = __atomic_load_n(&sums[i].ns, __ATOMIC_RELAXED);
        out[i].times = __atomic_load_n(&sums[i].times, __ATOMIC_RELAXED);
    }
}
