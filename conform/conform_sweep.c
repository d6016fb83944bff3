/* Workers, order, progress. */
#include "conform/conform_sweep.h"

#include "base/file.h"
#include "base/path.h"
#include "conform/conform_op.h"
#include "conform/host_ut.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

void opf_conform_stop(void)
{
    stopped = 1;
}

struct item {
    struct opf_conform_repo *repo;
    const struct opf_repo_op *op;
    size_t row; /* in the table */
    uint64_t order;
};
struct sweep {
    const struct opf_conform_options *options;
    struct opf_conform_table *table;
    struct opf_conform_repo *repos;
    size_t repo_count;
    struct item *items;
    size_t count, cap, next, done;
    int64_t start_ns;
    opf_mutex mutex; /* next, done, status, the terminal */
    opf_status *status;
};

/* ---- which operators, in which order ---- */

/* Operators are taken in the order of a hash of their name: a sample, or a walk that was cut short, is spread
 * over all kinds of them, and a larger sample holds the smaller. */
static uint64_t order_of(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    hash ^= hash >> 31;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static int by_order(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int by_name(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = strcmp(x->repo->name, y->repo->name);
    order = order ? order : strcmp(x->op->category, y->op->category);
    return order ? order : strcmp(x->op->name, y->op->name);
}

static opf_status *add_item(struct sweep *sweep, struct opf_conform_repo *repo, const struct opf_repo_op *op)
{
    if (sweep->count == sweep->cap) {
        size_t cap = sweep->cap ? sweep->cap * 2 : 256;
        void *items = opf_realloc(sweep->items, cap * sizeof(*sweep->items));
        if (!items)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the list of operators");
        sweep->items = items;
        sweep->cap = cap;
    }
    sweep->items[sweep->count++] = (struct item){repo, op, 0, order_of(op->name)};
    return NULL;
}

static opf_status *choose_items(struct sweep *sweep)
{
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_strvec_split(&names, sweep->options->ops ? sweep->options->ops : "", ",", true);
    opf_status *status = opf_strvec_finish(&names);
    for (size_t r = 0; r < sweep->repo_count && !status; r++)
        for (size_t i = 0; i < sweep->repos[r].run.repo.op_count && !status; i++) {
            const struct opf_repo_op *op = &sweep->repos[r].run.repo.ops[i];
            bool wanted = false;
            if (names.len && !opf_strvec_contains(&names, op->name))
                continue;
            status = opf_conform_repo_wants(&sweep->repos[r], op, &wanted);
            if (!status && wanted)
                status = add_item(sweep, &sweep->repos[r], op);
        }
    if (!status && sweep->count == 0)
        status =
            OPF_FAIL(OPF_NOT_FOUND, "no operator for %s%s%s in the given repositories", sweep->options->soc,
                     names.len ? " named " : "", names.len ? sweep->options->ops : "");
    opf_strvec_free(&names);
    OPF_TRY(status);
    qsort(sweep->items, sweep->count, sizeof(*sweep->items), by_order);
    if (sweep->options->sample > 0 && (size_t)sweep->options->sample < sweep->count)
        sweep->count = (size_t)sweep->options->sample;
    return NULL;
}

static const char *state_path(const struct item *item)
{
    return opf_run_text(&item->repo->run, "%s/results/%s.tsv", item->repo->state, item->op->name);
}

/* Rows are sorted by name, the walk by order. */
static opf_status *make_rows(struct sweep *sweep)
{
    qsort(sweep->items, sweep->count, sizeof(*sweep->items), by_name);
    for (size_t i = 0; i < sweep->count; i++) {
        struct item *item = &sweep->items[i];
        struct opf_conform_row *row;
        OPF_TRY(
            opf_conform_table_add(sweep->table, item->repo->name, item->op->category, item->op->name, &row));
        item->row = i;
        OPF_TRY(opf_conform_state_load(state_path(item), row));
    }
    qsort(sweep->items, sweep->count, sizeof(*sweep->items), by_order);
    return NULL;
}

/* ---- one operator ---- */

/* Whether the cell is of a sample, and this walk asks for more of the operator's variants or cases. */
static opf_status *is_sample_grown(const struct sweep *sweep, const struct item *item, int stage, bool *out)
{
    const struct opf_conform_cell *cell = &sweep->table->rows[item->row].cells[stage];
    const int64_t limit =
        stage == OPF_STAGE_GOLDEN ? sweep->options->max_cases : sweep->options->max_variants;
    *out = (stage == OPF_STAGE_KERNEL || stage == OPF_STAGE_KERNEL_CHECK || stage == OPF_STAGE_GOLDEN) &&
           cell->total > 0 && cell->skipped > 0 && (limit == 0 || limit > cell->total);
    if (!*out || stage != OPF_STAGE_GOLDEN)
        return NULL;
    return opf_conform_golden_is_sample(item->repo, item->op,
                                        out); /* cases are skipped for other reasons too */
}

static opf_status *is_known(const struct sweep *sweep, const struct item *item, int stage, bool *out)
{
    const struct opf_conform_cell *cell = &sweep->table->rows[item->row].cells[stage];
    bool grown = false;
    *out =
        cell->verdict != OPF_VERDICT_NOT_RUN && cell->verdict != OPF_VERDICT_UNSUPPORTED &&
        !(sweep->options->retry && (cell->verdict == OPF_VERDICT_FAIL || cell->verdict == OPF_VERDICT_SKIP));
    if (*out)
        OPF_TRY(is_sample_grown(sweep, item, stage, &grown));
    *out &= !grown;
    return NULL;
}

static opf_status *run_stage(struct opf_conform_op *work, enum opf_conform_stage stage)
{
    switch (stage) {
    case OPF_STAGE_DEF:
        return opf_conform_run_def(work);
    case OPF_STAGE_INI:
        return opf_conform_run_ini(work);
    case OPF_STAGE_HOST:
        return opf_conform_run_host(work);
    case OPF_STAGE_HOST_UT:
        return opf_conform_run_host_ut(work);
    case OPF_STAGE_KERNEL_CHECK:
    case OPF_STAGE_KERNEL:
        return opf_conform_run_kernel(work, stage);
    case OPF_STAGE_GOLDEN:
        return opf_conform_run_golden(work);
    case OPF_STAGE_EXAMPLE:
        return opf_conform_run_example(work);
    default:
        opf_conform_cell_set(&work->row->cells[stage], OPF_VERDICT_UNSUPPORTED,
                             "this stage is not implemented");
        return NULL;
    }
}

static opf_status *run_item(struct sweep *sweep, const struct item *item)
{
    struct opf_conform_row *row = &sweep->table->rows[item->row];
    struct opf_conform_op work;
    bool todo = false, known[OPF_STAGE_COUNT];
    opf_mutex_lock(&item->repo->mutex);
    const char *path = state_path(item);
    opf_status *asked = NULL;
    for (int s = 0; s < OPF_STAGE_COUNT && !asked; s++) {
        known[s] = !(sweep->options->stages & (1u << s));
        if (!known[s])
            asked = is_known(sweep, item, s, &known[s]);
        todo |= !known[s];
    }
    opf_mutex_unlock(&item->repo->mutex);
    OPF_TRY(asked);
    if (!todo)
        return NULL;
    OPF_TRY(opf_conform_op_open(item->repo, item->op, row, &work));
    opf_status *status = NULL;
    for (int s = 0; s < OPF_STAGE_COUNT && !status && !stopped; s++) {
        if (known[s])
            continue;
        int64_t start = opf_clock_ns();
        status = run_stage(&work, (enum opf_conform_stage)s);
        row->cells[s].seconds = (double)(opf_clock_ns() - start) / 1e9;
        if (!status)
            status = opf_conform_state_save(path, row);
    }
    opf_conform_op_close(&work);
    return opf_status_note(status, "while working on operator %s", item->op->name);
}

/* ---- the workers ---- */

static void show_progress(struct sweep *sweep, const struct item *item)
{
    const struct opf_conform_row *row = &sweep->table->rows[item->row];
    double gone = (double)(opf_clock_ns() - sweep->start_ns) / 1e9;
    double left = sweep->done ? gone / (double)sweep->done * (double)(sweep->count - sweep->done) : 0;
    const char *failed = NULL;
    if (sweep->options->quiet)
        return;
    for (int s = 0; s < OPF_STAGE_COUNT && !failed; s++)
        if ((sweep->options->stages & (1u << s)) && row->cells[s].verdict == OPF_VERDICT_FAIL)
            failed = opf_conform_stage_name((enum opf_conform_stage)s);
    fprintf(stderr, "%s[%zu/%zu] %d:%02d gone, about %d:%02d left: %s%s%s%s", isatty(2) ? "\r\033[K" : "",
            sweep->done, sweep->count, (int)gone / 60, (int)gone % 60, (int)left / 60, (int)left % 60,
            item->op->name, failed ? " fails at " : "", failed ? failed : "", isatty(2) ? "" : "\n");
    fflush(stderr);
}

static bool out_of_time(const struct sweep *sweep)
{
    return sweep->options->budget_s > 0 &&
           (double)(opf_clock_ns() - sweep->start_ns) / 1e9 > sweep->options->budget_s;
}

static void work(void *arg)
{
    struct sweep *sweep = arg;
    for (;;) {
        opf_mutex_lock(&sweep->mutex);
        size_t i = sweep->next;
        bool end = i >= sweep->count || stopped || sweep->status || out_of_time(sweep);
        sweep->next += !end;
        opf_mutex_unlock(&sweep->mutex);
        if (end)
            return;
        opf_status *status = run_item(sweep, &sweep->items[i]);
        opf_mutex_lock(&sweep->mutex);
        sweep->done++;
        show_progress(sweep, &sweep->items[i]);
        if (sweep->status)
            opf_status_free(status);
        else
            sweep->status = status;
        opf_mutex_unlock(&sweep->mutex);
    }
}

static opf_status *run_workers(struct sweep *sweep)
{
    opf_thread *threads[64];
    int count = 0;
    opf_status *status = NULL;
    sweep->start_ns = opf_clock_ns();
    for (; count < sweep->options->jobs && count < 64 && !status; count++)
        status = opf_thread_start("conform", work, sweep, &threads[count]);
    if (status)
        count--;
    for (int i = 0; i < count; i++)
        opf_thread_join(threads[i]);
    if (!sweep->options->quiet && isatty(2))
        fputc('\n', stderr);
    if (status) {
        opf_status_free(sweep->status);
        return status;
    }
    return sweep->status;
}

static opf_status *make_comment(struct sweep *sweep)
{
    struct opf_buf text;
    opf_buf_init(&text, 1 << 16);
    opf_buf_printf(&text, "opconform --soc=%s", sweep->options->soc);
    if (sweep->options->cores)
        opf_buf_printf(&text, " --cores=%lld", (long long)sweep->options->cores);
    if (sweep->options->max_variants)
        opf_buf_printf(&text, " --max-variants=%lld", (long long)sweep->options->max_variants);
    if (sweep->options->max_cases)
        opf_buf_printf(&text, " --max-cases=%lld", (long long)sweep->options->max_cases);
    if (sweep->options->case_mib != 64)
        opf_buf_printf(&text, " --case-size=%lld", (long long)sweep->options->case_mib);
    if (sweep->options->used_keys)
        opf_buf_puts(&text, " --keys=used");
    if (sweep->options->sample)
        opf_buf_printf(&text, " --sample=%lld", (long long)sweep->options->sample);
    for (size_t i = 0; i < sweep->repo_count; i++)
        opf_buf_printf(&text, " %s (commit %s)", sweep->repos[i].name, sweep->repos[i].commit);
    sweep->table->comment = opf_strdup(opf_buf_text(&text));
    opf_buf_free(&text);
    return sweep->table->comment ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the table");
}

opf_status *opf_conform_sweep(const struct opf_conform_options *options, struct opf_conform_table *table)
{
    struct sweep sweep = {.options = options, .table = table};
    opf_status *status = NULL;
    table->stages = options->stages;
    if (options->fresh)
        OPF_TRY(opf_path_remove_tree(options->state));
    OPF_TRY(opf_path_make_dirs(options->state));
    opf_file_lock *lock;
    char *lock_path = opf_asprintf("%s/lock", options->state);
    if (!lock_path)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a path");
    status = opf_file_lock_take(lock_path, &lock);
    opf_free(lock_path);
    OPF_TRY(status);
    sweep.repos = opf_calloc(options->repos.len + 1, sizeof(*sweep.repos));
    if (!sweep.repos)
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the repositories");
    for (; sweep.repo_count < options->repos.len && !status; sweep.repo_count += !status)
        status = opf_conform_repo_open(options->repos.items[sweep.repo_count], options,
                                       &sweep.repos[sweep.repo_count]);
    if (!status)
        status = choose_items(&sweep);
    if (!status)
        status = make_rows(&sweep);
    if (!status)
        status = make_comment(&sweep);
    if (!status && !options->report)
        status = run_workers(&sweep);
    for (size_t i = 0; i < sweep.repo_count; i++)
        opf_conform_repo_close(&sweep.repos[i]);
    opf_free(sweep.repos);
    opf_free(sweep.items);
    opf_file_lock_drop(lock);
    return status;
}
