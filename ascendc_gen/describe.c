/* Kernel descriptions of a chip's operators. */
#include "ascendc_gen/describe.h"

#include "ascendc_gen/kernel_flags.h"
#include "ascendc_gen/kernel_scan.h"
#include "ascendc_gen/op_ini.h"
#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/yaml.h"
#include <string.h>

struct describer {
    opf_arena *arena;
    const struct opf_describe_request *request;
    const struct opf_soc_arch *arch;
    const opf_value *config; /* ascendc_config.json or NULL */
    const char *device_header;
    struct opf_buf csv;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a kernel description");
}

/* ---- compiler options ---------------------------------------------------------------------------------- */

static bool lists_soc(const opf_value *units, const char *soc)
{
    for (const opf_value *u = units && units->kind == OPF_VALUE_ARRAY ? units->first : NULL; u; u = u->next)
        if (u->kind == OPF_VALUE_STRING && strcmp(u->as.string, soc) == 0)
            return true;
    return false;
}

static opf_status *apply_config(const struct describer *g, struct opf_kernel_desc *d)
{
    const opf_value *entry = g->config && g->config->kind == OPF_VALUE_ARRAY ? g->config->first : NULL;
    for (; entry; entry = entry->next) {
        const opf_value *name = opf_value_get(entry, "name");
        if (name && name->kind == OPF_VALUE_STRING && strcmp(name->as.string, d->op_type) == 0 &&
            lists_soc(opf_value_get(entry, "compute_units"), g->request->soc))
            break;
    }
    if (!entry)
        return NULL;
    const opf_value *sync = opf_value_get(entry, "auto_sync");
    if (sync && sync->kind == OPF_VALUE_OBJECT)
        sync = opf_value_get(sync, g->request->soc);
    if (sync && sync->kind == OPF_VALUE_BOOL)
        d->auto_sync = sync->as.boolean;
    const opf_value *options = opf_value_get(opf_value_get(entry, "compile_options"), g->request->soc);
    if (!options || options->kind != OPF_VALUE_ARRAY)
        return NULL;
    d->compile_options = opf_arena_alloc(g->arena, (options->count + 1) * sizeof(*d->compile_options));
    if (!d->compile_options)
        return no_memory();
    for (const opf_value *o = options->first; o; o = o->next)
        if (o->kind == OPF_VALUE_STRING)
            d->compile_options[d->option_count++] = o->as.string;
    return NULL;
}

/* ---- the kernel source --------------------------------------------------------------------------------- */

/* Try <root>/<dir>/<file>; fills the description when it is there. */
static bool try_source(const struct describer *g, struct opf_kernel_desc *d, const char *dir,
                       const char *file)
{
    const char *path = opf_arena_printf(g->arena, "%s/%s/%s", g->request->source_root, dir, file);
    if (!path || !opf_path_is_file(path))
        return false;
    d->source_dir = dir;
    d->source_file = file;
    return true;
}

static opf_status *find_source(const struct describer *g, const struct opf_ini_section *section,
                               struct opf_kernel_desc *d)
{
    const char *given = opf_ini_get(section, "kernelSrc.value");
    const char *dir = opf_op_dir_name(g->arena, d->op_file);
    char *snake_owned = opf_text_snake(d->op_type);
    const char *snake = snake_owned ? opf_arena_strdup(g->arena, snake_owned) : NULL;
    opf_free(snake_owned);
    const char *plain = opf_arena_printf(g->arena, "%s.cpp", d->op_file);
    const char *in_dir = given ? opf_arena_printf(g->arena, "%s/%s.cpp", given, d->op_file) : NULL;
    if (!dir || !snake || !plain)
        return no_memory();
    const char *dirs[] = {dir, snake};
    for (size_t i = 0; i < 2; i++)
        if ((given && (try_source(g, d, dirs[i], given) || (in_dir && try_source(g, d, dirs[i], in_dir)))) ||
            try_source(g, d, dirs[i], plain))
            return NULL;
    return OPF_FAIL(OPF_NOT_FOUND, "operator %s: no kernel source; looked for %s%s%s in %s/%s and %s/%s",
                    d->op_type, given ? given : "", given ? ", " : "", plain, g->request->source_root, dir,
                    g->request->source_root, snake);
}

static void push_operands(const struct opf_kernel_desc *d, size_t column, struct opf_strvec *args)
{
    for (size_t i = 0; i < d->param_count; i++) {
        const struct opf_kernel_param *p = &d->params[i];
        const struct opf_dtype_info *dtype = column < p->columns ? opf_dtype_find(p->dtypes[column]) : NULL;
        if (!dtype)
            continue;
        opf_strvec_pushf(args, "-DDTYPE_%s=%s", p->macro, dtype->c_type);
        opf_strvec_pushf(args, "-DORIG_DTYPE_%s=%s", p->macro, dtype->ge_name);
        if (p->formats)
            opf_strvec_pushf(args, "-DFORMAT_%s=FORMAT_%s", p->macro, p->formats[column]);
    }
}

static opf_status *scan_column(const struct describer *g, const struct opf_kernel_desc *d, size_t column,
                               struct opf_scan_result *result)
{
    const struct opf_describe_request *r = g->request;
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_strvec_push(&args, "-xc++");
    if (r->pch_path) {
        opf_strvec_push(&args, "-include-pch");
        opf_strvec_push(&args, r->pch_path);
    }
    opf_kernel_flags_language(g->arch, &args);
    opf_kernel_flags_sdk(r->sdk_dir, &args);
    opf_kernel_flags_source(r->source_root, d->source_dir, r->includes, &args);
    opf_strvec_push(&args, "-DDETERMINISTIC_MODE=1");
    opf_strvec_push(&args, "-ferror-limit=0"); /* the lists may come after any number of errors */
    opf_strvec_push(&args, "-Wno-everything");
    opf_strvec_push(&args, "-Wno-c++11-narrowing");
    push_operands(d, column, &args);
    if (!r->pch_path && opf_path_is_file(g->device_header)) {
        opf_strvec_push(&args, "-include");
        opf_strvec_push(&args, g->device_header);
    }
    opf_strvec_push(&args, "-include");
    opf_strvec_pushf(&args, "%s/device/ascendc/host_api/tiling/template_scan.h", r->sdk_dir);
    const char *path = opf_arena_printf(g->arena, "%s/%s/%s", r->source_root, d->source_dir, d->source_file);
    const char *root = opf_arena_printf(g->arena, "%s/%s/", r->source_root, d->source_dir);
    opf_status *status = path && root ? opf_strvec_finish(&args) : no_memory();
    if (!status)
        status = opf_kernel_scan(g->arena, path, d->entry, &args, root, r->sdk_dir, result);
    opf_strvec_free(&args);
    return status;
}

static bool items_equal(const struct opf_tpl_item *a, size_t na, const struct opf_tpl_item *b, size_t nb)
{
    if (na != nb)
        return false;
    for (size_t i = 0; i < na; i++)
        if (strcmp(a[i].name, b[i].name) != 0 || a[i].kind != b[i].kind || a[i].width != b[i].width ||
            a[i].count != b[i].count || memcmp(a[i].values, b[i].values, a[i].count * sizeof(uint64_t)) != 0)
            return false;
    return true;
}

static bool tables_equal(const struct opf_tpl_table *a, const struct opf_tpl_table *b)
{
    if (!items_equal(a->params, a->param_count, b->params, b->param_count) ||
        a->group_count != b->group_count)
        return false;
    for (size_t i = 0; i < a->group_count; i++)
        if (!items_equal(a->groups[i].items, a->groups[i].count, b->groups[i].items, b->groups[i].count))
            return false;
    return true;
}

static opf_status *add_table(const struct describer *g, struct opf_kernel_desc *d, size_t column,
                             const struct opf_tpl_table *found)
{
    size_t columns = d->param_count ? d->params[0].columns : 1;
    size_t t = 0;
    while (t < d->table_count && !tables_equal(&d->tables[t], found))
        t++;
    if (t == d->table_count) {
        d->tables[t] = *found;
        d->tables[t].columns = opf_arena_alloc(g->arena, (columns + 1) * sizeof(int64_t));
        d->tables[t].column_count = 0;
        d->table_count++;
    }
    if (!d->tables[t].columns)
        return no_memory();
    d->tables[t].columns[d->tables[t].column_count++] = (int64_t)column;
    return NULL;
}

/* Lists that depend on the operands are read once for each column. */
static opf_status *read_tables(const struct describer *g, struct opf_kernel_desc *d,
                               const struct opf_scan_result *first)
{
    size_t columns = d->param_count && first->words.tests_operands ? d->params[0].columns : 1;
    d->tables = opf_arena_alloc(g->arena, (columns + 1) * sizeof(*d->tables));
    if (!d->tables)
        return no_memory();
    for (size_t c = 0; c < columns; c++) {
        struct opf_scan_result result = *first;
        if (c > 0)
            OPF_TRY(scan_column(g, d, c, &result));
        if (result.table.param_count)
            OPF_TRY(add_table(g, d, c, &result.table));
    }
    if (d->table_count == 1)
        d->tables[0].column_count = 0;
    return NULL;
}

static opf_status *missing_entry(const struct describer *g, const struct opf_kernel_desc *d,
                                 const struct opf_scan_result *result)
{
    const char *path =
        opf_arena_printf(g->arena, "%s/%s/%s", g->request->source_root, d->source_dir, d->source_file);
    opf_status *status = opf_status_at(
        OPF_FAIL(OPF_NOT_FOUND, "kernel entry `%s' not implement in `%s'", d->entry, d->source_file),
        path ? path : d->source_file, 1, 0);
    if (result->first_error)
        status = opf_status_note(status, "the parser's first error: %s", result->first_error);
    return status;
}

/* A group for one determinism makes the kernel one of two builds. */
static bool selects_determinism(const struct opf_kernel_desc *d)
{
    for (size_t t = 0; t < d->table_count; t++)
        for (size_t i = 0; i < d->tables[t].group_count; i++)
            for (size_t k = 0; k < d->tables[t].groups[i].count; k++)
                if (d->tables[t].groups[i].items[k].kind == OPF_TPL_DETERMINISTIC)
                    return true;
    return false;
}

static opf_status *read_source(const struct describer *g, struct opf_kernel_desc *d)
{
    struct opf_scan_result result;
    OPF_TRY(scan_column(g, d, 0, &result));
    if (!result.found)
        return missing_entry(g, d, &result);
    d->entry_params = result.entry_params;
    d->template_params = result.template_params;
    d->structs = result.structs;
    d->struct_count = result.struct_count;
    d->deterministic = result.words.deterministic;
    d->reads_default = result.words.reads_default;
    d->registers_tiling = result.words.registers_default;
    d->keys = result.words.tiling_key_var ? OPF_KEYS_PER_KEY : OPF_KEYS_LITERAL;
    if (result.template_params || result.table.param_count) {
        OPF_TRY(read_tables(g, d, &result));
        if (!d->table_count)
            return OPF_FAIL(
                OPF_INVALID_FORMAT,
                "operator %s: entry `%s` is a template, but its source declares no ASCENDC_TPL_ARGS_DECL",
                d->op_type, d->entry);
        d->keys = OPF_KEYS_TEMPLATE;
        d->deterministic |= selects_determinism(d);
    }
    return NULL;
}

/* ---- one operator, all operators ----------------------------------------------------------------------- */

static opf_status *write_description(const struct describer *g, const struct opf_kernel_desc *d)
{
    opf_value *root = opf_kernel_desc_to_value(g->arena, d);
    const char *path = opf_arena_printf(g->arena, "%s/%s.yaml", g->request->out_dir, d->op_file);
    if (!root || !path)
        return no_memory();
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_status *status = opf_yaml_write(&text, root);
    if (!status)
        status = opf_buf_finish(&text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_IF_CHANGED, NULL);
    opf_buf_free(&text);
    return status;
}

static opf_status *describe_op(struct describer *g, const struct opf_ini_section *section)
{
    struct opf_kernel_desc *d;
    OPF_TRY(opf_op_ini_read(g->arena, g->request->ini_path, section, false, &d));
    d->soc = g->arch->soc;
    OPF_TRY(find_source(g, section, d));
    OPF_TRY(apply_config(g, d));
    OPF_TRY(read_source(g, d));
    opf_buf_printf(&g->csv, "%s,dynamic/%s.yaml,%s\n", d->op_type, d->op_file, d->entry);
    return write_description(g, d);
}

static opf_status *describe_all(struct describer *g, const struct opf_ini_section *first, FILE *log)
{
    const struct opf_strvec *ops = g->request->ops;
    for (size_t i = 0; ops && i < ops->len; i++)
        if (!opf_ini_find(first, ops->items[i]))
            return OPF_FAIL(OPF_NOT_FOUND, "operator %s has no section in %s", ops->items[i],
                            g->request->ini_path);
    opf_status *first_error = NULL;
    size_t failed = 0;
    for (const struct opf_ini_section *s = first; s; s = s->next) {
        if (ops && ops->len && !opf_strvec_contains(ops, s->name))
            continue;
        opf_status *status = opf_status_note(describe_op(g, s), "while describing the kernel of %s", s->name);
        if (!status)
            continue;
        failed++;
        if (first_error) {
            opf_status_print(log, status);
            opf_status_free(status);
        } else {
            first_error = status;
        }
    }
    if (failed > 1)
        first_error = opf_status_note(first_error, "%zu operators could not be described", failed);
    return first_error;
}

static opf_status *write_csv(struct describer *g)
{
    if (!g->request->csv_path)
        return NULL;
    OPF_TRY(opf_buf_finish(&g->csv, g->request->csv_path));
    return opf_file_write(g->request->csv_path, opf_buf_text(&g->csv), g->csv.len, OPF_FILE_IF_CHANGED, NULL);
}

static opf_status *run(struct describer *g, FILE *log)
{
    const struct opf_describe_request *r = g->request;
    if (!r->ini_path || !r->source_root || !r->soc || !r->out_dir)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--ini, --src, --soc and --out are needed (--help)");
    g->arch = opf_soc_find(r->soc);
    if (!g->arch)
        return OPF_FAIL(OPF_UNSUPPORTED,
                        "chip `%s` is not known; ascend950, ascend910b, ascend910_93 and ascend310p are",
                        r->soc);
    g->device_header = opf_arena_printf(g->arena, "%s/device/opf_prefix.h", r->sdk_dir);
    if (!g->device_header)
        return no_memory();
    if (r->config_path) {
        opf_value *config;
        OPF_TRY(opf_json_read(g->arena, r->config_path, &config));
        g->config = config;
    }
    struct opf_ini_section *first;
    OPF_TRY(opf_ini_read(g->arena, r->ini_path, &first));
    if (!first)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: no operator is defined in it", r->ini_path);
    opf_status *status = describe_all(g, first, log);
    return status ? status : write_csv(g);
}

opf_status *opf_describe_kernels(const struct opf_describe_request *request, FILE *log)
{
    struct describer g = {.request = request};
    opf_buf_init(&g.csv, OPF_BUF_MAX_DEFAULT);
    opf_status *status = opf_arena_create(&g.arena);
    if (!status)
        status = run(&g, log);
    opf_buf_free(&g.csv);
    opf_arena_destroy(g.arena);
    return status;
}
