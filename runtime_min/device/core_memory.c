/* Pool of local-memory sets below 4 GiB. */
#include "runtime_min/device/core_memory.h"

#include "base/alloc.h"
#include "base/thread.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define PAGE          4096u
#define SETS_PER_SLAB 4
#define LOW_START     ((uintptr_t)0x10000000)
#define LOW_END       ((uintptr_t)0xf0000000)
#define LOW_STEP      ((uintptr_t)0x00100000)

struct slab {
    void *map;
    size_t size;
    struct slab *next;
    struct opf_core_memory sets[SETS_PER_SLAB];
};

struct opf_core_memory_pool {
    opf_mutex lock;
    size_t sizes[OPF_MEM_COUNT];
    size_t set_size;
    struct slab *slabs;
    uintptr_t low; /* where to look for the next slab first */
    struct opf_core_memory *free;
};

const char *opf_core_memory_name(int memory)
{
    static const char *const names[OPF_MEM_COUNT] = {"UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};
    return memory >= 0 && memory < OPF_MEM_COUNT ? names[memory] : "local memory";
}

_Static_assert(OPF_MEM_UB == 0, "the guard before the first memory of a set is that of UB");

static size_t page_up(size_t v)
{
    return (v + PAGE - 1) & ~(size_t)(PAGE - 1);
}

opf_status *opf_core_memory_pool_create(const struct opf_chip *chip, struct opf_core_memory_pool **out)
{
    struct opf_core_memory_pool *pool = opf_calloc(1, sizeof(*pool));
    if (!pool)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the device's local memories");
    pool->set_size = opf_core_memory_guard(0);
    for (int m = 0; m < OPF_MEM_COUNT; m++) {
        pool->sizes[m] = chip->memory[m];
        pool->set_size += page_up(chip->memory[m]) + opf_core_memory_guard(m);
    }
    *out = pool;
    return NULL;
}

void opf_core_memory_pool_destroy(struct opf_core_memory_pool *pool)
{
    if (!pool)
        return;
    while (pool->slabs) {
        struct slab *s = pool->slabs;
        pool->slabs = s->next;
        munmap(s->map, s->size);
        opf_free(s);
    }
    opf_free(pool);
}

static void *reserve_between(uintptr_t at, uintptr_t end, size_t size)
{
    for (; at + size <= end; at += LOW_STEP) {
        void *p = mmap((void *)at, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (p == (void *)at)
            return p;
        if (p != MAP_FAILED)
            munmap(p, size); /* a kernel that does not know the flag takes it as a hint */
    }
    return MAP_FAILED;
}

/* Reserve `size` bytes below 4 GiB, without access: behind the last ones, else wherever there is room. */
static void *reserve_low(struct opf_core_memory_pool *pool, size_t size)
{
    void *p = reserve_between(pool->low ? pool->low : LOW_START, LOW_END, size);
    if (p == MAP_FAILED && pool->low)
        p = reserve_between(LOW_START, LOW_END, size);
    if (p != MAP_FAILED)
        pool->low = ((uintptr_t)p + size + LOW_STEP - 1) / LOW_STEP * LOW_STEP;
    return p;
}

/* Each memory ends at its guard pages, or less than 512 bytes before: an overrun by pointer faults there. The
 * page after UB may be read: vector registers are loaded whole, also where the last elements that count end
 * with UB. UB comes first in a set, so that its guard lies on both sides. */
static bool lay_out(const struct opf_core_memory_pool *pool, uint8_t *base, struct opf_core_memory *set)
{
    uint8_t *at = base + opf_core_memory_guard(0);
    for (int m = 0; m < OPF_MEM_COUNT; m++) {
        size_t whole = page_up(pool->sizes[m]);
        size_t start = (whole - pool->sizes[m]) & ~(size_t)511;
        if (whole && mprotect(at, whole, PROT_READ | PROT_WRITE) != 0)
            return false;
        set->mem[m].base = at + start;
        set->mem[m].size = (uint32_t)pool->sizes[m];
        set->mem[m].reserved = 0;
        at += whole;
        if (m == OPF_MEM_UB && whole && mprotect(at, PAGE, PROT_READ) != 0)
            return false;
        at += opf_core_memory_guard(m);
    }
    return true;
}

static opf_status *grow(struct opf_core_memory_pool *pool)
{
    struct slab *s = opf_calloc(1, sizeof(*s));
    if (!s)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the device's local memories");
    s->size = pool->set_size * SETS_PER_SLAB;
    s->map = reserve_low(pool, s->size);
    if (s->map == MAP_FAILED) {
        opf_free(s);
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no address space below 4 GiB for %zu bytes of local memories",
                        pool->set_size * SETS_PER_SLAB);
    }
    s->next = pool->slabs;
    pool->slabs = s;
    for (int i = SETS_PER_SLAB - 1; i >= 0; i--) {
        if (!lay_out(pool, (uint8_t *)s->map + (size_t)i * pool->set_size, &s->sets[i]))
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "making local memories accessible failed: %s",
                            strerror(errno));
        s->sets[i].next = pool->free;
        pool->free = &s->sets[i];
    }
    return NULL;
}

opf_status *opf_core_memory_take(struct opf_core_memory_pool *pool, struct opf_core_memory **out)
{
    opf_mutex_lock(&pool->lock);
    opf_status *status = pool->free ? NULL : grow(pool);
    if (!status) {
        *out = pool->free;
        pool->free = (*out)->next;
    }
    opf_mutex_unlock(&pool->lock);
    return status;
}

void opf_core_memory_give(struct opf_core_memory_pool *pool, struct opf_core_memory *memory)
{
    opf_mutex_lock(&pool->lock);
    memory->next = pool->free;
    pool->free = memory;
    opf_mutex_unlock(&pool->lock);
}
