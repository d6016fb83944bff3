/* An operator definition as opbuild works with it: what the definition said, with the place of each saying,
 * and its resolved form for one chip (a view): configurations merged, lists multiplied out into columns. */
#ifndef OPF_OPBUILD_DEF_MODEL_H
#define OPF_OPBUILD_DEF_MODEL_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/value.h"

struct opf_def_place {
    const char *file; /* NULL = unknown */
    int line;
};

/* Numbers of ops::Option. */
enum opf_def_option {
    OPF_DEF_IGNORE = 0,
    OPF_DEF_OPTIONAL = 1,
    OPF_DEF_REQUIRED = 2,
    OPF_DEF_DYNAMIC = 3,
    OPF_DEF_VIRTUAL = 4
};

/* Numbers of ops::FollowType. */
enum opf_def_follow {
    OPF_DEF_FOLLOW_ALL = 0,
    OPF_DEF_FOLLOW_DTYPE = 1,
    OPF_DEF_FOLLOW_FORMAT = 2,
    OPF_DEF_FOLLOW_SHAPE = 3,
    OPF_DEF_FOLLOW_NONE = 4
};

#define OPF_DEF_DT_FLOAT     0
#define OPF_DEF_DT_BOOL      12
#define OPF_DEF_DT_INT64     9
#define OPF_DEF_DT_UNDEFINED 28
#define OPF_DEF_FORMAT_ND    2

struct opf_def_list {
    bool set;
    int32_t *items;
    size_t count;
    struct opf_def_place at;
};

struct opf_def_scalar {
    int type; /* ops::ScalarType */
    const char *text;
};

struct opf_def_param {
    const char *name;
    struct opf_def_place at;
    struct opf_def_place set_again; /* file set: the definition describes it twice */
    int param_type;                 /* enum opf_def_option */
    struct opf_def_list dtypes, dtype_list, formats, format_list, bin_dtypes, bin_formats, unknown_formats;
    int value_depend; /* enum opf_def_option, -1 = not set */
    struct opf_def_place value_depend_at;
    bool ignore_contiguous, auto_contiguous, scalar, scalar_list, shape_depends_on_compute;
    int to_dtype; /* OPF_DEF_DT_UNDEFINED = not set */
    const char *to_name;
    struct opf_def_place to_at;
    unsigned version;
    struct opf_def_place version_at;
    const char *init_number; /* decimal text, NULL = not set */
    struct opf_def_scalar *init_values;
    size_t init_count;
    struct opf_def_place init_at;
    const char *follow;
    int follow_type;
    struct opf_def_place follow_at;
    int follow_dtype_of, follow_format_of; /* view only: input whose list this one takes over, else -1 */
};

enum opf_def_attr_kind {
    OPF_DEF_ATTR_BOOL,
    OPF_DEF_ATTR_FLOAT,
    OPF_DEF_ATTR_INT,
    OPF_DEF_ATTR_STR,
    OPF_DEF_ATTR_LIST_BOOL,
    OPF_DEF_ATTR_LIST_FLOAT,
    OPF_DEF_ATTR_LIST_INT,
    OPF_DEF_ATTR_LIST_LIST_INT,
    OPF_DEF_ATTR_UNSET
};

struct opf_def_attr {
    const char *name;
    struct opf_def_place at, set_again;
    enum opf_def_attr_kind kind;
    bool required;
    unsigned version;
    struct opf_def_place version_at;
    const opf_value *value; /* the default; floats are strings of %.9g */
};

struct opf_def_pair {
    const char *key, *value;
};

struct opf_def_params {
    struct opf_def_param *items;
    size_t count;
};

struct opf_def_config {
    const char *soc;
    struct opf_def_place at;
    struct opf_def_params inputs, outputs;
    struct opf_def_pair *pairs;
    size_t pair_count;
};

enum opf_def_class { OPF_DEF_ACLNN = 0, OPF_DEF_ACLNN_INNER, OPF_DEF_ACLNN_EXC, OPF_DEF_CLASS_COUNT };

struct opf_def_op {
    const char *type;
    const char *stem; /* snake case of type */
    const char *source;
    enum opf_def_class op_class;
    struct opf_def_place at;
    struct opf_def_params inputs, outputs;
    struct opf_def_attr *attrs;
    size_t attr_count;
    struct opf_def_config *configs;
    size_t config_count;
    const char **hccl_groups;
    size_t hccl_count;
    bool strict_format, fall_back, launch_when_empty;
};

/* One chip's resolved form. In every parameter `dtypes` and `formats` have `columns` items (`bin_*` too when
 * set); the *_list members are unset. */
struct opf_def_view {
    const struct opf_def_op *op;
    const char *soc;
    struct opf_def_params inputs, outputs;
    const struct opf_def_pair *pairs;
    size_t pair_count;
    size_t columns;
};

/* Faults of definitions, as `file:line: error: sentence` lines, and warnings in the same form. */
struct opf_def_diags {
    struct opf_buf text;
    size_t count; /* of errors */
};
void opf_def_diags_init(struct opf_def_diags *diags);
void opf_def_diags_free(struct opf_def_diags *diags);
void opf_def_diag(struct opf_def_diags *diags, struct opf_def_place at, const char *fmt, ...)
    OPF_PRINTF(3, 4);
void opf_def_warn(struct opf_def_diags *diags, struct opf_def_place at, const char *fmt, ...)
    OPF_PRINTF(3, 4);

/* From the JSON text that libopforge_host makes of a definition. `at` is where OP_ADD stands. A text that is
 * not such a model is INVALID_FORMAT. Everything is in the arena. */
opf_status *opf_def_read(opf_arena *arena, const opf_value *model, struct opf_def_place at,
                         struct opf_def_op **out) OPF_NODISCARD;

/* Faults that do not depend on a chip. No output at all is one only with `require_output`: operators that
 * write to their inputs are defined that way. */
void opf_def_check(const struct opf_def_op *op, bool require_output, struct opf_def_diags *diags);

/* The form for `soc`: merges its configuration, or the default flags when the definition has none for it.
 * Faults found on the way are added to `diags`; then *out is not usable. */
opf_status *opf_def_expand(opf_arena *arena, const struct opf_def_op *op, const char *soc,
                           struct opf_def_diags *diags, struct opf_def_view *out) OPF_NODISCARD;
const struct opf_def_config *opf_def_config_of(const struct opf_def_op *op,
                                               const char *soc); /* NULL = none */

/* Names of the numbers: "float16", "FRACTAL_NZ"; NULL for a number that is none. */
const char *opf_def_dtype_name(int number);
const char *opf_def_format_name(int number);
/* The default of an attribute as the .ini writes it: "true", "1", "[1,2]", "" ... Appends. */
void opf_def_attr_default(struct opf_buf *to, const struct opf_def_attr *attr);
const char *opf_def_attr_kind_name(enum opf_def_attr_kind kind); /* "listInt" */
const char *opf_def_class_name(enum opf_def_class op_class);     /* "aclnn", "aclnnInner", "aclnnExc" */

#endif
