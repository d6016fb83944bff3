/* Calls an operator's host functions and shows what they decided. */
#include "runner/tiling_call.h"

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/yaml.h"
#include "runner/tiling_fields.h"

#include <string.h>

#define DATA_ROOM ((size_t)1024 * 1024)

/* Neighbours of one name are the instances of one parameter. */
static uint32_t group(struct opf_tiling_tensor *args, size_t count, const struct opf_host_tensor **flat,
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
    if (t->data_type && *t->data_type) /* with the compiler's closing bracket */
        opf_value_set(a, o, "tiling_type",
                      opf_value_string(a, opf_arena_strndup(a, t->data_type, strlen(t->data_type) - 1)));
    opf_value *fields = opf_value_object(a);
    opf_status_free(opf_tiling_fields_registered(a, op_type, t, fields)); /* without, the bytes are there */
    if (fields && fields->first)
        opf_value_set(a, o, "tiling_fields", fields);
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
static opf_status *choose_libraries(struct opf_tiling_args *o)
{
    if (o->libs.len == 0) {
        OPF_TRY(opf_path_walk("build", "libophost_*.so", 1, &o->libs));
        if (o->libs.len == 0)
            return OPF_FAIL(OPF_NOT_FOUND, "no --lib was given and there is no build/libophost_*.so here");
    }
    return NULL;
}

static opf_status *load_libraries(struct opf_tiling_args *o)
{
    OPF_TRY(choose_libraries(o));
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
static opf_status *infer(opf_arena *a, struct opf_tiling_args *o, const opf_host_op *op,
                         const struct opf_host_node *node, opf_value *root, opf_value *log)
{
    static struct opf_host_shape shapes[OPF_TILING_MAX_TENSORS];
    int32_t types[OPF_TILING_MAX_TENSORS];
    opf_value *list = opf_value_array(a);
    stage("type inference");
    bool typed = opf_host_infer_dtype(op, node, types) == 0;
    stage("shape inference");
    bool shaped = opf_host_infer_shape(op, node, shapes) == 0;
    append_log(a, log);
    char *why = opf_arena_strdup(a, opf_host_last_error());
    for (size_t i = 0; i < o->output_num; i++) {
        struct opf_tiling_tensor *out = &o->outputs[i];
        if (typed && types[i] != 28)
            out->tensor.dtype = types[i];
        if (shaped)
            out->tensor.origin_shape = out->tensor.storage_shape = shapes[i];
        opf_value *v = opf_value_object(a);
        opf_value_set(a, v, "name", opf_value_string(a, out->name));
        opf_value_set(a, v, "dtype", opf_value_string(a, opf_tiling_dtype_name(out->tensor.dtype)));
        opf_value_set(a, v, "shape", shape_value(a, &out->tensor.origin_shape));
        opf_value_set(a, v, "inferred", opf_value_bool(a, shaped));
        opf_value_add(list, v);
        if (!shaped && !out->has_shape)
            return OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s (give the shape with --out %s:%s:DIMS to tile anyway)",
                            why, out->name, opf_tiling_dtype_name(out->tensor.dtype));
    }
    opf_value_set(a, root, "outputs", list);
    return NULL;
}

static opf_status *call_operator(opf_arena *a, struct opf_tiling_args *o, const opf_value *desc,
                                 opf_value *root, opf_value *log)
{
    stage("loading");
    opf_host_set_log_level(o->log_level);
    OPF_TRY(load_libraries(o));
    const opf_host_platform *platform;
    if (opf_host_platform_open(o->soc, &platform) != 0)
        return host_error("opening the chip");
    if (o->cores &&
        opf_host_platform_reduce(platform, (uint32_t)(o->cores > UINT32_MAX ? 0 : o->cores), &platform) != 0)
        return host_error("taking cores from the chip");
    const opf_host_op *op = opf_host_find_op(o->op_type);
    if (!op) {
        size_t count;
        const char *const *names = opf_host_list_ops(&count);
        const char *near = opf_text_nearest(o->op_type, names, count);
        return OPF_FAIL(OPF_NOT_FOUND, "no library registered the operator %s%s%s%s", o->op_type,
                        near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    const struct opf_host_tensor *inputs[OPF_TILING_MAX_TENSORS], *outputs[OPF_TILING_MAX_TENSORS];
    uint32_t in_instances[OPF_TILING_MAX_TENSORS], out_instances[OPF_TILING_MAX_TENSORS];
    struct opf_host_attr attrs[OPF_TILING_MAX_ATTRS];
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

int opf_tiling_call(opf_arena *a, struct opf_tiling_args *o, struct opf_buf *out)
{
    opf_value *root = opf_value_object(a), *log = opf_value_array(a), *desc = NULL;
    opf_value_set(a, root, "op_type", opf_value_string(a, o->op_type));
    opf_value_set(a, root, "soc", opf_value_string(a, o->soc));
    opf_status *status = o->desc_path ? opf_yaml_read(a, o->desc_path, &desc) : NULL;
    if (!status && desc)
        status = opf_tiling_args_order_attrs(a, o, desc);
    if (!status)
        status = call_operator(a, o, desc, root, log);
    int code = status ? 1 : 0;
    opf_value_set(a, root, "log", log);
    if (status) {
        char *text = opf_status_text(status); /* with the place in a file, if it has one */
        opf_value_set(a, root, "error", opf_value_string(a, text ? text : opf_status_message(status)));
        opf_free(text);
    }
    opf_status_free(status);
    opf_json_write(out, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
    opf_buf_putc(out, '\n');
    return code;
}

/* ---- the parent: completes what the child found, and shows it --------------------------------------------
 */

static opf_value *member(opf_value *object, const char *name)
{
    for (opf_value *m = object && object->kind == OPF_VALUE_OBJECT ? object->first : NULL; m; m = m->next)
        if (m->name && strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

static const char *text_of(const opf_value *v)
{
    return v && v->kind == OPF_VALUE_STRING ? v->as.string : NULL;
}

static bool read_hex(const char *hex, unsigned char *out, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size * 2; i++) {
        const char *digit = hex[i] ? strchr(digits, hex[i]) : NULL;
        if (!digit)
            return false;
        out[i / 2] = (unsigned char)(out[i / 2] << 4 | (digit - digits));
    }
    return true;
}

/* Fields of a structure that the operator did not register, from debug information. Without, the bytes are
 * shown and a member says why. */
static opf_status *add_fields(opf_arena *a, struct opf_tiling_args *o, opf_value *tiling)
{
    const char *type = text_of(member(tiling, "tiling_type")), *hex = text_of(member(tiling, "tiling_data"));
    if (!type || !hex || !*hex || member(tiling, "tiling_fields"))
        return NULL;
    struct opf_tiling_bytes bytes = {.op_type = o->op_type, .type = type, .size = strlen(hex) / 2};
    unsigned char *data = opf_arena_alloc(a, bytes.size);
    opf_value *fields = opf_value_object(a);
    if (!data || !fields)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the tiling data");
    bytes.bytes = data;
    if (!read_hex(hex, data, bytes.size))
        return NULL;
    opf_status *status = choose_libraries(o);
    if (!status)
        status = opf_tiling_fields_add(a, &o->libs, &bytes, fields);
    if (status)
        opf_value_set(a, tiling, "no_tiling_fields", opf_value_string(a, opf_status_message(status)));
    else
        opf_value_set(a, tiling, "tiling_fields", fields);
    opf_status_free(status);
    return NULL;
}

static void write_tree(struct opf_buf *to, const opf_value *v, int indent)
{
    for (const opf_value *m = v->first; m; m = m->next) {
        bool nested = m->kind == OPF_VALUE_OBJECT;
        opf_buf_printf(to, "%*s%s%s", indent, "", m->name ? m->name : "-", nested ? ":\n" : " = ");
        if (nested) {
            write_tree(to, m, indent + 2);
            continue;
        }
        if (m->kind == OPF_VALUE_STRING)
            opf_buf_puts(to, m->as.string);
        else
            opf_json_write(to, m, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
        opf_buf_putc(to, '\n');
    }
}

opf_status *opf_tiling_show(opf_arena *a, struct opf_tiling_args *o, const char *found, struct opf_buf *out)
{
    opf_value *root;
    OPF_TRY(opf_json_parse(a, "what the operator's process wrote", found, strlen(found), &root));
    OPF_TRY(add_fields(a, o, member(root, "tiling")));
    if (o->json) {
        opf_json_write(out, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
        opf_buf_putc(out, '\n');
    } else {
        write_tree(out, root, 0);
    }
    return opf_buf_finish(out, "the result");
}
