/* build.sh's command line: what is taken, what is refused, with which words. */
#include "driver/build_options.h"
#include "driver/help_pages.h"
#include "driver/soc_names.h"
#include "tests/unit/check_helpers.h"

#define MAX_ARGS 16

static struct opf_build_options options;
static struct opf_option_fault fault;

/* Parses blank-separated arguments. Option texts point into `words`. */
static opf_status *parse(const char *line)
{
    static struct opf_strvec words; /* all zero is empty */
    const char *argv[MAX_ARGS] = {"build.sh"};
    opf_strvec_free(&words);
    opf_strvec_init(&words);
    opf_strvec_split(&words, line, " ", true);
    for (size_t i = 0; i < words.len; i++)
        argv[i + 1] = words.items[i];
    return opf_options_parse((int)words.len + 1, argv, &options, &fault);
}

START_TEST(taken)
{
    assert_ok(parse("--opkernel --ops=relu,add --soc=Ascend950 -j4 -v --build-type=Debug --ccache=off"));
    ck_assert(options.opkernel && options.verbose && !options.test);
    ck_assert_str_eq(options.ops, "relu,add");
    ck_assert_str_eq(options.jobs, "4");
    assert_ok(parse("-j 3 -O 2 -u"));
    ck_assert_str_eq(options.jobs, "3");
    ck_assert_str_eq(options.opt_level, "2");
    assert_ok(parse("--run_example relu eager cust --soc=ascend950"));
    ck_assert(options.example_cust);
    ck_assert_str_eq(options.example_op, "relu");
    ck_assert_str_eq(options.example_mode, "eager");
    assert_ok(parse("--opkernel -u"));
    assert_ok(parse(""));
}
END_TEST

static const struct {
    const char *line, *message;
    bool bare, usage;
} refused[] = {
    {"--nonsense", "Invalid long option: --nonsense", false, true},
    {"--ops relu", "Invalid long option: --ops", false, true},
    {"--opkernel=1", "Invalid long option: --opkernel=1", false, true},
    {"--soc", "it needs a value: --soc=VALUE", false, true},
    {"--opkernel=yes", "--opkernel takes no value", false, true},
    {"--genop", "it needs a value", false, true},
    {"--opkernl", "did you mean --opkernel?", false, true},
    {"-z", "Invalid short option: -z", false, true},
    {"-vx", "Invalid short option: -vx", false, true},
    {"-j", "Invalid short option: -j", false, true},
    {"relu", "Invalid argument: relu", false, true},
    {"--run_example relu", "--run_example needs an operator and a mode", false, true},
    {"--run_example relu lazy", "only supports the modes eager and graph", false, false},
    {"--ops=relu --ophost", "--ops cannot be used with --ophost, --opapi", false, false},
    {"--ops=relu --opapi", "--ops cannot be used with --ophost, --opapi", false, false},
    {"--pkg -u", "--pkg cannot be used with test(-u, --ophost, etc.)", false, false},
    {"--pkg --opapi", "--pkg cannot be used with --ophost, --opapi, --opgraph", false, false},
    {"--pkg --opapi --help", "--pkg cannot be used with --ophost, --opapi, --opgraph", false, false},
    {"--opkernel --jit", "--opkernel cannot be used with --jit", false, false},
    {"--pkg-type=run", "--pkg-type can only be used with --pkg", true, false},
    {"--pkg --pkg-type=zip", "--pkg-type only supports run/rpm/deb/all, got: zip", true, false},
    {"--pkg --pkg-type=rpm --static", "--pkg-type=rpm cannot be used with --static", true, false},
    {"--pkg --pkg-type=deb --jit", "--pkg-type=deb cannot be used with --jit", true, false},
    {"--build-type=Fast", "--build-type only support Release/Debug Mode", true, false},
    {"--opkernel --mssanitizer --oom", "--mssanitizer cannot be used with --oom", true, false},
    {"--opkernel --ops=a,b --kernel_template_input=A=1",
     "--kernel_template_input must be used with --ops= and can only specify a single operator", true, false},
    {"-u --ut_mode=slow", "--ut_mode only support debug/fast", false, false},
    {"-u --ut_timeout=0", "--ut_timeout must be a positive integer", false, false},
    {"-j0 --opkernel", "-j must be a positive integer", false, false},
};

START_TEST(refused_with_upstream_words)
{
    assert_fails(parse(refused[_i].line), OPF_INVALID_ARGUMENT, refused[_i].message);
    ck_assert_msg(fault.bare == refused[_i].bare && fault.usage == refused[_i].usage, "%s: shown wrongly",
                  refused[_i].line);
}
END_TEST

START_TEST(help_follows_the_last_topic)
{
    assert_ok(parse("--help"));
    ck_assert(options.help);
    ck_assert_int_eq(options.topic, OPF_HELP_GENERAL);
    assert_ok(parse("--opkernel --run_example --help"));
    ck_assert_int_eq(options.topic, OPF_HELP_RUN_EXAMPLE);
    assert_ok(parse("-u -h --opkernel"));
    ck_assert_int_eq(options.topic, OPF_HELP_OPKERNEL);
    for (int topic = OPF_HELP_GENERAL; topic <= OPF_HELP_GENOP_AICPU; topic++) {
        const char *page = opf_help_page((enum opf_help_topic)topic);
        ck_assert_int_eq(page[strlen(page) - 1], '\n');
    }
}
END_TEST

START_TEST(chips_match_inside_longer_names)
{
    static const char *const pairs[][2] = {
        {"Ascend950", "ascend950"},         {"Ascend950PR_9599", "ascend950"},
        {"ascend910b", "ascend910b"},       {"Ascend910B1", "ascend910b"},
        {"Ascend910_9391", "ascend910_93"}, {"ascend910", "ascend910"},
        {"ASCEND310P3", "ascend310p"},      {"mc62cm12aa", "mc62"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        ck_assert_str_eq(opf_soc_match(pairs[i][0])->short_name, pairs[i][1]);
    ck_assert_ptr_null(opf_soc_match("ascend"));
}
END_TEST

START_TEST(chip_lists)
{
    struct opf_strvec socs;
    opf_strvec_init(&socs);
    assert_ok(opf_soc_select("Ascend950,ascend910b,ascend950PR_9599", &socs));
    ck_assert_uint_eq(socs.len, 2);
    ck_assert_str_eq(socs.items[0], "ascend950");
    opf_strvec_free(&socs);
    assert_fails(opf_soc_select("ascend950,foo", &socs), OPF_INVALID_ARGUMENT,
                 "The soc [foo] is not support.");
    opf_strvec_free(&socs);
    assert_fails(opf_soc_select("", &socs), OPF_INVALID_ARGUMENT, "The soc [] is not support.");
    opf_strvec_free(&socs);
}
END_TEST

Suite *build_options_suite(void);
Suite *build_options_suite(void)
{
    Suite *suite = suite_create("build_options");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, taken);
    tcase_add_loop_test(tests, refused_with_upstream_words, 0, sizeof(refused) / sizeof(refused[0]));
    tcase_add_test(tests, help_follows_the_last_topic);
    tcase_add_test(tests, chips_match_inside_longer_names);
    tcase_add_test(tests, chip_lists);
    suite_add_tcase(suite, tests);
    return suite;
}
