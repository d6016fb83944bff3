/* Simplified, static and template keys. Hashes were computed by an independent program over the texts that
 * docs/formats/keys.md prescribes. */
#include "binscripts/kernel_keys.h"
#include "binscripts/template_keys.h"
#include "tests/unit/check_helpers.h"

static opf_arena *arena;

static void setup(void)
{
    assert_ok(opf_arena_create(&arena));
}
static void teardown(void)
{
    opf_arena_destroy(arena);
}

static void read_case(const char *name, struct opf_variant_file *file)
{
    char *path = opf_arena_printf(arena, "%s/tests/cases/binscripts/%s", getenv("OPF_ROOT"), name);
    assert_ok(opf_variant_file_read(arena, path, file));
}

START_TEST(relu_in_mode_0)
{
    struct opf_variant_file file;
    struct opf_kernel_keys keys;
    struct opf_key_options options = {
        .mode = 0, .impl_mode = "high_performance,optional", .deterministic = "ignore"};
    read_case("relu_f16_binary.json", &file);
    assert_ok(opf_kernel_keys_make(arena, &file, file.op_list->first, &options, &keys));
    ck_assert_uint_eq(keys.count, 4);
    ck_assert_str_eq(keys.simplified[0], "Relu/d=0,p=1/1,2/1,2");
    ck_assert_str_eq(keys.simplified[1], "Relu/d=0,p=0/1,2/1,2");
    ck_assert_str_eq(keys.simplified[2], "Relu/d=1,p=1/1,2/1,2");
    ck_assert_str_eq(keys.simplified[3], "Relu/d=1,p=0/1,2/1,2");
    ck_assert_str_eq(keys.static_key, "a84e7dc2efda02122a97c46caef20dee738722bcd3e897f326f356bc1226a677,"
                                      "6ea53f6da880a8179848e8d27d9656470fcc75d7d663e87a5ddd49a942d586d5");
    ck_assert_str_eq(keys.optional_input_mode, "gen_placeholder");
    ck_assert_ptr_null(keys.dynamic_param_mode);
}
END_TEST

START_TEST(optional_dynamic_and_byte_dtypes)
{
    struct opf_variant_file file;
    struct opf_kernel_keys keys;
    struct opf_key_options options = {
        .mode = 0, .impl_mode = "high_precision,optional", .deterministic = "false"};
    read_case("merge_binary.json", &file);
    assert_ok(opf_kernel_keys_make(arena, &file, file.op_list->first, &options, &keys));
    ck_assert_uint_eq(keys.count, 2);
    ck_assert_str_eq(keys.simplified[0], "Merge/d=0,p=2/6,2/1,2/1,0");
    ck_assert_str_eq(keys.dynamic_param_mode, "folded_with_desc");
    ck_assert_str_eq(keys.static_key, "68357cb2ee9e5cf3a5bd9aaa419bcf02bbce6463991bc0e346c82dee4e4e7d11,"
                                      "95f7d0f89b7e025f5f82ce2b330811befc74cd2768712e4e2d130229f2cd3cd3");
}
END_TEST

START_TEST(mode_1_has_attributes)
{
    struct opf_variant_file file;
    struct opf_kernel_keys keys;
    struct opf_key_options options = {.mode = -1,
                                      .deterministic = "true",
                                      .optional_input_mode = "no_placeholder",
                                      .dynamic_param_mode = "unfolded"};
    read_case("merge_binary.json", &file);
    /* a float has no place in a key */
    assert_fails(opf_kernel_keys_make(arena, &file, file.op_list->first, &options, &keys), OPF_INVALID_FORMAT,
                 "alpha");
    opf_value *alpha =
        (opf_value *)opf_value_get(opf_value_get(file.op_list->first, "attrs")->first, "value");
    alpha->kind = OPF_VALUE_NULL;
    assert_ok(opf_kernel_keys_make(arena, &file, file.op_list->first, &options, &keys));
    ck_assert_int_eq(keys.mode, 1);
    ck_assert_uint_eq(keys.count, 1);
    ck_assert_str_eq(keys.simplified[0], "Merge/d=1,p=0/6,2/1,2,1/12,2/1,0/,1");
}
END_TEST

START_TEST(unknown_mode)
{
    struct opf_variant_file file;
    struct opf_kernel_keys keys;
    struct opf_key_options options = {.mode = 0, .impl_mode = "fastest"};
    read_case("relu_f16_binary.json", &file);
    assert_fails(opf_kernel_keys_make(arena, &file, file.op_list->first, &options, &keys),
                 OPF_INVALID_ARGUMENT, "fastest");
}
END_TEST

/* ---- template keys ------------------------------------------------------------------------------------- */

static uint64_t zero_one[] = {0, 1}, one[] = {1}, zero[] = {0};

/* Five bools in two groups, as an index operator declares them: 32 keys, each once. */
START_TEST(five_bools)
{
    static const char *const NAMES[] = {"A", "B", "C", "D", "SIMD"};
    struct opf_tpl_item params[5], first[6], second[6];
    for (int i = 0; i < 5; i++)
        params[i] = first[i] = second[i] = (struct opf_tpl_item){NAMES[i], OPF_TPL_BOOL, 1, zero_one, 2};
    first[4] = (struct opf_tpl_item){"SIMD", OPF_TPL_BOOL, 1, zero, 1};
    second[4] = (struct opf_tpl_item){"SIMD", OPF_TPL_BOOL, 1, one, 1};
    first[5] = (struct opf_tpl_item){"Small", OPF_TPL_STRUCT, 0, NULL, 0};
    second[5] = (struct opf_tpl_item){"Large", OPF_TPL_STRUCT, 0, NULL, 0};
    struct opf_tpl_group groups[] = {{first, 6}, {second, 6}};
    struct opf_tpl_table table = {.params = params, .param_count = 5, .groups = groups, .group_count = 2};
    struct opf_operands none = {0};
    struct opf_template_key *keys;
    size_t count;
    assert_ok(opf_template_keys_make(arena, &table, &none, false, NULL, &keys, &count));
    static const uint64_t ORDER[] = {0, 8, 4, 12, 2, 10, 6, 14, 1};
    ck_assert_uint_eq(count, 32);
    for (size_t i = 0; i < sizeof(ORDER) / sizeof(ORDER[0]); i++)
        ck_assert_uint_eq(keys[i].key, ORDER[i]);
    ck_assert_uint_eq(keys[16].key, 16);
    ck_assert_str_eq(keys[17].arguments, "false, false, false, true, true");
    ck_assert_str_eq(keys[0].tiling_struct, "Small");
    ck_assert_str_eq(keys[31].tiling_struct, "Large");
    assert_ok(opf_template_keys_make(arena, &table, &none, false, "A=1;SIMD=0,1", &keys, &count));
    ck_assert_uint_eq(count, 16);
    assert_fails(opf_template_keys_make(arena, &table, &none, false, "A=7", &keys, &count),
                 OPF_INVALID_ARGUMENT, "no match kernel template input!");
    struct opf_tpl_group twice[] = {{first, 6}, {first, 6}};
    table.groups = twice;
    assert_ok(opf_template_keys_make(arena, &table, &none, false, NULL, &keys, &count));
    ck_assert_uint_eq(count, 16); /* listed twice is listed once */
    struct opf_tpl_item other[6];
    memcpy(other, first, sizeof(other));
    other[5].name = "Large"; /* but not with another structure */
    struct opf_tpl_group differ[] = {{first, 6}, {other, 6}};
    table.groups = differ;
    assert_fails(opf_template_keys_make(arena, &table, &none, false, NULL, &keys, &count), OPF_ALREADY_EXISTS,
                 "one key");
}
END_TEST

START_TEST(values_and_indices)
{
    uint64_t modes[] = {5, 0, 9}, types[] = {1, 0, 100000000}, half[] = {1}, wide[] = {0}, some[] = {9, 5};
    struct opf_tpl_item params[] = {{"T", OPF_TPL_DATATYPE, 8, types, 3},
                                    {"MODE", OPF_TPL_UINT, 4, modes, 3}};
    struct opf_tpl_item a[] = {{"T", OPF_TPL_DATATYPE, 8, half, 1}, {"MODE", OPF_TPL_UINT, 0, some, 2}};
    struct opf_tpl_item b[] = {{"T", OPF_TPL_DATATYPE, 8, wide, 1}, {"MODE", OPF_TPL_UINT, 0, some, 2}};
    struct opf_tpl_group groups[] = {{a, 2}, {b, 2}};
    struct opf_tpl_table table = {.params = params, .param_count = 2, .groups = groups, .group_count = 2};
    struct opf_operand input = {1, 2};
    struct opf_operands operands = {&input, NULL, 1, 0};
    struct opf_template_key *keys;
    size_t count;
    assert_ok(opf_template_keys_make(arena, &table, &operands, false, NULL, &keys, &count));
    ck_assert_uint_eq(count, 2); /* the float32 group is for another variant */
    ck_assert_uint_eq(keys[0].key, 1 | 2 << 8);
    ck_assert_str_eq(keys[0].arguments, "half, 9");
    ck_assert_uint_eq(keys[1].key, 1 | 0 << 8);
    input.dtype = 27;
    assert_fails(opf_template_keys_make(arena, &table, &operands, false, NULL, &keys, &count),
                 OPF_INVALID_FORMAT, "no template combination");
    uint64_t bad[] = {1, 4};
    ck_assert_uint_eq(opf_template_key_encode(&table, bad), UINT64_MAX);
}
END_TEST

Suite *keys_suite(void);
Suite *keys_suite(void)
{
    Suite *suite = suite_create("keys");
    TCase *tc = tcase_create("keys");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, relu_in_mode_0);
    tcase_add_test(tc, optional_dynamic_and_byte_dtypes);
    tcase_add_test(tc, mode_1_has_attributes);
    tcase_add_test(tc, unknown_mode);
    tcase_add_test(tc, five_bools);
    tcase_add_test(tc, values_and_indices);
    suite_add_tcase(suite, tc);
    return suite;
}
