/* The `.cpp` of generated aclnn: the operator as static data (sdk/include/opforge/aclnn_gen.h) and functions
 * that gather their arguments. */
#include "opbuild/def_aclnn.h"

#include "base/path.h"

#include <string.h>

static void write_string(struct opf_buf *to, const char *text)
{
    opf_buf_putc(to, '"');
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\')
            opf_buf_printf(to, "\\%c", c);
        else if (c < 0x20 || c >= 0x7f)
            opf_buf_printf(to, "\\%03o", c);
        else
            opf_buf_putc(to, (char)c);
    }
    opf_buf_putc(to, '"');
}

static int input_index(const struct opf_def_op *op, const char *name)
{
    for (size_t i = 0; name && i < op->inputs.count; i++) {
        if (strcmp(op->inputs.items[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

static void write_params(struct opf_buf *to, const struct opf_def_op *op, const struct opf_def_params *params,
                         const struct opf_aclnn_name *names, const char *array)
{
    if (params->count == 0)
        return;
    opf_buf_printf(to, "const opf_aclnn_param %s[] = {\n", array);
    for (size_t i = 0; i < params->count; i++) {
        const struct opf_def_param *p = &params->items[i];
        const char *presence = p->param_type == OPF_DEF_DYNAMIC    ? "DYNAMIC"
                               : p->param_type == OPF_DEF_REQUIRED ? "REQUIRED"
                                                                   : "OPTIONAL";
        opf_buf_printf(to, "    {\"%s\", \"%s\", OPF_ACLNN_%s, %s%s, %u, %d, %d, %d},\n", p->name,
                       names[i].text, presence, p->value_depend >= 0 ? "OPF_ACLNN_VALUE_DEPEND" : "0",
                       p->shape_depends_on_compute ? " | OPF_ACLNN_SHAPE_DEPENDS_ON_COMPUTE" : "", p->version,
                       p->to_dtype, input_index(op, p->to_name), names[i].ref);
    }
    opf_buf_puts(to, "};\n");
}

static void write_default_item(struct opf_buf *to, const opf_value *item)
{
    if (item->kind == OPF_VALUE_BOOL)
        opf_buf_puts(to, item->as.boolean ? "true" : "false");
    else if (item->kind == OPF_VALUE_INT && item->as.integer == INT64_MIN)
        opf_buf_puts(to, "INT64_MIN");
    else if (item->kind == OPF_VALUE_INT)
        opf_buf_printf(to, "%lld", (long long)item->as.integer);
    else if (item->kind == OPF_VALUE_STRING && strstr(item->as.string, "inf"))
        opf_buf_printf(to, "%s__builtin_inff()", item->as.string[0] == '-' ? "-" : "");
    else if (item->kind == OPF_VALUE_STRING && strstr(item->as.string, "nan"))
        opf_buf_puts(to, "__builtin_nanf(\"\")");
    else if (item->kind == OPF_VALUE_STRING)
        opf_buf_printf(to, "static_cast<float>(%s)", item->as.string);
}

/* Items that an absent optional list or string stands for. */
static void write_defaults(struct opf_buf *to, const struct opf_def_op *op)
{
    static const char *const types[] = {"bool", "float", "int64_t"};
    for (size_t i = 0; i < op->attr_count; i++) {
        const struct opf_def_attr *attr = &op->attrs[i];
        if (attr->required || attr->kind < OPF_DEF_ATTR_LIST_BOOL || !attr->value || !attr->value->first)
            continue;
        opf_buf_printf(to, "const %s kDefault%zu[] = {", types[attr->kind - OPF_DEF_ATTR_LIST_BOOL], i);
        for (const opf_value *item = attr->value->first; item; item = item->next) {
            write_default_item(to, item);
            opf_buf_puts(to, item->next ? ", " : "};\n");
        }
    }
}

static void write_attrs(struct opf_buf *to, const struct opf_aclnn_plan *plan)
{
    const struct opf_def_op *op = plan->op;
    if (op->attr_count == 0)
        return;
    write_defaults(to, op);
    opf_buf_puts(to, "const opf_aclnn_attr kAttrs[] = {\n");
    for (size_t i = 0; i < op->attr_count; i++) {
        const struct opf_def_attr *attr = &op->attrs[i];
        bool list = attr->kind >= OPF_DEF_ATTR_LIST_BOOL;
        opf_buf_printf(to, "    {\"%s\", \"%s\", OPF_ACLNN_ATTR_%s, %d, %u, ", attr->name,
                       plan->attrs[i].text, plan->attrs[i].kind, attr->required, attr->version);
        if (!attr->required && list && attr->value->first) {
            opf_buf_printf(to, "%zu, kDefault%zu},\n", attr->value->count, i);
        } else if (!attr->required && attr->kind == OPF_DEF_ATTR_STR) {
            opf_buf_printf(to, "%zu, ", strlen(attr->value->as.string));
            write_string(to, attr->value->as.string);
            opf_buf_puts(to, "},\n");
        } else {
            opf_buf_puts(to, "0, nullptr},\n");
        }
    }
    opf_buf_puts(to, "};\n");
}

static void write_cells(struct opf_buf *to, const struct opf_def_view *view, size_t n)
{
    size_t all = view->inputs.count + view->outputs.count;
    opf_buf_printf(to, "const opf_aclnn_cell kCells%zu[] = {\n", n);
    for (size_t c = 0; c < view->columns; c++) {
        opf_buf_puts(to, "   ");
        for (size_t i = 0; i < all; i++) {
            const struct opf_def_param *p = i < view->inputs.count
                                                ? &view->inputs.items[i]
                                                : &view->outputs.items[i - view->inputs.count];
            opf_buf_printf(to, " {%d, %d},", p->dtypes.items[c], p->formats.items[c]);
        }
        opf_buf_putc(to, '\n');
    }
    opf_buf_puts(to, "};\n");
    if (view->inputs.count == 0)
        return;
    opf_buf_printf(to, "const uint8_t kContiguity%zu[] = {", n);
    for (size_t i = 0; i < view->inputs.count; i++) {
        const struct opf_def_param *p = &view->inputs.items[i];
        opf_buf_printf(to, "%s%d", i ? ", " : "", p->ignore_contiguous ? 2 : p->auto_contiguous ? 1 : 0);
    }
    opf_buf_puts(to, "};\n");
}

static void write_description(struct opf_buf *to, const struct opf_aclnn_plan *plan)
{
    const struct opf_def_op *op = plan->op;
    write_params(to, op, &op->inputs, plan->inputs, "kInputs");
    write_params(to, op, &op->outputs, plan->outputs, "kOutputs");
    write_attrs(to, plan);
    for (size_t n = 0; n < plan->view_count; n++)
        write_cells(to, &plan->views[n], n);
    opf_buf_puts(to, "const opf_aclnn_soc kSocs[] = {\n");
    for (size_t n = 0; n < plan->view_count; n++) {
        opf_buf_printf(to, "    {\"%s\", %zu, kCells%zu, ", plan->views[n].soc, plan->views[n].columns, n);
        if (op->inputs.count)
            opf_buf_printf(to, "kContiguity%zu},\n", n);
        else
            opf_buf_puts(to, "nullptr},\n");
    }
    opf_buf_printf(to, "};\nconst opf_aclnn_op kOp = {OPF_ACLNN_GEN_VERSION, \"%s\", %s, %s, %s, kSocs,\n",
                   op->type, op->inputs.count ? "kInputs" : "nullptr",
                   op->outputs.count ? "kOutputs" : "nullptr", op->attr_count ? "kAttrs" : "nullptr");
    opf_buf_printf(to, "    %zu, %zu, %zu, %zu, %s, %s};\n", op->inputs.count, op->outputs.count,
                   op->attr_count, plan->view_count, op->strict_format ? "true" : "false",
                   op->launch_when_empty ? "true" : "false");
}

static void write_port_arrays(struct opf_buf *to, const struct opf_aclnn_plan *plan, unsigned version,
                              bool outputs)
{
    const struct opf_def_params *params = outputs ? &plan->op->outputs : &plan->op->inputs;
    const struct opf_aclnn_name *names = outputs ? plan->outputs : plan->inputs;
    const char *port = outputs ? "opfOutput" : "opfInput";
    if (params->count == 0)
        return;
    opf_buf_printf(to, "    const void *const %ss[] = {", port);
    for (size_t i = 0; i < params->count; i++)
        opf_buf_printf(to, "%s%s", i ? ", " : "", names[i].since <= version ? names[i].text : "nullptr");
    opf_buf_printf(to, "};\n    static const uint8_t %sKinds[] = {", port);
    for (size_t i = 0; i < params->count; i++)
        opf_buf_printf(to, "%sOPF_ACLNN_%s", i ? ", " : "",
                       outputs ? names[i].kind : opf_def_aclnn_input_kind(plan, i));
    opf_buf_puts(to, "};\n");
}

static void write_attr_values(struct opf_buf *to, const struct opf_aclnn_plan *plan, unsigned version)
{
    static const char *const members[] = {"b", "f", "i", "s", "array", "array", "array"};
    const struct opf_def_op *op = plan->op;
    if (op->attr_count == 0)
        return;
    opf_buf_printf(to, "    opf_aclnn_attr_value opfAttrs[%zu];\n", op->attr_count);
    for (size_t i = 0; i < op->attr_count; i++) {
        const struct opf_def_attr *attr = &op->attrs[i];
        opf_buf_printf(to, "    opfAttrs[%zu].%s = ", i, members[attr->kind]);
        if (plan->attrs[i].since <= version)
            opf_buf_puts(to, plan->attrs[i].text);
        else if (attr->kind >= OPF_DEF_ATTR_STR)
            opf_buf_puts(to, "nullptr");
        else
            write_default_item(to, attr->value);
        opf_buf_puts(to, ";\n");
    }
}

static void write_prepare(struct opf_buf *to, const struct opf_aclnn_plan *plan, unsigned version,
                          const char *api)
{
    const struct opf_def_op *op = plan->op;
    opf_buf_printf(to, "aclnnStatus %s%sGetWorkspaceSize(\n", api, plan->tensor_api ? "Tensor" : "");
    opf_def_aclnn_signature(to, plan, version);
    opf_buf_puts(to, ")\n{\n");
    write_port_arrays(to, plan, version, false);
    write_port_arrays(to, plan, version, true);
    write_attr_values(to, plan, version);
    opf_buf_printf(to, "    const opf_aclnn_call opfCall = {\"%s\", %s, %s, %s, %s, %s, %u};\n", api,
                   op->inputs.count ? "opfInputs" : "nullptr", op->inputs.count ? "opfInputKinds" : "nullptr",
                   op->outputs.count ? "opfOutputs" : "nullptr",
                   op->outputs.count ? "opfOutputKinds" : "nullptr", op->attr_count ? "opfAttrs" : "nullptr",
                   version);
    opf_buf_puts(to, "    return opf_aclnn_prepare(&kOp, &opfCall, workspaceSize, executor);\n}\n\n");
}

void opf_def_aclnn_source(struct opf_buf *to, struct opf_aclnn_plan *plan, unsigned version, const char *api,
                          const char *header)
{
    opf_buf_printf(to, "/* Generated by opbuild from %s; do not edit. */\n", opf_path_base(plan->op->source));
    opf_buf_printf(to, "#include \"%s\"\n#include \"opforge/aclnn_gen.h\"\n\nnamespace {\n\n", header);
    opf_buf_puts(to,
                 "/* name, API name, presence, flags, since, scalar dtype, scalar source, reference */\n");
    write_description(to, plan);
    opf_buf_puts(to, "\n} // namespace\n\nextern \"C\" {\n\n");
    write_prepare(to, plan, version, api);
    if (opf_def_aclnn_has_arrays(plan->op)) {
        plan->tensor_api = true;
        write_prepare(to, plan, version, api);
        plan->tensor_api = false;
    }
    opf_buf_printf(
        to, "aclnnStatus %s(\n    void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, ", api);
    opf_buf_puts(
        to,
        "aclrtStream stream)\n{\n    return opf_aclnn_run(executor, workspace, workspaceSize, stream);\n}\n");
    opf_buf_puts(to, "\n} // extern \"C\"\n");
}
