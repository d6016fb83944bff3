/* Options of build.sh: one table, then the combinations that are not allowed. */
#include "driver/build_options.h"
#include "base/text.h"

#include <stddef.h>
#include <string.h>

enum kind { FLAG, TEXT, EXAMPLE };

struct option {
    const char *name;
    enum kind kind;
    size_t offset;
    int topic; /* enum opf_help_topic, -1 = none */
};

#define AT(member) offsetof(struct opf_build_options, member)
static const struct option options[] = {
    {"help", FLAG, AT(help), -1},
    {"ops", TEXT, AT(ops), -1},
    {"soc", TEXT, AT(soc), -1},
    {"vendor_name", TEXT, AT(vendor_name), -1},
    {"opkernel", FLAG, AT(opkernel), OPF_HELP_OPKERNEL},
    {"opkernel_aicpu", FLAG, AT(opkernel_aicpu), OPF_HELP_OPKERNEL_AICPU},
    {"opkernel_aicpu_test", FLAG, AT(opkernel_aicpu_test), -1},
    {"ophost", FLAG, AT(ophost), OPF_HELP_OPHOST},
    {"opapi", FLAG, AT(opapi), OPF_HELP_OPAPI},
    {"opgraph", FLAG, AT(opgraph), OPF_HELP_OPGRAPH},
    {"onnxplugin", FLAG, AT(onnxplugin), OPF_HELP_ONNXPLUGIN},
    {"tfplugin", FLAG, AT(tfplugin), OPF_HELP_TFPLUGIN},
    {"pkg", FLAG, AT(pkg), OPF_HELP_PKG},
    {"pkg-type", TEXT, AT(pkg_type), -1},
    {"jit", FLAG, AT(jit), -1},
    {"static", FLAG, AT(static_libs), -1},
    {"build-type", TEXT, AT(build_type), -1},
    {"no_force", FLAG, AT(no_force), -1},
    {"experimental", FLAG, AT(experimental), -1},
    {"genop", TEXT, AT(genop), OPF_HELP_GENOP},
    {"genop_aicpu", TEXT, AT(genop_aicpu), OPF_HELP_GENOP_AICPU},
    {"run_example", EXAMPLE, 0, OPF_HELP_RUN_EXAMPLE},
    {"example_name", TEXT, AT(example_name), -1},
    {"simulator", FLAG, AT(simulator), -1},
    {"mssanitizer", FLAG, AT(mssanitizer), -1},
    {"oom", FLAG, AT(oom), -1},
    {"dump_cce", FLAG, AT(dump_cce), -1},
    {"bisheng_flags", TEXT, AT(bisheng_flags), -1},
    {"kernel_template_input", TEXT, AT(template_input), -1},
    {"ccache", TEXT, AT(ccache), -1},
    {"asan", FLAG, AT(asan), -1},
    {"cov", FLAG, AT(cov), -1},
    {"noexec", FLAG, AT(noexec), -1},
    {"ut_mode", TEXT, AT(ut_mode), -1},
    {"ut_timeout", TEXT, AT(ut_timeout), -1},
    {"noaicpu", FLAG, AT(noaicpu), -1},
    {"noaclnn", FLAG, AT(noaclnn), -1},
    {"module_extension", TEXT, AT(module_extension), -1},
    {"rule_launch", TEXT, AT(rule_launch), -1},
    {"torch_extension", FLAG, AT(torch_extension), -1},
    {"cann_3rd_lib_path", TEXT, AT(third_lib_path), -1},
    {"make_clean", FLAG, AT(make_clean), OPF_HELP_CLEAN},
    {"make_clean_all", FLAG, AT(make_clean_all), OPF_HELP_CLEAN},
    {"src", TEXT, AT(src), -1},
    {"name", TEXT, AT(name), -1},
    {"build", TEXT, AT(build_dir), -1},
    {"march", TEXT, AT(march), -1},
    {"opbase", TEXT, AT(opbase), -1},
    {"same_keys", TEXT, AT(same_keys), -1},
    {"plan", FLAG, AT(plan), -1},
};
#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))

static const char *suggest_option(const char *name)
{
    const char *names[OPTION_COUNT];
    for (size_t i = 0; i < OPTION_COUNT; i++)
        names[i] = options[i].name;
    return opf_text_nearest(name, names, OPTION_COUNT);
}

static const struct option *find_option(const char *name, size_t len)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (strlen(options[i].name) == len && strncmp(options[i].name, name, len) == 0)
            return &options[i];
    return NULL;
}

static opf_status *unknown_long(const char *arg)
{
    char *name = opf_strndup(arg + 2, strcspn(arg + 2, "="));
    const char *near = name ? suggest_option(name) : NULL;
    opf_status *status = OPF_FAIL(OPF_INVALID_ARGUMENT, "Invalid long option: %s", arg);
    if (near)
        status = opf_status_note(status, "did you mean --%s?", near);
    opf_free(name);
    return status;
}

static bool asks_help(int argc, const char *const *argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* A known option that is written in the other form. */
static opf_status *wrong_form(const struct option *option, const char *arg)
{
    opf_status *status = OPF_FAIL(OPF_INVALID_ARGUMENT, "Invalid long option: %s", arg);
    return option->kind == TEXT ? opf_status_note(status, "it needs a value: --%s=VALUE", option->name)
                                : opf_status_note(status, "--%s takes no value", option->name);
}

static opf_status *take_example(int argc, const char *const *argv, int *at, struct opf_build_options *out)
{
    if (*at + 2 >= argc || argv[*at + 1][0] == '-' || argv[*at + 2][0] == '-') {
        if (asks_help(argc, argv)) /* `--run_example --help` asks for the page */
            return NULL;
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--run_example needs an operator and a mode: "
                                              "--run_example OP eager|graph [cust]");
    }
    out->example_op = argv[++*at];
    out->example_mode = argv[++*at];
    if (*at + 1 < argc && strcmp(argv[*at + 1], "cust") == 0) {
        out->example_cust = true;
        ++*at;
    }
    return NULL;
}

static opf_status *take_long(int argc, const char *const *argv, int *at, struct opf_build_options *out)
{
    const char *arg = argv[*at], *equals = strchr(arg, '=');
    const struct option *option = find_option(arg + 2, equals ? (size_t)(equals - arg - 2) : strlen(arg + 2));
    if (!option)
        return unknown_long(arg);
    if (option->topic >= 0)
        out->topic = (enum opf_help_topic)option->topic;
    if ((option->kind == TEXT) != (equals != NULL))
        return option->topic >= 0 && !equals && asks_help(argc, argv) ? NULL : wrong_form(option, arg);
    if (option->kind == EXAMPLE)
        return take_example(argc, argv, at, out);
    if (option->kind == FLAG)
        *(bool *)((char *)out + option->offset) = true;
    else
        *(const char **)((char *)out + option->offset) = equals + 1;
    return NULL;
}

static opf_status *take_short(int argc, const char *const *argv, int *at, struct opf_build_options *out)
{
    const char *arg = argv[*at];
    const char **text = arg[1] == 'j' ? &out->jobs : arg[1] == 'O' ? &out->opt_level : &out->changed_files;
    switch (arg[1]) {
    case 'h':
        out->help = true;
        break;
    case 'v':
        out->verbose = true;
        break;
    case 'u':
        out->test = true;
        out->topic = OPF_HELP_TEST;
        break;
    case 'j':
    case 'O':
    case 'f':
        if (arg[2])
            *text = arg + 2;
        else if (*at + 1 < argc)
            *text = argv[++*at];
        else
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "Invalid short option: %s (its value is missing)", arg);
        return NULL;
    default:
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "Invalid short option: %s", arg);
    }
    return arg[2] ? OPF_FAIL(OPF_INVALID_ARGUMENT, "Invalid short option: %s", arg) : NULL;
}

/* ---- checks ---- */

#define REJECT(...) return OPF_FAIL(OPF_INVALID_ARGUMENT, __VA_ARGS__)

static bool is_positive(const char *text)
{
    int64_t value;
    return opf_text_to_i64(text, &value) && value > 0 && value < 1000000;
}

/* Combinations that are wrong even when only help is asked for. */
static opf_status *check_targets(const struct opf_build_options *o)
{
    bool host = o->ophost || o->opapi || o->opgraph;
    if (o->pkg && o->test)
        REJECT("--pkg cannot be used with test(-u, --ophost, etc.)");
    if (o->pkg && host)
        REJECT("--pkg cannot be used with --ophost, --opapi, --opgraph");
    return NULL;
}

static opf_status *check_bare(const struct opf_build_options *o)
{
    static const char *const types[] = {"run", "rpm", "deb", "all"};
    if (o->pkg_type && !o->pkg)
        REJECT("--pkg-type can only be used with --pkg");
    bool known = !o->pkg_type;
    for (size_t i = 0; i < 4 && o->pkg_type; i++)
        known |= strcmp(o->pkg_type, types[i]) == 0;
    if (!known)
        REJECT("--pkg-type only supports run/rpm/deb/all, got: %s", o->pkg_type);
    bool system_package = o->pkg_type && strcmp(o->pkg_type, "run") != 0;
    if (system_package && o->static_libs)
        REJECT("--pkg-type=%s cannot be used with --static", o->pkg_type);
    if (system_package && o->jit)
        REJECT("--pkg-type=%s cannot be used with --jit", o->pkg_type);
    if (system_package && (o->ops || o->vendor_name))
        REJECT("--pkg-type=%s only supports built-in ops-nn packages; leave out --ops and --vendor_name",
               o->pkg_type);
    if (o->build_type && strcmp(o->build_type, "Release") != 0 && strcmp(o->build_type, "Debug") != 0)
        REJECT("--build-type only support Release/Debug Mode");
    bool debug = o->build_type && strcmp(o->build_type, "Debug") == 0;
    if (debug && (o->mssanitizer || o->oom || o->dump_cce))
        REJECT("--build-type=Debug cannot be used with --mssanitizer, --oom, --dump_cce");
    if (o->bisheng_flags && (o->mssanitizer || o->oom || o->dump_cce))
        REJECT("--bisheng_flags cannot be used with --mssanitizer, --oom, --dump_cce");
    if (o->mssanitizer && o->oom)
        REJECT("--mssanitizer cannot be used with --oom");
    if (o->template_input && (!o->ops || !*o->ops || strchr(o->ops, ',')))
        REJECT("--kernel_template_input must be used with --ops= and can only specify a single operator");
    if (o->opkernel_aicpu && o->jit)
        REJECT("--opkernel_aicpu cannot be used with --jit");
    return NULL;
}

static opf_status *check_values(const struct opf_build_options *o)
{
    static const char *const caches[] = {"on", "off", "true", "false", "disable"};
    bool known = !o->ccache;
    for (size_t i = 0; i < 5 && o->ccache; i++)
        known |= strcmp(o->ccache, caches[i]) == 0;
    if (!known)
        REJECT("--ccache only supports on/off/true/false/disable, got: %s", o->ccache);
    if (o->ut_mode && strcmp(o->ut_mode, "debug") != 0 && strcmp(o->ut_mode, "fast") != 0)
        REJECT("--ut_mode only support debug/fast");
    if (o->ut_timeout && !is_positive(o->ut_timeout))
        REJECT("--ut_timeout must be a positive integer");
    if (o->jobs && !is_positive(o->jobs))
        REJECT("-j must be a positive integer, got: %s", o->jobs);
    if (o->opt_level && (strlen(o->opt_level) != 1 || !strchr("0123sg", o->opt_level[0])))
        REJECT("-O only supports 0, 1, 2, 3, s and g, got: %s", o->opt_level);
    if (o->example_mode && strcmp(o->example_mode, "eager") != 0 && strcmp(o->example_mode, "graph") != 0)
        REJECT("--run_example only supports the modes eager and graph, got: %s", o->example_mode);
    return NULL;
}

static opf_status *check_options(const struct opf_build_options *o, struct opf_option_fault *fault)
{
    OPF_TRY(check_targets(o));
    if (o->help)
        return NULL;
    if (o->ops && (o->ophost || o->opapi || o->opgraph) && !o->test)
        REJECT("--ops cannot be used with --ophost, --opapi");
    if (o->opkernel && o->jit)
        REJECT("--opkernel cannot be used with --jit");
    OPF_TRY(check_values(o));
    fault->bare = true;
    OPF_TRY(check_bare(o));
    fault->bare = false;
    return NULL;
}

opf_status *opf_options_parse(int argc, const char *const *argv, struct opf_build_options *out,
                              struct opf_option_fault *fault)
{
    memset(out, 0, sizeof(*out));
    *fault = (struct opf_option_fault){.usage = true};
    for (int at = 1; at < argc; at++) {
        const char *arg = argv[at];
        if (arg[0] == '-' && arg[1] == '-' && arg[2])
            OPF_TRY(take_long(argc, argv, &at, out));
        else if (arg[0] == '-' && arg[1] && arg[1] != '-')
            OPF_TRY(take_short(argc, argv, &at, out));
        else
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "Invalid argument: %s (options begin with - or --)", arg);
    }
    fault->usage = false;
    return check_options(out, fault);
}
