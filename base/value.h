/* A generic tree of values: what the JSON and YAML readers produce and the JSON/YAML writers take.
 * Nodes live in an arena. Objects keep member order; a duplicate member is a read error unless the
 * reader says otherwise. */
#ifndef OPF_BASE_VALUE_H
#define OPF_BASE_VALUE_H

#include "base/arena.h"

enum opf_value_kind {
    OPF_VALUE_NULL,
    OPF_VALUE_BOOL,
    OPF_VALUE_INT, /* fits int64_t exactly */
    OPF_VALUE_REAL,
    OPF_VALUE_STRING,
    OPF_VALUE_ARRAY,
    OPF_VALUE_OBJECT
};

typedef struct opf_value opf_value;
struct opf_value {
    enum opf_value_kind kind;
    int line;         /* 1-based line in the source file, 0 when made by code */
    const char *name; /* member name inside an object, else NULL */
    union {
        bool boolean;
        int64_t integer;
        double real;
        const char *string; /* NUL-terminated; embedded NUL is a read error */
    } as;
    opf_value *first, *last, *next; /* children of arrays and objects */
    size_t count;
};

/* Builders; NULL without memory (then adding it fails sticky-free: opf_value_add returns false). */
opf_value *opf_value_null(opf_arena *a);
opf_value *opf_value_bool(opf_arena *a, bool v);
opf_value *opf_value_int(opf_arena *a, int64_t v);
opf_value *opf_value_real(opf_arena *a, double v);
opf_value *opf_value_string(opf_arena *a, const char *v);
opf_value *opf_value_array(opf_arena *a);
opf_value *opf_value_object(opf_arena *a);
bool opf_value_add(opf_value *array, opf_value *item);
bool opf_value_set(opf_arena *a, opf_value *object, const char *name, opf_value *item); /* appends */
opf_value *opf_value_copy(opf_arena *a, const opf_value *v);

/* Look-ups that return NULL when the node is not of that kind or there is no such member. */
const opf_value *opf_value_get(const opf_value *object, const char *name);
const opf_value *opf_value_at(const opf_value *array, size_t index);

/* Typed look-ups with the error a user can act on: "<where>: member `x` is missing" or "... is a string, a
 * whole number was expected (line N)". `where` names file and place. */
opf_status *opf_value_need_string(const opf_value *obj, const char *name, const char *where,
                                  const char **out) OPF_NODISCARD;
opf_status *opf_value_need_int(const opf_value *obj, const char *name, const char *where,
                               int64_t *out) OPF_NODISCARD;
opf_status *opf_value_need_bool(const opf_value *obj, const char *name, const char *where,
                                bool *out) OPF_NODISCARD;
opf_status *opf_value_need_array(const opf_value *obj, const char *name, const char *where,
                                 const opf_value **out) OPF_NODISCARD;
opf_status *opf_value_need_object(const opf_value *obj, const char *name, const char *where,
                                  const opf_value **out) OPF_NODISCARD;
const char *opf_value_kind_name(const opf_value *v); /* "a string", "an object", ... "nothing" for NULL */

#endif
