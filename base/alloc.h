/* The only door to the heap for our C code (a lint bans malloc and friends elsewhere), so that tests can
 * make any allocation fail. */
#ifndef OPF_BASE_ALLOC_H
#define OPF_BASE_ALLOC_H

#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NULL on failure, never aborts. Zero-sized requests return a unique pointer. Release with opf_free. */
void *opf_alloc(size_t size) __attribute__((malloc));
void *opf_calloc(size_t count, size_t size) __attribute__((malloc)); /* overflow-checked, zeroed */
void *opf_realloc(void *ptr, size_t size);                           /* old block kept on failure */
void *opf_alloc_aligned(size_t align, size_t size) __attribute__((malloc));
void opf_free(void *ptr);
char *opf_strdup(const char *text);
char *opf_strndup(const char *text, size_t len);
char *opf_asprintf(const char *fmt, ...) OPF_PRINTF(1, 2); /* NULL on failure */

/* Test hook: the next allocation number `countdown` (1 = next) fails; `sticky` makes all later ones fail
 * too. 0 turns it off. Process-wide. */
void opf_alloc_fail_after(int64_t countdown, bool sticky);
/* Number of allocations asked for since the start; tests use it to know how far to count. */
int64_t opf_alloc_count(void);

/* Checked size arithmetic: true and the result, or false on overflow. */
static inline bool opf_size_mul(size_t a, size_t b, size_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}
static inline bool opf_size_add(size_t a, size_t b, size_t *out)
{
    return !__builtin_add_overflow(a, b, out);
}

#ifdef __cplusplus
}
#endif
#endif
