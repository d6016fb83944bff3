/* Copies that leave the caches alone: outputs larger than the caches cost a read of every line otherwise. */
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

void opf_rt_copy_stream(void *dst, const void *src, uint64_t size)
{
    uint8_t *d = dst;
    const uint8_t *s = src;
    uint64_t head = (64 - ((uintptr_t)d & 63)) & 63;
    if (size < 4096 || head > size) {
        memcpy(d, s, size);
        return;
    }
    memcpy(d, s, head);
    d += head;
    s += head;
    size -= head;
    uint64_t lines = size / 64;
    if (__builtin_cpu_supports("avx512f"))
        copy_512(d, s, lines);
    else if (__builtin_cpu_supports("avx"))
        copy_256(d, s, lines);
    else
        copy_128(d, s, lines);
    memcpy(d + 64 * lines, s + 64 * lines, size % 64);
    _mm_sfence();
}
#else
void opf_rt_copy_stream(void *dst, const void *src, uint64_t size)
{
    memcpy(dst, src, size);
}
#endif
