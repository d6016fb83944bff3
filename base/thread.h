/* Threads, locks and waiting; pthread is included by thread.c only. */
#ifndef OPF_BASE_THREAD_H
#define OPF_BASE_THREAD_H

#include "base/status.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct opf_thread opf_thread;
opf_status *opf_thread_start(const char *name, void (*run)(void *), void *arg,
                             opf_thread **out) OPF_NODISCARD;
void opf_thread_join(opf_thread *thread); /* and free */

typedef struct opf_mutex {
    uint32_t word;
} opf_mutex; /* zero-initialised = unlocked; futex based, never allocates */
void opf_mutex_lock(opf_mutex *mutex);
bool opf_mutex_try_lock(opf_mutex *mutex);
void opf_mutex_unlock(opf_mutex *mutex);

/* Sleep while *word == expected, at most timeout_ns (<0 = no limit); may wake early. */
void opf_futex_wait(uint32_t *word, uint32_t expected, int64_t timeout_ns);
void opf_futex_wake(uint32_t *word, int count);
static inline void opf_cpu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

int opf_thread_cpu_count(void); /* CPUs this process may use, at least 1 */
int64_t opf_clock_ns(void);     /* monotonic */

#ifdef __cplusplus
}
#endif
#endif
