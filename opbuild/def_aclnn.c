/* Generated aclnn: naming, versions and headers (docs/formats/aclnn.md). Sources: def_aclnn_source.c. */
#include "opbuild/def_aclnn.h"

#include "base/path.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

#define VERSIONS_MAX 64

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while generating aclnn sources");
}

/* snake_case -> camelCase */
static char *camel(opf_arena *arena, const char *name, const char *suffix1, const char *suffix2)
{
    char *out = opf_arena_printf(arena, "%s%s%s", name, suffix1, suffix2);
    size_t len = strlen(name), w = 0;
    if (!out)
        return NULL;
    for (size_t r = 0; r < len; r++, w++) {
        if (out[r] == '_' && r + 1 < len && r > 0)
            out[w] = (char)toupper((unsigned char)out[++r]);
        else
            out[w] = r == 0 ? (char)tolower((unsigned char)out[r]) : out[r];
    }
    memmove(out + w, out + len, strlen(out + len) + 1);
    return out;
}

static int index_of(const struct opf_def_params *params, const char *name)
{
    for (size_t i = 0; i < params->count; i++) {
        if (strcmp(params->items[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

static bool is_optional(const struct opf_def_param *p)
{
    return p->param_type == OPF_DEF_OPTIONAL || p->param_type == OPF_DEF_VIRTUAL;
}

static bool shape_from_compute(const struct opf_def_op *op)
{
    for (size_t i = 0; i < op->outputs.count; i++) {
        if (op->outputs.items[i].shape_depends_on_compute)
            return true;
    }
    return false;
}

bool opf_def_aclnn_has_arrays(const struct opf_def_op *op)
{
    for (size_t i = 0; i < op->inputs.count; i++) {
        if (op->inputs.items[i].value_depend >= 0)
            return true;
    }
    return false;
}

/* ---- kinds of arguments ---- */

static const char *array_kind(const struct opf_aclnn_plan *plan, size_t i, struct opf_def_diags *diags)
{
    static const int ints[] = {2, 3, 4, 6,
                               7, 8, 9, 10}; /* int8 int32 uint8 int16 uint16 uint32 int64 uint64 */
    const struct opf_def_list *dtypes = &plan->views[0].inputs.items[i].dtypes;
    bool same = true, integral = true;
    for (size_t c = 0; c < dtypes->count; c++) {
        bool is_int = false;
        for (size_t k = 0; k < sizeof ints / sizeof ints[0]; k++)
            is_int = is_int || dtypes->items[c] == ints[k];
        integral = integral && is_int;
        same = same && dtypes->items[c] == dtypes->items[0];
    }
    if (integral)
        return "INT_ARRAY";
    if (same && dtypes->items[0] == OPF_DEF_DT_FLOAT)
        return "FLOAT_ARRAY";
    if (same && dtypes->items[0] == OPF_DEF_DT_BOOL)
        return "BOOL_ARRAY";
    const struct opf_def_param *p = &plan->op->inputs.items[i];
    opf_def_diag(
        diags, p->value_depend_at,
        "%s: input `%s` has ValueDepend, so its dtypes must be all float32, all bool, or all integers",
        plan->op->type, p->name);
    return "INT_ARRAY";
}

static const char *type_of_kind(const char *kind, bool writable)
{
    static const char *const types[][3] = {
        {"TENSOR", "const aclTensor *", "aclTensor *"},
        {"TENSOR_LIST", "const aclTensorList *", "aclTensorList *"},
        {"SCALAR", "const aclScalar *", NULL},
        {"SCALAR_LIST", "const aclScalarList *", NULL},
        {"INT_ARRAY", "const aclIntArray *", NULL},
        {"FLOAT_ARRAY", "const aclFloatArray *", NULL},
        {"BOOL_ARRAY", "const aclBoolArray *", NULL},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i][0], kind) == 0)
            return writable && types[i][2] ? types[i][2] : types[i][1];
    }
    return "const void *";
}

static const char *plain_kind(const struct opf_def_param *p)
{
    return p->scalar                          ? "SCALAR"
           : p->scalar_list                   ? "SCALAR_LIST"
           : p->param_type == OPF_DEF_DYNAMIC ? "TENSOR_LIST"
                                              : "TENSOR";
}

const char *opf_def_aclnn_input_kind(const struct opf_aclnn_plan *plan, size_t i)
{
    return plan->tensor_api ? plain_kind(&plan->op->inputs.items[i]) : plan->inputs[i].kind;
}

const char *opf_def_aclnn_input_type(const struct opf_aclnn_plan *plan, size_t i)
{
    const char *kind = opf_def_aclnn_input_kind(plan, i);
    bool writable = plan->inputs[i].ref >= 0 || (strcmp(kind, "TENSOR") == 0 && shape_from_compute(plan->op));
    return type_of_kind(kind, writable);
}

static opf_status *name_inputs(opf_arena *arena, struct opf_aclnn_plan *plan, struct opf_def_diags *diags)
{
    const struct opf_def_op *op = plan->op;
    for (size_t i = 0; i < op->inputs.count; i++) {
        const struct opf_def_param *p = &op->inputs.items[i];
        struct opf_aclnn_name *n = &plan->inputs[i];
        n->ref = index_of(&op->outputs, p->name);
        n->text = camel(arena, p->name, n->ref >= 0 ? "Ref" : "", is_optional(p) ? "Optional" : "");
        n->kind = p->value_depend >= 0 ? array_kind(plan, i, diags) : plain_kind(p);
        n->since = p->version;
        if (!n->text)
            return no_memory();
    }
    return NULL;
}

static opf_status *name_outputs(opf_arena *arena, struct opf_aclnn_plan *plan)
{
    const struct opf_def_op *op = plan->op;
    for (size_t i = 0; i < op->outputs.count; i++) {
        const struct opf_def_param *p = &op->outputs.items[i];
        struct opf_aclnn_name *n = &plan->outputs[i];
        const char *optional = is_optional(p) ? "Optional" : "";
        n->ref = index_of(&op->inputs, p->name);
        n->kind = plain_kind(p);
        n->ctype = type_of_kind(n->kind, strcmp(n->kind, "TENSOR") == 0 && shape_from_compute(op));
        if (n->ref >= 0)
            n->text = plan->inputs[n->ref].text;
        else if (op->outputs.count == 1)
            n->text = opf_arena_printf(arena, "out%s", optional);
        else
            n->text = camel(arena, p->name, "Out", optional);
        if (!n->text)
            return no_memory();
    }
    return NULL;
}

static opf_status *name_attrs(opf_arena *arena, struct opf_aclnn_plan *plan, struct opf_def_diags *diags)
{
    static const char *const types[] = {"bool ",
                                        "double ",
                                        "int64_t ",
                                        "char *",
                                        "const aclBoolArray *",
                                        "const aclFloatArray *",
                                        "const aclIntArray *"};
    static const char *const kinds[] = {"BOOL",      "FLOAT",      "INT",     "STRING",
                                        "LIST_BOOL", "LIST_FLOAT", "LIST_INT"};
    const struct opf_def_op *op = plan->op;
    for (size_t i = 0; i < op->attr_count; i++) {
        const struct opf_def_attr *attr = &op->attrs[i];
        struct opf_aclnn_name *n = &plan->attrs[i];
        if (attr->kind > OPF_DEF_ATTR_LIST_INT) {
            opf_def_diag(diags, attr->at,
                         "%s: attribute `%s` is a %s, which generated aclnn functions cannot take", op->type,
                         attr->name, opf_def_attr_kind_name(attr->kind));
            continue;
        }
        n->text =
            camel(arena, attr->name, "", !attr->required && attr->kind >= OPF_DEF_ATTR_STR ? "Optional" : "");
        n->ctype = types[attr->kind];
        n->kind = kinds[attr->kind];
        n->since = attr->version;
        n->ref = -1;
        if (!n->text)
            return no_memory();
    }
    return NULL;
}

/* ---- headers ---- */

/* One line of parameters: inputs, attributes, outputs, the two fixed ones. */
static void add_parameter(struct opf_buf *to, size_t *on_line, size_t *column, const char *type,
                          const char *name)
{
    size_t width = strlen(type) + strlen(name) + 2;
    if (*on_line == 0)
        opf_buf_puts(to, "    ");
    else if (*column + width > 100)
        opf_buf_puts(to, "\n    ");
    else
        opf_buf_putc(to, ' ');
    *column = *on_line == 0 || *column + width > 100 ? 4 + width : *column + width;
    opf_buf_printf(to, "%s%s,", type, name);
    (*on_line)++;
}

void opf_def_aclnn_signature(struct opf_buf *to, const struct opf_aclnn_plan *plan, unsigned version)
{
    const struct opf_def_op *op = plan->op;
    size_t n = 0, column = 0;
    for (size_t i = 0; i < op->inputs.count; i++) {
        if (plan->inputs[i].since <= version)
            add_parameter(to, &n, &column, opf_def_aclnn_input_type(plan, i), plan->inputs[i].text);
    }
    opf_buf_puts(to, n ? "\n" : "");
    n = 0;
    for (size_t i = 0; i < op->attr_count; i++) {
        if (plan->attrs[i].since <= version)
            add_parameter(to, &n, &column, plan->attrs[i].ctype, plan->attrs[i].text);
    }
    opf_buf_puts(to, n ? "\n" : "");
    n = 0;
    for (size_t i = 0; i < op->outputs.count; i++) {
        if (plan->outputs[i].ref < 0)
            add_parameter(to, &n, &column, plan->outputs[i].ctype, plan->outputs[i].text);
    }
    opf_buf_puts(to, n ? "\n" : "");
    opf_buf_puts(to, "    uint64_t *workspaceSize, aclOpExecutor **executor");
}

static void write_header(struct opf_buf *to, struct opf_aclnn_plan *plan, unsigned version, const char *api,
                         const char *guard)
{
    static const char *const export_word = "__attribute__((visibility(\"default\"))) ";
    opf_buf_printf(to, "/* Generated by opbuild from %s; do not edit. */\n", opf_path_base(plan->op->source));
    opf_buf_printf(to, "#ifndef %s\n#define %s\n#include \"aclnn/acl_meta.h\"\n", guard, guard);
    opf_buf_puts(to, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    opf_buf_puts(to,
                 "/* order: inputs, attributes, outputs, then the two fixed trailing out-parameters */\n");
    opf_buf_printf(to, "%saclnnStatus %sGetWorkspaceSize(\n", export_word, api);
    opf_def_aclnn_signature(to, plan, version);
    opf_buf_puts(to, ");\n");
    if (opf_def_aclnn_has_arrays(plan->op)) {
        plan->tensor_api = true;
        opf_buf_printf(to,
                       "/* the same, values given as tensors */\n%saclnnStatus %sTensorGetWorkspaceSize(\n",
                       export_word, api);
        opf_def_aclnn_signature(to, plan, version);
        opf_buf_puts(to, ");\n");
        plan->tensor_api = false;
    }
    opf_buf_printf(to,
                   "%saclnnStatus %s(\n    void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, "
                   "aclrtStream stream);\n",
                   export_word, api);
    opf_buf_puts(to, "#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

/* ---- files ---- */

static opf_status *new_file(struct opf_def_aclnn_files *out, const char *name, const char *ext,
                            struct opf_buf **text)
{
    if (out->count == out->cap) {
        size_t cap = out->cap ? out->cap * 2 : 4;
        struct opf_def_aclnn_file *items = opf_realloc(out->items, cap * sizeof *items);
        if (!items)
            return no_memory();
        out->items = items;
        out->cap = cap;
    }
    struct opf_def_aclnn_file *file = &out->items[out->count];
    file->name = opf_asprintf("%s%s", name, ext);
    if (!file->name)
        return no_memory();
    opf_buf_init(&file->text, OPF_BUF_MAX_DEFAULT);
    out->count++;
    *text = &file->text;
    return NULL;
}

void opf_def_aclnn_files_free(struct opf_def_aclnn_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        opf_free(files->items[i].name);
        opf_buf_free(&files->items[i].text);
    }
    opf_free(files->items);
    memset(files, 0, sizeof *files);
}

/* Version 0 has no ending in file and function names. */
static opf_status *write_version(opf_arena *arena, struct opf_aclnn_plan *plan, unsigned version,
                                 struct opf_def_aclnn_files *out)
{
    const struct opf_def_op *op = plan->op;
    struct opf_buf *header, *source;
    const char *inner = op->op_class == OPF_DEF_ACLNN_INNER ? "INNER_" : "";
    const char *ending = version ? opf_arena_printf(arena, "_v%u", version) : "";
    char *name = ending ? opf_arena_printf(arena, "%s_%s%s", plan->prefix, op->stem, ending) : NULL;
    char *api = version ? opf_arena_printf(arena, "%s%sV%u", plan->prefix, op->type, version)
                        : opf_arena_printf(arena, "%s%s", plan->prefix, op->type);
    char *guard = ending ? opf_arena_printf(arena, "ACLNN_%s%s%s_H_", inner, op->stem, ending) : NULL;
    if (!name || !api || !guard)
        return no_memory();
    opf_text_upper(guard);
    OPF_TRY(new_file(out, name, ".h", &header));
    write_header(header, plan, version, api, guard);
    OPF_TRY(new_file(out, name, ".cpp", &source));
    opf_def_aclnn_source(source, plan, version, api, out->items[out->count - 2].name);
    OPF_TRY(opf_buf_finish(&out->items[out->count - 2].text, name));
    return opf_buf_finish(&out->items[out->count - 1].text, name);
}

/* All versions that parameters came with, newest first, 0 last. */
static size_t collect_versions(const struct opf_def_op *op, unsigned versions[VERSIONS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < op->inputs.count + op->attr_count; i++) {
        unsigned v =
            i < op->inputs.count ? op->inputs.items[i].version : op->attrs[i - op->inputs.count].version;
        size_t at = 0;
        while (at < count && versions[at] > v)
            at++;
        if (v == 0 || (at < count && versions[at] == v) || count + 1 >= VERSIONS_MAX)
            continue;
        memmove(&versions[at + 1], &versions[at], (count - at) * sizeof versions[0]);
        versions[at] = v;
        count++;
    }
    versions[count++] = 0;
    return count;
}

opf_status *opf_def_write_aclnn(opf_arena *arena, const struct opf_def_op *op,
                                const struct opf_def_view *views, size_t view_count,
                                struct opf_def_diags *diags, struct opf_def_aclnn_files *out)
{
    struct opf_aclnn_plan plan = {op,   views, view_count, opf_def_class_name(op->op_class),
                                  NULL, NULL,  NULL,       false};
    unsigned versions[VERSIONS_MAX];
    size_t faults = diags->count;
    memset(out, 0, sizeof *out);
    plan.inputs = opf_arena_alloc(arena, (op->inputs.count + 1) * sizeof *plan.inputs);
    plan.outputs = opf_arena_alloc(arena, (op->outputs.count + 1) * sizeof *plan.outputs);
    plan.attrs = opf_arena_alloc(arena, (op->attr_count + 1) * sizeof *plan.attrs);
    if (!plan.inputs || !plan.outputs || !plan.attrs)
        return no_memory();
    OPF_TRY(name_inputs(arena, &plan, diags));
    OPF_TRY(name_outputs(arena, &plan));
    OPF_TRY(name_attrs(arena, &plan, diags));
    if (diags->count != faults)
        return NULL;
    size_t count = collect_versions(op, versions);
    for (size_t i = 0; i < count; i++) {
        opf_status *status = write_version(arena, &plan, versions[i], out);
        if (status) {
            opf_def_aclnn_files_free(out);
            return status;
        }
    }
    return NULL;
}
