/* Copies between global memory and the unified buffer, by size. Tiles that fit the first-level cache go
 * through plain vector loops: the string instruction that libc chooses for them starts slowly and reads ahead
 * little. Outputs larger than the caches bypass them, or each of their lines would be read before it is
 * written. */
#include "opforge/abi.h"
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f"))) static void copy_512(uint8_t *d, const uint8_t *s, uint64_t lines)
{
    for (uint64_t i = 0; i < lines; i++)
        _mm512_stream_si512((__m512i *)(void *)(d + 64 * i), _mm512_loadu_si512(s + 64 * i));
}

__attribute__((target("avx"))) static void copy_256(uint8_t *d, const uint8_t *s, uint64_t lines)
{
    for (uint64_t i = 0; i < lines; i++) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(s + 64 * i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(s + 64 * i + 32));
        _mm256_stream_si256((__m256i *)(void *)(d + 64 * i), a);
        _mm256_stream_si256((__m256i *)(void *)(d + 64 * i + 32), b);
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
    memcpy(d + 64 * lines, s + 64 * lines, size - 64 * lines);
}

/* Asks for what the kernel will likely read next: tiles follow each other. A prefetch of a wrong address does
 * nothing. (gcc takes a function of prefetches only for one without effect and drops its calls.) */
static inline __attribute__((always_inline)) void prefetch(const uint8_t *from, uint64_t lines)
{
    if (from)
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
    /* The memory is busy with reads while these stores drain. One stream before and one behind them is the
     * best of the orders that `make bench-elementwise` was tried with. */
    prefetch(core->read_end[0], lines);
    if (__builtin_cpu_supports("avx512f"))
        copy_512(d, s, lines);
    else if (__builtin_cpu_supports("avx"))
        copy_256(d, s, lines);
    else
        copy_128(d, s, lines);
    prefetch(core->read_end[1], lines);
    memcpy(d + 64 * lines, s + 64 * lines, size % 64);
    core->flags |= OPF_CORE_STREAM_PENDING;
}

void opf_rt_stream_drain(void)
{
    _mm_sfence();
    if (opf_this_core)
        opf_this_core->flags &= ~OPF_CORE_STREAM_PENDING;
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

void opf_rt_stream_drain(void) {}
#endif
