/* Bounded memory and text functions with error numbers, under their customary names.
 *
 * A destination that is too small gets ERANGE and, like overlapping or NULL arguments, leaves an empty string
 * (text functions) or zeroed memory (memcpy_s) behind; EOK is success. */
#ifndef OPFORGE_SECUREC_H
#define OPFORGE_SECUREC_H

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifndef EOK
#define EOK 0
#endif
#ifndef SECUREC_MEM_MAX_LEN
#define SECUREC_MEM_MAX_LEN    ((size_t)0x7fffffff)
#define SECUREC_STRING_MAX_LEN ((size_t)0x7fffffff)
#endif
#define EINVAL_AND_RESET        150
#define ERANGE_AND_RESET        162
#define EOVERLAP_AND_RESET      182

typedef int errno_t;

static inline errno_t memset_s(void *dest, size_t dest_max, int c, size_t count)
{
    if (!dest)
        return EINVAL;
    if (dest_max == 0 || dest_max > SECUREC_MEM_MAX_LEN)
        return ERANGE;
    if (count > dest_max) {
        memset(dest, c, dest_max);
        return ERANGE_AND_RESET;
    }
    memset(dest, c, count);
    return EOK;
}

static inline errno_t memmove_s(void *dest, size_t dest_max, const void *src, size_t count)
{
    if (dest_max == 0 || dest_max > SECUREC_MEM_MAX_LEN)
        return ERANGE;
    if (!dest)
        return EINVAL;
    if (!src || count > dest_max) {
        memset(dest, 0, dest_max);
        return src ? ERANGE_AND_RESET : EINVAL_AND_RESET;
    }
    memmove(dest, src, count);
    return EOK;
}

static inline errno_t memcpy_s(void *dest, size_t dest_max, const void *src, size_t count)
{
    const char *to = (const char *)dest, *from = (const char *)src;
    if (dest && src && count <= dest_max && to != from && to < from + count && from < to + count) {
        memset(dest, 0, dest_max);
        return EOVERLAP_AND_RESET;
    }
    return memmove_s(dest, dest_max, src, count);
}

static inline errno_t strncpy_s(char *dest, size_t dest_max, const char *src, size_t count)
{
    if (!dest || dest_max == 0)
        return dest ? ERANGE : EINVAL;
    dest[0] = '\0';
    if (!src)
        return EINVAL_AND_RESET;
    size_t len = strnlen(src, count);
    if (len >= dest_max)
        return ERANGE_AND_RESET;
    memmove(dest, src, len);
    dest[len] = '\0';
    return EOK;
}

static inline errno_t strcpy_s(char *dest, size_t dest_max, const char *src)
{
    return strncpy_s(dest, dest_max, src, SECUREC_STRING_MAX_LEN);
}

static inline errno_t strncat_s(char *dest, size_t dest_max, const char *src, size_t count)
{
    size_t used = dest ? strnlen(dest, dest_max) : 0;
    if (!dest || used == dest_max)
        return dest ? ERANGE : EINVAL;
    return strncpy_s(dest + used, dest_max - used, src, count);
}

static inline errno_t strcat_s(char *dest, size_t dest_max, const char *src)
{
    return strncat_s(dest, dest_max, src, SECUREC_STRING_MAX_LEN);
}

/* The print functions return the number of characters written, -1 when they did not fit. */
static inline int vsnprintf_s(char *dest, size_t dest_max, size_t count, const char *format, va_list args)
{
    if (!dest || dest_max == 0 || !format)
        return -1;
    size_t room = count < dest_max ? count + 1 : dest_max;
    int made = vsnprintf(dest, room, format, args);
    if (made >= 0 && (size_t)made < room)
        return made;
    if (count >= dest_max || made < 0)
        dest[0] = '\0';
    return -1;
}

static inline int vsprintf_s(char *dest, size_t dest_max, const char *format, va_list args)
{
    return vsnprintf_s(dest, dest_max, dest_max, format, args);
}

__attribute__((format(printf, 4, 5))) static inline int snprintf_s(char *dest, size_t dest_max, size_t count,
                                                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int made = vsnprintf_s(dest, dest_max, count, format, args);
    va_end(args);
    return made;
}

__attribute__((format(printf, 3, 4))) static inline int sprintf_s(char *dest, size_t dest_max, const char *format,
                                                                  ...)
{
    va_list args;
    va_start(args, format);
    int made = vsnprintf_s(dest, dest_max, dest_max, format, args);
    va_end(args);
    return made;
}

#endif
