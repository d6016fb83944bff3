/* Where the time of calls goes: nanoseconds and times of each phase, summed over all threads. Off until it is switched
 * on; then a phase costs two readings of the clock, else one predictable branch. Implemented in libascendcl.so
 * (runtime_min/launch). This header stands alone. Thread-safe; a phase that is under way while the sums are read or
 * cleared counts when it ends. */
#ifndef OPFORGE_PHASE_API_H
#define OPFORGE_PHASE_API_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OPF_PHASE_API __attribute__((visibility("default")))

enum opf_phase {
    OPF_PHASE_PLAN,   /* phase one of an aclnn function, measured by its caller; contains TILING */
    OPF_PHASE_TILING, /* kernel look-up and tiling of a launch, or finding their remembered result */
    OPF_PHASE_LAUNCH, /* phase two: the tasks are queued, and run at once where the stream allows it */
    OPF_PHASE_KERNEL, /* kernels on the emulated cores; lies inside LAUNCH, WAIT or another thread */
    OPF_PHASE_WAIT,   /* the caller waits for a stream */
    OPF_PHASE_HOST,   /* operators that the host runs in the device's place */
    OPF_PHASE_COUNT
};

struct opf_phase_sum {
    uint64_t ns, times;
};

OPF_PHASE_API extern int opf_phases_on; /* read by opf_phase_begin; set by opf_phases_enable */
OPF_PHASE_API void opf_phases_enable(int on);
OPF_PHASE_API void opf_phases_clear(void);
/* `out` has OPF_PHASE_COUNT elements. */
OPF_PHASE_API void opf_phases_read(struct opf_phase_sum *out);
OPF_PHASE_API uint64_t opf_phase_clock(void);
OPF_PHASE_API void opf_phase_add(enum opf_phase phase, uint64_t begin);

/* 0 while switched off. */
static inline uint64_t opf_phase_begin(void)
{
    return __atomic_load_n(&opf_phases_on, __ATOMIC_RELAXED) ? opf_phase_clock() : 0;
}
static inline void opf_phase_end(enum opf_phase phase, uint64_t begin)
{
    if (begin)
        opf_phase_add(phase, begin);
}

#ifdef __cplusplus
}
#endif

#endif
