/* optiling: runs an operator's shape inference and tiling and shows what they decided. The operator's own
 * code runs in a child process with limits: it may crash or hang without taking this program down. */
#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "base/yaml.h"
#include "opforge/host_api.h"

#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "Usage: optiling OPTYPE --soc=CHIP --lib=FILE [--lib=FILE]... --in NAME:DTYPE:DIMS[:FORMAT]... "
    "[options]\n"
    "\n"
    "  --soc=CHIP          ascend950 (default), or a full name like Ascend950PR_9599\n"
    "  --lib=FILE          operators' library (libophost_*.so); default: build/libophost_*.so\n"
    "  --in NAME:DTYPE:DIMS[:FORMAT]  one input; DIMS as 1,64,2 (empty: a scalar). The same name again is "
    "the\n"
    "                      next tensor of a dynamic input; NAME:none is an absent optional input\n"
    "  --out NAME:DTYPE[:DIMS[:FORMAT]]  one output; default: one output with input 0's dtype\n"
    "  --value NAME=1,2,3  the elements of an input that the host may read\n"
    "  --attr NAME=VALUE   an attribute: 3, 0.5, true, text, [1,2], [0.5,1], [[1,2],[3]]\n"
    "  --desc=FILE         the operator's kernel description (.yaml): orders and completes the attributes,\n"
    "                      decodes template keys. Without it attributes count in the order given\n"
    "  --deterministic     ask for deterministic computation\n"
    "  --log=LEVEL         keep the operator's log from this level (debug, info, warn, error)\n"
    "  --timeout=SECONDS   end the operator's code after this time (default 20)\n"
    "  --memory=MIB        address space the operator's code may use (default 4096)\n"
    "  --json              print one JSON object\n";

#define MAX_TENSORS 256
#define MAX_ATTRS   64
#define DATA_ROOM   (1024 * 1024)

struct tensor_arg {
    const char *name;
    bool absent;
    bool has_shape;
    struct opf_host_tensor tensor;
    void *data;
};

struct attr_arg {
    const char *name;
    struct opf_host_attr attr;
};

struct options {
    const char *op_type, *soc, *desc_path;
    struct opf_strvec libs;
    struct tensor_arg inputs[MAX_TENSORS], outputs[MAX_TENSORS];
    size_t input_num, output_num;
    struct attr_arg attrs[MAX_ATTRS];
    size_t attr_num;
    bool deterministic, json;
    int log_level;
    double timeout_s;
    int64_t memory_mib;
};

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

static const char *dtype_name(int number)
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
static opf_status *read_tensor(opf_arena *arena, const char *text, bool is_input, struct tensor_arg *out)
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
static opf_status *read_value(opf_arena *arena, struct options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--value %s: NAME=1,2,3 expected", text);
    for (size_t i = 0; i < o->input_num; i++) {
        struct tensor_arg *t = &o->inputs[i];
        if (strncmp(t->name, text, (size_t)(equals - text)) != 0 || t->name[equals - text] != '\0' ||
            t->tensor.data)
            continue;
        int bits = dtype_bits(t->tensor.dtype);
        if (bits % 8 != 0 || bits > 64 || t->tensor.dtype == 1 || t->tensor.dtype == 27)
            return OPF_FAIL(OPF_UNSUPPORTED, "--value %s: values of %s cannot be given here", text,
                            dtype_name(t->tensor.dtype));
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
    int64_t *items = opf_arena_alloc(arena, (count + 1) * sizeof(int64_t));
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
            items[i] = v->as.integer;
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

static opf_status *read_attr(opf_arena *arena, struct options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || o->attr_num == MAX_ATTRS)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--attr %s: NAME=VALUE expected, at most %d of them", text,
                        MAX_ATTRS);
    struct attr_arg *a = &o->attrs[o->attr_num++];
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

static opf_status *add_tensor(opf_arena *arena, const char *text, bool input, struct options *o)
{
    struct tensor_arg *list = input ? o->inputs : o->outputs;
    size_t *count = input ? &o->input_num : &o->output_num;
    if (*count == MAX_TENSORS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "more than %d tensors", MAX_TENSORS);
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

static opf_status *parse(opf_arena *arena, int argc, char **argv, struct options *o)
{
    for (int i = 1; i < argc; i++) {
        const char *v;
        int64_t number = 0;
        if ((v = option_value("soc", argc, argv, &i)))
            o->soc = v;
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

/* ---- the node ----------------------------------------------------------------------------------------- */

/* Neighbours of one name are the instances of one parameter. */
static uint32_t group(struct tensor_arg *args, size_t count, const struct opf_host_tensor **flat,
                      uint32_t *instances)
{
    uint32_t params = 0;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(args[i].name, args[i - 1].name) != 0)
            instances[params++] = 0;
        if (args[i].absent)
            continue;
        instances[params - 1]++;
        flat[used++] = &args[i].tensor;
    }
    return params;
}

/* Attributes in the description's order, with its defaults for those not given. */
static opf_status *order_attrs(opf_arena *arena, struct options *o, const opf_value *desc)
{
    const opf_value *list;
    OPF_TRY(opf_value_need_array(desc, "attrs", o->desc_path, &list));
    struct attr_arg sorted[MAX_ATTRS];
    size_t count = 0, taken = 0;
    for (const opf_value *a = list->first; a; a = a->next) {
        const char *name, *type;
        OPF_TRY(opf_value_need_string(a, "name", o->desc_path, &name));
        OPF_TRY(opf_value_need_string(a, "type", o->desc_path, &type));
        const opf_value *fallback = opf_value_get(a, "default");
        if (count == MAX_ATTRS)
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: more than %d attributes", o->desc_path, MAX_ATTRS);
        size_t i = 0;
        while (i < o->attr_num && strcmp(o->attrs[i].name, name) != 0)
            i++;
        struct attr_arg *to = &sorted[count++];
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

/* ---- results as a tree -------------------------------------------------------------------------------- */

static opf_value *shape_value(opf_arena *a, const struct opf_host_shape *shape)
{
    opf_value *list = opf_value_array(a);
    for (uint32_t i = 0; list && i < shape->dim_num; i++)
        opf_value_add(list, opf_value_int(a, shape->dims[i]));
    return list;
}

/* Template parameters of the key, the first in the lowest bits. */
static opf_value *decode_key(opf_arena *a, const opf_value *desc, uint64_t key)
{
    const opf_value *table = opf_value_at(opf_value_get(opf_value_get(desc, "kernel"), "templates"), 0);
    const opf_value *params = opf_value_get(table, "params");
    if (!params || !params->first)
        return NULL;
    opf_value *out = opf_value_object(a);
    unsigned shift = 0;
    for (const opf_value *p = params->first; out && p; p = p->next) {
        const opf_value *name = opf_value_get(p, "name"), *kind = opf_value_get(p, "kind");
        const opf_value *width = opf_value_get(p, "width"), *values = opf_value_get(p, "values");
        if (!name || !kind || !width || name->kind != OPF_VALUE_STRING || width->kind != OPF_VALUE_INT)
            return NULL;
        unsigned bits = (unsigned)width->as.integer;
        uint64_t field = shift < 64 ? key >> shift : 0;
        if (bits < 64)
            field &= (UINT64_C(1) << bits) - 1;
        shift += bits;
        const opf_value *listed = opf_value_at(values, (size_t)field);
        int64_t value = (int64_t)field;
        if (strcmp(kind->as.string, "uint") == 0 && listed && listed->kind == OPF_VALUE_INT)
            value = listed->as.integer;
        opf_value_set(a, out, name->as.string, opf_value_int(a, value));
    }
    return out;
}

struct field_list {
    opf_arena *arena;
    opf_value *object;
};

static void take_field(void *ctx, const char *path, int is_real, int64_t whole, double real)
{
    struct field_list *f = ctx;
    opf_value *v = is_real ? opf_value_real(f->arena, real) : opf_value_int(f->arena, whole);
    opf_value_set(f->arena, f->object, opf_arena_strdup(f->arena, path), v);
}

static opf_value *tiling_value(opf_arena *a, const char *op_type, const opf_value *desc,
                               const struct opf_host_tiling *t)
{
    opf_value *o = opf_value_object(a), *spaces = opf_value_array(a);
    char key[32];
    snprintf(key, sizeof(key), "%llu", (unsigned long long)t->tiling_key);
    opf_value_set(a, o, "tiling_key", opf_value_string(a, key));
    opf_value *parameters = desc ? decode_key(a, desc, t->tiling_key) : NULL;
    if (parameters)
        opf_value_set(a, o, "template_parameters", parameters);
    opf_value_set(a, o, "block_dim", opf_value_int(a, t->block_dim));
    opf_value_set(a, o, "schedule_mode", opf_value_int(a, t->schedule_mode));
    opf_value_set(a, o, "local_memory_size", opf_value_int(a, t->local_memory_size));
    opf_value_set(a, o, "need_atomic", opf_value_bool(a, t->need_atomic != 0));
    for (uint32_t i = 0; i < t->workspace_num; i++)
        opf_value_add(spaces, opf_value_int(a, (int64_t)t->workspaces[i]));
    opf_value_set(a, o, "workspaces", spaces);
    opf_value_set(a, o, "tiling_data_size", opf_value_int(a, (int64_t)t->size));
    char *hex = opf_arena_alloc(a, t->size * 2 + 1);
    for (size_t i = 0; hex && i < t->size; i++)
        snprintf(hex + i * 2, 3, "%02x", ((const uint8_t *)t->data)[i]);
    opf_value_set(a, o, "tiling_data", opf_value_string(a, hex));
    struct field_list fields = {a, opf_value_object(a)};
    if (fields.object && opf_host_tiling_fields(op_type, t, take_field, &fields) > 0)
        opf_value_set(a, o, "tiling_fields", fields.object);
    return o;
}

/* ---- the child: loads the operator and calls it ------------------------------------------------------- */

/* The parent reads the last of these from stderr to say what was running. */
static void stage(const char *what)
{
    fprintf(stderr, "@stage %s\n", what);
}

static opf_status *host_error(const char *doing)
{
    return OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %s", doing, opf_host_last_error());
}

/* build/libophost_*.so when no --lib was given. */
static opf_status *load_libraries(struct options *o)
{
    if (o->libs.len == 0) {
        OPF_TRY(opf_path_walk("build", "libophost_*.so", 1, &o->libs));
        if (o->libs.len == 0)
            return OPF_FAIL(OPF_NOT_FOUND, "no --lib was given and there is no build/libophost_*.so here");
    }
    for (size_t i = 0; i < o->libs.len; i++) {
        /* dlopen looks for a bare name elsewhere. */
        char *path = opf_path_absolute(o->libs.items[i]);
        int failed = !path || opf_host_load(path) != 0;
        opf_free(path);
        if (failed)
            return host_error("loading operators");
    }
    return NULL;
}

static void append_log(opf_arena *a, opf_value *log)
{
    struct opf_strvec lines;
    opf_strvec_init(&lines);
    opf_strvec_split(&lines, opf_host_last_log(), "\n", true);
    for (size_t i = 0; i < lines.len; i++)
        opf_value_add(log, opf_value_string(a, lines.items[i]));
    opf_strvec_free(&lines);
}

/* Types and shapes of the outputs: inferred where the operator says how, as given otherwise. */
static opf_status *infer(opf_arena *a, struct options *o, const opf_host_op *op,
                         const struct opf_host_node *node, opf_value *root, opf_value *log)
{
    static struct opf_host_shape shapes[MAX_TENSORS];
    int32_t types[MAX_TENSORS];
    opf_value *list = opf_value_array(a);
    stage("type inference");
    bool typed = opf_host_infer_dtype(op, node, types) == 0;
    stage("shape inference");
    bool shaped = opf_host_infer_shape(op, node, shapes) == 0;
    append_log(a, log);
    char *why = opf_arena_strdup(a, opf_host_last_error());
    for (size_t i = 0; i < o->output_num; i++) {
        struct tensor_arg *out = &o->outputs[i];
        if (typed && types[i] != 28)
            out->tensor.dtype = types[i];
        if (shaped)
            out->tensor.origin_shape = out->tensor.storage_shape = shapes[i];
        opf_value *v = opf_value_object(a);
        opf_value_set(a, v, "name", opf_value_string(a, out->name));
        opf_value_set(a, v, "dtype", opf_value_string(a, dtype_name(out->tensor.dtype)));
        opf_value_set(a, v, "shape", shape_value(a, &out->tensor.origin_shape));
        opf_value_set(a, v, "inferred", opf_value_bool(a, shaped));
        opf_value_add(list, v);
        if (!shaped && !out->has_shape)
            return OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s (give the shape with --out %s:%s:DIMS to tile anyway)",
                            why, out->name, dtype_name(out->tensor.dtype));
    }
    opf_value_set(a, root, "outputs", list);
    return NULL;
}

static opf_status *call_operator(opf_arena *a, struct options *o, const opf_value *desc, opf_value *root,
                                 opf_value *log)
{
    stage("loading");
    opf_host_set_log_level(o->log_level);
    OPF_TRY(load_libraries(o));
    const opf_host_platform *platform;
    if (opf_host_platform_open(o->soc, &platform) != 0)
        return host_error("opening the chip");
    const opf_host_op *op = opf_host_find_op(o->op_type);
    if (!op) {
        size_t count;
        const char *const *names = opf_host_list_ops(&count);
        const char *near = opf_text_nearest(o->op_type, names, count);
        return OPF_FAIL(OPF_NOT_FOUND, "no library registered the operator %s%s%s%s", o->op_type,
                        near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    const struct opf_host_tensor *inputs[MAX_TENSORS], *outputs[MAX_TENSORS];
    uint32_t in_instances[MAX_TENSORS], out_instances[MAX_TENSORS];
    struct opf_host_attr attrs[MAX_ATTRS];
    for (size_t i = 0; i < o->attr_num; i++)
        attrs[i] = o->attrs[i].attr;
    struct opf_host_node node = {.op_type = o->op_type,
                                 .inputs = inputs,
                                 .input_instances = in_instances,
                                 .outputs = outputs,
                                 .output_instances = out_instances,
                                 .attrs = attrs,
                                 .attr_num = (uint32_t)o->attr_num,
                                 .deterministic = o->deterministic};
    node.input_param_num = group(o->inputs, o->input_num, inputs, in_instances);
    node.output_param_num = group(o->outputs, o->output_num, outputs, out_instances);
    OPF_TRY(infer(a, o, op, &node, root, log));
    struct opf_host_tiling tiling = {.capacity = DATA_ROOM, .data = opf_arena_alloc(a, DATA_ROOM)};
    if (!tiling.data)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "the tiling buffer");
    stage("tiling");
    int failed = opf_host_tiling_run(op, &node, platform, &tiling);
    append_log(a, log);
    if (failed)
        return host_error("tiling");
    stage("printing");
    opf_value_set(a, root, "tiling", tiling_value(a, o->op_type, desc, &tiling));
    return NULL;
}

static void print_tree(const opf_value *v, int indent)
{
    for (const opf_value *m = v->first; m; m = m->next) {
        struct opf_buf line;
        opf_buf_init(&line, OPF_BUF_MAX_DEFAULT);
        bool nested = m->kind == OPF_VALUE_OBJECT;
        if (!nested && m->kind == OPF_VALUE_STRING)
            opf_buf_puts(&line, m->as.string);
        else if (!nested)
            opf_json_write(&line, m, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
        printf("%*s%s%s%s\n", indent, "", m->name ? m->name : "-", nested ? ":" : " = ",
               nested ? "" : opf_buf_text(&line));
        opf_buf_free(&line);
        if (nested)
            print_tree(m, indent + 2);
    }
}

static int run_child(opf_arena *a, struct options *o)
{
    opf_value *root = opf_value_object(a), *log = opf_value_array(a), *desc = NULL;
    opf_value_set(a, root, "op_type", opf_value_string(a, o->op_type));
    opf_value_set(a, root, "soc", opf_value_string(a, o->soc));
    opf_status *status = o->desc_path ? opf_yaml_read(a, o->desc_path, &desc) : NULL;
    if (!status && desc)
        status = order_attrs(a, o, desc);
    if (!status)
        status = call_operator(a, o, desc, root, log);
    int code = status ? 1 : 0;
    opf_value_set(a, root, "log", log);
    if (status)
        opf_value_set(a, root, "error", opf_value_string(a, opf_status_message(status)));
    opf_status_free(status);
    if (o->json) {
        struct opf_buf text;
        opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
        opf_json_write(&text, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
        puts(opf_buf_text(&text));
        opf_buf_free(&text);
    } else {
        print_tree(root, 0);
    }
    return fflush(stdout) == 0 ? code : 1;
}

/* ---- the parent: limits, and the report of an end by force --------------------------------------------- */

static const char *last_stage(struct opf_buf *err)
{
    const char *last = "starting";
    for (char *at = err->data; at && (at = strstr(at, "@stage ")); at++)
        last = at + 7;
    return last;
}

/* What the operator itself wrote to stderr, without our marks. */
static void pass_errors(const struct opf_buf *err)
{
    for (const char *line = opf_buf_text(err); *line;) {
        const char *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) + 1 : strlen(line);
        if (strncmp(line, "@stage ", 7) != 0)
            fwrite(line, 1, len, stderr);
        line += len;
    }
}

static opf_status *run_parent(int argc, char **argv, const struct options *o, int *code)
{
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_strvec_push(&args, "/proc/self/exe");
    opf_strvec_push(&args, "--child");
    for (int i = 1; i < argc; i++)
        opf_strvec_push(&args, argv[i]);
    opf_status *status = opf_strvec_finish(&args);
    struct opf_proc_spec spec = {.argv = (const char *const *)args.items,
                                 .timeout_s = o->timeout_s,
                                 .memory_bytes = (size_t)o->memory_mib << 20};
    struct opf_proc_result result;
    if (!status)
        status = opf_proc_run(&spec, &result);
    opf_strvec_free(&args);
    if (status)
        return status;
    pass_errors(&result.err);
    const char *stage_line = last_stage(&result.err);
    int stage_len = (int)strcspn(stage_line, "\n");
    if (result.timed_out)
        status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %.*s did not end within %g s", o->op_type, stage_len,
                          stage_line, o->timeout_s);
    else if (result.signal)
        status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %.*s was ended by signal %d (%s)", o->op_type,
                          stage_len, stage_line, result.signal, strsignal(result.signal));
    fputs(opf_buf_text(&result.out), stdout);
    *code = status ? 1 : result.exit_code;
    opf_proc_result_free(&result);
    return status;
}

int main(int argc, char **argv)
{
    static struct options o;
    o.soc = "ascend950";
    o.log_level = 3;
    o.timeout_s = 20;
    o.memory_mib = 4096;
    opf_strvec_init(&o.libs);
    bool child = argc > 1 && strcmp(argv[1], "--child") == 0;
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(USAGE, stdout);
        return argc < 2;
    }
    opf_arena *arena = NULL;
    int code = 1;
    opf_status *status = opf_arena_create(&arena);
    if (!status)
        status = parse(arena, argc, argv, &o);
    if (!status && o.output_num == 0) {
        o.outputs[o.output_num++] = o.inputs[0];
        o.outputs[0].name = "y";
        o.outputs[0].has_shape = false;
        o.outputs[0].tensor.data = NULL;
    }
    if (!status && child)
        code = run_child(arena, &o);
    else if (!status)
        status = run_parent(argc, argv, &o, &code);
    if (status) {
        opf_status_print(stderr, status);
        code = 1;
    }
    opf_status_free(status);
    opf_strvec_free(&o.libs);
    opf_arena_destroy(arena);
    return code;
}
