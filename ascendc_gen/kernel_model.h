/* A kernel description in memory, and its YAML form (docs/formats/kernel-description.md). Everything lives in
 * the arena it was read into or built in. */
#ifndef OPF_ASCENDC_GEN_KERNEL_MODEL_H
#define OPF_ASCENDC_GEN_KERNEL_MODEL_H

#include "base/value.h"

/* Kinds of template parameters and of extra selectors; the numbers are those of the SDK's
 * template_argument.h in its scan mode. */
enum opf_tpl_kind {
    OPF_TPL_DTYPE = 0,              /* 8 bits, a number of the operator's own or of a dtype */
    OPF_TPL_FORMAT = 1,             /* 8 bits */
    OPF_TPL_UINT = 2,               /* key holds the index in the declared list */
    OPF_TPL_BOOL = 3,               /* 1 bit */
    OPF_TPL_KERNEL_TYPE = 4,        /* selector only */
    OPF_TPL_DETERMINISTIC = 5,      /* selector only */
    OPF_TPL_SHARED_KERNEL_TYPE = 6, /* 8 bits, also selects the kernel type */
    OPF_TPL_DATATYPE = 7,           /* 8 bits; the template argument is the C type */
    OPF_TPL_STRUCT = 8              /* selector only: tiling structure, its name in `name` */
};

#define OPF_TPL_INPUT_BIAS  100000000u
#define OPF_TPL_OUTPUT_BIAS 900000000u

/* A declared parameter, or one entry of a selection group. */
struct opf_tpl_item {
    const char *name;
    enum opf_tpl_kind kind;
    uint32_t width; /* bits of the key, 0 for selectors */
    uint64_t *values;
    size_t count;
};
struct opf_tpl_group {
    struct opf_tpl_item *items;
    size_t count;
};
/* Template lists as they are for some columns of the definition. */
struct opf_tpl_table {
    int64_t *columns;
    size_t column_count; /* 0 = all columns */
    struct opf_tpl_item *params;
    size_t param_count;
    struct opf_tpl_group *groups;
    size_t group_count;
};

struct opf_kernel_param {
    bool output;
    const char *name;
    const char *param; /* required, optional, dynamic */
    const char *macro; /* suffix of DTYPE_, ORIG_DTYPE_, FORMAT_ */
    const char **dtypes, **formats;
    size_t columns;
};
struct opf_kernel_attr {
    const char *name, *type, *param;
    const char *fallback; /* default value as text, NULL = none */
};

enum opf_key_style {
    OPF_KEYS_LITERAL,  /* TILING_KEY_IS comparisons, or none: key 0 */
    OPF_KEYS_TEMPLATE, /* ASCENDC_TPL_* lists */
    OPF_KEYS_PER_KEY   /* literal keys that the preprocessor or a constant expression needs */
};

struct opf_kernel_desc {
    const char *op_type, *op_file, *entry, *soc;
    const char *source_dir, *source_file;
    struct opf_kernel_param *params; /* inputs, then outputs */
    size_t param_count, input_count;
    struct opf_kernel_attr *attrs;
    size_t attr_count;
    int auto_sync; /* -1 = not stated */
    const char **compile_options;
    size_t option_count;
    bool dynamic_format, need_check_support;
    const char *range_limit; /* NULL = none */
    const char **mc2_ctx;
    size_t mc2_count;
    const char **init_values; /* per output, NULL = none */
    int64_t *compute_shapes;  /* outputs whose shape the kernel computes */
    size_t compute_shape_count;
    /* what the source says */
    enum opf_key_style keys;
    bool deterministic;     /* mentions the determinism marker */
    bool registers_tiling;  /* the source names its default tiling structure itself */
    bool reads_default;     /* takes its tiling data without naming a structure */
    size_t entry_params;    /* function parameters of the entry */
    size_t template_params; /* template parameters of the entry, 0 = not a template */
    const char **structs;   /* structures that the source declares (global scope) */
    size_t struct_count;
    struct opf_tpl_table *tables;
    size_t table_count;
};

opf_status *opf_kernel_desc_from_value(opf_arena *arena, const char *where, const opf_value *root,
                                       struct opf_kernel_desc **out) OPF_NODISCARD;
opf_status *opf_kernel_desc_read(opf_arena *arena, const char *path,
                                 struct opf_kernel_desc **out) OPF_NODISCARD;
/* NULL without memory. */
opf_value *opf_kernel_desc_to_value(opf_arena *arena, const struct opf_kernel_desc *desc);

#endif
