/* Arena: a chain of blocks, each filled from the front. */
#include "base/arena.h"

#include <string.h>

#define FIRST_BLOCK  ((size_t)4096)
#define LARGEST_STEP ((size_t)1 << 20)
#define ALIGNMENT    ((size_t)16)

struct block {
    struct block *next;
    size_t used, size;
    _Alignas(16) char data[];
};

struct opf_arena {
    struct block *blocks; /* the newest first; only it is filled */
    size_t next_size;
};

opf_status *opf_arena_create(opf_arena **out)
{
    *out = NULL;
    opf_arena *arena = opf_calloc(1, sizeof(*arena));
    if (!arena)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for an arena");
    arena->next_size = FIRST_BLOCK;
    *out = arena;
    return NULL;
}

void opf_arena_destroy(opf_arena *arena)
{
    if (!arena)
        return;
    for (struct block *block = arena->blocks; block;) {
        struct block *next = block->next;
        opf_free(block);
        block = next;
    }
    opf_free(arena);
}

/* A block of its own size for requests that are large; it goes behind the block being filled. */
static struct block *add_block(opf_arena *arena, size_t need)
{
    bool large = need > arena->next_size / 2;
    size_t size = large ? need : arena->next_size, bytes;
    if (!opf_size_add(size, sizeof(struct block), &bytes))
        return NULL;
    struct block *block = opf_calloc(1, bytes);
    if (!block)
        return NULL;
    block->size = size;
    if (large && arena->blocks) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        block->next = arena->blocks;
        arena->blocks = block;
    }
    if (!large && arena->next_size < LARGEST_STEP)
        arena->next_size *= 2;
    return block;
}

void *opf_arena_alloc(opf_arena *arena, size_t size)
{
    size_t need;
    if (!opf_size_add(size ? size : 1, ALIGNMENT - 1, &need))
        return NULL;
    need &= ~(ALIGNMENT - 1);
    struct block *block = arena->blocks;
    if (!block || block->size - block->used < need) {
        block = add_block(arena, need);
        if (!block)
            return NULL;
    }
    void *ptr = block->data + block->used;
    block->used += need;
    return ptr;
}

char *opf_arena_strdup(opf_arena *arena, const char *text)
{
    return opf_arena_strndup(arena, text, strlen(text));
}

char *opf_arena_strndup(opf_arena *arena, const char *text, size_t len)
{
    len = strnlen(text, len);
    char *copy = opf_arena_alloc(arena, len + 1);
    if (copy && len)
        memcpy(copy, text, len);
    return copy;
}

char *opf_arena_printf(opf_arena *arena, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *text = len < 0 ? NULL : opf_arena_alloc(arena, (size_t)len + 1);
    if (!text)
        return NULL;
    va_start(args, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, args);
    va_end(args);
    return text;
}
