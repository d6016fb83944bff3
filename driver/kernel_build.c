/* Targets 2 to 5. The programs behind them decide for themselves what is out of date where they can; for the
 * others a Ninja plan says what depends on what. */
#include "driver/kernel_build.h"
#include "base/ini.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "driver/left_out.h"
#include "driver/ninja_text.h"

#include <string.h>

static const char *class_of(const struct opf_repo_op *op)
{
    if (strcmp(op->aclnn_type, "aclnn") == 0)
        return "aclnn";
    return strcmp(op->aclnn_type, "aclnn_inner") == 0 ? "aclnnInner" : "aclnnExc";
}

static void list_definitions(struct opf_build_run *run, struct opf_buf *args)
{
    static const char *const include[] = {"", "/common/inc", "/common/inc/op_host"};
    for (size_t i = 0; i < 3; i++)
        opf_buf_printf(args, "-I%s%s\n", run->repo.root, include[i]);
    for (size_t i = 0; i < run->selection.count; i++) {
        const struct opf_repo_op *op = run->selection.ops[i];
        if (!op->definition || !op->op_type)
            continue;
        for (size_t s = 0; s < run->socs.len; s++) {
            const char *source = opf_repo_kernel_src(op, run->socs.items[s]);
            if (source) {
                opf_buf_printf(args, "--kernel-src=%s=%s\n", op->op_type, source);
                break;
            }
        }
        opf_buf_printf(args, "--class=%s\n%s\n", class_of(op), op->definition);
    }
}

opf_status *opf_definitions_command(struct opf_build_run *run, struct opf_strvec *argv)
{
    const char *tool, *list = opf_run_text(run, "%s/tmp/opbuild.args", run->build);
    OPF_TRY(opf_run_tool(run, "opbuild", &tool));
    struct opf_buf args;
    opf_buf_init(&args, OPF_BUF_MAX_DEFAULT);
    list_definitions(run, &args);
    opf_status *status = opf_run_write(list, &args);
    opf_buf_free(&args);
    OPF_TRY(status);
    opf_strvec_push(argv, tool);
    opf_strvec_pushf(argv, "--out=%s", run->build);
    opf_strvec_pushf(argv, "--repo=%s", run->repo.name);
    opf_strvec_pushf(argv, "--sdk=%s", run->sdk);
    opf_strvec_pushf(argv, "--host-lib=%s/libopforge_host.so", run->lib_dir);
    opf_strvec_pushf(argv, "-j%d", run->jobs > 256 ? 256 : run->jobs);
    for (size_t i = 0; i < run->socs.len; i++)
        opf_strvec_pushf(argv, "--soc=%s", run->socs.items[i]);
    if (run->options->vendor_name)
        opf_strvec_pushf(argv, "--vendor=%s", run->options->vendor_name);
    opf_strvec_push(argv, "-v");
    opf_strvec_pushf(argv, "@%s", list);
    return opf_strvec_finish(argv);
}

static const char *stem_of(struct opf_build_run *run, const struct opf_repo_op *op)
{
    char *snake = opf_text_snake(op->op_type);
    const char *stem = opf_run_text(run, "%s", snake ? snake : "");
    run->no_memory |= !snake;
    opf_free(snake);
    return stem;
}

/* Operators without the section that their definition should have given: a definition with a fault writes
 * none. */
static opf_status *drop_undefined(struct opf_build_run *run)
{
    const struct opf_repo_selection *s = &run->selection;
    const struct opf_repo_op **faulty = opf_arena_alloc(run->arena, (s->count + 1) * sizeof(*faulty));
    size_t count = 0;
    if (!faulty)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a list of operators");
    for (size_t i = 0; i < s->count; i++) {
        struct opf_repo_op any = *s->ops[i];
        bool expected = false;
        if (!any.definition || !any.op_type)
            continue;
        any.has_kernel = true; /* host functions alone have a section too */
        for (size_t k = 0; k < run->socs.len && !expected; k++) {
            bool supported = false;
            OPF_TRY(opf_repo_supports(&any, run->socs.items[k], &supported));
            expected = supported && !opf_path_is_file(opf_run_text(run, "%s/tbe/config/%s/%s.ini", run->build,
                                                                   run->socs.items[k], stem_of(run, &any)));
        }
        if (expected)
            faulty[count++] = s->ops[i];
    }
    OPF_TRY(opf_run_check(run));
    return count ? opf_left_out_drop(run, faulty, "opbuild", false) : NULL;
}

static opf_status *try_definitions(struct opf_build_run *run, const char *soc)
{
    (void)soc;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_status *status = opf_definitions_command(run, &argv);
    if (!status && (status = opf_run_program(run, &argv, "opbuild")))
        status = opf_left_out_outcome(status, drop_undefined(run));
    opf_strvec_free(&argv);
    return status;
}

opf_status *opf_build_definitions(struct opf_build_run *run)
{
    return opf_left_out_run(run, try_definitions, NULL);
}

/* A named operator must be for at least one chip of the run. */
static opf_status *check_named(struct opf_build_run *run, const struct opf_repo_op *op)
{
    struct opf_buf socs;
    opf_buf_init(&socs, 4096);
    bool any = !op->definition;
    for (size_t i = 0; i < run->socs.len && !any; i++) {
        OPF_TRY(opf_repo_supports(op, run->socs.items[i], &any));
        opf_buf_printf(&socs, "%s%s", i ? ", " : "", run->socs.items[i]);
    }
    opf_status *status = NULL;
    if (!any)
        status = OPF_FAIL(OPF_NOT_FOUND,
                          "operator %s has no kernel for %s: neither op_host/config/<soc>/%s_binary.json nor "
                          "AddConfig(\"<soc>\") in %s, or no folder op_kernel",
                          op->name, opf_buf_text(&socs), op->name, op->definition);
    opf_buf_free(&socs);
    return status;
}

opf_status *opf_build_kernel_ops(struct opf_build_run *run, const char *soc, struct opf_repo_op ***out)
{
    const struct opf_repo_selection *s = &run->selection;
    size_t considered = run->options->no_force || run->options->template_input ? s->named : s->count,
           count = 0;
    struct opf_repo_op **ops = opf_arena_alloc(run->arena, (considered + 1) * sizeof(*ops));
    if (!ops)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the list of operators");
    for (size_t i = 0; i < considered; i++) {
        struct opf_repo_op *op = s->ops[i];
        bool supported = false;
        if (run->options->ops && i < s->named)
            OPF_TRY(check_named(run, op));
        if (op->op_type)
            OPF_TRY(opf_repo_supports(op, soc, &supported));
        if (supported)
            ops[count++] = op;
    }
    *out = ops;
    return NULL;
}

/* ---- ascendc_impl_gen and gen_bin_scripts ---- */

struct kernel_plan {
    struct opf_build_run *run;
    const char *soc, *dir, *path; /* its folder and file */
    struct opf_buf text;
    struct opf_strvec descriptions, types, scripts_inputs;
};

/* `<opFile>` of the operator from its .ini. */
static opf_status *read_op_file(struct opf_build_run *run, const char *ini, const char *op_type,
                                const char **out)
{
    struct opf_ini_section *first;
    OPF_TRY(opf_ini_read(run->arena, ini, &first));
    const char *file = opf_ini_get(opf_ini_find(first, op_type), "opFile.value");
    if (!file)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: section [%s] with opFile.value was expected", ini, op_type);
    *out = file;
    return NULL;
}

/* What an operator's description is made from: its own sources and those of the operators it depends on. */
static opf_status *list_sources(struct opf_build_run *run, const struct opf_repo_op *op,
                                struct opf_strvec *files)
{
    const char *own = opf_run_text(run, "%s/op_kernel", op->dir);
    OPF_TRY(opf_path_walk(own, NULL, 8, files));
    for (size_t i = 0; op->dependencies[i]; i++) {
        const struct opf_repo_op *other = opf_repo_find(&run->repo, op->dependencies[i]);
        const char *dir = other ? opf_run_text(run, "%s/op_kernel", other->dir) : NULL;
        if (dir && opf_path_is_dir(dir))
            OPF_TRY(opf_path_walk(dir, NULL, 8, files));
    }
    return NULL;
}

static opf_status *plan_description(struct kernel_plan *plan, const struct opf_repo_op *op, const char *tool)
{
    struct opf_build_run *run = plan->run;
    const char *stem = stem_of(run, op);
    const char *ini = opf_run_text(run, "%s/tbe/config/%s/%s.ini", run->build, plan->soc, stem),
               *op_file = "";
    OPF_TRY(read_op_file(run, ini, op->op_type, &op_file));
    const char *yaml = opf_run_text(run, "%s/tbe/dynamic/%s/%s.yaml", run->build, plan->soc, op_file);
    const char *usual = opf_run_text(run, "%s/tbe/dynamic/%s.yaml", run->build, op_file);
    struct opf_strvec inputs, implicit;
    opf_strvec_init(&inputs);
    opf_strvec_init(&implicit);
    opf_strvec_push(&inputs, ini);
    opf_status *status = list_sources(run, op, &implicit);
    opf_strvec_push(&implicit, tool);
    opf_ninja_build(&plan->text, yaml, "describe", &inputs, &implicit);
    opf_buf_printf(&plan->text, "  type = %s\n", op->op_type);
    opf_strvec_push(&plan->descriptions, yaml);
    opf_strvec_push(&plan->types, op->op_type);
    opf_strvec_push(&plan->scripts_inputs, ini);
    const char *variants =
        opf_run_text(run, "%s/op_host/config/%s/%s_binary.json", op->dir, plan->soc, op->name);
    if (opf_path_is_file(variants))
        opf_strvec_push(&plan->scripts_inputs, variants);
    if (!status)
        status = opf_strvec_finish(&implicit);
    if (!status) /* descriptions differ by chip; the usual name shows the last one */
        status = opf_path_link(opf_run_text(run, "%s/%s.yaml", plan->soc, op_file), usual);
    opf_strvec_free(&inputs);
    opf_strvec_free(&implicit);
    return status;
}

/* Repository-wide configuration files, as options that both programs may take. */
static const char *config_file(struct opf_build_run *run, const char *name)
{
    const char *path = opf_run_text(run, "%s/scripts/kernel/binary_config/%s", run->repo.root, name);
    return opf_path_is_file(path) ? path : NULL;
}

static void put_describe_rule(struct kernel_plan *plan, const char *tool)
{
    struct opf_build_run *run = plan->run;
    struct opf_buf *to = &plan->text;
    opf_buf_puts(to, "# Written by opforge; do not edit.\nninja_required_version = 1.5\nbuilddir = ");
    opf_ninja_path(to, plan->dir);
    opf_buf_puts(to, "\nrule describe\n  command =");
    opf_ninja_word(to, tool);
    opf_buf_puts(to, " --ini=$in --op=$type");
    opf_ninja_word(to, opf_run_text(run, "--src=%s/tbe/ascendc", run->build));
    opf_ninja_word(to, opf_run_text(run, "--soc=%s", plan->soc));
    opf_ninja_word(to, opf_run_text(run, "--out=%s/tbe/dynamic/%s", run->build, plan->soc));
    opf_ninja_word(to, opf_run_text(run, "--sdk=%s", run->sdk));
    opf_buf_puts(to, "\n  restat = 1\n  description = ascendc_impl_gen: $type\n");
}

static void put_scripts_rule(struct kernel_plan *plan, const char *tool)
{
    struct opf_build_run *run = plan->run;
    const struct opf_build_options *o = run->options;
    struct opf_buf *to = &plan->text;
    const char *modes = config_file(run, "all_ops_impl_mode.ini"),
               *config = config_file(run, "ascendc_config.json");
    opf_buf_puts(to, "rule scripts\n  command =");
    opf_ninja_word(to, tool);
    opf_ninja_word(to, opf_run_text(run, "--build=%s", run->build));
    opf_ninja_word(to, opf_run_text(run, "--ini=%s/tbe/config/aic-%s-ops-info.ini", run->build, plan->soc));
    opf_ninja_word(to, opf_run_text(run, "--soc=%s", plan->soc));
    opf_ninja_word(to, opf_run_text(run, "--sdk=%s", run->sdk));
    opf_ninja_word(to, opf_run_text(run, "--tiling_library=%s/libophost_%s.so", run->build, run->repo.name));
    if (o->same_keys)
        opf_ninja_word(to, opf_run_text(run, "--same_keys=%s", o->same_keys));
    if (modes)
        opf_ninja_word(to, opf_run_text(run, "--impl_modes=%s", modes));
    if (config)
        opf_ninja_word(to, opf_run_text(run, "--config=%s", config));
    if (o->march)
        opf_ninja_word(to, opf_run_text(run, "--march=%s", o->march));
    if (o->build_type)
        opf_ninja_word(to, opf_run_text(run, "--build_type=%s", o->build_type));
    if (o->template_input)
        opf_ninja_word(to, opf_run_text(run, "--kernel_template_input=%s", o->template_input));
    if (run->ccache)
        opf_ninja_word(to, opf_run_text(run, "--ccache=%s", run->ccache));
    const char *debug = o->bisheng_flags ? o->bisheng_flags
                        : o->mssanitizer ? (o->dump_cce ? "sanitizer,dump_cce" : "sanitizer")
                        : o->oom         ? (o->dump_cce ? "oom,dump_cce" : "oom")
                        : o->dump_cce    ? "dump_cce"
                                         : NULL;
    if (debug)
        opf_ninja_word(to, opf_run_text(run, "--op_debug_config=%s", debug));
    for (size_t i = 0; i < plan->types.len; i++)
        opf_ninja_word(to, opf_run_text(run, "--op=%s", plan->types.items[i]));
    opf_buf_puts(to, "\n  restat = 1\n  description = gen_bin_scripts\n");
}

static const char *binary_plan(struct opf_build_run *run, const char *soc)
{
    return opf_run_text(run, "%s/binary/%s/bin/build.ninja", run->build, soc);
}

static opf_status *fill_plan(struct kernel_plan *plan, struct opf_repo_op **ops)
{
    struct opf_build_run *run = plan->run;
    const char *gen, *scripts;
    OPF_TRY(opf_run_tool(run, "ascendc_gen", &gen));
    OPF_TRY(opf_run_tool(run, "binscripts", &scripts));
    put_describe_rule(plan, gen);
    for (size_t i = 0; ops[i]; i++)
        OPF_TRY(plan_description(plan, ops[i], gen));
    put_scripts_rule(plan, scripts);
    opf_strvec_push(&plan->scripts_inputs, scripts);
    OPF_TRY(opf_strvec_finish(&plan->descriptions));
    OPF_TRY(opf_strvec_finish(&plan->types));
    OPF_TRY(opf_strvec_finish(&plan->scripts_inputs));
    opf_ninja_build(&plan->text, binary_plan(run, plan->soc), "scripts", &plan->descriptions,
                    &plan->scripts_inputs);
    opf_ninja_build(&plan->text, "ascendc_impl_gen", "phony", &plan->descriptions, NULL);
    OPF_TRY(opf_run_check(run));
    return opf_run_write(plan->path, &plan->text);
}

/* Descriptions: "... --op=<type> ...". */
static const struct opf_repo_op *op_of_type(struct opf_build_run *run, const char *line)
{
    const char *at = strstr(line, " --op=");
    if (!at || strstr(at + 1, " --op=")) /* the plan of all */
        return NULL;
    const char *type = at + strlen(" --op=");
    const size_t len = strcspn(type, " ");
    for (size_t i = 0; i < run->selection.count; i++) {
        const struct opf_repo_op *op = run->selection.ops[i];
        if (op->op_type && strlen(op->op_type) == len && strncmp(op->op_type, type, len) == 0)
            return op;
    }
    return NULL;
}

/* Variants and indices: parameter files are in tbe/config/<soc>/<operator>/. */
static const struct opf_repo_op *op_of_variant(struct opf_build_run *run, const char *line)
{
    for (size_t i = 0; i < run->socs.len; i++) {
        const char *place = opf_run_text(run, "/tbe/config/%s/", run->socs.items[i]);
        const struct opf_repo_op *op = opf_left_out_by_place(run, line, place, false);
        if (op)
            return op;
    }
    return NULL;
}

static const char *plan_dir(struct opf_build_run *run, const char *soc)
{
    return opf_run_text(run, "%s/tmp/kernels_%s", run->build, soc);
}

opf_status *opf_build_descriptions(struct opf_build_run *run, const char *soc)
{
    struct opf_repo_op **ops;
    OPF_TRY(opf_build_kernel_ops(run, soc, &ops));
    if (!ops[0])
        return OPF_FAIL(OPF_NOT_FOUND, "none of the selected operators has a kernel for %s", soc);
    struct kernel_plan plan = {.run = run, .soc = soc, .dir = plan_dir(run, soc)};
    plan.path = opf_run_text(run, "%s/build.ninja", plan.dir);
    opf_buf_init(&plan.text, OPF_BUF_MAX_DEFAULT);
    opf_strvec_init(&plan.descriptions);
    opf_strvec_init(&plan.types);
    opf_strvec_init(&plan.scripts_inputs);
    opf_status *status = fill_plan(&plan, ops);
    if (!status && (status = opf_run_ninja(run, plan.path, "ascendc_impl_gen", "ascendc_impl_gen")))
        status = opf_left_out_outcome(status, opf_left_out_after(run, plan.path, "ascendc_impl_gen",
                                                                 "ascendc_impl_gen", op_of_type, false));
    opf_buf_free(&plan.text);
    opf_strvec_free(&plan.descriptions);
    opf_strvec_free(&plan.types);
    opf_strvec_free(&plan.scripts_inputs);
    return status;
}

/* The command of gen_bin_scripts for one operator alone, its results in a folder of its own. */
static opf_status *plans_alone(struct opf_build_run *run, const char *command, const char *op_type, bool *out)
{
    const char *scratch = opf_run_text(run, "%s/tmp/alone", run->build);
    struct opf_buf line;
    opf_buf_init(&line, OPF_BUF_MAX_DEFAULT);
    for (const char *at = command; *at;) { /* words hold no blanks but quoted ones, and those stay together */
        const size_t word = strcspn(at + (*at == ' '), " ") + (*at == ' ');
        if (strncmp(at, " --op=", 6) != 0 && strncmp(at, " --build=", 9) != 0)
            opf_buf_append(&line, at, word);
        at += word;
    }
    opf_buf_printf(&line, " --op=%s '--build=%s'", op_type, scratch);
    opf_status *status = opf_path_make_dirs(scratch);
    if (!status)
        status = opf_path_link(opf_run_text(run, "%s/tbe", run->build), opf_run_text(run, "%s/tbe", scratch));
    const char *const argv[] = {"sh", "-c", opf_buf_text(&line), NULL};
    struct opf_proc_spec spec = {.argv = argv, .merge_stderr = true};
    struct opf_proc_result result = {0};
    if (!status)
        status = opf_proc_run(&spec, &result);
    if (!status) {
        *out = !result.signal && result.exit_code == 0;
        opf_proc_result_free(&result);
    }
    opf_buf_free(&line);
    return status;
}

/* One command plans all operators and ends with the first fault: each is asked alone whose fault it is. */
static opf_status *drop_unplannable(struct opf_build_run *run, const char *soc, const char *plan)
{
    struct opf_repo_op **ops;
    OPF_TRY(opf_build_kernel_ops(run, soc, &ops));
    const char *const argv[] = {"ninja", "-f", plan, "-t", "commands", binary_plan(run, soc), NULL};
    struct opf_proc_spec spec = {.argv = argv};
    struct opf_proc_result commands;
    OPF_TRY(opf_proc_check(&spec, &commands));
    char *text = commands.out.data, *end = text ? text + commands.out.len : NULL;
    while (end > text && end[-1] == '\n')
        *--end = '\0';
    const char *last = text ? strrchr(text, '\n') : NULL, *command = last ? last + 1 : text;
    size_t count = 0, faulty = 0;
    opf_status *status = NULL;
    while (ops[count])
        count++;
    const struct opf_repo_op **bad = opf_arena_alloc(run->arena, (count + 1) * sizeof(*bad));
    if (!bad)
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a list of operators");
    for (size_t i = 0; i < count && !status && command; i++) {
        bool good = true;
        status = plans_alone(run, command, ops[i]->op_type, &good);
        if (!good)
            bad[faulty++] = ops[i];
    }
    opf_proc_result_free(&commands);
    if (!status && faulty)
        status = opf_left_out_drop(run, bad, "gen_bin_scripts", false);
    return status ? status : opf_path_remove_tree(opf_run_text(run, "%s/tmp/alone", run->build));
}

opf_status *opf_build_scripts(struct opf_build_run *run, const char *soc)
{
    const char *plan = opf_run_text(run, "%s/build.ninja", plan_dir(run, soc));
    opf_status *status = opf_run_ninja(run, plan, binary_plan(run, soc), "gen_bin_scripts");
    if (status) {
        opf_status *trouble = drop_unplannable(run, soc, plan);
        if (trouble)
            return opf_left_out_outcome(status, trouble);
    }
    return opf_run_headline(status, "opc gen failed!");
}

/* ---- binary ---- */

/* Names that an operator's kernel folder and index may have: its folder, its type, its opFile, and that
 * without the endings that tell variants of a source apart. */
static opf_status *list_names(struct opf_build_run *run, const struct opf_repo_op *op, const char *soc,
                              struct opf_strvec *names)
{
    static const char *const endings[] = {"_apt", "_910b"};
    const char *file = "", *stem = stem_of(run, op);
    OPF_TRY(read_op_file(run, opf_run_text(run, "%s/tbe/config/%s/%s.ini", run->build, soc, stem),
                         op->op_type, &file));
    opf_strvec_push(names, op->name);
    opf_strvec_push(names, stem);
    opf_strvec_push(names, file);
    for (size_t i = 0; i < 2; i++)
        if (opf_text_ends(file, endings[i]))
            opf_strvec_pushf(names, "%.*s", (int)(strlen(file) - strlen(endings[i])), file);
    return opf_strvec_finish(names);
}

/* Remove what `dir` holds beyond `names` (an ending of entries apart). */
static opf_status *keep_only(struct opf_build_run *run, const char *dir, const struct opf_strvec *names,
                             const char *ending)
{
    if (!opf_path_is_dir(dir))
        return NULL;
    struct opf_strvec entries;
    opf_strvec_init(&entries);
    opf_status *status = opf_path_list(dir, &entries);
    for (size_t i = 0; i < entries.len && !status; i++) {
        const char *entry = entries.items[i];
        if (!opf_text_ends(entry, ending))
            continue;
        const char *name = opf_run_text(run, "%.*s", (int)(strlen(entry) - strlen(ending)), entry);
        if (!opf_strvec_contains(names, name))
            status = opf_path_remove_tree(opf_run_text(run, "%s/%s", dir, entry));
    }
    opf_strvec_free(&entries);
    return status;
}

/* Kernels and indices of operators that this run does not build: the run time would find them although the
 * host library no longer has their tiling. */
static opf_status *remove_stale_kernels(struct opf_build_run *run, const char *soc)
{
    struct opf_repo_op **ops;
    OPF_TRY(opf_build_kernel_ops(run, soc, &ops));
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = NULL;
    for (size_t i = 0; ops[i] && !status; i++)
        status = list_names(run, ops[i], soc, &names);
    opf_strvec_push(&names, "binary_info_config");
    const char *binary = opf_run_text(run, "%s/binary/%s", run->build, soc);
    if (!status)
        status = keep_only(run, opf_run_text(run, "%s/bin/%s", binary, soc), &names, "");
    if (!status)
        status = keep_only(run, opf_run_text(run, "%s/bin/config/%s", binary, soc), &names, ".json");
    opf_strvec_free(&names);
    return status;
}

/* Short ways to the results, named as in the first description of this tool chain. */
static opf_status *link_results(struct opf_build_run *run, const char *soc)
{
    static const char *const ours[] = {"bin", "gen", "pch"};
    const char *binary = opf_run_text(run, "%s/binary", run->build);
    const char *kernels = opf_run_text(run, "%s/%s/bin/%s", binary, soc, soc);
    OPF_TRY(opf_path_link(opf_run_text(run, "../%s/bin/config/%s", soc, soc),
                          opf_run_text(run, "%s/config/%s", binary, soc)));
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = opf_path_list(kernels, &names);
    for (size_t i = 0; i < names.len && !status; i++)
        if (opf_path_is_dir(opf_run_text(run, "%s/%s", kernels, names.items[i])))
            status = opf_path_link(opf_run_text(run, "bin/%s/%s", soc, names.items[i]),
                                   opf_run_text(run, "%s/%s/%s", binary, soc, names.items[i]));
    for (size_t i = 0; i < 3; i++)
        opf_strvec_push(&names, ours[i]);
    if (!status) /* links of operators that are no longer there */
        status = keep_only(run, opf_run_text(run, "%s/%s", binary, soc), &names, "");
    opf_strvec_free(&names);
    return status;
}

opf_status *opf_build_binary(struct opf_build_run *run, const char *soc)
{
    OPF_TRY(remove_stale_kernels(run, soc));
    if (run->options->plan) /* whoever asked for it runs what it wants of the plan */
        return NULL;
    opf_status *status = opf_run_ninja(run, binary_plan(run, soc), NULL, "binary");
    if (status)
        status = opf_left_out_outcome(
            status, opf_left_out_after(run, binary_plan(run, soc), NULL, "binary", op_of_variant, false));
    if (status)
        return opf_run_headline(status, "Kernel compile failed!");
    return link_results(run, soc);
}
