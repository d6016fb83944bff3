/* A definition resolved for one chip. Order of work: the chip's parameters over the operator's by name,
 * Follow, default formats, then columns: every row of the plain columns times every choice of the lists, the
 * last parameter's list running fastest and, within a parameter, its formats faster than its dtypes. */
#include "opbuild/def_model.h"

#include <string.h>

#define COLUMNS_MAX 65536

static const struct opf_def_pair default_pairs[] = {
    {"dynamicCompileStatic.flag", "true"}, {"dynamicFormat.flag", "true"},
    {"dynamicRankSupport.flag", "true"},   {"dynamicShapeSupport.flag", "true"},
    {"needCheckSupport.flag", "false"},    {"precision_reduce.flag", "true"}};

struct expansion {
    opf_arena *arena;
    const struct opf_def_op *op;
    struct opf_def_diags *diags;
    struct opf_def_view *view;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while expanding an operator definition");
}

const struct opf_def_config *opf_def_config_of(const struct opf_def_op *op, const char *soc)
{
    for (size_t i = 0; i < op->config_count; i++) {
        if (strcmp(op->configs[i].soc, soc) == 0)
            return &op->configs[i];
    }
    return NULL;
}

static struct opf_def_param *find(const struct opf_def_params *params, const char *name, size_t *index)
{
    for (size_t i = 0; i < params->count; i++) {
        if (strcmp(params->items[i].name, name) == 0) {
            if (index)
                *index = i;
            return &params->items[i];
        }
    }
    return NULL;
}

/* ---- merging ---- */

static void merge_list(struct opf_def_list *into, const struct opf_def_list *from)
{
    if (from->set)
        *into = *from;
}

/* What is left of a Follow once the chip's configuration gives dtypes or formats of its own. */
static int follow_without(int type, bool dtypes, bool formats)
{
    if (type == OPF_DEF_FOLLOW_ALL && dtypes != formats)
        return dtypes ? OPF_DEF_FOLLOW_FORMAT : OPF_DEF_FOLLOW_DTYPE;
    if ((dtypes && type != OPF_DEF_FOLLOW_FORMAT) || (formats && type != OPF_DEF_FOLLOW_DTYPE))
        return OPF_DEF_FOLLOW_NONE;
    return type;
}

/* What a chip's configuration does not say about lists and value dependence stays; the rest is replaced. */
static void merge_param(struct opf_def_param *into, const struct opf_def_param *from)
{
    struct opf_def_param base = *into;
    *into = *from;
    into->dtypes = base.dtypes;
    into->dtype_list = base.dtype_list;
    into->formats = base.formats;
    into->format_list = base.format_list;
    into->bin_dtypes = base.bin_dtypes;
    into->bin_formats = base.bin_formats;
    into->unknown_formats = base.unknown_formats;
    bool new_dtypes = from->dtypes.set || from->dtype_list.set,
         new_formats = from->formats.set || from->format_list.set;
    if (new_dtypes) {
        into->dtypes = from->dtypes;
        into->dtype_list = from->dtype_list;
    }
    if (new_formats) {
        into->formats = from->formats;
        into->format_list = from->format_list;
    }
    if (!from->follow && base.follow) {
        into->follow = base.follow;
        into->follow_at = base.follow_at;
        into->follow_type = follow_without(base.follow_type, new_dtypes, new_formats);
    }
    merge_list(&into->bin_dtypes, &from->bin_dtypes);
    merge_list(&into->bin_formats, &from->bin_formats);
    merge_list(&into->unknown_formats, &from->unknown_formats);
    if (from->value_depend < 0) {
        into->value_depend = base.value_depend;
        into->value_depend_at = base.value_depend_at;
    }
}

static opf_status *copy_params(opf_arena *arena, const struct opf_def_params *from, size_t room,
                               struct opf_def_params *to)
{
    to->count = from->count;
    to->items = opf_arena_alloc(arena, (from->count + room + 1) * sizeof *to->items);
    if (!to->items)
        return no_memory();
    if (from->count)
        memcpy(to->items, from->items, from->count * sizeof *to->items);
    return NULL;
}

static void merge_params(struct opf_def_params *into, const struct opf_def_params *from)
{
    for (size_t i = 0; i < from->count; i++) {
        struct opf_def_param *known = find(into, from->items[i].name, NULL);
        if (known)
            merge_param(known, &from->items[i]);
        else
            into->items[into->count++] = from->items[i];
    }
}

/* ---- Follow ---- */

/* The input at the end of the chain that `p` follows, or NULL with a fault. */
static struct opf_def_param *follow_target(struct expansion *e, const struct opf_def_param *p, bool is_output,
                                           size_t *index)
{
    struct opf_def_params *inputs = &e->view->inputs, *outputs = &e->view->outputs;
    const char *name = p->follow;
    for (size_t steps = 0; steps <= inputs->count + outputs->count; steps++) {
        struct opf_def_param *target = find(inputs, name, index);
        bool self = target && strcmp(name, p->name) == 0 && !is_output && steps == 0;
        if (!target && find(outputs, name, NULL)) {
            const struct opf_def_param *output = find(outputs, name, NULL);
            if (!output->follow || output == p) {
                opf_def_diag(e->diags, p->follow_at,
                             "%s: `%s` follows the output `%s`; only inputs can be followed", e->op->type,
                             p->name, name);
                return NULL;
            }
            name = output->follow;
            continue;
        }
        if (!target || self) {
            opf_def_diag(e->diags, p->follow_at, "%s: `%s` follows `%s`, which is %s", e->op->type, p->name,
                         name, self ? "itself" : "no parameter");
            return NULL;
        }
        if (!target->follow)
            return target;
        if (target->follow_type != p->follow_type && target->follow_type != OPF_DEF_FOLLOW_ALL) {
            opf_def_diag(e->diags, p->follow_at,
                         "%s: `%s` follows `%s`, which follows `%s` in another respect", e->op->type, p->name,
                         name, target->follow);
            return NULL;
        }
        name = target->follow;
    }
    opf_def_diag(e->diags, p->follow_at, "%s: `%s` follows itself in a circle", e->op->type, p->name);
    return NULL;
}

static void take_list(struct opf_def_list *plain, struct opf_def_list *choices,
                      const struct opf_def_list *from_plain, const struct opf_def_list *from_choices,
                      int *list_of, size_t index)
{
    if (from_plain->set) {
        *plain = *from_plain;
        choices->set = false;
    }
    if (from_choices->set) {
        plain->set = false;
        *choices = *from_choices;
        *list_of = (int)index; /* the same choice as the followed input, not one more dimension */
    }
}

static void resolve_follow(struct expansion *e, struct opf_def_params *params, bool is_output)
{
    for (size_t i = 0; i < params->count; i++) {
        struct opf_def_param *p = &params->items[i];
        size_t index = 0;
        if (!p->follow || p->follow_type >= OPF_DEF_FOLLOW_NONE)
            continue;
        struct opf_def_param *target = follow_target(e, p, is_output, &index);
        if (!target)
            continue;
        if (p->follow_type == OPF_DEF_FOLLOW_ALL || p->follow_type == OPF_DEF_FOLLOW_DTYPE)
            take_list(&p->dtypes, &p->dtype_list, &target->dtypes, &target->dtype_list, &p->follow_dtype_of,
                      index);
        if (p->follow_type == OPF_DEF_FOLLOW_ALL || p->follow_type == OPF_DEF_FOLLOW_FORMAT)
            take_list(&p->formats, &p->format_list, &target->formats, &target->format_list,
                      &p->follow_format_of, index);
    }
}

/* ---- columns ---- */

static bool is_scalar(const struct opf_def_param *p)
{
    return p->scalar || p->scalar_list;
}

static bool dtype_is_fixed(const struct opf_def_param *p)
{
    return is_scalar(p) && (p->to_dtype != OPF_DEF_DT_UNDEFINED || p->to_name);
}

static bool format_is_fixed(const struct opf_def_param *p)
{
    return is_scalar(p) || p->value_depend >= 0;
}

static int32_t nd_only[] = {OPF_DEF_FORMAT_ND};

static void default_format(struct opf_def_params *params)
{
    for (size_t i = 0; i < params->count; i++) {
        struct opf_def_param *p = &params->items[i];
        if (!p->formats.set && !p->format_list.set) {
            p->format_list.set = true;
            p->format_list.items = nd_only;
            p->format_list.count = 1;
            p->format_list.at = p->at;
        }
    }
}

/* All plain columns must have one length. Keeps the first seen as the measure. */
struct measure {
    const struct opf_def_param *param;
    const char *what;
    size_t count;
};

static void measure_list(struct expansion *e, struct measure *m, const struct opf_def_param *p,
                         const char *what, const struct opf_def_list *list)
{
    if (!list->set)
        return;
    if (!m->param) {
        m->param = p;
        m->what = what;
        m->count = list->count;
    } else if (m->count != list->count) {
        opf_def_diag(
            e->diags, list->at,
            "%s (%s): %s of `%s` has %zu entries but %s of `%s` has %zu; each entry is one supported "
            "combination, so all must have the same number",
            e->op->type, e->view->soc, what, p->name, list->count, m->what, m->param->name, m->count);
    }
}

static void measure_params(struct expansion *e, struct measure *m, const struct opf_def_params *params)
{
    for (size_t i = 0; i < params->count; i++) {
        const struct opf_def_param *p = &params->items[i];
        if (!dtype_is_fixed(p)) {
            measure_list(e, m, p, "DataType", &p->dtypes);
            if (!p->dtypes.set && !p->dtype_list.set && !p->follow)
                opf_def_diag(e->diags, p->at, "%s (%s): `%s` has no DataType", e->op->type, e->view->soc,
                             p->name);
        }
        if (!format_is_fixed(p))
            measure_list(e, m, p, "Format", &p->formats);
    }
}

static void check_bin(struct expansion *e, const struct opf_def_param *p, const char *what,
                      const struct opf_def_list *bin, const struct opf_def_list *plain,
                      const struct opf_def_list *choices)
{
    size_t want = plain->set ? plain->count : choices->set ? choices->count : bin->count;
    /* longer is fine: the operator's list, while the chip's configuration shortened the other one */
    if (bin->set && bin->count < want)
        opf_def_diag(e->diags, bin->at, "%s (%s): %sForBinQuery of `%s` has %zu entries but its %s has %zu",
                     e->op->type, e->view->soc, what, p->name, bin->count, what, want);
}

/* Numbers are judged only here: a definition may hold placeholders that its chips' configurations replace. */
static void check_numbers(struct expansion *e, const struct opf_def_param *p, const char *what,
                          const struct opf_def_list *list, bool is_dtype)
{
    for (size_t i = 0; list->set && i < list->count; i++) {
        int number = list->items[i];
        if (is_dtype ? !opf_def_dtype_name(number) : !opf_def_format_name(number))
            opf_def_diag(e->diags, list->at, "%s (%s): entry %zu of %s of `%s` is %d, which is no %s",
                         e->op->type, e->view->soc, i + 1, what, p->name, number,
                         is_dtype ? "dtype" : "format");
    }
}

static void check_all_numbers(struct expansion *e, const struct opf_def_params *params)
{
    for (size_t i = 0; i < params->count; i++) {
        const struct opf_def_param *p = &params->items[i];
        if (p->to_dtype != OPF_DEF_DT_UNDEFINED && !opf_def_dtype_name(p->to_dtype))
            opf_def_diag(e->diags, p->to_at, "%s: input `%s` converts To %d, which is no dtype", e->op->type,
                         p->name, p->to_dtype);
        check_numbers(e, p, "DataType", &p->dtypes, true);
        check_numbers(e, p, "DataTypeList", &p->dtype_list, true);
        check_numbers(e, p, "DataTypeForBinQuery", &p->bin_dtypes, true);
        if (!format_is_fixed(p)) {
            check_numbers(e, p, "Format", &p->formats, false);
            check_numbers(e, p, "FormatList", &p->format_list, false);
        }
        check_numbers(e, p, "FormatForBinQuery", &p->bin_formats, false);
        check_numbers(e, p, "UnknownShapeFormat", &p->unknown_formats, false);
    }
}

static void check_bins(struct expansion *e, const struct opf_def_params *params)
{
    for (size_t i = 0; i < params->count; i++) {
        const struct opf_def_param *p = &params->items[i];
        check_bin(e, p, "DataType", &p->bin_dtypes, &p->dtypes, &p->dtype_list);
        check_bin(e, p, "Format", &p->bin_formats, &p->formats, &p->format_list);
    }
}

/* Number of choices of a list that is a dimension of its own. */
static size_t choices_of(const struct opf_def_list *plain, const struct opf_def_list *choices, bool fixed,
                         int follows)
{
    return !fixed && !plain->set && choices->set && follows < 0 ? choices->count : 1;
}

static struct opf_def_param *param_at(struct opf_def_view *view, size_t i)
{
    return i < view->inputs.count ? &view->inputs.items[i] : &view->outputs.items[i - view->inputs.count];
}

static bool count_columns(struct expansion *e, size_t rows, size_t *out)
{
    size_t total = rows, all = e->view->inputs.count + e->view->outputs.count;
    for (size_t i = 0; i < all; i++) {
        const struct opf_def_param *p = param_at(e->view, i);
        total *= choices_of(&p->dtypes, &p->dtype_list, dtype_is_fixed(p), p->follow_dtype_of);
        total *= choices_of(&p->formats, &p->format_list, format_is_fixed(p), p->follow_format_of);
        if (total > COLUMNS_MAX) {
            opf_def_diag(e->diags, p->at, "%s (%s): the lists multiply to more than %d combinations",
                         e->op->type, e->view->soc, COLUMNS_MAX);
            return false;
        }
    }
    *out = total;
    return true;
}

/* One resolved column of numbers, index[c] = which item of the source list column c takes. */
static opf_status *pick(struct expansion *e, const struct opf_def_list *from, const size_t *index,
                        struct opf_def_list *out)
{
    struct opf_def_list made = {true, NULL, e->view->columns, from->at};
    made.items = opf_arena_alloc(e->arena, e->view->columns * sizeof *made.items);
    if (!made.items)
        return no_memory();
    for (size_t c = 0; c < made.count; c++)
        made.items[c] = from->items[index ? index[c] : 0];
    *out = made;
    return NULL;
}

/* For each column the row or choice of one list. `below` is how many columns one choice lasts. */
static opf_status *index_list(struct expansion *e, size_t choices, bool is_choice, size_t below,
                              size_t per_row, size_t **out)
{
    size_t *index = opf_arena_alloc(e->arena, (e->view->columns + 1) * sizeof *index);
    if (!index)
        return no_memory();
    for (size_t c = 0; c < e->view->columns; c++)
        index[c] = is_choice ? (c / below) % choices : c / per_row;
    *out = index;
    return NULL;
}

struct indices {
    size_t *dtype, *format;
};

static opf_status *make_indices(struct expansion *e, size_t rows, struct indices *of)
{
    size_t all = e->view->inputs.count + e->view->outputs.count, per_row = e->view->columns / rows;
    size_t below = per_row;
    for (size_t i = 0; i < all; i++) {
        const struct opf_def_param *p = param_at(e->view, i);
        size_t n = choices_of(&p->dtypes, &p->dtype_list, dtype_is_fixed(p), p->follow_dtype_of);
        below /= n;
        OPF_TRY(index_list(e, n, !p->dtypes.set, below, per_row, &of[i].dtype));
        n = choices_of(&p->formats, &p->format_list, format_is_fixed(p), p->follow_format_of);
        below /= n;
        OPF_TRY(index_list(e, n, !p->formats.set, below, per_row, &of[i].format));
    }
    return NULL;
}

static opf_status *fill_dtypes(struct expansion *e, struct opf_def_param *p, const struct indices *of,
                               size_t self)
{
    const size_t *index =
        of[p->follow_dtype_of >= 0 && !p->dtypes.set ? (size_t)p->follow_dtype_of : self].dtype;
    if (is_scalar(p) && p->to_dtype != OPF_DEF_DT_UNDEFINED) {
        struct opf_def_list one = {true, &p->to_dtype, 1, p->to_at};
        p->bin_dtypes.set = false;
        return pick(e, &one, NULL, &p->dtypes);
    }
    if (is_scalar(p) && p->to_name)
        return NULL; /* copied from that input afterwards */
    if (p->bin_dtypes.set)
        OPF_TRY(pick(e, &p->bin_dtypes, index, &p->bin_dtypes));
    return pick(e, p->dtypes.set ? &p->dtypes : &p->dtype_list, index, &p->dtypes);
}

static opf_status *fill_formats(struct expansion *e, struct opf_def_param *p, const struct indices *of,
                                size_t self)
{
    const size_t *index =
        of[p->follow_format_of >= 0 && !p->formats.set ? (size_t)p->follow_format_of : self].format;
    if (format_is_fixed(p)) {
        struct opf_def_list one = {true, nd_only, 1, p->at};
        p->bin_formats.set = false;
        return pick(e, &one, NULL, &p->formats);
    }
    if (p->bin_formats.set)
        OPF_TRY(pick(e, &p->bin_formats, index, &p->bin_formats));
    return pick(e, p->formats.set ? &p->formats : &p->format_list, index, &p->formats);
}

static void copy_named_dtypes(struct expansion *e)
{
    for (size_t i = 0; i < e->view->inputs.count; i++) {
        struct opf_def_param *p = &e->view->inputs.items[i];
        if (!is_scalar(p) || !p->to_name || p->to_dtype != OPF_DEF_DT_UNDEFINED)
            continue;
        const struct opf_def_param *source = find(&e->view->inputs, p->to_name, NULL);
        if (source && !source->to_name)
            p->dtypes = source->dtypes;
        else
            opf_def_diag(e->diags, p->to_at,
                         "%s: input `%s` takes the dtype of `%s`, which takes it from another input",
                         e->op->type, p->name, p->to_name);
    }
}

static opf_status *fill_columns(struct expansion *e, size_t rows)
{
    size_t all = e->view->inputs.count + e->view->outputs.count;
    struct indices *of = opf_arena_alloc(e->arena, (all + 1) * sizeof *of);
    if (!of)
        return no_memory();
    OPF_TRY(make_indices(e, rows, of));
    for (size_t i = 0; i < all; i++) {
        struct opf_def_param *p = param_at(e->view, i);
        OPF_TRY(fill_dtypes(e, p, of, i));
        OPF_TRY(fill_formats(e, p, of, i));
        p->dtype_list.set = p->format_list.set = false;
    }
    copy_named_dtypes(e);
    return NULL;
}

static opf_status *merge(struct expansion *e, const char *soc)
{
    const struct opf_def_config *config = opf_def_config_of(e->op, soc);
    struct opf_def_view *view = e->view;
    OPF_TRY(copy_params(e->arena, &e->op->inputs, config ? config->inputs.count : 0, &view->inputs));
    OPF_TRY(copy_params(e->arena, &e->op->outputs, config ? config->outputs.count : 0, &view->outputs));
    if (config) {
        merge_params(&view->inputs, &config->inputs);
        merge_params(&view->outputs, &config->outputs);
        view->pairs = config->pairs;
        view->pair_count = config->pair_count;
    } else {
        view->pairs = default_pairs;
        view->pair_count = sizeof default_pairs / sizeof default_pairs[0];
    }
    return NULL;
}

opf_status *opf_def_expand(opf_arena *arena, const struct opf_def_op *op, const char *soc,
                           struct opf_def_diags *diags, struct opf_def_view *out)
{
    struct expansion e = {arena, op, diags, out};
    struct measure m = {NULL, NULL, 1};
    size_t faults = diags->count;

    memset(out, 0, sizeof *out);
    out->op = op;
    out->soc = soc;
    OPF_TRY(merge(&e, soc));
    resolve_follow(&e, &out->inputs, false);
    resolve_follow(&e, &out->outputs, true);
    default_format(&out->inputs);
    default_format(&out->outputs);
    measure_params(&e, &m, &out->inputs);
    measure_params(&e, &m, &out->outputs);
    check_bins(&e, &out->inputs);
    check_bins(&e, &out->outputs);
    check_all_numbers(&e, &out->inputs);
    check_all_numbers(&e, &out->outputs);
    for (size_t i = 0; i < out->inputs.count + out->outputs.count && diags->count == faults; i++) {
        const struct opf_def_param *p = param_at(out, i);
        if (!dtype_is_fixed(p) && !p->dtypes.set && !p->dtype_list.set)
            opf_def_diag(diags, p->follow_at,
                         "%s (%s): `%s` has no DataType and follows nothing that gives it one", op->type, soc,
                         p->name);
    }
    if (diags->count != faults || m.count == 0)
        return NULL;
    if (!count_columns(&e, m.count, &out->columns))
        return NULL;
    return fill_columns(&e, m.count);
}
