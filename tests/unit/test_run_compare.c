/* Comparison of results: values of small types, complex numbers, parts of outputs. */
#include "runner/run_compare.h"
#include "runner/small_values.h"
#include "runner/tensor_spec.h"
#include "tests/unit/check_helpers.h"

#include <math.h>

static struct opf_run_tensor tensor_of(const char *spec, const void *data)
{
    struct opf_run_tensor tensor;
    assert_ok(opf_run_tensor_parse(spec, &tensor));
    memcpy(tensor.data, data, tensor.bytes);
    return tensor;
}

static int64_t wrong_of(const char *spec, const void *got, const void *expected, int64_t limit, double rtol)
{
    struct opf_run_tensor a = tensor_of(spec, got), b = tensor_of(spec, expected);
    struct opf_run_difference difference;
    assert_ok(opf_run_compare(&a, &b, limit, rtol, 0, &difference));
    opf_run_tensor_free(&a);
    opf_run_tensor_free(&b);
    return difference.wrong;
}

START_TEST(values_of_small_types)
{
    static const struct {
        const char *type;
        uint32_t bits;
        double value;
    } cases[] = {
        {"hifloat8", 0x00, 0},
        {"hifloat8", 0x01, 0x1p-22},
        {"hifloat8", 0x07, 0x1p-16},
        {"hifloat8", 0x08, 1},
        {"hifloat8", 0x8f, -1.875},
        {"hifloat8", 0x10, 2},
        {"hifloat8", 0x18, 0.5},
        {"hifloat8", 0x14, 3},
        {"hifloat8", 0x24, 6},
        {"hifloat8", 0x6e, 0x1p15},
        {"hifloat8", 0x7f, 0x1.8p-15},
        {"hifloat8", 0xef, -INFINITY},
        {"hifloat8", 0x80, NAN},
        {"float8_e5m2", 0x3c, 1},
        {"float8_e5m2", 0x01, 0x1p-16},
        {"float8_e5m2", 0xfc, -INFINITY},
        {"float8_e5m2", 0x7d, NAN},
        {"float8_e4m3fn", 0x7e, 448},
        {"float8_e4m3fn", 0x81, -0x1p-9},
        {"float8_e4m3fn", 0xff, NAN},
        {"float8_e8m0", 0, 0x1p-127},
        {"float8_e8m0", 128, 2},
        {"float8_e8m0", 255, NAN},
        {"float4_e2m1", 1, 0.5},
        {"float4_e2m1", 15, -6},
        {"float4_e1m2", 1, 0.25},
        {"float4_e1m2", 7, 1.75},
        {"int4", 8, -8},
        {"int4", 7, 7},
        {"int2", 3, -1},
        {"uint1", 1, 1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int32_t dtype = opf_run_dtype_number(cases[i].type);
        ck_assert(opf_small_value_known(dtype));
        double value = opf_small_value(dtype, cases[i].bits);
        ck_assert_msg(isnan(cases[i].value) ? isnan(value) : value == cases[i].value, "%s %#x: %g",
                      cases[i].type, cases[i].bits, value);
    }
    ck_assert(!opf_small_value_known(opf_run_dtype_number("float16")));
}
END_TEST

START_TEST(elements_below_a_byte)
{
    const uint8_t got[] = {0x21, 0x43}, expected[] = {0x21, 0x53};
    struct opf_run_tensor tensor = tensor_of("int4:4", got);
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq(opf_run_tensor_value(&tensor, i), i + 1);
    opf_run_tensor_free(&tensor);
    ck_assert_int_eq(wrong_of("int4:4", got, expected, -1, 0), 1);
    ck_assert_int_eq(wrong_of("uint1:16", got, expected, -1, 0), 1);
    /* 1 and 1.125: near as bits, not as values */
    ck_assert_int_eq(wrong_of("float8_e4m3fn:1", (const uint8_t[]){0x38}, (const uint8_t[]){0x39}, -1, 0.1),
                     1);
}
END_TEST

START_TEST(complex_numbers)
{
    const float got[] = {1000, 1, 2, 3}, expected[] = {1000, 1.5f, 2, 4};
    ck_assert_int_eq(wrong_of("complex64:2", got, expected, -1, 1e-3), 1); /* the distance counts */
    ck_assert_int_eq(wrong_of("complex64:2", got, expected, -1, 0), 2);
    const float odd[] = {INFINITY, NAN}, same[] = {INFINITY, NAN}, other[] = {INFINITY, 1};
    ck_assert_int_eq(wrong_of("complex64:1", odd, same, -1, 0), 0);
    ck_assert_int_eq(wrong_of("complex64:1", odd, other, -1, 0), 1);
}
END_TEST

START_TEST(part_of_an_output)
{
    const float got[] = {1, 2, 3}, expected[] = {1, 2, 0};
    ck_assert_int_eq(wrong_of("float32:3", got, expected, -1, 0), 1);
    ck_assert_int_eq(wrong_of("float32:3", got, expected, 2, 0), 0);
    ck_assert_int_eq(wrong_of("float32:3", got, expected, 5, 0), 1);
    ck_assert_int_eq(wrong_of("float32:3", got, (const float[]){0, 0, 0}, 0, 0), 0);
}
END_TEST

Suite *run_compare_suite(void);
Suite *run_compare_suite(void)
{
    Suite *suite = suite_create("run_compare");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, values_of_small_types);
    tcase_add_test(tests, elements_below_a_byte);
    tcase_add_test(tests, complex_numbers);
    tcase_add_test(tests, part_of_an_output);
    suite_add_tcase(suite, tests);
    return suite;
}
