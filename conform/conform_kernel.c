/* Stage kernel: description, plan, variants. */
#include "conform/conform_op.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/kernel_build.h"

#include <string.h>

#define WALL_SHARE 8 /* wall time of a compile, in CPU time */

static opf_status *run_step(struct opf_conform_op *work, struct opf_strvec *argv, const char *what)
{
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(argv, &work->repo->options->limits, &made);
    if (!status && !made.ok)
        work->plan_error = opf_run_text(&work->run, "%s: %s", what, made.reason);
    if (!status)
        opf_conform_outcome_free(&made);
    return status;
}

static opf_status *describe(struct opf_conform_op *work)
{
    const struct opf_build_run *shared = &work->repo->run;
    const char *tool, *soc = work->repo->soc;
    OPF_TRY(opf_run_tool(&work->run, "ascendc_gen", &tool));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, tool);
    opf_strvec_pushf(&argv, "--ini=%s/tbe/config/aic-%s-ops-info.ini", shared->build, soc);
    opf_strvec_pushf(&argv, "--op=%s", work->op->op_type);
    opf_strvec_pushf(&argv, "--src=%s/tbe/ascendc", shared->build);
    opf_strvec_pushf(&argv, "--soc=%s", soc);
    opf_strvec_pushf(&argv, "--out=%s/tbe/dynamic/%s", shared->build, soc);
    opf_strvec_pushf(&argv, "--sdk=%s", shared->sdk);
    opf_status *status = run_step(work, &argv, "description");
    opf_strvec_free(&argv);
    return status;
}

/* Whether host sources of `op` register a tiling structure for the operator, which its kernel then gets as a
 * generated header: its library is needed before any kernel compiles. */
static opf_status *registers_structs(struct opf_conform_op *work, const struct opf_repo_op *op, bool *out)
{
    const char *host = opf_run_text(&work->run, "%s/op_host", op->dir);
    const char *mark = opf_run_text(&work->run, "REGISTER_TILING_DATA_CLASS(%s", work->op->op_type);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(host) ? opf_path_walk(host, "*.[ch]*", 5, &files) : NULL;
    for (size_t i = 0; i < files.len && !status && !*out; i++) {
        struct opf_buf text;
        status = opf_file_read(files.items[i], (size_t)8 << 20, &text);
        if (!status)
            *out = strstr(opf_buf_text(&text), mark);
        opf_buf_free(&text);
    }
    opf_strvec_free(&files);
    return status ? status : opf_run_check(&work->run);
}

/* Operators of a category register structures for each other, whether or not they name each other. */
static opf_status *needs_library(struct opf_conform_op *work, bool *out)
{
    const struct opf_repo *repo = &work->run.repo;
    *out = false;
    OPF_TRY(registers_structs(work, work->op, out));
    for (size_t i = 0; work->op->dependencies && work->op->dependencies[i] && !*out; i++) {
        const struct opf_repo_op *other = opf_repo_find(&work->run.repo, work->op->dependencies[i]);
        if (other)
            OPF_TRY(registers_structs(work, other, out));
    }
    for (size_t i = 0; i < repo->op_count && !*out; i++)
        if (strcmp(repo->ops[i].category, work->op->category) == 0 && &repo->ops[i] != work->op)
            OPF_TRY(registers_structs(work, &repo->ops[i], out));
    return NULL;
}

static const char *config_file(struct opf_conform_op *work, const char *name)
{
    const char *path =
        opf_run_text(&work->run, "%s/scripts/kernel/binary_config/%s", work->run.repo.root, name);
    return opf_path_is_file(path) ? path : NULL;
}

static opf_status *write_plan(struct opf_conform_op *work)
{
    const char *tool, *soc = work->repo->soc;
    const char *modes = config_file(work, "all_ops_impl_mode.ini"),
               *config = config_file(work, "ascendc_config.json");
    OPF_TRY(opf_run_tool(&work->run, "binscripts", &tool));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, tool);
    opf_strvec_pushf(&argv, "--build=%s", work->run.build);
    opf_strvec_pushf(&argv, "--ini=%s/tbe/config/aic-%s-ops-info.ini", work->repo->run.build, soc);
    opf_strvec_pushf(&argv, "--soc=%s", soc);
    opf_strvec_pushf(&argv, "--sdk=%s", work->run.sdk);
    opf_strvec_pushf(&argv, "--op=%s", work->op->op_type);
    opf_strvec_pushf(&argv, "--pch=%s", work->repo->pch);
    if (work->column)
        opf_strvec_pushf(&argv, "--column=%zu", work->column);
    opf_strvec_push(&argv, "--same_keys=first"); /* real operators have such twins; a note names them */
    if (modes)
        opf_strvec_pushf(&argv, "--impl_modes=%s", modes);
    if (config)
        opf_strvec_pushf(&argv, "--config=%s", config);
    if (work->has_library)
        opf_strvec_pushf(&argv, "--tiling_library=%s/libophost_%s.so", work->run.build, work->run.repo.name);
    if (work->run.ccache)
        opf_strvec_pushf(&argv, "--ccache=%s", work->run.ccache);
    opf_status *status = run_step(work, &argv, "plan");
    opf_strvec_free(&argv);
    return status;
}

/* The header of host-defined tiling structures, when the plan has one. */
static opf_status *make_structs(struct opf_conform_op *work)
{
    for (size_t i = 0; i < work->edges.count && !work->plan_error; i++) {
        const struct opf_conform_edge *edge = &work->edges.items[i];
        if (!opf_text_ends(edge->output, ".tiling.h"))
            continue;
        struct opf_conform_outcome made;
        OPF_TRY(opf_conform_exec_shell(edge->command, &work->repo->options->limits, &made));
        if (!made.ok)
            work->plan_error = opf_run_text(&work->run, "tiling structures: %s", made.reason);
        opf_conform_outcome_free(&made);
    }
    return NULL;
}

opf_status *opf_conform_make_plan(struct opf_conform_op *work)
{
    static const char *const rules[] = {"opc", "run", NULL};
    if (work->planned || work->plan_error)
        return NULL;
    bool library = false;
    OPF_TRY(needs_library(work, &library));
    if (library)
        OPF_TRY(opf_conform_make_library(work));
    if (library && !work->has_library)
        work->plan_error = opf_run_text(&work->run, "its host library is needed: %s", work->library_error);
    if (!work->plan_error && !work->column) /* the listed variants' plan has described the kernel */
        OPF_TRY(describe(work));
    if (!work->plan_error)
        OPF_TRY(write_plan(work));
    if (work->plan_error)
        return NULL;
    const char *plan =
        opf_run_text(&work->run, "%s/binary/%s/bin/build.ninja", work->run.build, work->repo->soc);
    OPF_TRY(opf_conform_edges_read(work->arena, plan, rules, &work->edges));
    OPF_TRY(make_structs(work));
    work->planned = true;
    return opf_run_check(&work->run);
}

bool opf_conform_is_variant(const struct opf_conform_edge *edge)
{
    return opf_text_ends(edge->output, ".o");
}

static opf_status *make_parent(const char *path)
{
    char *dir = opf_path_dir(path);
    opf_status *status =
        dir ? opf_path_make_dirs(dir) : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a path");
    opf_free(dir);
    return status;
}

static opf_status *run_variant(struct opf_conform_op *work, const struct opf_conform_edge *variant,
                               const char **error)
{
    /* a kernel is not wrong because others share the machine: the limit counts the compiler's own time */
    struct opf_conform_limits limits = work->repo->options->limits;
    limits.cpu_seconds = limits.seconds;
    limits.seconds *= WALL_SHARE;
    OPF_TRY(make_parent(variant->output));
    OPF_TRY(opf_path_make_dirs(
        opf_run_text(&work->run, "%s/binary/%s/bin/build_logs", work->run.build, work->repo->soc)));
    struct opf_conform_outcome made;
    OPF_TRY(opf_conform_exec_shell(variant->command, &limits, &made));
    if (!made.ok)
        *error = opf_run_text(&work->run, "%s", made.reason);
    opf_conform_outcome_free(&made);
    return opf_run_check(&work->run);
}

/* Where it is noted that an object has some tiling keys only, and which. */
static const char *keys_note(struct opf_conform_op *work, const struct opf_conform_edge *variant)
{
    return opf_run_text(&work->run, "%s.keys", variant->output);
}

static bool has_keys(const char *note, const char *keys)
{
    struct opf_buf text;
    opf_status *status = opf_file_read(note, 1 << 20, &text);
    const bool same = !status && keys && strcmp(opf_buf_text(&text), keys) == 0;
    if (!status)
        opf_buf_free(&text);
    opf_status_free(status);
    return same;
}

/* An object of an earlier walk counts while the device header, opc and the SIMT pass are older than it, if it
 * has the tiling keys asked for. */
static bool is_current(struct opf_conform_op *work, const struct opf_conform_edge *variant, const char *keys)
{
    const int64_t made = opf_path_mtime(variant->output);
    const char *note = keys_note(work, variant);
    if (made >= 0 && opf_path_is_file(note) && !has_keys(note, keys))
        return false;
    return made >= 0 && made >= opf_path_mtime(work->repo->pch) &&
           made >= opf_path_mtime(opf_run_text(&work->run, "%s/opc", work->run.bin_dir)) &&
           made >= opf_path_mtime(opf_run_text(&work->run, "%s/libopf_simt_order.so", work->run.lib_dir));
}

/* Keys of templates are compiled one by one; all others share one compile. */
static bool has_template_keys(const struct opf_conform_edge *variant)
{
    struct opf_buf text;
    size_t len = strcspn(variant->command, " ") + 1; /* opc, then the description */
    char *path = opf_strndup(variant->command + len, strcspn(variant->command + len, " "));
    opf_status *status = path ? opf_file_read(path, 64 << 20, &text) : NULL;
    const bool found = path && !status && strstr(opf_buf_text(&text), "keys: template\n");
    if (path && !status)
        opf_buf_free(&text);
    opf_status_free(status);
    opf_free(path);
    return found;
}

opf_status *opf_conform_make_variant(struct opf_conform_op *work, const struct opf_conform_edge *variant,
                                     const char *keys, const char **error)
{
    *error = NULL;
    if (keys && !has_template_keys(variant))
        keys = NULL;
    if (is_current(work, variant, keys))
        return NULL;
    struct opf_conform_edge some = *variant;
    const char *note = keys_note(work, variant);
    if (keys)
        some.command = opf_run_text(&work->run, "%s --tiling_key=%s", variant->command, keys);
    OPF_TRY(opf_run_check(&work->run));
    OPF_TRY(opf_path_remove_tree(variant->output)); /* before the note: no object may pass for another */
    OPF_TRY(opf_path_remove_tree(note));
    OPF_TRY(make_parent(note));
    if (keys)
        OPF_TRY(opf_file_write(note, keys, strlen(keys), OPF_FILE_PLAIN, NULL));
    return run_variant(work, &some, error);
}

/* Whether the compiler accepts a variant; nothing is kept. */
static opf_status *check_variant(struct opf_conform_op *work, const struct opf_conform_edge *variant,
                                 const char **error)
{
    *error = NULL;
    struct opf_conform_edge check = *variant;
    check.command = opf_run_text(&work->run, "%s --check", variant->command);
    if (is_current(work, variant, NULL))
        return NULL;
    return run_variant(work, &check, error);
}

static size_t count_variants(const struct opf_conform_op *work)
{
    size_t count = 0;
    for (size_t i = 0; i < work->edges.count; i++)
        count += opf_conform_is_variant(&work->edges.items[i]);
    return count;
}

/* `limit` of `count` variants are spread over the list, since neighbours are alike: one is the first, two are
 * the first and the last. */
static bool is_chosen(size_t i, size_t count, size_t limit)
{
    if (limit == 0 || limit >= count || i == 0)
        return true;
    return limit > 1 && i * (limit - 1) / (count - 1) != (i - 1) * (limit - 1) / (count - 1);
}

opf_status *opf_conform_run_kernel(struct opf_conform_op *work, enum opf_conform_stage stage)
{
    struct opf_conform_cell *cell = &work->row->cells[stage];
    const int64_t limit = work->repo->options->max_variants;
    const char *first = NULL;
    cell->passed = cell->total = cell->skipped = 0;
    if (!work->op->has_kernel) {
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, "no op_kernel");
        return NULL;
    }
    OPF_TRY(opf_conform_make_plan(work));
    const size_t count = count_variants(work);
    for (size_t i = 0, at = 0; i < work->edges.count && !work->plan_error; i++) {
        const char *error;
        if (!opf_conform_is_variant(&work->edges.items[i]))
            continue;
        if (!is_chosen(at++, count, (size_t)limit)) {
            cell->skipped++;
            continue;
        }
        OPF_TRY(stage == OPF_STAGE_KERNEL
                    ? opf_conform_make_variant(work, &work->edges.items[i], NULL, &error)
                    : check_variant(work, &work->edges.items[i], &error));
        cell->total++;
        cell->passed += !error;
        first = first ? first : error;
    }
    if (work->plan_error)
        first = work->plan_error;
    else if (cell->total == 0)
        first = "the plan has no variant";
    opf_conform_cell_set(cell, first ? OPF_VERDICT_FAIL : OPF_VERDICT_OK, first);
    return NULL;
}

opf_status *opf_conform_write_indices(struct opf_conform_op *work, const char **error)
{
    const char *tool, *kernels = NULL, *index = NULL;
    const char *bin = opf_run_text(&work->run, "%s/binary/%s/bin", work->run.build, work->repo->soc);
    OPF_TRY(opf_run_tool(&work->run, "opindex", &tool));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, tool);
    for (size_t i = 0; i < work->edges.count; i++) {
        const struct opf_conform_edge *edge = &work->edges.items[i];
        if (opf_text_ends(edge->output, ".json") && !opf_text_ends(edge->output, "/binary_info_config.json"))
            index = edge->output;
        if (!opf_conform_is_variant(edge) || !opf_path_is_file(edge->output))
            continue;
        kernels = edge->output;
        opf_strvec_push(&argv, edge->input);
    }
    opf_strvec_pushf(&argv, "--kernels=%.*s", kernels ? (int)(opf_path_base(kernels) - kernels) : 0,
                     kernels ? kernels : "");
    opf_strvec_pushf(&argv, "--out=%s", index ? index : "");
    struct opf_conform_outcome made = {0};
    opf_status *status = NULL;
    if (!kernels || !index)
        *error = *error ? *error : "no variant compiled";
    else
        status = opf_conform_exec(&argv, &work->repo->options->limits, &made);
    if (!status && made.reason)
        *error = opf_run_text(&work->run, "index: %s", made.reason);
    opf_conform_outcome_free(&made);
    opf_strvec_free(&argv);
    if (status || *error)
        return status;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, tool);
    opf_strvec_pushf(&argv, "--bin=%s", bin);
    opf_strvec_pushf(&argv, "--soc=%s", work->repo->soc);
    opf_strvec_pushf(&argv, "--out=%s/config/%s/binary_info_config.json", bin, work->repo->soc);
    status = opf_conform_exec(&argv, &work->repo->options->limits, &made);
    if (!status && made.reason)
        *error = opf_run_text(&work->run, "chip index: %s", made.reason);
    opf_conform_outcome_free(&made);
    opf_strvec_free(&argv);
    return status ? status : opf_build_opp_tree(&work->run);
}
