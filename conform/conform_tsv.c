/* The table as tab separated values, and back. Columns are found by name, so that files of different stages
 * and of later versions can be compared. */
#include "conform/conform_table.h"

#include "base/file.h"
#include "base/strvec.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define TSV_MAX ((size_t)64 << 20)
enum { COLUMN_VERDICT, COLUMN_PASSED, COLUMN_TOTAL, COLUMN_SKIPPED, COLUMN_SECONDS, COLUMN_DETAIL, COLUMNS };
static const char *const endings[COLUMNS] = {"", "_passed", "_total", "_skipped", "_seconds", "_detail"};

void opf_conform_write_tsv(const struct opf_conform_table *table, struct opf_buf *to)
{
    if (table->comment)
        opf_buf_printf(to, "# %s\n", table->comment);
    opf_buf_puts(to, "repo\tcategory\top");
    for (int s = 0; s < OPF_STAGE_COUNT; s++)
        for (int c = 0; c < COLUMNS && (table->stages & (1u << s)); c++)
            opf_buf_printf(to, "\t%s%s", opf_conform_stage_name((enum opf_conform_stage)s), endings[c]);
    opf_buf_putc(to, '\n');
    for (size_t i = 0; i < table->count; i++) {
        const struct opf_conform_row *row = &table->rows[i];
        opf_buf_printf(to, "%s\t%s\t%s", row->repo, row->category, row->op);
        for (int s = 0; s < OPF_STAGE_COUNT; s++) {
            const struct opf_conform_cell *cell = &row->cells[s];
            if (table->stages & (1u << s))
                opf_buf_printf(to, "\t%s\t%u\t%u\t%u\t%.1f\t%s", opf_conform_verdict_name(cell->verdict),
                               cell->passed, cell->total, cell->skipped, cell->seconds,
                               cell->detail ? cell->detail : "");
        }
        opf_buf_putc(to, '\n');
    }
}

/* Which column holds what: stage * COLUMNS + column, or one of the names. */
enum { FIELD_REPO = OPF_STAGE_COUNT * COLUMNS, FIELD_CATEGORY, FIELD_OP, FIELD_OTHER };

static int field_of(const char *name)
{
    if (strcmp(name, "repo") == 0)
        return FIELD_REPO;
    if (strcmp(name, "category") == 0)
        return FIELD_CATEGORY;
    if (strcmp(name, "op") == 0)
        return FIELD_OP;
    for (int s = 0; s < OPF_STAGE_COUNT; s++) {
        const char *stage = opf_conform_stage_name((enum opf_conform_stage)s);
        size_t len = strlen(stage);
        for (int c = 0; c < COLUMNS; c++)
            if (strncmp(name, stage, len) == 0 && strcmp(name + len, endings[c]) == 0)
                return s * COLUMNS + c;
    }
    return FIELD_OTHER;
}

static bool set_cell(struct opf_conform_cell *cell, int column, const char *text)
{
    char *end = NULL;
    if (column == COLUMN_VERDICT) {
        for (int v = OPF_VERDICT_NOT_RUN; v <= OPF_VERDICT_UNSUPPORTED; v++)
            if (strcmp(text, opf_conform_verdict_name((enum opf_conform_verdict)v)) == 0) {
                cell->verdict = (enum opf_conform_verdict)v;
                return true;
            }
        return false;
    }
    if (column == COLUMN_DETAIL) {
        opf_conform_cell_set(cell, cell->verdict, text);
        return true;
    }
    if (column == COLUMN_SECONDS) {
        cell->seconds = strtod(text, &end);
        return end != text && *end == '\0';
    }
    int64_t number = 0;
    if (!opf_text_to_i64(text, &number) || number < 0 || number > UINT32_MAX)
        return false;
    unsigned *const places[] = {NULL, &cell->passed, &cell->total, &cell->skipped};
    *places[column] = (unsigned)number;
    return true;
}

static opf_status *read_row(const char *path, int line, const struct opf_strvec *head,
                            const struct opf_strvec *items, struct opf_conform_table *out)
{
    const char *names[3] = {"", "", ""};
    if (items->len != head->len)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: %zu columns, the head line has %zu", path, line,
                        items->len, head->len);
    for (size_t i = 0; i < items->len; i++) {
        int field = field_of(head->items[i]);
        if (field >= FIELD_REPO && field <= FIELD_OP)
            names[field - FIELD_REPO] = items->items[i];
    }
    struct opf_conform_row *row;
    OPF_TRY(opf_conform_table_add(out, names[0], names[1], names[2], &row));
    for (size_t i = 0; i < items->len; i++) {
        int field = field_of(head->items[i]);
        if (field < FIELD_REPO && !set_cell(&row->cells[field / COLUMNS], field % COLUMNS, items->items[i]))
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: column %s cannot be `%s`", path, line, head->items[i],
                            items->items[i]);
    }
    return NULL;
}

static opf_status *read_head(const char *path, int line, const struct opf_strvec *head,
                             struct opf_conform_table *out)
{
    unsigned names = 0;
    out->stages = 0;
    for (size_t i = 0; i < head->len; i++) {
        int field = field_of(head->items[i]);
        if (field >= FIELD_REPO && field <= FIELD_OP)
            names |= 1u << (field - FIELD_REPO);
        else if (field < FIELD_REPO && field % COLUMNS == COLUMN_VERDICT)
            out->stages |= 1u << (field / COLUMNS);
    }
    return names == 7 ? NULL
                      : OPF_FAIL(OPF_INVALID_FORMAT,
                                 "%s:%d: a head line with the columns repo, category and op was expected",
                                 path, line);
}

static opf_status *read_lines(const char *path, char *text, struct opf_conform_table *out)
{
    struct opf_strvec head, items;
    opf_strvec_init(&head);
    opf_status *status = NULL;
    int line = 0;
    for (char *at = text; at && *at && !status; line++) {
        char *end = strchr(at, '\n');
        if (end)
            *end = '\0';
        opf_strvec_init(&items);
        opf_strvec_split(&items, at, "\t", false);
        if (*at == '#' && !out->comment) {
            out->comment = opf_strdup(at + strspn(at, "# "));
        } else if (*at && *at != '#' && head.len == 0) {
            opf_strvec_split(&head, at, "\t", false);
            status = read_head(path, line + 1, &head, out);
        } else if (*at && *at != '#') {
            status = read_row(path, line + 1, &head, &items, out);
        }
        if (!status)
            status = opf_strvec_finish(&items);
        opf_strvec_free(&items);
        at = end ? end + 1 : NULL;
    }
    if (!status && head.len == 0)
        status =
            OPF_FAIL(OPF_INVALID_FORMAT, "%s: no head line; a table that --tsv wrote was expected", path);
    opf_strvec_free(&head);
    return status;
}

opf_status *opf_conform_read_tsv(const char *path, struct opf_conform_table *out)
{
    opf_conform_table_init(out);
    struct opf_buf text;
    OPF_TRY(opf_file_read(path, TSV_MAX, &text));
    opf_status *status =
        text.data ? read_lines(path, text.data, out) : OPF_FAIL(OPF_INVALID_FORMAT, "%s is empty", path);
    opf_buf_free(&text);
    if (status)
        opf_conform_table_free(out);
    return status;
}
