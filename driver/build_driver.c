/* The order of work. */
#include "driver/build_driver.h"
#include "base/file.h"
#include "base/path.h"
#include "driver/build_options.h"
#include "driver/build_run.h"
#include "driver/console.h"
#include "driver/example_run.h"
#include "driver/help_pages.h"
#include "driver/host_build.h"
#include "driver/kernel_build.h"
#include "driver/left_out.h"
#include "driver/op_skeleton.h"
#include "driver/op_package.h"
#include "driver/soc_names.h"

#include <string.h>
#include <unistd.h>

#define DEFAULT_SOC "ascend910b"

/* Cleaning deletes: a folder that someone named by --build must be one that a build has made. */
static opf_status *check_cleanable(struct opf_build_run *run)
{
    if (!run->options->build_dir || !opf_path_is_dir(run->build) ||
        opf_path_is_file(opf_run_text(run, "%s/tmp/lock", run->build)))
        return NULL;
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = opf_path_list(run->build, &names);
    if (!status && names.len > 0)
        status =
            OPF_FAIL(OPF_INVALID_ARGUMENT,
                     "%s was not made by a build (it has no tmp/lock) and is not cleaned; remove it by hand",
                     run->build);
    opf_strvec_free(&names);
    return status;
}

static opf_status *clean(struct opf_build_run *run)
{
    static const char *const made[] = {"autogen", "tbe",    "binary",  "tmp",     "opp",
                                       "include", "op_api", "op_impl", ".opbuild"};
    OPF_TRY(check_cleanable(run));
    if (run->options->make_clean_all) {
        OPF_TRY(opf_path_remove_tree(run->build));
        OPF_TRY(opf_path_remove_tree(opf_run_text(run, "%s/build_out", run->home)));
        opf_console_success("Removed %s and build_out.", run->build);
        return NULL;
    }
    for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++)
        OPF_TRY(opf_path_remove_tree(opf_run_text(run, "%s/%s", run->build, made[i])));
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(run->build) ? opf_path_walk(run->build, NULL, 1, &files) : NULL;
    for (size_t i = 0; i < files.len && !status; i++)
        status = opf_path_remove_tree(files.items[i]);
    opf_strvec_free(&files);
    if (!status)
        opf_console_success("Cleaned %s.", run->build);
    return status;
}

static opf_status *run_tests(struct opf_build_run *run)
{
    const struct opf_build_options *o = run->options;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "make");
    opf_strvec_push(&argv, "-C");
    opf_strvec_push(&argv, run->home);
    opf_strvec_pushf(&argv, "-j%d", run->jobs);
    opf_strvec_push(&argv, "--no-print-directory");
    if (!o->verbose)
        opf_strvec_push(&argv, "-s");
    if (o->noexec)
        opf_strvec_push(&argv, "out/bin/unit_tests");
    else
        opf_strvec_push(&argv, o->asan ? "asan" : "check");
    if (o->ut_timeout)
        opf_strvec_pushf(&argv, "UT_TIMEOUT=%s", o->ut_timeout);
    opf_status *status = opf_run_program(run, &argv, "test");
    opf_strvec_free(&argv);
    if (status)
        return opf_run_headline(status, "UT build/test failed");
    if (o->noexec)
        opf_console_success("Tests built.");
    return NULL; /* the tests' own summary is the last line */
}

/* torch/install.sh knows Python; the extension needs our libraries only, operators are found when it runs. */
static opf_status *install_torch_extension(struct opf_build_run *run)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "env");
    opf_strvec_pushf(&argv, "OPFORGE_ROOT=%s", run->home);
    opf_strvec_pushf(&argv, "OPFORGE_OUT=%s/..", run->lib_dir);
    opf_strvec_pushf(&argv, "OPFORGE_BUILD=%s", run->build);
    opf_strvec_push(&argv, "bash");
    opf_strvec_pushf(&argv, "%s/torch/install.sh", run->home);
    opf_status *status = opf_run_program(run, &argv, "torch extension");
    opf_strvec_free(&argv);
    if (!status)
        opf_console_success("Build torch extension success!");
    return status;
}

static opf_status *name_unsupported(const struct opf_build_options *o)
{
    const struct {
        bool given;
        const char *what;
    } parts[] = {
        {o->opkernel_aicpu || o->opkernel_aicpu_test || o->genop_aicpu, "AI-CPU kernels"},
        {o->opgraph || o->onnxplugin || o->tfplugin, "graph libraries and framework plug-ins"},
        {o->simulator, "--simulator (the emulator is always used)"},
        {o->static_libs, "--static"},
        {o->pkg_type && strcmp(o->pkg_type, "run") != 0, "package types rpm and deb"},
    };
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i].given)
            return OPF_FAIL(OPF_UNSUPPORTED, "opforge does not support %s", parts[i].what);
    return NULL;
}

/* Options of other repositories' build.sh that scripts may pass and that change nothing here. */
static void name_ignored(const struct opf_build_options *o)
{
    const struct {
        bool given;
        const char *what, *why;
    } parts[] = {
        {o->changed_files, "-f", "all tests are run"},
        {o->noaicpu, "--noaicpu", "there are no AI-CPU kernels"},
        {o->noaclnn, "--noaclnn", "the aclnn library is built only by --opapi and --run_example"},
        {o->ut_mode, "--ut_mode", "the tests have one mode"},
        {o->module_extension, "--module_extension", "there are no extension modules"},
        {o->rule_launch, "--rule_launch", "compilers are started by Ninja"},
    };
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i].given)
            opf_console_line("[WARNING] %s has no effect: %s", parts[i].what, parts[i].why);
}

static opf_status *open_repository(struct opf_build_run *run)
{
    const struct opf_build_options *o = run->options;
    const char *src = o->src ? o->src : opf_run_text(run, "%s/kernels_src", run->home);
    OPF_TRY(opf_repo_open(run->arena, src, o->experimental, o->name, &run->repo));
    for (size_t i = 0; i < run->repo.op_count; i++)
        OPF_TRY(opf_repo_read_details(&run->repo, &run->repo.ops[i]));
    const char *names = o->ops ? o->ops : o->example_op;
    opf_status *status = opf_repo_select(&run->repo, names, &run->selection);
    if (!status && names && run->selection.count > run->selection.named)
        opf_console_line("Start to parse op dependencies for %s: %zu operators and folders in all", names,
                         run->selection.count);
    return status;
}

static opf_status *select_chips(struct opf_build_run *run)
{
    OPF_TRY(opf_soc_select(run->options->soc ? run->options->soc : DEFAULT_SOC, &run->socs));
    struct opf_buf list;
    opf_buf_init(&list, 4096);
    for (size_t i = 0; i < run->socs.len; i++) {
        const char *soc = run->socs.items[i];
        opf_buf_printf(&list, "%s%s", i ? ";" : "", soc);
        if (!opf_path_is_file(opf_run_text(run, "%s/soc/%s.yaml", run->sdk, soc))) {
            opf_buf_free(&list);
            return OPF_FAIL(OPF_UNSUPPORTED,
                            "the emulator has no description of %s (%s/soc/%s.yaml is not there)", soc,
                            run->sdk, soc);
        }
    }
    opf_console_line("COMPUTE_UNIT: %s", opf_buf_text(&list));
    opf_buf_free(&list);
    return opf_run_check(run);
}

static void announce(int number, const char *target, const char *soc)
{
    if (soc)
        opf_console_line("[target %d/5] %s (%s)", number, target, soc);
    else
        opf_console_line("[target %d/5] %s", number, target);
}

/* From descriptions to kernels: an operator left out on the way is left out from the beginning. */
static opf_status *build_for_chip(struct opf_build_run *run, const char *soc)
{
    announce(3, "ascendc_impl_gen", soc);
    OPF_TRY(opf_build_descriptions(run, soc));
    announce(4, "gen_bin_scripts", soc);
    OPF_TRY(opf_build_scripts(run, soc));
    announce(5, "binary", soc);
    return opf_build_binary(run, soc);
}

static opf_status *build_kernels(struct opf_build_run *run)
{
    announce(1, "ophost", NULL);
    OPF_TRY(opf_build_ophost(run));
    announce(2, "opbuild", NULL);
    OPF_TRY(opf_build_definitions(run));
    for (size_t i = 0; i < run->socs.len; i++)
        OPF_TRY(opf_left_out_run(run, build_for_chip, run->socs.items[i]));
    return opf_build_opp_tree(run);
}

static opf_status *build_aclnn(struct opf_build_run *run, bool defined)
{
    opf_console_line("Building target opapi_%s", run->repo.name);
    if (!defined)
        OPF_TRY(opf_build_definitions(run));
    return opf_build_opapi(run);
}

static opf_status *run_example(struct opf_build_run *run, opf_file_lock **lock)
{
    const struct opf_build_options *o = run->options;
    struct opf_strvec sources;
    opf_strvec_init(&sources);
    const char *soc = run->socs.items[0];
    opf_status *status = opf_example_find(run, o->example_op, o->example_mode, soc, &sources);
    if (!status && sources.len == 0) {
        opf_console_line("ERROR: %s doesn't have %s examples.", o->example_op, o->example_mode);
    } else if (!status && strcmp(o->example_mode, "graph") == 0) {
        status = OPF_FAIL(OPF_UNSUPPORTED,
                          "opforge does not run graph examples (%zu found); use the mode eager", sources.len);
    } else if (!status) {
        if (!o->example_cust)
            status = build_kernels(run);
        if (!status && !o->example_cust)
            status = build_aclnn(run, true);
        if (!status)
            status = opf_example_run(run, &sources, soc, lock);
        if (!status)
            opf_console_success("Run %s examples of %s success!", o->example_mode, o->example_op);
    }
    opf_strvec_free(&sources);
    return status;
}

static opf_status *build_targets(struct opf_build_run *run, opf_file_lock **lock)
{
    const struct opf_build_options *o = run->options;
    if (o->example_op)
        return run_example(run, lock);
    bool kernels =
        o->opkernel || (!o->ophost && !o->opapi && !o->jit && (o->ops || o->vendor_name || o->pkg));
    if (!kernels && !o->ophost && !o->opapi && !o->pkg)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "nothing to build: give --opkernel, --ophost, --opapi, --pkg, --run_example or -u "
                        "(bash build.sh --help)");
    if (kernels) {
        OPF_TRY(build_kernels(run));
        if (run->left_out.len == 0)
            opf_console_success("Build binary success!");
    } else if (o->ophost || o->pkg) {
        opf_console_line("Building target ophost_%s", run->repo.name);
        OPF_TRY(opf_build_ophost(run));
    }
    if (o->opapi || o->pkg)
        OPF_TRY(build_aclnn(run, kernels));
    OPF_TRY(opf_left_out_status(run)); /* no package of a part */
    if (o->ophost || o->opapi)
        opf_console_success("Build libs %s%s%s success!", o->ophost ? "ophost" : "",
                            o->ophost && o->opapi ? ", " : "", o->opapi ? "opapi" : "");
    return o->pkg ? opf_package_make(run) : NULL;
}

static opf_status *build_locked(struct opf_build_run *run)
{
    opf_file_lock *lock;
    OPF_TRY(opf_file_lock_take(opf_run_text(run, "%s/tmp/lock", run->build), &lock));
    opf_file_lock_share(lock); /* compilers of a killed run must have ended before the next one starts */
    opf_status *status = open_repository(run);
    if (!status)
        status = opf_build_link_sources(run);
    if (!status)
        status = build_targets(run, &lock);
    opf_file_lock_drop(lock);
    return status;
}

/* `fault` says how an error of this stage is shown. */
static opf_status *do_work(struct opf_build_run *run, struct opf_option_fault *fault)
{
    const struct opf_build_options *o = run->options;
    if (o->make_clean || o->make_clean_all)
        return clean(run);
    OPF_TRY(name_unsupported(o));
    name_ignored(o);
    if (o->genop)
        return opf_skeleton_make(run, o->genop, fault);
    if (o->test)
        return run_tests(run);
    if (o->torch_extension && !o->opkernel && !o->ophost && !o->opapi && !o->pkg)
        return install_torch_extension(run);
    fault->usage = true;
    struct opf_strvec socs;
    opf_strvec_init(&socs);
    opf_status *status = opf_soc_select(o->soc ? o->soc : DEFAULT_SOC, &socs);
    opf_strvec_free(&socs);
    OPF_TRY(status);
    fault->usage = false;
    OPF_TRY(select_chips(run));
    OPF_TRY(build_locked(run));
    return o->torch_extension ? install_torch_extension(run) : NULL;
}

static int show_fault(opf_status *status, const struct opf_option_fault *fault)
{
    opf_console_error(status, fault->bare);
    if (fault->usage)
        opf_console_text(opf_help_page(OPF_HELP_GENERAL));
    opf_status_free(status);
    return 1;
}

struct command_line {
    int argc;
    const char *const *argv;
};

static int work(void *arg)
{
    const struct command_line *line = arg;
    struct opf_build_options options;
    struct opf_option_fault fault;
    opf_status *status = opf_options_parse(line->argc, line->argv, &options, &fault);
    if (status)
        return show_fault(status, &fault);
    if (options.help || line->argc <= 1) {
        opf_console_text(opf_help_page(options.help ? options.topic : OPF_HELP_GENERAL));
        return 0;
    }
    opf_arena *arena = NULL;
    struct opf_build_run run;
    memset(&run, 0, sizeof(run));
    status = opf_arena_create(&arena);
    if (!status)
        status = opf_run_open(arena, &options, &run);
    if (!status)
        status = do_work(&run, &fault);
    int code = status ? show_fault(status, &fault) : 0;
    if (arena)
        opf_run_close(&run);
    opf_arena_destroy(arena);
    return code;
}

int opf_driver_main(int argc, const char *const *argv)
{
    struct command_line line = {argc, argv};
    return opf_console_run(work, &line);
}
