/* A clock cheap enough to be read after each core; its unit matters only for decisions about help. */
#ifndef OPF_DEVICE_CLOCK_TICKS_H
#define OPF_DEVICE_CLOCK_TICKS_H

#include <stdint.h>

#if defined(__x86_64__)
static inline uint64_t opf_ticks(void)
{
    return __builtin_ia32_rdtsc();
}
static inline uint64_t opf_ticks_of(uint64_t ns)
{
    return 3u * ns;
} /* about 3 GHz */
#else
static inline uint64_t opf_ticks(void)
{
    uint64_t t;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t;
}
static inline uint64_t opf_ticks_of(uint64_t ns)
{
    uint64_t hz;
    __asm__("mrs %0, cntfrq_el0" : "=r"(hz));
    return hz * ns / 1000000000u;
}
#endif

#endif
