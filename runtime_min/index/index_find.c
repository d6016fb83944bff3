/* From a query to a kernel: make the key by the operator's own rules, look it up, read the kernel's .json
 * once. */
#include "runtime_min/index/index_find.h"
#include "base/thread.h"
#include "runtime_min/index/kernel_facts.h"

#include <string.h>

#define ERROR_SIZE 8192

void opf_index_set_error(const char *text)
{
    char *last_error = opf_thread_buffer(OPF_THREAD_INDEX_ERROR, ERROR_SIZE);
    if (last_error)
        snprintf(last_error, ERROR_SIZE, "%s", text ? text : "no memory");
}
const char *opf_index_last_error(void)
{
    const char *last_error = opf_thread_buffer(OPF_THREAD_INDEX_ERROR, ERROR_SIZE);
    return last_error ? last_error : "no memory";
}

static bool has_format(const struct opf_index_desc *desc, int32_t format)
{
    return format >= 0 && format < 256 && (desc->formats[format >> 6] >> (format & 63) & 1);
}

/* A parameter's format as its keys spell it: any when they all say ND, itself when listed, ND when that is
 * listed. */
static int32_t normal_format(const struct opf_index_desc *desc, int32_t format)
{
    int32_t primary = format & 0xFF;
    if (desc->only_nd)
        return 2;
    return has_format(desc, primary) || !has_format(desc, 2) ? primary : 2;
}

static void ask_group(const struct opf_index_table *t, const struct opf_index_param *params, uint32_t num,
                      bool output, struct opf_index_asked *asked)
{
    const struct opf_index_desc *descs = output ? t->outputs : t->inputs;
    uint32_t desc_num = output ? t->output_num : t->input_num;
    const char *side = output ? "output" : "input";
    static const struct opf_index_param absent = {0, 0, 0};
    if (num > desc_num)
        snprintf(asked->problem, sizeof(asked->problem), "the operator has %u %ss, %u were given", desc_num,
                 side, num);
    for (uint32_t i = 0; i < desc_num && !asked->problem[0]; i++) {
        const struct opf_index_param *p = i < num ? &params[i] : &absent;
        const struct opf_index_desc *d = &descs[i];
        struct opf_index_cell *cell = &asked->cells[asked->cell_num];
        if (d->presence == OPF_INDEX_OPTIONAL && (t->mode != 1 || t->optional_placeholder[output]))
            continue;
        if (asked->cell_num == OPF_INDEX_MAX_CELLS) {
            snprintf(asked->problem, sizeof(asked->problem), "more than %d tensors", OPF_INDEX_MAX_CELLS);
            return;
        }
        if (p->instances == 0 && d->presence == OPF_INDEX_REQUIRED) {
            snprintf(asked->problem, sizeof(asked->problem), "%s %u `%s` is required and was not given", side,
                     i, d->name);
            return;
        }
        if (p->instances == 0) {
            *cell = (struct opf_index_cell){OPF_INDEX_ABSENT, 0, 0};
        } else {
            cell->dtype = (uint8_t)(d->by_width ? opf_index_dtype_by_width(p->dtype) : p->dtype);
            cell->format = (uint8_t)normal_format(d, p->format);
            cell->count = d->presence == OPF_INDEX_DYNAMIC && t->counts ? (uint16_t)p->instances : 0;
        }
        asked->param[asked->cell_num++] = (uint16_t)(output ? t->input_num + i : i);
    }
}

/* The wish if any kernel has it, else high precision, high performance, default, whatever there is. */
static int choose_mode(uint32_t available, int wish)
{
    static const int order[] = {2, 1, 0, 3, 4, 5, 6, 7};
    if (wish >= 0 && wish < 8 && (available >> wish & 1))
        return wish;
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (available >> order[i] & 1)
            return order[i];
    return wish >= 0 ? wish : 2;
}

void opf_index_ask(const struct opf_index_table *table, const struct opf_index_query *query,
                   struct opf_index_asked *asked)
{
    asked->cell_num = 0;
    asked->problem[0] = '\0';
    asked->deterministic = query->deterministic != 0;
    if (!asked->deterministic && !table->impl_modes[0] && table->impl_modes[1])
        asked->deterministic = 1; /* a deterministic kernel serves everyone */
    asked->impl_mode = choose_mode(table->impl_modes[asked->deterministic], query->impl_mode);
    if (table->mode == 2) {
        snprintf(asked->problem, sizeof(asked->problem),
                 "the operator's keys are custom text (simplifiedKeyMode 2), which is not supported");
        return;
    }
    ask_group(table, query->inputs, query->input_num, false, asked);
    ask_group(table, query->outputs, query->output_num, true, asked);
}

/* An empty field of the key means any value. */
static bool attrs_match(const char *key, const struct opf_index_query *query)
{
    const char *p = key;
    for (uint32_t i = 0; *p; i++) {
        size_t len = strcspn(p, ",");
        const char *value = query->attrs && i < query->attr_num && query->attrs[i] ? query->attrs[i] : "";
        if (len > 0 && (strlen(value) != len || memcmp(value, p, len) != 0))
            return false;
        p += len;
        if (*p == ',')
            p++;
    }
    return true;
}

struct opf_index_entry *opf_index_table_find(struct opf_index_table *table,
                                             const struct opf_index_query *query,
                                             const struct opf_index_asked *asked)
{
    uint64_t hash =
        opf_index_cells_hash(asked->deterministic, asked->impl_mode, asked->cells, asked->cell_num);
    for (uint32_t i = table->buckets[hash & table->bucket_mask]; i != UINT32_MAX;
         i = table->entries[i].next) {
        struct opf_index_entry *e = &table->entries[i];
        if (e->hash != hash || e->key.cell_num != asked->cell_num ||
            e->key.deterministic != asked->deterministic || e->key.impl_mode != asked->impl_mode)
            continue;
        size_t same = 0;
        while (same < asked->cell_num && e->key.cells[same].dtype == asked->cells[same].dtype &&
               e->key.cells[same].format == asked->cells[same].format &&
               e->key.cells[same].count == asked->cells[same].count)
            same++;
        if (same == asked->cell_num && attrs_match(e->key.attrs, query))
            return e;
    }
    return NULL;
}

opf_status *opf_index_entry_kernel(struct opf_index_table *table, struct opf_index_entry *entry,
                                   const struct opf_index_kernel **out)
{
    struct opf_index_kernel *kernel = entry->kernel;
    for (uint32_t i = 0; !kernel && i < table->entry_num;
         i++) /* another key of the same file may have read it */
        if (table->entries[i].json_path == entry->json_path)
            kernel = table->entries[i].kernel;
    *out = NULL;
    if (!kernel) {
        opf_status *status = opf_kernel_facts_read(opf_index_store_arena(), entry->json_path, &kernel);
        if (status)
            return opf_status_note(status, "the index %s names this file for key %s", table->path,
                                   entry->key.text);
        kernel->op_type = table->op_type;
        kernel->object_path = entry->object_path;
        kernel->index_path = table->path;
        kernel->input_num = table->input_num;
        kernel->output_num = table->output_num;
        kernel->impl_mode = entry->key.impl_mode;
    }
    entry->kernel = kernel;
    *out = kernel;
    return NULL;
}

static int fail(opf_status *status)
{
    int code = opf_index_error_code(opf_status_code(status));
    char *text = opf_status_text(status);
    opf_index_set_error(text);
    opf_free(text);
    opf_status_free(status);
    return code;
}

static int code_of(const struct opf_index_report *report)
{
    switch (report->verdict) {
    case OPF_INDEX_NO_FILES:
        return 561107;
    case OPF_INDEX_NO_OP:
        return 561112;
    case OPF_INDEX_BAD_FILE:
        return 561110;
    default:
        return 561003;
    }
}

/* The slow end of a failed look-up; the store is not locked here. */
static int find_failed(const struct opf_index_query *query)
{
    struct opf_index_report *report = opf_index_explain(query);
    int code = report ? code_of(report) : 561000;
    opf_index_set_error(report ? report->text : NULL);
    opf_index_report_free(report);
    return code;
}

int opf_index_find(const struct opf_index_query *query, const struct opf_index_kernel **out)
{
    struct opf_index_asked asked;
    opf_status *status = NULL;
    *out = NULL;
    if (!query || !query->op_type || !query->soc || strchr(query->op_type, '/') || strchr(query->soc, '/')) {
        opf_index_set_error("a kernel look-up needs an operator type and a chip name without `/`");
        return 161002;
    }
    opf_index_store_lock();
    struct opf_index_op *op = opf_index_store_op(query->op_type, query->soc);
    for (struct opf_index_table *t = op && !op->error ? op->tables : NULL; t && !*out && !status;
         t = t->next) {
        opf_index_ask(t, query, &asked);
        struct opf_index_entry *e = asked.problem[0] ? NULL : opf_index_table_find(t, query, &asked);
        if (e && e->kernel)
            *out = e->kernel;
        else if (e)
            status = opf_index_entry_kernel(t, e, out);
    }
    opf_index_store_unlock();
    if (status)
        return fail(status);
    return *out ? 0 : find_failed(query);
}

uint64_t opf_index_generation(void)
{
    opf_index_store_lock();
    uint64_t value = opf_index_store_generation();
    opf_index_store_unlock();
    return value;
}
