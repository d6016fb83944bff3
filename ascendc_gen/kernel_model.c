/* Kernel descriptions: YAML in and out. */
#include "ascendc_gen/kernel_model.h"

#include "base/yaml.h"
#include <string.h>

#define SCHEMA 1

static const char *const KIND_NAMES[] = {
    "dtype",    "format", "uint", "bool", "kernel_type", "deterministic", "shared_kernel_type",
    "datatype", "struct"};
static const char *const KEY_STYLES[] = {"literal", "template", "per_key"};

/* ---- writing ------------------------------------------------------------------------------------------- */

static opf_value *text_or_null(opf_arena *a, const char *text)
{
    return text ? opf_value_string(a, text) : opf_value_null(a);
}

static opf_value *text_list(opf_arena *a, const char *const *items, size_t count)
{
    opf_value *list = opf_value_array(a);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < count; i++)
        ok = opf_value_add(list, text_or_null(a, items[i]));
    return ok ? list : NULL;
}

static opf_value *params_value(opf_arena *a, const struct opf_kernel_desc *d)
{
    opf_value *list = opf_value_array(a);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < d->param_count; i++) {
        const struct opf_kernel_param *p = &d->params[i];
        opf_value *o = opf_value_object(a);
        ok = o && opf_value_set(a, o, "kind", opf_value_string(a, p->output ? "output" : "input")) &&
             opf_value_set(a, o, "name", opf_value_string(a, p->name)) &&
             opf_value_set(a, o, "param", opf_value_string(a, p->param)) &&
             opf_value_set(a, o, "macro", opf_value_string(a, p->macro)) &&
             opf_value_set(a, o, "dtypes", text_list(a, p->dtypes, p->columns)) &&
             opf_value_set(a, o, "formats", text_list(a, p->formats, p->formats ? p->columns : 0)) &&
             opf_value_add(list, o);
    }
    return ok ? list : NULL;
}

static opf_value *attrs_value(opf_arena *a, const struct opf_kernel_desc *d)
{
    opf_value *list = opf_value_array(a);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < d->attr_count; i++) {
        const struct opf_kernel_attr *attr = &d->attrs[i];
        opf_value *o = opf_value_object(a);
        ok = o && opf_value_set(a, o, "name", opf_value_string(a, attr->name)) &&
             opf_value_set(a, o, "type", opf_value_string(a, attr->type)) &&
             opf_value_set(a, o, "param", opf_value_string(a, attr->param));
        if (ok && attr->fallback)
            ok = opf_value_set(a, o, "default", opf_value_string(a, attr->fallback));
        ok = ok && opf_value_add(list, o);
    }
    return ok ? list : NULL;
}

static opf_value *item_value(opf_arena *a, const struct opf_tpl_item *item)
{
    opf_value *o = opf_value_object(a);
    opf_value *values = opf_value_array(a);
    bool ok = o && values && opf_value_set(a, o, "name", opf_value_string(a, item->name)) &&
              opf_value_set(a, o, "kind", opf_value_string(a, KIND_NAMES[item->kind])) &&
              opf_value_set(a, o, "width", opf_value_int(a, item->width));
    for (size_t i = 0; ok && i < item->count; i++)
        ok = opf_value_add(values, opf_value_int(a, (int64_t)item->values[i]));
    return ok && opf_value_set(a, o, "values", values) ? o : NULL;
}

static opf_value *items_value(opf_arena *a, const struct opf_tpl_item *items, size_t count)
{
    opf_value *list = opf_value_array(a);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < count; i++)
        ok = opf_value_add(list, item_value(a, &items[i]));
    return ok ? list : NULL;
}

static opf_value *table_value(opf_arena *a, const struct opf_tpl_table *t)
{
    opf_value *o = opf_value_object(a);
    opf_value *columns = opf_value_array(a);
    opf_value *groups = opf_value_array(a);
    bool ok = o && columns && groups;
    for (size_t i = 0; ok && i < t->column_count; i++)
        ok = opf_value_add(columns, opf_value_int(a, t->columns[i]));
    for (size_t i = 0; ok && i < t->group_count; i++)
        ok = opf_value_add(groups, items_value(a, t->groups[i].items, t->groups[i].count));
    ok = ok && opf_value_set(a, o, "columns", columns) &&
         opf_value_set(a, o, "params", items_value(a, t->params, t->param_count)) &&
         opf_value_set(a, o, "groups", groups);
    return ok ? o : NULL;
}

static opf_value *kernel_value(opf_arena *a, const struct opf_kernel_desc *d)
{
    opf_value *o = opf_value_object(a);
    opf_value *tables = opf_value_array(a);
    bool ok = o && tables;
    for (size_t i = 0; ok && i < d->table_count; i++)
        ok = opf_value_add(tables, table_value(a, &d->tables[i]));
    ok = ok && opf_value_set(a, o, "keys", opf_value_string(a, KEY_STYLES[d->keys])) &&
         opf_value_set(a, o, "deterministic", opf_value_bool(a, d->deterministic)) &&
         opf_value_set(a, o, "registers_tiling", opf_value_bool(a, d->registers_tiling)) &&
         opf_value_set(a, o, "reads_default_tiling", opf_value_bool(a, d->reads_default)) &&
         opf_value_set(a, o, "parameters", opf_value_int(a, (int64_t)d->entry_params)) &&
         opf_value_set(a, o, "template_parameters", opf_value_int(a, (int64_t)d->template_params)) &&
         opf_value_set(a, o, "structs", text_list(a, d->structs, d->struct_count)) &&
         opf_value_set(a, o, "templates", tables);
    return ok ? o : NULL;
}

static opf_value *flags_value(opf_arena *a, const struct opf_kernel_desc *d)
{
    opf_value *o = opf_value_object(a);
    bool ok = o && opf_value_set(a, o, "dynamic_format", opf_value_bool(a, d->dynamic_format)) &&
              opf_value_set(a, o, "need_check_support", opf_value_bool(a, d->need_check_support)) &&
              opf_value_set(a, o, "range_limit", text_or_null(a, d->range_limit));
    return ok ? o : NULL;
}

opf_value *opf_kernel_desc_to_value(opf_arena *a, const struct opf_kernel_desc *d)
{
    opf_value *root = opf_value_object(a), *source = opf_value_object(a), *config = opf_value_object(a);
    opf_value *shapes = opf_value_array(a);
    opf_value *sync = d->auto_sync < 0 ? opf_value_null(a) : opf_value_bool(a, d->auto_sync != 0);
    if (!root || !source || !config || !shapes)
        return NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < d->compute_shape_count; i++)
        ok = opf_value_add(shapes, opf_value_int(a, d->compute_shapes[i]));
    size_t outputs = d->param_count - d->input_count;
    ok = ok && opf_value_set(a, source, "dir", opf_value_string(a, d->source_dir)) &&
         opf_value_set(a, source, "file", opf_value_string(a, d->source_file)) &&
         opf_value_set(a, config, "auto_sync", sync) &&
         opf_value_set(a, config, "compile_options", text_list(a, d->compile_options, d->option_count)) &&
         opf_value_set(a, root, "schema", opf_value_int(a, SCHEMA)) &&
         opf_value_set(a, root, "op_type", opf_value_string(a, d->op_type)) &&
         opf_value_set(a, root, "op_file", opf_value_string(a, d->op_file)) &&
         opf_value_set(a, root, "entry", opf_value_string(a, d->entry)) &&
         opf_value_set(a, root, "soc", opf_value_string(a, d->soc)) &&
         opf_value_set(a, root, "kernel_source", source) &&
         opf_value_set(a, root, "params", params_value(a, d)) &&
         opf_value_set(a, root, "attrs", attrs_value(a, d)) && opf_value_set(a, root, "config", config) &&
         opf_value_set(a, root, "flags", flags_value(a, d)) &&
         opf_value_set(a, root, "mc2_ctx", text_list(a, d->mc2_ctx, d->mc2_count)) &&
         opf_value_set(a, root, "init_values", text_list(a, d->init_values, d->init_values ? outputs : 0)) &&
         opf_value_set(a, root, "output_shape_depends_on_compute", shapes) &&
         opf_value_set(a, root, "kernel", kernel_value(a, d));
    return ok ? root : NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

struct reader {
    opf_arena *arena;
    const char *where;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a kernel description");
}

static opf_status *need_memory(const void *block)
{
    return block ? NULL : no_memory();
}

/* A member that is an array; an absent one counts as empty. */
static opf_status *list_of(const struct reader *r, const opf_value *object, const char *name,
                           const opf_value **out)
{
    *out = opf_value_get(object, name);
    if (*out && (*out)->kind != OPF_VALUE_ARRAY)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: member `%s` is %s, an array was expected (line %d)",
                        r->where, name, opf_value_kind_name(*out), (*out)->line);
    return NULL;
}

static const opf_value *first_of(const opf_value *list)
{
    return list ? list->first : NULL;
}

static opf_status *read_texts(const struct reader *r, const opf_value *object, const char *name,
                              const char ***out, size_t *count)
{
    const opf_value *list;
    OPF_TRY(list_of(r, object, name, &list));
    *count = list ? list->count : 0;
    *out = opf_arena_alloc(r->arena, (*count + 1) * sizeof(**out));
    OPF_TRY(need_memory(*out));
    size_t i = 0;
    for (const opf_value *v = first_of(list); v; v = v->next, i++) {
        if (v->kind == OPF_VALUE_STRING)
            (*out)[i] = v->as.string;
        else if (v->kind != OPF_VALUE_NULL)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: `%s` holds %s, a string was expected (line %d)",
                            r->where, name, opf_value_kind_name(v), v->line);
    }
    return NULL;
}

/* Numbers of a list; `wide` receives them as bits. */
static opf_status *read_numbers(const struct reader *r, const opf_value *object, const char *name,
                                int64_t **out, size_t *count)
{
    const opf_value *list;
    OPF_TRY(list_of(r, object, name, &list));
    *count = list ? list->count : 0;
    *out = opf_arena_alloc(r->arena, (*count + 1) * sizeof(**out));
    OPF_TRY(need_memory(*out));
    size_t i = 0;
    for (const opf_value *v = first_of(list); v; v = v->next) {
        if (v->kind != OPF_VALUE_INT)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: `%s` holds %s, a whole number was expected (line %d)",
                            r->where, name, opf_value_kind_name(v), v->line);
        (*out)[i++] = v->as.integer;
    }
    return NULL;
}

static opf_status *need_full_texts(const struct reader *r, const char *what, const char *const *items,
                                   size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!items[i])
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: `%s` holds a null, a string was expected", r->where,
                            what);
    return NULL;
}

static opf_status *read_param(const struct reader *r, const opf_value *v, struct opf_kernel_param *p)
{
    const char *kind;
    OPF_TRY(opf_value_need_string(v, "kind", r->where, &kind));
    if (strcmp(kind, "input") != 0 && strcmp(kind, "output") != 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: parameter kind `%s`, input or output expected (line %d)",
                        r->where, kind, v->line);
    p->output = kind[0] == 'o';
    OPF_TRY(opf_value_need_string(v, "name", r->where, &p->name));
    OPF_TRY(opf_value_need_string(v, "param", r->where, &p->param));
    OPF_TRY(opf_value_need_string(v, "macro", r->where, &p->macro));
    OPF_TRY(read_texts(r, v, "dtypes", &p->dtypes, &p->columns));
    OPF_TRY(need_full_texts(r, "dtypes", p->dtypes, p->columns));
    size_t formats;
    OPF_TRY(read_texts(r, v, "formats", &p->formats, &formats));
    OPF_TRY(need_full_texts(r, "formats", p->formats, formats));
    if (formats == 0)
        p->formats = NULL;
    else if (formats != p->columns)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: parameter `%s` has %zu dtypes and %zu formats", r->where,
                        p->name, p->columns, formats);
    return NULL;
}

static opf_status *read_params(const struct reader *r, const opf_value *root, struct opf_kernel_desc *d)
{
    const opf_value *list;
    OPF_TRY(opf_value_need_array(root, "params", r->where, &list));
    d->param_count = list->count;
    d->params = opf_arena_alloc(r->arena, (list->count + 1) * sizeof(*d->params));
    OPF_TRY(need_memory(d->params));
    size_t i = 0;
    for (const opf_value *v = list->first; v; v = v->next, i++) {
        OPF_TRY(read_param(r, v, &d->params[i]));
        if (!d->params[i].output) {
            if (d->input_count != i)
                return OPF_FAIL(OPF_INVALID_FORMAT, "%s: input `%s` comes after an output", r->where,
                                d->params[i].name);
            d->input_count++;
        }
        if (d->params[i].columns != d->params[0].columns)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: parameter `%s` has %zu columns, `%s` has %zu", r->where,
                            d->params[i].name, d->params[i].columns, d->params[0].name, d->params[0].columns);
    }
    return NULL;
}

static opf_status *read_attrs(const struct reader *r, const opf_value *root, struct opf_kernel_desc *d)
{
    const opf_value *list;
    OPF_TRY(list_of(r, root, "attrs", &list));
    d->attr_count = list ? list->count : 0;
    d->attrs = opf_arena_alloc(r->arena, (d->attr_count + 1) * sizeof(*d->attrs));
    OPF_TRY(need_memory(d->attrs));
    size_t i = 0;
    for (const opf_value *v = first_of(list); v; v = v->next, i++) {
        OPF_TRY(opf_value_need_string(v, "name", r->where, &d->attrs[i].name));
        OPF_TRY(opf_value_need_string(v, "type", r->where, &d->attrs[i].type));
        OPF_TRY(opf_value_need_string(v, "param", r->where, &d->attrs[i].param));
        const opf_value *fallback = opf_value_get(v, "default");
        if (fallback && fallback->kind == OPF_VALUE_STRING)
            d->attrs[i].fallback = fallback->as.string;
        else if (fallback && fallback->kind == OPF_VALUE_BOOL)
            d->attrs[i].fallback = fallback->as.boolean ? "true" : "false";
        else if (fallback && fallback->kind == OPF_VALUE_INT)
            d->attrs[i].fallback = opf_arena_printf(r->arena, "%lld", (long long)fallback->as.integer);
        else if (fallback && fallback->kind == OPF_VALUE_REAL)
            d->attrs[i].fallback = opf_arena_printf(r->arena, "%.17g", fallback->as.real);
    }
    return NULL;
}

static opf_status *read_items(const struct reader *r, const opf_value *list, struct opf_tpl_item **out,
                              size_t *count)
{
    if (!list || list->kind != OPF_VALUE_ARRAY)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: a list of template items was expected, %s found", r->where,
                        opf_value_kind_name(list));
    *count = list->count;
    *out = opf_arena_alloc(r->arena, (list->count + 1) * sizeof(**out));
    OPF_TRY(need_memory(*out));
    size_t i = 0;
    for (const opf_value *v = list->first; v; v = v->next, i++) {
        struct opf_tpl_item *item = &(*out)[i];
        const char *kind;
        int64_t width, *values;
        OPF_TRY(opf_value_need_string(v, "name", r->where, &item->name));
        OPF_TRY(opf_value_need_string(v, "kind", r->where, &kind));
        OPF_TRY(opf_value_need_int(v, "width", r->where, &width));
        OPF_TRY(read_numbers(r, v, "values", &values, &item->count));
        if (width < 0 || width > 64)
            return OPF_FAIL(OPF_OUT_OF_RANGE,
                            "%s: template parameter `%s` is %lld bits wide, 0 to 64 expected", r->where,
                            item->name, (long long)width);
        size_t k = 0;
        while (k < sizeof(KIND_NAMES) / sizeof(KIND_NAMES[0]) && strcmp(KIND_NAMES[k], kind) != 0)
            k++;
        if (k == sizeof(KIND_NAMES) / sizeof(KIND_NAMES[0]))
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: template parameter `%s` has unknown kind `%s`", r->where,
                            item->name, kind);
        item->kind = (enum opf_tpl_kind)k;
        item->width = (uint32_t)width;
        item->values = (uint64_t *)values;
    }
    return NULL;
}

static opf_status *read_table(const struct reader *r, const opf_value *v, struct opf_tpl_table *t)
{
    OPF_TRY(read_numbers(r, v, "columns", &t->columns, &t->column_count));
    OPF_TRY(read_items(r, opf_value_get(v, "params"), &t->params, &t->param_count));
    const opf_value *groups;
    OPF_TRY(opf_value_need_array(v, "groups", r->where, &groups));
    t->group_count = groups->count;
    t->groups = opf_arena_alloc(r->arena, (groups->count + 1) * sizeof(*t->groups));
    OPF_TRY(need_memory(t->groups));
    size_t i = 0;
    for (const opf_value *g = groups->first; g; g = g->next, i++)
        OPF_TRY(read_items(r, g, &t->groups[i].items, &t->groups[i].count));
    return NULL;
}

static opf_status *read_kernel(const struct reader *r, const opf_value *root, struct opf_kernel_desc *d)
{
    const opf_value *k, *tables;
    const char *style;
    int64_t number;
    OPF_TRY(opf_value_need_object(root, "kernel", r->where, &k));
    OPF_TRY(opf_value_need_string(k, "keys", r->where, &style));
    size_t s = 0;
    while (s < 3 && strcmp(KEY_STYLES[s], style) != 0)
        s++;
    if (s == 3)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: `keys` is `%s`; literal, template or per_key expected",
                        r->where, style);
    d->keys = (enum opf_key_style)s;
    OPF_TRY(opf_value_need_bool(k, "deterministic", r->where, &d->deterministic));
    OPF_TRY(opf_value_need_bool(k, "registers_tiling", r->where, &d->registers_tiling));
    OPF_TRY(opf_value_need_bool(k, "reads_default_tiling", r->where, &d->reads_default));
    OPF_TRY(opf_value_need_int(k, "parameters", r->where, &number));
    d->entry_params = (size_t)number;
    OPF_TRY(opf_value_need_int(k, "template_parameters", r->where, &number));
    d->template_params = (size_t)number;
    OPF_TRY(read_texts(r, k, "structs", &d->structs, &d->struct_count));
    OPF_TRY(need_full_texts(r, "structs", d->structs, d->struct_count));
    OPF_TRY(list_of(r, k, "templates", &tables));
    d->table_count = tables ? tables->count : 0;
    d->tables = opf_arena_alloc(r->arena, (d->table_count + 1) * sizeof(*d->tables));
    OPF_TRY(need_memory(d->tables));
    size_t i = 0;
    for (const opf_value *t = first_of(tables); t; t = t->next, i++)
        OPF_TRY(read_table(r, t, &d->tables[i]));
    if (d->keys == OPF_KEYS_TEMPLATE && d->table_count == 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: a template kernel without template lists", r->where);
    return NULL;
}

static opf_status *read_config(const struct reader *r, const opf_value *root, struct opf_kernel_desc *d)
{
    const opf_value *config, *flags;
    OPF_TRY(opf_value_need_object(root, "config", r->where, &config));
    const opf_value *sync = opf_value_get(config, "auto_sync");
    d->auto_sync = sync && sync->kind == OPF_VALUE_BOOL ? sync->as.boolean : -1;
    OPF_TRY(read_texts(r, config, "compile_options", &d->compile_options, &d->option_count));
    OPF_TRY(need_full_texts(r, "compile_options", d->compile_options, d->option_count));
    OPF_TRY(opf_value_need_object(root, "flags", r->where, &flags));
    OPF_TRY(opf_value_need_bool(flags, "dynamic_format", r->where, &d->dynamic_format));
    OPF_TRY(opf_value_need_bool(flags, "need_check_support", r->where, &d->need_check_support));
    const opf_value *limit = opf_value_get(flags, "range_limit");
    d->range_limit = limit && limit->kind == OPF_VALUE_STRING ? limit->as.string : NULL;
    OPF_TRY(read_texts(r, root, "mc2_ctx", &d->mc2_ctx, &d->mc2_count));
    OPF_TRY(read_numbers(r, root, "output_shape_depends_on_compute", &d->compute_shapes,
                         &d->compute_shape_count));
    size_t count;
    OPF_TRY(read_texts(r, root, "init_values", &d->init_values, &count));
    if (count != d->param_count - d->input_count) {
        if (count)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: %zu init_values for %zu outputs", r->where, count,
                            d->param_count - d->input_count);
        d->init_values = NULL;
    }
    return NULL;
}

opf_status *opf_kernel_desc_from_value(opf_arena *arena, const char *where, const opf_value *root,
                                       struct opf_kernel_desc **out)
{
    struct reader r = {arena, where};
    struct opf_kernel_desc *d = opf_arena_alloc(arena, sizeof(*d));
    OPF_TRY(need_memory(d));
    int64_t schema;
    OPF_TRY(opf_value_need_int(root, "schema", where, &schema));
    if (schema != SCHEMA)
        return OPF_FAIL(OPF_MISMATCH, "%s: schema %lld, this program knows %d; make the description again",
                        where, (long long)schema, SCHEMA);
    OPF_TRY(opf_value_need_string(root, "op_type", where, &d->op_type));
    OPF_TRY(opf_value_need_string(root, "op_file", where, &d->op_file));
    OPF_TRY(opf_value_need_string(root, "entry", where, &d->entry));
    OPF_TRY(opf_value_need_string(root, "soc", where, &d->soc));
    const opf_value *source;
    OPF_TRY(opf_value_need_object(root, "kernel_source", where, &source));
    OPF_TRY(opf_value_need_string(source, "dir", where, &d->source_dir));
    OPF_TRY(opf_value_need_string(source, "file", where, &d->source_file));
    OPF_TRY(read_params(&r, root, d));
    OPF_TRY(read_attrs(&r, root, d));
    OPF_TRY(read_config(&r, root, d));
    OPF_TRY(read_kernel(&r, root, d));
    *out = d;
    return NULL;
}

opf_status *opf_kernel_desc_read(opf_arena *arena, const char *path, struct opf_kernel_desc **out)
{
    opf_value *root;
    OPF_TRY(opf_yaml_read(arena, path, &root));
    return opf_kernel_desc_from_value(arena, path, root, out);
}
