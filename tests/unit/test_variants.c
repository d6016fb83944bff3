/* Variant files: generation from columns, checks of what people write. Names come from an independent
 * computation: md5 over Python's json.dumps(document, indent=2). */
#include "ascendc_gen/op_ini.h"
#include "base/path.h"
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
    assert_ok(opf_variant_file_generate(arena, read_scale(), &root));
    assert_ok(opf_variant_file_check("generated", root, &file));
    ck_assert_uint_eq(file.op_list->count, 2); /* the third column repeats the first */
    ck_assert_str_eq(opf_variant_text(opf_value_at(file.op_list, 0), "bin_filename"),
                     "ScaleAdd_9d87ee71ab5c6575e74f012bdeec9fa3");
    ck_assert_str_eq(opf_variant_text(opf_value_at(file.op_list, 1), "bin_filename"),
                     "ScaleAdd_10db93d0c2472c4db29e1312dbce249e");
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
    assert_fails(check_text("{\"op_type\": \"A\", \"op_list\": [{\"bin_filename\": \"B_1\"}]}"),
                 OPF_INVALID_FORMAT, "must begin with `A_`");
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

Suite *variants_suite(void);
Suite *variants_suite(void)
{
    Suite *suite = suite_create("variants");
    TCase *tc = tcase_create("variants");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, columns_become_variants);
    tcase_add_test(tc, one_variant_per_file);
    tcase_add_test(tc, mistakes_are_named);
    suite_add_tcase(suite, tc);
    return suite;
}
