/* Keys of a variant. */
#include "binscripts/kernel_keys.h"

#include "ascendc_gen/kernel_flags.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include <string.h>

#define MAX_MODES 9

static const char *const IMPL_MODES[] = {"default",
                                         "high_performance",
                                         "high_precision",
                                         "super_performance",
                                         "support_out_of_bound_index",
                                         "enable_float_32_execution",
                                         "enable_hi_float_32_execution",
                                         "keep_fp16"};

struct maker {
    opf_arena *arena;
    const struct opf_variant_file *file;
    const opf_value *variant;
    const struct opf_key_options *options;
    struct opf_kernel_keys *keys;
    int modes[MAX_MODES]; /* p numbers */
    const char *mode_names[MAX_MODES];
    size_t mode_count;
    size_t alternatives; /* query positions */
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the keys of a variant");
}

static opf_status *bad(const struct maker *m, const opf_value *at, const char *text, const char *detail)
{
    const char *stem = opf_variant_text(m->variant, "bin_filename");
    opf_status *status = OPF_FAIL(OPF_INVALID_FORMAT, "variant `%s`: %s%s", stem ? stem : "?", text, detail);
    return opf_status_at(status, m->file->path, at ? at->line : 0, 0);
}

static bool is(const char *text, const char *expected)
{
    return text && strcmp(text, expected) == 0;
}

/* ---- options ------------------------------------------------------------------------------------------- */

static opf_status *read_impl_modes(struct maker *m)
{
    const char *text = m->options->impl_mode;
    while (text && *text) {
        size_t len = strcspn(text, ",");
        const char *name = opf_arena_strndup(m->arena, text, len);
        if (!name)
            return no_memory();
        int p = is(name, "optional") ? 0 : -1;
        for (size_t i = 0; p < 0 && i < sizeof(IMPL_MODES) / sizeof(IMPL_MODES[0]); i++)
            if (strcmp(IMPL_MODES[i], name) == 0)
                p = (int)i;
        if (p < 0)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown implementation mode `%s` in `%s`", name,
                            m->options->impl_mode);
        if (m->mode_count == MAX_MODES)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "too many implementation modes in `%s`",
                            m->options->impl_mode);
        m->mode_names[m->mode_count] = is(name, "optional") || p == 0 ? "" : name;
        m->modes[m->mode_count++] = p;
        text += len + (text[len] == ',');
    }
    if (!m->mode_count) {
        m->mode_names[0] = "";
        m->modes[m->mode_count++] = 0;
    }
    m->keys->first_mode = m->mode_names[0];
    return NULL;
}

static const char *pick_mode(const struct maker *m, const char *option, const char *member)
{
    return option ? option : opf_variant_text(m->file->root, member);
}

static bool has_dynamic(const struct maker *m)
{
    static const char *const SIDES[] = {"inputs", "outputs"};
    for (size_t s = 0; s < 2; s++)
        for (const opf_value *v = opf_value_get(m->variant, SIDES[s])->first; v; v = v->next)
            if (v->kind == OPF_VALUE_ARRAY)
                return true;
    return false;
}

static bool any_attr_value(const opf_value *variant)
{
    const opf_value *attrs = opf_value_get(variant, "attrs");
    for (const opf_value *a = attrs && attrs->kind == OPF_VALUE_ARRAY ? attrs->first : NULL; a; a = a->next) {
        const opf_value *value = opf_value_get(a, "value");
        if (value && value->kind != OPF_VALUE_NULL)
            return true;
    }
    return false;
}

static void choose_modes(struct maker *m)
{
    struct opf_kernel_keys *k = m->keys;
    k->optional_input_mode = pick_mode(m, m->options->optional_input_mode, "optional_input_mode");
    k->optional_output_mode = pick_mode(m, m->options->optional_output_mode, "optional_output_mode");
    k->dynamic_param_mode = pick_mode(m, m->options->dynamic_param_mode, "dynamic_param_mode");
    if (opf_variant_text(m->variant, "simplified_key"))
        k->mode = 2;
    else if (m->options->mode >= 0)
        k->mode = m->options->mode;
    else
        k->mode = any_attr_value(m->variant) || is(k->optional_input_mode, "no_placeholder") ||
                  is(k->dynamic_param_mode, "unfolded");
    if (k->mode == 0) {
        if (!k->optional_input_mode)
            k->optional_input_mode = "gen_placeholder";
        if (!k->optional_output_mode)
            k->optional_output_mode = "gen_placeholder";
        k->dynamic_param_mode = "folded_with_desc";
    }
    if (!has_dynamic(m))
        k->dynamic_param_mode = NULL;
}

/* ---- simplified key ------------------------------------------------------------------------------------ */

static int class_number(const struct opf_dtype_info *dtype)
{
    switch (dtype->bits) {
    case 64:
        return 9;
    case 32:
        return 3;
    case 16:
        return 6;
    case 8:
        return 2;
    case 6:
        return 38;
    case 4:
        return 40;
    default:
        return dtype->number;
    }
}

/* Name at query position `at`; a list of one stands for every position. */
static const char *query_name(const opf_value *tensor, const char *list_name, const char *plain, size_t at)
{
    const opf_value *list = opf_value_get(tensor, list_name);
    if (!list || list->kind != OPF_VALUE_ARRAY || !list->count)
        return opf_variant_text(tensor, plain);
    return opf_value_at(list, list->count == 1 ? 0 : at)->as.string;
}

static void append_tensor(const struct maker *m, const opf_value *t, size_t at, struct opf_buf *text)
{
    bool plain_format = opf_variant_text(t, "format_match_mode") != NULL;
    const struct opf_dtype_info *dtype = opf_dtype_find(query_name(t, "dtypeForBinQuery", "dtype", at));
    int format = opf_format_number(query_name(t, plain_format ? "" : "formatForBinQuery", "format", at));
    int number =
        is(opf_variant_text(t, "dtype_match_mode"), "DtypeByte") ? class_number(dtype) : dtype->number;
    (void)m;
    opf_buf_printf(text, "/%d,%d", number, format);
}

static void append_slot(const struct maker *m, const opf_value *slot, bool input, size_t at,
                        struct opf_buf *text)
{
    const opf_value *tensor = opf_variant_tensor(slot);
    const char *optional = input ? m->keys->optional_input_mode : m->keys->optional_output_mode;
    if (!tensor) {
        opf_buf_puts(text, "/,");
        return;
    }
    if (opf_variant_is_optional(tensor) && (m->keys->mode == 0 || is(optional, "gen_placeholder")))
        return;
    append_tensor(m, tensor, at, text);
    if (m->keys->mode == 1 && slot->kind == OPF_VALUE_ARRAY && is(m->keys->dynamic_param_mode, "unfolded"))
        opf_buf_printf(text, ",%zu", slot->count);
}

static opf_status *append_attrs(const struct maker *m, struct opf_buf *text)
{
    const opf_value *attrs = opf_value_get(m->variant, "attrs");
    const opf_value *first = attrs && attrs->kind == OPF_VALUE_ARRAY ? attrs->first : NULL;
    for (const opf_value *a = first; a; a = a->next) {
        const opf_value *value = opf_value_get(a, "value");
        opf_buf_putc(text, a == first ? '/' : ',');
        if (!value || value->kind == OPF_VALUE_NULL)
            continue;
        if (value->kind == OPF_VALUE_BOOL)
            opf_buf_puts(text, value->as.boolean ? "1" : "0");
        else if (value->kind == OPF_VALUE_STRING)
            opf_buf_puts(text, value->as.string);
        else
            return bad(m, a, "key mode 1 takes bool and text attributes only; give a null for ",
                       opf_variant_text(a, "name"));
    }
    return NULL;
}

static opf_status *key_body(const struct maker *m, size_t at, struct opf_buf *text)
{
    if (m->keys->mode == 2) {
        opf_buf_printf(text, "/%s", opf_variant_text(m->variant, "simplified_key"));
        return NULL;
    }
    for (const opf_value *v = opf_value_get(m->variant, "inputs")->first; v; v = v->next)
        append_slot(m, v, true, at, text);
    for (const opf_value *v = opf_value_get(m->variant, "outputs")->first; v; v = v->next)
        append_slot(m, v, false, at, text);
    return m->keys->mode == 1 ? append_attrs(m, text) : NULL;
}

static opf_status *count_alternatives(struct maker *m)
{
    static const char *const SIDES[] = {"inputs", "outputs"}, *const LISTS[] = {"dtypeForBinQuery",
                                                                                "formatForBinQuery"};
    m->alternatives = 1;
    for (size_t s = 0; s < 2; s++)
        for (const opf_value *v = opf_value_get(m->variant, SIDES[s])->first; v; v = v->next)
            for (size_t l = 0; l < 2; l++) {
                const opf_value *list = opf_value_get(opf_variant_tensor(v), LISTS[l]);
                size_t n = list && list->kind == OPF_VALUE_ARRAY ? list->count : 0;
                if (n <= 1)
                    continue;
                if (m->alternatives > 1 && m->alternatives != n)
                    return bad(m, list, "query lists of different lengths: ", LISTS[l]);
                m->alternatives = n;
            }
    return NULL;
}

static opf_status *make_simplified(struct maker *m)
{
    OPF_TRY(count_alternatives(m));
    const char *det = m->options->deterministic;
    int d_first = is(det, "true") ? 1 : 0, d_last = is(det, "ignore") || is(det, "true") ? 1 : 0;
    size_t total = (size_t)(d_last - d_first + 1) * m->mode_count * m->alternatives;
    m->keys->simplified = opf_arena_alloc(m->arena, (total + 1) * sizeof(char *));
    if (!m->keys->simplified)
        return no_memory();
    if (m->keys->mode == 0 && is(m->keys->optional_input_mode, "no_placeholder"))
        return NULL;
    for (int d = d_first; d <= d_last; d++)
        for (size_t p = 0; p < m->mode_count; p++)
            for (size_t at = 0; at < m->alternatives; at++) {
                struct opf_buf text;
                opf_buf_init(&text, 1 << 20);
                opf_buf_printf(&text, "%s/d=%d,p=%d", m->file->op_type, d, m->modes[p]);
                opf_status *status = key_body(m, at, &text);
                if (!status)
                    status = opf_buf_finish(&text, "a simplified key");
                const char *key = status ? NULL : opf_arena_strdup(m->arena, opf_buf_text(&text));
                opf_buf_free(&text);
                if (status || !key)
                    return status ? status : no_memory();
                m->keys->simplified[m->keys->count++] = key;
            }
    return NULL;
}

/* ---- static key ---------------------------------------------------------------------------------------- */

static opf_value *static_tensor(const struct maker *m, const opf_value *slot, bool hide_optional)
{
    opf_arena *a = m->arena;
    if (slot->kind == OPF_VALUE_NULL)
        return opf_value_null(a);
    if (slot->kind == OPF_VALUE_ARRAY) {
        opf_value *list = opf_value_array(a);
        for (const opf_value *t = slot->first; list && t; t = t->next)
            if (!opf_value_add(list, static_tensor(m, t, hide_optional)))
                return NULL;
        return list;
    }
    if (hide_optional && opf_variant_is_optional(slot))
        return opf_value_null(a);
    static const char *const MEMBERS[] = {"dtype", "format", "shape"};
    opf_value *o = opf_value_object(a);
    for (size_t i = 0; o && i < 3; i++) {
        const opf_value *member = opf_value_get(slot, MEMBERS[i]);
        if (!opf_value_set(a, o, MEMBERS[i], member ? opf_value_copy(a, member) : opf_value_null(a)))
            return NULL;
    }
    return o;
}

static opf_value *static_side(const struct maker *m, const char *name)
{
    opf_value *list = opf_value_array(m->arena);
    bool hide = name[0] == 'i' && is(m->keys->optional_input_mode, "gen_placeholder");
    for (const opf_value *v = opf_value_get(m->variant, name)->first; list && v; v = v->next)
        if (!opf_value_add(list, static_tensor(m, v, hide)))
            return NULL;
    return list;
}

/* Floats compare badly as text, ranges and lists are no single value: all of them count as "any". */
static opf_value *static_attr(opf_arena *a, const opf_value *attr)
{
    const char *dtype = opf_variant_text(attr, "dtype");
    const opf_value *value = opf_value_get(attr, "value");
    bool any = !value || strstr(dtype, "float") || opf_value_get(attr, "value_list") ||
               opf_value_get(attr, "value_range");
    opf_value *o = opf_value_object(a);
    bool ok = o && opf_value_set(a, o, "dtype", opf_value_string(a, dtype)) &&
              opf_value_set(a, o, "value", any ? opf_value_null(a) : opf_value_copy(a, value));
    return ok ? o : NULL;
}

static opf_value *static_document(const struct maker *m, const char *impl_mode)
{
    opf_arena *a = m->arena;
    opf_value *doc = opf_value_object(a), *build = opf_value_object(a);
    const opf_value *attrs = opf_value_get(m->variant, "attrs");
    bool ok = doc && build;
    if (ok && attrs && attrs->kind == OPF_VALUE_ARRAY) {
        opf_value *list = opf_value_array(a);
        ok = list != NULL;
        for (const opf_value *v = attrs->first; ok && v; v = v->next)
            ok = opf_value_add(list, static_attr(a, v));
        ok = ok && opf_value_set(a, doc, "attrs", list);
    }
    if (ok && *impl_mode)
        ok = opf_value_set(a, build, "implMode", opf_value_string(a, impl_mode));
    static const char *const FUSION[] = {"l1_fusion", "l2_fusion", "l2_mode"};
    const opf_value *soc_info = opf_value_get(m->file->root, "SocInfo");
    for (size_t i = 0; ok && i < 3; i++) {
        const opf_value *flag = opf_value_get(soc_info, FUSION[i]);
        if (flag && flag->kind != OPF_VALUE_NULL)
            ok = opf_value_set(a, build, FUSION[i], opf_value_copy(a, flag));
    }
    const char *check = opf_variant_text(m->file->root, "status_check");
    ok = ok && opf_value_set(a, build, "status_check", opf_value_string(a, check ? check : "true")) &&
         opf_value_set(a, doc, "buildOptions", build) &&
         opf_value_set(a, doc, "inputs", static_side(m, "inputs")) &&
         opf_value_set(a, doc, "outputs", static_side(m, "outputs"));
    return ok ? doc : NULL;
}

static opf_status *make_static(struct maker *m)
{
    const char *joined = NULL;
    for (size_t p = 0; p < m->mode_count; p++) {
        opf_value *doc = static_document(m, m->mode_names[p]);
        if (!doc)
            return no_memory();
        struct opf_buf text;
        opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
        opf_json_write(&text, doc, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
        opf_status *status = opf_buf_finish(&text, "a static key");
        char hash[OPF_SHA256_HEX];
        if (!status)
            opf_digest_sha256(text.data, text.len, hash);
        opf_buf_free(&text);
        OPF_TRY(status);
        joined =
            joined ? opf_arena_printf(m->arena, "%s,%s", joined, hash) : opf_arena_strdup(m->arena, hash);
        if (!joined)
            return no_memory();
    }
    m->keys->static_key = joined;
    return NULL;
}

opf_status *opf_kernel_keys_make(opf_arena *arena, const struct opf_variant_file *file,
                                 const opf_value *variant, const struct opf_key_options *options,
                                 struct opf_kernel_keys *out)
{
    struct maker m = {.arena = arena, .file = file, .variant = variant, .options = options, .keys = out};
    memset(out, 0, sizeof(*out));
    OPF_TRY(read_impl_modes(&m));
    choose_modes(&m);
    OPF_TRY(make_simplified(&m));
    return make_static(&m);
}
