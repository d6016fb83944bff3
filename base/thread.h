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

/* Memory of the calling thread, zeroed at its first use and freed when the thread ends; NULL without memory.
 * For anything bigger than a few words: thread-local variables of a library that is loaded late must fit into
 * the little static room the C library keeps. One buffer a slot; a slot's size never changes. */
enum opf_thread_slot {
    OPF_THREAD_RECENT_ERROR,
    OPF_THREAD_GIVEN_ERROR,
    OPF_THREAD_INDEX_ERROR,
    OPF_THREAD_SLOTS
};
char *opf_thread_buffer(enum opf_thread_slot slot, size_t size);

/* The CPU that the calling thread runs on; -1 = unknown. */
int opf_thread_cpu(void);
/* Move the calling thread to another CPU that it may use, when there is one; it may come back later. */
void opf_thread_leave_cpu(int cpu);
int opf_thread_cpu_count(void); /* CPUs this process may use, at least 1 */
int64_t opf_clock_ns(void);     /* monotonic */

#ifdef __cplusplus
}
#endif
#endif
