/* JSON. cJSON checks the grammar and decodes strings; a second, in-step walk over the text adds what it does
 * not keep: line numbers, the exact text of numbers (cJSON has doubles only), duplicate members, `\u0000`.
 * The writer is ours because file formats here prescribe indentation and exact integers. */
#include "base/json.h"
#include "base/file.h"
#include "base/map.h"
#include "base/text.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH    200
#define MAX_SIZE     ((size_t)256 << 20)
#define SMALL_OBJECT 16 /* members; above, duplicates are looked up in a table */

struct walk {
    opf_arena *arena;
    const char *name;
    const char *text, *at, *end;
    const char *line_start;
    int line, depth;
    bool last_wins; /* of members of one name; else they are an error */
};

static opf_status *no_memory(const char *name)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading JSON %s", name);
}

static opf_status *fail_at(const struct walk *w, const char *place, opf_status *status)
{
    return opf_status_at(status, w->name, w->line, (int)(place - w->line_start) + 1);
}
#define FAIL_HERE(w, place, ...) fail_at(w, place, OPF_FAIL(OPF_INVALID_FORMAT, __VA_ARGS__))

static void skip_blanks(struct walk *w)
{
    for (; w->at < w->end && (unsigned char)*w->at <= ' '; w->at++) {
        if (*w->at == '\n') {
            w->line++;
            w->line_start = w->at + 1;
        }
    }
}

static opf_status *expect(struct walk *w, char c)
{
    skip_blanks(w);
    if (w->at >= w->end || *w->at != c)
        return FAIL_HERE(w, w->at, "malformed JSON: `%c` was expected", c);
    w->at++;
    return NULL;
}

/* Pass over a string token; its content was decoded by cJSON. */
static opf_status *pass_string(struct walk *w)
{
    OPF_TRY(expect(w, '"'));
    for (; w->at < w->end && *w->at != '"'; w->at++) {
        if ((unsigned char)*w->at < ' ')
            return FAIL_HERE(w, w->at, "control character 0x%02x inside a string; write it as \\u%04x",
                             (unsigned)(unsigned char)*w->at, (unsigned)(unsigned char)*w->at);
        if (*w->at != '\\')
            continue;
        if (w->end - w->at > 5 && memcmp(w->at, "\\u0000", 6) == 0)
            return FAIL_HERE(w, w->at, "\\u0000 inside a string is not allowed");
        w->at++;
    }
    return expect(w, '"');
}

/* Length of the longest number of JSON's grammar at `s`, 0 if none; whether it is written as a whole number.
 */
static size_t scan_number(const char *s, const char *end, bool *whole)
{
    const char *p = s;
    *whole = true;
    if (p < end && *p == '-')
        p++;
    const char *digits = p;
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    if (p == digits || (*digits == '0' && p - digits > 1))
        return 0;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        while (p < end && *p >= '0' && *p <= '9')
            p++;
        if (p == fraction)
            return 0;
        *whole = false;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        if (p < end && (*p == '+' || *p == '-'))
            p++;
        const char *exponent = p;
        while (p < end && *p >= '0' && *p <= '9')
            p++;
        if (p == exponent)
            return 0;
        *whole = false;
    }
    return (size_t)(p - s);
}

static opf_status *take_number(struct walk *w, double approximate, opf_value *v)
{
    bool whole;
    size_t len = scan_number(w->at, w->end, &whole);
    if (len == 0)
        return FAIL_HERE(w, w->at, "malformed number");
    v->kind = OPF_VALUE_REAL;
    v->as.real = approximate;
    if (whole && len < 24) {
        char digits[24];
        memcpy(digits, w->at, len);
        digits[len] = '\0';
        int64_t integer;
        if (opf_text_to_i64(digits, &integer)) {
            v->kind = OPF_VALUE_INT;
            v->as.integer = integer;
        }
    }
    w->at += len;
    return NULL;
}

static opf_status *take_value(struct walk *w, const cJSON *node, opf_value *v);

static opf_value *new_child(struct walk *w, opf_value *parent)
{
    opf_value *child = opf_arena_alloc(w->arena, sizeof(*child));
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

static opf_status *take_array(struct walk *w, const cJSON *node, opf_value *v)
{
    OPF_TRY(expect(w, '['));
    v->kind = OPF_VALUE_ARRAY;
    for (const cJSON *item = node->child; item; item = item->next) {
        if (item != node->child)
            OPF_TRY(expect(w, ','));
        opf_value *child = new_child(w, v);
        if (!child)
            return no_memory(w->name);
        OPF_TRY(take_value(w, item, child));
    }
    return expect(w, ']');
}

/* Earlier member of this name, or NULL. `table` is made when the object outgrows SMALL_OBJECT. */
static opf_status *find_twin(const opf_value *object, const opf_value *member, opf_map **table,
                             opf_value **twin)
{
    *twin = NULL;
    if (object->count <= SMALL_OBJECT) {
        for (opf_value *other = object->first; other != member; other = other->next)
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

/* The later of two members of one name takes the place of the first; `later` is the last child of `object`.
 */
static opf_status *replace_twin(opf_value *object, opf_value *twin, const opf_value *later, opf_map *table)
{
    opf_value *before = object->first;
    while (before->next != later)
        before = before->next;
    before->next = NULL;
    object->last = before;
    object->count--;
    opf_value *next = twin->next;
    *twin = *later;
    twin->next = next;
    return table ? opf_map_set(table, twin->name, twin, NULL) : NULL;
}

static opf_status *take_members(struct walk *w, const cJSON *node, opf_value *v, opf_map **table)
{
    for (const cJSON *item = node->child; item; item = item->next) {
        if (item != node->child)
            OPF_TRY(expect(w, ','));
        skip_blanks(w);
        const char *place = w->at;
        OPF_TRY(pass_string(w));
        opf_value *child = new_child(w, v);
        char *name = child ? opf_arena_strdup(w->arena, item->string) : NULL;
        if (!name)
            return no_memory(w->name);
        child->name = name;
        opf_value *twin;
        OPF_TRY(find_twin(v, child, table, &twin));
        if (twin && !w->last_wins)
            return FAIL_HERE(w, place, "member `%s` is given twice, first at line %d", name, twin->line);
        OPF_TRY(expect(w, ':'));
        OPF_TRY(take_value(w, item, child));
        if (twin)
            OPF_TRY(replace_twin(v, twin, child, *table));
    }
    return NULL;
}

static opf_status *take_object(struct walk *w, const cJSON *node, opf_value *v)
{
    OPF_TRY(expect(w, '{'));
    v->kind = OPF_VALUE_OBJECT;
    opf_map *table = NULL;
    opf_status *status = take_members(w, node, v, &table);
    opf_map_destroy(table);
    return status ? status : expect(w, '}');
}

static opf_status *take_word(struct walk *w, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(w->end - w->at) < len || memcmp(w->at, word, len) != 0)
        return FAIL_HERE(w, w->at, "malformed JSON: `%s` was expected", word);
    w->at += len;
    return NULL;
}

static opf_status *take_value(struct walk *w, const cJSON *node, opf_value *v)
{
    skip_blanks(w);
    v->line = w->line;
    if (++w->depth > MAX_DEPTH)
        return FAIL_HERE(w, w->at, "nested deeper than the %d levels allowed", MAX_DEPTH);
    opf_status *status = NULL;
    if (cJSON_IsObject(node)) {
        status = take_object(w, node, v);
    } else if (cJSON_IsArray(node)) {
        status = take_array(w, node, v);
    } else if (cJSON_IsString(node)) {
        v->kind = OPF_VALUE_STRING;
        v->as.string = opf_arena_strdup(w->arena, node->valuestring);
        status = v->as.string ? pass_string(w) : no_memory(w->name);
    } else if (cJSON_IsNumber(node)) {
        status = take_number(w, node->valuedouble, v);
    } else if (cJSON_IsBool(node)) {
        v->kind = OPF_VALUE_BOOL;
        v->as.boolean = cJSON_IsTrue(node);
        status = take_word(w, v->as.boolean ? "true" : "false");
    } else {
        v->kind = OPF_VALUE_NULL;
        status = take_word(w, "null");
    }
    w->depth--;
    return status;
}

/* cJSON returns the same NULL for bad text and for no memory; this tells them apart. */
static _Thread_local bool hook_failed;

static void *hook_alloc(size_t size)
{
    void *ptr = opf_alloc(size);
    hook_failed |= !ptr;
    return ptr;
}

static void install_hooks(void)
{
    /* Threads may race here: all store the same two functions, which fit each other and libc's own. */
    static bool done;
    if (__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        return;
    cJSON_Hooks hooks = {.malloc_fn = hook_alloc, .free_fn = opf_free};
    cJSON_InitHooks(&hooks);
    __atomic_store_n(&done, true, __ATOMIC_RELEASE);
}

/* Move the walk to `place`, counting lines. */
static void walk_to(struct walk *w, const char *place)
{
    for (; w->at < place && w->at < w->end; w->at++) {
        if (*w->at == '\n') {
            w->line++;
            w->line_start = w->at + 1;
        }
    }
}

static opf_status *grammar_error(struct walk *w, const char *place)
{
    walk_to(w, place ? place : w->text);
    skip_blanks(w);
    if (w->at >= w->end)
        return FAIL_HERE(w, w->at,
                         w->end == w->text ? "the file is empty, JSON was expected"
                                           : "the JSON ends too early: a value or bracket is not closed");
    return FAIL_HERE(w, w->at, "malformed JSON at `%.*s`",
                     (int)strcspn(w->at, "\n\r") > 20 ? 20 : (int)strcspn(w->at, "\n\r"), w->at);
}

static opf_status *parse(opf_arena *arena, const char *name, const char *text, size_t len, bool last_wins,
                         opf_value **out)
{
    struct walk w = {.arena = arena,
                     .name = name,
                     .text = text,
                     .at = text,
                     .end = text + len,
                     .line_start = text,
                     .line = 1,
                     .last_wins = last_wins};
    *out = NULL;
    if (len > MAX_SIZE)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "JSON %s has %zu bytes, more than the %zu allowed", name, len,
                        MAX_SIZE);
    const char *zero = len ? memchr(text, '\0', len) : NULL;
    if (zero) {
        walk_to(&w, zero);
        return FAIL_HERE(&w, zero, "NUL byte in JSON");
    }
    /* cJSON looks one byte past a number; a terminated copy keeps it inside. */
    char *copy = opf_strndup(len ? text : "", len);
    if (!copy)
        return no_memory(name);
    w.text = w.at = w.line_start = copy;
    w.end = copy + len;
    install_hooks();
    const char *stop = NULL;
    hook_failed = false;
    cJSON *root = cJSON_ParseWithLengthOpts(copy, len + 1, &stop, false);
    if (len >= 3 && memcmp(copy, "\xEF\xBB\xBF", 3) == 0)
        w.at += 3;
    opf_status *status = NULL;
    if (!root && hook_failed) {
        status = no_memory(name);
    } else if (!root) {
        status = grammar_error(&w, stop);
    } else {
        opf_value *v = opf_arena_alloc(arena, sizeof(*v));
        status = v ? take_value(&w, root, v) : no_memory(name);
        skip_blanks(&w);
        if (!status && w.at < w.end)
            status = FAIL_HERE(&w, w.at, "more text after the end of the JSON value");
        if (!status)
            *out = v;
    }
    cJSON_Delete(root);
    opf_free(copy);
    return status;
}

opf_status *opf_json_parse(opf_arena *arena, const char *name, const char *text, size_t len, opf_value **out)
{
    return parse(arena, name, text, len, false, out);
}

static opf_status *read_file(opf_arena *arena, const char *path, bool last_wins, opf_value **out)
{
    *out = NULL;
    struct opf_buf text;
    OPF_TRY(opf_file_read(path, MAX_SIZE, &text));
    opf_status *status = parse(arena, path, opf_buf_text(&text), text.len, last_wins, out);
    opf_buf_free(&text);
    return status;
}

opf_status *opf_json_read(opf_arena *arena, const char *path, opf_value **out)
{
    return read_file(arena, path, false, out);
}

opf_status *opf_json_read_last_wins(opf_arena *arena, const char *path, opf_value **out)
{
    return read_file(arena, path, true, out);
}

/* ---- writing ---- */

struct style {
    int indent; /* 0 = everything on one line */
    const char *colon;
    bool sort;
};

static void write_string(struct opf_buf *to, const char *s)
{
    static const char escapes[] = {
        ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't', ['"'] = '"', ['\\'] = '\\'};
    opf_buf_putc(to, '"');
    const char *from = s;
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        opf_buf_append(to, from, (size_t)(s - from));
        from = s + 1;
        if (c < sizeof(escapes) && escapes[c])
            opf_buf_printf(to, "\\%c", escapes[c]);
        else
            opf_buf_printf(to, "\\u%04x", c);
    }
    opf_buf_append(to, from, (size_t)(s - from));
    opf_buf_putc(to, '"');
}

/* The shortest text that reads back as the same double, and as a real. JSON has no infinities and NaN. */
static void write_real(struct opf_buf *to, double real)
{
    if (!isfinite(real)) {
        opf_buf_puts(to, "null");
        return;
    }
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, real);
        if (strtod(text, NULL) == real)
            break;
    }
    opf_buf_puts(to, text);
    if (!strpbrk(text, ".e"))
        opf_buf_puts(to, ".0");
}

static void new_line(struct opf_buf *to, const struct style *style, int depth)
{
    if (style->indent)
        opf_buf_printf(to, "\n%*s", style->indent * depth, "");
}

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const opf_value *const *)a)->name, (*(const opf_value *const *)b)->name);
}

static void write_value(struct opf_buf *to, const opf_value *v, const struct style *style, int depth);

static void write_child(struct opf_buf *to, const opf_value *child, const struct style *style, int depth,
                        bool first)
{
    if (!first)
        opf_buf_putc(to, ',');
    new_line(to, style, depth);
    if (child->name) {
        write_string(to, child->name);
        opf_buf_puts(to, style->colon);
    }
    write_value(to, child, style, depth);
}

static void write_sorted(struct opf_buf *to, const opf_value *v, const struct style *style, int depth)
{
    const opf_value **members = opf_calloc(v->count, sizeof(const opf_value *));
    if (!members) {
        to->failed = true;
        return;
    }
    size_t count = 0;
    for (const opf_value *child = v->first; child; child = child->next)
        members[count++] = child;
    qsort(members, count, sizeof(*members), compare_names);
    for (size_t i = 0; i < count; i++)
        write_child(to, members[i], style, depth, i == 0);
    opf_free(members);
}

static void write_container(struct opf_buf *to, const opf_value *v, const struct style *style, int depth)
{
    bool object = v->kind == OPF_VALUE_OBJECT;
    opf_buf_putc(to, object ? '{' : '[');
    if (object && style->sort && v->count > 1) {
        write_sorted(to, v, style, depth + 1);
    } else {
        for (const opf_value *child = v->first; child; child = child->next)
            write_child(to, child, style, depth + 1, child == v->first);
    }
    if (v->count)
        new_line(to, style, depth);
    opf_buf_putc(to, object ? '}' : ']');
}

static void write_value(struct opf_buf *to, const opf_value *v, const struct style *style, int depth)
{
    switch (v->kind) {
    case OPF_VALUE_NULL:
        opf_buf_puts(to, "null");
        break;
    case OPF_VALUE_BOOL:
        opf_buf_puts(to, v->as.boolean ? "true" : "false");
        break;
    case OPF_VALUE_INT:
        opf_buf_printf(to, "%lld", (long long)v->as.integer);
        break;
    case OPF_VALUE_REAL:
        write_real(to, v->as.real);
        break;
    case OPF_VALUE_STRING:
        write_string(to, v->as.string);
        break;
    case OPF_VALUE_ARRAY:
    case OPF_VALUE_OBJECT:
        write_container(to, v, style, depth);
        break;
    }
}

void opf_json_write(struct opf_buf *to, const opf_value *value, enum opf_json_style style, unsigned flags)
{
    static const struct style styles[] = {
        [OPF_JSON_COMPACT] = {0, ":", false},
        [OPF_JSON_INDENT2] = {2, ": ", false},
        [OPF_JSON_INDENT4] = {4, ": ", false},
        [OPF_JSON_INDENT4_TIGHT] = {4, ":", false},
    };
    struct style chosen = styles[style];
    chosen.sort = flags & OPF_JSON_SORT_KEYS;
    write_value(to, value, &chosen, 0);
}
