/* Fibre stacks and switching. */
#include "runtime_min/device/fibre.h"

#include "base/alloc.h"
#include "base/thread.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#ifdef OPF_FIBRE_ASAN
void __sanitizer_start_switch_fiber(void **fake_stack_save, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack_save, const void **bottom_old, size_t *size_old);
void __asan_unpoison_memory_region(void const volatile *addr, size_t size);
#endif

/* In fibre_switch.S. */
void opf_fibre_begin(void);
void opf_fibre_exit(void *to);

/* Wider than any sensible frame, so that an overflow cannot step over it. */
#define GUARD (64u << 10)
/* Kernels are written for stacks of 32 KiB; unoptimised host code and wide vector spills take more. */
static const size_t stack_sizes[OPF_FIBRE_SIZES] = {512u << 10, 64u << 10};

/* Each guard page splits the address space once more; a process may have 65530 pieces. */
#define GUARDED_MAX 8192u
/* Stacks begin at different places in their page, or the hot lines of all would compete for few cache sets.
 */
#define COLOURS     32u
#define COLOUR_STEP 128u

static struct pool {
    opf_mutex lock;
    struct opf_fibre *free;
    uint32_t made;
} pools[OPF_FIBRE_SIZES];

#ifdef OPF_FIBRE_ASAN
/* The context that switched away last on this thread: the sanitizer tells its stack only afterwards. */
static _Thread_local struct opf_fibre_context *left_context;
#endif

static opf_status *make_fibre(size_t size, uint32_t number, struct opf_fibre **out)
{
    struct opf_fibre *f = opf_alloc_aligned(64, sizeof(*f)); /* no line of another thread's */
    if (!f)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a fibre");
    memset(f, 0, sizeof(*f));
    uint8_t *map = mmap(NULL, size + GUARD, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (map == MAP_FAILED || (number < GUARDED_MAX && mprotect(map, GUARD, PROT_NONE) != 0)) {
        int error = errno;
        if (map != MAP_FAILED)
            munmap(map, size + GUARD);
        opf_free(f);
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no address space for a fibre stack of %zu bytes: %s", size,
                        strerror(error));
    }
    f->stack = map + GUARD;
    f->size = size - number % COLOURS * COLOUR_STEP;
    *out = f;
    return NULL;
}

opf_status *opf_fibre_take(enum opf_fibre_size kind, struct opf_fibre **out)
{
    struct pool *pool = &pools[kind];
    opf_mutex_lock(&pool->lock);
    struct opf_fibre *f = pool->free;
    uint32_t number = pool->made;
    if (f)
        pool->free = f->next;
    else
        pool->made++;
    opf_mutex_unlock(&pool->lock);
    if (!f)
        OPF_TRY(make_fibre(stack_sizes[kind], number, &f));
    f->next = NULL;
    *out = f;
    return NULL;
}

void opf_fibre_give(enum opf_fibre_size kind, struct opf_fibre *fibre)
{
    struct pool *pool = &pools[kind];
    opf_mutex_lock(&pool->lock);
    fibre->next = pool->free;
    pool->free = fibre;
    opf_mutex_unlock(&pool->lock);
}

void opf_fibre_prepare(struct opf_fibre *fibre, void (*run)(void *arg), void *arg)
{
    uintptr_t *top = (uintptr_t *)(fibre->stack + fibre->size);
#ifdef OPF_FIBRE_ASAN
    /* An abandoned user of this stack left its frames poisoned. */
    __asan_unpoison_memory_region(fibre->stack, fibre->size);
#endif
#if defined(__x86_64__)
    top -= 2; /* keeps the stack 16-byte aligned where opf_fibre_begin starts */
    *--top = (uintptr_t)&opf_fibre_begin;
    *--top = 0;              /* rbp */
    *--top = 0;              /* rbx */
    *--top = (uintptr_t)run; /* r12 */
    *--top = (uintptr_t)arg; /* r13 */
    *--top = 0;              /* r14 */
    *--top = 0;              /* r15 */
#else
    top -= 20;
    memset(top, 0, 160);
    top[0] = (uintptr_t)run;               /* x19 */
    top[1] = (uintptr_t)arg;               /* x20 */
    top[11] = (uintptr_t)&opf_fibre_begin; /* x30 */
#endif
    fibre->context =
        (struct opf_fibre_context){.sp = top, .stack_bottom = fibre->stack, .stack_size = fibre->size};
}

static void finish_switch(void *fake_stack)
{
#ifdef OPF_FIBRE_ASAN
    const void *bottom;
    size_t size;
    __sanitizer_finish_switch_fiber(fake_stack, &bottom, &size);
    if (left_context) {
        left_context->stack_bottom = bottom;
        left_context->stack_size = size;
    }
#else
    (void)fake_stack;
#endif
}

void opf_fibre_entered(void)
{
    finish_switch(NULL);
}

#ifdef OPF_FIBRE_ASAN
void opf_fibre_switch(struct opf_fibre_context *from, struct opf_fibre_context *to)
{
    left_context = from;
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack_bottom, to->stack_size);
    opf_fibre_jump(&from->sp, to->sp);
    finish_switch(from->fake_stack);
}
#endif

_Noreturn void opf_fibre_leave(struct opf_fibre_context *to)
{
#ifdef OPF_FIBRE_ASAN
    left_context = NULL;
    __sanitizer_start_switch_fiber(NULL, to->stack_bottom, to->stack_size);
#endif
    opf_fibre_exit(to->sp);
    __builtin_unreachable();
}

bool opf_fibre_overflowed(const struct opf_fibre *fibre, uintptr_t address)
{
    return address < (uintptr_t)fibre->stack && address >= (uintptr_t)fibre->stack - GUARD;
}
