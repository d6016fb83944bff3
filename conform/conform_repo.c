/* What all operators of a repository share. */
#include "conform/conform_repo.h"

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "driver/host_build.h"
#include "driver/kernel_build.h"
#include "driver/soc_names.h"

#include <string.h>
#include <time.h>

static const struct opf_conform_limits no_limits = {0};

/* ---- plans ---- */

static opf_status *keep_edges(opf_arena *arena, const char *plan, const char *text, size_t len,
                              struct opf_conform_edges *out)
{
    opf_value *list;
    OPF_TRY(opf_json_parse(arena, plan, text, len, &list));
    out->items = opf_arena_alloc(arena, (list->count + 1) * sizeof(*out->items));
    if (!out->items)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the commands of %s", plan);
    for (const opf_value *item = list->first; item; item = item->next) {
        struct opf_conform_edge *edge = &out->items[out->count++];
        OPF_TRY(opf_value_need_string(item, "command", plan, &edge->command));
        OPF_TRY(opf_value_need_string(item, "file", plan, &edge->input));
        OPF_TRY(opf_value_need_string(item, "output", plan, &edge->output));
    }
    return NULL;
}

opf_status *opf_conform_edges_read(opf_arena *arena, const char *plan, const char *const *rules,
                                   struct opf_conform_edges *out)
{
    memset(out, 0, sizeof(*out));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    const char *const head[] = {"ninja", "-f", plan, "-t", "compdb"};
    for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
        opf_strvec_push(&argv, head[i]);
    for (; *rules; rules++)
        opf_strvec_push(&argv, *rules);
    opf_status *status = opf_strvec_finish(&argv);
    struct opf_proc_spec spec = {.argv = (const char *const *)argv.items};
    struct opf_proc_result result;
    bool ran = !status;
    if (ran)
        status = opf_proc_check(&spec, &result);
    if (!status)
        status = keep_edges(arena, plan, opf_buf_text(&result.out), result.out.len, out);
    if (ran)
        opf_proc_result_free(&result);
    opf_strvec_free(&argv);
    return status;
}

/* ---- host sources ---- */

static opf_status *run_edge(const struct opf_conform_edge *edge, const struct opf_conform_limits *limits,
                            struct opf_conform_outcome *out)
{
    char *dir = opf_path_dir(edge->output);
    opf_status *status =
        dir ? opf_path_make_dirs(dir) : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a path");
    opf_free(dir);
    return status ? status : opf_conform_exec_shell(edge->command, limits, out);
}

/* How the compile ended in an earlier run: an object, or its error beside it. An object that is older than
 * the library behind our headers may not fit it any more. */
static void recall_unit(struct opf_conform_repo *repo, struct opf_conform_unit *unit)
{
    const char *note = opf_run_text(&repo->run, "%s.err", unit->edge.output);
    const char *library = opf_run_text(&repo->run, "%s/libopforge_host.so", repo->run.lib_dir);
    struct opf_buf text;
    if (opf_path_mtime(unit->edge.output) > opf_path_mtime(library)) {
        unit->state = OPF_UNIT_OK;
    } else if (opf_path_is_file(note) && !repo->options->retry) {
        opf_status *status = opf_file_read(note, 1 << 16, &text);
        if (!status) {
            unit->state = OPF_UNIT_FAILED;
            unit->error = opf_run_text(&repo->run, "%s", opf_buf_text(&text));
        }
        opf_buf_free(&text);
        opf_status_free(status);
    }
}

static opf_status *make_units(struct opf_conform_repo *repo, const char *plan)
{
    static const char *const rules[] = {"cxx", NULL}, *const pch_rules[] = {"pch", NULL};
    struct opf_conform_edges edges, pch;
    OPF_TRY(opf_conform_edges_read(repo->arena, plan, pch_rules, &pch));
    for (size_t i = 0; i < pch.count; i++) {
        struct opf_conform_outcome made;
        OPF_TRY(run_edge(&pch.items[i], &no_limits, &made));
        opf_status *status =
            made.ok ? NULL
                    : OPF_FAIL(OPF_SUBPROCESS_FAILED, "the precompiled host header of %s cannot be made: %s",
                               repo->name, made.reason);
        opf_conform_outcome_free(&made);
        OPF_TRY(status);
    }
    OPF_TRY(opf_conform_edges_read(repo->arena, plan, rules, &edges));
    repo->units = opf_arena_alloc(repo->arena, (edges.count + 1) * sizeof(*repo->units));
    if (!repo->units)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for %zu host sources", edges.count);
    repo->unit_count = edges.count;
    for (size_t i = 0; i < edges.count; i++) {
        repo->units[i].edge = edges.items[i];
        recall_unit(repo, &repo->units[i]);
    }
    return NULL;
}

static void nap(void)
{
    const struct timespec wait = {.tv_nsec = 20000000};
    nanosleep(&wait, NULL);
}

/* Takes the unit for this thread; false when another one has finished it. */
static bool claim_unit(struct opf_conform_repo *repo, struct opf_conform_unit *unit)
{
    for (;;) {
        opf_mutex_lock(&repo->mutex);
        bool unknown = unit->state == OPF_UNIT_UNKNOWN, running = unit->state == OPF_UNIT_RUNNING;
        if (unknown)
            unit->state = OPF_UNIT_RUNNING;
        opf_mutex_unlock(&repo->mutex);
        if (!running)
            return unknown;
        nap();
    }
}

opf_status *opf_conform_unit_make(struct opf_conform_repo *repo, struct opf_conform_unit *unit)
{
    if (!claim_unit(repo, unit))
        return NULL;
    struct opf_conform_outcome made;
    opf_status *status = run_edge(&unit->edge, &repo->options->limits, &made);
    opf_mutex_lock(&repo->mutex);
    unit->state = !status && made.ok ? OPF_UNIT_OK : OPF_UNIT_FAILED;
    const char *note = opf_run_text(&repo->run, "%s.err", unit->edge.output);
    if (!status && !made.ok)
        unit->error = opf_run_text(&repo->run, "%s", made.reason);
    opf_mutex_unlock(&repo->mutex);
    if (status)
        return status;
    if (!made.ok) {
        status = opf_path_remove_tree(unit->edge.output);
        if (!status)
            status = opf_file_write(note, made.reason, strlen(made.reason), OPF_FILE_PLAIN, NULL);
    }
    opf_conform_outcome_free(&made);
    return status;
}

/* ---- definitions ---- */

/* The operator whose folder the line names, as `file:line: error: ...`. */
static const struct opf_repo_op *op_of_line(const struct opf_conform_repo *repo, const char *line, size_t len)
{
    for (size_t i = 0; i < repo->run.repo.op_count; i++) {
        const struct opf_repo_op *op = &repo->run.repo.ops[i];
        size_t dir = strlen(op->dir);
        const char *at = op->definition ? memmem(line, len, op->dir, dir) : NULL;
        if (at && at[dir] == '/')
            return op;
    }
    return NULL;
}

static opf_status *note_definition_errors(struct opf_conform_repo *repo, const char *output)
{
    for (const char *at = output; *at;) {
        size_t len = strcspn(at, "\n");
        const struct opf_repo_op *op =
            memmem(at, len, "error:", strlen("error:")) ? op_of_line(repo, at, len) : NULL;
        if (op && !opf_map_has(repo->definition_errors, op->name)) {
            const char *text = opf_run_text(&repo->run, "%.*s", (int)len, at);
            OPF_TRY(opf_map_set(repo->definition_errors, op->name, (void *)(uintptr_t)text, NULL));
        }
        at += len + (at[len] == '\n');
    }
    return NULL;
}

static opf_status *make_definitions(struct opf_conform_repo *repo)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    struct opf_conform_outcome made = {0};
    opf_status *status = opf_definitions_command(&repo->run, &argv);
    if (!status)
        status = opf_conform_exec(&argv, &no_limits, &made);
    if (!status)
        status = note_definition_errors(repo, made.output);
    opf_conform_outcome_free(&made);
    opf_strvec_free(&argv);
    return status;
}

/* ---- the repository ---- */

static opf_status *make_device_pch(struct opf_conform_repo *repo)
{
    const char *opc;
    OPF_TRY(opf_run_tool(&repo->run, "opc", &opc));
    const struct opf_soc_name *chip = opf_soc_match(repo->soc);
    repo->pch = opf_run_text(&repo->run, "%s/binary/%s/pch/opf_prefix.pch", repo->run.build, repo->soc);
    OPF_TRY(opf_path_make_dirs(opf_run_text(&repo->run, "%s/binary/%s/pch", repo->run.build, repo->soc)));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, opc);
    opf_strvec_pushf(&argv, "--make-pch=%s", repo->pch);
    opf_strvec_pushf(&argv, "--soc_version=%s", chip && chip->version ? chip->version : repo->soc);
    opf_strvec_pushf(&argv, "--sdk=%s", repo->run.sdk);
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &no_limits, &made);
    if (!status && !made.ok)
        status =
            OPF_FAIL(OPF_SUBPROCESS_FAILED, "the precompiled device header cannot be made: %s", made.reason);
    if (!status)
        opf_conform_outcome_free(&made);
    opf_strvec_free(&argv);
    return status;
}

static const char *read_commit(struct opf_conform_repo *repo)
{
    const char *const argv[] = {"git", "-C", repo->run.repo.root, "rev-parse", "HEAD", NULL};
    struct opf_proc_spec spec = {.argv = argv};
    struct opf_proc_result result;
    const char *text = "unknown";
    opf_status *status = opf_proc_check(&spec, &result);
    if (!status)
        text = opf_run_text(&repo->run, "%.*s", (int)strcspn(opf_buf_text(&result.out), "\n"),
                            opf_buf_text(&result.out));
    opf_proc_result_free(&result);
    opf_status_free(status);
    return text;
}

static opf_status *open_run(struct opf_conform_repo *repo, const char *root)
{
    const struct opf_conform_options *o = repo->options;
    char *absolute = opf_path_absolute(root);
    repo->name = absolute ? opf_arena_strdup(repo->arena, opf_path_base(absolute)) : NULL;
    opf_free(absolute);
    char *state = opf_path_absolute(o->state); /* links lead there */
    repo->state = repo->name && state ? opf_arena_printf(repo->arena, "%s/%s", state, repo->name) : NULL;
    opf_free(state);
    const char *build = repo->state ? opf_arena_printf(repo->arena, "%s/build", repo->state) : NULL;
    if (!build)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for paths");
    repo->build_options = (struct opf_build_options){
        .src = root, .soc = repo->soc, .opbase = o->opbase, .build_dir = build, .opt_level = o->host_opt};
    OPF_TRY(opf_run_open(repo->arena, &repo->build_options, &repo->run));
    repo->run.jobs = o->jobs;
    opf_strvec_push(&repo->run.socs, repo->soc);
    repo->python_helper = opf_run_text(&repo->run, "%s/tests/conformance/golden_runner.py", repo->run.home);
    OPF_TRY(opf_repo_open(repo->arena, root, false, NULL, &repo->run.repo));
    for (size_t i = 0; i < repo->run.repo.op_count; i++)
        OPF_TRY(opf_repo_read_details(&repo->run.repo, &repo->run.repo.ops[i]));
    OPF_TRY(opf_repo_select(&repo->run.repo, NULL, &repo->run.selection));
    repo->commit = read_commit(repo);
    return opf_run_check(&repo->run);
}

static opf_status *make_shared(struct opf_conform_repo *repo)
{
    const char *plan;
    OPF_TRY(opf_path_make_dirs(opf_run_text(&repo->run, "%s/tmp", repo->run.build)));
    OPF_TRY(opf_build_link_sources(&repo->run));
    OPF_TRY(make_definitions(repo));
    OPF_TRY(opf_plan_ophost(&repo->run, &plan));
    OPF_TRY(make_units(repo, plan));
    if (repo->options->stages & (1u << OPF_STAGE_KERNEL_CHECK | 1u << OPF_STAGE_KERNEL |
                                 1u << OPF_STAGE_GOLDEN | 1u << OPF_STAGE_EXAMPLE))
        OPF_TRY(make_device_pch(repo));
    return opf_run_check(&repo->run);
}

opf_status *opf_conform_repo_open(const char *root, const struct opf_conform_options *options,
                                  struct opf_conform_repo *out)
{
    memset(out, 0, sizeof(*out));
    out->options = options;
    out->soc = options->soc;
    OPF_TRY(opf_arena_create(&out->arena));
    opf_status *status = opf_map_create(&out->definition_errors);
    if (!status)
        status = open_run(out, root);
    if (!status && !options->report)
        status = make_shared(out);
    if (status)
        opf_conform_repo_close(out);
    return opf_status_note(status, "while opening the operator repository %s", root);
}

void opf_conform_repo_close(struct opf_conform_repo *repo)
{
    opf_map_destroy(repo->definition_errors);
    opf_run_close(&repo->run);
    opf_arena_destroy(repo->arena);
    memset(repo, 0, sizeof(*repo));
}

opf_status *opf_conform_repo_wants(const struct opf_conform_repo *repo, const struct opf_repo_op *op,
                                   bool *out)
{
    struct opf_repo_op any = *op;
    any.has_kernel = true; /* an operator of host functions alone counts too */
    *out = false;
    return op->definition && op->op_type ? opf_repo_supports(&any, repo->soc, out) : NULL;
}
