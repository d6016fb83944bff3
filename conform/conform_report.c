/* The table for people (text, HTML) and for programs (JSON). */
#include "conform/conform_table.h"

#include "base/json.h"

#include <string.h>

static bool shown(const struct opf_conform_table *table, int stage)
{
    return table->stages & (1u << stage);
}

/* "ok 3/3", "fail 1/4", "skip" ... in `out` of `size` bytes. */
static void cell_text(const struct opf_conform_cell *cell, char *out, size_t size)
{
    static const char *const words[] = {"-", "ok", "FAIL", "skip", "n/i"};
    if (cell->total > 0)
        snprintf(out, size, "%s %u/%u", words[cell->verdict], cell->passed, cell->total);
    else
        snprintf(out, size, "%s", words[cell->verdict]);
}

static void write_sums(const struct opf_conform_table *table, struct opf_buf *to)
{
    for (int s = 0; s < OPF_STAGE_COUNT; s++) {
        if (!shown(table, s))
            continue;
        struct opf_conform_sum sum;
        opf_conform_sum_stage(table, (enum opf_conform_stage)s, &sum);
        opf_buf_printf(to, "%-8s operators: %zu ok, %zu failed, %zu skipped, %zu not run",
                       opf_conform_stage_name((enum opf_conform_stage)s), sum.by_verdict[OPF_VERDICT_OK],
                       sum.by_verdict[OPF_VERDICT_FAIL], sum.by_verdict[OPF_VERDICT_SKIP],
                       sum.by_verdict[OPF_VERDICT_NOT_RUN]);
        if (sum.by_verdict[OPF_VERDICT_UNSUPPORTED])
            opf_buf_printf(to, ", %zu not implemented", sum.by_verdict[OPF_VERDICT_UNSUPPORTED]);
        if (sum.total)
            opf_buf_printf(to, "; items: %zu of %zu passed", sum.passed, sum.total);
        if (sum.skipped)
            opf_buf_printf(to, ", %zu skipped", sum.skipped);
        opf_buf_putc(to, '\n');
    }
}

void opf_conform_write_text(const struct opf_conform_table *table, struct opf_buf *to)
{
    int width = 8;
    for (size_t i = 0; i < table->count; i++)
        if ((int)strlen(table->rows[i].op) > width)
            width = (int)strlen(table->rows[i].op);
    opf_buf_printf(to, "%-*s", width, "operator");
    for (int s = 0; s < OPF_STAGE_COUNT; s++)
        if (shown(table, s))
            opf_buf_printf(to, "  %-12s", opf_conform_stage_name((enum opf_conform_stage)s));
    opf_buf_puts(to, "  first problem\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct opf_conform_row *row = &table->rows[i];
        const char *problem = NULL, *skipped = NULL;
        opf_buf_printf(to, "%-*s", width, row->op);
        for (int s = 0; s < OPF_STAGE_COUNT; s++) {
            char text[64];
            if (!shown(table, s))
                continue;
            cell_text(&row->cells[s], text, sizeof(text));
            opf_buf_printf(to, "  %-12s", text);
            if (!problem && row->cells[s].verdict == OPF_VERDICT_FAIL)
                problem = row->cells[s].detail;
            if (!skipped && row->cells[s].verdict == OPF_VERDICT_SKIP)
                skipped = row->cells[s].detail;
        }
        opf_buf_printf(to, "  %s\n", problem ? problem : skipped ? skipped : "");
    }
    opf_buf_putc(to, '\n');
    write_sums(table, to);
}

/* ---- JSON ---- */

static opf_value *cell_value(opf_arena *a, const struct opf_conform_cell *cell)
{
    opf_value *value = opf_value_object(a);
    bool ok =
        value &&
        opf_value_set(a, value, "verdict", opf_value_string(a, opf_conform_verdict_name(cell->verdict))) &&
        opf_value_set(a, value, "passed", opf_value_int(a, cell->passed)) &&
        opf_value_set(a, value, "total", opf_value_int(a, cell->total)) &&
        opf_value_set(a, value, "skipped", opf_value_int(a, cell->skipped)) &&
        opf_value_set(a, value, "seconds", opf_value_real(a, cell->seconds)) &&
        (!cell->detail || opf_value_set(a, value, "detail", opf_value_string(a, cell->detail)));
    return ok ? value : NULL;
}

static opf_value *row_value(opf_arena *a, const struct opf_conform_table *table,
                            const struct opf_conform_row *row)
{
    opf_value *value = opf_value_object(a);
    bool ok = value && opf_value_set(a, value, "repo", opf_value_string(a, row->repo)) &&
              opf_value_set(a, value, "category", opf_value_string(a, row->category)) &&
              opf_value_set(a, value, "op", opf_value_string(a, row->op));
    for (int s = 0; s < OPF_STAGE_COUNT && ok; s++)
        if (shown(table, s))
            ok = opf_value_set(a, value, opf_conform_stage_name((enum opf_conform_stage)s),
                               cell_value(a, &row->cells[s]));
    return ok ? value : NULL;
}

opf_status *opf_conform_write_json(const struct opf_conform_table *table, struct opf_buf *to)
{
    opf_arena *a = NULL;
    OPF_TRY(opf_arena_create(&a));
    opf_value *root = opf_value_object(a), *rows = opf_value_array(a);
    bool ok = root && rows;
    if (ok && table->comment)
        ok = opf_value_set(a, root, "comment", opf_value_string(a, table->comment));
    for (size_t i = 0; i < table->count && ok; i++)
        ok = opf_value_add(rows, row_value(a, table, &table->rows[i]));
    ok = ok && opf_value_set(a, root, "operators", rows);
    if (ok) {
        opf_json_write(to, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
        opf_buf_putc(to, '\n');
    }
    opf_arena_destroy(a);
    return ok ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while writing the table as JSON");
}

/* ---- HTML: one file, no scripts from elsewhere ---- */

static void put_escaped(struct opf_buf *to, const char *text)
{
    for (; text && *text; text++)
        switch (*text) {
        case '&':
            opf_buf_puts(to, "&amp;");
            break;
        case '<':
            opf_buf_puts(to, "&lt;");
            break;
        case '>':
            opf_buf_puts(to, "&gt;");
            break;
        case '"':
            opf_buf_puts(to, "&quot;");
            break;
        case '\'':
            opf_buf_puts(to, "&#39;");
            break;
        default:
            opf_buf_putc(to, *text);
        }
}

static const char html_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>opforge conformance</title>\n"
    "<style>\nbody{font:14px/1.4 sans-serif;margin:2em;color:#222}table{border-collapse:collapse}\n"
    "th,td{border:1px solid #ddd;padding:2px 8px;text-align:left;white-space:nowrap}\n"
    "th{position:sticky;top:0;background:#f4f4f4}td.why{white-space:normal;color:#555}\n"
    ".v1{background:#dff5df}.v2{background:#fadcdc}.v3{background:#f3f3d0}.v0,.v4{color:#999}\n"
    "input{padding:4px;margin:1em 0;width:30em}\n</style></head><body>\n<h1>opforge conformance</h1>\n";
static const char html_filter[] =
    "<script>\nfunction show(t){t=t.toLowerCase();for(const r of document.querySelectorAll('#ops tbody "
    "tr'))\n"
    "r.style.display=r.textContent.toLowerCase().includes(t)?'':'none'}\n</script>\n</body></html>\n";

static void html_sums(const struct opf_conform_table *table, struct opf_buf *to)
{
    opf_buf_puts(to, "<table><thead><tr><th>stage</th><th>operators ok</th><th>failed</th><th>skipped</th>"
                     "<th>not run</th><th>items passed</th><th>of</th><th>items skipped</th></tr></thead>"
                     "<tbody>\n");
    for (int s = 0; s < OPF_STAGE_COUNT; s++) {
        struct opf_conform_sum sum;
        if (!shown(table, s))
            continue;
        opf_conform_sum_stage(table, (enum opf_conform_stage)s, &sum);
        opf_buf_printf(to,
                       "<tr><td>%s</td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td>"
                       "<td>%zu</td><td>%zu</td></tr>\n",
                       opf_conform_stage_name((enum opf_conform_stage)s), sum.by_verdict[OPF_VERDICT_OK],
                       sum.by_verdict[OPF_VERDICT_FAIL], sum.by_verdict[OPF_VERDICT_SKIP],
                       sum.by_verdict[OPF_VERDICT_NOT_RUN] + sum.by_verdict[OPF_VERDICT_UNSUPPORTED],
                       sum.passed, sum.total, sum.skipped);
    }
    opf_buf_puts(to, "</tbody></table>\n");
}

static void html_row(const struct opf_conform_table *table, const struct opf_conform_row *row,
                     struct opf_buf *to)
{
    const char *const names[] = {row->repo, row->category, row->op};
    const char *problem = NULL;
    opf_buf_puts(to, "<tr>");
    for (int i = 0; i < 3; i++) {
        opf_buf_puts(to, "<td>");
        put_escaped(to, names[i]);
        opf_buf_puts(to, "</td>");
    }
    for (int s = 0; s < OPF_STAGE_COUNT; s++) {
        const struct opf_conform_cell *cell = &row->cells[s];
        char text[64];
        if (!shown(table, s))
            continue;
        cell_text(cell, text, sizeof(text));
        opf_buf_printf(to, "<td class=\"v%d\" title=\"", (int)cell->verdict);
        put_escaped(to, cell->detail);
        opf_buf_printf(to, "\">%s</td>", text);
        if (!problem && cell->verdict == OPF_VERDICT_FAIL)
            problem = cell->detail;
    }
    opf_buf_puts(to, "<td class=\"why\">");
    put_escaped(to, problem);
    opf_buf_puts(to, "</td></tr>\n");
}

void opf_conform_write_html(const struct opf_conform_table *table, struct opf_buf *to)
{
    opf_buf_puts(to, html_head);
    if (table->comment) {
        opf_buf_puts(to, "<p>");
        put_escaped(to, table->comment);
        opf_buf_puts(to, "</p>\n");
    }
    html_sums(table, to);
    opf_buf_puts(to, "<input placeholder=\"show rows with ...\" oninput=\"show(this.value)\">\n"
                     "<table id=\"ops\"><thead><tr><th>repo</th><th>category</th><th>operator</th>");
    for (int s = 0; s < OPF_STAGE_COUNT; s++)
        if (shown(table, s))
            opf_buf_printf(to, "<th>%s</th>", opf_conform_stage_name((enum opf_conform_stage)s));
    opf_buf_puts(to, "<th>first problem</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < table->count; i++)
        html_row(table, &table->rows[i], to);
    opf_buf_puts(to, "</tbody></table>\n");
    opf_buf_puts(to, html_filter);
}
