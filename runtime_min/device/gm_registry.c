/* A sorted array of live allocations under a lock (launches resolve their arguments once, so look-ups are
 * rare), and a ring of recently freed ones for messages. */
#include "runtime_min/device/gm_registry.h"

#include "base/alloc.h"
#include "base/thread.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGN         512u
#define PAGE          4096u
#define BIG           ((size_t)1 << 20) /* from here on a mapping of its own */
#define HUGE          ((size_t)2 << 20)
#define FREED_MAX     64
#define GUARDED_ALIGN 64u

struct block {
    struct opf_gm_range range;
    void *map; /* NULL: from opf_alloc_aligned */
    size_t map_size;
};

static struct registry {
    opf_mutex lock;
    struct block *blocks; /* by start */
    size_t len, cap, bytes;
    struct opf_gm_range freed[FREED_MAX];
    size_t freed_at;
} reg;

/* Index of the first block that starts after `address`. */
static size_t upper(uintptr_t address)
{
    size_t lo = 0, hi = reg.len;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (reg.blocks[mid].range.start <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static opf_status *insert(const struct block *b)
{
    if (reg.len == reg.cap) {
        size_t cap = reg.cap ? reg.cap * 2 : 64;
        struct block *grown = opf_realloc(reg.blocks, cap * sizeof(*grown));
        if (!grown)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to register an allocation");
        reg.blocks = grown;
        reg.cap = cap;
    }
    size_t at = upper(b->range.start);
    memmove(&reg.blocks[at + 1], &reg.blocks[at], (reg.len - at) * sizeof(*b));
    reg.blocks[at] = *b;
    reg.len++;
    reg.bytes += b->range.size;
    for (size_t i = 0; i < FREED_MAX; i++) /* the address is alive again */
        if (reg.freed[i].start < b->range.end && reg.freed[i].end > b->range.start)
            reg.freed[i] = (struct opf_gm_range){0};
    return NULL;
}

static opf_status *map_big(size_t whole, struct block *b)
{
    size_t body = (whole + PAGE - 1) & ~(size_t)(PAGE - 1);
    size_t align = body >= HUGE ? HUGE : PAGE;
    b->map_size = body + align + PAGE;
    b->map =
        mmap(NULL, b->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (b->map == MAP_FAILED)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for %zu bytes of device memory: %s", whole,
                        strerror(errno));
    b->range.start = ((uintptr_t)b->map + align - 1) & ~(uintptr_t)(align - 1);
    (void)mprotect((void *)(b->range.start + body), PAGE, PROT_NONE);
    if (body >= HUGE)
        (void)madvise((void *)b->range.start, body, MADV_HUGEPAGE);
    return NULL;
}

/* A small allocation that ends at a page nobody may touch, so that pointers of SIMT and register code that
 * run past it fault there and then. It costs a mapping each, so it is asked for (OPF_GM_GUARD). */
static opf_status *map_guarded(size_t whole, struct block *b)
{
    size_t body = (whole + GUARDED_ALIGN + PAGE - 1) & ~(size_t)(PAGE - 1);
    b->map_size = body + PAGE;
    b->map = mmap(NULL, b->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->map == MAP_FAILED)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for %zu bytes of device memory with a guard page: %s",
                        whole, strerror(errno));
    uintptr_t end = (uintptr_t)b->map + body;
    b->range.start = (end - whole) & ~(uintptr_t)(GUARDED_ALIGN - 1);
    (void)mprotect((void *)end, PAGE, PROT_NONE);
    return NULL;
}

static bool wants_guards(void)
{
    static int known; /* 0 not asked yet, 1 no, 2 yes; every thread finds the same */
    int k = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!k) {
        const char *v = getenv("OPF_GM_GUARD");
        k = v && *v && strcmp(v, "0") != 0 ? 2 : 1;
        __atomic_store_n(&known, k, __ATOMIC_RELAXED);
    }
    return k == 2;
}

opf_status *opf_gm_alloc(size_t size, void **out)
{
    *out = NULL;
    if (size > SIZE_MAX / 4)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%zu bytes of device memory are more than any machine has", size);
    size_t whole = ((size + 31) & ~(size_t)31) + 32;
    struct block b = {.range.size = size};
    if (whole >= BIG) {
        OPF_TRY(map_big(whole, &b));
    } else if (wants_guards()) {
        OPF_TRY(map_guarded(whole, &b));
    } else {
        void *p = opf_alloc_aligned(ALIGN, whole);
        if (!p)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for %zu bytes of device memory", size);
        b.range.start = (uintptr_t)p;
    }
    b.range.end = b.range.start + whole;
    opf_mutex_lock(&reg.lock);
    opf_status *status = insert(&b);
    opf_mutex_unlock(&reg.lock);
    if (status) {
        if (b.map)
            munmap(b.map, b.map_size);
        else
            opf_free((void *)b.range.start);
        return status;
    }
    *out = (void *)b.range.start;
    return NULL;
}

static opf_status *take_out(uintptr_t address, struct block *b)
{
    size_t at = upper(address);
    if (at && reg.blocks[at - 1].range.start == address) {
        *b = reg.blocks[at - 1];
        memmove(&reg.blocks[at - 1], &reg.blocks[at], (reg.len - at) * sizeof(*b));
        reg.len--;
        reg.bytes -= b->range.size;
        reg.freed[reg.freed_at++ % FREED_MAX] = b->range;
        return NULL;
    }
    for (size_t i = 0; i < FREED_MAX; i++)
        if (reg.freed[i].start == address)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "0x%zx (%zu bytes) was freed before", (size_t)address,
                            reg.freed[i].size);
    if (at && address < reg.blocks[at - 1].range.end)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "0x%zx is %zu bytes inside the allocation at 0x%zx, not its start", (size_t)address,
                        (size_t)(address - reg.blocks[at - 1].range.start),
                        (size_t)reg.blocks[at - 1].range.start);
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "0x%zx was not allocated by aclrtMalloc", (size_t)address);
}

opf_status *opf_gm_free(void *ptr)
{
    struct block b = {0};
    opf_mutex_lock(&reg.lock);
    opf_status *status = take_out((uintptr_t)ptr, &b);
    opf_mutex_unlock(&reg.lock);
    if (status)
        return status;
    if (b.map)
        munmap(b.map, b.map_size);
    else
        opf_free(ptr);
    return NULL;
}

/* Lock held. */
static bool find(uintptr_t address, struct opf_gm_range *out)
{
    size_t at = upper(address);
    if (!at || address >= reg.blocks[at - 1].range.end)
        return false;
    *out = reg.blocks[at - 1].range;
    return true;
}

bool opf_gm_find(uintptr_t address, struct opf_gm_range *out)
{
    opf_mutex_lock(&reg.lock);
    bool found = find(address, out);
    opf_mutex_unlock(&reg.lock);
    return found;
}

uint32_t opf_gm_find_all(void *const *addresses, uint32_t num, struct opf_gm_range *out)
{
    uint32_t n = 0;
    opf_mutex_lock(&reg.lock);
    for (uint32_t i = 0; i < num; i++)
        n += addresses[i] && find((uintptr_t)addresses[i], &out[n]);
    opf_mutex_unlock(&reg.lock);
    return n;
}

void opf_gm_usage(size_t *count, size_t *bytes)
{
    opf_mutex_lock(&reg.lock);
    *count = reg.len;
    *bytes = reg.bytes;
    opf_mutex_unlock(&reg.lock);
}

static bool describe_freed(uintptr_t address, char *out, size_t size)
{
    for (size_t i = 0; i < FREED_MAX; i++)
        if (address >= reg.freed[i].start && address < reg.freed[i].end) {
            snprintf(out, size, "inside %zu bytes at 0x%zx that were freed by aclrtFree", reg.freed[i].size,
                     (size_t)reg.freed[i].start);
            return true;
        }
    return false;
}

void opf_gm_describe(uintptr_t address, char *out, size_t size)
{
    opf_mutex_lock(&reg.lock);
    size_t at = upper(address);
    const struct opf_gm_range *below = at ? &reg.blocks[at - 1].range : NULL;
    const struct opf_gm_range *above = at < reg.len ? &reg.blocks[at].range : NULL;
    if (address < PAGE) {
        snprintf(out, size, "a null pointer");
    } else if (below && address < below->end) {
        snprintf(out, size, "%zu bytes into the allocation of %zu bytes at 0x%zx",
                 (size_t)(address - below->start), below->size, (size_t)below->start);
    } else if (describe_freed(address, out, size)) {
        ; /* said */
    } else if (below && address - below->end < ((uintptr_t)1 << 30) &&
               (!above || address - below->end <= above->start - address)) {
        snprintf(out, size, "%zu bytes past the end of the allocation of %zu bytes at 0x%zx",
                 (size_t)(address - below->start - below->size), below->size, (size_t)below->start);
    } else if (above && above->start - address < ((uintptr_t)1 << 20)) {
        snprintf(out, size, "%zu bytes before the allocation of %zu bytes at 0x%zx",
                 (size_t)(above->start - address), above->size, (size_t)above->start);
    } else {
        snprintf(out, size, "far from every device allocation");
    }
    opf_mutex_unlock(&reg.lock);
}
