/* Text rules: numbers, names, nearest match; hashes. */
#include "base/digest.h"
#include "base/text.h"
#include "tests/unit/check_helpers.h"

START_TEST(numbers_are_strict)
{
    int64_t i;
    uint64_t u;
    double d;
    ck_assert(opf_text_to_i64("-9223372036854775808", &i) && i == INT64_MIN);
    ck_assert(opf_text_to_i64("0x10", &i) && i == 16);
    ck_assert(opf_text_to_i64("010", &i) && i == 10);
    ck_assert(opf_text_to_u64("18446744073709551615", &u) && u == UINT64_MAX);
    ck_assert(opf_text_to_f64("-1.5e3", &d) && d == -1500.0);
    static const char *const bad[] = {"",  " 1",  "1 ", "1x",  "9223372036854775808",
                                      "-", "+-1", "0x", "0xg", "1.0"};
    for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++)
        ck_assert_msg(!opf_text_to_i64(bad[k], &i), "`%s` was taken", bad[k]);
    ck_assert(!opf_text_to_u64("-1", &u) && !opf_text_to_u64("18446744073709551616", &u));
    ck_assert(!opf_text_to_f64("", &d) && !opf_text_to_f64(" 1", &d) && !opf_text_to_f64("1.0f", &d));
}
END_TEST

START_TEST(snake_names)
{
    static const char *const pairs[][2] = {
        {"Relu", "relu"},
        {"IndexPutWithSortV2", "index_put_with_sort_v2"},
        {"LSTMCell", "lstm_cell"},
        {"Conv3DBackpropFilter", "conv3_d_backprop_filter"},
        {"DynamicRNNV2", "dynamic_rnnv2"},
        {"A_B", "a_b"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        char *snake = opf_text_snake(pairs[i][0]);
        ck_assert_str_eq(snake, pairs[i][1]);
        opf_free(snake);
    }
}
END_TEST

START_TEST(nearest_suggests_only_close_ones)
{
    static const char *const ops[] = {"add", "relu", "softmax_v2", "index_put"};
    ck_assert_str_eq(opf_text_nearest("rleu", ops, 4), "relu");
    ck_assert_str_eq(opf_text_nearest("softmaxv2", ops, 4), "softmax_v2");
    static const char *const math[] = {"exp2f", "expf"};
    ck_assert_str_eq(opf_text_nearest("expff", math, 2), "expf");
    ck_assert_ptr_null(opf_text_nearest("foo", ops, 4));
    ck_assert_ptr_null(opf_text_nearest("", ops, 4));
}
END_TEST

START_TEST(case_and_affixes)
{
    char text[] = "aB1z";
    ck_assert_str_eq(opf_text_upper(text), "AB1Z");
    ck_assert_str_eq(opf_text_lower(text), "ab1z");
    ck_assert(opf_text_starts("relu.cpp", "relu") && !opf_text_starts("re", "relu"));
    ck_assert(opf_text_ends("relu.cpp", ".cpp") && !opf_text_ends("pp", ".cpp"));
}
END_TEST

/* From FIPS 180-2 and RFC 1321. */
START_TEST(digests_of_abc)
{
    char sha[OPF_SHA256_HEX], md5[OPF_MD5_HEX];
    opf_digest_sha256("abc", 3, sha);
    ck_assert_str_eq(sha, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    opf_digest_md5("abc", 3, md5);
    ck_assert_str_eq(md5, "900150983cd24fb0d6963f7d28e17f72");
}
END_TEST

Suite *text_suite(void);
Suite *text_suite(void)
{
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, numbers_are_strict);
    tcase_add_test(tests, snake_names);
    tcase_add_test(tests, nearest_suggests_only_close_ones);
    tcase_add_test(tests, case_and_affixes);
    tcase_add_test(tests, digests_of_abc);
    suite_add_tcase(suite, tests);
    return suite;
}
