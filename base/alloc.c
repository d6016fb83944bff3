/* The heap, with a counter and a switch that makes a chosen allocation fail. */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static int64_t alloc_count;
static int64_t fail_at; /* the value of alloc_count that fails; 0 = off */
static bool fail_sticky;

static bool should_fail(void)
{
    int64_t number = __atomic_add_fetch(&alloc_count, 1, __ATOMIC_RELAXED);
    int64_t at = __atomic_load_n(&fail_at, __ATOMIC_RELAXED);
    if (__builtin_expect(at == 0, 1))
        return false;
    return number == at || (number > at && __atomic_load_n(&fail_sticky, __ATOMIC_RELAXED));
}

void opf_alloc_fail_after(int64_t countdown, bool sticky)
{
    __atomic_store_n(&fail_sticky, sticky, __ATOMIC_RELAXED);
    int64_t at = countdown > 0 ? __atomic_load_n(&alloc_count, __ATOMIC_RELAXED) + countdown : 0;
    __atomic_store_n(&fail_at, at, __ATOMIC_RELAXED);
}

int64_t opf_alloc_count(void)
{
    return __atomic_load_n(&alloc_count, __ATOMIC_RELAXED);
}

void *opf_alloc(size_t size)
{
    return should_fail() ? NULL : malloc(size ? size : 1);
}

void *opf_calloc(size_t count, size_t size)
{
    size_t total;
    if (should_fail() || !opf_size_mul(count, size, &total))
        return NULL;
    return calloc(1, total ? total : 1);
}

void *opf_realloc(void *ptr, size_t size)
{
    return should_fail() ? NULL : realloc(ptr, size ? size : 1);
}

void *opf_alloc_aligned(size_t align, size_t size)
{
    void *ptr = NULL;
    if (should_fail() || posix_memalign(&ptr, align, size ? size : 1) != 0)
        return NULL;
    return ptr;
}

void opf_free(void *ptr)
{
    free(ptr);
}

char *opf_strdup(const char *text)
{
    return opf_strndup(text, strlen(text));
}

char *opf_strndup(const char *text, size_t len)
{
    len = strnlen(text, len);
    char *copy = opf_alloc(len + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

char *opf_asprintf(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *text = len < 0 ? NULL : opf_alloc((size_t)len + 1);
    if (!text)
        return NULL;
    va_start(args, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, args);
    va_end(args);
    return text;
}
