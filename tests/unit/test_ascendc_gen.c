/* Kernel descriptions of a small template kernel: what the source reader finds, errors, YAML round trip. */
#include "ascendc_gen/describe.h"
#include "ascendc_gen/kernel_model.h"
#include "ascendc_gen/source_words.h"
#include "base/file.h"
#include "base/path.h"
#include "tests/unit/check_helpers.h"

static opf_arena *arena;
static char *dir;
static struct opf_strvec none;

static void setup(void)
{
    assert_ok(opf_arena_create(&arena));
    dir = test_dir_make();
    opf_strvec_init(&none);
}
static void teardown(void)
{
    test_dir_remove(dir);
    opf_arena_destroy(arena);
}

static struct opf_describe_request request(void)
{
    const char *root = getenv("OPF_ROOT");
    return (struct opf_describe_request){
        .ini_path = opf_arena_printf(arena, "%s/tests/cases/binscripts/scale.ini", root),
        .ops = &none,
        .source_root = opf_arena_printf(arena, "%s/tests/cases/binscripts/kernels", root),
        .soc = "ascend950",
        .out_dir = dir,
        .includes = &none,
        .sdk_dir = opf_arena_printf(arena, "%s/sdk", root),
    };
}

START_TEST(template_kernel)
{
    struct opf_describe_request r = request();
    struct opf_kernel_desc *d;
    assert_ok(opf_describe_kernels(&r, stderr));
    assert_ok(opf_kernel_desc_read(arena, opf_arena_printf(arena, "%s/scale_apt.yaml", dir), &d));
    ck_assert_str_eq(d->op_type, "ScaleAdd");
    ck_assert_str_eq(d->entry, "scale");
    ck_assert_str_eq(d->source_dir, "scale");
    ck_assert_int_eq(d->keys, OPF_KEYS_TEMPLATE);
    ck_assert_uint_eq(d->entry_params, 5);
    ck_assert_uint_eq(d->template_params, 3);
    ck_assert(d->registers_tiling && !d->deterministic);
    ck_assert_uint_eq(d->struct_count, 2);
    ck_assert_str_eq(d->structs[0], "ScaleData");
    ck_assert_uint_eq(d->table_count, 1);
    const struct opf_tpl_table *t = &d->tables[0];
    ck_assert_uint_eq(t->param_count, 3);
    ck_assert_uint_eq(t->params[0].values[2], OPF_TPL_INPUT_BIAS);
    static const uint64_t MODES[] = {0, 1, 2, 10, 5}; /* range 0..2, then single values */
    ck_assert_uint_eq(t->params[1].count, 5);
    ck_assert_mem_eq(t->params[1].values, MODES, sizeof(MODES));
    ck_assert_uint_eq(t->params[1].width, 4);
    ck_assert_uint_eq(t->group_count, 2);
    ck_assert_uint_eq(t->groups[0].count, 4);
    ck_assert_int_eq(t->groups[0].items[3].kind, OPF_TPL_KERNEL_TYPE);
    ck_assert_int_eq(t->groups[1].items[3].kind, OPF_TPL_STRUCT);
    ck_assert_str_eq(t->groups[1].items[3].name, "ScaleWideData");
    ck_assert_uint_eq(t->groups[1].items[1].count, 2);
    int64_t before = opf_path_mtime(opf_arena_printf(arena, "%s/scale_apt.yaml", dir));
    assert_ok(opf_describe_kernels(&r, stderr));
    ck_assert_int_eq(before, opf_path_mtime(opf_arena_printf(arena, "%s/scale_apt.yaml", dir)));
}
END_TEST

/* The first `from` of the text becomes `to`, as long. */
static void swap_text(struct opf_buf *text, const char *from, const char *to)
{
    char *at = strstr(opf_buf_text(text), from);
    ck_assert_ptr_nonnull(at);
    memcpy(at, to, strlen(to));
}

/* Lists of the field: a comma is missing, a semicolon is in its place. */
START_TEST(template_lists_with_other_separators)
{
    struct opf_describe_request r = request();
    struct opf_kernel_desc *sound, *d;
    struct opf_buf text;
    assert_ok(opf_describe_kernels(&r, stderr));
    assert_ok(opf_kernel_desc_read(arena, opf_arena_printf(arena, "%s/scale_apt.yaml", dir), &sound));
    const char *from = opf_arena_printf(arena, "%s/scale", r.source_root);
    const char *to = opf_arena_printf(arena, "%s/sources/scale", dir);
    assert_ok(opf_path_make_dirs(to));
    assert_ok(opf_file_read(opf_arena_printf(arena, "%s/scale_data.h", from), 1 << 20, &text));
    assert_ok(opf_file_write(opf_arena_printf(arena, "%s/scale_data.h", to), text.data, text.len,
                             OPF_FILE_PLAIN, NULL));
    opf_buf_free(&text);
    assert_ok(opf_file_read(opf_arena_printf(arena, "%s/scale_apt.cpp", from), 1 << 20, &text));
    swap_text(&text, "ASCENDC_TPL_INPUT(0)),", "ASCENDC_TPL_INPUT(0)) ");
    swap_text(&text, "LIST, 0, 10),", "LIST, 0, 10) ");
    swap_text(&text, "TPL_AIV_ONLY), ),", "TPL_AIV_ONLY), );");
    assert_ok(opf_file_write(opf_arena_printf(arena, "%s/scale_apt.cpp", to), text.data, text.len,
                             OPF_FILE_PLAIN, NULL));
    opf_buf_free(&text);
    r.source_root = opf_arena_printf(arena, "%s/sources", dir);
    assert_ok(opf_describe_kernels(&r, stderr));
    assert_ok(opf_kernel_desc_read(arena, opf_arena_printf(arena, "%s/scale_apt.yaml", dir), &d));
    ck_assert_uint_eq(d->tables[0].param_count, sound->tables[0].param_count);
    ck_assert_uint_eq(d->tables[0].group_count, sound->tables[0].group_count);
    for (size_t g = 0; g < sound->tables[0].group_count; g++)
        ck_assert_uint_eq(d->tables[0].groups[g].count, sound->tables[0].groups[g].count);
    ck_assert_str_eq(d->tables[0].params[1].name, "MODE");
    ck_assert_str_eq(d->tables[0].groups[0].items[2].name, "KEEP");
}
END_TEST

static const char *write_ini(const char *entry, const char *file)
{
    const char *path = opf_arena_printf(arena, "%s/op.ini", dir);
    const char *text = opf_arena_printf(arena,
                                        "[A]\ninput0.name=x\ninput0.dtype=float16\ninput0.format=ND\n"
                                        "input0.paramType=required\nopFile.value=%s\nopInterface.value=%s\n",
                                        file, entry);
    assert_ok(opf_file_write(path, text, strlen(text), OPF_FILE_PLAIN, NULL));
    return path;
}

START_TEST(errors_name_the_place)
{
    struct opf_describe_request r = request();
    r.ini_path = write_ini("squeeze", "scale_apt");
    assert_fails(opf_describe_kernels(&r, stderr), OPF_NOT_FOUND,
                 "kernel entry `squeeze' not implement in `scale_apt.cpp'");
    r.ini_path = write_ini("scale", "missing_apt");
    assert_fails(opf_describe_kernels(&r, stderr), OPF_NOT_FOUND, "missing_apt.cpp");
    r.soc = "ascend1";
    assert_fails(opf_describe_kernels(&r, stderr), OPF_UNSUPPORTED, "ascend1");
}
END_TEST

START_TEST(words_outside_comments_and_texts)
{
    static const char TEXT[] =
        "// TILING_KEY_VAR\n/* ENABLE_DETERMINISTIC */ const char *s = \"TILING_KEY_VAR == 1\";\n"
        "int big = 1'000'000; REGISTER_TILING_DEFAULT(X);\n  #  if \\\n ORIG_DTYPE_X == 1\n#endif\n";
    struct opf_source_words w = {0};
    opf_source_words_scan(TEXT, strlen(TEXT), &w);
    ck_assert(!w.tiling_key_var && !w.deterministic && w.registers_default && w.tests_operands &&
              !w.templates);
    static const char PLAIN[] = "DTYPE_X x; if (TILING_KEY_VAR) {}";
    struct opf_source_words v = {0};
    opf_source_words_scan(PLAIN, strlen(PLAIN), &v);
    ck_assert(v.tiling_key_var && !v.tests_operands);
}
END_TEST

Suite *ascendc_gen_suite(void);
Suite *ascendc_gen_suite(void)
{
    Suite *suite = suite_create("ascendc_gen");
    TCase *tc = tcase_create("ascendc_gen");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, template_kernel);
    tcase_add_test(tc, template_lists_with_other_separators);
    tcase_add_test(tc, errors_name_the_place);
    tcase_add_test(tc, words_outside_comments_and_texts);
    suite_add_tcase(suite, tc);
    return suite;
}
