/* Planning a chip's kernels. */
#include "binscripts/plan.h"

#include "ascendc_gen/kernel_flags.h"
#include "ascendc_gen/op_ini.h"
#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "binscripts/plan_ninja.h"
#include <string.h>

struct planner {
    opf_arena *arena;
    const struct opf_plan_request *request;
    const struct opf_ini_section *ini, *impl_modes;
    struct opf_plan plan;
    struct opf_strvec *notes;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a plan");
}

static opf_status *write_json(const opf_value *root, const char *path)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_json_write(&text, root, OPF_JSON_INDENT2, OPF_JSON_PLAIN);
    opf_buf_putc(&text, '\n');
    opf_status *status = opf_buf_finish(&text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_IF_CHANGED, NULL);
    opf_buf_free(&text);
    return status;
}

/* ---- variants of an operator --------------------------------------------------------------------------- */

/* Checked-in file, else one generated from the definition (then also stored, as documentation). */
static opf_status *generate_variants(struct planner *p, const struct opf_ini_section *section,
                                     const char *made, struct opf_plan_op *op, struct opf_variant_file *file)
{
    const size_t column = p->request->column;
    struct opf_kernel_desc *columns;
    opf_value *root;
    OPF_TRY(opf_op_ini_read(p->arena, p->request->ini_path, section, column == 0, &columns));
    OPF_TRY(opf_variant_file_generate(p->arena, columns, column, &root));
    OPF_TRY(write_json(root, made));
    op->variant_path = made;
    op->generated = true;
    return opf_variant_file_check(made, root, file);
}

static opf_status *load_variants(struct planner *p, struct opf_plan_op *op,
                                 const struct opf_ini_section *section, struct opf_variant_file *file)
{
    const char *build = p->request->build_dir, *soc = p->request->soc;
    char *given =
        opf_arena_printf(p->arena, "%s/tbe/config/%s/%s/%s_binary.json", build, soc, op->dir, op->dir);
    char *made =
        opf_arena_printf(p->arena, "%s/binary/%s/gen/%s/%s_binary.json", build, soc, op->dir, op->dir);
    if (!given || !made)
        return no_memory();
    if (!p->request->column && opf_path_is_file(given)) {
        op->variant_path = given;
        OPF_TRY(opf_variant_file_read(p->arena, given, file));
    } else {
        OPF_TRY(generate_variants(p, section, made, op, file));
    }
    if (strcmp(file->op_type, op->desc->op_type) != 0)
        return OPF_FAIL(OPF_MISMATCH, "%s is for operator %s, expected %s", op->variant_path, file->op_type,
                        op->desc->op_type);
    return NULL;
}

static opf_status *read_key_mode(struct planner *p, struct opf_plan_op *op)
{
    op->key_mode = "0";
    char *path = opf_arena_printf(p->arena, "%s/tbe/config/%s/%s/%s_simplified_key.ini",
                                  p->request->build_dir, p->request->soc, op->dir, op->dir);
    if (!path)
        return no_memory();
    if (!opf_path_is_file(path))
        return NULL;
    struct opf_ini_section *ini;
    OPF_TRY(opf_ini_read(p->arena, path, &ini));
    const struct opf_ini_section *section = opf_ini_find(ini, op->desc->op_type);
    const char *mode = section ? opf_ini_get(section, "default") : NULL;
    if (!mode)
        return NULL;
    if (strcmp(mode, "None") == 0)
        op->key_mode = NULL;
    else if (strcmp(mode, "0") == 0 || strcmp(mode, "1") == 0)
        op->key_mode = mode;
    else
        return opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT, "key mode `%s` of %s; 0, 1 or None expected", mode,
                                      op->desc->op_type),
                             path, section->line, 0);
    return NULL;
}

/* Implementation modes: OpType=m1,m2 lines; the default is high_performance. */
static const char *impl_modes_of(const struct planner *p, const char *op_type)
{
    for (const struct opf_ini_section *s = p->impl_modes; s; s = s->next) {
        const char *modes = opf_ini_get(s, op_type);
        if (modes && *modes)
            return modes;
    }
    return "high_performance";
}

/* The parameter files of one column must not take the place of the listed variants'. */
static const char *param_prefix(const struct planner *p, const struct opf_plan_op *op, const char *mode)
{
    const struct opf_plan_request *r = p->request;
    if (r->column)
        return opf_arena_printf(p->arena, "%s/binary/%s/gen/%s/%s_binary_%s.json", r->build_dir, r->soc,
                                op->dir, op->dir, mode);
    return opf_arena_printf(p->arena, "%s/tbe/config/%s/%s/%s_binary_%s.json", r->build_dir, r->soc, op->dir,
                            op->dir, mode);
}

static opf_status *add_variant(struct planner *p, struct opf_plan_op *op, const struct opf_variant_file *file,
                               const opf_value *variant, const char *mode, size_t index, bool optional)
{
    struct opf_plan_variant *v = &op->variants[op->variant_count++];
    const char *stem = opf_variant_text(variant, "bin_filename"), *prefix = param_prefix(p, op, mode);
    v->mode = mode;
    v->source = variant;
    v->index = index;
    v->stem = opf_arena_printf(p->arena, "%s_%s", stem, mode);
    v->impl_mode = opf_arena_printf(p->arena, "%s%s", mode, optional ? ",optional" : "");
    v->param_path = prefix ? opf_arena_printf(p->arena, "%s_%zu", prefix, index) : NULL;
    if (!v->stem || !v->impl_mode || !v->param_path)
        return no_memory();
    struct opf_key_options options = {.mode = op->key_mode ? op->key_mode[0] - '0' : -1,
                                      .impl_mode = v->impl_mode,
                                      .deterministic = op->desc->deterministic ? "false" : "ignore"};
    OPF_TRY(opf_kernel_keys_make(p->arena, file, variant, &options, &v->keys));
    opf_value *single = opf_variant_single(p->arena, file, variant, v->stem);
    return single ? write_json(single, v->param_path) : no_memory();
}

static opf_status *write_mode_file(struct planner *p, struct opf_plan_op *op,
                                   const struct opf_variant_file *file, const char *mode)
{
    opf_value *root = opf_value_object(p->arena), *list = opf_value_array(p->arena);
    const char *path = param_prefix(p, op, mode);
    if (!root || !list || !path)
        return no_memory();
    for (const opf_value *v = file->op_list->first; v; v = v->next) {
        char *stem = opf_arena_printf(p->arena, "%s_%s", opf_variant_text(v, "bin_filename"), mode);
        opf_value *single = stem ? opf_variant_single(p->arena, file, v, stem) : NULL;
        const opf_value *only = single ? opf_value_get(single, "op_list")->first : NULL;
        if (!only || !opf_value_add(list, opf_value_copy(p->arena, only)))
            return no_memory();
    }
    for (const opf_value *m = file->root->first; m; m = m->next) {
        bool is_list = strcmp(m->name, "op_list") == 0;
        if (!opf_value_set(p->arena, root, m->name, is_list ? list : opf_value_copy(p->arena, m)))
            return no_memory();
    }
    return write_json(root, path);
}

static opf_status *split_modes(struct planner *p, struct opf_plan_op *op, const struct opf_variant_file *file)
{
    const char *modes = impl_modes_of(p, op->desc->op_type);
    size_t mode_count = 1;
    for (const char *c = modes; *c; c++)
        mode_count += *c == ',';
    op->variants = opf_arena_alloc(p->arena, mode_count * file->op_list->count * sizeof(*op->variants));
    if (!op->variants)
        return no_memory();
    for (bool first = true; *modes; first = false) {
        size_t len = strcspn(modes, ","), index = 0;
        const char *mode = opf_arena_strndup(p->arena, modes, len);
        if (!mode)
            return no_memory();
        OPF_TRY(write_mode_file(p, op, file, mode));
        for (const opf_value *v = file->op_list->first; v; v = v->next)
            OPF_TRY(add_variant(p, op, file, v, mode, index++, first));
        modes += len + (modes[len] == ',');
    }
    return NULL;
}

static bool same_member(const opf_value *x, const opf_value *y, const char *name)
{
    struct opf_buf a, b;
    opf_buf_init(&a, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&b, OPF_BUF_MAX_DEFAULT);
    opf_json_write(&a, opf_value_get(x, name), OPF_JSON_COMPACT, OPF_JSON_PLAIN);
    opf_json_write(&b, opf_value_get(y, name), OPF_JSON_COMPACT, OPF_JSON_PLAIN);
    bool same = strcmp(opf_buf_text(&a), opf_buf_text(&b)) == 0;
    opf_buf_free(&a);
    opf_buf_free(&b);
    return same;
}

/* Two variants with one key: only one of them could ever be selected. Attribute values are no part of the
 * code, so variants that differ in nothing else are one kernel. `*drop`: leave out the later one. */
static opf_status *judge_clash(struct planner *p, const struct opf_plan_op *op,
                               const struct opf_plan_variant *first, const struct opf_plan_variant *later,
                               const char *key, bool *drop)
{
    bool same_kernel = same_member(first->source, later->source, "inputs") &&
                       same_member(first->source, later->source, "outputs");
    *drop = same_kernel || p->request->keep_first;
    if (!*drop)
        return opf_status_at(
            OPF_FAIL(OPF_ALREADY_EXISTS,
                     "operator %s: variants %s and %s have one key, %s; only one of them could be "
                     "selected: remove one, tell them apart by key mode 1 or a `simplified_key`, or "
                     "give --same_keys=first to build the first only",
                     op->desc->op_type, first->stem, later->stem, key),
            op->variant_path, later->source->line, 0);
    opf_strvec_pushf(p->notes, "%s is not built: its key is that of %s%s", later->stem, first->stem,
                     same_kernel ? ", from which it differs in attribute values only" : "");
    return NULL;
}

static opf_status *keep_distinct(struct planner *p, struct opf_plan_op *op, opf_map *seen)
{
    size_t kept = 0;
    for (size_t i = 0; i < op->variant_count; i++) {
        struct opf_plan_variant *v = &op->variants[i];
        bool drop = false;
        for (size_t k = 0; k < kept; k++)
            if (strcmp(op->variants[k].stem, v->stem) == 0)
                return OPF_FAIL(OPF_ALREADY_EXISTS, "operator %s: two variants are named %s",
                                op->desc->op_type, v->stem);
        for (size_t k = 0; k < v->keys.count && !drop; k++) {
            /* maps hold the index plus one: variants move while others are left out */
            size_t other = (size_t)(uintptr_t)opf_map_get(seen, v->keys.simplified[k]);
            if (other && other - 1 < kept)
                OPF_TRY(judge_clash(p, op, &op->variants[other - 1], v, v->keys.simplified[k], &drop));
        }
        for (size_t k = 0; k < v->keys.count && !drop; k++)
            OPF_TRY(opf_map_set(seen, v->keys.simplified[k], (void *)(uintptr_t)(kept + 1), NULL));
        if (!drop)
            op->variants[kept++] = *v;
    }
    op->variant_count = kept;
    return opf_strvec_finish(p->notes);
}

static opf_status *check_keys(struct planner *p, struct opf_plan_op *op)
{
    opf_map *seen;
    OPF_TRY(opf_map_create(&seen));
    opf_status *status = keep_distinct(p, op, seen);
    opf_map_destroy(seen);
    return status;
}

static opf_status *plan_op(struct planner *p, const struct opf_ini_section *section, const char *desc_path)
{
    struct opf_plan_op *op = &p->plan.ops[p->plan.op_count];
    struct opf_kernel_desc *desc;
    struct opf_variant_file file;
    OPF_TRY(opf_kernel_desc_read(p->arena, desc_path, &desc));
    op->desc = desc;
    op->desc_path = desc_path;
    op->dir = opf_op_dir_name(p->arena, desc->op_file);
    if (!op->dir)
        return no_memory();
    OPF_TRY(load_variants(p, op, section, &file));
    OPF_TRY(read_key_mode(p, op));
    OPF_TRY(split_modes(p, op, &file));
    OPF_TRY(check_keys(p, op));
    p->plan.op_count++;
    p->plan.variant_count += op->variant_count;
    return NULL;
}

/* ---- leftovers ----------------------------------------------------------------------------------------- */

static bool is_planned(const struct opf_plan_op *op, const char *file)
{
    size_t len = strcspn(file, ".");
    static const char TWIN[] = "_deterministic";
    for (size_t i = 0; i < op->variant_count; i++) {
        const char *stem = op->variants[i].stem;
        size_t n = strlen(stem);
        if (strncmp(file, stem, n) == 0 &&
            (len == n || (len == n + strlen(TWIN) && strncmp(file + n, TWIN, strlen(TWIN)) == 0)))
            return true;
    }
    return false;
}

/* Kernels of variants that are no longer planned would stay in the global index, which is made from what is
 * there. */
static opf_status *remove_stale_kernels(struct planner *p, const struct opf_plan_op *op)
{
    char *dir = opf_arena_printf(p->arena, "%s/binary/%s/bin/%s/%s", p->request->build_dir, p->request->soc,
                                 p->request->soc, op->dir);
    struct opf_strvec names;
    if (!dir)
        return no_memory();
    if (!opf_path_is_dir(dir))
        return NULL;
    opf_strvec_init(&names);
    opf_status *status = opf_path_list(dir, &names);
    for (size_t i = 0; !status && i < names.len; i++) {
        bool kernel = opf_text_ends(names.items[i], ".o") || opf_text_ends(names.items[i], ".json");
        char *path = kernel && !is_planned(op, names.items[i]) ? opf_path_join(dir, names.items[i]) : NULL;
        if (path)
            status = opf_path_remove_tree(path);
        opf_free(path);
    }
    opf_strvec_free(&names);
    return status;
}

/* ---- the chip ------------------------------------------------------------------------------------------ */

static opf_status *plan_section(struct planner *p, const struct opf_ini_section *s, bool named)
{
    const char *op_file = opf_ini_get(s, "opFile.value");
    if (!op_file || !*op_file)
        return opf_status_at(
            OPF_FAIL(OPF_INVALID_FORMAT, "operator %s: key `opFile.value` is missing", s->name),
            p->request->ini_path, s->line, 0);
    /* A build for several chips keeps the descriptions of each apart. */
    char *path = opf_arena_printf(p->arena, "%s/tbe/dynamic/%s/%s.yaml", p->request->build_dir,
                                  p->request->soc, op_file);
    if (path && !opf_path_is_file(path))
        path = opf_arena_printf(p->arena, "%s/tbe/dynamic/%s.yaml", p->request->build_dir, op_file);
    if (!path)
        return no_memory();
    if (!opf_path_is_file(path)) {
        if (!named)
            return NULL;
        return OPF_FAIL(OPF_NOT_FOUND,
                        "operator %s has no kernel description %s; run ascendc_gen for it first", s->name,
                        path);
    }
    return opf_status_note(plan_op(p, s, path), "while planning the kernels of %s", s->name);
}

static opf_status *plan_all(struct planner *p)
{
    const struct opf_strvec *ops = p->request->ops;
    size_t sections = 0;
    for (const struct opf_ini_section *s = p->ini; s; s = s->next)
        sections++;
    p->plan.ops = opf_arena_alloc(p->arena, (sections + 1) * sizeof(*p->plan.ops));
    if (!p->plan.ops)
        return no_memory();
    for (size_t i = 0; ops && i < ops->len; i++)
        if (!opf_ini_find(p->ini, ops->items[i]))
            return OPF_FAIL(OPF_NOT_FOUND, "operator %s has no section in %s", ops->items[i],
                            p->request->ini_path);
    for (const struct opf_ini_section *s = p->ini; s; s = s->next)
        if (!ops || !ops->len || opf_strvec_contains(ops, s->name))
            OPF_TRY(plan_section(p, s, ops && ops->len));
    if (!p->plan.op_count)
        return OPF_FAIL(OPF_NOT_FOUND, "no operator of %s has a kernel description in %s/tbe/dynamic",
                        p->request->ini_path, p->request->build_dir);
    return NULL;
}

static opf_status *beside_us(struct planner *p, const char *given, const char *name, const char **out)
{
    *out = given;
    if (given)
        return NULL;
    char *self = NULL;
    OPF_TRY(opf_path_self_dir(&self));
    *out = opf_arena_printf(p->arena, "%s/%s", self, name);
    opf_free(self);
    return *out ? NULL : no_memory();
}

/* Stored paths are absolute: the plan, the scripts and the task lists run from anywhere. */
static opf_status *absolute(struct planner *p, const char **path)
{
    if (!*path)
        return NULL;
    char *full = opf_path_absolute(*path);
    *path = full ? opf_arena_strdup(p->arena, full) : NULL;
    opf_free(full);
    return *path ? NULL : no_memory();
}

/* all_ops_impl_mode.ini has no sections; give it one. */
static opf_status *read_impl_modes(struct planner *p, const char *path)
{
    if (!path)
        return NULL;
    struct opf_buf text, all;
    OPF_TRY(opf_file_read(path, (size_t)4 << 20, &text));
    opf_buf_init(&all, (size_t)8 << 20);
    if (opf_buf_text(&text)[0] != '[')
        opf_buf_puts(&all, "[modes]\n");
    opf_buf_append(&all, opf_buf_text(&text), text.len);
    opf_buf_free(&text);
    opf_status *status = opf_buf_finish(&all, path);
    struct opf_ini_section *first = NULL;
    if (!status)
        status = opf_ini_parse(p->arena, path, opf_buf_text(&all), all.len, &first);
    p->impl_modes = first;
    opf_buf_free(&all);
    return status;
}

static opf_status *run(struct planner *p, struct opf_plan_request *r, struct opf_plan_result *result)
{
    if (!r->build_dir || !r->ini_path || !r->soc)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--build, --ini and --soc are needed (--help)");
    p->plan.arch = opf_soc_find(r->soc);
    if (!p->plan.arch)
        return OPF_FAIL(OPF_UNSUPPORTED, "chip `%s` is not known", r->soc);
    OPF_TRY(absolute(p, &r->build_dir));
    OPF_TRY(absolute(p, &r->tiling_library));
    OPF_TRY(absolute(p, &r->pch_path));
    OPF_TRY(beside_us(p, r->opc_path, "opc", &r->opc_path));
    OPF_TRY(beside_us(p, r->opindex_path, "opindex", &r->opindex_path));
    OPF_TRY(beside_us(p, r->structs_path, "optiling_structs", &r->structs_path));
    OPF_TRY(absolute(p, &r->opc_path));
    OPF_TRY(absolute(p, &r->opindex_path));
    OPF_TRY(absolute(p, &r->structs_path));
    struct opf_ini_section *first;
    OPF_TRY(opf_ini_read(p->arena, r->ini_path, &first));
    p->ini = first;
    OPF_TRY(read_impl_modes(p, r->impl_modes_path));
    OPF_TRY(plan_all(p));
    for (size_t i = 0; i < p->plan.op_count; i++)
        OPF_TRY(remove_stale_kernels(p, &p->plan.ops[i]));
    OPF_TRY(opf_plan_write_scripts(p->arena, r, &p->plan));
    result->operators = p->plan.op_count;
    result->variants = p->plan.variant_count;
    return opf_plan_write_ninja(p->arena, r, &p->plan, &result->ninja_path);
}

opf_status *opf_plan_write(const struct opf_plan_request *request, struct opf_plan_result *result)
{
    struct opf_plan_request own = *request;
    struct planner p = {.request = &own, .notes = &result->notes};
    memset(result, 0, sizeof(*result));
    opf_strvec_init(&result->notes);
    OPF_TRY(opf_arena_create(&p.arena));
    opf_status *status = run(&p, &own, result);
    opf_arena_destroy(p.arena);
    return status;
}
