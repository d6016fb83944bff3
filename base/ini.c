/* The tool chain's .ini. */
#include "base/ini.h"
#include "base/file.h"
#include "base/map.h"

#include <string.h>

#define MAX_SIZE ((size_t)64 << 20)

struct reader {
    opf_arena *arena;
    const char *name;
    int line;
    struct opf_ini_section *first, *section;
    struct opf_ini_pair *last_pair;
    opf_map *sections;
    opf_map *keys; /* of the current section */
};

#define FAIL_LINE(r, ...) opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT, __VA_ARGS__), (r)->name, (r)->line, 0)

static opf_status *no_memory(const struct reader *r)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading %s", r->name);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(const char **start, const char **end)
{
    while (*start < *end && is_blank(**start))
        ++*start;
    while (*end > *start && is_blank((*end)[-1]))
        --*end;
}

static opf_status *take_section(struct reader *r, const char *start, const char *end)
{
    if (end[-1] != ']' || end - start < 3)
        return FAIL_LINE(r, "`%.*s` is not a section line; `[name]` was expected", (int)(end - start), start);
    start++;
    end--;
    trim(&start, &end);
    if (start == end)
        return FAIL_LINE(r, "the section's name is empty");
    struct opf_ini_section *section = opf_arena_alloc(r->arena, sizeof(*section));
    char *name = section ? opf_arena_strndup(r->arena, start, (size_t)(end - start)) : NULL;
    if (!name)
        return no_memory(r);
    section->name = name;
    section->line = r->line;
    const struct opf_ini_section *twin = opf_map_get(r->sections, name);
    if (twin)
        return FAIL_LINE(r, "section [%s] is given twice, first at line %d", name, twin->line);
    OPF_TRY(opf_map_set(r->sections, name, section, NULL));
    if (r->section)
        r->section->next = section;
    else
        r->first = section;
    r->section = section;
    r->last_pair = NULL;
    opf_map_destroy(r->keys);
    r->keys = NULL;
    return opf_map_create(&r->keys);
}

static opf_status *take_pair(struct reader *r, const char *start, const char *end)
{
    const char *equals = memchr(start, '=', (size_t)(end - start));
    if (!equals)
        return FAIL_LINE(r, "`%.*s` is neither `[section]` nor `key=value`", (int)(end - start), start);
    if (!r->section)
        return FAIL_LINE(r, "`key=value` before the first `[section]`");
    const char *key_end = equals, *value = equals + 1;
    trim(&start, &key_end);
    trim(&value, &end);
    if (start == key_end)
        return FAIL_LINE(r, "the key before `=` is empty");
    struct opf_ini_pair *pair = opf_arena_alloc(r->arena, sizeof(*pair));
    if (!pair)
        return no_memory(r);
    pair->line = r->line;
    pair->key = opf_arena_strndup(r->arena, start, (size_t)(key_end - start));
    pair->value = opf_arena_strndup(r->arena, value, (size_t)(end - value));
    if (!pair->key || !pair->value)
        return no_memory(r);
    const struct opf_ini_pair *twin = opf_map_get(r->keys, pair->key);
    if (twin)
        return FAIL_LINE(r, "key `%s` is given twice in section [%s], first at line %d", pair->key,
                         r->section->name, twin->line);
    OPF_TRY(opf_map_set(r->keys, pair->key, pair, NULL));
    if (r->last_pair)
        r->last_pair->next = pair;
    else
        r->section->pairs = pair;
    r->last_pair = pair;
    return NULL;
}

static opf_status *read_lines(struct reader *r, const char *text, size_t len)
{
    OPF_TRY(opf_map_create(&r->sections));
    const char *stop = text + len;
    while (text < stop) {
        const char *start = text, *end = memchr(text, '\n', (size_t)(stop - text));
        if (!end)
            end = stop;
        text = end + 1;
        r->line++;
        if (memchr(start, '\0', (size_t)(end - start)))
            return FAIL_LINE(r, "NUL byte in the line");
        trim(&start, &end);
        if (start == end || *start == '#' || *start == ';')
            continue;
        OPF_TRY(*start == '[' ? take_section(r, start, end) : take_pair(r, start, end));
    }
    return NULL;
}

opf_status *opf_ini_parse(opf_arena *arena, const char *name, const char *text, size_t len,
                          struct opf_ini_section **out)
{
    struct reader r = {.arena = arena, .name = name};
    opf_status *status = len ? read_lines(&r, text, len) : NULL;
    opf_map_destroy(r.sections);
    opf_map_destroy(r.keys);
    *out = status ? NULL : r.first;
    return status;
}

opf_status *opf_ini_read(opf_arena *arena, const char *path, struct opf_ini_section **out)
{
    *out = NULL;
    struct opf_buf text;
    OPF_TRY(opf_file_read(path, MAX_SIZE, &text));
    opf_status *status = opf_ini_parse(arena, path, opf_buf_text(&text), text.len, out);
    opf_buf_free(&text);
    return status;
}

const struct opf_ini_section *opf_ini_find(const struct opf_ini_section *first, const char *section)
{
    for (; first; first = first->next)
        if (strcmp(first->name, section) == 0)
            return first;
    return NULL;
}

const char *opf_ini_get(const struct opf_ini_section *section, const char *key)
{
    for (const struct opf_ini_pair *pair = section ? section->pairs : NULL; pair; pair = pair->next)
        if (strcmp(pair->key, key) == 0)
            return pair->value;
    return NULL;
}

void opf_ini_write(struct opf_buf *to, const struct opf_ini_section *first)
{
    for (; first; first = first->next) {
        opf_buf_printf(to, "[%s]\n", first->name);
        for (const struct opf_ini_pair *pair = first->pairs; pair; pair = pair->next)
            opf_buf_printf(to, "%s=%s\n", pair->key, pair->value);
    }
}
