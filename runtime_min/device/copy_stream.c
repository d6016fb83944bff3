/* Copies between global memory and the unified buffer, by size. Tiles that fit the first-level cache go
 * through plain vector loops: the string instruction that libc chooses for them starts slowly and reads ahead
 * little. Outputs larger than the caches bypass them, or each of their lines would be read before it is
 * written. */
#include "runtime_min/device/core_slot.h"
#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

/* `next` != NULL: what the kernel will likely read next is asked for between the stores, a line for a line. A
 * memory that is asked for many lines at once, and then only stored to, is a quarter slower. A prefetch of a
 * wrong address does nothing. */
__attribute__((target("avx512f"))) static void copy_512(uint8_t *d, const uint8_t *s, uint64_t lines,
                                                        const uint8_t *next)
{
    if (!next)
        for (uint64_t i = 0; i < 64 * lines; i += 64)
            _mm512_stream_si512((__m512i *)(void *)(d + i), _mm512_loadu_si512(s + i));
    else
        for (uint64_t i = 0; i < 64 * lines; i += 64) {
            _mm512_stream_si512((__m512i *)(void *)(d + i), _mm512_loadu_si512(s + i));
            __builtin_prefetch(next + i);
        }
}

__attribute__((target("avx"))) static void copy_256(uint8_t *d, const uint8_t *s, uint64_t lines,
                                                    const uint8_t *next)
{
    for (uint64_t i = 0; i < 64 * lines; i += 64) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(s + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(s + i + 32));
        _mm256_stream_si256((__m256i *)(void *)(d + i), a);
        _mm256_stream_si256((__m256i *)(void *)(d + i + 32), b);
        if (next)
            __builtin_prefetch(next + i);
    }
}

static void copy_128(uint8_t *d, const uint8_t *s, uint64_t lines)
{
    for (uint64_t i = 0; i < 4 * lines; i++)
        _mm_stream_si128((__m128i *)(void *)(d + 16 * i),
                         _mm_loadu_si128((const __m128i *)(const void *)(s + 16 * i)));
}

/* The empty assembly keeps the loops from being recognised as memcpy. */
__attribute__((target("avx512f"))) static void tile_512(uint8_t *d, const uint8_t *s, uint64_t lines)
{
#pragma GCC unroll 4
    for (uint64_t i = 0; i < lines; i++) {
        _mm512_storeu_si512(d + 64 * i, _mm512_loadu_si512(s + 64 * i));
        __asm__("");
    }
}

__attribute__((target("avx"))) static void tile_256(uint8_t *d, const uint8_t *s, uint64_t lines)
{
    for (uint64_t i = 0; i < 2 * lines; i++) {
        _mm256_storeu_si256((__m256i *)(void *)(d + 32 * i),
                            _mm256_loadu_si256((const __m256i *)(const void *)(s + 32 * i)));
        __asm__("");
    }
}

void opf_rt_copy_tile(void *dst, const void *src, uint64_t size)
{
    uint8_t *d = dst;
    const uint8_t *s = src;
    uint64_t lines = size / 64;
    if (__builtin_cpu_supports("avx512f"))
        tile_512(d, s, lines);
    else if (__builtin_cpu_supports("avx"))
        tile_256(d, s, lines);
    else
        lines = 0;
    if (size != 64 * lines)
        memcpy(d + 64 * lines, s + 64 * lines, size - 64 * lines);
}

/* (gcc takes a function of prefetches only for one without effect and drops its calls.) */
static inline __attribute__((always_inline)) void prefetch(const uint8_t *from, uint64_t lines)
{
    for (uint64_t i = 0; i < lines; i++)
        __builtin_prefetch(from + 64 * i);
}

void opf_rt_copy_stream(void *dst, const void *src, uint64_t size)
{
    struct opf_core *core = opf_this_core;
    uint8_t *d = dst;
    const uint8_t *s = src;
    uint64_t head = (64 - ((uintptr_t)d & 63)) & 63;
    if (size < 512 || head > size) {
        memcpy(d, s, size);
        return;
    }
    memcpy(d, s, head);
    d += head;
    s += head;
    size -= head;
    uint64_t lines = size / 64;
    /* The memory is busy with reads while these stores drain. Of two tensors, one is asked for before and one
     * behind them: the best of the orders that `make bench-elementwise` was tried with. */
    const uint8_t *first = core->read_end[0], *second = core->read_end[1];
    const bool two = first && second;
    const uint8_t *next = two ? NULL : first ? first : second;
    if (two)
        prefetch(first, lines);
    if (__builtin_cpu_supports("avx512f"))
        copy_512(d, s, lines, next);
    else if (__builtin_cpu_supports("avx"))
        copy_256(d, s, lines, next);
    else
        copy_128(d, s, lines);
    if (two)
        prefetch(second, lines);
    core->read_end[0] = core->read_end[1] = NULL; /* asked for: only what is read on is asked for again */
    memcpy(d + 64 * lines, s + 64 * lines, size % 64);
    core->flags |= OPF_CORE_STREAM_PENDING;
}

static void order_stores(void)
{
    _mm_sfence();
}
#else
void opf_rt_copy_tile(void *dst, const void *src, uint64_t size)
{
    memcpy(dst, src, size);
}

void opf_rt_copy_stream(void *dst, const void *src, uint64_t size)
{
    memcpy(dst, src, size);
}

static void order_stores(void) {}
#endif

void opf_rt_stream_drain(void)
{
    struct opf_core *core = opf_this_core;
    order_stores();
    if (!core)
        return;
    if (core->flags & OPF_CORE_ROWS_NOTED)
        opf_row_notes_make(opf_slot_current());
    core->flags &= ~OPF_CORE_STREAM_PENDING;
}
