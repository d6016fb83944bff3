/* The run-time index: search order, keys, what a failed look-up says, hostile files. */
#include "base/file.h"
#include "base/path.h"
#include "base/thread.h"
#include "opforge/index_api.h"
#include "runtime_min/index/index_key.h"
#include "tests/unit/check_helpers.h"

#include <stdio.h>

static char *dir;

static void put(const char *text, const char *fmt, ...) OPF_PRINTF(2, 3);
static void put(const char *text, const char *fmt, ...)
{
    char name[512], path[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(name, sizeof(name), fmt, args);
    va_end(args);
    snprintf(path, sizeof(path), "%s/%s", dir, name);
    assert_ok(opf_file_write(path, text, strlen(text), 0, NULL));
}

/* One variant of Relu with the given dtype number and key prefix list. */
static void entry(char *to, size_t size, const char *op, int dtype, int format, const char *stem)
{
    snprintf(to, size,
             "{\"implMode\": \"high_performance\", \"simplifiedKeyMode\": 0, \"simplifiedKey\": "
             "[\"%s/d=0,p=1/%d,%d/%d,%d\", \"%s/d=1,p=1/%d,%d/%d,%d\"], \"optionalInputMode\": "
             "\"gen_placeholder\", "
             "\"optionalOutputMode\": \"gen_placeholder\","
             "\"inputs\": [{\"name\": \"x\", \"paramType\": \"required\"}, null],"
             "\"outputs\": [{\"name\": \"y\", \"paramType\": \"required\"}],"
             "\"binInfo\": {\"jsonFilePath\": \"soc1/relu/%s.json\"}}",
             op, dtype, format, dtype, format, op, dtype, format, dtype, format, stem);
}

static void put_kernel(const char *root, const char *stem)
{
    char text[1024];
    snprintf(
        text, sizeof(text),
        "{\"binFileName\": \"%s\", \"coreType\": \"VectorCore\", \"blockDim\": -1, \"compileInfo\": {},"
        "\"kernelList\": [{\"kernelName\": \"%s_101\"}, {\"kernelName\": \"%s_18446744073709551615\"}],"
        "\"opParaSize\": 21, \"parameters\": [null, {\"dtype\": \"float32\", \"init_value\": 1.5}, null],"
        "\"workspace\": {\"num\": 1, \"size\": [-1], \"type\": [0]}, \"sha256\": \"%064d\"}",
        stem, stem, stem, 7);
    put(text, "%s/soc1/relu/%s.json", root, stem);
}

static void put_relu(const char *root)
{
    char a[1024], b[1024], file[4096];
    entry(a, sizeof(a), "Relu", 1, 2, "Relu_f16");
    entry(b, sizeof(b), "Relu", 0, 2, "Relu_f32");
    snprintf(file, sizeof(file), "{\"binList\": [%s, %s]}", a, b);
    put(file, "%s/config/soc1/relu.json", root);
    put_kernel(root, "Relu_f16");
    put_kernel(root, "Relu_f32");
}

static void setup(void)
{
    dir = test_dir_make();
    unsetenv("OPF_KERNEL_PATH");
    unsetenv("ASCEND_CUSTOM_OPP_PATH");
    unsetenv("ASCEND_OPP_PATH");
}
static void teardown(void)
{
    test_dir_remove(dir);
}
static void set_path(const char *variable, const char *tail)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s%s", dir, tail);
    setenv(variable, path, 1);
}

static int find_on(const char *op, const char *soc, int dtype, int format,
                   const struct opf_index_kernel **out)
{
    struct opf_index_param x[2] = {{dtype, format, 1}, {dtype, format, 0}};
    struct opf_index_query q = {.op_type = op,
                                .soc = soc,
                                .impl_mode = -1,
                                .inputs = x,
                                .input_num = 2,
                                .outputs = x,
                                .output_num = 1};
    return opf_index_find(&q, out);
}
static int find(int dtype, int format, const struct opf_index_kernel **out)
{
    return find_on("Relu", "soc1", dtype, format, out);
}
static void assert_error_has(const char *part)
{
    ck_assert_msg(strstr(opf_index_last_error(), part) != NULL, "`%s` is not in: %s", part,
                  opf_index_last_error());
}

START_TEST(a_kernel_is_found_with_its_facts)
{
    const struct opf_index_kernel *k;
    put_relu("k");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_msg(find(1, 2, &k) == 0, "%s", opf_index_last_error());
    ck_assert_str_eq(k->stem, "Relu_f16");
    ck_assert(strstr(k->object_path, "/k/soc1/relu/Relu_f16.o") != NULL);
    ck_assert_uint_eq(k->function_num, 2);
    ck_assert_uint_eq(k->functions[0].tiling_key, 101);
    ck_assert_uint_eq(k->functions[1].tiling_key, UINT64_MAX);
    ck_assert_uint_eq(k->parameter_size, 24);
    ck_assert_int_eq(k->mix, OPF_INDEX_AIV);
    ck_assert_int_eq(k->impl_mode, 1);
    ck_assert_int_eq((int)k->workspace_size[0], -1);
    ck_assert_uint_eq(k->init_num, 1);
    ck_assert_uint_eq(k->inits[0].parameter, 1);
    ck_assert_double_eq(k->inits[0].value, 1.5);
    ck_assert_int_eq(k->static_shape, 0);
    const struct opf_index_kernel *again;
    ck_assert_int_eq(find(1, 0, &again), 0); /* ND in every key: any format is the same kernel */
    ck_assert_ptr_eq(k, again);
}
END_TEST

START_TEST(custom_before_vendor_before_built_in)
{
    const struct opf_index_kernel *k;
    put_relu("opp/built-in/op_impl/ai_core/tbe/kernel");
    set_path("ASCEND_OPP_PATH", "/opp");
    ck_assert_msg(find(1, 2, &k) == 0, "%s", opf_index_last_error());
    ck_assert(strstr(k->object_path, "/built-in/") != NULL);
    const struct opf_index_kernel *same;
    setenv("OPF_TEST_SOMETHING", "1", 1); /* some other variable: the search path is the same */
    ck_assert_int_eq(find(1, 2, &same), 0);
    ck_assert_ptr_eq(k, same);
    put_relu("opp/vendors/second/op_impl/ai_core/tbe/kernel");
    put_relu("opp/vendors/first/op_impl/ai_core/tbe/kernel");
    put("# load_priority=none\nload_priority=first,second\n", "opp/vendors/config.ini");
    set_path("ASCEND_OPP_PATH", "/opp/"); /* read again */
    ck_assert_int_eq(find(1, 2, &k), 0);
    ck_assert(strstr(k->object_path, "/vendors/first/") != NULL);
    put_relu("mine/op_impl/ai_core/tbe/kernel");
    set_path("ASCEND_CUSTOM_OPP_PATH", "/mine");
    ck_assert_int_eq(find(1, 2, &k), 0);
    ck_assert(strstr(k->object_path, "/mine/") != NULL);
}
END_TEST

START_TEST(sub_folders_of_a_built_in_package)
{
    const struct opf_index_kernel *k;
    char a[1024], file[2048];
    const char *base = "opp/built-in/op_impl/ai_core/tbe/kernel";
    entry(a, sizeof(a), "Relu", 1, 2, "Relu_f16");
    snprintf(file, sizeof(file), "{\"binList\": [%s]}", a);
    put(file, "%s/config/soc1/ops_nn/relu.json", base);
    put("{\"binFileName\": \"Relu_f16\"}", "%s/soc1/ops_nn/relu/Relu_f16.json", base);
    set_path("ASCEND_OPP_PATH", "/opp");
    ck_assert_msg(find(1, 2, &k) == 0, "%s", opf_index_last_error());
    ck_assert(strstr(k->object_path, "/soc1/ops_nn/relu/Relu_f16.o") != NULL);
    ck_assert_int_eq(k->static_shape, 1);
}
END_TEST

START_TEST(the_global_index_serves_when_there_is_no_own_file)
{
    const struct opf_index_kernel *k;
    put("{\"Relu\": {\"simplifiedKeyMode\": 0, \"optionalInputMode\": \"gen_placeholder\", \"params\": {"
        "\"inputs\": [{\"name\": \"x\", \"index\": 0, \"paramType\": \"required\", \"dtypeMode\": \"bit\"},"
        "{\"name\": \"o\", \"index\": 1, \"paramType\": \"optional\"}],"
        "\"outputs\": [{\"name\": \"y\", \"index\": 0, \"paramType\": \"required\", \"dtypeMode\": "
        "\"bit\"}]},"
        "\"binaryList\": [{\"coreType\": 2, \"simplifiedKey\": [\"Relu/d=0,p=1/6,2/6,2\"],"
        "\"binPath\": \"soc1/relu/Relu_w.o\", \"jsonPath\": \"soc1/relu/Relu_w.json\"}]}}",
        "k/config/soc1/binary_info_config.json");
    put_kernel("k", "Relu_w");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_msg(find(27, 2, &k) == 0, "%s", opf_index_last_error()); /* bfloat16 by its width */
    ck_assert_str_eq(k->stem, "Relu_w");
    ck_assert_int_eq(find(0, 2, &k), 561003);
}
END_TEST

START_TEST(the_operator_information_may_name_the_file)
{
    const struct opf_index_kernel *k;
    char a[1024], file[2048];
    const char *base = "c/op_impl/ai_core/tbe";
    entry(a, sizeof(a), "Relu", 1, 2, "Relu_f16");
    snprintf(file, sizeof(file), "{\"binList\": [%s]}", a);
    put(file, "%s/kernel/config/soc1/relu_special.json", base);
    put("{\"Relu\": {\"opFile\": {\"value\": \"relu_special\"}}}", "%s/config/soc1/aic-soc1-ops-info.json",
        base);
    char kernel_root[256];
    snprintf(kernel_root, sizeof(kernel_root), "%s/kernel", base);
    put_kernel(kernel_root, "Relu_f16");
    set_path("ASCEND_CUSTOM_OPP_PATH", "/c");
    ck_assert_msg(find(1, 2, &k) == 0, "%s", opf_index_last_error());
}
END_TEST

START_TEST(a_miss_says_what_was_asked_and_what_is_near)
{
    const struct opf_index_kernel *k;
    put_relu("k");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_int_eq(find(2, 2, &k), 561003);
    ck_assert_ptr_null(k);
    assert_error_has("operator Relu on soc1 has no kernel for this combination");
    assert_error_has("key asked: Relu/d=0,p=1/2,2/2,2");
    assert_error_has("differs first at input 0 `x`: dtype: asked int8 ND, has float16 ND (and more)");
    assert_error_has("/k/config/soc1/relu.json: 4 keys");
    assert_error_has("ASCEND_OPP_PATH is not set");

    struct opf_index_param x = {2, 2, 1};
    struct opf_index_query q = {.op_type = "Relu",
                                .soc = "soc1",
                                .impl_mode = -1,
                                .inputs = &x,
                                .input_num = 1,
                                .outputs = &x,
                                .output_num = 1};
    struct opf_index_report *r = opf_index_explain(&q);
    ck_assert_int_eq(r->verdict, OPF_INDEX_NO_MATCH);
    ck_assert_uint_eq(r->candidate_num, 2);
    ck_assert_uint_eq(r->candidates[0].differences, 2);
    ck_assert_str_eq(r->candidates[0].asked, "int8 ND");
    opf_index_report_free(r);
}
END_TEST

START_TEST(other_misses_have_their_own_sentence)
{
    const struct opf_index_kernel *k;
    ck_assert_int_eq(find(1, 2, &k), 561107);
    assert_error_has("no kernel package is installed");
    put_relu("k");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_int_eq(find_on("Relu", "soc2", 1, 2, &k), 561107);
    put("{}", "k/config/soc2/binary_info_config.json");
    set_path("OPF_KERNEL_PATH", "/k/");
    ck_assert_int_eq(find_on("Relu", "soc2", 1, 2, &k), 561112);
    assert_error_has("operator Relu has no kernels for soc2; the packages have it for soc1");
    ck_assert_int_eq(find_on("Relo", "soc1", 1, 2, &k), 561112);
    assert_error_has("Nearest name: relu");
}
END_TEST

START_TEST(required_and_surplus_parameters)
{
    const struct opf_index_kernel *k;
    put_relu("k");
    set_path("OPF_KERNEL_PATH", "/k");
    struct opf_index_param x[3] = {{1, 2, 1}, {1, 2, 1}, {1, 2, 1}};
    struct opf_index_query q = {.op_type = "Relu",
                                .soc = "soc1",
                                .impl_mode = -1,
                                .inputs = x,
                                .input_num = 3,
                                .outputs = x,
                                .output_num = 1};
    ck_assert_int_eq(opf_index_find(&q, &k), 561003);
    assert_error_has("the operator has 2 inputs, 3 were given");
    q.input_num = 2; /* the optional one is given, and stays out of the key */
    ck_assert_int_eq(opf_index_find(&q, &k), 0);
    q.output_num = 0;
    ck_assert_int_eq(opf_index_find(&q, &k), 561003);
    assert_error_has("output 0 `y` is required");
}
END_TEST

START_TEST(attributes_in_mode_1_keys)
{
    const struct opf_index_kernel *k;
    const char *text =
        "{\"binList\": [{\"simplifiedKeyMode\": 1, \"simplifiedKey\": [\"Cat/d=0,p=0/1,2,3/1,2/1,\"],"
        "\"inputs\": [[{\"name\": \"x\", \"paramType\": \"dynamic\"}]], \"outputs\": [{\"name\": \"y\"}],"
        "\"binInfo\": {\"jsonFilePath\": \"soc1/relu/Relu_a.json\"}}]}";
    put(text, "k/config/soc1/cat.json");
    put_kernel("k", "Relu_a");
    set_path("OPF_KERNEL_PATH", "/k");
    const char *attrs[] = {"1", "any"};
    struct opf_index_param x = {1, 2, 3}, y = {1, 2, 1};
    struct opf_index_query q = {.op_type = "Cat",
                                .soc = "soc1",
                                .impl_mode = -1,
                                .inputs = &x,
                                .input_num = 1,
                                .outputs = &y,
                                .output_num = 1,
                                .attrs = attrs,
                                .attr_num = 2};
    ck_assert_msg(opf_index_find(&q, &k) == 0, "%s", opf_index_last_error());
    attrs[0] = "0";
    ck_assert_int_eq(opf_index_find(&q, &k), 561003);
    assert_error_has("attributes");
    attrs[0] = "1";
    x.instances = 2;
    ck_assert_int_eq(opf_index_find(&q, &k), 561003);
    assert_error_has("input 0 `x`: group size");
}
END_TEST

static const struct {
    const char *index, *says;
} hostile[] = {
    {"", "the file is empty"},
    {"[1]", "binList"},
    {"{\"binList\": 3}", "binList"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=0,p=1/1,2\"], \"inputs\": 1, \"outputs\": [],"
     "\"binInfo\": {\"jsonFilePath\": \"a/b/c.json\"}}]}",
     "`inputs`"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=0,p=1/1,2\"], \"inputs\": [{}], \"outputs\": [],"
     "\"binInfo\": {\"jsonFilePath\": \"../../etc/x.json\"}}]}",
     "not a relative"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=7,p=1/1,2\"], \"inputs\": [{}], \"outputs\": [],"
     "\"binInfo\": {\"jsonFilePath\": \"a/b/c.json\"}}]}",
     "neither 0 nor 1"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=0,p=1/1,2/1,2\"], \"inputs\": [{}], \"outputs\": [],"
     "\"binInfo\": {\"jsonFilePath\": \"a/b/c.json\"}}]}",
     "goes on after the last tensor"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=0,p=1/999,2\"], \"inputs\": [{}], \"outputs\": [],"
     "\"binInfo\": {\"jsonFilePath\": \"a/b/c.json\"}}]}",
     "not <dtype>,<format>"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=0,p=1/1,2\"], \"inputs\": [{}], \"outputs\": []}]}",
     "binInfo"},
    {"{\"binList\": [{\"simplifiedKey\": [\"Relu/d=0,p=1/1,2\", 4], \"inputs\": [{}], \"outputs\": [],"
     "\"binInfo\": {\"jsonFilePath\": \"a/b/c.json\"}}]}",
     "strings were expected"},
};

START_TEST(hostile_index_files)
{
    const struct opf_index_kernel *k;
    put(hostile[_i].index, "k/config/soc1/relu.json");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_int_eq(find(1, 2, &k), 561110);
    ck_assert_ptr_null(k);
    assert_error_has(hostile[_i].says);
    assert_error_has("/k/config/soc1/relu.json");
}
END_TEST

static const struct {
    const char *kernel, *says;
} hostile_kernels[] = {
    {"{}", "binFileName"},
    {"[]", "an object was expected"},
    {"{\"binFileName\": \"a\", \"sha256\": \"xyz\"}", "sha256"},
    {"{\"binFileName\": \"a\", \"opParaSize\": -8}", "opParaSize"},
    {"{\"binFileName\": \"a\", \"kernelList\": [{}]}", "kernelName"},
    {"{\"binFileName\": \"a\", \"workspace\": {\"size\": [\"x\"]}}", "workspace.size"},
};

START_TEST(hostile_kernel_files)
{
    const struct opf_index_kernel *k;
    put_relu("k");
    put(hostile_kernels[_i].kernel, "k/soc1/relu/Relu_f16.json");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_int_ne(find(1, 2, &k), 0);
    assert_error_has(hostile_kernels[_i].says);
    assert_error_has("Relu_f16.json");
}
END_TEST

START_TEST(a_warm_look_up_is_cheap)
{
    const struct opf_index_kernel *k;
    put_relu("k");
    set_path("OPF_KERNEL_PATH", "/k");
    ck_assert_int_eq(find(1, 2, &k), 0);
    int64_t best = INT64_MAX;
    for (int round = 0; round < 20; round++) {
        int64_t before = opf_alloc_count(), start = opf_clock_ns();
        for (int i = 0; i < 1000; i++)
            find(1, 2, &k);
        int64_t spent = (opf_clock_ns() - start) / 1000;
        best = spent < best ? spent : best;
        ck_assert_int_eq(opf_alloc_count(), before);
    }
    ck_assert_msg(best <= 2000, "%lld ns",
                  (long long)best); /* generous: builds with sanitizers run this, too */
    if (getenv("OPF_TEST_TIMES"))
        printf("index: warm look-up %lld ns\n", (long long)best);
}
END_TEST

Suite *index_find_suite(void);
Suite *index_find_suite(void)
{
    Suite *s = suite_create("index_find");
    TCase *t = tcase_create("index_find");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_kernel_is_found_with_its_facts);
    tcase_add_test(t, custom_before_vendor_before_built_in);
    tcase_add_test(t, sub_folders_of_a_built_in_package);
    tcase_add_test(t, the_global_index_serves_when_there_is_no_own_file);
    tcase_add_test(t, the_operator_information_may_name_the_file);
    tcase_add_test(t, a_miss_says_what_was_asked_and_what_is_near);
    tcase_add_test(t, other_misses_have_their_own_sentence);
    tcase_add_test(t, required_and_surplus_parameters);
    tcase_add_test(t, attributes_in_mode_1_keys);
    tcase_add_loop_test(t, hostile_index_files, 0, sizeof(hostile) / sizeof(hostile[0]));
    tcase_add_loop_test(t, hostile_kernel_files, 0, sizeof(hostile_kernels) / sizeof(hostile_kernels[0]));
    tcase_add_test(t, a_warm_look_up_is_cheap);
    suite_add_tcase(s, t);
    return s;
}
