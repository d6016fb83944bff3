/* opdump of kernel descriptions and index files, and of look-ups. */
#include "runner/dump_file.h"

#include "base/digest.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "opforge/index_api.h"
#include <string.h>

static const char *text_of(const opf_value *object, const char *name)
{
    const opf_value *v = opf_value_get(object, name);
    return v && v->kind == OPF_VALUE_STRING ? v->as.string : NULL;
}

static void say_text(const opf_value *object, const char *name, const char *label, struct opf_buf *to)
{
    const opf_value *v = opf_value_get(object, name);
    if (v && v->kind == OPF_VALUE_STRING)
        opf_buf_printf(to, "%-15s %s\n", label, v->as.string);
    else if (v && v->kind == OPF_VALUE_INT)
        opf_buf_printf(to, "%-15s %lld\n", label, (long long)v->as.integer);
}

/* ---- Kernel description -------------------------------------------------------------------------------- */

static void say_object_state(const char *path, const opf_value *root, struct opf_buf *to)
{
    const char *stem = text_of(root, "binFileName"), *suffix = text_of(root, "binFileSuffix");
    const char *want = text_of(root, "sha256");
    char digest[OPF_SHA256_HEX];
    char *dir = opf_path_dir(path);
    char *name = opf_asprintf("%s%s", stem ? stem : "", suffix ? suffix : ".o");
    char *object = dir && name ? opf_path_join(dir, name) : NULL;
    opf_status *status = object ? opf_digest_sha256_file(object, digest) : NULL;
    if (status) {
        opf_buf_printf(to, "object          %s\n", opf_status_message(status));
        opf_status_free(status);
    } else if (object) {
        opf_buf_printf(to, "object          %s: %s\n", object,
                       !want                           ? "the description has no sha256"
                       : strcasecmp(digest, want) == 0 ? "its sha256 fits"
                                                       : "its sha256 DOES NOT FIT: not from one build");
    }
    opf_free(object);
    opf_free(name);
    opf_free(dir);
}

static void say_kernel(const char *path, const opf_value *root, struct opf_buf *to)
{
    static const char *const fields[][2] = {
        {"binFileName", "kernel"},          {"coreType", "cores"},     {"magic", "magic"},
        {"taskRation", "cube:vector"},      {"blockDim", "block dim"}, {"opParaSize", "tiling bytes"},
        {"deterministic", "deterministic"}, {"sha256", "sha256"}};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        say_text(root, fields[i][0], fields[i][1], to);
    say_object_state(path, root, to);
    const opf_value *list = opf_value_get(root, "kernelList");
    if (list && list->kind == OPF_VALUE_ARRAY) {
        opf_buf_printf(to, "\n%zu entr%s\n", list->count, list->count == 1 ? "y" : "ies");
        for (const opf_value *e = list->first; e; e = e->next) {
            const char *type = text_of(e, "kernelType");
            opf_buf_printf(to, "  %s%s%s\n", text_of(e, "kernelName") ? text_of(e, "kernelName") : "?",
                           type ? "  " : "", type ? type : "");
        }
    }
    const opf_value *support = opf_value_get(root, "supportInfo");
    const opf_value *keys = opf_value_get(support, "simplifiedKey");
    if (keys && keys->kind == OPF_VALUE_ARRAY) {
        opf_buf_printf(to, "\n%zu simplified key%s\n", keys->count, keys->count == 1 ? "" : "s");
        for (const opf_value *k = keys->first; k; k = k->next)
            opf_buf_printf(to, "  %s\n", k->kind == OPF_VALUE_STRING ? k->as.string : "?");
    }
    if (text_of(support, "staticKey"))
        opf_buf_printf(to, "static key      %s\n", text_of(support, "staticKey"));
}

/* ---- Index files --------------------------------------------------------------------------------------- */

static void say_entry(const opf_value *entry, const char *where, struct opf_buf *to)
{
    const opf_value *keys = opf_value_get(entry, "simplifiedKey");
    opf_buf_printf(to, "  %s\n", where ? where : "(no path)");
    for (const opf_value *k = keys && keys->kind == OPF_VALUE_ARRAY ? keys->first : NULL; k; k = k->next)
        opf_buf_printf(to, "      %s\n", k->kind == OPF_VALUE_STRING ? k->as.string : "?");
}

static void say_op_index(const opf_value *list, struct opf_buf *to)
{
    opf_buf_printf(to, "per-operator index, %zu kernel%s\n", list->count, list->count == 1 ? "" : "s");
    for (const opf_value *e = list->first; e; e = e->next)
        say_entry(e, text_of(opf_value_get(e, "binInfo"), "jsonFilePath"), to);
}

static opf_status *say_global_index(const char *path, const opf_value *root, const char *op,
                                    struct opf_buf *to)
{
    size_t shown = 0;
    opf_buf_printf(to, "global index, %zu operator%s\n", root->count, root->count == 1 ? "" : "s");
    for (const opf_value *o = root->first; o; o = o->next) {
        if (op && strcmp(o->name, op) != 0)
            continue;
        const opf_value *list = opf_value_get(o, "binaryList"), *mode = opf_value_get(o, "simplifiedKeyMode");
        shown++;
        opf_buf_printf(to, "%s: %zu kernels, key mode %lld\n", o->name, list ? list->count : 0,
                       mode && mode->kind == OPF_VALUE_INT ? (long long)mode->as.integer : -1);
        for (const opf_value *e = op && list ? list->first : NULL; e; e = e->next)
            say_entry(e, text_of(e, "binPath"), to);
    }
    if (op && !shown) {
        struct opf_strvec names;
        opf_strvec_init(&names);
        for (const opf_value *o = root->first; o; o = o->next)
            opf_strvec_push(&names, o->name);
        const char *near = opf_text_nearest(op, (const char *const *)names.items, names.len);
        opf_status *status = OPF_FAIL(OPF_NOT_FOUND, "%s: no operator `%s`%s%s%s", path, op,
                                      near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
        opf_strvec_free(&names);
        return status;
    }
    return NULL;
}

static opf_status *say_json(const char *path, const opf_value *root, const char *op, struct opf_buf *to)
{
    if (root->kind != OPF_VALUE_OBJECT)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: it holds %s, an object was expected", path,
                        opf_value_kind_name(root));
    const opf_value *list = opf_value_get(root, "binList");
    if (list && list->kind == OPF_VALUE_ARRAY) {
        say_op_index(list, to);
        return NULL;
    }
    if (opf_value_get(root, "binFileName")) {
        say_kernel(path, root, to);
        return NULL;
    }
    if (root->first && opf_value_get(root->first, "binaryList"))
        return say_global_index(path, root, op, to);
    return OPF_FAIL(
        OPF_INVALID_FORMAT,
        "%s: neither a kernel description (member `binFileName`), nor a per-operator index (`binList`), nor "
        "a global index (operators with `binaryList`)",
        path);
}

opf_status *opf_dump_json(const char *path, const char *op, struct opf_buf *to)
{
    opf_arena *arena;
    OPF_TRY(opf_arena_create(&arena));
    opf_value *root = NULL;
    opf_status *status = opf_json_read(arena, path, &root);
    if (!status)
        status = say_json(path, root, op, to);
    opf_arena_destroy(arena);
    return status;
}

/* ---- Look-ups ------------------------------------------------------------------------------------------ */

#define MAX_PARAMS 256

static opf_status *read_param(const char *spec, struct opf_index_param *out)
{
    *out = (struct opf_index_param){.dtype = 0, .format = 2, .instances = 1};
    if (strcmp(spec, "none") == 0) {
        out->instances = 0;
        return NULL;
    }
    char text[128];
    snprintf(text, sizeof(text), "%s", spec);
    char *format = strchr(text, ':'), *count = strchr(text, '*');
    if (format)
        *format++ = '\0';
    if (count)
        *count++ = '\0';
    int64_t n = 1;
    if (count && (!opf_text_to_i64(count, &n) || n < 0 || n > 1024))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "`%s`: `%s` is not a number of tensors", spec, count);
    out->instances = (uint32_t)n;
    out->dtype = opf_index_dtype_number(opf_text_lower(text));
    if (out->dtype < 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "`%s`: `%s` is not a data type (float32, float16, bfloat16, int8, ...)", spec, text);
    if (format)
        out->format = opf_index_format_number(opf_text_lower(format));
    if (out->format < 0)
        out->format = opf_index_format_number(opf_text_upper(format));
    if (out->format < 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "`%s`: `%s` is not a format (ND, NCHW, ...)", spec, format);
    return NULL;
}

static opf_status *read_params(const struct opf_strvec *specs, struct opf_index_param *out, uint32_t *count)
{
    if (specs->len > MAX_PARAMS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "more than %d parameters", MAX_PARAMS);
    for (size_t i = 0; i < specs->len; i++)
        OPF_TRY(read_param(specs->items[i], &out[i]));
    *count = (uint32_t)specs->len;
    return NULL;
}

opf_status *opf_dump_lookup(const struct opf_dump_query *q, struct opf_buf *to, bool *found)
{
    struct opf_index_param inputs[MAX_PARAMS], outputs[MAX_PARAMS];
    struct opf_index_query query = {.op_type = q->op,
                                    .soc = q->soc,
                                    .deterministic = q->deterministic,
                                    .impl_mode = -1,
                                    .inputs = inputs,
                                    .outputs = outputs,
                                    .attrs = q->attrs->len ? (const char *const *)q->attrs->items : NULL,
                                    .attr_num = (uint32_t)q->attrs->len};
    OPF_TRY(read_params(q->inputs, inputs, &query.input_num));
    OPF_TRY(read_params(q->outputs, outputs, &query.output_num));
    struct opf_index_report *report = opf_index_explain(&query);
    if (!report)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to look %s up", q->op);
    *found = report->verdict == OPF_INDEX_FOUND;
    opf_buf_printf(to, "%s\n", report->text);
    if (*found) {
        const struct opf_index_kernel *k = report->kernel;
        opf_buf_printf(to, "object          %s\nindex           %s\n", k->object_path, k->index_path);
        for (uint32_t i = 0; i < k->function_num; i++)
            opf_buf_printf(to, "  %-20llu %s\n", (unsigned long long)k->functions[i].tiling_key,
                           k->functions[i].name);
    }
    opf_index_report_free(report);
    return NULL;
}
