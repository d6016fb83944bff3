/* Variant files: generation from columns, checks of what people write. Names come from an independent
 * computation: md5 over Python's json.dumps(document, indent=2). */
#include "ascendc_gen/op_ini.h"
#include "ascendc_gen/describe.h"
#include "base/file.h"
#include "base/path.h"
#include "binscripts/plan.h"
#include "binscripts/variant.h"
#include "base/json.h"
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

static char *case_path(const char *name)
{
    char *path = opf_arena_printf(arena, "%s/tests/cases/binscripts/%s", getenv("OPF_ROOT"), name);
    ck_assert_ptr_nonnull(path);
    return path;
}

static struct opf_kernel_desc *read_scale(void)
{
    struct opf_ini_section *ini;
    struct opf_kernel_desc *desc;
    assert_ok(opf_ini_read(arena, case_path("scale.ini"), &ini));
    assert_ok(opf_op_ini_read(arena, "scale.ini", opf_ini_find(ini, "ScaleAdd"), true, &desc));
    return desc;
}

START_TEST(columns_become_variants)
{
    opf_value *root;
    struct opf_variant_file file;
    assert_ok(opf_variant_file_generate(arena, read_scale(), 0, &root));
    assert_ok(opf_variant_file_check("generated", root, &file));
    ck_assert_uint_eq(file.op_list->count, 2); /* the third column repeats the first */
    ck_assert_str_eq(opf_variant_text(opf_value_at(file.op_list, 0), "bin_filename"),
                     "ScaleAdd_9d87ee71ab5c6575e74f012bdeec9fa3");
    ck_assert_str_eq(opf_variant_text(opf_value_at(file.op_list, 1), "bin_filename"),
                     "ScaleAdd_10db93d0c2472c4db29e1312dbce249e");
}
END_TEST

START_TEST(one_column_becomes_a_variant)
{
    opf_value *root;
    struct opf_variant_file file;
    assert_ok(opf_variant_file_generate(arena, read_scale(), 2, &root));
    assert_ok(opf_variant_file_check("generated", root, &file));
    ck_assert_uint_eq(file.op_list->count, 1);
    ck_assert_str_eq(opf_variant_text(opf_value_at(file.op_list, 0), "bin_filename"),
                     "ScaleAdd_10db93d0c2472c4db29e1312dbce249e");
    assert_fails(opf_variant_file_generate(arena, read_scale(), 4, &root), OPF_INVALID_ARGUMENT,
                 "3 columns of types, column 4");
}
END_TEST

START_TEST(one_variant_per_file)
{
    struct opf_variant_file file, single;
    assert_ok(opf_variant_file_read(arena, case_path("merge_binary.json"), &file));
    opf_value *root = opf_variant_single(arena, &file, file.op_list->first, "Merge_f16_high_precision");
    assert_ok(opf_variant_file_check("single", root, &single));
    ck_assert_str_eq(opf_variant_text(single.op_list->first, "bin_filename"), "Merge_f16_high_precision");
    ck_assert_uint_eq(opf_value_get(single.op_list->first, "inputs")->count, 3);
}
END_TEST

static opf_status *check_text(const char *text)
{
    opf_value *root;
    struct opf_variant_file file;
    opf_status *status = opf_json_parse(arena, "v.json", text, strlen(text), &root);
    return status ? status : opf_variant_file_check("v.json", root, &file);
}

START_TEST(mistakes_are_named)
{
    assert_fails(check_text("[]"), OPF_INVALID_FORMAT, "an object was expected");
    assert_fails(check_text("{\"op_type\": \"A\"}"), OPF_INVALID_FORMAT, "op_list");
    assert_fails(check_text("{\"op_type\": \"A\", \"op_list\": []}"), OPF_INVALID_FORMAT, "no variant");
    assert_ok(
        check_text("{\"op_type\": \"A\", \"op_list\": [{\"bin_filename\": \"any_name\", \"inputs\": [], "
                   "\"outputs\": []}]}"));
    assert_fails(check_text("{\"op_type\": \"A\", \"op_list\": [{\"bin_filename\": \"A_1.o\"}]}"),
                 OPF_INVALID_FORMAT, "neither `.`");
    assert_fails(
        check_text("{\"op_type\": \"A\", \"op_list\": [{\"bin_filename\": \"A_1\", \"inputs\": 3}]}"),
        OPF_INVALID_FORMAT, "an array was expected");
    assert_fails(check_text("{\"op_type\": \"A\", \"op_list\": [{\"bin_filename\": \"A_1\", \"inputs\": [\n"
                            "{\"dtype\": \"float17\", \"format\": \"ND\"}], \"outputs\": []}]}"),
                 OPF_INVALID_FORMAT, "v.json:2");
    assert_fails(check_text("{\"op_type\": \"A\", \"op_list\": [{\"bin_filename\": \"A_1\", \"inputs\": ["
                            "{\"dtype\": \"float16\", \"format\": \"XY\"}], \"outputs\": []}]}"),
                 OPF_INVALID_FORMAT, "unknown format `XY`");
}
END_TEST

/* ---- planning ------------------------------------------------------------------------------------------ */

static char *build;
static size_t plan_column; /* plan this one of the definition only */

/* A build folder with the small kernel's description; `variants` NULL = generated from the definition. */
static opf_status *plan_scale(const char *variants, bool keep_first, struct opf_plan_result *result)
{
    const char *root = getenv("OPF_ROOT");
    struct opf_strvec none;
    opf_strvec_init(&none);
    const struct opf_describe_request describe = {
        .ini_path = case_path("scale.ini"),
        .ops = &none,
        .source_root = opf_arena_printf(arena, "%s/tests/cases/binscripts/kernels", root),
        .soc = "ascend950",
        .out_dir = opf_arena_printf(arena, "%s/tbe/dynamic", build),
        .includes = &none,
        .sdk_dir = opf_arena_printf(arena, "%s/sdk", root),
    };
    assert_ok(opf_describe_kernels(&describe, stderr));
    if (variants)
        assert_ok(
            opf_file_write(opf_arena_printf(arena, "%s/tbe/config/ascend950/scale/scale_binary.json", build),
                           variants, strlen(variants), OPF_FILE_PLAIN, NULL));
    const struct opf_plan_request request = {.build_dir = build,
                                             .ini_path = describe.ini_path,
                                             .soc = "ascend950",
                                             .ops = &none,
                                             .opc_path = "/bin/opc",
                                             .opindex_path = "/bin/opindex",
                                             .structs_path = "/bin/structs",
                                             .sdk_dir = describe.sdk_dir,
                                             .column = plan_column,
                                             .keep_first = keep_first};
    return opf_plan_write(&request, result);
}

static void end_plan(struct opf_plan_result *result)
{
    opf_free(result->ninja_path);
    opf_strvec_free(&result->notes);
    test_dir_remove(build);
}

START_TEST(plan_of_generated_variants)
{
    struct opf_plan_result result;
    struct opf_buf text;
    build = test_dir_make();
    assert_ok(plan_scale(NULL, false, &result));
    ck_assert_uint_eq(result.variants, 2);
    assert_ok(opf_file_read(result.ninja_path, 1 << 20, &text));
    ck_assert_ptr_nonnull(
        strstr(opf_buf_text(&text), "ScaleAdd_9d87ee71ab5c6575e74f012bdeec9fa3_high_performance.o"));
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&text), "default kernels"));
    opf_buf_free(&text);
    int64_t before = opf_path_mtime(result.ninja_path);
    end_plan(&result);
    ck_assert_int_gt(before, 0);
}
END_TEST

#define TENSOR(name, dtype, type)                                                                            \
    "{\"name\": \"" name "\", \"dtype\": \"" dtype "\", \"format\": \"ND\", \"paramType\": \"" type "\"}"
#define VARIANT(stem, mask, keep)                                                                            \
    "{\"bin_filename\": \"ScaleAdd_" stem                                                                    \
    "\", \"inputs\": [" TENSOR("x", "float16", "required") ", " TENSOR(                                      \
        "mask", mask,                                                                                        \
        "optional") "], \"outputs\": [], \"attrs\": [{\"name\": \"keep\", \"dtype\": \"bool\", "             \
                    "\"value\": " keep "}]}"
#define FILE_OF(a, b) "{\"op_type\": \"ScaleAdd\", \"op_list\": [" a ",\n" b "]}"

START_TEST(variants_with_one_key)
{
    struct opf_plan_result result;
    build = test_dir_make();
    assert_fails(
        plan_scale(FILE_OF(VARIANT("a", "bool", "true"), VARIANT("b", "int8", "true")), false, &result),
        OPF_ALREADY_EXISTS, "ScaleAdd_a_high_performance and ScaleAdd_b_high_performance have one key");
    ck_assert(!opf_path_exists(opf_arena_printf(arena, "%s/binary/ascend950/bin/build.ninja", build)));
    end_plan(&result);
    build = test_dir_make();
    assert_ok(plan_scale(FILE_OF(VARIANT("a", "bool", "true"), VARIANT("b", "int8", "true")), true, &result));
    ck_assert_uint_eq(result.variants, 1);
    end_plan(&result);
    build = test_dir_make();
    assert_ok(
        plan_scale(FILE_OF(VARIANT("a", "bool", "true"), VARIANT("b", "bool", "false")), false, &result));
    ck_assert_uint_eq(result.variants, 1); /* attribute values are no part of the kernel */
    ck_assert_uint_eq(result.notes.len, 1);
    ck_assert_ptr_nonnull(strstr(result.notes.items[0], "ScaleAdd_b_high_performance is not built"));
    end_plan(&result);
    build = test_dir_make();
    assert_fails(
        plan_scale(FILE_OF(VARIANT("a", "bool", "true"), VARIANT("a", "bool", "false")), false, &result),
        OPF_ALREADY_EXISTS, "two variants are named");
    end_plan(&result);
}
END_TEST

/* The files of a column are apart from those of the listed variants, which both stay. */
START_TEST(plan_of_one_column)
{
    struct opf_plan_result result;
    struct opf_buf text;
    build = test_dir_make();
    plan_column = 2;
    opf_status *status =
        plan_scale(FILE_OF(VARIANT("a", "bool", "true"), VARIANT("b", "bool", "false")), false, &result);
    plan_column = 0;
    assert_ok(status);
    ck_assert_uint_eq(result.variants, 1);
    assert_ok(opf_file_read(result.ninja_path, 1 << 20, &text));
    ck_assert_ptr_nonnull(
        strstr(opf_buf_text(&text), "ScaleAdd_10db93d0c2472c4db29e1312dbce249e_high_performance.o"));
    ck_assert_ptr_null(strstr(opf_buf_text(&text), "ScaleAdd_a_"));
    opf_buf_free(&text);
    ck_assert(!opf_path_exists(opf_arena_printf(
        arena, "%s/tbe/config/ascend950/scale/scale_binary_high_performance.json_0", build)));
    end_plan(&result);
}
END_TEST

Suite *variants_suite(void);
Suite *variants_suite(void)
{
    Suite *suite = suite_create("variants");
    TCase *tc = tcase_create("variants");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, columns_become_variants);
    tcase_add_test(tc, one_column_becomes_a_variant);
    tcase_add_test(tc, one_variant_per_file);
    tcase_add_test(tc, plan_of_one_column);
    tcase_add_test(tc, mistakes_are_named);
    tcase_add_test(tc, plan_of_generated_variants);
    tcase_add_test(tc, variants_with_one_key);
    suite_add_tcase(suite, tc);
    return suite;
}
