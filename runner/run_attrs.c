/* Attribute texts into values. */
#include "runner/run_attrs.h"

#include "base/text.h"

#include <string.h>

static opf_status *bad_value(const struct opf_op_attr *attr, const char *text, const char *expected)
{
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "attribute %s = `%s`: %s expected", attr->name, text, expected);
}

static bool parse_bool(const char *text, uint8_t *out)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "True") == 0 || strcmp(text, "1") == 0)
        *out = 1;
    else if (strcmp(text, "false") == 0 || strcmp(text, "False") == 0 || strcmp(text, "0") == 0)
        *out = 0;
    else
        return false;
    return true;
}

/* `[a,b,c]` or `a,b,c` */
static opf_status *parse_list(opf_arena *arena, const struct opf_op_attr *attr, const char *text,
                              struct opf_host_attr *out)
{
    struct opf_strvec items;
    opf_strvec_init(&items);
    opf_strvec_split(&items, text, "[], ", true);
    opf_status *status = opf_strvec_finish(&items);
    size_t width = out->kind == OPF_ATTR_LIST_INT ? 8 : out->kind == OPF_ATTR_LIST_FLOAT ? 4 : 1;
    char *data = opf_arena_alloc(arena, items.len * width + 1);
    if (!status && !data)
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for attribute %s", attr->name);
    for (size_t i = 0; !status && i < items.len; i++) {
        const char *item = items.items[i];
        double real;
        if (out->kind == OPF_ATTR_LIST_INT) {
            if (!opf_text_to_i64(item, (int64_t *)(void *)data + i))
                status = bad_value(attr, text, "a list of whole numbers, [1,2],");
        } else if (out->kind == OPF_ATTR_LIST_FLOAT) {
            if (!opf_text_to_f64(item, &real))
                status = bad_value(attr, text, "a list of numbers, [0.5,2],");
            else
                ((float *)(void *)data)[i] = (float)real;
        } else if (!parse_bool(item, (uint8_t *)data + i))
            status = bad_value(attr, text, "a list of true and false");
    }
    out->v.list.items = data;
    out->v.list.count = items.len;
    opf_strvec_free(&items);
    return status;
}

/* `[[1,2],[3]]` */
static opf_status *parse_lists(opf_arena *arena, const struct opf_op_attr *attr, const char *text,
                               struct opf_host_attr *out)
{
    size_t count = 0;
    for (const char *at = text; *at; at++)
        count += *at == '[';
    struct opf_host_attr *rows = opf_arena_alloc(arena, (count + 1) * sizeof *rows);
    if (!rows)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for attribute %s", attr->name);
    size_t num = 0;
    const char *at = strchr(text, '[');
    for (at = at ? strchr(at + 1, '[') : NULL; at; at = strchr(at + 1, '[')) {
        const char *end = strchr(at, ']');
        if (!end)
            return bad_value(attr, text, "a list of lists, [[1,2],[3]],");
        rows[num].kind = OPF_ATTR_LIST_INT;
        char *row = opf_arena_strndup(arena, at, (size_t)(end - at) + 1);
        if (!row)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for attribute %s", attr->name);
        OPF_TRY(parse_list(arena, attr, row, &rows[num++]));
    }
    out->v.list.items = rows;
    out->v.list.count = num;
    return NULL;
}

static opf_status *parse_attr(opf_arena *arena, const struct opf_op_attr *attr, const char *text,
                              struct opf_host_attr *out, const char **key_text)
{
    const char *type = attr->type;
    double real;
    *key_text = "";
    if (strcmp(type, "int") == 0) {
        out->kind = OPF_ATTR_INT;
        return opf_text_to_i64(text, &out->v.i) ? NULL : bad_value(attr, text, "a whole number");
    }
    if (strcmp(type, "float") == 0) {
        out->kind = OPF_ATTR_FLOAT;
        if (!opf_text_to_f64(text, &real))
            return bad_value(attr, text, "a number");
        out->v.f = (float)real;
        return NULL;
    }
    if (strcmp(type, "bool") == 0) {
        out->kind = OPF_ATTR_BOOL;
        if (!parse_bool(text, &out->v.b))
            return bad_value(attr, text, "true or false");
        *key_text = out->v.b ? "1" : "0";
        return NULL;
    }
    if (strcmp(type, "str") == 0) {
        out->kind = OPF_ATTR_STRING;
        out->v.s = text;
        *key_text = text;
        return NULL;
    }
    if (strcmp(type, "listListInt") == 0) {
        out->kind = OPF_ATTR_LIST_LIST_INT;
        return parse_lists(arena, attr, text, out);
    }
    out->kind = strcmp(type, "listInt") == 0     ? OPF_ATTR_LIST_INT
                : strcmp(type, "listFloat") == 0 ? OPF_ATTR_LIST_FLOAT
                                                 : OPF_ATTR_LIST_BOOL;
    if (out->kind == OPF_ATTR_LIST_BOOL && strcmp(type, "listBool") != 0)
        return OPF_FAIL(OPF_UNSUPPORTED, "attribute %s has type %s, which is not supported", attr->name,
                        type);
    return parse_list(arena, attr, text, out);
}

static opf_status *check_names(const struct opf_op_facts *facts, const struct opf_run_attr *given,
                               size_t given_num)
{
    for (size_t g = 0; g < given_num; g++) {
        bool known = false;
        const char *names[64];
        size_t num = 0;
        for (uint32_t i = 0; i < facts->attr_num; i++) {
            known = known || strcmp(facts->attrs[i].name, given[g].name) == 0;
            if (num < 64)
                names[num++] = facts->attrs[i].name;
        }
        const char *near = known ? NULL : opf_text_nearest(given[g].name, names, num);
        if (!known)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s has no attribute `%s`%s%s%s", facts->op_type,
                            given[g].name, near ? "; did you mean `" : "", near ? near : "",
                            near ? "`?" : "");
    }
    return NULL;
}

opf_status *opf_run_attrs_build(opf_arena *arena, const struct opf_op_facts *facts,
                                const struct opf_run_attr *given, size_t given_num,
                                struct opf_host_attr **values, const char *const **key_texts)
{
    OPF_TRY(check_names(facts, given, given_num));
    struct opf_host_attr *built = opf_arena_alloc(arena, (facts->attr_num + 1) * sizeof *built);
    const char **texts = opf_arena_alloc(arena, (facts->attr_num + 1) * sizeof *texts);
    if (!built || !texts)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the attributes of %s", facts->op_type);
    for (uint32_t i = 0; i < facts->attr_num; i++) {
        const struct opf_op_attr *attr = &facts->attrs[i];
        const char *text = attr->default_text;
        for (size_t g = 0; g < given_num; g++)
            if (strcmp(given[g].name, attr->name) == 0)
                text = given[g].text;
        if (!text)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s needs attribute %s (%s): give --attr %s=...",
                            facts->op_type, attr->name, attr->type, attr->name);
        OPF_TRY(parse_attr(arena, attr, text, &built[i], &texts[i]));
    }
    *values = built;
    *key_texts = texts;
    return NULL;
}
