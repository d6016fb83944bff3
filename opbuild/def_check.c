/* Faults of a definition that are the same for every chip. */
#include "opbuild/def_model.h"

#include <ctype.h>
#include <string.h>

static bool is_camel_case(const char *type)
{
    if (!isupper((unsigned char)type[0]))
        return false;
    for (const char *p = type; *p; p++) {
        if (!isalnum((unsigned char)*p))
            return false;
    }
    return true;
}

static bool is_identifier(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (const char *p = name; *p; p++) {
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    }
    return true;
}

static const struct opf_def_param *find(const struct opf_def_params *params, const char *name)
{
    for (size_t i = 0; i < params->count; i++) {
        if (strcmp(params->items[i].name, name) == 0)
            return &params->items[i];
    }
    return NULL;
}

static void check_empty(const struct opf_def_op *op, const char *kind, const struct opf_def_param *p,
                        const char *method, const struct opf_def_list *list, struct opf_def_diags *diags)
{
    if (list->set && list->count == 0)
        opf_def_diag(diags, list->at,
                     "%s: %s `%s`: %s got an empty list; give one entry for each combination", op->type, kind,
                     p->name, method);
}

static void check_bin(const struct opf_def_op *op, const char *kind, const struct opf_def_param *p,
                      const char *method, const struct opf_def_list *bin, const struct opf_def_list *list,
                      struct opf_def_diags *diags)
{
    if (bin->set && list->set && bin->count != list->count)
        opf_def_diag(diags, bin->at, "%s: %s `%s`: %sForBinQuery has %zu entries but %s has %zu", op->type,
                     kind, p->name, method, bin->count, method, list->count);
}

static void check_lists(const struct opf_def_op *op, const char *kind, const struct opf_def_param *p,
                        struct opf_def_diags *diags)
{
    check_empty(op, kind, p, "DataType", &p->dtypes, diags);
    check_empty(op, kind, p, "DataTypeList", &p->dtype_list, diags);
    check_empty(op, kind, p, "DataTypeForBinQuery", &p->bin_dtypes, diags);
    check_empty(op, kind, p, "Format", &p->formats, diags);
    check_empty(op, kind, p, "FormatList", &p->format_list, diags);
    check_empty(op, kind, p, "FormatForBinQuery", &p->bin_formats, diags);
    check_empty(op, kind, p, "UnknownShapeFormat", &p->unknown_formats, diags);
    check_bin(op, kind, p, "DataType", &p->bin_dtypes, p->dtypes.set ? &p->dtypes : &p->dtype_list, diags);
    check_bin(op, kind, p, "Format", &p->bin_formats, p->formats.set ? &p->formats : &p->format_list, diags);
    if (p->dtypes.set && p->dtype_list.set)
        opf_def_diag(diags, p->dtype_list.at, "%s: %s `%s` has both DataType and DataTypeList; keep one",
                     op->type, kind, p->name);
    if (p->formats.set && p->format_list.set)
        opf_def_diag(diags, p->format_list.at, "%s: %s `%s` has both Format and FormatList; keep one",
                     op->type, kind, p->name);
}

static void check_scalar(const struct opf_def_op *op, const char *kind, const struct opf_def_param *p,
                         bool is_output, struct opf_def_diags *diags)
{
    bool scalar = p->scalar || p->scalar_list;
    if (is_output && scalar)
        opf_def_diag(diags, p->to_at, "%s: output `%s` is marked as a scalar; only inputs can be", op->type,
                     p->name);
    if (!scalar && (p->to_name || p->to_dtype != OPF_DEF_DT_UNDEFINED))
        opf_def_diag(diags, p->to_at, "%s: %s `%s` has To() but is neither Scalar nor ScalarList", op->type,
                     kind, p->name);
    if (p->to_name && !is_output && !find(&op->inputs, p->to_name))
        opf_def_diag(diags, p->to_at, "%s: input `%s` converts to the dtype of `%s`, which is no input",
                     op->type, p->name, p->to_name);
    if (scalar && p->value_depend >= 0)
        opf_def_diag(diags, p->value_depend_at, "%s: input `%s` is a scalar and has ValueDepend; keep one",
                     op->type, p->name);
}

static void check_param(const struct opf_def_op *op, const char *kind, const struct opf_def_param *p,
                        bool is_output, struct opf_def_diags *diags)
{
    if (!is_identifier(p->name))
        opf_def_diag(diags, p->at, "%s: the name `%s` of an %s is not an identifier", op->type, p->name,
                     kind);
    if (p->set_again.file)
        opf_def_diag(diags, p->set_again, "%s: %s `%s` is defined twice; the first definition is at %s:%d",
                     op->type, kind, p->name, p->at.file ? p->at.file : "?", p->at.line);
    if (p->param_type < OPF_DEF_IGNORE || p->param_type > OPF_DEF_VIRTUAL)
        opf_def_diag(diags, p->at, "%s: %s `%s` has the unknown parameter type %d", op->type, kind, p->name,
                     p->param_type);
    check_lists(op, kind, p, diags);
    check_scalar(op, kind, p, is_output, diags);
    if (p->value_depend >= 0 && p->value_depend != OPF_DEF_OPTIONAL && p->value_depend != OPF_DEF_REQUIRED)
        opf_def_diag(diags, p->value_depend_at, "%s: %s `%s`: ValueDepend takes REQUIRED or OPTIONAL",
                     op->type, kind, p->name);
    if (p->version != 0 && (is_output || p->param_type != OPF_DEF_OPTIONAL))
        opf_def_diag(diags, p->version_at,
                     "%s: %s `%s` has a Version; only optional inputs can come with a later version",
                     op->type, kind, p->name);
    if (p->init_number && p->init_count)
        opf_def_diag(diags, p->init_at,
                     "%s: %s `%s` has an InitValue both as a number and as ScalarVar; keep one", op->type,
                     kind, p->name);
}

static void check_attr(const struct opf_def_op *op, const struct opf_def_attr *attr,
                       struct opf_def_diags *diags)
{
    if (!is_identifier(attr->name))
        opf_def_diag(diags, attr->at, "%s: the name `%s` of an attribute is not an identifier", op->type,
                     attr->name);
    if (attr->set_again.file)
        opf_def_diag(diags, attr->set_again,
                     "%s: attribute `%s` is defined twice; the first definition is at %s:%d", op->type,
                     attr->name, attr->at.file ? attr->at.file : "?", attr->at.line);
    if (attr->kind == OPF_DEF_ATTR_UNSET)
        opf_def_diag(diags, attr->at,
                     "%s: attribute `%s` has no type; call Int(), Float(), Bool(), String() or a list",
                     op->type, attr->name);
    if (attr->kind == OPF_DEF_ATTR_STR && strpbrk(attr->value->as.string, "\r\n"))
        opf_def_diag(diags, attr->at,
                     "%s: the default of attribute `%s` has a line break, which no .ini can hold", op->type,
                     attr->name);
    if (attr->version != 0 && attr->required)
        opf_def_diag(
            diags, attr->version_at,
            "%s: attribute `%s` has a Version; only optional attributes can come with a later version",
            op->type, attr->name);
}

/* The .ini has no quoting. */
static bool fits_a_line(const char *text)
{
    return strpbrk(text, "\r\n") == NULL;
}

static bool is_pair_key(const char *key)
{
    static const char *const taken[] = {"attr.", "attr_", "mc2.ctx", "kernelSrc.value"};
    size_t ports = strncmp(key, "input", 5) == 0 ? 5 : strncmp(key, "output", 6) == 0 ? 6 : 0;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strncmp(key, taken[i], strlen(taken[i])) == 0)
            return false;
    }
    for (const char *p = key; *p; p++) {
        if (!isalnum((unsigned char)*p) && !strchr("._-", *p))
            return false;
    }
    return key[0] != '\0' && !(ports && isdigit((unsigned char)key[ports]));
}

static void check_pair(const struct opf_def_op *op, const struct opf_def_config *config, size_t n,
                       struct opf_def_diags *diags)
{
    const struct opf_def_pair *pair = &config->pairs[n];
    if (!is_pair_key(pair->key) || !fits_a_line(pair->value)) {
        opf_def_diag(diags, config->at,
                     "%s (%s): the pair `%s` = `%s` cannot stand in the operator's .ini section", op->type,
                     config->soc, pair->key, pair->value);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (strcmp(config->pairs[i].key, pair->key) == 0)
            opf_def_diag(diags, config->at, "%s (%s): `%s` is given twice", op->type, config->soc, pair->key);
    }
}

static void check_config(const struct opf_def_op *op, const struct opf_def_config *config,
                         struct opf_def_diags *diags)
{
    if (config->soc[0] == '\0')
        opf_def_diag(diags, config->at, "%s: AddConfig got no chip name", op->type);
    for (size_t i = 0; i < config->inputs.count; i++)
        check_param(op, "input", &config->inputs.items[i], false, diags);
    for (size_t i = 0; i < config->outputs.count; i++)
        check_param(op, "output", &config->outputs.items[i], true, diags);
    for (size_t i = 0; i < config->pair_count; i++)
        check_pair(op, config, i, diags);
}

void opf_def_check(const struct opf_def_op *op, bool require_output, struct opf_def_diags *diags)
{
    if (!is_camel_case(op->type))
        opf_def_diag(diags, op->at,
                     "the operator type `%s` is not CamelCase (a capital, then letters and digits)",
                     op->type);
    if (op->outputs.count == 0) {
        bool given = false;
        for (size_t i = 0; i < op->config_count; i++)
            given = given || op->configs[i].outputs.count > 0;
        if (!given && require_output)
            opf_def_diag(diags, op->at, "%s has no output; define at least one with Output(\"name\")",
                         op->type);
        else if (!given)
            opf_def_warn(diags, op->at, "%s has no output; is one missing, or does it write to its inputs?",
                         op->type);
    }
    for (size_t i = 0; i < op->inputs.count; i++)
        check_param(op, "input", &op->inputs.items[i], false, diags);
    for (size_t i = 0; i < op->outputs.count; i++)
        check_param(op, "output", &op->outputs.items[i], true, diags);
    for (size_t i = 0; i < op->attr_count; i++) {
        check_attr(op, &op->attrs[i], diags);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(op->attrs[k].name, op->attrs[i].name) == 0)
                opf_def_diag(diags, op->attrs[i].at, "%s: attribute `%s` is defined twice", op->type,
                             op->attrs[i].name);
        }
    }
    for (size_t i = 0; i < op->config_count; i++)
        check_config(op, &op->configs[i], diags);
}
