/* The merged `.ini` -> aic-<soc>-ops-info.json. */
#include "opbuild/def_write.h"

#include "base/json.h"
#include "base/strvec.h"

#include <string.h>

static opf_status *fault(const char *name, const struct opf_ini_section *section, const char *key,
                         const char *what)
{
    return opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT, "[%s]: `%s` %s", section->name, key, what), name,
                         section->line, 0);
}

static size_t items_of(const char *list)
{
    size_t n = 1;
    for (const char *p = list; *p; p++)
        n += *p == ',';
    return *list ? n : 0;
}

static opf_status *check_param_type(const char *name, const struct opf_ini_section *s,
                                    const struct opf_ini_pair *pair)
{
    static const char *const known[] = {"required", "optional", "dynamic"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(pair->value, known[i]) == 0)
            return NULL;
    }
    (void)pair;
    return fault(name, s, pair->key, "is not required, optional or dynamic");
}

/* Each inputN/outputN has the members readers need, and all lists of a section one length. */
static opf_status *check_port(opf_arena *arena, const char *name, const struct opf_ini_section *s,
                              const char *port, size_t *columns)
{
    static const char *const lists[] = {"dtype", "format"};
    const char *key = opf_arena_printf(arena, "%s.paramType", port);
    if (!key)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while checking %s", name);
    if (!opf_ini_get(s, key))
        return fault(name, s, key, "is missing");
    for (size_t i = 0; i < 2; i++) {
        key = opf_arena_printf(arena, "%s.%s", port, lists[i]);
        const char *list = key ? opf_ini_get(s, key) : NULL;
        if (!list)
            return fault(name, s, key ? key : port, "is missing");
        if (*columns == 0)
            *columns = items_of(list);
        if (items_of(list) != *columns)
            return fault(name, s, key, "has another number of entries than the lists before it");
    }
    return NULL;
}

static bool ends_with(const char *text, const char *tail)
{
    size_t a = strlen(text), b = strlen(tail);
    return a >= b && strcmp(text + a - b, tail) == 0;
}

static opf_status *check_attrs(opf_arena *arena, const char *name, const struct opf_ini_section *s)
{
    static const char *const members[] = {"type", "value", "paramType"};
    const char *list = opf_ini_get(s, "attr.list");
    struct opf_strvec attrs;
    opf_status *status = NULL;
    opf_strvec_init(&attrs);
    opf_strvec_split(&attrs, list ? list : "", ",", true);
    for (size_t i = 0; i < attrs.len * 3 && !status; i++) {
        const char *key = opf_arena_printf(arena, "attr_%s.%s", attrs.items[i / 3], members[i % 3]);
        if (!key)
            status = OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while checking %s", name);
        else if (!opf_ini_get(s, key))
            status = fault(name, s, key, "is missing");
    }
    opf_strvec_free(&attrs);
    return status;
}

static opf_status *check_section(opf_arena *arena, const char *name, const struct opf_ini_section *s)
{
    size_t columns = 0;
    for (const struct opf_ini_pair *pair = s->pairs; pair; pair = pair->next) {
        if (ends_with(pair->key, ".paramType"))
            OPF_TRY(check_param_type(name, s, pair));
        if (ends_with(pair->key, ".name") &&
            (strncmp(pair->key, "input", 5) == 0 || strncmp(pair->key, "output", 6) == 0)) {
            char *port = opf_arena_strndup(arena, pair->key, strlen(pair->key) - strlen(".name"));
            if (!port)
                return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while checking %s", name);
            OPF_TRY(check_port(arena, name, s, port, &columns));
        }
        if (ends_with(pair->key, "Support.flag") || strcmp(pair->key, "dynamicFormat.flag") == 0 ||
            strcmp(pair->key, "dynamicCompileStatic.flag") == 0) {
            if (strcmp(pair->value, "true") != 0 && strcmp(pair->value, "false") != 0)
                return fault(name, s, pair->key, "is neither true nor false");
        }
    }
    return check_attrs(arena, name, s);
}

static opf_status *add_pair(opf_arena *arena, opf_value *members, const struct opf_ini_pair *pair)
{
    const char *dot = strchr(pair->key, '.');
    char *group = opf_arena_strndup(arena, pair->key, dot ? (size_t)(dot - pair->key) : strlen(pair->key));
    opf_value *object = group ? (opf_value *)(uintptr_t)opf_value_get(members, group) : NULL;
    bool ok = group != NULL;
    if (ok && !object) {
        object = opf_value_object(arena);
        ok = object && opf_value_set(arena, members, group, object);
    }
    if (ok && object->kind == OPF_VALUE_OBJECT)
        ok = opf_value_set(arena, object, dot ? dot + 1 : "value", opf_value_string(arena, pair->value));
    return ok ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while writing the operator information");
}

opf_status *opf_def_write_opsinfo(struct opf_buf *to, opf_arena *arena, const char *name, const char *ini,
                                  size_t len)
{
    struct opf_ini_section *first;
    OPF_TRY(opf_ini_parse(arena, name, ini, len, &first));
    opf_value *root = opf_value_object(arena);
    if (!root)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while writing the operator information");
    for (const struct opf_ini_section *s = first; s; s = s->next) {
        opf_value *members = opf_value_object(arena);
        OPF_TRY(check_section(arena, name, s));
        if (!members || !opf_value_set(arena, root, s->name, members))
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while writing the operator information");
        for (const struct opf_ini_pair *pair = s->pairs; pair; pair = pair->next) {
            if (strncmp(pair->key, "kernelSrc.", strlen("kernelSrc.")) != 0)
                OPF_TRY(add_pair(arena, members, pair));
        }
    }
    opf_json_write(to, root, OPF_JSON_INDENT4_TIGHT, OPF_JSON_SORT_KEYS);
    return NULL;
}
