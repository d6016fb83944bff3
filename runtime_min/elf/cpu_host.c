/* CPU features from cpuid. */
#include "runtime_min/elf/cpu_host.h"

#include "opforge/abi.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

static bool os_saves(uint32_t mask)
{
    uint32_t lo, hi;
    __asm__("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return (lo & mask) == mask;
}

static uint32_t detect(void)
{
    uint32_t a, b, c, d, bits = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    bool v2 = (c & bit_SSE4_2) && (c & bit_POPCNT) && (c & bit_SSSE3);
    bool osxsave = (c & bit_OSXSAVE) != 0;
    bool v3 = v2 && osxsave && os_saves(0x6) && (c & bit_AVX) && (c & bit_FMA) && (c & bit_F16C);
    bool os512 = osxsave && os_saves(0xe6);
    if (v2)
        bits |= OPF_CPU_X86_64_V2;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return bits;
    v3 = v3 && (b & (1u << 5)) && (b & (1u << 3)) && (b & (1u << 8)); /* AVX2, BMI, BMI2 */
    if (v3)
        bits |= OPF_CPU_X86_64_V3;
    /* AVX-512 F, DQ, CD, BW, VL */
    uint32_t v4 = (1u << 16) | (1u << 17) | (1u << 28) | (1u << 30) | (1u << 31);
    if (c & (1u << 8))
        bits |= OPF_CPU_GFNI;
    if (!v3 || !os512 || (b & v4) != v4)
        return bits;
    bits |= OPF_CPU_X86_64_V4;
    bits |= (c & (1u << 1)) ? OPF_CPU_AVX512_VBMI : 0;
    bits |= (c & (1u << 6)) ? OPF_CPU_AVX512_VBMI2 : 0;
    bits |= (c & (1u << 11)) ? OPF_CPU_AVX512_VNNI : 0;
    bits |= (c & (1u << 12)) ? OPF_CPU_AVX512_BITALG : 0;
    bits |= (c & (1u << 14)) ? OPF_CPU_AVX512_VPOPCNTDQ : 0;
    bits |= (d & (1u << 23)) ? OPF_CPU_AVX512_FP16 : 0;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d))
        bits |= (a & (1u << 5)) ? OPF_CPU_AVX512_BF16 : 0;
    return bits;
}

#else
static uint32_t detect(void)
{
    return OPF_CPU_AARCH64;
}
#endif

uint32_t opf_cpu_host_bits(void)
{
    static uint32_t cached;
    uint32_t bits = __atomic_load_n(&cached, __ATOMIC_RELAXED);
    if (!bits) {
        bits = detect();
        __atomic_store_n(&cached, bits, __ATOMIC_RELAXED);
    }
    return bits;
}

const char *opf_cpu_bits_text(uint32_t bits, char *out, size_t size)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {{OPF_CPU_X86_64_V2, "x86-64-v2"},
                 {OPF_CPU_X86_64_V3, "x86-64-v3"},
                 {OPF_CPU_X86_64_V4, "x86-64-v4"},
                 {OPF_CPU_AVX512_BF16, "avx512-bf16"},
                 {OPF_CPU_AVX512_FP16, "avx512-fp16"},
                 {OPF_CPU_AVX512_VBMI, "avx512-vbmi"},
                 {OPF_CPU_AVX512_VNNI, "avx512-vnni"},
                 {OPF_CPU_AVX512_VBMI2, "avx512-vbmi2"},
                 {OPF_CPU_AVX512_BITALG, "avx512-bitalg"},
                 {OPF_CPU_AVX512_VPOPCNTDQ, "avx512-vpopcntdq"},
                 {OPF_CPU_GFNI, "gfni"},
                 {OPF_CPU_NATIVE_OTHER, "native"},
                 {OPF_CPU_AARCH64, "aarch64"}};
    size_t len = 0;
    if (size)
        out[0] = '\0';
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (!(bits & names[i].bit) || len >= size)
            continue;
        int n = snprintf(out + len, size - len, "%s%s", len ? ", " : "", names[i].name);
        len += n > 0 ? (size_t)n : 0;
    }
    return out;
}
