/* Why a look-up fails: what was asked, where it was looked for, what comes nearest and where that differs
 * first. */
#include "runtime_min/index/index_explain.h"
#include "base/path.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct work {
    opf_arena *arena;
    const struct opf_index_query *query;
    struct opf_index_report *report;
    struct opf_index_candidate candidates[OPF_INDEX_MAX_CANDIDATES];
    size_t candidate_num;
    struct opf_buf text;
};

/* The report and everything of it live in one arena, whose handle is kept in front. */
struct owned_report {
    struct opf_index_report report;
    opf_arena *arena;
};

static const char *cell_text(opf_arena *arena, const struct opf_index_cell *cell)
{
    if (cell->dtype == OPF_INDEX_ABSENT)
        return "absent";
    const char *dtype = opf_index_dtype_name(cell->dtype), *format = opf_index_format_name(cell->format);
    const char *count = cell->count ? opf_arena_printf(arena, " x %u", cell->count) : "";
    return opf_arena_printf(arena, "%s %s%s", dtype ? dtype : "?", format ? format : "?", count ? count : "");
}

static void put_key(struct opf_buf *to, const char *op_type, const struct opf_index_asked *asked)
{
    opf_buf_printf(to, "%s/d=%d,p=%d", op_type, asked->deterministic, asked->impl_mode);
    for (uint32_t i = 0; i < asked->cell_num; i++) {
        if (asked->cells[i].dtype == OPF_INDEX_ABSENT)
            opf_buf_puts(to, "/,");
        else
            opf_buf_printf(to, "/%u,%u", asked->cells[i].dtype, asked->cells[i].format);
        if (asked->cells[i].count)
            opf_buf_printf(to, ",%u", asked->cells[i].count);
    }
}

/* Without a table nothing is known of the parameters: all of them, as given. */
static void put_plain_key(struct opf_buf *to, const struct opf_index_query *q)
{
    opf_buf_printf(to, "%s/d=%d,p=%d", q->op_type, q->deterministic != 0,
                   q->impl_mode < 0 ? 2 : q->impl_mode);
    for (uint32_t i = 0; i < q->input_num + q->output_num; i++) {
        const struct opf_index_param *p = i < q->input_num ? &q->inputs[i] : &q->outputs[i - q->input_num];
        if (p->instances)
            opf_buf_printf(to, "/%d,%d", p->dtype, p->format & 0xFF);
        else
            opf_buf_puts(to, "/,");
    }
}

static const char *take_text(opf_arena *arena, struct opf_buf *buf)
{
    const char *text = opf_arena_strdup(arena, opf_buf_text(buf));
    opf_buf_free(buf);
    return text;
}

static void set_difference(struct opf_index_candidate *c, const char *field, const char *asked,
                           const char *has)
{
    if (!c->field) {
        c->field = field;
        c->asked = asked;
        c->has = has;
    }
    c->differences++;
}

/* Differences of one entry, the first of them described. */
static struct opf_index_candidate compare(struct work *w, const struct opf_index_table *t,
                                          const struct opf_index_entry *e,
                                          const struct opf_index_asked *asked)
{
    struct opf_index_candidate c = {.key = opf_arena_strdup(w->arena, e->key.text),
                                    .object_path = opf_arena_strdup(w->arena, e->object_path)};
    for (uint32_t i = 0; i < asked->cell_num && i < e->key.cell_num; i++) {
        const struct opf_index_cell *a = &asked->cells[i], *h = &e->key.cells[i];
        if (a->dtype == h->dtype && a->format == h->format && a->count == h->count)
            continue;
        bool output = asked->param[i] >= t->input_num;
        uint32_t index = output ? asked->param[i] - t->input_num : asked->param[i];
        const struct opf_index_desc *d = output ? &t->outputs[index] : &t->inputs[index];
        const char *what = a->dtype != h->dtype ? "dtype" : a->format != h->format ? "format" : "group size";
        set_difference(
            &c,
            opf_arena_printf(w->arena, "%s %u `%s`: %s", output ? "output" : "input", index, d->name, what),
            cell_text(w->arena, a), cell_text(w->arena, h));
    }
    if (asked->cell_num != e->key.cell_num)
        set_difference(&c, "number of tensors in the key", opf_arena_printf(w->arena, "%u", asked->cell_num),
                       opf_arena_printf(w->arena, "%u", e->key.cell_num));
    if (asked->deterministic != e->key.deterministic)
        set_difference(&c, "determinism (d)", asked->deterministic ? "1" : "0",
                       e->key.deterministic ? "1" : "0");
    if (asked->impl_mode != e->key.impl_mode)
        set_difference(&c, "implementation mode (p)", opf_arena_printf(w->arena, "%d", asked->impl_mode),
                       opf_arena_printf(w->arena, "%d", e->key.impl_mode));
    if (c.differences == 0)
        set_difference(&c, "attributes", "those given", opf_arena_strdup(w->arena, e->key.attrs));
    return c;
}

/* Keeps the nearest few, one a kernel file. */
static void offer(struct work *w, const struct opf_index_candidate *c)
{
    size_t at = 0;
    for (size_t i = 0; i < w->candidate_num; i++) {
        if (!c->object_path || !w->candidates[i].object_path ||
            strcmp(w->candidates[i].object_path, c->object_path) != 0)
            continue;
        if (w->candidates[i].differences <= c->differences)
            return;
        memmove(&w->candidates[i], &w->candidates[i + 1], (w->candidate_num - i - 1) * sizeof(*c));
        w->candidate_num--;
        break;
    }
    while (at < w->candidate_num && w->candidates[at].differences <= c->differences)
        at++;
    if (at == OPF_INDEX_MAX_CANDIDATES)
        return;
    if (w->candidate_num == OPF_INDEX_MAX_CANDIDATES)
        w->candidate_num--;
    memmove(&w->candidates[at + 1], &w->candidates[at], (w->candidate_num - at) * sizeof(*c));
    w->candidates[at] = *c;
    w->candidate_num++;
}

static void match_tables(struct work *w, struct opf_index_op *op)
{
    struct opf_index_asked asked;
    opf_status *status = NULL;
    for (struct opf_index_table *t = op->tables; t; t = t->next) {
        struct opf_buf key;
        opf_index_ask(t, w->query, &asked);
        opf_buf_init(&key, 1 << 20);
        put_key(&key, op->op_type, &asked);
        w->report->asked_key = take_text(w->arena, &key);
        if (asked.problem[0]) {
            opf_buf_printf(&w->text, "%s.\n", asked.problem);
            continue;
        }
        struct opf_index_entry *hit = opf_index_table_find(t, w->query, &asked);
        if (hit) {
            w->report->verdict = OPF_INDEX_FOUND;
            status = opf_index_entry_kernel(t, hit, &w->report->kernel);
            if (status) {
                char *text = opf_status_text(status);
                w->report->verdict = OPF_INDEX_BAD_FILE;
                opf_buf_puts(&w->text, text ? text : "");
                opf_free(text);
                opf_status_free(status);
            }
            return;
        }
        for (uint32_t i = 0; i < t->entry_num; i++) {
            struct opf_index_candidate c = compare(w, t, &t->entries[i], &asked);
            offer(w, &c);
        }
    }
}

/* Other chips' folders that hold a file of this operator, and the nearest name among this chip's files. */
static void look_around(struct work *w)
{
    const struct opf_index_roots *roots = opf_index_store_roots();
    char *snake = opf_text_snake(w->query->op_type);
    struct opf_buf socs;
    struct opf_strvec stems;
    opf_buf_init(&socs, 4096);
    opf_strvec_init(&stems);
    for (size_t r = 0; snake && r < roots->count; r++) {
        struct opf_strvec chips;
        char *config = opf_path_join(roots->items[r].kernel, "config");
        opf_strvec_init(&chips);
        if (config && opf_path_is_dir(config))
            opf_status_free(opf_path_list(config, &chips));
        for (size_t i = 0; i < chips.len; i++) {
            const char *plain = opf_arena_printf(w->arena, "%s/%s/%s.json", config, chips.items[i], snake);
            const char *apt = opf_arena_printf(w->arena, "%s/%s/%s_apt.json", config, chips.items[i], snake);
            bool same = strcmp(chips.items[i], w->query->soc) == 0;
            if (!same && plain && apt && (opf_path_is_file(plain) || opf_path_is_file(apt)))
                opf_buf_printf(&socs, "%s%s", socs.len ? ", " : "", chips.items[i]);
            const char *own = same ? opf_arena_printf(w->arena, "%s/%s", config, chips.items[i]) : NULL;
            if (own && opf_path_is_dir(own))
                opf_status_free(opf_path_list(own, &stems));
        }
        opf_strvec_free(&chips);
        opf_free(config);
    }
    w->report->other_socs = take_text(w->arena, &socs);
    for (size_t i = 0; i < stems.len; i++) {
        size_t len = strlen(stems.items[i]);
        if (len > 5)
            stems.items[i][len - 5] = '\0';
    }
    const char *near = snake ? opf_text_nearest(snake, (const char *const *)stems.items, stems.len) : NULL;
    w->report->similar_op = near ? opf_arena_strdup(w->arena, near) : NULL;
    opf_strvec_free(&stems);
    opf_free(snake);
}

static void list_places(struct work *w, const struct opf_index_op *op)
{
    size_t n = 0;
    for (const struct opf_index_seen *s = op->seen; s; s = s->next)
        n++;
    struct opf_index_place *places = opf_arena_alloc(w->arena, (n ? n : 1) * sizeof(*places));
    if (!places)
        return;
    n = 0;
    for (const struct opf_index_seen *s = op->seen; s; s = s->next) {
        places[n].path = opf_arena_strdup(w->arena, s->path);
        places[n++].state = opf_arena_strdup(w->arena, s->state);
    }
    w->report->places = places;
    w->report->place_num = n;
}

static void put_variable(struct opf_buf *to, const char *name)
{
    const char *value = getenv(name);
    opf_buf_printf(to, "  %s%s%s\n", name, value ? "=" : " is not set", value ? value : "");
}

static void write_text(struct work *w, const struct opf_index_op *op)
{
    struct opf_index_report *r = w->report;
    struct opf_buf to;
    const char *type = w->query->op_type, *soc = w->query->soc;
    opf_buf_init(&to, 1 << 20);
    if (r->verdict == OPF_INDEX_FOUND)
        opf_buf_printf(&to, "operator %s on %s: found %s\n", type, soc,
                       r->kernel ? r->kernel->object_path : "");
    else if (r->verdict == OPF_INDEX_BAD_FILE)
        opf_buf_printf(&to, "looking for a kernel of %s on %s: %s\n", type, soc,
                       op->error ? op->error : opf_buf_text(&w->text));
    else if (r->verdict == OPF_INDEX_NO_FILES)
        opf_buf_printf(
            &to,
            "no kernel package is installed: looking for a kernel of %s on %s, no folder of the search "
            "path exists. Set ASCEND_OPP_PATH or ASCEND_CUSTOM_OPP_PATH to a package, or "
            "OPF_KERNEL_PATH to the bin folder of a build.\n",
            type, soc);
    else if (r->verdict == OPF_INDEX_NO_OP && r->other_socs[0])
        opf_buf_printf(
            &to, "operator %s has no kernels for %s; the packages have it for %s. Build it with --soc=%s.\n",
            type, soc, r->other_socs, soc);
    else if (r->verdict == OPF_INDEX_NO_OP)
        opf_buf_printf(&to, "no package has kernels of operator %s for %s.%s%s%s\n", type, soc,
                       r->similar_op ? " Nearest name: " : "", r->similar_op ? r->similar_op : "",
                       r->similar_op ? "." : "");
    else
        opf_buf_printf(&to, "operator %s on %s has no kernel for this combination. %s\n", type, soc,
                       opf_buf_text(&w->text));
    if (r->verdict == OPF_INDEX_FOUND) {
        r->text = take_text(w->arena, &to);
        return;
    }
    opf_buf_printf(&to, "key asked: %s\n", r->asked_key);
    for (size_t i = 0; i < r->candidate_num; i++)
        opf_buf_printf(&to, "%s %s, which differs first at %s: asked %s, has %s%s\n",
                       i ? "         " : "nearest: ", r->candidates[i].key, r->candidates[i].field,
                       r->candidates[i].asked, r->candidates[i].has,
                       r->candidates[i].differences > 1 ? " (and more)" : "");
    opf_buf_puts(&to, "searched:\n");
    for (size_t i = 0; i < r->place_num; i++)
        opf_buf_printf(&to, "  %s: %s\n", r->places[i].path, r->places[i].state);
    put_variable(&to, "OPF_KERNEL_PATH");
    put_variable(&to, "ASCEND_CUSTOM_OPP_PATH");
    put_variable(&to, "ASCEND_OPP_PATH");
    r->text = take_text(w->arena, &to);
}

static int verdict_without_match(const struct opf_index_op *op)
{
    if (op->error)
        return OPF_INDEX_BAD_FILE;
    if (op->tables)
        return OPF_INDEX_NO_MATCH;
    for (const struct opf_index_seen *s = op->seen; s; s = s->next)
        if (opf_text_ends(s->path, ".json"))
            return OPF_INDEX_NO_OP; /* a folder existed */
    return OPF_INDEX_NO_FILES;
}

struct opf_index_report *opf_index_explain(const struct opf_index_query *query)
{
    struct work w = {.query = query};
    opf_status *status = opf_arena_create(&w.arena);
    if (status) {
        opf_status_free(status);
        return NULL;
    }
    struct owned_report *owned = opf_arena_alloc(w.arena, sizeof(*owned));
    opf_index_store_lock();
    struct opf_index_op *op = owned ? opf_index_store_op(query->op_type, query->soc) : NULL;
    if (!op) {
        opf_index_store_unlock();
        opf_arena_destroy(w.arena);
        return NULL;
    }
    owned->arena = w.arena;
    w.report = &owned->report;
    w.report->other_socs = "";
    opf_buf_init(&w.text, 1 << 16);
    w.report->verdict = verdict_without_match(op);
    if (w.report->verdict == OPF_INDEX_NO_MATCH)
        match_tables(&w, op);
    if (w.report->verdict == OPF_INDEX_NO_OP || w.report->verdict == OPF_INDEX_NO_FILES)
        look_around(&w);
    if (w.report->verdict == OPF_INDEX_NO_OP && w.report->other_socs[0] == '\0' && op->seen == NULL)
        w.report->verdict = OPF_INDEX_NO_FILES;
    if (!w.report->asked_key) {
        struct opf_buf key;
        opf_buf_init(&key, 1 << 20);
        put_plain_key(&key, query);
        w.report->asked_key = take_text(w.arena, &key);
    }
    list_places(&w, op);
    w.report->candidates = opf_arena_alloc(w.arena, sizeof(w.candidates));
    if (w.report->candidates) {
        memcpy((void *)w.report->candidates, w.candidates, sizeof(w.candidates));
        w.report->candidate_num = w.candidate_num;
    }
    write_text(&w, op);
    opf_buf_free(&w.text);
    opf_index_store_unlock();
    return w.report->text ? w.report : (opf_arena_destroy(w.arena), NULL);
}

void opf_index_report_free(struct opf_index_report *report)
{
    if (report)
        opf_arena_destroy(((struct owned_report *)report)->arena);
}
