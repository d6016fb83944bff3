/* Template tiling keys. */
#include "binscripts/template_keys.h"

#include "ascendc_gen/kernel_flags.h"
#include "base/buf.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define MAX_COMBINATIONS 100000u
#define INVALID_KEY      UINT64_MAX

struct expander {
    opf_arena *arena;
    const struct opf_tpl_table *table;
    const struct opf_operands *operands;
    const char *restriction;
    bool deterministic;
    struct opf_template_key *keys;
    size_t count, cap;
    /* of the group at work */
    const struct opf_tpl_item **chosen; /* one per parameter */
    uint64_t *values;
    int kernel_type;
    const char *tiling_struct;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for template keys");
}

/* The number an operand stands for; false when `value` refers to none, -1 in `number` when it is absent. */
static bool operand_number(const struct expander *e, uint64_t value, bool format, int *number)
{
    bool output = value >= OPF_TPL_OUTPUT_BIAS;
    if (value < OPF_TPL_INPUT_BIAS || value > OPF_TPL_OUTPUT_BIAS + 100000)
        return false;
    size_t index = (size_t)(value - (output ? OPF_TPL_OUTPUT_BIAS : OPF_TPL_INPUT_BIAS));
    size_t count = output ? e->operands->output_count : e->operands->input_count;
    const struct opf_operand *list = output ? e->operands->outputs : e->operands->inputs;
    *number = index >= count ? -1 : format ? list[index].format : list[index].dtype;
    return true;
}

/* The operand that a declaration ties its parameter to: the first reference counts. */
static bool declared_operand(const struct expander *e, const struct opf_tpl_item *param, int *number)
{
    bool can =
        param->kind == OPF_TPL_DATATYPE || param->kind == OPF_TPL_DTYPE || param->kind == OPF_TPL_FORMAT;
    for (size_t i = 0; can && i < param->count; i++)
        if (operand_number(e, param->values[i], param->kind == OPF_TPL_FORMAT, number))
            return true;
    return false;
}

static size_t find_value(const struct opf_tpl_item *param, uint64_t value)
{
    size_t i = 0;
    while (i < param->count && param->values[i] != value)
        i++;
    return i;
}

uint64_t opf_template_key_encode(const struct opf_tpl_table *table, const uint64_t *values)
{
    uint64_t key = 0;
    uint32_t shift = 0;
    for (size_t i = 0; i < table->param_count; i++) {
        const struct opf_tpl_item *p = &table->params[i];
        uint64_t field = values[i];
        if (p->kind == OPF_TPL_UINT) {
            field = find_value(p, values[i]);
            if (field == p->count)
                return INVALID_KEY;
        }
        if (p->width == 0 || shift + p->width > 64 || (p->width < 64 && field >> p->width))
            return INVALID_KEY;
        key |= field << shift;
        shift += p->width;
    }
    return key;
}

/* `name=1,2;other=0`: is `value` allowed for `name`? */
static bool is_allowed(const char *restriction, const char *name, uint64_t value)
{
    size_t len = strlen(name);
    for (const char *at = restriction; at && *at;) {
        size_t item = strcspn(at, ";");
        if (item > len && strncmp(at, name, len) == 0 && at[len] == '=') {
            for (const char *v = at + len + 1; v < at + item;) {
                char *end;
                uint64_t number = strtoull(v, &end, 0);
                if (end != v && number == value)
                    return true;
                v = (end > v ? end : v) + 1;
            }
            return false;
        }
        at += item + (at[item] == ';');
    }
    return true;
}

static void append_argument(struct opf_buf *text, const struct opf_tpl_item *param, uint64_t value)
{
    const struct opf_dtype_info *dtype = param->kind == OPF_TPL_DATATYPE ? opf_dtype_by_number(value) : NULL;
    if (text->len)
        opf_buf_puts(text, ", ");
    if (dtype)
        opf_buf_puts(text, dtype->c_type);
    else if (param->kind == OPF_TPL_BOOL)
        opf_buf_puts(text, value ? "true" : "false");
    else
        opf_buf_printf(text, "%llu", (unsigned long long)value);
}

static opf_status *make_arguments(const struct expander *e, const char **out)
{
    struct opf_buf text;
    opf_buf_init(&text, 1 << 16);
    for (size_t i = 0; i < e->table->param_count; i++)
        append_argument(&text, &e->table->params[i], e->values[i]);
    opf_status *status = opf_buf_finish(&text, "template arguments");
    *out = status ? NULL : opf_arena_strdup(e->arena, opf_buf_text(&text));
    opf_buf_free(&text);
    return status || *out ? status : no_memory();
}

/* The same instantiation with the same tiling structure. */
static bool is_twin(const struct expander *e, const struct opf_template_key *key, const char *arguments)
{
    const char *mine = e->tiling_struct ? e->tiling_struct : "",
               *its = key->tiling_struct ? key->tiling_struct : "";
    return strcmp(key->arguments, arguments) == 0 && strcmp(mine, its) == 0;
}

static opf_status *add_key(struct expander *e)
{
    uint64_t key = opf_template_key_encode(e->table, e->values);
    const char *arguments;
    OPF_TRY(make_arguments(e, &arguments));
    if (key == INVALID_KEY)
        return OPF_FAIL(OPF_INVALID_FORMAT,
                        "template combination <%s> has no key: a value is not declared or the "
                        "declared widths exceed 64 bits",
                        arguments);
    for (size_t i = 0; i < e->count; i++)
        if (e->keys[i].key == key && is_twin(e, &e->keys[i], arguments))
            return NULL; /* listed twice: one instantiation serves both */
        else if (e->keys[i].key == key)
            return OPF_FAIL(OPF_ALREADY_EXISTS, "template combinations <%s> and <%s> have one key, %llu",
                            arguments, e->keys[i].arguments, (unsigned long long)key);
    if (e->count == MAX_COMBINATIONS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "more than %u template combinations", MAX_COMBINATIONS);
    if (e->count == e->cap) {
        size_t cap = e->cap ? e->cap * 2 : 32;
        struct opf_template_key *keys = opf_arena_alloc(e->arena, cap * sizeof(*keys));
        if (!keys)
            return no_memory();
        if (e->count)
            memcpy(keys, e->keys, e->count * sizeof(*keys));
        e->keys = keys;
        e->cap = cap;
    }
    int type = e->kernel_type;
    for (size_t i = 0; i < e->table->param_count; i++)
        if (e->table->params[i].kind == OPF_TPL_SHARED_KERNEL_TYPE)
            type = (int)e->values[i];
    e->keys[e->count++] = (struct opf_template_key){key, arguments, type, e->tiling_struct};
    return NULL;
}

static opf_status *expand(struct expander *e, size_t param)
{
    if (param == e->table->param_count)
        return add_key(e);
    const struct opf_tpl_item *declared = &e->table->params[param], *chosen = e->chosen[param];
    int tied = -1;
    bool is_tied = declared_operand(e, declared, &tied);
    for (size_t i = 0; i < chosen->count; i++) {
        uint64_t value = chosen->values[i];
        int number;
        if (operand_number(e, value, declared->kind == OPF_TPL_FORMAT, &number)) {
            if (number < 0)
                continue;
            value = (uint64_t)number;
        } else if (is_tied && (tied < 0 || value != (uint64_t)tied)) {
            continue; /* the declaration follows an operand, and this variant's is another */
        }
        if (!is_allowed(e->restriction, declared->name, value))
            continue;
        e->values[param] = value;
        OPF_TRY(expand(e, param + 1));
    }
    return NULL;
}

/* Sort a group's items into parameters and selectors; false when the group is for the other determinism. */
static opf_status *enter_group(struct expander *e, const struct opf_tpl_group *group, bool *skip)
{
    *skip = false;
    e->kernel_type = -1;
    e->tiling_struct = NULL;
    for (size_t p = 0; p < e->table->param_count; p++)
        e->chosen[p] = NULL;
    for (size_t i = 0; i < group->count; i++) {
        const struct opf_tpl_item *item = &group->items[i];
        if (item->kind == OPF_TPL_KERNEL_TYPE) {
            e->kernel_type = item->count ? (int)item->values[0] : -1;
        } else if (item->kind == OPF_TPL_STRUCT) {
            e->tiling_struct = item->name;
        } else if (item->kind == OPF_TPL_DETERMINISTIC) {
            *skip = item->count && (item->values[0] != 0) != e->deterministic;
        } else {
            size_t p = 0;
            while (p < e->table->param_count && strcmp(e->table->params[p].name, item->name) != 0)
                p++;
            if (p == e->table->param_count)
                return OPF_FAIL(OPF_INVALID_FORMAT, "a template selection names `%s`, which is not declared",
                                item->name);
            e->chosen[p] = item;
        }
    }
    for (size_t p = 0; p < e->table->param_count; p++)
        if (!e->chosen[p])
            e->chosen[p] = &e->table->params[p]; /* not restricted: every declared value */
    return NULL;
}

opf_status *opf_template_keys_make(opf_arena *arena, const struct opf_tpl_table *table,
                                   const struct opf_operands *operands, bool deterministic,
                                   const char *restriction, struct opf_template_key **out, size_t *count)
{
    struct expander e = {.arena = arena,
                         .table = table,
                         .operands = operands,
                         .restriction = restriction,
                         .deterministic = deterministic};
    e.chosen = opf_arena_alloc(arena, (table->param_count + 1) * sizeof(*e.chosen));
    e.values = opf_arena_alloc(arena, (table->param_count + 1) * sizeof(*e.values));
    if (!e.chosen || !e.values)
        return no_memory();
    static const struct opf_tpl_group EVERYTHING = {NULL, 0};
    size_t groups = table->group_count ? table->group_count : 1;
    for (size_t g = 0; g < groups; g++) {
        bool skip;
        OPF_TRY(enter_group(&e, table->group_count ? &table->groups[g] : &EVERYTHING, &skip));
        if (!skip)
            OPF_TRY(expand(&e, 0));
    }
    if (!e.count && restriction)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "no match kernel template input! `%s` leaves no combination",
                        restriction);
    if (!e.count)
        return OPF_FAIL(OPF_INVALID_FORMAT,
                        "no template combination fits the dtypes and formats of this variant");
    *out = e.keys;
    *count = e.count;
    return NULL;
}
