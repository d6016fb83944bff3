/* The tree of values. */
#include "base/value.h"

#include <string.h>

static opf_value *new_value(opf_arena *a, enum opf_value_kind kind)
{
    opf_value *v = opf_arena_alloc(a, sizeof(*v));
    if (v)
        v->kind = kind;
    return v;
}

opf_value *opf_value_null(opf_arena *a)
{
    return new_value(a, OPF_VALUE_NULL);
}

opf_value *opf_value_bool(opf_arena *a, bool boolean)
{
    opf_value *v = new_value(a, OPF_VALUE_BOOL);
    if (v)
        v->as.boolean = boolean;
    return v;
}

opf_value *opf_value_int(opf_arena *a, int64_t integer)
{
    opf_value *v = new_value(a, OPF_VALUE_INT);
    if (v)
        v->as.integer = integer;
    return v;
}

opf_value *opf_value_real(opf_arena *a, double real)
{
    opf_value *v = new_value(a, OPF_VALUE_REAL);
    if (v)
        v->as.real = real;
    return v;
}

opf_value *opf_value_string(opf_arena *a, const char *string)
{
    opf_value *v = new_value(a, OPF_VALUE_STRING);
    if (!v)
        return NULL;
    v->as.string = opf_arena_strdup(a, string);
    return v->as.string ? v : NULL;
}

opf_value *opf_value_array(opf_arena *a)
{
    return new_value(a, OPF_VALUE_ARRAY);
}

opf_value *opf_value_object(opf_arena *a)
{
    return new_value(a, OPF_VALUE_OBJECT);
}

static void append_child(opf_value *parent, opf_value *item)
{
    item->next = NULL;
    if (parent->last)
        parent->last->next = item;
    else
        parent->first = item;
    parent->last = item;
    parent->count++;
}

bool opf_value_add(opf_value *array, opf_value *item)
{
    if (!array || !item || array->kind != OPF_VALUE_ARRAY)
        return false;
    item->name = NULL;
    append_child(array, item);
    return true;
}

bool opf_value_set(opf_arena *a, opf_value *object, const char *name, opf_value *item)
{
    if (!object || !item || object->kind != OPF_VALUE_OBJECT)
        return false;
    const char *copy = opf_arena_strdup(a, name);
    if (!copy)
        return false;
    item->name = copy;
    append_child(object, item);
    return true;
}

opf_value *opf_value_copy(opf_arena *a, const opf_value *v)
{
    if (!v)
        return NULL;
    opf_value *copy = new_value(a, v->kind);
    if (!copy)
        return NULL;
    copy->line = v->line;
    copy->as = v->as;
    if (v->kind == OPF_VALUE_STRING && !(copy->as.string = opf_arena_strdup(a, v->as.string)))
        return NULL;
    for (const opf_value *child = v->first; child; child = child->next) {
        opf_value *below = opf_value_copy(a, child);
        if (!below)
            return NULL;
        if (child->name && !(below->name = opf_arena_strdup(a, child->name)))
            return NULL;
        append_child(copy, below);
    }
    return copy;
}

const opf_value *opf_value_get(const opf_value *object, const char *name)
{
    if (!object || object->kind != OPF_VALUE_OBJECT)
        return NULL;
    for (const opf_value *child = object->first; child; child = child->next)
        if (strcmp(child->name, name) == 0)
            return child;
    return NULL;
}

const opf_value *opf_value_at(const opf_value *array, size_t index)
{
    if (!array || array->kind != OPF_VALUE_ARRAY || index >= array->count)
        return NULL;
    const opf_value *child = array->first;
    while (index--)
        child = child->next;
    return child;
}

const char *opf_value_kind_name(const opf_value *v)
{
    static const char *const names[] = {
        [OPF_VALUE_NULL] = "null",          [OPF_VALUE_BOOL] = "a truth value",
        [OPF_VALUE_INT] = "a whole number", [OPF_VALUE_REAL] = "a real number",
        [OPF_VALUE_STRING] = "a string",    [OPF_VALUE_ARRAY] = "an array",
        [OPF_VALUE_OBJECT] = "an object",
    };
    return v ? names[v->kind] : "nothing";
}

static opf_status *need(const opf_value *obj, const char *name, const char *where, enum opf_value_kind kind,
                        const opf_value **out)
{
    *out = NULL;
    if (!obj || obj->kind != OPF_VALUE_OBJECT)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: is %s, an object with member `%s` was expected (line %d)",
                        where, opf_value_kind_name(obj), name, obj ? obj->line : 0);
    const opf_value *member = opf_value_get(obj, name);
    if (!member)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: member `%s` is missing (object at line %d)", where, name,
                        obj->line);
    if (member->kind != kind) {
        const opf_value wanted = {.kind = kind};
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: member `%s` is %s, %s was expected (line %d)", where, name,
                        opf_value_kind_name(member), opf_value_kind_name(&wanted), member->line);
    }
    *out = member;
    return NULL;
}

opf_status *opf_value_need_string(const opf_value *obj, const char *name, const char *where, const char **out)
{
    const opf_value *member;
    OPF_TRY(need(obj, name, where, OPF_VALUE_STRING, &member));
    *out = member->as.string;
    return NULL;
}

opf_status *opf_value_need_int(const opf_value *obj, const char *name, const char *where, int64_t *out)
{
    const opf_value *member;
    OPF_TRY(need(obj, name, where, OPF_VALUE_INT, &member));
    *out = member->as.integer;
    return NULL;
}

opf_status *opf_value_need_bool(const opf_value *obj, const char *name, const char *where, bool *out)
{
    const opf_value *member;
    OPF_TRY(need(obj, name, where, OPF_VALUE_BOOL, &member));
    *out = member->as.boolean;
    return NULL;
}

opf_status *opf_value_need_array(const opf_value *obj, const char *name, const char *where,
                                 const opf_value **out)
{
    return need(obj, name, where, OPF_VALUE_ARRAY, out);
}

opf_status *opf_value_need_object(const opf_value *obj, const char *name, const char *where,
                                  const opf_value **out)
{
    return need(obj, name, where, OPF_VALUE_OBJECT, out);
}
