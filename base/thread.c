/* Threads, futex-based mutex, clock. */
#include "base/thread.h"
#include "base/alloc.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct opf_thread {
    pthread_t handle;
    void (*run)(void *);
    void *arg;
    char name[16]; /* the kernel keeps 15 characters */
};

static void *thread_main(void *arg)
{
    struct opf_thread *thread = arg;
    pthread_setname_np(pthread_self(), thread->name);
    thread->run(thread->arg);
    return NULL;
}

opf_status *opf_thread_start(const char *name, void (*run)(void *), void *arg, opf_thread **out)
{
    *out = NULL;
    opf_thread *thread = opf_calloc(1, sizeof(*thread));
    if (!thread)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for thread %s", name);
    thread->run = run;
    thread->arg = arg;
    snprintf(thread->name, sizeof(thread->name), "%s", name);
    int error = pthread_create(&thread->handle, NULL, thread_main, thread);
    if (error) {
        opf_free(thread);
        return OPF_FAIL(OPF_IO, "cannot start thread %s: %s", name, strerror(error));
    }
    *out = thread;
    return NULL;
}

void opf_thread_join(opf_thread *thread)
{
    if (!thread)
        return;
    pthread_join(thread->handle, NULL);
    opf_free(thread);
}

void opf_futex_wait(uint32_t *word, uint32_t expected, int64_t timeout_ns)
{
    struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, timeout_ns < 0 ? NULL : &limit, NULL, 0);
}

void opf_futex_wake(uint32_t *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

/* word: 0 free, 1 held, 2 held and someone may sleep. */
#define SPINS 100

bool opf_mutex_try_lock(opf_mutex *mutex)
{
    uint32_t seen = 0;
    return __atomic_compare_exchange_n(&mutex->word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void opf_mutex_lock(opf_mutex *mutex)
{
    for (int i = 0; i < SPINS; i++) {
        if (opf_mutex_try_lock(mutex))
            return;
        if (__atomic_load_n(&mutex->word, __ATOMIC_RELAXED) == 2)
            break; /* others sleep already: spinning would not be quick */
        opf_cpu_pause();
    }
    while (__atomic_exchange_n(&mutex->word, 2, __ATOMIC_ACQUIRE) != 0)
        opf_futex_wait(&mutex->word, 2, -1);
}

void opf_mutex_unlock(opf_mutex *mutex)
{
    if (__atomic_exchange_n(&mutex->word, 0, __ATOMIC_RELEASE) == 2)
        opf_futex_wake(&mutex->word, 1);
}

static pthread_key_t buffer_keys[OPF_THREAD_SLOTS];
static pthread_once_t buffer_once = PTHREAD_ONCE_INIT;
static bool buffers_ready;

static void make_buffer_keys(void)
{
    buffers_ready = true;
    for (int i = 0; i < OPF_THREAD_SLOTS; i++)
        buffers_ready = pthread_key_create(&buffer_keys[i], opf_free) == 0 && buffers_ready;
}

char *opf_thread_buffer(enum opf_thread_slot slot, size_t size)
{
    pthread_once(&buffer_once, make_buffer_keys);
    if (!buffers_ready)
        return NULL;
    char *buffer = pthread_getspecific(buffer_keys[slot]);
    if (buffer)
        return buffer;
    buffer = opf_calloc(1, size);
    if (buffer && pthread_setspecific(buffer_keys[slot], buffer) != 0) {
        opf_free(buffer);
        return NULL;
    }
    return buffer;
}

int opf_thread_cpu(void)
{
    return sched_getcpu();
}

void opf_thread_leave_cpu(int cpu)
{
    cpu_set_t all, others;
    if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(all), &all) != 0)
        return;
    others = all;
    CPU_CLR(cpu, &others);
    if (CPU_COUNT(&others) > 0 && sched_setaffinity(0, sizeof(others), &others) == 0)
        (void)sched_setaffinity(0, sizeof(all), &all);
}

int opf_thread_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        return CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
    long online = sysconf(_SC_NPROCESSORS_ONLN); /* more CPUs than cpu_set_t has bits */
    return online > 0 ? (int)online : 1;
}

int64_t opf_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
