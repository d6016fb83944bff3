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
static void list_prefixes(struct opf_conform_op *work, struct opf_strvec *prefixes)
{
    const struct opf_repo *repo = &work->run.repo;
    const char *root = object_root(work);
    opf_strvec_pushf(prefixes, "%s/%s/%s/", root, work->op->category, work->op->name);
    const struct opf_repo_op *ops[64] = {work->op};
    size_t count = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; ops[i]->dependencies && ops[i]->dependencies[k] && count < 64; k++) {
            const struct opf_repo_op *next = opf_repo_find(repo, ops[i]->dependencies[k]);
            bool there = !next;
            for (size_t j = 0; j < count && !there; j++)
                there = ops[j] == next;
            if (there)
                continue;
            ops[count++] = next;
            opf_strvec_pushf(prefixes, "%s/%s/%s/", root, next->category, next->name);
        }
    for (size_t i = 0; i < count; i++) {
        const char *shared = opf_run_text(&work->run, "%s/%s/common/", root, ops[i]->category);
        if (!opf_strvec_contains(prefixes, shared))
            opf_strvec_push(prefixes, shared);
    }
    opf_strvec_pushf(prefixes, "%s/common/", root);
    opf_strvec_pushf(prefixes, "%s/opbase/", root);
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

/* Adds the folders whose headers the object's source reads, as its depfile says: CATEGORY/OPERATOR/. */
static opf_status *add_folders_read(struct opf_conform_op *work, const char *object,
                                    struct opf_strvec *prefixes)
{
    const char *depfile = opf_run_text(&work->run, "%s.d", object), *root = work->run.repo.root;
    struct opf_buf text;
    struct opf_strvec files;
    if (!opf_path_is_file(depfile))
        return NULL;
    OPF_TRY(opf_file_read(depfile, (size_t)16 << 20, &text));
    opf_strvec_init(&files);
    opf_strvec_split(&files, opf_buf_text(&text), " \\\n", true);
    opf_buf_free(&text);
    for (size_t i = 1; i < files.len; i++) {
        char *path = opf_path_absolute(files.items[i]);
        const char *rest = path && opf_text_starts(path, root) ? path + strlen(root) + 1 : "";
        size_t category = strcspn(rest, "/"), name = rest[category] ? strcspn(rest + category + 1, "/") : 0;
        const char *prefix =
            opf_run_text(&work->run, "%s/%.*s/", object_root(work), (int)(category + 1 + name), rest);
        if (name && rest[category + 1 + name] && !opf_strvec_contains(prefixes, prefix))
            opf_strvec_push(prefixes, prefix);
        opf_free(path);
    }
    opf_status *status = opf_strvec_finish(&files);
    opf_strvec_free(&files);
    return status ? status : opf_run_check(&work->run);
}

/* Objects of all folders in the list; `follow`: and of those whose headers they read, and so on. */
static opf_status *gather_objects(struct opf_conform_op *work, bool follow, struct opf_strvec *prefixes,
                                  struct opf_strvec *objects)
{
    opf_status *status = NULL;
    for (size_t i = 0, read = 0; i < prefixes->len && !status; i++) {
        status = make_objects(work, prefixes->items[i], objects);
        for (; follow && read < objects->len && !status; read++)
            status = add_folders_read(work, objects->items[read], prefixes);
        if (!status)
            status = opf_strvec_finish(prefixes);
    }
    return status ? status : opf_strvec_finish(objects);
}

static opf_status *link_library(struct opf_conform_op *work, bool follow)
{
    const char *library =
        opf_run_text(&work->run, "%s/libophost_%s.so", work->run.build, work->run.repo.name);
    struct opf_strvec prefixes, objects;
    opf_strvec_init(&prefixes);
    opf_strvec_init(&objects);
    work->library_error = NULL;
    list_prefixes(work, &prefixes);
    opf_status *status = gather_objects(work, follow, &prefixes, &objects);
    if (!status && objects.len == 0)
        work->library_error = "no host source compiles";
    if (!status && !work->library_error)
        status = link_objects(work, library, &objects);
    if (!status && !work->library_error)
        status = probe_library(work, library);
    opf_strvec_free(&prefixes);
    opf_strvec_free(&objects);
    return status ? status : opf_run_check(&work->run);
}

opf_status *opf_conform_make_library(struct opf_conform_op *work)
{
    if (work->has_library || work->library_error)
        return NULL;
    OPF_TRY(link_library(work, false));
    /* operators use sources that their registration does not name; headers tell whose */
    if (work->library_error && strstr(work->library_error, "undefined symbol"))
        return link_library(work, true);
    return NULL;
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
