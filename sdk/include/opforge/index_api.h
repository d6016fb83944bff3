/* Look-up of compiled kernels in the JSON index files of a package, for libnnopbase and the tools. Implemented in
 * libascendcl.so (runtime_min/index). This header stands alone.
 *
 * Which files, in what order: docs/guides/aclnn.md, "Where kernels are looked for". The environment is read at the
 * first look-up and again whenever it changes. Everything a look-up returns stays valid for the process. Thread-safe.
 * Functions return 0 or an aclnn status number: 561003 no such kernel, 561112 no package or no entry for the operator,
 * 561108..561113 an index or kernel file that is not what its format says, 561000 others; the sentence is in
 * opf_index_last_error (calling thread). */
#ifndef OPFORGE_INDEX_API_H
#define OPFORGE_INDEX_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OPF_INDEX_API __attribute__((visibility("default")))

/* One parameter of the definition. */
struct opf_index_param {
    int32_t dtype;      /* ge::DataType number */
    int32_t format;     /* storage format; sub-format bits are ignored */
    uint32_t instances; /* 0 = absent, 1, or the size of a dynamic group (then dtype and format of its first) */
};

struct opf_index_query {
    const char *op_type;
    const char *soc;            /* short lower-case name */
    int32_t deterministic;      /* 0 or 1 */
    int32_t impl_mode;          /* 0..7, or -1 = no wish */
    const struct opf_index_param *inputs, *outputs;
    uint32_t input_num, output_num;
    /* Attributes as a key spells them: bool "1"/"0", text itself, others "". Compared only by indices whose keys
     * contain attributes; may be NULL. */
    const char *const *attrs;
    uint32_t attr_num;
};

enum opf_index_mix { OPF_INDEX_AIV = 0, OPF_INDEX_AIC = 1, OPF_INDEX_MIX = 2 };

struct opf_index_function {
    const char *name;    /* symbol in the .o */
    uint64_t tiling_key; /* from the name's digits, or the member of the file */
};

/* What the .json beside a .o says. */
struct opf_index_kernel {
    const char *op_type;
    const char *stem; /* binFileName */
    const char *object_path, *json_path;
    const char *index_path; /* the file that led here */
    const char *sha256;     /* of the .o, lower-case hex, "" when the file has none */
    const struct opf_index_function *functions;
    uint32_t function_num;
    uint32_t parameter_size; /* opParaSize, bytes, rounded up to 8; 0 when absent */
    int32_t mix;             /* enum opf_index_mix */
    int32_t impl_mode;       /* p of the key that matched first */
    uint32_t workspace_num;
    int64_t workspace_size[16]; /* -1 = the tiling function says */
    /* Outputs to be filled before the launch: index into inputs+outputs, and the value; empty for most. */
    uint32_t init_num;
    const struct opf_index_init *inits;
    uint32_t input_num, output_num; /* parameters of the definition, absent optional ones included */
    int32_t static_shape; /* compiled for one shape: no tiling */
    uint32_t block_dim;   /* static only */
};
struct opf_index_init {
    uint32_t parameter;
    int32_t dtype;
    double value;
};

/* 0 and the kernel, else a status; `*out` is NULL then. A repeated query costs no heap and about 100 ns. */
OPF_INDEX_API int opf_index_find(const struct opf_index_query *query, const struct opf_index_kernel **out);
OPF_INDEX_API const char *opf_index_last_error(void);
/* Changes when the search path did: remembered kernels may be out of date then. */
OPF_INDEX_API uint64_t opf_index_generation(void);

/* Why a look-up fails or what it finds, as data. */
enum opf_index_verdict {
    OPF_INDEX_FOUND = 0,
    OPF_INDEX_NO_FILES,  /* no package: none of the search folders exists */
    OPF_INDEX_NO_OP,     /* packages, but none has this operator for this chip */
    OPF_INDEX_NO_MATCH,  /* the operator is there, this combination is not */
    OPF_INDEX_BAD_FILE   /* a file is broken; see text */
};
struct opf_index_place {
    const char *path;
    const char *state; /* "absent", "no entry for this operator", "6 kernels", or what is wrong with it */
};
struct opf_index_candidate {
    const char *key;   /* as the file spells it */
    const char *object_path;
    const char *field; /* the first that differs: "input 0 `x`: dtype" */
    const char *asked, *has;
    uint32_t differences;
};
struct opf_index_report {
    int verdict; /* enum opf_index_verdict */
    const char *asked_key;
    const struct opf_index_place *places;
    size_t place_num;
    const struct opf_index_candidate *candidates; /* nearest first, at most 5 */
    size_t candidate_num;
    const char *other_socs;   /* chips that do have the operator, "a, b", or "" */
    const char *similar_op;   /* nearest operator name, or NULL */
    const struct opf_index_kernel *kernel; /* OPF_INDEX_FOUND */
    const char *text;         /* the whole as sentences; the message of a failed look-up */
};
/* Never fails except without memory (NULL). End with opf_index_report_free. */
OPF_INDEX_API struct opf_index_report *opf_index_explain(const struct opf_index_query *query);
OPF_INDEX_API void opf_index_report_free(struct opf_index_report *report);

/* Names for numbers and back, lower case as in kernel files; NULL / -1 when unknown. */
OPF_INDEX_API const char *opf_index_dtype_name(int32_t dtype);
OPF_INDEX_API int32_t opf_index_dtype_number(const char *name);
OPF_INDEX_API const char *opf_index_format_name(int32_t format);
OPF_INDEX_API int32_t opf_index_format_number(const char *name);

#ifdef __cplusplus
}
#endif
#endif
