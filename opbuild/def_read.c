/* The JSON model of a definition -> struct opf_def_op. The text comes from a child process that ran a user's
 * code, so nothing in it is taken on trust. */
#include "opbuild/def_model.h"

#include "base/text.h"

#include <string.h>

#define WHERE "operator model"

struct reader {
    opf_arena *arena;
    const opf_value *files;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading an operator model");
}

static void *new_array(struct reader *r, size_t count, size_t size)
{
    size_t bytes;
    if (!opf_size_mul(count ? count : 1, size, &bytes))
        return NULL;
    return opf_arena_alloc(r->arena, bytes);
}

/* [file index, line]; absent members leave an unknown place. */
static void read_place(struct reader *r, const opf_value *object, const char *name, struct opf_def_place *out)
{
    const opf_value *pair = opf_value_get(object, name);
    const opf_value *index = opf_value_at(pair, 0), *line = opf_value_at(pair, 1);
    out->file = NULL;
    out->line = 0;
    if (!index || index->kind != OPF_VALUE_INT || !line || line->kind != OPF_VALUE_INT ||
        index->as.integer < 0)
        return;
    const opf_value *file = opf_value_at(r->files, (size_t)index->as.integer);
    if (file && file->kind == OPF_VALUE_STRING) {
        out->file = file->as.string;
        out->line = (int)line->as.integer;
    }
}

static opf_status *read_numbers(struct reader *r, const opf_value *object, const char *name,
                                struct opf_def_list *out)
{
    const opf_value *list = opf_value_get(object, name), *items;
    memset(out, 0, sizeof *out);
    if (!list)
        return NULL;
    OPF_TRY(opf_value_need_array(list, "items", WHERE, &items));
    out->set = true;
    read_place(r, list, "at", &out->at);
    out->items = new_array(r, items->count, sizeof *out->items);
    if (!out->items)
        return no_memory();
    for (const opf_value *item = items->first; item; item = item->next) {
        if (item->kind != OPF_VALUE_INT || item->as.integer < INT32_MIN || item->as.integer > INT32_MAX)
            return OPF_FAIL(OPF_INVALID_FORMAT, WHERE ": `%s` holds %s where a 32-bit number was expected",
                            name, opf_value_kind_name(item));
        out->items[out->count++] = (int32_t)item->as.integer;
    }
    return NULL;
}

static opf_status *read_int(const opf_value *object, const char *name, int fallback, int *out)
{
    const opf_value *v = opf_value_get(object, name);
    *out = fallback;
    if (!v)
        return NULL;
    if (v->kind != OPF_VALUE_INT || v->as.integer < INT32_MIN || v->as.integer > INT32_MAX)
        return OPF_FAIL(OPF_INVALID_FORMAT, WHERE ": `%s` is %s, a 32-bit number was expected", name,
                        opf_value_kind_name(v));
    *out = (int)v->as.integer;
    return NULL;
}

static const char *read_text(const opf_value *object, const char *name)
{
    const opf_value *v = opf_value_get(object, name);
    return v && v->kind == OPF_VALUE_STRING ? v->as.string : NULL;
}

static opf_status *read_init(struct reader *r, const opf_value *object, struct opf_def_param *p)
{
    const opf_value *values = opf_value_get(object, "init_values");
    p->init_number = read_text(object, "init_number");
    read_place(r, object, "init_at", &p->init_at);
    if (!values)
        return NULL;
    p->init_values = new_array(r, values->count, sizeof *p->init_values);
    if (!p->init_values)
        return no_memory();
    for (const opf_value *v = values->first; v; v = v->next) {
        struct opf_def_scalar *scalar = &p->init_values[p->init_count++];
        OPF_TRY(read_int(v, "type", -1, &scalar->type));
        OPF_TRY(opf_value_need_string(v, "value", WHERE, &scalar->text));
    }
    return NULL;
}

static opf_status *read_flags(struct reader *r, const opf_value *object, struct opf_def_param *p)
{
    int version;
    OPF_TRY(opf_value_need_bool(object, "ignore_contiguous", WHERE, &p->ignore_contiguous));
    OPF_TRY(opf_value_need_bool(object, "auto_contiguous", WHERE, &p->auto_contiguous));
    OPF_TRY(opf_value_need_bool(object, "scalar", WHERE, &p->scalar));
    OPF_TRY(opf_value_need_bool(object, "scalar_list", WHERE, &p->scalar_list));
    OPF_TRY(opf_value_need_bool(object, "shape_depends_on_compute", WHERE, &p->shape_depends_on_compute));
    OPF_TRY(read_int(object, "to_dtype", OPF_DEF_DT_UNDEFINED, &p->to_dtype));
    p->to_name = read_text(object, "to_name");
    read_place(r, object, "to_at", &p->to_at);
    OPF_TRY(read_int(object, "version", 0, &version));
    p->version = (unsigned)version;
    read_place(r, object, "version_at", &p->version_at);
    OPF_TRY(read_int(object, "value_depend", -1, &p->value_depend));
    read_place(r, object, "value_depend_at", &p->value_depend_at);
    p->follow = read_text(object, "follow");
    OPF_TRY(read_int(object, "follow_type", OPF_DEF_FOLLOW_NONE, &p->follow_type));
    read_place(r, object, "follow_at", &p->follow_at);
    return NULL;
}

static opf_status *read_param(struct reader *r, const opf_value *object, struct opf_def_param *p)
{
    memset(p, 0, sizeof *p);
    p->follow_dtype_of = p->follow_format_of = -1;
    OPF_TRY(opf_value_need_string(object, "name", WHERE, &p->name));
    read_place(r, object, "at", &p->at);
    read_place(r, object, "set_again", &p->set_again);
    OPF_TRY(read_int(object, "param_type", OPF_DEF_REQUIRED, &p->param_type));
    OPF_TRY(read_numbers(r, object, "dtypes", &p->dtypes));
    OPF_TRY(read_numbers(r, object, "dtype_list", &p->dtype_list));
    OPF_TRY(read_numbers(r, object, "formats", &p->formats));
    OPF_TRY(read_numbers(r, object, "format_list", &p->format_list));
    OPF_TRY(read_numbers(r, object, "bin_dtypes", &p->bin_dtypes));
    OPF_TRY(read_numbers(r, object, "bin_formats", &p->bin_formats));
    OPF_TRY(read_numbers(r, object, "unknown_formats", &p->unknown_formats));
    OPF_TRY(read_flags(r, object, p));
    return read_init(r, object, p);
}

static opf_status *read_params(struct reader *r, const opf_value *object, const char *name,
                               struct opf_def_params *out)
{
    const opf_value *list;
    OPF_TRY(opf_value_need_array(object, name, WHERE, &list));
    out->count = 0;
    out->items = new_array(r, list->count, sizeof *out->items);
    if (!out->items)
        return no_memory();
    for (const opf_value *item = list->first; item; item = item->next)
        OPF_TRY(read_param(r, item, &out->items[out->count++]));
    return NULL;
}

static opf_status *check_default(const struct opf_def_attr *attr)
{
    static const enum opf_value_kind scalar_kinds[] = {OPF_VALUE_BOOL, OPF_VALUE_STRING, OPF_VALUE_INT,
                                                       OPF_VALUE_STRING};
    enum opf_value_kind item;
    if (attr->kind == OPF_DEF_ATTR_UNSET)
        return NULL;
    if (attr->kind == OPF_DEF_ATTR_LIST_LIST_INT)
        item = OPF_VALUE_ARRAY;
    else
        item = scalar_kinds[attr->kind % OPF_DEF_ATTR_LIST_BOOL];
    if (attr->kind == OPF_DEF_ATTR_LIST_FLOAT)
        item = OPF_VALUE_STRING;
    bool ok =
        attr->value && attr->value->kind == (attr->kind >= OPF_DEF_ATTR_LIST_BOOL ? OPF_VALUE_ARRAY : item);
    if (ok && attr->kind >= OPF_DEF_ATTR_LIST_BOOL) {
        for (const opf_value *v = attr->value->first; v; v = v->next)
            ok = ok && v->kind == item;
    }
    return ok ? NULL
              : OPF_FAIL(OPF_INVALID_FORMAT, WHERE ": the default of attribute `%s` is %s", attr->name,
                         opf_value_kind_name(attr->value));
}

static opf_status *read_attr(struct reader *r, const opf_value *object, struct opf_def_attr *attr)
{
    const char *kind;
    int version;
    memset(attr, 0, sizeof *attr);
    OPF_TRY(opf_value_need_string(object, "name", WHERE, &attr->name));
    OPF_TRY(opf_value_need_string(object, "kind", WHERE, &kind));
    OPF_TRY(opf_value_need_bool(object, "required", WHERE, &attr->required));
    read_place(r, object, "at", &attr->at);
    read_place(r, object, "set_again", &attr->set_again);
    read_place(r, object, "version_at", &attr->version_at);
    OPF_TRY(read_int(object, "version", 0, &version));
    attr->version = (unsigned)version;
    attr->kind = OPF_DEF_ATTR_UNSET;
    for (int k = 0; k < OPF_DEF_ATTR_UNSET; k++) {
        if (strcmp(kind, opf_def_attr_kind_name((enum opf_def_attr_kind)k)) == 0)
            attr->kind = (enum opf_def_attr_kind)k;
    }
    attr->value = opf_value_get(object, "default");
    return check_default(attr);
}

static opf_status *read_config(struct reader *r, const opf_value *object, struct opf_def_config *config)
{
    const opf_value *pairs;
    memset(config, 0, sizeof *config);
    OPF_TRY(opf_value_need_string(object, "soc", WHERE, &config->soc));
    read_place(r, object, "at", &config->at);
    OPF_TRY(read_params(r, object, "inputs", &config->inputs));
    OPF_TRY(read_params(r, object, "outputs", &config->outputs));
    OPF_TRY(opf_value_need_array(object, "pairs", WHERE, &pairs));
    config->pairs = new_array(r, pairs->count, sizeof *config->pairs);
    if (!config->pairs)
        return no_memory();
    for (const opf_value *pair = pairs->first; pair; pair = pair->next) {
        const opf_value *key = opf_value_at(pair, 0), *value = opf_value_at(pair, 1);
        if (!key || key->kind != OPF_VALUE_STRING || !value || value->kind != OPF_VALUE_STRING)
            return OPF_FAIL(OPF_INVALID_FORMAT, WHERE ": a configuration pair is not two strings");
        config->pairs[config->pair_count].key = key->as.string;
        config->pairs[config->pair_count++].value = value->as.string;
    }
    return NULL;
}

static opf_status *read_lists(struct reader *r, const opf_value *model, struct opf_def_op *op)
{
    const opf_value *attrs, *configs, *groups;
    OPF_TRY(opf_value_need_array(model, "attrs", WHERE, &attrs));
    OPF_TRY(opf_value_need_array(model, "configs", WHERE, &configs));
    OPF_TRY(opf_value_need_array(model, "hccl_groups", WHERE, &groups));
    op->attrs = new_array(r, attrs->count, sizeof *op->attrs);
    op->configs = new_array(r, configs->count, sizeof *op->configs);
    op->hccl_groups = new_array(r, groups->count, sizeof *op->hccl_groups);
    if (!op->attrs || !op->configs || !op->hccl_groups)
        return no_memory();
    for (const opf_value *v = attrs->first; v; v = v->next)
        OPF_TRY(read_attr(r, v, &op->attrs[op->attr_count++]));
    for (const opf_value *v = configs->first; v; v = v->next)
        OPF_TRY(read_config(r, v, &op->configs[op->config_count++]));
    for (const opf_value *v = groups->first; v; v = v->next) {
        if (v->kind != OPF_VALUE_STRING)
            return OPF_FAIL(OPF_INVALID_FORMAT, WHERE ": a communication group is %s",
                            opf_value_kind_name(v));
        op->hccl_groups[op->hccl_count++] = v->as.string;
    }
    return NULL;
}

opf_status *opf_def_read(opf_arena *arena, const opf_value *model, struct opf_def_place at,
                         struct opf_def_op **out)
{
    struct reader r = {arena, NULL};
    struct opf_def_op *op = opf_arena_alloc(arena, sizeof *op);
    *out = NULL;
    if (!op)
        return no_memory();
    OPF_TRY(opf_value_need_array(model, "files", WHERE, &r.files));
    OPF_TRY(opf_value_need_string(model, "type", WHERE, &op->type));
    char *stem = opf_text_snake(op->type);
    op->stem = stem ? opf_arena_strdup(arena, stem) : NULL;
    opf_free(stem);
    if (!op->stem)
        return no_memory();
    op->at = at;
    op->op_class = OPF_DEF_ACLNN_EXC;
    OPF_TRY(opf_value_need_bool(model, "strict_format", WHERE, &op->strict_format));
    OPF_TRY(opf_value_need_bool(model, "fall_back", WHERE, &op->fall_back));
    OPF_TRY(opf_value_need_bool(model, "launch_when_empty", WHERE, &op->launch_when_empty));
    OPF_TRY(read_params(&r, model, "inputs", &op->inputs));
    OPF_TRY(read_params(&r, model, "outputs", &op->outputs));
    OPF_TRY(read_lists(&r, model, op));
    *out = op;
    return NULL;
}
