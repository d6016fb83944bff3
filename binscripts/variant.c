/* Variant files. */
#include "binscripts/variant.h"

#include "ascendc_gen/kernel_flags.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/map.h"
#include "base/text.h"
#include <string.h>

const char *opf_variant_text(const opf_value *object, const char *name)
{
    const opf_value *v = opf_value_get(object, name);
    return v && v->kind == OPF_VALUE_STRING ? v->as.string : NULL;
}

const opf_value *opf_variant_tensor(const opf_value *slot)
{
    if (!slot || slot->kind == OPF_VALUE_NULL)
        return NULL;
    return slot->kind == OPF_VALUE_ARRAY ? opf_variant_tensor(slot->first) : slot;
}

bool opf_variant_is_optional(const opf_value *tensor)
{
    const char *type = opf_variant_text(tensor, "paramType");
    return type && strcmp(type, "optional") == 0;
}

/* ---- checks -------------------------------------------------------------------------------------------- */

struct checker {
    const char *path;
    const char *stem;
};

static opf_status *bad(const struct checker *c, const opf_value *at, const char *fmt, ...) OPF_PRINTF(3, 4);
static opf_status *bad(const struct checker *c, const opf_value *at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    opf_status *status = opf_status_make_v(OPF_INVALID_FORMAT, __FILE__, __LINE__, fmt, args);
    va_end(args);
    if (c->stem)
        status = opf_status_note(status, "in variant `%s`", c->stem);
    return opf_status_at(status, c->path, at ? at->line : 0, 0);
}

static opf_status *check_names(const struct checker *c, const opf_value *tensor, const char *list_name,
                               bool dtypes)
{
    const opf_value *list = opf_value_get(tensor, list_name);
    if (!list || list->kind == OPF_VALUE_NULL)
        return NULL;
    if (list->kind != OPF_VALUE_ARRAY)
        return bad(c, list, "`%s` is %s, an array was expected", list_name, opf_value_kind_name(list));
    for (const opf_value *v = list->first; v; v = v->next) {
        if (v->kind != OPF_VALUE_STRING)
            return bad(c, v, "`%s` holds %s, a string was expected", list_name, opf_value_kind_name(v));
        if (dtypes ? !opf_dtype_find(v->as.string) : opf_format_number(v->as.string) < 0)
            return bad(c, v, "unknown %s `%s` in `%s`", dtypes ? "dtype" : "format", v->as.string, list_name);
    }
    return NULL;
}

static opf_status *check_tensor(const struct checker *c, const opf_value *t)
{
    if (t->kind != OPF_VALUE_OBJECT)
        return bad(c, t, "a tensor is %s, an object was expected", opf_value_kind_name(t));
    const char *dtype = opf_variant_text(t, "dtype"), *format = opf_variant_text(t, "format");
    if (!dtype)
        return bad(c, t, "a tensor has no `dtype` text");
    if (!opf_dtype_find(dtype))
        return bad(c, t, "unknown dtype `%s`", dtype);
    if (!format)
        return bad(c, t, "a tensor has no `format` text");
    if (opf_format_number(format) < 0)
        return bad(c, t, "unknown format `%s`", format);
    const opf_value *shape = opf_value_get(t, "shape");
    if (shape && shape->kind != OPF_VALUE_ARRAY && shape->kind != OPF_VALUE_STRING)
        return bad(c, shape, "`shape` is %s, an array was expected", opf_value_kind_name(shape));
    OPF_TRY(check_names(c, t, "dtypeForBinQuery", true));
    return check_names(c, t, "formatForBinQuery", false);
}

static opf_status *check_slots(const struct checker *c, const opf_value *variant, const char *name)
{
    const opf_value *list = opf_value_get(variant, name);
    if (!list || list->kind != OPF_VALUE_ARRAY)
        return bad(c, list ? list : variant, "`%s` is %s, an array was expected", name,
                   opf_value_kind_name(list));
    for (const opf_value *slot = list->first; slot; slot = slot->next) {
        if (slot->kind == OPF_VALUE_NULL)
            continue;
        if (slot->kind != OPF_VALUE_ARRAY) {
            OPF_TRY(check_tensor(c, slot));
            continue;
        }
        for (const opf_value *t = slot->first; t; t = t->next)
            if (t->kind != OPF_VALUE_NULL)
                OPF_TRY(check_tensor(c, t));
    }
    return NULL;
}

static opf_status *check_attrs(const struct checker *c, const opf_value *variant)
{
    const opf_value *list = opf_value_get(variant, "attrs");
    if (!list || list->kind == OPF_VALUE_NULL)
        return NULL;
    if (list->kind != OPF_VALUE_ARRAY)
        return bad(c, list, "`attrs` is %s, an array was expected", opf_value_kind_name(list));
    for (const opf_value *a = list->first; a; a = a->next) {
        if (a->kind != OPF_VALUE_OBJECT)
            return bad(c, a, "an attribute is %s, an object was expected", opf_value_kind_name(a));
        if (!opf_variant_text(a, "name") || !opf_variant_text(a, "dtype"))
            return bad(c, a, "an attribute needs the texts `name` and `dtype`");
    }
    return NULL;
}

static opf_status *check_variant(const char *path, const opf_value *v)
{
    struct checker c = {path, NULL};
    const char *stem = opf_variant_text(v, "bin_filename");
    if (v->kind != OPF_VALUE_OBJECT)
        return bad(&c, v, "a variant is %s, an object was expected", opf_value_kind_name(v));
    if (!stem || !*stem)
        return bad(&c, v, "a variant has no `bin_filename` text");
    c.stem = stem;
    if (strchr(stem, '.') || strchr(stem, '/'))
        return bad(&c, v, "`bin_filename` must hold neither `.` nor `/`");
    OPF_TRY(check_slots(&c, v, "inputs"));
    OPF_TRY(check_slots(&c, v, "outputs"));
    return check_attrs(&c, v);
}

opf_status *opf_variant_file_check(const char *path, const opf_value *root, struct opf_variant_file *out)
{
    struct checker c = {path, NULL};
    if (!root || root->kind != OPF_VALUE_OBJECT)
        return bad(&c, root, "the file holds %s, an object was expected", opf_value_kind_name(root));
    out->path = path;
    out->root = root;
    out->op_type = opf_variant_text(root, "op_type");
    if (!out->op_type || !*out->op_type)
        return bad(&c, root, "member `op_type` is missing or no text");
    out->op_list = opf_value_get(root, "op_list");
    if (!out->op_list || out->op_list->kind != OPF_VALUE_ARRAY)
        return bad(&c, root, "member `op_list` is %s, an array was expected",
                   opf_value_kind_name(out->op_list));
    if (!out->op_list->first)
        return bad(&c, out->op_list, "`op_list` holds no variant");
    for (const opf_value *v = out->op_list->first; v; v = v->next)
        OPF_TRY(check_variant(path, v));
    return NULL;
}

opf_status *opf_variant_file_read(opf_arena *arena, const char *path, struct opf_variant_file *out)
{
    opf_value *root;
    OPF_TRY(opf_json_read_last_wins(arena, path, &root));
    return opf_variant_file_check(path, root, out);
}

/* ---- generation ---------------------------------------------------------------------------------------- */

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for variants");
}

static opf_value *make_tensor(opf_arena *a, const struct opf_kernel_param *p, size_t index, size_t column)
{
    opf_value *t = opf_value_object(a), *shape = opf_value_array(a);
    if (!t || !shape || !opf_value_add(shape, opf_value_int(a, -2)))
        return NULL;
    bool ok = opf_value_set(a, t, "name", opf_value_string(a, p->name)) &&
              opf_value_set(a, t, "index", opf_value_int(a, (int64_t)index)) &&
              opf_value_set(a, t, "dtype", opf_value_string(a, p->dtypes[column])) &&
              opf_value_set(a, t, "format", opf_value_string(a, p->formats ? p->formats[column] : "ND")) &&
              opf_value_set(a, t, "paramType", opf_value_string(a, p->param)) &&
              opf_value_set(a, t, "shape", shape);
    if (!ok || strcmp(p->param, "dynamic") != 0)
        return ok ? t : NULL;
    opf_value *group = opf_value_array(a);
    return group && opf_value_add(group, t) ? group : NULL;
}

static opf_value *make_side(opf_arena *a, const struct opf_kernel_desc *d, bool output, size_t column)
{
    opf_value *list = opf_value_array(a);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < d->param_count; i++)
        if (d->params[i].output == output)
            ok = opf_value_add(list, make_tensor(a, &d->params[i], output ? i - d->input_count : i, column));
    return ok ? list : NULL;
}

/* Default of an optional attribute as a typed value; null for lists, for required ones and for odd texts. */
static opf_value *attr_default(opf_arena *a, const struct opf_kernel_attr *attr)
{
    int64_t whole;
    double real;
    if (!attr->fallback || strcmp(attr->param, "optional") != 0 || opf_text_starts(attr->type, "list"))
        return opf_value_null(a);
    if (strcmp(attr->type, "bool") == 0)
        return opf_value_bool(a, strcmp(attr->fallback, "true") == 0);
    if (strcmp(attr->type, "int") == 0 && opf_text_to_i64(attr->fallback, &whole))
        return opf_value_int(a, whole);
    if (strcmp(attr->type, "float") == 0 && opf_text_to_f64(attr->fallback, &real))
        return opf_value_real(a, real);
    if (strcmp(attr->type, "str") == 0)
        return opf_value_string(a, attr->fallback);
    return opf_value_null(a);
}

static opf_value *make_attrs(opf_arena *a, const struct opf_kernel_desc *d)
{
    opf_value *list = opf_value_array(a);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < d->attr_count; i++) {
        opf_value *o = opf_value_object(a);
        ok = o && opf_value_set(a, o, "name", opf_value_string(a, d->attrs[i].name)) &&
             opf_value_set(a, o, "dtype", opf_value_string(a, d->attrs[i].type)) &&
             opf_value_set(a, o, "value", attr_default(a, &d->attrs[i])) && opf_value_add(list, o);
    }
    return ok ? list : NULL;
}

static opf_value *make_variant(opf_arena *a, const struct opf_kernel_desc *d, const char *stem, size_t column)
{
    opf_value *v = opf_value_object(a);
    bool ok = v && opf_value_set(a, v, "bin_filename", opf_value_string(a, stem)) &&
              opf_value_set(a, v, "inputs", make_side(a, d, false, column)) &&
              opf_value_set(a, v, "outputs", make_side(a, d, true, column));
    if (ok && d->attr_count)
        ok = opf_value_set(a, v, "attrs", make_attrs(a, d));
    return ok ? v : NULL;
}

static opf_value *wrap(opf_arena *a, const char *op_type, opf_value *variant)
{
    opf_value *root = opf_value_object(a), *list = opf_value_array(a);
    bool ok = root && list && (!variant || opf_value_add(list, variant)) &&
              opf_value_set(a, root, "op_type", opf_value_string(a, op_type)) &&
              opf_value_set(a, root, "op_list", list);
    return ok ? root : NULL;
}

/* <OpType>_<md5 of the file with an empty name>; on a collision the text gets a 1 appended. */
static opf_status *name_variant(opf_arena *a, const struct opf_kernel_desc *d, size_t column, opf_map *names,
                                const char **out)
{
    opf_value *nameless = make_variant(a, d, "", column);
    opf_value *root = nameless ? wrap(a, d->op_type, nameless) : NULL;
    if (!root)
        return no_memory();
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_json_write(&text, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
    while (text.len && text.data[text.len - 1] == '\n')
        text.data[--text.len] = '\0';
    opf_status *status = NULL;
    char md5[OPF_MD5_HEX];
    do {
        status = opf_buf_finish(&text, "a variant");
        if (status)
            break;
        opf_digest_md5(text.data, text.len, md5);
        *out = opf_arena_printf(a, "%s_%s", d->op_type, md5);
        opf_buf_putc(&text, '1');
    } while (*out && opf_map_has(names, *out));
    if (!status)
        status = *out ? opf_map_set(names, *out, names, NULL) : no_memory();
    opf_buf_free(&text);
    return status;
}

/* Equal dtypes and formats of the required parameters make equal variants. */
static bool is_repeated(const struct opf_kernel_desc *d, size_t column)
{
    for (size_t c = 0; c < column; c++) {
        bool same = true;
        for (size_t i = 0; same && i < d->param_count; i++) {
            const struct opf_kernel_param *p = &d->params[i];
            if (strcmp(p->param, "optional") == 0)
                continue;
            same = strcmp(p->dtypes[c], p->dtypes[column]) == 0 &&
                   (!p->formats || strcmp(p->formats[c], p->formats[column]) == 0);
        }
        if (same)
            return true;
    }
    return false;
}

static opf_status *generate(opf_arena *arena, const struct opf_kernel_desc *d, size_t column, opf_map *names,
                            opf_value **out)
{
    size_t columns = d->param_count ? d->params[0].columns : 0;
    if (!columns)
        return OPF_FAIL(OPF_INVALID_FORMAT, "operator %s has no parameters, so no variant can be made",
                        d->op_type);
    if (column > columns)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "operator %s has %zu columns of types, column %zu was asked for", d->op_type, columns,
                        column);
    opf_value *list = opf_value_array(arena), *root = opf_value_object(arena);
    if (!list || !root || !opf_value_set(arena, root, "op_type", opf_value_string(arena, d->op_type)) ||
        !opf_value_set(arena, root, "op_list", list))
        return no_memory();
    for (size_t c = 0; c < columns; c++) {
        const char *stem = NULL;
        if (column ? c + 1 != column : is_repeated(d, c))
            continue;
        OPF_TRY(name_variant(arena, d, c, names, &stem));
        if (!opf_value_add(list, make_variant(arena, d, stem, c)))
            return no_memory();
    }
    *out = root;
    return NULL;
}

opf_status *opf_variant_file_generate(opf_arena *arena, const struct opf_kernel_desc *desc, size_t column,
                                      opf_value **out)
{
    opf_map *names;
    OPF_TRY(opf_map_create(&names));
    opf_status *status = generate(arena, desc, column, names, out);
    opf_map_destroy(names);
    return status;
}

opf_value *opf_variant_single(opf_arena *a, const struct opf_variant_file *file, const opf_value *variant,
                              const char *stem)
{
    opf_value *root = opf_value_object(a), *list = opf_value_array(a), *copy = opf_value_object(a);
    bool ok = root && list && copy;
    for (const opf_value *m = variant->first; ok && m; m = m->next)
        ok = opf_value_set(a, copy, m->name,
                           strcmp(m->name, "bin_filename") == 0 ? opf_value_string(a, stem)
                                                                : opf_value_copy(a, m));
    ok = ok && opf_value_add(list, copy);
    for (const opf_value *m = file->root->first; ok && m; m = m->next)
        ok = opf_value_set(a, root, m->name, strcmp(m->name, "op_list") == 0 ? list : opf_value_copy(a, m));
    return ok ? root : NULL;
}
