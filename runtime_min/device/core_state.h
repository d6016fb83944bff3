/* The state that each core of a launch begins with. */
#ifndef OPF_DEVICE_CORE_STATE_H
#define OPF_DEVICE_CORE_STATE_H

#include "opforge/abi.h"

/* What lies behind the memories of a core and counts at its start: some hundred bytes, nearly all zero.
 * Compilers make string instructions of a memset of such a size, which take as long to start as this does in
 * all, and the end of a loop would be predicted wrongly. */
enum { OPF_STATE_AT = offsetof(struct opf_core, ctrl), OPF_STATE_END = offsetof(struct opf_core, pending) };

typedef uint64_t opf_words_64 __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint64_t opf_words_16 __attribute__((vector_size(16), aligned(8), may_alias));
_Static_assert((OPF_STATE_END - OPF_STATE_AT) % 16 == 0, "the state is cleared by 16 bytes");

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static inline void opf_core_clear_512(char *to)
{
    enum { WHOLE = (OPF_STATE_END - OPF_STATE_AT) / 64 * 64 };
#pragma GCC unroll 32
    for (size_t i = 0; i < WHOLE; i += 64)
        *(opf_words_64 *)(to + i) = (opf_words_64){0};
#pragma GCC unroll 4
    for (size_t i = WHOLE; i < OPF_STATE_END - OPF_STATE_AT; i += 16)
        *(opf_words_16 *)(to + i) = (opf_words_16){0};
}
#endif

static inline void opf_core_clear(struct opf_core *core)
{
    char *to = (char *)core + OPF_STATE_AT;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        opf_core_clear_512(to);
        return;
    }
#endif
#pragma GCC unroll 64
    for (size_t i = 0; i < OPF_STATE_END - OPF_STATE_AT; i += 16)
        *(opf_words_16 *)(to + i) = (opf_words_16){0};
}

#endif
