/* build.sh's program on our own operators: the whole chain, a second run, a touched source, a killed run,
 * errors. */
#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/thread.h"
#include "tests/unit/check_helpers.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { WHOLE_CHAIN = 0 }; /* operators' libraries are not instrumented: programs could not load ours */
#else
enum { WHOLE_CHAIN = 1 };
#endif

static char *dir, *build_option, *src_option;

/* A private copy of one operator, so that its sources can be touched. */
static void copy_op(const char *op)
{
    char *from = opf_asprintf("%s/kernels_src/%s", getenv("OPF_ROOT"), op),
         *to = opf_asprintf("%s/src/%s", dir, op);
    struct opf_strvec files;
    opf_strvec_init(&files);
    assert_ok(opf_path_walk(from, NULL, 8, &files));
    ck_assert_uint_gt(files.len, 3);
    for (size_t i = 0; i < files.len; i++) {
        struct opf_buf text;
        char *target = opf_asprintf("%s%s", to, files.items[i] + strlen(from));
        assert_ok(opf_file_read(files.items[i], 1 << 20, &text));
        assert_ok(opf_file_write(target, opf_buf_text(&text), text.len, 0, NULL));
        opf_buf_free(&text);
        opf_free(target);
    }
    opf_strvec_free(&files);
    opf_free(from);
    opf_free(to);
}

static void prepare(void)
{
    ck_assert_msg(getenv("OPF_ROOT") && getenv("OPF_OUT"),
                  "OPF_ROOT and OPF_OUT are to be set (make unit does)");
    dir = test_dir_make();
    build_option = opf_asprintf("--build=%s/build", dir);
    src_option = opf_asprintf("--src=%s/src", dir);
    copy_op("activation/relu");
}

static void clean_up(void)
{
    test_dir_remove(dir);
    opf_free(build_option);
    opf_free(src_option);
}

static void opforge(const char *const *words, struct opf_proc_result *result)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_pushf(&argv, "%s/bin/opforge", getenv("OPF_OUT"));
    opf_strvec_push(&argv, build_option);
    opf_strvec_push(&argv, src_option);
    for (; *words; words++)
        opf_strvec_push(&argv, *words);
    char *sdk = opf_asprintf("OPF_SDK=%s/sdk", getenv("OPF_ROOT"));
    const char *const env[] = {sdk, NULL};
    struct opf_proc_spec spec = {
        .argv = (const char *const *)argv.items, .env_add = env, .merge_stderr = true};
    assert_ok(opf_proc_run(&spec, result));
    opf_free(sdk);
    opf_strvec_free(&argv);
}
#define OPFORGE(result, ...) opforge((const char *const[]){__VA_ARGS__, NULL}, result)

static void assert_success(const struct opf_proc_result *result)
{
    ck_assert_msg(result->exit_code == 0, "exit %d:\n%s", result->exit_code, opf_buf_text(&result->out));
}

static size_t count_text(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static bool built(const char *name)
{
    char *path = opf_asprintf("%s/build/%s", dir, name);
    bool there = opf_path_is_file(path);
    opf_free(path);
    return there;
}

/* Five targets, the artefacts in their places, then nothing to do within 0.3 s, then only what was touched.
 */
START_TEST(kernels_are_built_once)
{
    struct opf_proc_result r;
    OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=Ascend950");
    assert_success(&r);
    static const char *const targets[] = {"[target 1/5] ophost", "[target 2/5] opbuild",
                                          "[target 3/5] ascendc_impl_gen", "[target 4/5] gen_bin_scripts",
                                          "[target 5/5] binary"};
    const char *at = opf_buf_text(&r.out);
    for (size_t i = 0; i < 5; i++)
        ck_assert_msg((at = strstr(at, targets[i])) != NULL, "%s is not announced in its turn", targets[i]);
    static const char *const files[] = {"libophost_nn.so",
                                        "libophost_ops_nn.so",
                                        "tbe/config/aic-ascend950-ops-info.ini",
                                        "tbe/config/ascend950/relu.ini",
                                        "tbe/dynamic/relu.yaml",
                                        "binary/ascend950/bin/opc_cmd/opc_cmd.sh",
                                        "binary/ascend950/bin/config/ascend950/relu.json",
                                        "binary/ascend950/bin/config/ascend950/binary_info_config.json",
                                        "binary/config/ascend950/relu.json",
                                        "binary/ascend950/relu/Relu_float16_high_performance.o"};
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        ck_assert_msg(built(files[i]), "%s was not made", files[i]);
    opf_proc_result_free(&r);

    OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=ascend950PR_9599");
    assert_success(&r);
    ck_assert_uint_eq(count_text(opf_buf_text(&r.out), "no work to do"), 4);
    ck_assert_msg(r.wall_s < 0.3, "a run with nothing to do took %.2f s", r.wall_s);
    opf_proc_result_free(&r);

    char *kernel = opf_asprintf("%s/src/activation/relu/op_kernel/relu.h", dir);
    ck_assert_int_eq(utimensat(AT_FDCWD, kernel, NULL, 0), 0);
    OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=ascend950");
    assert_success(&r);
    ck_assert_uint_eq(count_text(opf_buf_text(&r.out), "opc Relu_"), 6);
    ck_assert_ptr_null(strstr(opf_buf_text(&r.out), "ophost: activation"));
    opf_proc_result_free(&r);
    opf_free(kernel);
}
END_TEST

START_TEST(example_runs)
{
    struct opf_proc_result r;
    OPFORGE(&r, "--run_example", "relu", "eager", "--soc=ascend950");
    assert_success(&r);
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&r.out), "] Run test_aclnn_relu success.\n"));
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&r.out), "2.5")); /* the largest of the example's inputs */
    opf_proc_result_free(&r);
    OPFORGE(&r, "--run_example", "relu", "graph", "--soc=ascend950");
    assert_success(&r);
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&r.out), "ERROR: relu doesn't have graph examples."));
    opf_proc_result_free(&r);
}
END_TEST

/* --genop: what it creates builds and runs, and is not created twice. */
START_TEST(skeleton_runs)
{
    struct opf_proc_result r;
    OPFORGE(&r, "--genop=math/my_sum");
    assert_success(&r);
    opf_proc_result_free(&r);
    OPFORGE(&r, "--genop=math/my_sum");
    ck_assert_int_eq(r.exit_code, 1);
    opf_proc_result_free(&r);
    OPFORGE(&r, "--genop=nowhere");
    ck_assert_int_eq(r.exit_code, 1);
    opf_proc_result_free(&r);
    OPFORGE(&r, "--run_example", "my_sum", "eager", "--soc=ascend950");
    assert_success(&r);
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&r.out), "Run test_aclnn_my_sum success."));
    opf_proc_result_free(&r);
}
END_TEST

/* Killed after a while, the whole group; what is there then must not keep the next run from a right result.
 */
START_TEST(killed_run_leaves_nothing_bad)
{
    int after_ms = 60 + _i * 600;
    pid_t child = fork();
    if (child == 0) {
        struct opf_proc_result r;
        setpgid(0, 0);
        OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=ascend950", "--ccache=off");
        _exit(0);
    }
    setpgid(child, child);
    usleep((useconds_t)after_ms * 1000);
    kill(-child, SIGKILL);
    waitpid(child, NULL, 0);
    struct opf_proc_result r;
    OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=ascend950", "--ccache=off");
    assert_success(&r);
    opf_proc_result_free(&r);
    OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=ascend950", "--ccache=off");
    assert_success(&r);
    ck_assert_msg(count_text(opf_buf_text(&r.out), "no work to do") == 4, "%s", opf_buf_text(&r.out));
    opf_proc_result_free(&r);
}
END_TEST

static const struct {
    const char *words[4], *message;
} errors[] = {
    {{"--opkernel", "--ops=rleu", "--soc=ascend950"}, "rleu is not exists, please check."},
    {{"--opkernel", "--ops=relu", "--soc=ascend950,nothing"}, "The soc [nothing] is not support."},
    {{"--opkernel", "--ops=relu", "--soc=kirin9030"}, "kirin9030"},
    {{"--soc=ascend950"}, "nothing to build"},
    {{"--opkernel", "--opgraph", "--soc=ascend950"}, "does not support graph libraries"},
    {{"--opkernel", "--experimental", "--soc=ascend950"}, "--experimental"},
    {{"--unknown"}, "Invalid long option: --unknown"},
};

START_TEST(errors_are_framed_and_exit_1)
{
    struct opf_proc_result r;
    opforge(errors[_i].words, &r);
    ck_assert_int_eq(r.exit_code, 1);
    ck_assert_msg(strstr(opf_buf_text(&r.out), "\033[31m[ERROR] ") != NULL, "%s", opf_buf_text(&r.out));
    ck_assert_msg(strstr(opf_buf_text(&r.out), errors[_i].message) != NULL, "%s", opf_buf_text(&r.out));
    for (const char *line = opf_buf_text(&r.out); *line; line = strchr(line, '\n') + 1)
        ck_assert_msg(strncmp(line, "[20", 3) == 0 && line[20] == ']', "a line without its time: %.30s",
                      line);
    opf_proc_result_free(&r);
}
END_TEST

/* A source that does not compile: the compiler's own words, exit 1, and no half-made kernel. */
START_TEST(broken_kernel_is_reported)
{
    struct opf_proc_result r;
    char *kernel = opf_asprintf("%s/src/activation/relu/op_kernel/relu.cpp", dir);
    assert_ok(opf_file_write(kernel, "this is not C++\n", 16, 0, NULL));
    OPFORGE(&r, "--opkernel", "--ops=relu", "--soc=ascend950");
    ck_assert_int_eq(r.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&r.out), "relu.cpp"));
    ck_assert(!built("binary/ascend950/bin/config/ascend950/binary_info_config.json"));
    opf_proc_result_free(&r);
    opf_free(kernel);
}
END_TEST

Suite *build_chain_suite(void)
{
    Suite *suite = suite_create("build_chain");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, prepare, clean_up);
    if (WHOLE_CHAIN) {
        tcase_add_test(tests, kernels_are_built_once);
        tcase_add_test(tests, example_runs);
        tcase_add_test(tests, skeleton_runs);
        tcase_add_loop_test(tests, killed_run_leaves_nothing_bad, 0, 3);
        tcase_add_test(tests, broken_kernel_is_reported);
    }
    tcase_add_loop_test(tests, errors_are_framed_and_exit_1, 0, sizeof(errors) / sizeof(errors[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
