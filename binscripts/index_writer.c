/* Index files. */
#include "binscripts/index_writer.h"

#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/path.h"
#include "base/text.h"
#include "binscripts/variant.h"
#include <fnmatch.h>
#include <string.h>

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for an index");
}

/* What follows /bin/ in a kernel's path: readers resolve it from there. */
static const char *below_bin(const char *path)
{
    const char *last = NULL;
    for (const char *at = strstr(path, "/bin/"); at; at = strstr(at + 1, "/bin/"))
        last = at + 5;
    return last ? last : path;
}

static opf_status *publish(const opf_value *root, const char *path)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_json_write(&text, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
    opf_status *status = opf_buf_finish(&text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_IF_CHANGED, NULL);
    opf_buf_free(&text);
    return status;
}

/* ---- per operator -------------------------------------------------------------------------------------- */

static opf_status *add_kernel(opf_arena *a, opf_value *list, const char *json_path)
{
    opf_value *kernel;
    const opf_value *support;
    OPF_TRY(opf_json_read(a, json_path, &kernel));
    OPF_TRY(opf_value_need_object(kernel, "supportInfo", json_path, &support));
    opf_value *entry = opf_value_copy(a, support), *info = opf_value_object(a);
    bool ok = entry && info &&
              opf_value_set(a, info, "jsonFilePath", opf_value_string(a, below_bin(json_path))) &&
              opf_value_set(a, entry, "binInfo", info) && opf_value_add(list, entry);
    return ok ? NULL : no_memory();
}

static opf_status *need_kernel(opf_arena *a, const char *dir, const char *stem, const char *param,
                               char **json_path)
{
    char *object = opf_arena_printf(a, "%s/%s.o", dir, stem);
    *json_path = opf_arena_printf(a, "%s/%s.json", dir, stem);
    if (!object || !*json_path)
        return no_memory();
    const char *missing = !opf_path_is_file(*json_path) ? *json_path
                          : !opf_path_is_file(object)   ? object
                                                        : NULL;
    if (missing)
        return OPF_FAIL(OPF_NOT_FOUND, "%s not generated! (planned by %s)", missing, param);
    return NULL;
}

static opf_status *add_param_file(opf_arena *a, opf_value *list, const char *param, const char *kernel_dir)
{
    struct opf_variant_file file;
    OPF_TRY(opf_variant_file_read(a, param, &file));
    for (const opf_value *v = file.op_list->first; v; v = v->next) {
        const char *stem = opf_variant_text(v, "bin_filename");
        char *json_path;
        OPF_TRY(need_kernel(a, kernel_dir, stem, param, &json_path));
        OPF_TRY(add_kernel(a, list, json_path));
        char *twin = opf_arena_printf(a, "%s/%s_deterministic.json", kernel_dir, stem);
        if (twin && opf_path_is_file(twin))
            OPF_TRY(add_kernel(a, list, twin));
    }
    return NULL;
}

static opf_status *write_op(opf_arena *a, const struct opf_strvec *params, const char *kernel_dir,
                            const char *out)
{
    opf_value *root = opf_value_object(a), *list = opf_value_array(a);
    if (!root || !list || !opf_value_set(a, root, "binList", list))
        return no_memory();
    size_t len = strlen(kernel_dir);
    while (len > 1 && kernel_dir[len - 1] == '/')
        len--;
    const char *dir = opf_arena_strndup(a, kernel_dir, len);
    if (!dir)
        return no_memory();
    for (size_t i = 0; i < params->len; i++)
        OPF_TRY(add_param_file(a, list, params->items[i], dir));
    return publish(root, out);
}

opf_status *opf_index_write_op(const struct opf_strvec *params, const char *kernel_dir, const char *out_path)
{
    opf_arena *arena;
    OPF_TRY(opf_arena_create(&arena));
    opf_status *status = write_op(arena, params, kernel_dir, out_path);
    opf_arena_destroy(arena);
    return opf_status_note(status, "while writing the index %s", out_path);
}

/* ---- global -------------------------------------------------------------------------------------------- */

struct global {
    opf_arena *arena;
    opf_map *ops; /* operator type -> struct op */
    FILE *log;
};
struct op {
    const char *name;
    opf_value *value;        /* member of the index */
    opf_value *binaries;     /* its binaryList */
    const opf_value *params; /* for comparison */
    const char *fault;       /* why it is left out */
};

static opf_value *param_entry(opf_arena *a, const opf_value *t)
{
    static const char *const COPIED[] = {"name", "index", "paramType"};
    static const char *const FORMATS[][2] = {{"FormatAgnostic", "static_nd_agnostic"},
                                             {"FormatDefault", "nd_agnostic"},
                                             {"FormatFixed", "normal"}};
    opf_value *o = opf_value_object(a);
    bool ok = o != NULL;
    for (size_t i = 0; ok && i < 3; i++) {
        const opf_value *v = opf_value_get(t, COPIED[i]);
        if (v)
            ok = opf_value_set(a, o, COPIED[i], opf_value_copy(a, v));
    }
    const char *dtype_mode = opf_variant_text(t, "dtype_match_mode");
    if (ok && dtype_mode && strcmp(dtype_mode, "DtypeByte") == 0)
        ok = opf_value_set(a, o, "dtypeMode", opf_value_string(a, "bit"));
    const char *format_mode = opf_variant_text(t, "format_match_mode");
    for (size_t i = 0; ok && format_mode && i < 3; i++)
        if (strcmp(format_mode, FORMATS[i][0]) == 0)
            ok = opf_value_set(a, o, "formatMode", opf_value_string(a, FORMATS[i][1]));
    return ok ? o : NULL;
}

static opf_value *params_side(opf_arena *a, const opf_value *slots)
{
    opf_value *list = opf_value_array(a);
    for (const opf_value *s = slots ? slots->first : NULL; list && s; s = s->next) {
        const opf_value *tensor = opf_variant_tensor(s);
        opf_value *entry = tensor ? param_entry(a, tensor) : opf_value_null(a);
        if (entry && s->kind == OPF_VALUE_ARRAY) {
            opf_value *group = opf_value_array(a);
            entry = group && opf_value_add(group, entry) ? group : NULL;
        }
        if (!opf_value_add(list, entry))
            return NULL;
    }
    return list;
}

static opf_value *params_value(opf_arena *a, const opf_value *support)
{
    opf_value *o = opf_value_object(a), *attrs = opf_value_array(a);
    const opf_value *given = opf_value_get(support, "attrs");
    bool ok = o && attrs && opf_value_set(a, o, "inputs", params_side(a, opf_value_get(support, "inputs"))) &&
              opf_value_set(a, o, "outputs", params_side(a, opf_value_get(support, "outputs")));
    for (const opf_value *v = given && given->kind == OPF_VALUE_ARRAY ? given->first : NULL; ok && v;
         v = v->next) {
        opf_value *entry = opf_value_object(a);
        const char *name = opf_variant_text(v, "name"), *mode = opf_variant_text(v, "mode");
        ok = entry && name && opf_value_set(a, entry, "name", opf_value_string(a, name)) &&
             (!mode || opf_value_set(a, entry, "mode", opf_value_string(a, mode))) &&
             opf_value_add(attrs, entry);
    }
    if (ok && given && given->kind == OPF_VALUE_ARRAY)
        ok = opf_value_set(a, o, "attrs", attrs);
    return ok ? o : NULL;
}

static int64_t core_type_number(const char *name)
{
    static const char *const NAMES[] = {"MIX", "AiCore", "VectorCore", "MIX_AICORE", "MIX_VECTOR_CORE"};
    for (int64_t i = 0; name && i < 5; i++)
        if (strcmp(NAMES[i], name) == 0)
            return i;
    return -1;
}

static opf_value *binary_value(opf_arena *a, const opf_value *kernel, const opf_value *keys,
                               const char *json_path)
{
    const char *below = below_bin(json_path), *core = opf_variant_text(kernel, "coreType");
    const char *ratio = opf_variant_text(kernel, "taskRation");
    char *object = opf_arena_printf(a, "%.*s.o", (int)(strlen(below) - strlen(".json")), below);
    opf_value *o = opf_value_object(a);
    bool ok = o && object && opf_value_set(a, o, "coreType", opf_value_int(a, core_type_number(core))) &&
              opf_value_set(a, o, "simplifiedKey", opf_value_copy(a, keys));
    if (ok && core && strcmp(core, "MIX") == 0 && ratio && strcmp(ratio, "tilingKey") == 0)
        ok = opf_value_set(a, o, "multiKernelType", opf_value_int(a, 1));
    ok = ok && opf_value_set(a, o, "binPath", opf_value_string(a, object)) &&
         opf_value_set(a, o, "jsonPath", opf_value_string(a, below));
    return ok ? o : NULL;
}

/* Are two descriptions one, attributes aside? Members are in one order, so equal trees have equal text. */
static bool same_text(const opf_value *x, const opf_value *y)
{
    struct opf_buf a, b;
    opf_buf_init(&a, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&b, OPF_BUF_MAX_DEFAULT);
    if (x)
        opf_json_write(&a, x, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
    if (y)
        opf_json_write(&b, y, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
    bool same = strcmp(opf_buf_text(&a), opf_buf_text(&b)) == 0;
    opf_buf_free(&a);
    opf_buf_free(&b);
    return same;
}

/* Compare slot by slot; an absent tensor takes the description that another variant has. The nodes are ours,
 * made by params_side, so they may be changed. */
static bool merge_side(const opf_value *ours, const opf_value *theirs)
{
    opf_value *x = ours ? ours->first : NULL;
    const opf_value *y = theirs ? theirs->first : NULL;
    for (; x && y; x = x->next, y = y->next) {
        if (x->kind == OPF_VALUE_NULL && y->kind != OPF_VALUE_NULL) {
            opf_value *next = x->next;
            *x = *y;
            x->next = next;
        } else if (y->kind != OPF_VALUE_NULL && !same_text(x, y)) {
            return false;
        }
    }
    return !x && !y;
}

static bool has_null(const opf_value *list)
{
    for (const opf_value *v = list ? list->first : NULL; v; v = v->next)
        if (v->kind == OPF_VALUE_NULL)
            return true;
    return false;
}

static opf_value *start_op(opf_arena *a, const opf_value *support, opf_value *params, opf_value *binaries)
{
    static const char *const COPIED[] = {"simplifiedKeyMode", "dynamicParamMode", "optionalInputMode",
                                         "optionalOutputMode"};
    opf_value *o = opf_value_object(a);
    bool ok = o && opf_value_set(a, o, "dynamicRankSupport", opf_value_bool(a, true));
    for (size_t i = 0; ok && i < 4; i++) {
        const opf_value *v = opf_value_get(support, COPIED[i]);
        if (v)
            ok = opf_value_set(a, o, COPIED[i], opf_value_copy(a, v));
    }
    ok = ok && opf_value_set(a, o, "params", params) && opf_value_set(a, o, "binaryList", binaries);
    return ok ? o : NULL;
}

static opf_status *get_op(struct global *g, const char *name, const opf_value *support, struct op **out)
{
    *out = opf_map_get(g->ops, name);
    opf_value *params = params_value(g->arena, support);
    if (!params)
        return no_memory();
    if (*out) {
        struct op *op = *out;
        static const char *const MODES[] = {"simplifiedKeyMode", "optionalInputMode", "optionalOutputMode"};
        for (size_t i = 0; i < 3; i++)
            if (!same_text(opf_value_get(op->value, MODES[i]), opf_value_get(support, MODES[i])))
                op->fault = "its variants disagree on key or optional modes";
        if (!merge_side(opf_value_get(op->params, "inputs"), opf_value_get(params, "inputs")) ||
            !merge_side(opf_value_get(op->params, "outputs"), opf_value_get(params, "outputs")))
            op->fault = "its variants disagree on the description of a parameter";
        return NULL;
    }
    struct op *op = opf_arena_alloc(g->arena, sizeof(*op));
    if (!op)
        return no_memory();
    op->name = opf_arena_strdup(g->arena, name);
    op->binaries = opf_value_array(g->arena);
    op->params = params;
    op->value = op->binaries ? start_op(g->arena, support, params, op->binaries) : NULL;
    if (!op->value || !op->name)
        return no_memory();
    *out = op;
    return opf_map_set(g->ops, name, op, NULL);
}

static opf_status *take_kernel(struct global *g, const char *json_path)
{
    opf_value *kernel;
    const opf_value *support, *keys;
    OPF_TRY(opf_json_read(g->arena, json_path, &kernel));
    OPF_TRY(opf_value_need_object(kernel, "supportInfo", json_path, &support));
    OPF_TRY(opf_value_need_array(support, "simplifiedKey", json_path, &keys));
    char *object =
        opf_arena_printf(g->arena, "%.*s.o", (int)(strlen(json_path) - strlen(".json")), json_path);
    if (!object)
        return no_memory();
    if (!opf_path_is_file(object))
        return OPF_FAIL(OPF_NOT_FOUND, "%s not generated! (its .json is there)", object);
    const char *base = opf_path_base(json_path);
    const char *name = opf_arena_strndup(g->arena, base, strcspn(base, "_"));
    struct op *op;
    if (!name)
        return no_memory();
    OPF_TRY(get_op(g, name, support, &op));
    if (!keys->count)
        op->fault = "a variant has no simplified key";
    return opf_value_add(op->binaries, binary_value(g->arena, kernel, keys, json_path)) ? NULL : no_memory();
}

static opf_status *write_global(struct global *g, const char *out_path)
{
    struct opf_strvec names;
    opf_strvec_init(&names);
    for (size_t i = 0; i < opf_map_size(g->ops); i++)
        opf_strvec_push(&names, opf_map_key_at(g->ops, i));
    opf_strvec_sort(&names);
    opf_status *status = opf_strvec_finish(&names);
    opf_value *root = opf_value_object(g->arena);
    for (size_t i = 0; !status && i < names.len; i++) {
        struct op *op = opf_map_get(g->ops, names.items[i]);
        if (has_null(opf_value_get(op->params, "inputs")) || has_null(opf_value_get(op->params, "outputs")))
            op->fault = "a tensor is null in every variant";
        if (op->fault)
            fprintf(g->log, "%s is not in the global index: %s\n", op->name, op->fault);
        else if (!root || !opf_value_set(g->arena, root, op->name, op->value))
            status = no_memory();
    }
    opf_strvec_free(&names);
    if (!status && !root)
        status = no_memory();
    return status ? status : publish(root, out_path);
}

static opf_status *scan(struct global *g, const char *bin_dir, const char *soc, const char *out_path)
{
    char *dir = opf_arena_printf(g->arena, "%s/%s", bin_dir, soc);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = dir ? opf_path_walk(dir, "*.json", 4, &files) : no_memory();
    for (size_t i = 0; !status && i < files.len; i++)
        if (fnmatch("*_relocatable.json", files.items[i], 0) != 0)
            status = take_kernel(g, files.items[i]);
    opf_strvec_free(&files);
    return status ? status : write_global(g, out_path);
}

opf_status *opf_index_write_global(const char *bin_dir, const char *soc, const char *out_path, FILE *log)
{
    struct global g = {.log = log};
    OPF_TRY(opf_arena_create(&g.arena));
    opf_status *status = opf_map_create(&g.ops);
    if (!status) {
        status = scan(&g, bin_dir, soc, out_path);
        opf_map_destroy(g.ops);
    }
    opf_arena_destroy(g.arena);
    return opf_status_note(status, "while writing the index %s", out_path);
}
