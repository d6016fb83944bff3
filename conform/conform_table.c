/* Tables, and the comparison of two. */
#include "conform/conform_table.h"

#include <string.h>

#define DETAIL_MAX 300

static const char *const stage_names[OPF_STAGE_COUNT] = {"def",          "ini",    "host",   "host_ut",
                                                         "kernel_check", "kernel", "golden", "example"};
static const char *const verdict_names[] = {"not run", "ok", "fail", "skip", "not implemented"};

void opf_conform_table_init(struct opf_conform_table *table)
{
    memset(table, 0, sizeof(*table));
    table->stages = (1u << OPF_STAGE_COUNT) - 1;
}

void opf_conform_table_free(struct opf_conform_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        struct opf_conform_row *row = &table->rows[i];
        opf_free(row->repo);
        opf_free(row->category);
        opf_free(row->op);
        for (int s = 0; s < OPF_STAGE_COUNT; s++)
            opf_free(row->cells[s].detail);
    }
    opf_free(table->rows);
    opf_free(table->comment);
    opf_conform_table_init(table);
}

opf_status *opf_conform_table_add(struct opf_conform_table *table, const char *repo, const char *category,
                                  const char *op, struct opf_conform_row **out)
{
    if (table->count == table->cap) {
        size_t cap = table->cap ? table->cap * 2 : 64, bytes;
        void *rows = opf_size_mul(cap, sizeof(*table->rows), &bytes) ? opf_realloc(table->rows, bytes) : NULL;
        if (!rows)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a table of %zu operators", cap);
        table->rows = rows;
        table->cap = cap;
    }
    struct opf_conform_row *row = &table->rows[table->count];
    memset(row, 0, sizeof(*row));
    row->repo = opf_strdup(repo);
    row->category = opf_strdup(category);
    row->op = opf_strdup(op);
    table->count++; /* before the check: the table frees what there is */
    if (!row->repo || !row->category || !row->op)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the row of %s", op);
    *out = row;
    return NULL;
}

const struct opf_conform_row *opf_conform_table_find(const struct opf_conform_table *table, const char *repo,
                                                     const char *op)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].op, op) == 0 && strcmp(table->rows[i].repo, repo) == 0)
            return &table->rows[i];
    return NULL;
}

void opf_conform_cell_set(struct opf_conform_cell *cell, enum opf_conform_verdict verdict, const char *detail)
{
    cell->verdict = verdict;
    opf_free(cell->detail);
    cell->detail = NULL;
    if (!detail || !*detail)
        return;
    cell->detail = opf_strndup(detail, DETAIL_MAX);
    char *end = cell->detail ? cell->detail + strlen(cell->detail) : NULL;
    for (char *c = cell->detail; c && c < end; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > 126)
            *c = (unsigned char)*c < ' ' ? ' ' : '?'; /* one line of plain characters in every format */
    while (end && end > cell->detail && end[-1] == ' ')
        *--end = '\0';
}

const char *opf_conform_stage_name(enum opf_conform_stage stage)
{
    return stage_names[stage];
}

const char *opf_conform_verdict_name(enum opf_conform_verdict verdict)
{
    return verdict_names[verdict];
}

opf_status *opf_conform_stage_list(const char *text, unsigned *bits)
{
    *bits = 0;
    while (*text) {
        size_t len = strcspn(text, ",");
        int found = -1;
        for (int s = 0; s < OPF_STAGE_COUNT; s++)
            if (strlen(stage_names[s]) == len && strncmp(stage_names[s], text, len) == 0)
                found = s;
        if (found < 0 && len > 0)
            return OPF_FAIL(
                OPF_INVALID_ARGUMENT,
                "there is no stage `%.*s`; stages are def, ini, host, host_ut, kernel_check, kernel, "
                "golden and example",
                (int)len, text);
        if (found >= 0)
            *bits |= 1u << found;
        text += len + (text[len] == ',');
    }
    return *bits ? NULL : OPF_FAIL(OPF_INVALID_ARGUMENT, "--stages= names no stage");
}

void opf_conform_sum_stage(const struct opf_conform_table *table, enum opf_conform_stage stage,
                           struct opf_conform_sum *out)
{
    memset(out, 0, sizeof(*out));
    for (size_t i = 0; i < table->count; i++) {
        const struct opf_conform_cell *cell = &table->rows[i].cells[stage];
        out->by_verdict[cell->verdict]++;
        out->passed += cell->passed;
        out->total += cell->total;
        out->skipped += cell->skipped;
    }
}

/* ---- comparison ---- */

static bool ran(const struct opf_conform_cell *cell)
{
    return cell->verdict == OPF_VERDICT_OK || cell->verdict == OPF_VERDICT_FAIL;
}

static bool is_worse(const struct opf_conform_cell *before, const struct opf_conform_cell *now)
{
    if (!ran(now) || !ran(before))
        return false;
    if (before->verdict == OPF_VERDICT_OK && now->verdict == OPF_VERDICT_FAIL)
        return true;
    return now->total == before->total && now->passed < before->passed;
}

size_t opf_conform_compare(const struct opf_conform_table *before, const struct opf_conform_table *now,
                           struct opf_buf *to)
{
    size_t worse = 0;
    for (size_t i = 0; i < now->count; i++) {
        const struct opf_conform_row *row = &now->rows[i];
        const struct opf_conform_row *old = opf_conform_table_find(before, row->repo, row->op);
        for (int s = 0; old && s < OPF_STAGE_COUNT; s++) {
            const struct opf_conform_cell *was = &old->cells[s], *is = &row->cells[s];
            if (!((now->stages & before->stages) & (1u << s)) || !is_worse(was, is))
                continue;
            worse++;
            opf_buf_printf(to, "worse: %s/%s %s: %s %u/%u, was %s %u/%u%s%s\n", row->repo, row->op,
                           stage_names[s], verdict_names[is->verdict], is->passed, is->total,
                           verdict_names[was->verdict], was->passed, was->total, is->detail ? ": " : "",
                           is->detail ? is->detail : "");
        }
    }
    return worse;
}
