/* opbuild without a compiler: models given as JSON, resolved and written. Expected texts follow
 * docs/formats/ini.md, ops-info.md and aclnn.md. */
#include "base/json.h"
#include "opbuild/def_model.h"
#include "opbuild/def_write.h"
#include "tests/unit/check_helpers.h"

static opf_arena *arena;
static struct opf_def_diags diags;

static void set_up(void)
{
    assert_ok(opf_arena_create(&arena));
    opf_def_diags_init(&diags);
}

static void tear_down(void)
{
    opf_def_diags_free(&diags);
    opf_arena_destroy(arena);
}

/* A parameter with what is the same everywhere in these tests; `more` begins with a comma or is empty. */
#define PARAM(name, type, more)                                                                              \
    "{\"name\":\"" name "\",\"at\":[0,7],\"param_type\":" type                                               \
    ",\"ignore_contiguous\":false,\"auto_contiguous\":false,\"scalar\":false,\"scalar_list\":false,"         \
    "\"version\":0,\"shape_depends_on_compute\":false" more "}"
#define LIST(name, items) ",\"" name "\":{\"at\":[0,9],\"items\":[" items "]}"
#define CONFIG(inputs, pairs)                                                                                \
    "{\"soc\":\"ascend950\",\"at\":[0,30],\"inputs\":[" inputs "],\"outputs\":[],\"pairs\":[" pairs "]}"
#define MODEL(inputs, outputs, attrs, configs)                                                               \
    "{\"type\":\"Scale\",\"at\":[0,5],\"inputs\":[" inputs "],\"outputs\":[" outputs "],\"attrs\":[" attrs   \
    "],\"configs\":[" configs "],\"strict_format\":false,\"fall_back\":false,\"launch_when_empty\":false,"   \
    "\"hccl_groups\":[],\"files\":[\"scale_def.cpp\"]}"

static opf_status *read_model(const char *text, struct opf_def_op **op)
{
    struct opf_def_place at = {"scale_def.cpp", 40};
    opf_value *model;
    OPF_TRY(opf_json_parse(arena, "model", text, strlen(text), &model));
    OPF_TRY(opf_def_read(arena, model, at, op));
    (*op)->source = at.file;
    return NULL;
}

/* Reads, checks and resolves for ascend950. */
static void resolve(const char *text, struct opf_def_view *view)
{
    struct opf_def_op *op;
    assert_ok(read_model(text, &op));
    opf_def_check(op, true, &diags);
    assert_ok(opf_def_expand(arena, op, "ascend950", &diags, view));
}

static void assert_faults(const char *part)
{
    const char *text = opf_buf_text(&diags.text);
    ck_assert_msg(strstr(text, part) != NULL, "`%s` is not in: %s", part, text);
}

static const char *ini_of(const struct opf_def_view *view, bool no_source)
{
    struct opf_def_ini_options options = {NULL, no_source};
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_def_write_ini(&text, view, &options, &diags);
    ck_assert_str_eq(opf_buf_text(&diags.text), "");
    const char *copy = opf_arena_strdup(arena, opf_buf_text(&text));
    opf_buf_free(&text);
    return copy;
}

static void assert_numbers(const struct opf_def_list *list, const int *want, size_t count)
{
    ck_assert_uint_eq(list->count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(list->items[i], want[i]);
}

START_TEST(lists_multiply_with_rows_outermost_and_last_list_fastest)
{
    /* x: dtype list {0,1} x format list {2,0}; w: plain column {2,29}: rows 2, columns 8 */
    static const int x_types[] = {0, 0, 1, 1, 0, 0, 1, 1}, x_formats[] = {2, 0, 2, 0, 2, 0, 2, 0};
    static const int w_types[] = {2, 2, 2, 2, 29, 29, 29, 29};
    struct opf_def_view view;
    resolve(MODEL(PARAM("x", "2", LIST("dtype_list", "0,1") LIST("format_list", "2,0")) "," PARAM(
                      "w", "1", LIST("dtypes", "2,29")),
                  PARAM("y", "2", ",\"follow\":\"x\",\"follow_type\":0,\"follow_at\":[0,12]"), "", ""),
            &view);
    ck_assert_str_eq(opf_buf_text(&diags.text), "");
    ck_assert_uint_eq(view.columns, 8);
    assert_numbers(&view.inputs.items[0].dtypes, x_types, 8);
    assert_numbers(&view.inputs.items[0].formats, x_formats, 8);
    assert_numbers(&view.inputs.items[1].dtypes, w_types, 8);
    assert_numbers(&view.outputs.items[0].dtypes, x_types, 8); /* the same choice, no further dimension */
    assert_numbers(&view.outputs.items[0].formats, x_formats, 8);
}
END_TEST

START_TEST(section_has_every_line_in_order)
{
    struct opf_def_view view;
    resolve(
        MODEL(PARAM("x", "2", LIST("dtypes", "0,1") LIST("formats", "2,2") ",\"value_depend\":1"),
              PARAM("y", "3", LIST("dtypes", "0,1") LIST("unknown_formats", "2,2") ",\"init_number\":\"0\""),
              "{\"name\":\"alpha\",\"kind\":\"float\",\"required\":false,\"version\":0,\"default\":\"1\"},"
              "{\"name\":\"axes\",\"kind\":\"listInt\",\"required\":false,\"version\":0,\"default\":[]}",
              CONFIG("", "[\"opFile.value\",\"scale_apt\"],[\"dynamicFormat.flag\",\"false\"]")),
        &view);
    ck_assert_str_eq(ini_of(&view, true), "[Scale]\n"
                                          "input0.name=x\n"
                                          "input0.dtype=float32,float16\n"
                                          "input0.format=ND,ND\n"
                                          "input0.shape=all\n"
                                          "input0.paramType=required\n"
                                          "input0.valueDepend=optional\n"
                                          "output0.name=y\n"
                                          "output0.dtype=float32,float16\n"
                                          "output0.format=ND,ND\n"
                                          "output0.unknownshape_format=ND,ND\n"
                                          "output0.shape=all\n"
                                          "output0.paramType=dynamic\n"
                                          "output0.initValue=0\n"
                                          "attr.list=alpha,axes\n"
                                          "attr_alpha.type=float\n"
                                          "attr_alpha.value=all\n"
                                          "attr_alpha.paramType=optional\n"
                                          "attr_alpha.defaultValue=1\n"
                                          "attr_axes.type=listInt\n"
                                          "attr_axes.value=all\n"
                                          "attr_axes.paramType=optional\n"
                                          "attr_axes.defaultValue=[]\n"
                                          "opFile.value=scale_apt\n"
                                          "dynamicFormat.flag=false\n"
                                          "prebuildPattern.value=Opaque\n"
                                          "coreType.value=AiCore\n"
                                          "jitCompile.flag=static_false,dynamic_false\n"
                                          "opInterface.value=scale\n");
}
END_TEST

START_TEST(configuration_replaces_lists_by_name_and_keeps_the_rest)
{
    static const int types[] = {9}, formats[] = {2};
    struct opf_def_view view;
    resolve(
        MODEL(PARAM("x", "2", LIST("dtypes", "0,1") LIST("formats", "2,2") ",\"value_depend\":2"),
              PARAM("y", "2", LIST("dtypes", "9") LIST("formats", "2")), "",
              CONFIG(PARAM("x", "1", LIST("dtypes", "9")) "," PARAM("extra", "1", LIST("dtypes", "3")), "")),
        &view);
    ck_assert_str_eq(opf_buf_text(&diags.text), "");
    ck_assert_uint_eq(view.inputs.count, 2);
    ck_assert_int_eq(view.inputs.items[0].param_type, OPF_DEF_OPTIONAL);
    ck_assert_int_eq(view.inputs.items[0].value_depend, OPF_DEF_REQUIRED);
    assert_numbers(&view.inputs.items[0].dtypes, types, 1);
    assert_numbers(&view.inputs.items[0].formats, formats, 1); /* value-dependent inputs are ND */
    ck_assert_str_eq(view.inputs.items[1].name, "extra");
}
END_TEST

START_TEST(unequal_columns_name_both_lists)
{
    struct opf_def_view view;
    resolve(MODEL(PARAM("x", "2", LIST("dtypes", "0,1")), PARAM("y", "2", LIST("dtypes", "0,1,3")), "", ""),
            &view);
    ck_assert_uint_eq(diags.count, 1);
    assert_faults(
        "scale_def.cpp:9: error: Scale (ascend950): DataType of `y` has 3 entries but DataType of `x` has 2");
}
END_TEST

START_TEST(placeholders_are_fine_where_the_chip_replaces_them)
{
    struct opf_def_view view;
    resolve(MODEL(PARAM("x", "2", LIST("dtypes", "43")), PARAM("y", "2", LIST("dtypes", "0")), "",
                  CONFIG(PARAM("x", "2", LIST("dtypes", "0")), "")),
            &view);
    ck_assert_str_eq(opf_buf_text(&diags.text), "");
}
END_TEST

START_TEST(too_many_combinations_are_refused)
{
    static char text[65536];
    struct opf_def_view view;
    size_t len = (size_t)snprintf(text, sizeof text, "{\"type\":\"Scale\",\"at\":[0,5],\"inputs\":[");
    for (int i = 0; i < 20; i++)
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "%s" PARAM("x%d", "2", LIST("dtype_list", "0,1,2")), i ? "," : "", i);
    snprintf(text + len, sizeof text - len,
             "],\"outputs\":[" PARAM(
                 "y", "2", LIST("dtypes", "0")) "],\"attrs\":[],\"configs\":[],\"strict_format\":false,"
                                                "\"fall_back\":false,\"launch_when_empty\":false,\"hccl_"
                                                "groups\":[],\"files\":[\"s.cpp\"]}");
    resolve(text, &view);
    assert_faults("the lists multiply to more than 65536 combinations");
}
END_TEST

START_TEST(a_text_that_is_no_model_is_refused)
{
    struct opf_def_op *op;
    assert_fails(read_model("{}", &op), OPF_INVALID_FORMAT, "files");
    assert_fails(read_model(MODEL("{\"name\":3}", "", "", ""), &op), OPF_INVALID_FORMAT, "name");
    assert_fails(read_model(MODEL(PARAM("x", "2", LIST("dtypes", "\"a\"")), "", "", ""), &op),
                 OPF_INVALID_FORMAT, "dtypes");
    assert_fails(
        read_model(
            MODEL("", "",
                  "{\"name\":\"a\",\"kind\":\"int\",\"required\":true,\"version\":0,\"default\":\"x\"}", ""),
            &op),
        OPF_INVALID_FORMAT, "default");
}
END_TEST

START_TEST(pairs_cannot_break_out_of_their_line)
{
    struct opf_def_view view;
    resolve(MODEL("", PARAM("y", "2", LIST("dtypes", "0")), "", CONFIG("", "[\"a.b\",\"1\\n[Other]\"]")),
            &view);
    assert_faults("cannot stand in the operator's .ini section");
}
END_TEST

static opf_status *opsinfo(const char *ini, struct opf_buf *out)
{
    opf_buf_init(out, OPF_BUF_MAX_DEFAULT);
    return opf_def_write_opsinfo(out, arena, "m.ini", ini, strlen(ini));
}

START_TEST(ops_info_is_sorted_and_checked)
{
    struct opf_buf json;
    assert_ok(opsinfo(
        "[B]\nkernelSrc.value=b.cpp\nopFile.value=b\ndynamicFormat.flag=true\n[A]\nop.pattern=x\n", &json));
    ck_assert_str_eq(opf_buf_text(&json),
                     "{\n    \"A\":{\n        \"op\":{\n            \"pattern\":\"x\"\n        }\n    },\n"
                     "    \"B\":{\n        \"dynamicFormat\":{\n            \"flag\":\"true\"\n"
                     "        },\n        \"opFile\":{\n            \"value\":\"b\"\n        }\n"
                     "    }\n}");
    opf_buf_free(&json);
    assert_fails(opsinfo("[A]\ninput0.name=x\n", &json), OPF_INVALID_FORMAT, "input0.paramType");
    assert_fails(opsinfo("[A]\ninput0.paramType=any\ninput0.name=x\n", &json), OPF_INVALID_FORMAT,
                 "input0.paramType");
    assert_fails(
        opsinfo("[A]\ninput0.name=x\ninput0.paramType=required\ninput0.dtype=a,b\ninput0.format=ND\n", &json),
        OPF_INVALID_FORMAT, "input0.format");
    assert_fails(opsinfo("[A]\nattr.list=a\nattr_a.type=int\n", &json), OPF_INVALID_FORMAT, "attr_a.value");
    assert_fails(opsinfo("[A]\ndynamicFormat.flag=yes\n", &json), OPF_INVALID_FORMAT, "dynamicFormat.flag");
}
END_TEST

static const char *file_named(const struct opf_def_aclnn_files *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].name, name) == 0)
            return opf_buf_text(&files->items[i].text);
    }
    ck_abort_msg("no file %s was generated", name);
    return "";
}

START_TEST(aclnn_names_types_and_versions)
{
    struct opf_def_view view;
    struct opf_def_aclnn_files files;
    resolve(
        MODEL(PARAM("self", "2", LIST("dtypes", "0")) "," PARAM(
                  "row_index", "2",
                  LIST("dtypes", "9") ",\"value_depend\":2") "," PARAM("new_mask", "1", LIST("dtypes", "12")),
              PARAM("self", "2", LIST("dtypes", "0")) "," PARAM("row_sum", "2", LIST("dtypes", "0")),
              "{\"name\":\"mode\",\"kind\":\"str\",\"required\":false,\"version\":2,\"default\":\"a\\\"b\"}",
              ""),
        &view);
    ck_assert_str_eq(opf_buf_text(&diags.text), "");
    ((struct opf_def_op *)(uintptr_t)view.op)->op_class = OPF_DEF_ACLNN;
    assert_ok(opf_def_write_aclnn(arena, view.op, &view, 1, &diags, &files));
    ck_assert_uint_eq(files.count, 4);
    const char *newest = file_named(&files, "aclnn_scale_v2.h"),
               *oldest = file_named(&files, "aclnn_scale.h");
    ck_assert_ptr_nonnull(
        strstr(newest, "aclnnScaleV2GetWorkspaceSize(\n    aclTensor *selfRef, const aclIntArray *rowIndex, "
                       "const aclTensor *newMaskOptional,\n    char *modeOptional,\n"
                       "    const aclTensor *rowSumOut,\n"));
    ck_assert_ptr_nonnull(strstr(
        newest, "aclnnScaleV2TensorGetWorkspaceSize(\n    aclTensor *selfRef, const aclTensor *rowIndex"));
    ck_assert_ptr_null(strstr(oldest, "modeOptional"));
    ck_assert_ptr_nonnull(strstr(file_named(&files, "aclnn_scale_v2.cpp"), "3, \"a\\\"b\""));
    opf_def_aclnn_files_free(&files);
}
END_TEST

Suite *opbuild_model_suite(void);
Suite *opbuild_model_suite(void)
{
    Suite *suite = suite_create("opbuild_model");
    TCase *tc = tcase_create("model");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, lists_multiply_with_rows_outermost_and_last_list_fastest);
    tcase_add_test(tc, section_has_every_line_in_order);
    tcase_add_test(tc, configuration_replaces_lists_by_name_and_keeps_the_rest);
    tcase_add_test(tc, unequal_columns_name_both_lists);
    tcase_add_test(tc, placeholders_are_fine_where_the_chip_replaces_them);
    tcase_add_test(tc, too_many_combinations_are_refused);
    tcase_add_test(tc, a_text_that_is_no_model_is_refused);
    tcase_add_test(tc, pairs_cannot_break_out_of_their_line);
    tcase_add_test(tc, ops_info_is_sorted_and_checked);
    tcase_add_test(tc, aclnn_names_types_and_versions);
    suite_add_tcase(suite, tc);
    return suite;
}
