/* YAML: libyaml's events become values; what our formats do not use (anchors, aliases, tags, several
 * documents) is refused, because a reader that half-understands it would be worse. */
#include "base/yaml.h"
#include "base/file.h"
#include "base/map.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define MAX_DEPTH     100
#define MAX_SIZE      ((size_t)64 << 20)
#define SMALL_MAPPING 16

struct reader {
    opf_arena *arena;
    const char *name;
    yaml_parser_t parser;
    yaml_event_t event;
    bool has_event;
    int depth;
};

static opf_status *fail_mark(const struct reader *r, yaml_mark_t mark, opf_status *status)
{
    return opf_status_at(status, r->name, (int)mark.line + 1, (int)mark.column + 1);
}
#define FAIL_EVENT(r, ...) fail_mark(r, (r)->event.start_mark, OPF_FAIL(OPF_INVALID_FORMAT, __VA_ARGS__))

static opf_status *no_memory(const char *name)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading YAML %s", name);
}

static opf_status *next_event(struct reader *r)
{
    if (r->has_event)
        yaml_event_delete(&r->event);
    r->has_event = false;
    if (yaml_parser_parse(&r->parser, &r->event)) {
        r->has_event = true;
        return NULL;
    }
    if (r->parser.error == YAML_MEMORY_ERROR)
        return no_memory(r->name);
    yaml_mark_t mark = r->parser.problem_mark;
    const char *problem = r->parser.problem ? r->parser.problem : "cannot be read";
    if (r->parser.context)
        return fail_mark(r, mark,
                         OPF_FAIL(OPF_INVALID_FORMAT, "malformed YAML: %s %s", r->parser.context, problem));
    return fail_mark(r, mark, OPF_FAIL(OPF_INVALID_FORMAT, "malformed YAML: %s", problem));
}

/* ---- plain scalars, YAML 1.2 core schema ---- */

static bool one_of(const char *s, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(s, *words) == 0)
            return true;
    return false;
}

static const char *const null_words[] = {"", "~", "null", "Null", "NULL", NULL};
static const char *const true_words[] = {"true", "True", "TRUE", NULL};
static const char *const false_words[] = {"false", "False", "FALSE", NULL};
static const char *const infinity_words[] = {".inf", ".Inf", ".INF", NULL};
static const char *const nan_words[] = {".nan", ".NaN", ".NAN", NULL};

static bool resolve_integer(const char *s, int64_t *out)
{
    if (s[0] == '0' && s[1] == 'o') {
        char *end;
        if (!s[2] || s[2 + strspn(s + 2, "01234567")] || strlen(s + 2) > 21)
            return false;
        unsigned long long value = strtoull(s + 2, &end, 8);
        *out = (int64_t)value;
        return value <= INT64_MAX;
    }
    if ((s[0] == '-' || s[0] == '+') && s[1] == '0' && (s[2] == 'x' || s[2] == 'X'))
        return false; /* hexadecimal has no sign in the core schema */
    return opf_text_to_i64(s, out);
}

static bool looks_real(const char *s)
{
    if (*s == '-' || *s == '+')
        s++;
    size_t whole = strspn(s, "0123456789"), fraction = 0;
    s += whole;
    if (*s == '.') {
        fraction = strspn(++s, "0123456789");
        s += fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '-' || *s == '+')
            s++;
        size_t exponent = strspn(s, "0123456789");
        if (!exponent)
            return false;
        s += exponent;
    }
    return *s == '\0';
}

/* Kind and value of a plain scalar; a string is left as STRING with `as` untouched. */
static void resolve_plain(const char *s, opf_value *v)
{
    if (one_of(s, null_words)) {
        v->kind = OPF_VALUE_NULL;
    } else if (one_of(s, true_words) || one_of(s, false_words)) {
        v->kind = OPF_VALUE_BOOL;
        v->as.boolean = one_of(s, true_words);
    } else if (resolve_integer(s, &v->as.integer)) {
        v->kind = OPF_VALUE_INT;
    } else if (looks_real(s)) {
        v->kind = OPF_VALUE_REAL;
        v->as.real = strtod(s, NULL);
    } else if (one_of(s + (*s == '-' || *s == '+'), infinity_words)) {
        v->kind = OPF_VALUE_REAL;
        v->as.real = *s == '-' ? -HUGE_VAL : HUGE_VAL;
    } else if (one_of(s, nan_words)) {
        v->kind = OPF_VALUE_REAL;
        v->as.real = NAN;
    } else {
        v->kind = OPF_VALUE_STRING;
    }
}

/* ---- reading ---- */

static opf_status *check_decoration(const struct reader *r, const yaml_char_t *anchor, const yaml_char_t *tag)
{
    if (anchor)
        return FAIL_EVENT(r, "anchors (`&%s`) are not supported; write the value out", (const char *)anchor);
    if (tag)
        return FAIL_EVENT(r, "tags (`%s`) are not supported", (const char *)tag);
    return NULL;
}

static opf_status *scalar_text(const struct reader *r, const char **out)
{
    const char *text = (const char *)r->event.data.scalar.value;
    OPF_TRY(check_decoration(r, r->event.data.scalar.anchor, r->event.data.scalar.tag));
    if (strlen(text) != r->event.data.scalar.length)
        return FAIL_EVENT(r, "NUL character inside a text");
    *out = text;
    return NULL;
}

static opf_status *take_scalar(struct reader *r, opf_value *v)
{
    const char *text;
    OPF_TRY(scalar_text(r, &text));
    v->kind = OPF_VALUE_STRING;
    if (r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
        resolve_plain(text, v);
    if (v->kind != OPF_VALUE_STRING)
        return NULL;
    v->as.string = opf_arena_strdup(r->arena, text);
    return v->as.string ? NULL : no_memory(r->name);
}

static opf_status *take_node(struct reader *r, opf_value *v);

static opf_value *new_child(struct reader *r, opf_value *parent)
{
    opf_value *child = opf_arena_alloc(r->arena, sizeof(*child));
    if (!child)
        return NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
    return child;
}

static opf_status *take_sequence(struct reader *r, opf_value *v)
{
    OPF_TRY(check_decoration(r, r->event.data.sequence_start.anchor, r->event.data.sequence_start.tag));
    v->kind = OPF_VALUE_ARRAY;
    for (;;) {
        OPF_TRY(next_event(r));
        if (r->event.type == YAML_SEQUENCE_END_EVENT)
            return NULL;
        opf_value *child = new_child(r, v);
        if (!child)
            return no_memory(r->name);
        OPF_TRY(take_node(r, child));
    }
}

static opf_status *find_twin(const opf_value *object, const opf_value *member, opf_map **table,
                             const opf_value **twin)
{
    *twin = NULL;
    if (object->count <= SMALL_MAPPING) {
        for (const opf_value *other = object->first; other != member; other = other->next)
            if (strcmp(other->name, member->name) == 0)
                *twin = other;
        return NULL;
    }
    if (!*table) {
        OPF_TRY(opf_map_create(table));
        for (opf_value *other = object->first; other != member; other = other->next)
            OPF_TRY(opf_map_set(*table, other->name, other, NULL));
    }
    void *old;
    OPF_TRY(opf_map_set(*table, member->name, (void *)(uintptr_t)member, &old));
    *twin = old;
    return NULL;
}

static opf_status *take_members(struct reader *r, opf_value *v, opf_map **table)
{
    for (;;) {
        OPF_TRY(next_event(r));
        if (r->event.type == YAML_MAPPING_END_EVENT)
            return NULL;
        if (r->event.type != YAML_SCALAR_EVENT)
            return FAIL_EVENT(r, "a mapping key must be a plain text");
        const char *key;
        OPF_TRY(scalar_text(r, &key));
        if (strcmp(key, "<<") == 0 && r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
            return FAIL_EVENT(r, "merge keys (`<<`) are not supported");
        opf_value *child = new_child(r, v);
        char *name = child ? opf_arena_strdup(r->arena, key) : NULL;
        if (!name)
            return no_memory(r->name);
        child->name = name;
        const opf_value *twin;
        OPF_TRY(find_twin(v, child, table, &twin));
        if (twin)
            return FAIL_EVENT(r, "key `%s` is given twice, first at line %d", name, twin->line);
        OPF_TRY(next_event(r));
        OPF_TRY(take_node(r, child));
    }
}

static opf_status *take_mapping(struct reader *r, opf_value *v)
{
    OPF_TRY(check_decoration(r, r->event.data.mapping_start.anchor, r->event.data.mapping_start.tag));
    v->kind = OPF_VALUE_OBJECT;
    opf_map *table = NULL;
    opf_status *status = take_members(r, v, &table);
    opf_map_destroy(table);
    return status;
}

/* The node that begins with the current event. */
static opf_status *take_node(struct reader *r, opf_value *v)
{
    v->line = (int)r->event.start_mark.line + 1;
    if (++r->depth > MAX_DEPTH)
        return FAIL_EVENT(r, "nested deeper than the %d levels allowed", MAX_DEPTH);
    opf_status *status = NULL;
    switch (r->event.type) {
    case YAML_SCALAR_EVENT:
        status = take_scalar(r, v);
        break;
    case YAML_SEQUENCE_START_EVENT:
        status = take_sequence(r, v);
        break;
    case YAML_MAPPING_START_EVENT:
        status = take_mapping(r, v);
        break;
    case YAML_ALIAS_EVENT:
        status = FAIL_EVENT(r, "aliases (`*%s`) are not supported; write the value out",
                            (const char *)r->event.data.alias.anchor);
        break;
    default:
        status = FAIL_EVENT(r, "a value was expected");
        break;
    }
    r->depth--;
    return status;
}

static opf_status *take_stream(struct reader *r, opf_value *v)
{
    OPF_TRY(next_event(r)); /* stream start */
    OPF_TRY(next_event(r));
    if (r->event.type == YAML_STREAM_END_EVENT)
        return FAIL_EVENT(r, "the file is empty, YAML was expected");
    OPF_TRY(next_event(r));
    OPF_TRY(take_node(r, v));
    OPF_TRY(next_event(r)); /* document end */
    OPF_TRY(next_event(r));
    if (r->event.type != YAML_STREAM_END_EVENT)
        return FAIL_EVENT(r, "more than one document");
    return NULL;
}

opf_status *opf_yaml_parse(opf_arena *arena, const char *name, const char *text, size_t len, opf_value **out)
{
    *out = NULL;
    if (len > MAX_SIZE)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "YAML %s has %zu bytes, more than the %zu allowed", name, len,
                        MAX_SIZE);
    struct reader r = {.arena = arena, .name = name};
    opf_value *v = opf_arena_alloc(arena, sizeof(*v));
    if (!v || !yaml_parser_initialize(&r.parser))
        return no_memory(name);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)(len ? text : ""), len);
    opf_status *status = take_stream(&r, v);
    if (r.has_event)
        yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    if (!status)
        *out = v;
    return status;
}

opf_status *opf_yaml_read(opf_arena *arena, const char *path, opf_value **out)
{
    *out = NULL;
    struct opf_buf text;
    OPF_TRY(opf_file_read(path, MAX_SIZE, &text));
    opf_status *status = opf_yaml_parse(arena, path, opf_buf_text(&text), text.len, out);
    opf_buf_free(&text);
    return status;
}

/* ---- writing ---- */

static int append_output(void *context, unsigned char *bytes, size_t len)
{
    struct opf_buf *to = context;
    opf_buf_append(to, bytes, len);
    return !to->failed;
}

static bool emit_text(yaml_emitter_t *emitter, const char *text, yaml_scalar_style_t style)
{
    yaml_event_t event;
    return yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text), 1,
                                        1, style) &&
           yaml_emitter_emit(emitter, &event);
}

/* Keys and string values: quoted when a plain scalar would be read as another kind. */
static bool emit_string(yaml_emitter_t *emitter, const char *text)
{
    opf_value as_plain;
    resolve_plain(text, &as_plain);
    bool quote = as_plain.kind != OPF_VALUE_STRING || strcmp(text, "<<") == 0;
    return emit_text(emitter, text, quote ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE);
}

static bool emit_real(yaml_emitter_t *emitter, double real)
{
    char text[40];
    if (isnan(real)) {
        strcpy(text, ".nan");
    } else if (isinf(real)) {
        strcpy(text, real < 0 ? "-.inf" : ".inf");
    } else {
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(text, sizeof(text) - 3, "%.*g", digits, real);
            if (strtod(text, NULL) == real)
                break;
        }
        if (!strpbrk(text, ".e"))
            strcat(text, ".0");
    }
    return emit_text(emitter, text, YAML_PLAIN_SCALAR_STYLE);
}

static bool emit_value(yaml_emitter_t *emitter, const opf_value *v);

static bool emit_container(yaml_emitter_t *emitter, const opf_value *v)
{
    yaml_event_t event;
    bool object = v->kind == OPF_VALUE_OBJECT;
    int made = object
                   ? yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE)
                   : yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE);
    if (!made || !yaml_emitter_emit(emitter, &event))
        return false;
    for (const opf_value *child = v->first; child; child = child->next) {
        if (object && !emit_string(emitter, child->name))
            return false;
        if (!emit_value(emitter, child))
            return false;
    }
    made = object ? yaml_mapping_end_event_initialize(&event) : yaml_sequence_end_event_initialize(&event);
    return made && yaml_emitter_emit(emitter, &event);
}

static bool emit_value(yaml_emitter_t *emitter, const opf_value *v)
{
    char text[32];
    switch (v->kind) {
    case OPF_VALUE_NULL:
        return emit_text(emitter, "null", YAML_PLAIN_SCALAR_STYLE);
    case OPF_VALUE_BOOL:
        return emit_text(emitter, v->as.boolean ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
    case OPF_VALUE_INT:
        snprintf(text, sizeof(text), "%lld", (long long)v->as.integer);
        return emit_text(emitter, text, YAML_PLAIN_SCALAR_STYLE);
    case OPF_VALUE_REAL:
        return emit_real(emitter, v->as.real);
    case OPF_VALUE_STRING:
        return emit_string(emitter, v->as.string);
    case OPF_VALUE_ARRAY:
    case OPF_VALUE_OBJECT:
        return emit_container(emitter, v);
    }
    return false;
}

static bool emit_document(yaml_emitter_t *emitter, const opf_value *value)
{
    yaml_event_t event;
    return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
           yaml_emitter_emit(emitter, &event) &&
           yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
           yaml_emitter_emit(emitter, &event) && emit_value(emitter, value) &&
           yaml_document_end_event_initialize(&event, 1) && yaml_emitter_emit(emitter, &event) &&
           yaml_stream_end_event_initialize(&event) && yaml_emitter_emit(emitter, &event) &&
           yaml_emitter_flush(emitter);
}

opf_status *opf_yaml_write(struct opf_buf *to, const opf_value *value)
{
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter))
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while writing YAML");
    yaml_emitter_set_output(&emitter, append_output, to);
    yaml_emitter_set_width(&emitter, -1);
    yaml_emitter_set_unicode(&emitter, 1);
    opf_status *status = NULL;
    if (!emit_document(&emitter, value)) {
        status = opf_buf_finish(to, "YAML text");
        if (!status)
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "cannot write YAML: %s",
                              emitter.problem ? emitter.problem : "a text is not UTF-8 or memory is short");
    }
    yaml_emitter_delete(&emitter);
    return status;
}
