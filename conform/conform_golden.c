/* Stage golden: upstream's cases through tests/conformance/golden_runner.py, oprun and the comparison with
 * the case's tolerance. The helper writes a part of the cases, so that the files of a thousand are not there
 * at once, and the list this file reads, parted by tabs:
 *
 * - `case <name> <file> <parameter file>...`: a prepared case and the listed variants whose types it has
 * - `case <name> <file> column=<n>`: none has them, but column n of the definition
 * - `skip <name> <why>`: not prepared: too large, no golden result, another chip's ...
 * - `more`: the tables have more cases than this part
 */
#include "conform/conform_op.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/kernel_build.h"

#include <string.h>

#define NOT_SAMPLED  "\tnot in the sample\n" /* the helper's words for a case beyond --max-cases */
#define HELPER_SHARE 6                       /* the helper may take as long as so many items */
#define PART         200                     /* cases prepared at once */

static const char *golden_dir(struct opf_conform_op *work)
{
    return opf_run_text(&work->run, "%s/golden", work->run.build);
}

static opf_status *find_tables(struct opf_conform_op *work, struct opf_strvec *tables)
{
    const char *st = opf_run_text(&work->run, "%s/tests/st", work->op->dir);
    return opf_path_is_dir(st) ? opf_path_walk(st, "ttk_kernel_*.csv", 4, tables) : NULL;
}

/* The parameter file of every variant, for the helper. */
static opf_status *write_params(struct opf_conform_op *work, const char *path)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    for (size_t i = 0; i < work->edges.count; i++)
        if (opf_conform_is_variant(&work->edges.items[i]))
            opf_buf_printf(&text, "%s\n", work->edges.items[i].input);
    opf_status *status = opf_run_write(path, &text);
    opf_buf_free(&text);
    return status;
}

static opf_status *prepare_cases(struct opf_conform_op *work, const struct opf_strvec *tables, size_t from,
                                 const char **error)
{
    const char *dir = golden_dir(work), *soc = work->repo->soc;
    const char *params = opf_run_text(&work->run, "%s/params.txt", dir);
    OPF_TRY(opf_path_make_dirs(dir));
    OPF_TRY(write_params(work, params));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "python3");
    opf_strvec_push(&argv, work->repo->python_helper);
    opf_strvec_pushf(&argv, "--assets=%s/tests/assets", work->op->dir);
    opf_strvec_pushf(&argv, "--op=%s", work->op->name);
    opf_strvec_pushf(&argv, "--type=%s", work->op->op_type);
    opf_strvec_pushf(&argv, "--info=%s/tbe/op_info_cfg/ai_core/%s", work->repo->run.build, soc);
    opf_strvec_pushf(&argv, "--params=%s", params);
    opf_strvec_pushf(&argv, "--soc=%s", soc);
    opf_strvec_pushf(&argv, "--max-cases=%lld", (long long)work->repo->options->max_cases);
    opf_strvec_pushf(&argv, "--from=%zu", from);
    opf_strvec_pushf(&argv, "--count=%d", work->repo->options->max_cases ? 0 : PART); /* a sample is small */
    opf_strvec_pushf(&argv, "--max-bytes=%lld", (long long)work->repo->options->case_mib << 20);
    opf_strvec_pushf(&argv, "--out=%s", dir);
    for (size_t i = 0; i < tables->len; i++)
        opf_strvec_push(&argv, tables->items[i]);
    struct opf_conform_limits limits = {.seconds = work->repo->options->limits.seconds * HELPER_SHARE};
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    if (!made.ok)
        *error = opf_run_text(&work->run, "preparing cases: %s", made.reason);
    opf_conform_outcome_free(&made);
    return opf_run_check(&work->run);
}

/* Whether there is a golden function: a file of the operator registers it, or NumPy has one of this name. */
static opf_status *has_golden(struct opf_conform_op *work, bool *out)
{
    const char *assets = opf_run_text(&work->run, "%s/tests/assets", work->op->dir);
    OPF_TRY(opf_run_check(&work->run));
    *out = opf_path_is_file(opf_run_text(&work->run, "%s/golden.py", assets));
    if (*out)
        return NULL;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "python3");
    opf_strvec_push(&argv, work->repo->python_helper);
    opf_strvec_push(&argv, "--find");
    opf_strvec_pushf(&argv, "--assets=%s", assets);
    opf_strvec_pushf(&argv, "--op=%s", work->op->name);
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &work->repo->options->limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    *out = made.ok;
    opf_conform_outcome_free(&made);
    return NULL;
}

static opf_status *make_named_variant(struct opf_conform_op *work, const char *param, const char *keys,
                                      const char **error)
{
    for (size_t i = 0; i < work->edges.count; i++)
        if (opf_conform_is_variant(&work->edges.items[i]) && strcmp(work->edges.items[i].input, param) == 0)
            return opf_conform_make_variant(work, &work->edges.items[i], keys, error);
    *error = opf_run_text(&work->run, "the plan has no variant %s", param);
    return NULL;
}

/* A column of the definition that a case needs. */
struct column {
    struct column *next;
    struct opf_conform_op op;
    const char *error;
    const char *keys; /* it was compiled with, NULL = all */
};

struct case_list { /* of one part; the last members are of all */
    struct opf_strvec lines;
    const char **errors;       /* by line, before the run: why its kernel is missing */
    struct column **by_column; /* by line: whose kernel it runs, NULL = a listed variant's */
    bool more;                 /* parts follow */
    struct column *columns;
    struct opf_conform_used *used; /* with --keys=used: the tiling keys of the cases so far */
    struct opf_buf log;
    const char *first, *skipped; /* first failure and first reason of a case not run */
};

static const char COLUMN[] = "column=";

/* `name`: COLUMN and its number. */
static opf_status *find_column(struct opf_conform_op *work, struct case_list *list, const char *name,
                               struct column **out)
{
    int64_t column;
    if (!opf_text_to_i64(name + strlen(COLUMN), &column) || column < 1)
        return OPF_FAIL(OPF_INVALID_FORMAT, "the list of cases names `%s`; a number from 1 on expected",
                        name);
    for (*out = list->columns; *out && (*out)->op.column != (size_t)column;)
        *out = (*out)->next;
    const char *keys = opf_conform_used_keys(list->used, name);
    if (*out && (!keys || !(*out)->keys || strcmp(keys, (*out)->keys) == 0))
        return NULL;
    struct column *made = *out ? *out : opf_arena_alloc(work->arena, sizeof(*made));
    if (!made)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a kernel of the definition");
    OPF_TRY(opf_conform_make_column(work, (size_t)column, keys, &made->op, &made->error));
    made->keys = keys;
    made->next = *out ? made->next : list->columns;
    list->columns = *out ? list->columns : made;
    *out = made;
    return NULL;
}

static opf_status *make_case_kernel(struct opf_conform_op *work, struct case_list *list, size_t at,
                                    const struct opf_strvec *words)
{
    const char **error = &list->errors[at];
    if (words->len < 4) {
        *error = "neither a listed variant nor the definition has the case's types";
        return NULL;
    }
    if (opf_text_starts(words->items[3], COLUMN)) {
        OPF_TRY(find_column(work, list, words->items[3], &list->by_column[at]));
        *error = list->by_column[at]->error;
        return NULL;
    }
    for (size_t k = 3; k < words->len && !*error; k++)
        OPF_TRY(make_named_variant(work, words->items[k], opf_conform_used_keys(list->used, words->items[k]),
                                   error));
    return NULL;
}

static opf_status *find_case_keys(struct opf_conform_op *work, struct case_list *list,
                                  const struct opf_strvec *words)
{
    if (words->len < 4)
        return NULL;
    return opf_conform_used_add(work, words->items[2], words->items + 3, words->len - 3, &list->used);
}

/* The kernel of each case, or (keys_only) which tiling keys it will need. */
static opf_status *each_case(struct opf_conform_op *work, struct case_list *list, bool keys_only)
{
    for (size_t i = 0; i < list->lines.len; i++) {
        struct opf_strvec words;
        if (!opf_text_starts(list->lines.items[i], "case\t"))
            continue;
        opf_strvec_init(&words);
        opf_strvec_split(&words, list->lines.items[i], "\t", false);
        opf_status *status = opf_strvec_finish(&words);
        if (!status)
            status = keys_only ? find_case_keys(work, list, &words) : make_case_kernel(work, list, i, &words);
        opf_strvec_free(&words);
        OPF_TRY(status);
    }
    return NULL;
}

static opf_status *run_listed(struct opf_conform_op *work, struct case_list *list, const char *index_error)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_GOLDEN];
    for (size_t i = 0; i < list->lines.len; i++) {
        char *name = strchr(list->lines.items[i], '\t'), *rest = name ? strchr(name + 1, '\t') : NULL;
        list->more = list->more || strcmp(list->lines.items[i], "more") == 0;
        if (!rest)
            continue;
        struct column *column = list->by_column[i];
        const char *error = list->errors[i] ? list->errors[i] : column ? NULL : index_error;
        *rest++ = '\0';
        if (opf_text_starts(list->lines.items[i], "skip\t")) {
            cell->skipped++;
            list->skipped = list->skipped ? list->skipped : opf_run_text(&work->run, "%s", rest);
            opf_buf_printf(&list->log, "skip\t%s\t%s\n", name + 1, rest);
            continue;
        }
        rest[strcspn(rest, "\t")] = '\0';
        if (!error)
            OPF_TRY(opf_conform_run_case(column ? &column->op : work, rest, &error));
        cell->total++;
        cell->passed += !error;
        opf_buf_printf(&list->log, "%s\t%s\t%s\n", error ? "fail" : "pass", name + 1, error ? error : "");
        if (error && !list->first)
            list->first = opf_run_text(&work->run, "%s: %s", name + 1, error);
    }
    return opf_run_check(&work->run);
}

static opf_status *run_part(struct opf_conform_op *work, struct case_list *list)
{
    struct opf_buf text;
    OPF_TRY(
        opf_file_read(opf_run_text(&work->run, "%s/list.tsv", golden_dir(work)), (size_t)64 << 20, &text));
    opf_strvec_init(&list->lines);
    opf_strvec_split(&list->lines, opf_buf_text(&text), "\n", true);
    opf_buf_free(&text);
    opf_status *status = opf_strvec_finish(&list->lines);
    list->more = false;
    list->errors = opf_arena_alloc(work->arena, (list->lines.len + 1) * sizeof(*list->errors));
    list->by_column = opf_arena_alloc(work->arena, (list->lines.len + 1) * sizeof(*list->by_column));
    if (!list->errors || !list->by_column)
        status = status ? status : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the list of cases");
    const char *index_error = NULL;
    if (!status && work->repo->options->used_keys)
        status = opf_build_opp_tree(&work->run);
    if (!status && work->repo->options->used_keys)
        status = each_case(work, list, true);
    if (!status)
        status = each_case(work, list, false);
    if (!status)
        status = opf_conform_write_indices(work, &index_error);
    if (!status)
        status = run_listed(work, list, index_error);
    opf_strvec_free(&list->lines);
    return status ? status : opf_path_remove_tree(golden_dir(work));
}

static opf_status *run_parts(struct opf_conform_op *work, const struct opf_strvec *tables,
                             struct case_list *list, const char **error)
{
    for (size_t from = 0; from == 0 || list->more; from += PART) {
        OPF_TRY(prepare_cases(work, tables, from, error));
        if (*error)
            return NULL;
        OPF_TRY(run_part(work, list));
    }
    return opf_run_write(opf_run_text(&work->run, "%s/golden.tsv", work->run.build), &list->log);
}

static opf_status *run_cases(struct opf_conform_op *work, const struct opf_strvec *tables)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_GOLDEN];
    struct case_list list = {0};
    const char *error = NULL;
    opf_buf_init(&list.log, OPF_BUF_MAX_DEFAULT);
    opf_status *status = run_parts(work, tables, &list, &error);
    opf_buf_free(&list.log);
    if (error || list.first)
        opf_conform_cell_set(cell, OPF_VERDICT_FAIL, error ? error : list.first);
    else if (cell->total == 0)
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, list.skipped ? list.skipped : "no case for this chip");
    else
        opf_conform_cell_set(cell, OPF_VERDICT_OK, NULL);
    return status;
}

opf_status *opf_conform_golden_is_sample(struct opf_conform_repo *repo, const struct opf_repo_op *op,
                                         bool *out)
{
    const char *path = opf_run_text(&repo->run, "%s/ops/%s/golden.tsv", repo->state, op->name);
    struct opf_buf text;
    *out = false;
    OPF_TRY(opf_run_check(&repo->run));
    if (!opf_path_is_file(path))
        return NULL;
    OPF_TRY(opf_file_read(path, (size_t)64 << 20, &text));
    *out = strstr(opf_buf_text(&text), NOT_SAMPLED) != NULL;
    opf_buf_free(&text);
    return NULL;
}

opf_status *opf_conform_run_golden(struct opf_conform_op *work)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_GOLDEN];
    const char *why = NULL, *error = NULL;
    cell->passed = cell->total = cell->skipped = 0;
    struct opf_strvec tables;
    opf_strvec_init(&tables);
    bool found = true;
    opf_status *status = find_tables(work, &tables);
    if (!status && tables.len > 0)
        status = has_golden(work, &found);
    if (tables.len == 0)
        why = "no case table";
    else if (!found)
        why = "no golden function";
    if (!status && !why)
        status = opf_conform_make_library(work);
    if (!status && !why && !work->has_library)
        error = opf_run_text(&work->run, "host library: %s", work->library_error);
    if (!status && !why && !error)
        status = opf_conform_make_plan(work);
    if (!status && !why && !error)
        error = work->plan_error;
    if (!status && (why || error))
        opf_conform_cell_set(cell, why ? OPF_VERDICT_SKIP : OPF_VERDICT_FAIL, why ? why : error);
    else if (!status)
        status = run_cases(work, &tables);
    opf_strvec_free(&tables);
    return status;
}
