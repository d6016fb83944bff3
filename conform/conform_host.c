/* Stages def, ini and host. */
#include "conform/conform_op.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>

opf_status *opf_conform_op_open(struct opf_conform_repo *repo, const struct opf_repo_op *op,
                                struct opf_conform_row *row, struct opf_conform_op *out)
{
    memset(out, 0, sizeof(*out));
    out->repo = repo;
    out->op = op;
    out->row = row;
    OPF_TRY(opf_arena_create(&out->arena));
    out->run = repo->run; /* lists and maps stay the repository's, read only */
    out->run.arena = out->arena;
    out->run.build = opf_run_text(&out->run, "%s/ops/%s", repo->state, op->name);
    opf_status *status = opf_path_make_dirs(out->run.build);
    if (!status)
        status = opf_path_link(opf_run_text(&out->run, "%s/tbe", repo->run.build),
                               opf_run_text(&out->run, "%s/tbe", out->run.build));
    if (!status)
        status = opf_run_check(&out->run);
    if (status)
        opf_conform_op_close(out);
    return status;
}

void opf_conform_op_close(struct opf_conform_op *work)
{
    opf_arena_destroy(work->arena);
    work->arena = NULL;
}

/* ---- def, ini ---- */

static const char *ini_path(struct opf_conform_op *work)
{
    char *snake = opf_text_snake(work->op->op_type);
    const char *path = opf_run_text(&work->run, "%s/tbe/config/%s/%s.ini", work->run.build, work->repo->soc,
                                    snake ? snake : "");
    work->run.no_memory |= !snake;
    opf_free(snake);
    return path;
}

opf_status *opf_conform_run_def(struct opf_conform_op *work)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_DEF];
    const char *error = opf_map_get(work->repo->definition_errors, work->op->name);
    cell->total = 1;
    cell->passed = error ? 0 : 1;
    opf_conform_cell_set(cell, error ? OPF_VERDICT_FAIL : OPF_VERDICT_OK, error);
    return NULL;
}

opf_status *opf_conform_run_ini(struct opf_conform_op *work)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_INI];
    const char *path = ini_path(work);
    OPF_TRY(opf_run_check(&work->run));
    struct opf_buf text;
    const char *head = opf_run_text(&work->run, "[%s]", work->op->op_type), *wrong = NULL;
    opf_status *status = opf_path_is_file(path) ? opf_file_read(path, (size_t)1 << 20, &text) : NULL;
    OPF_TRY(status);
    if (!opf_path_is_file(path)) {
        wrong = opf_run_text(&work->run, "no section: %s was not written", path);
    } else {
        if (!strstr(opf_buf_text(&text), head) || !strstr(opf_buf_text(&text), "opFile.value="))
            wrong = opf_run_text(&work->run, "%s lacks section %s with opFile.value", path, head);
        opf_buf_free(&text);
    }
    cell->total = 1;
    cell->passed = wrong ? 0 : 1;
    opf_conform_cell_set(cell, wrong ? OPF_VERDICT_FAIL : OPF_VERDICT_OK, wrong);
    return opf_run_check(&work->run);
}

/* ---- host ---- */

static const char *object_root(struct opf_conform_op *work)
{
    return opf_run_text(&work->run, "%s/tmp/ophost/obj", work->repo->run.build);
}

/* Folders of objects that the operator's library is linked from: its own first. */
static opf_status *list_prefixes(struct opf_conform_op *work, struct opf_strvec *prefixes)
{
    const char *root = object_root(work);
    struct opf_repo_selection selection;
    struct opf_repo repo = work->run.repo;
    repo.arena = work->arena; /* what is chosen is this worker's */
    OPF_TRY(opf_repo_select(&repo, work->op->name, &selection));
    for (size_t i = 0; i < selection.count; i++)
        opf_strvec_pushf(prefixes, "%s/%s/%s/", root, selection.ops[i]->category, selection.ops[i]->name);
    opf_strvec_pushf(prefixes, "%s/common/", root);
    opf_strvec_pushf(prefixes, "%s/opbase/", root);
    return opf_strvec_finish(prefixes);
}

static opf_status *make_objects(struct opf_conform_op *work, const char *prefix, struct opf_strvec *objects)
{
    for (size_t i = 0; i < work->repo->unit_count; i++) {
        struct opf_conform_unit *unit = &work->repo->units[i];
        if (!opf_text_starts(unit->edge.output, prefix))
            continue;
        OPF_TRY(opf_conform_unit_make(work->repo, unit));
        if (unit->state == OPF_UNIT_OK)
            opf_strvec_push(objects, unit->edge.output);
    }
    return NULL;
}

static opf_status *link_objects(struct opf_conform_op *work, const char *library,
                                const struct opf_strvec *objects)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "g++");
    opf_strvec_push(&argv, "-shared");
    opf_strvec_push(&argv, "-o");
    opf_strvec_push(&argv, library);
    for (size_t i = 0; i < objects->len; i++)
        opf_strvec_push(&argv, objects->items[i]);
    opf_strvec_pushf(&argv, "-L%s", work->run.lib_dir);
    opf_strvec_push(&argv, "-lopforge_host");
    opf_strvec_pushf(&argv, "-Wl,-rpath,%s", work->run.lib_dir);
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &work->repo->options->limits, &made);
    if (!status && !made.ok)
        work->library_error = opf_run_text(&work->run, "link: %s", made.reason);
    if (!status)
        opf_conform_outcome_free(&made);
    opf_strvec_free(&argv);
    return status;
}

/* Whether an earlier stage or run left this library, and nothing it is made of has changed since. */
static bool is_current(struct opf_conform_op *work, const char *library, const struct opf_strvec *objects)
{
    int64_t made = opf_path_mtime(library);
    if (made < 0 ||
        made < opf_path_mtime(opf_run_text(&work->run, "%s/libopforge_host.so", work->run.lib_dir)))
        return false;
    for (size_t i = 0; i < objects->len; i++)
        if (opf_path_mtime(objects->items[i]) > made)
            return false;
    return true;
}

/* Loads the library in a child of its own and looks whether the operator registered functions. */
static opf_status *probe_library(struct opf_conform_op *work, const char *library)
{
    const char *self;
    OPF_TRY(opf_run_tool(&work->run, "opconform", &self));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, self);
    opf_strvec_pushf(&argv, "--registered=%s", library);
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &work->repo->options->limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    const char *line = opf_run_text(&work->run, "\ntype %s\n", work->op->op_type);
    if (!made.ok)
        work->library_error = opf_run_text(&work->run, "load: %s", made.reason);
    else if (!strstr(made.output, line))
        work->library_error =
            opf_run_text(&work->run, "the library registers no function of type %s", work->op->op_type);
    work->has_library = made.ok;
    opf_conform_outcome_free(&made);
    return opf_run_check(&work->run);
}

opf_status *opf_conform_make_library(struct opf_conform_op *work)
{
    if (work->has_library || work->library_error)
        return NULL;
    const char *library =
        opf_run_text(&work->run, "%s/libophost_%s.so", work->run.build, work->run.repo.name);
    struct opf_strvec prefixes, objects;
    opf_strvec_init(&prefixes);
    opf_strvec_init(&objects);
    opf_status *status = list_prefixes(work, &prefixes);
    for (size_t i = 0; i < prefixes.len && !status; i++)
        status = make_objects(work, prefixes.items[i], &objects);
    if (!status && objects.len == 0)
        work->library_error = "no host source compiles";
    if (!status && !work->library_error && is_current(work, library, &objects)) {
        work->has_library = true;
    } else if (!status && !work->library_error) {
        status = link_objects(work, library, &objects);
        if (!status && !work->library_error)
            status = probe_library(work, library);
        if (!status && work->library_error) /* not to be taken for a good one later */
            status = opf_path_remove_tree(library);
    }
    opf_strvec_free(&prefixes);
    opf_strvec_free(&objects);
    return status ? status : opf_run_check(&work->run);
}

opf_status *opf_conform_run_host(struct opf_conform_op *work)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_HOST];
    const char *prefix =
        opf_run_text(&work->run, "%s/%s/%s/", object_root(work), work->op->category, work->op->name);
    const char *error = NULL;
    cell->passed = cell->total = 0;
    OPF_TRY(opf_conform_make_library(work));
    for (size_t i = 0; i < work->repo->unit_count; i++) {
        const struct opf_conform_unit *unit = &work->repo->units[i];
        if (!opf_text_starts(unit->edge.output, prefix))
            continue;
        cell->total++;
        cell->passed += unit->state == OPF_UNIT_OK;
        if (unit->state == OPF_UNIT_FAILED && !error)
            error = unit->error ? unit->error : "failed";
    }
    if (cell->total == 0) {
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, "no host sources for this chip");
        return NULL;
    }
    if (!error)
        error = work->library_error;
    opf_conform_cell_set(cell, error ? OPF_VERDICT_FAIL : OPF_VERDICT_OK, error);
    return NULL;
}
