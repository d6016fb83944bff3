/* From .ini lines to parameters and attributes. */
#include "ascendc_gen/op_ini.h"

#include "base/text.h"
#include <string.h>

struct section {
    opf_arena *arena;
    const char *where;
    const struct opf_ini_section *ini;
    bool for_bin;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for an operator definition");
}

static opf_status *missing(const struct section *s, const char *key)
{
    return opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT, "operator %s: key `%s` is missing", s->ini->name, key),
                         s->where, s->ini->line, 0);
}

/* Value of `<owner>.<field>`, NULL when absent. */
static const char *field(const struct section *s, const char *owner, const char *name)
{
    const char *key = opf_arena_printf(s->arena, "%s.%s", owner, name);
    return key ? opf_ini_get(s->ini, key) : NULL;
}

static opf_status *need_field(const struct section *s, const char *owner, const char *name, const char **out)
{
    *out = field(s, owner, name);
    if (*out && **out)
        return NULL;
    char key[128];
    snprintf(key, sizeof(key), "%s.%s", owner, name);
    return missing(s, key);
}

static opf_status *split(const struct section *s, const char *text, const char ***out, size_t *count)
{
    size_t n = 1;
    for (const char *c = text; *c; c++)
        n += *c == ',';
    const char **items = opf_arena_alloc(s->arena, (n + 1) * sizeof(*items));
    if (!items)
        return no_memory();
    *count = 0;
    while (*text || *count < n) {
        size_t len = strcspn(text, ",");
        if (!(items[(*count)++] = opf_arena_strndup(s->arena, text, len)))
            return no_memory();
        if (!text[len])
            break;
        text += len + 1;
    }
    *out = items;
    return NULL;
}

static opf_status *read_columns(const struct section *s, const char *owner, const char *name,
                                const char ***out, size_t *count)
{
    const char *text = NULL;
    if (s->for_bin) {
        char alternative[64];
        snprintf(alternative, sizeof(alternative), "for_bin_%s", name);
        text = field(s, owner, alternative);
    }
    if (!text || !*text)
        OPF_TRY(need_field(s, owner, name, &text));
    return split(s, text, out, count);
}

static bool is_flag_set(const struct section *s, const char *owner, const char *name)
{
    const char *value = field(s, owner, name);
    return value && strcmp(value, "true") == 0;
}

static char *macro_name(opf_arena *arena, const char *name, bool ref)
{
    char *macro = opf_arena_printf(arena, "%s%s", name, ref ? "_REF" : "");
    return macro ? opf_text_upper(macro) : NULL;
}

static opf_status *read_param(const struct section *s, struct opf_kernel_desc *d, const char *owner,
                              bool output)
{
    struct opf_kernel_param *p = &d->params[d->param_count];
    size_t formats;
    p->output = output;
    OPF_TRY(need_field(s, owner, "name", &p->name));
    OPF_TRY(need_field(s, owner, "paramType", &p->param));
    OPF_TRY(read_columns(s, owner, "dtype", &p->dtypes, &p->columns));
    OPF_TRY(read_columns(s, owner, "format", &p->formats, &formats));
    if (formats != p->columns)
        return opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT,
                                      "operator %s: %s `%s` has %zu dtypes and %zu formats", s->ini->name,
                                      owner, p->name, p->columns, formats),
                             s->where, s->ini->line, 0);
    if (d->param_count && p->columns != d->params[0].columns)
        return opf_status_at(
            OPF_FAIL(OPF_INVALID_FORMAT,
                     "operator %s: %s `%s` has %zu columns, `%s` has %zu; all lists of one operator "
                     "must be equally long",
                     s->ini->name, owner, p->name, p->columns, d->params[0].name, d->params[0].columns),
            s->where, s->ini->line, 0);
    bool ref = false;
    for (size_t i = 0; output && i < d->input_count; i++)
        ref |= strcmp(d->params[i].name, p->name) == 0;
    p->macro = macro_name(s->arena, p->name, ref);
    if (!p->macro)
        return no_memory();
    d->param_count++;
    d->input_count += !output;
    return NULL;
}

static size_t count_owners(const struct section *s, const char *prefix)
{
    size_t n = 0;
    char owner[32];
    for (;; n++) {
        snprintf(owner, sizeof(owner), "%s%zu", prefix, n);
        if (!field(s, owner, "name"))
            return n;
    }
}

static opf_status *read_params(const struct section *s, struct opf_kernel_desc *d)
{
    size_t inputs = count_owners(s, "input"), outputs = count_owners(s, "output");
    d->params = opf_arena_alloc(s->arena, (inputs + outputs + 1) * sizeof(*d->params));
    d->init_values = opf_arena_alloc(s->arena, (outputs + 1) * sizeof(*d->init_values));
    d->compute_shapes = opf_arena_alloc(s->arena, (outputs + 1) * sizeof(*d->compute_shapes));
    if (!d->params || !d->init_values || !d->compute_shapes)
        return no_memory();
    char owner[32];
    for (size_t i = 0; i < inputs; i++) {
        snprintf(owner, sizeof(owner), "input%zu", i);
        OPF_TRY(read_param(s, d, owner, false));
    }
    for (size_t i = 0; i < outputs; i++) {
        snprintf(owner, sizeof(owner), "output%zu", i);
        OPF_TRY(read_param(s, d, owner, true));
        d->init_values[i] = field(s, owner, "initValue");
        if (is_flag_set(s, owner, "outputShapeDependOnCompute"))
            d->compute_shapes[d->compute_shape_count++] = (int64_t)i;
    }
    return NULL;
}

static const char *attr_type(const char *ini_type)
{
    static const char *const LISTS[][2] = {{"listInt", "list_int"},
                                           {"listFloat", "list_float"},
                                           {"listBool", "list_bool"},
                                           {"listListInt", "list_list_int"}};
    for (size_t i = 0; i < sizeof(LISTS) / sizeof(LISTS[0]); i++)
        if (strcmp(LISTS[i][0], ini_type) == 0)
            return LISTS[i][1];
    return ini_type;
}

static opf_status *read_attrs(const struct section *s, struct opf_kernel_desc *d)
{
    const char *list = opf_ini_get(s->ini, "attr.list");
    if (!list || !*list)
        return NULL;
    const char **names;
    OPF_TRY(split(s, list, &names, &d->attr_count));
    d->attrs = opf_arena_alloc(s->arena, (d->attr_count + 1) * sizeof(*d->attrs));
    if (!d->attrs)
        return no_memory();
    for (size_t i = 0; i < d->attr_count; i++) {
        struct opf_kernel_attr *attr = &d->attrs[i];
        const char *owner = opf_arena_printf(s->arena, "attr_%s", names[i]);
        const char *type;
        if (!owner)
            return no_memory();
        OPF_TRY(need_field(s, owner, "type", &type));
        OPF_TRY(need_field(s, owner, "paramType", &attr->param));
        attr->name = names[i];
        attr->type = attr_type(type);
        attr->fallback = field(s, owner, "defaultValue");
    }
    return NULL;
}

const char *opf_op_dir_name(opf_arena *arena, const char *op_file)
{
    size_t len = strlen(op_file);
    if (opf_text_ends(op_file, "_apt"))
        len -= 4;
    else if (opf_text_ends(op_file, "_910b"))
        len -= 5;
    return opf_arena_strndup(arena, op_file, len);
}

opf_status *opf_op_ini_read(opf_arena *arena, const char *where, const struct opf_ini_section *section,
                            bool for_bin, struct opf_kernel_desc **out)
{
    struct section s = {arena, where, section, for_bin};
    struct opf_kernel_desc *d = opf_arena_alloc(arena, sizeof(*d));
    if (!d)
        return no_memory();
    d->op_type = section->name;
    d->auto_sync = -1;
    d->op_file = opf_ini_get(section, "opFile.value");
    d->entry = opf_ini_get(section, "opInterface.value");
    if (!d->op_file || !*d->op_file)
        return missing(&s, "opFile.value");
    if (!d->entry || !*d->entry)
        return missing(&s, "opInterface.value");
    if (strchr(d->op_file, '/') || d->op_file[0] == '.')
        return opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT,
                                      "operator %s: opFile.value `%s` must be a plain file stem",
                                      section->name, d->op_file),
                             where, section->line, 0);
    OPF_TRY(read_params(&s, d));
    OPF_TRY(read_attrs(&s, d));
    d->dynamic_format = is_flag_set(&s, "dynamicFormat", "flag");
    d->need_check_support = is_flag_set(&s, "needCheckSupport", "flag");
    d->range_limit = opf_ini_get(section, "rangeLimit.value");
    const char *mc2 = opf_ini_get(section, "mc2.ctx");
    if (mc2 && *mc2)
        OPF_TRY(split(&s, mc2, &d->mc2_ctx, &d->mc2_count));
    *out = d;
    return NULL;
}
