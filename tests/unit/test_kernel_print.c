/* The formatter of kernels' printf: the same text as the C library's for everything it supports. */
#include "runtime_min/device/core_slot.h"
#include "tests/unit/check_helpers.h"

#include <float.h>
#include <math.h>

static size_t format(char *out, size_t size, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    size_t n = opf_kernel_format(out, size, fmt, args);
    va_end(args);
    return n;
}

#define SAME(...)                                                                                            \
    do {                                                                                                     \
        char ours[600], theirs[600];                                                                         \
        size_t n = format(ours, sizeof(ours), __VA_ARGS__);                                                  \
        int m = snprintf(theirs, sizeof(theirs), __VA_ARGS__);                                               \
        ck_assert_str_eq(ours, theirs);                                                                      \
        ck_assert_uint_eq(n, (size_t)m);                                                                     \
    } while (0)

START_TEST(integers)
{
    const int values[] = {0, 1, -1, 42, -12345, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        int v = values[i];
        SAME("%d|%5d|%-8d|%08d|%+d|% d|%.4d|%8.3d|%i", v, v, v, v, v, v, v, v, v);
        SAME("%u|%x|%X|%#x|%#X|%o|%10x|%-10x|%010x|%.6x", (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v,
             (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v);
        SAME("%ld|%lld|%zu|%lu|%llx", (long)v * 100000, (long long)v * 1000000, (size_t)v, (unsigned long)v,
             (unsigned long long)v);
        SAME("%hd|%hhd|%hu|%hhu", (short)v, (signed char)v, (unsigned short)v, (unsigned char)v);
        SAME("%*d|%-*d|%.*d", 9, v, 9, v, 5, v);
    }
    SAME("%lld %llu", (long long)INT64_MIN, (unsigned long long)UINT64_MAX);
}
END_TEST

START_TEST(floats)
{
    const double values[] = {0.0,       -0.0,  1.0,           -1.5,    0.1,    3.14159265358979,
                             1e10,      1e-10, 123456789.125, DBL_MAX, 5e-324, INFINITY,
                             -INFINITY, 2.5,   1e22};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        double v = values[i];
        SAME("%f|%.0f|%.3f|%12.4f|%-12.2f|%+f|% f|%012.3f", v, v, v, v, v, v, v, v);
        SAME("%e|%.2e|%E|%g|%.10g|%G|%#.0f", v, v, v, v, v, v, v);
    }
    SAME("%f", (double)NAN);
}
END_TEST

START_TEST(texts_and_the_rest)
{
    SAME("%s|%10s|%-10s|%.2s|%c|%5c|%%", "abc", "abc", "abc", "abc", 'x', 'y');
    SAME("%p", (void *)(uintptr_t)0x1234abcd);
    SAME("no arguments");
    char out[16];
    ck_assert_uint_eq(format(out, sizeof(out), "%s", (const char *)NULL), 6);
    ck_assert_str_eq(out, "(null)");
    /* cut, terminated, and the full length told */
    ck_assert_uint_eq(format(out, 5, "%d", 1234567), 7);
    ck_assert_str_eq(out, "1234");
    /* what does not exist is shown, and cannot write memory */
    int untouched = 5;
    ck_assert_uint_eq(format(out, sizeof(out), "a%nb"), 4);
    ck_assert_str_eq(out, "a%nb");
    ck_assert_int_eq(untouched, 5);
    ck_assert_uint_eq(format(out, sizeof(out), "%"), 1);
}
END_TEST

Suite *kernel_print_suite(void)
{
    Suite *s = suite_create("kernel_print");
    TCase *c = tcase_create("format");
    tcase_add_test(c, integers);
    tcase_add_test(c, floats);
    tcase_add_test(c, texts_and_the_rest);
    suite_add_tcase(s, c);
    return s;
}
