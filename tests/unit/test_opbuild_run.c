/* The opbuild program on the definitions of tests/cases/opbuild: every style gives its expected section,
 * every wrong definition its message, crashes take nothing down, and nothing is done twice. */
#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "tests/unit/check_helpers.h"

static opf_arena *arena;
static char *dir;

static void set_up(void)
{
    assert_ok(opf_arena_create(&arena));
    dir = test_dir_make();
}

static void tear_down(void)
{
    test_dir_remove(dir);
    opf_arena_destroy(arena);
}

static const char *root(void)
{
    const char *path = getenv("OPF_ROOT");
    return path ? path : ".";
}

static char *case_path(const char *name)
{
    return opf_arena_printf(arena, "%s/tests/cases/opbuild/%s", root(), name);
}

static char *out_path(const char *name)
{
    return opf_arena_printf(arena, "%s/%s", dir, name);
}

static const char *text_of(const char *path)
{
    struct opf_buf text;
    assert_ok(opf_file_read(path, (size_t)16 << 20, &text));
    const char *copy = opf_arena_strndup(arena, opf_buf_text(&text), text.len);
    opf_buf_free(&text);
    return copy;
}

/* All definitions of one folder, sorted, as arguments. */
static void push_sources(struct opf_strvec *argv, const char *folder)
{
    struct opf_strvec found; /* a walk sorts its whole vector */
    opf_strvec_init(&found);
    assert_ok(opf_path_walk(case_path(folder), "*_def.cpp", 1, &found));
    for (size_t i = 0; i < found.len; i++)
        opf_strvec_push(argv, found.items[i]);
    opf_strvec_free(&found);
}

static void begin_command(struct opf_strvec *argv, const char *const *options)
{
    const char *out = getenv("OPF_OUT");
    opf_strvec_init(argv);
    opf_strvec_pushf(argv, "%s/bin/opbuild", out ? out : "out");
    opf_strvec_pushf(argv, "--sdk=%s/sdk", root());
    opf_strvec_pushf(argv, "--out=%s", dir);
    opf_strvec_push(argv, "--soc=ascend950");
    opf_strvec_push(argv, "-v");
    opf_strvec_push(argv, "-j1");
    for (size_t i = 0; options[i]; i++)
        opf_strvec_push(argv, options[i]);
}

/* Runs and ends the command; both streams together, in the arena. */
static const char *run(struct opf_strvec *argv, int want)
{
    struct opf_proc_result result;
    assert_ok(opf_strvec_finish(argv));
    struct opf_proc_spec spec = {
        .argv = (const char *const *)argv->items, .merge_stderr = true, .timeout_s = 110};
    assert_ok(opf_proc_run(&spec, &result));
    const char *output = opf_arena_strdup(arena, opf_buf_text(&result.out));
    ck_assert_msg(result.exit_code == want && result.signal == 0, "exit code %d, signal %d: %s",
                  result.exit_code, result.signal, output);
    opf_proc_result_free(&result);
    opf_strvec_free(argv);
    return output;
}

static const char *run_styles(const char *const *options, int want)
{
    struct opf_strvec argv;
    begin_command(&argv, options);
    push_sources(&argv, "styles");
    return run(&argv, want);
}

START_TEST(every_style_gives_its_section)
{
    static const char *const stems[] = {"add_pair", "helper_members", "list_follow", "loop_lambda",
                                        "named_columns"};
    const char *output = run_styles((const char *const[]){NULL}, 0);
    ck_assert_msg(strstr(output, "5 operators, 5 sections, 0 with generated aclnn, 1 units compiled"), "%s",
                  output);
    struct opf_buf merged;
    opf_buf_init(&merged, OPF_BUF_MAX_DEFAULT);
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        const char *want = text_of(case_path(opf_arena_printf(arena, "styles/expected/%s.ini", stems[i])));
        ck_assert_str_eq(text_of(out_path(opf_arena_printf(arena, "tbe/config/ascend950/%s.ini", stems[i]))),
                         want);
        opf_buf_printf(&merged, "%s\n", want);
    }
    ck_assert_str_eq(text_of(out_path("tbe/config/aic-ascend950-ops-info.ini")), opf_buf_text(&merged));
    ck_assert(opf_path_is_file(out_path("tbe/op_info_cfg/ai_core/ascend950/aic-ascend950-ops-info-nn.json")));
    opf_buf_free(&merged);
}
END_TEST

START_TEST(other_compiler_and_single_units_give_the_same)
{
    run_styles((const char *const[]){"--cxx=g++", "--group=1", NULL}, 0);
    ck_assert_str_eq(text_of(out_path("tbe/config/ascend950/list_follow.ini")),
                     text_of(case_path("styles/expected/list_follow.ini")));
    ck_assert_str_eq(text_of(out_path("tbe/config/ascend950/loop_lambda.ini")),
                     text_of(case_path("styles/expected/loop_lambda.ini")));
}
END_TEST

START_TEST(classes_have_their_own_folders_and_generated_sources_compile)
{
    struct opf_strvec argv;
    begin_command(&argv, (const char *const[]){"--repo=math", "--vendor=me", "--class=aclnn", NULL});
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    opf_strvec_push(&argv, "--class=aclnnInner");
    opf_strvec_push(&argv, case_path("styles/list_follow_def.cpp"));
    run(&argv, 0);
    ck_assert(opf_path_is_file(out_path("autogen/aic-ascend950-ops-info.ini")));
    ck_assert(opf_path_is_file(out_path("autogen/inner/aic-ascend950-ops-info.ini")));
    ck_assert(opf_path_is_file(out_path("tbe/op_info_cfg/ai_core/ascend950/aic-ascend950-ops-info.json")));
    ck_assert_ptr_nonnull(
        strstr(text_of(out_path("autogen/aclnn_ops_math_me.h")), "#include \"aclnn_add_pair.h\"\n"));
    static const char *const sources[] = {"autogen/aclnn_add_pair.cpp",
                                          "autogen/inner/aclnnInner_list_follow.cpp"};
    for (size_t i = 0; i < 2; i++) {
        opf_strvec_init(&argv);
        const char *const command[] = {"g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"};
        for (size_t k = 0; k < sizeof command / sizeof command[0]; k++)
            opf_strvec_push(&argv, command[k]);
        opf_strvec_pushf(&argv, "-I%s/sdk/include", root());
        opf_strvec_push(&argv, out_path(sources[i]));
        run(&argv, 0);
    }
}
END_TEST

/* The first line of such a case is "// expect: <what follows the file name and a colon>". */
static void assert_expectations(const char *folder, const char *output)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    push_sources(&files, folder);
    ck_assert_uint_gt(files.len, 3);
    for (size_t i = 0; i < files.len; i++) {
        const char *text = text_of(files.items[i]);
        ck_assert(opf_text_starts(text, "// expect: "));
        const char *first = text + strlen("// expect: ");
        char *want = opf_arena_printf(arena, "%s:%.*s", files.items[i], (int)strcspn(first, "\n"), first);
        ck_assert_msg(strstr(output, want) != NULL, "`%s` is not in:\n%s", want, output);
    }
    opf_strvec_free(&files);
}

START_TEST(wrong_definitions_are_told_at_their_line)
{
    struct opf_strvec argv;
    begin_command(&argv, (const char *const[]){"--require-output", NULL});
    push_sources(&argv, "wrong");
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    assert_expectations("wrong", run(&argv, 1));
    ck_assert_str_eq(text_of(out_path("tbe/config/ascend950/add_pair.ini")),
                     text_of(case_path("styles/expected/add_pair.ini")));
    ck_assert(!opf_path_exists(out_path("tbe/config/ascend950/unequal_columns.ini")));
}
END_TEST

START_TEST(crashes_are_told_and_the_others_built)
{
    struct opf_strvec argv;
    begin_command(&argv, (const char *const[]){"--time-limit=5", NULL});
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    push_sources(&argv, "crash");
    opf_strvec_push(&argv, case_path("styles/loop_lambda_def.cpp"));
    assert_expectations("crash", run(&argv, 1));
    ck_assert(opf_path_is_file(out_path("tbe/config/ascend950/add_pair.ini")));
    ck_assert(opf_path_is_file(out_path("tbe/config/ascend950/loop_lambda.ini")));
}
END_TEST

START_TEST(a_crash_inside_a_shared_unit_loses_only_itself)
{
    struct opf_strvec argv;
    begin_command(&argv, (const char *const[]){NULL});
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    opf_strvec_push(&argv, case_path("crash/null_pointer_def.cpp"));
    opf_strvec_push(&argv, case_path("crash/throws_def.cpp"));
    opf_strvec_push(&argv, case_path("styles/loop_lambda_def.cpp"));
    const char *output = run(&argv, 1);
    ck_assert_msg(strstr(output, "2 operators, 2 sections, 0 with generated aclnn, 1 units compiled"), "%s",
                  output);
    ck_assert_msg(strstr(output, "NullPointer crashed with signal 11"), "%s", output);
    /* the same again, from what was kept */
    begin_command(&argv, (const char *const[]){NULL});
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    opf_strvec_push(&argv, case_path("crash/null_pointer_def.cpp"));
    opf_strvec_push(&argv, case_path("crash/throws_def.cpp"));
    opf_strvec_push(&argv, case_path("styles/loop_lambda_def.cpp"));
    output = run(&argv, 1);
    ck_assert_msg(strstr(output, "NullPointer crashed with signal 11"), "%s", output);
    ck_assert_msg(strstr(output, "0 units compiled"), "%s", output);
}
END_TEST

static void copy_case(const char *name, const char *to)
{
    const char *text = text_of(case_path(name));
    assert_ok(opf_file_write(out_path(to), text, strlen(text), OPF_FILE_PLAIN, NULL));
}

START_TEST(second_run_does_nothing_and_a_change_only_its_part)
{
    static const char *const sources[] = {"src/a_def.cpp", "src/b_def.cpp"};
    const char *text, *output;
    struct opf_strvec argv;
    copy_case("styles/add_pair_def.cpp", sources[0]);
    copy_case("styles/named_columns_def.cpp", sources[1]);
    for (int round = 0; round < 4; round++) {
        if (round == 2) { /* another default in one definition */
            text = text_of(out_path(sources[0]));
            char *changed = opf_arena_strdup(arena, text);
            memcpy(strstr(changed, "Float(1.0)"), "Float(2.0)", strlen("Float(2.0)"));
            assert_ok(opf_file_write(out_path(sources[0]), changed, strlen(changed), OPF_FILE_PLAIN, NULL));
        }
        if (round == 3) /* an output that is gone is made again, without a compile */
            ck_assert_int_eq(remove(out_path("tbe/config/ascend950/add_pair.ini")), 0);
        begin_command(&argv, (const char *const[]){"--group=1", NULL});
        opf_strvec_push(&argv, out_path(sources[0]));
        opf_strvec_push(&argv, out_path(sources[1]));
        int64_t before = opf_path_mtime(out_path("tbe/config/ascend950/named_columns.ini"));
        output = run(&argv, 0);
        static const char *const say[] = {"2 units compiled", "up to date", "1 units compiled",
                                          "0 units compiled"};
        ck_assert_msg(strstr(output, say[round]) != NULL, "round %d: %s", round, output);
        if (round > 0)
            ck_assert(before == opf_path_mtime(out_path("tbe/config/ascend950/named_columns.ini")));
    }
    ck_assert_ptr_nonnull(
        strstr(text_of(out_path("tbe/config/ascend950/add_pair.ini")), "attr_alpha.defaultValue=2\n"));
}
END_TEST

START_TEST(files_of_operators_that_are_gone_are_removed)
{
    struct opf_strvec argv;
    run_styles((const char *const[]){NULL}, 0);
    begin_command(&argv, (const char *const[]){NULL});
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    run(&argv, 0);
    ck_assert(opf_path_exists(out_path("tbe/config/ascend950/add_pair.ini")));
    ck_assert(!opf_path_exists(out_path("tbe/config/ascend950/loop_lambda.ini")));
}
END_TEST

START_TEST(two_definitions_of_one_type)
{
    struct opf_strvec argv;
    copy_case("styles/add_pair_def.cpp", "again_def.cpp");
    begin_command(&argv, (const char *const[]){NULL});
    opf_strvec_push(&argv, case_path("styles/add_pair_def.cpp"));
    opf_strvec_push(&argv, out_path("again_def.cpp"));
    const char *output = run(&argv, 1);
    ck_assert_msg(strstr(output, "again_def.cpp:29: error: operator AddPair is defined a second time"), "%s",
                  output);
}
END_TEST

START_TEST(bad_options)
{
    static const struct {
        const char *option, *says;
    } cases[] = {{"--nonsense=1", "unknown option --nonsense"},
                 {"--jobs=0", "--jobs takes a number from 1 to 256"},
                 {"--class=other", "--class does not know `other`; it takes aclnn, aclnnInner or aclnnExc"},
                 {"no_such_def.cpp", "the definition source no_such_def.cpp does not exist"},
                 {"@no_such_list", "no_such_list"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opf_strvec argv;
        begin_command(&argv, (const char *const[]){cases[i].option, NULL});
        const char *output = run(&argv, 1);
        ck_assert_msg(strstr(output, cases[i].says) != NULL, "`%s` is not in: %s", cases[i].says, output);
    }
}
END_TEST

Suite *opbuild_run_suite(void);
Suite *opbuild_run_suite(void)
{
    Suite *suite = suite_create("opbuild_run");
    TCase *tc = tcase_create("program");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, every_style_gives_its_section);
    tcase_add_test(tc, other_compiler_and_single_units_give_the_same);
    tcase_add_test(tc, classes_have_their_own_folders_and_generated_sources_compile);
    tcase_add_test(tc, wrong_definitions_are_told_at_their_line);
    tcase_add_test(tc, crashes_are_told_and_the_others_built);
    tcase_add_test(tc, a_crash_inside_a_shared_unit_loses_only_itself);
    tcase_add_test(tc, second_run_does_nothing_and_a_change_only_its_part);
    tcase_add_test(tc, files_of_operators_that_are_gone_are_removed);
    tcase_add_test(tc, two_definitions_of_one_type);
    tcase_add_test(tc, bad_options);
    suite_add_tcase(suite, tc);
    return suite;
}
