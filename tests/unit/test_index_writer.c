/* Index files from kernel jsons: content, missing kernels, operators that the global index cannot list. */
#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "binscripts/index_writer.h"
#include "binscripts/kernel_json.h"
#include "opforge/abi.h"
#include "tests/unit/check_helpers.h"

static opf_arena *arena;
static char *dir;

static void setup(void)
{
    assert_ok(opf_arena_create(&arena));
    dir = test_dir_make();
}
static void teardown(void)
{
    test_dir_remove(dir);
    opf_arena_destroy(arena);
}

static void put(const char *path, const char *text)
{
    assert_ok(opf_file_write(path, text, strlen(text), OPF_FILE_PLAIN, NULL));
}

/* A kernel as opc would publish it, below <dir>/bin/ascend950/<op>. */
static void make_kernel(const char *case_name, const char *op, bool with_object)
{
    struct opf_variant_file file;
    struct opf_kernel_keys keys;
    struct opf_key_options options = {
        .mode = 0, .impl_mode = "high_performance,optional", .deterministic = "ignore"};
    assert_ok(opf_variant_file_read(
        arena, opf_arena_printf(arena, "%s/tests/cases/binscripts/%s", getenv("OPF_ROOT"), case_name),
        &file));
    assert_ok(opf_kernel_keys_make(arena, &file, file.op_list->first, &options, &keys));
    static const struct opf_kernel_function FUNCTIONS[] = {{101, OPF_KERNEL_AIV_ONLY},
                                                           {102, OPF_KERNEL_AIV_ONLY}};
    static const struct opf_kernel_desc DESC = {.param_count = 2, .input_count = 1};
    const char *stem =
        opf_arena_printf(arena, "%s_high_performance", opf_variant_text(file.op_list->first, "bin_filename"));
    struct opf_kernel_json kernel = {.stem = stem,
                                     .file = &file,
                                     .variant = file.op_list->first,
                                     .desc = &DESC,
                                     .keys = &keys,
                                     .functions = FUNCTIONS,
                                     .function_count = 2,
                                     .tiling_size = 16,
                                     .deterministic = "ignore",
                                     .sha256 = "00"};
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    assert_ok(opf_kernel_json_write(arena, &kernel, &text));
    put(opf_arena_printf(arena, "%s/bin/ascend950/%s/%s.json", dir, op, stem), opf_buf_text(&text));
    if (with_object)
        put(opf_arena_printf(arena, "%s/bin/ascend950/%s/%s.o", dir, op, stem), "object");
    opf_buf_free(&text);
    put(opf_arena_printf(arena, "%s/%s.param", dir, op),
        opf_arena_printf(arena,
                         "{\"op_type\": \"%s\", \"op_list\": [{\"bin_filename\": \"%s\", \"inputs\": [], "
                         "\"outputs\": []}]}",
                         file.op_type, stem));
}

static opf_status *write_op(const char *op)
{
    struct opf_strvec params;
    opf_strvec_init(&params);
    opf_strvec_pushf(&params, "%s/%s.param", dir, op);
    opf_status *status =
        opf_index_write_op(&params, opf_arena_printf(arena, "%s/bin/ascend950/%s/", dir, op),
                           opf_arena_printf(arena, "%s/bin/config/ascend950/%s.json", dir, op));
    opf_strvec_free(&params);
    return status;
}

START_TEST(kernel_json_members)
{
    opf_value *root;
    make_kernel("relu_f16_binary.json", "relu", true);
    assert_ok(opf_json_read(
        arena, opf_arena_printf(arena, "%s/bin/ascend950/relu/Relu_float16_high_performance.json", dir),
        &root));
    static const char *const ORDER[] = {
        "binFileName",        "binFileSuffix", "blockDim",          "coreType",
        "core_type",          "intercoreSync", "kernelName",        "magic",
        "memoryStamping",     "opParaSize",    "parameters",        "sha256",
        "workspace",          "kernelList",    "optionalInputMode", "optionalOutputMode",
        "supportSuperKernel", "compileInfo",   "supportInfo"};
    const opf_value *m = root->first;
    for (size_t i = 0; i < sizeof(ORDER) / sizeof(ORDER[0]); i++, m = m->next) {
        ck_assert_ptr_nonnull(m);
        ck_assert_str_eq(m->name, ORDER[i]);
    }
    ck_assert_ptr_null(m);
    ck_assert_int_eq(opf_value_get(root, "opParaSize")->as.integer, 24);
    ck_assert_uint_eq(opf_value_get(root, "parameters")->count, 3);
    ck_assert_str_eq(
        opf_value_get(opf_value_at(opf_value_get(root, "kernelList"), 1), "kernelName")->as.string,
        "Relu_float16_high_performance_102");
}
END_TEST

START_TEST(mixed_kernels)
{
    struct opf_kernel_class c;
    struct opf_kernel_function f[] = {{1, OPF_KERNEL_MIX_AIC_1_2}, {2, OPF_KERNEL_MIX_AIC_1_2}};
    opf_kernel_classify(f, 2, &c);
    ck_assert_str_eq(c.coreType, "MIX");
    ck_assert_str_eq(c.ratio, "1:2");
    f[1].kernel_type = OPF_KERNEL_AIV_ONLY;
    opf_kernel_classify(f, 2, &c);
    ck_assert_str_eq(c.ratio, "tilingKey");
    f[0].kernel_type = f[1].kernel_type = OPF_KERNEL_AIC_ONLY;
    opf_kernel_classify(f, 2, &c);
    ck_assert_str_eq(c.core_type, "AIC");
    ck_assert_ptr_null(c.ratio);
}
END_TEST

START_TEST(both_indices)
{
    opf_value *root;
    make_kernel("relu_f16_binary.json", "relu", true);
    make_kernel("merge_binary.json", "merge", true);
    assert_ok(write_op("relu"));
    assert_ok(opf_json_read(arena, opf_arena_printf(arena, "%s/bin/config/ascend950/relu.json", dir), &root));
    const opf_value *entry = opf_value_get(root, "binList")->first;
    ck_assert_str_eq(opf_value_get(opf_value_get(entry, "binInfo"), "jsonFilePath")->as.string,
                     "ascend950/relu/Relu_float16_high_performance.json");
    char *global = opf_arena_printf(arena, "%s/bin/config/ascend950/binary_info_config.json", dir);
    assert_ok(opf_index_write_global(opf_arena_printf(arena, "%s/bin", dir), "ascend950", global, stdout));
    assert_ok(opf_json_read(arena, global, &root));
    ck_assert_str_eq(root->first->name, "Merge");
    ck_assert_str_eq(root->first->next->name, "Relu");
    const opf_value *relu = root->first->next;
    const opf_value *binary = opf_value_get(relu, "binaryList")->first;
    ck_assert_int_eq(opf_value_get(binary, "coreType")->as.integer, 2);
    ck_assert_str_eq(opf_value_get(binary, "binPath")->as.string,
                     "ascend950/relu/Relu_float16_high_performance.o");
    const opf_value *x = opf_value_get(opf_value_get(relu, "params"), "inputs")->first;
    ck_assert_str_eq(opf_value_get(x, "formatMode")->as.string, "static_nd_agnostic");
    const opf_value *merge = opf_value_get(opf_value_get(root->first, "params"), "inputs");
    ck_assert_str_eq(opf_value_get(merge->first, "dtypeMode")->as.string, "bit");
    ck_assert_int_eq(merge->first->next->kind, OPF_VALUE_ARRAY);
}
END_TEST

START_TEST(missing_kernel_is_an_error)
{
    make_kernel("relu_f16_binary.json", "relu", false);
    assert_fails(write_op("relu"), OPF_NOT_FOUND, "Relu_float16_high_performance.o not generated!");
    ck_assert(!opf_path_exists(opf_arena_printf(arena, "%s/bin/config/ascend950/relu.json", dir)));
    assert_fails(opf_index_write_global(opf_arena_printf(arena, "%s/bin", dir), "ascend950",
                                        opf_arena_printf(arena, "%s/g.json", dir), stdout),
                 OPF_NOT_FOUND, "not generated!");
    ck_assert(!opf_path_exists(opf_arena_printf(arena, "%s/g.json", dir)));
}
END_TEST

Suite *index_writer_suite(void);
Suite *index_writer_suite(void)
{
    Suite *suite = suite_create("index_writer");
    TCase *tc = tcase_create("index_writer");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, kernel_json_members);
    tcase_add_test(tc, mixed_kernels);
    tcase_add_test(tc, both_indices);
    tcase_add_test(tc, missing_kernel_is_an_error);
    suite_add_tcase(suite, tc);
    return suite;
}
