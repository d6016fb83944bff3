/* Reading what is asked of a run of shape inference and tiling. */
#include "runner/tiling_args.h"

#include "base/json.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- names of dtypes and formats ---------------------------------------------------------------------- */

struct name_number {
    const char *name;
    int number;
    int bits;
};
/* clang-format off */
static const struct name_number DTYPES[] = {
    {"float32", 0, 32},   {"float", 0, 32},       {"float16", 1, 16},        {"int8", 2, 8},
    {"int32", 3, 32},     {"uint8", 4, 8},        {"int16", 6, 16},          {"uint16", 7, 16},
    {"uint32", 8, 32},    {"int64", 9, 64},       {"uint64", 10, 64},        {"double", 11, 64},
    {"bool", 12, 8},      {"complex64", 16, 64},  {"complex128", 17, 128},   {"bfloat16", 27, 16},
    {"int4", 29, 4},      {"uint1", 30, 1},       {"int2", 31, 2},           {"complex32", 33, 32},
    {"hifloat8", 34, 8},  {"float8_e5m2", 35, 8}, {"float8_e4m3fn", 36, 8},  {"float8_e8m0", 37, 8},
    {"float4_e2m1", 40, 4}, {"float4_e1m2", 41, 4}};
static const struct name_number FORMATS[] = {
    {"NCHW", 0, 0},          {"NHWC", 1, 0},   {"ND", 2, 0},     {"NC1HWC0", 3, 0},     {"FRACTAL_Z", 4, 0},
    {"HWCN", 16, 0},         {"NDHWC", 27, 0}, {"NCDHW", 30, 0}, {"FRACTAL_NZ", 29, 0}, {"DHWCN", 31, 0},
    {"FRACTAL_Z_3D", 33, 0}, {"NCL", 47, 0}};
/* clang-format on */
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const struct name_number *find_name(const struct name_number *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

const char *opf_tiling_dtype_name(int number)
{
    for (size_t i = 0; i < COUNT(DTYPES); i++)
        if (DTYPES[i].number == number)
            return DTYPES[i].name;
    return "undefined";
}

static int dtype_bits(int number)
{
    for (size_t i = 0; i < COUNT(DTYPES); i++)
        if (DTYPES[i].number == number)
            return DTYPES[i].bits;
    return 0;
}

/* ---- reading the command line ------------------------------------------------------------------------- */

static opf_status *read_dims(const char *text, const char *whole, struct opf_host_shape *shape)
{
    shape->dim_num = 0;
    struct opf_strvec parts;
    opf_strvec_init(&parts);
    opf_strvec_split(&parts, text, ",", true);
    opf_status *status = opf_strvec_finish(&parts);
    for (size_t i = 0; !status && i < parts.len; i++) {
        int64_t dim;
        if (shape->dim_num >= OPF_HOST_MAX_DIMS)
            status = OPF_FAIL(OPF_OUT_OF_RANGE, "%s: more than %d dimensions", whole, OPF_HOST_MAX_DIMS);
        else if (!opf_text_to_i64(parts.items[i], &dim))
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "%s: `%s` is not a dimension", whole, parts.items[i]);
        else
            shape->dims[shape->dim_num++] = dim;
    }
    opf_strvec_free(&parts);
    return status;
}

/* NAME:DTYPE[:DIMS[:FORMAT]] or NAME:none. */
static opf_status *read_tensor(opf_arena *arena, const char *text, bool is_input,
                               struct opf_tiling_tensor *out)
{
    char *copy = opf_arena_strdup(arena, text), *field[4] = {copy, NULL, NULL, NULL};
    if (!copy)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "reading %s", text);
    for (int i = 1; i < 4 && field[i - 1]; i++) {
        field[i] = strchr(field[i - 1], ':');
        if (field[i])
            *field[i]++ = '\0';
    }
    memset(out, 0, sizeof(*out));
    out->name = field[0];
    if (field[1] && strcmp(field[1], "none") == 0) {
        out->absent = true;
        return NULL;
    }
    const struct name_number *type = field[1] ? find_name(DTYPES, COUNT(DTYPES), field[1]) : NULL;
    if (!type || (is_input && !field[2]))
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "`%s`: NAME:DTYPE:DIMS[:FORMAT] expected, with a dtype like float16", text);
    const char *format_name = field[3] ? field[3] : "ND";
    const struct name_number *format = find_name(FORMATS, COUNT(FORMATS), format_name);
    if (!format)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "`%s`: unknown format %s", text, format_name);
    out->tensor.dtype = type->number;
    out->tensor.origin_format = out->tensor.storage_format = format->number;
    out->has_shape = field[2] != NULL;
    OPF_TRY(read_dims(field[2] ? field[2] : "", text, &out->tensor.origin_shape));
    out->tensor.storage_shape = out->tensor.origin_shape;
    return NULL;
}

static void store_element(int dtype, void *at, const char *text)
{
    double real = strtod(text, NULL);
    int64_t whole = strtoll(text, NULL, 0);
    float single = (float)real;
    switch (dtype) {
    case 0:
        memcpy(at, &single, 4);
        break;
    case 11:
        memcpy(at, &real, 8);
        break;
    case 12:
        *(uint8_t *)at = strcmp(text, "true") == 0 || whole != 0;
        break;
    default: /* little-endian integers of any width */
        memcpy(at, &whole, (size_t)dtype_bits(dtype) / 8);
    }
}

/* NAME=1,2,3 for an input given before. */
static opf_status *read_value(opf_arena *arena, struct opf_tiling_args *o, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--value %s: NAME=1,2,3 expected", text);
    for (size_t i = 0; i < o->input_num; i++) {
        struct opf_tiling_tensor *t = &o->inputs[i];
        if (strncmp(t->name, text, (size_t)(equals - text)) != 0 || t->name[equals - text] != '\0' ||
            t->tensor.data)
            continue;
        int bits = dtype_bits(t->tensor.dtype);
        if (bits % 8 != 0 || bits > 64 || t->tensor.dtype == 1 || t->tensor.dtype == 27)
            return OPF_FAIL(OPF_UNSUPPORTED, "--value %s: values of %s cannot be given here", text,
                            opf_tiling_dtype_name(t->tensor.dtype));
        struct opf_strvec parts;
        opf_strvec_init(&parts);
        opf_strvec_split(&parts, equals + 1, ",", true);
        char *data = opf_arena_alloc(arena, parts.len * 8 + 8);
        opf_status *status =
            data ? opf_strvec_finish(&parts) : OPF_FAIL(OPF_OUT_OF_MEMORY, "--value %s", text);
        for (size_t k = 0; !status && k < parts.len; k++)
            store_element(t->tensor.dtype, data + k * (size_t)bits / 8, parts.items[k]);
        t->tensor.data = data;
        t->tensor.data_size = parts.len * (size_t)bits / 8;
        opf_strvec_free(&parts);
        return status;
    }
    return OPF_FAIL(OPF_NOT_FOUND, "--value %s: no such input was given before", text);
}

static bool is_integer(const opf_value *v)
{
    return v->kind == OPF_VALUE_INT;
}

static opf_status *list_attr(opf_arena *arena, const char *where, const opf_value *list,
                             struct opf_host_attr *out)
{
    const opf_value *first = list->first;
    size_t count = list->count;
    out->v.list.count = count;
    if (first && first->kind == OPF_VALUE_ARRAY) {
        struct opf_host_attr *rows = opf_arena_alloc(arena, count * sizeof(*rows));
        if (!rows)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s", where);
        out->kind = OPF_ATTR_LIST_LIST_INT;
        out->v.list.items = rows;
        for (const opf_value *row = first; row; row = row->next)
            OPF_TRY(list_attr(arena, where, row, rows++));
        return NULL;
    }
    void *items = opf_arena_alloc(arena, (count + 1) * sizeof(int64_t)); /* room for the widest kind */
    if (!items)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s", where);
    out->v.list.items = items;
    bool all_int = true, all_bool = count > 0;
    for (const opf_value *v = first; v; v = v->next) {
        all_int = all_int && is_integer(v);
        all_bool = all_bool && v->kind == OPF_VALUE_BOOL;
        if (v->kind != OPF_VALUE_INT && v->kind != OPF_VALUE_REAL && v->kind != OPF_VALUE_BOOL)
            return OPF_FAIL(OPF_INVALID_ARGUMENT,
                            "%s: a list holds numbers, booleans, or lists of whole numbers", where);
    }
    out->kind = all_int ? OPF_ATTR_LIST_INT : all_bool ? OPF_ATTR_LIST_BOOL : OPF_ATTR_LIST_FLOAT;
    size_t i = 0;
    for (const opf_value *v = first; v; v = v->next, i++) {
        if (all_int)
            ((int64_t *)items)[i] = v->as.integer;
        else if (all_bool)
            ((uint8_t *)items)[i] = v->as.boolean;
        else
            ((float *)items)[i] = is_integer(v) ? (float)v->as.integer : (float)v->as.real;
    }
    return NULL;
}

/* The value as JSON decides the kind; anything that is not JSON is a string. `type` (of a description) wins
 * where a number could be either. */
static opf_status *make_attr(opf_arena *arena, const char *where, const char *text, const char *type,
                             struct opf_host_attr *out)
{
    opf_value *value = NULL;
    opf_status *bad = opf_json_parse(arena, where, text, strlen(text), &value);
    if (bad || !value || (type && strcmp(type, "str") == 0)) {
        opf_status_free(bad);
        out->kind = OPF_ATTR_STRING;
        size_t len = strlen(text);
        bool quoted = len >= 2 && text[0] == '"' && text[len - 1] == '"';
        out->v.s = quoted ? opf_arena_strndup(arena, text + 1, len - 2) : text;
        return NULL;
    }
    switch (value->kind) {
    case OPF_VALUE_BOOL:
        out->kind = OPF_ATTR_BOOL;
        out->v.b = value->as.boolean;
        return NULL;
    case OPF_VALUE_INT:
        if (type && strcmp(type, "float") == 0) {
            out->kind = OPF_ATTR_FLOAT;
            out->v.f = (float)value->as.integer;
        } else {
            out->kind = OPF_ATTR_INT;
            out->v.i = value->as.integer;
        }
        return NULL;
    case OPF_VALUE_REAL:
        out->kind = OPF_ATTR_FLOAT;
        out->v.f = (float)value->as.real;
        return NULL;
    case OPF_VALUE_ARRAY:
        OPF_TRY(list_attr(arena, where, value, out));
        if (out->kind == OPF_ATTR_LIST_INT && type && strcmp(type, "listFloat") == 0) {
            float *items = opf_arena_alloc(arena, (out->v.list.count + 1) * sizeof(float));
            if (!items)
                return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s", where);
            for (size_t i = 0; i < out->v.list.count; i++)
                items[i] = (float)((const int64_t *)out->v.list.items)[i];
            out->kind = OPF_ATTR_LIST_FLOAT;
            out->v.list.items = items;
        } else if (out->v.list.count == 0 && type && strcmp(type, "listListInt") == 0) {
            out->kind = OPF_ATTR_LIST_LIST_INT;
        }
        return NULL;
    case OPF_VALUE_STRING:
        out->kind = OPF_ATTR_STRING;
        out->v.s = value->as.string;
        return NULL;
    default:
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s: `%s` is not an attribute's value", where, text);
    }
}

static opf_status *read_attr(opf_arena *arena, struct opf_tiling_args *o, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || o->attr_num == OPF_TILING_MAX_ATTRS)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--attr %s: NAME=VALUE expected, at most %d of them", text,
                        OPF_TILING_MAX_ATTRS);
    struct opf_tiling_attr *a = &o->attrs[o->attr_num++];
    a->name = opf_arena_strndup(arena, text, (size_t)(equals - text));
    return make_attr(arena, text, equals + 1, NULL, &a->attr);
}

/* `--name=value`, or `--name value`. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t len = strlen(name);
    if (strncmp(argv[*i], "--", 2) != 0 || strncmp(argv[*i] + 2, name, len) != 0)
        return NULL;
    const char *rest = argv[*i] + 2 + len;
    if (*rest == '=')
        return rest + 1;
    if (*rest == '\0' && *i + 1 < argc)
        return argv[++*i];
    return NULL;
}

static opf_status *add_tensor(opf_arena *arena, const char *text, bool input, struct opf_tiling_args *o)
{
    struct opf_tiling_tensor *list = input ? o->inputs : o->outputs;
    size_t *count = input ? &o->input_num : &o->output_num;
    if (*count == OPF_TILING_MAX_TENSORS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "more than %d tensors", OPF_TILING_MAX_TENSORS);
    return read_tensor(arena, text, input, &list[(*count)++]);
}

static opf_status *set_number(const char *text, const char *name, int64_t *out)
{
    if (!opf_text_to_i64(text, out) || *out <= 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--%s=%s: a positive whole number expected", name, text);
    return NULL;
}

static opf_status *set_level(const char *text, int *level)
{
    static const char *const names[] = {"debug", "info", "warn", "error"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, names[i]) == 0) {
            *level = i;
            return NULL;
        }
    }
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "--log=%s: debug, info, warn or error expected", text);
}

opf_status *opf_tiling_args_parse(opf_arena *arena, int argc, char **argv, struct opf_tiling_args *o)
{
    for (int i = 1; i < argc; i++) {
        const char *v;
        int64_t number = 0;
        if ((v = option_value("soc", argc, argv, &i)))
            o->soc = v;
        else if ((v = option_value("cores", argc, argv, &i)))
            OPF_TRY(set_number(v, "cores", &o->cores));
        else if ((v = option_value("lib", argc, argv, &i)))
            opf_strvec_push(&o->libs, v);
        else if ((v = option_value("in", argc, argv, &i)))
            OPF_TRY(add_tensor(arena, v, true, o));
        else if ((v = option_value("out", argc, argv, &i)))
            OPF_TRY(add_tensor(arena, v, false, o));
        else if ((v = option_value("value", argc, argv, &i)))
            OPF_TRY(read_value(arena, o, v));
        else if ((v = option_value("attr", argc, argv, &i)))
            OPF_TRY(read_attr(arena, o, v));
        else if ((v = option_value("desc", argc, argv, &i)))
            o->desc_path = v;
        else if ((v = option_value("log", argc, argv, &i)))
            OPF_TRY(set_level(v, &o->log_level));
        else if ((v = option_value("timeout", argc, argv, &i))) {
            OPF_TRY(set_number(v, "timeout", &number));
            o->timeout_s = (double)number;
        } else if ((v = option_value("memory", argc, argv, &i)))
            OPF_TRY(set_number(v, "memory", &o->memory_mib));
        else if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--deterministic") == 0)
            o->deterministic = true;
        else if (strcmp(argv[i], "--child") == 0)
            continue;
        else if (argv[i][0] != '-' && !o->op_type)
            o->op_type = argv[i];
        else
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown option or missing value: %s (--help)", argv[i]);
    }
    if (!o->op_type || o->input_num == 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "an operator type and at least one --in are needed (--help)");
    return opf_strvec_finish(&o->libs);
}

/* Attributes in the description's order, with its defaults for those not given. */
opf_status *opf_tiling_args_order_attrs(opf_arena *arena, struct opf_tiling_args *o, const opf_value *desc)
{
    const opf_value *list;
    OPF_TRY(opf_value_need_array(desc, "attrs", o->desc_path, &list));
    struct opf_tiling_attr sorted[OPF_TILING_MAX_ATTRS];
    size_t count = 0, taken = 0;
    for (const opf_value *a = list->first; a; a = a->next) {
        const char *name, *type;
        OPF_TRY(opf_value_need_string(a, "name", o->desc_path, &name));
        OPF_TRY(opf_value_need_string(a, "type", o->desc_path, &type));
        const opf_value *fallback = opf_value_get(a, "default");
        if (count == OPF_TILING_MAX_ATTRS)
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: more than %d attributes", o->desc_path,
                            OPF_TILING_MAX_ATTRS);
        size_t i = 0;
        while (i < o->attr_num && strcmp(o->attrs[i].name, name) != 0)
            i++;
        struct opf_tiling_attr *to = &sorted[count++];
        if (i < o->attr_num) {
            *to = o->attrs[i];
            taken++;
            if (to->attr.kind == OPF_ATTR_INT && strcmp(type, "float") == 0) {
                to->attr.kind = OPF_ATTR_FLOAT;
                to->attr.v.f = (float)to->attr.v.i;
            }
        } else if (fallback && fallback->kind == OPF_VALUE_STRING) {
            to->name = name;
            OPF_TRY(make_attr(arena, name, fallback->as.string, type, &to->attr));
        } else {
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "attribute `%s` (%s) has no default: give it with --attr",
                            name, type);
        }
    }
    if (taken < o->attr_num)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s has no such attribute as one of the --attr given",
                        o->desc_path);
    memcpy(o->attrs, sorted, sizeof(sorted[0]) * count);
    o->attr_num = count;
    return NULL;
}
