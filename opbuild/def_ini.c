/* Writing one section of aic-<soc>-ops-info.ini. */
#include "opbuild/def_write.h"

#include <stdlib.h>
#include <string.h>

static const char *const scalar_names[] = {"uint64", "int64", "uint32", "int32",   "uint16",
                                           "int16",  "uint8", "int8",   "float32", "float16"};
#define SCALAR_FLOAT32 8
#define SCALAR_COUNT   10

struct section {
    struct opf_buf *to;
    const struct opf_def_view *view;
    struct opf_def_diags *diags;
};

static void write_numbers(struct section *s, const char *port, size_t n, const char *key,
                          const struct opf_def_list *list, bool is_dtype)
{
    if (!list->set || list->count == 0)
        return;
    opf_buf_printf(s->to, "%s%zu.%s=", port, n, key);
    for (size_t i = 0; i < list->count; i++) {
        if (i)
            opf_buf_putc(s->to, ',');
        opf_buf_puts(s->to,
                     is_dtype ? opf_def_dtype_name(list->items[i]) : opf_def_format_name(list->items[i]));
    }
    opf_buf_putc(s->to, '\n');
}

static void write_scalar(struct section *s, const struct opf_def_scalar *scalar)
{
    opf_buf_printf(s->to, "\"type\": \"%s\", \"value\": ", scalar_names[scalar->type]);
    if (scalar->type >= SCALAR_FLOAT32)
        opf_buf_printf(s->to, "%f", strtod(scalar->text, NULL));
    else
        opf_buf_puts(s->to, scalar->text);
}

static bool same_scalar(const struct opf_def_scalar *a, const struct opf_def_scalar *b)
{
    return a->type == b->type && strcmp(a->text, b->text) == 0;
}

/* What the definition says about a parameter: the chip's configuration before the operator itself. */
static const struct opf_def_param *said_of(const struct section *s, const char *name, bool is_output)
{
    const struct opf_def_op *op = s->view->op;
    const struct opf_def_config *config = opf_def_config_of(op, s->view->soc);
    const struct opf_def_params *places[2] = {config ? is_output ? &config->outputs : &config->inputs : NULL,
                                              is_output ? &op->outputs : &op->inputs};
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; places[i] && k < places[i]->count; k++) {
            const struct opf_def_param *said = &places[i]->items[k];
            if (strcmp(said->name, name) == 0 && (said->dtypes.set || said->dtype_list.set || said->follow))
                return said;
        }
    }
    return NULL;
}

/* The dtypes that the values of an InitValue list belong to: as written, before lists were multiplied out. */
static const struct opf_def_list *init_dtypes(const struct section *s, const struct opf_def_param *p,
                                              bool is_output)
{
    const struct opf_def_param *said = said_of(s, p->name, is_output);
    for (size_t steps = 0; said && said->follow && steps < s->view->inputs.count + 1; steps++)
        said = said_of(s, said->follow, false);
    if (said && said->dtypes.set)
        return &said->dtypes;
    return said && said->dtype_list.set ? &said->dtype_list : &p->dtypes;
}

/* First value given for dtype number `i` of the list; faults when another value for it differs. */
static bool first_of_dtype(struct section *s, const struct opf_def_param *p,
                           const struct opf_def_list *dtypes, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (dtypes->items[k] != dtypes->items[i])
            continue;
        if (!same_scalar(&p->init_values[k], &p->init_values[i]))
            opf_def_diag(s->diags, p->init_at, "%s: `%s` has two different InitValues for %s",
                         s->view->op->type, p->name, opf_def_dtype_name(dtypes->items[i]));
        return false;
    }
    return true;
}

static void write_init_list(struct section *s, const struct opf_def_param *p,
                            const struct opf_def_list *dtypes)
{
    bool first = true;
    for (size_t i = 0; i < p->init_count; i++) {
        if (!first_of_dtype(s, p, dtypes, i))
            continue;
        opf_buf_printf(s->to, "%s\"%s\": { ", first ? "" : ", ", opf_def_dtype_name(dtypes->items[i]));
        write_scalar(s, &p->init_values[i]);
        opf_buf_puts(s->to, " }");
        first = false;
    }
}

static void write_init(struct section *s, const char *port, size_t n, const struct opf_def_param *p,
                       bool is_output)
{
    const struct opf_def_list *dtypes = init_dtypes(s, p, is_output);
    if (p->init_number)
        opf_buf_printf(s->to, "%s%zu.initValue=%s\n", port, n, p->init_number);
    if (p->init_count == 0)
        return;
    for (size_t i = 0; i < p->init_count; i++) {
        if (p->init_values[i].type < 0 || p->init_values[i].type >= SCALAR_COUNT) {
            opf_def_diag(s->diags, p->init_at, "%s: InitValue %zu of `%s` has no type", s->view->op->type,
                         i + 1, p->name);
            return;
        }
    }
    if (p->init_count > 1 && p->init_count != dtypes->count) {
        opf_def_diag(s->diags, p->init_at, "%s: `%s` has %zu InitValues but %zu dtypes; give one for each",
                     s->view->op->type, p->name, p->init_count, dtypes->count);
        return;
    }
    for (size_t i = 0; p->init_count > 1 && i < dtypes->count; i++) {
        if (!opf_def_dtype_name(dtypes->items[i])) {
            opf_def_diag(s->diags, p->init_at, "%s: InitValue %zu of `%s` is for %d, which is no dtype",
                         s->view->op->type, i + 1, p->name, dtypes->items[i]);
            return;
        }
    }
    opf_buf_printf(s->to, "%s%zu.initValue={ \"is_list\" : %s, ", port, n,
                   p->init_count > 1 ? "true" : "false");
    if (p->init_count > 1)
        write_init_list(s, p, dtypes);
    else
        write_scalar(s, &p->init_values[0]);
    opf_buf_puts(s->to, "}\n");
}

static void write_params(struct section *s, const struct opf_def_params *params, bool is_output)
{
    static const char *const types[] = {"ignore", "optional", "required", "dynamic", "optional"};
    const char *port = is_output ? "output" : "input";
    for (size_t n = 0; n < params->count; n++) {
        const struct opf_def_param *p = &params->items[n];
        opf_buf_printf(s->to, "%s%zu.name=%s\n", port, n, p->name);
        write_numbers(s, port, n, "dtype", &p->dtypes, true);
        write_numbers(s, port, n, "for_bin_dtype", &p->bin_dtypes, true);
        write_numbers(s, port, n, "format", &p->formats, false);
        write_numbers(s, port, n, "for_bin_format", &p->bin_formats, false);
        write_numbers(s, port, n, "unknownshape_format", &p->unknown_formats, false);
        opf_buf_printf(s->to, "%s%zu.shape=all\n", port, n);
        opf_buf_printf(s->to, "%s%zu.paramType=%s\n", port, n, types[p->param_type]);
        if (p->param_type == OPF_DEF_VIRTUAL)
            opf_buf_printf(s->to, "%s%zu.virtual=true\n", port, n);
        if (p->value_depend >= 0)
            opf_buf_printf(s->to, "%s%zu.valueDepend=%s\n", port, n,
                           p->value_depend == OPF_DEF_REQUIRED ? "required" : "optional");
        write_init(s, port, n, p, is_output);
        if (p->shape_depends_on_compute)
            opf_buf_printf(s->to, "%s%zu.outputShapeDependOnCompute=true\n", port, n);
    }
}

static void write_attrs(struct section *s)
{
    const struct opf_def_op *op = s->view->op;
    if (op->attr_count == 0)
        return;
    opf_buf_puts(s->to, "attr.list=");
    for (size_t i = 0; i < op->attr_count; i++)
        opf_buf_printf(s->to, "%s%s", i ? "," : "", op->attrs[i].name);
    opf_buf_putc(s->to, '\n');
    for (size_t i = 0; i < op->attr_count; i++) {
        const struct opf_def_attr *attr = &op->attrs[i];
        opf_buf_printf(s->to, "attr_%s.type=%s\n", attr->name, opf_def_attr_kind_name(attr->kind));
        opf_buf_printf(s->to, "attr_%s.value=all\n", attr->name);
        opf_buf_printf(s->to, "attr_%s.paramType=%s\n", attr->name, attr->required ? "required" : "optional");
        if (attr->required)
            continue;
        opf_buf_printf(s->to, "attr_%s.defaultValue=", attr->name);
        opf_def_attr_default(s->to, attr);
        opf_buf_putc(s->to, '\n');
    }
}

static bool has_pair(const struct opf_def_view *view, const char *key)
{
    for (size_t i = 0; i < view->pair_count; i++) {
        if (strcmp(view->pairs[i].key, key) == 0)
            return true;
    }
    return false;
}

static void write_config(struct section *s, const struct opf_def_ini_options *options)
{
    const struct opf_def_view *view = s->view;
    bool jit = has_pair(view, "jitCompile.flag");
    for (size_t i = 0; i < view->pair_count; i++)
        opf_buf_printf(s->to, "%s=%s\n", view->pairs[i].key, view->pairs[i].value);
    if (view->op->fall_back && !has_pair(view, "aclnnSupport.value"))
        opf_buf_puts(s->to, "aclnnSupport.value=support_aclnn\n");
    if (!has_pair(view, "prebuildPattern.value"))
        opf_buf_puts(s->to, "prebuildPattern.value=Opaque\n");
    /* existing readers know that jitCompile.flag stands in for coreType: kept as it is */
    if (!has_pair(view, "coreType.value") && !jit)
        opf_buf_puts(s->to, "coreType.value=AiCore\n");
    if (options->no_source_package && !jit)
        opf_buf_puts(s->to, "jitCompile.flag=static_false,dynamic_false\n");
    if (!has_pair(view, "opFile.value"))
        opf_buf_printf(s->to, "opFile.value=%s\n", view->op->stem);
    if (!has_pair(view, "opInterface.value"))
        opf_buf_printf(s->to, "opInterface.value=%s\n", view->op->stem);
}

void opf_def_write_ini(struct opf_buf *to, const struct opf_def_view *view,
                       const struct opf_def_ini_options *options, struct opf_def_diags *diags)
{
    struct section s = {to, view, diags};
    opf_buf_printf(to, "[%s]\n", view->op->type);
    if (options->kernel_src)
        opf_buf_printf(to, "kernelSrc.value=%s\n", options->kernel_src);
    write_params(&s, &view->inputs, false);
    write_params(&s, &view->outputs, true);
    write_attrs(&s);
    write_config(&s, options);
    if (view->op->hccl_count) {
        opf_buf_puts(to, "mc2.ctx=");
        for (size_t i = 0; i < view->op->hccl_count; i++)
            opf_buf_printf(to, "%smc2_context_%zu", i ? "," : "", i);
        opf_buf_putc(to, '\n');
    }
}
