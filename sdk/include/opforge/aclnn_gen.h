/* What a generated aclnn source (docs/formats/aclnn.md) asks of libnnopbase: a static description of the
 * operator and two calls. The generated functions only gather their arguments; null checks, the choice of a
 * supported combination, contiguity, shape inference, tiling and the look-up of the kernel are done behind
 * these calls, once for all operators.
 *
 * Everything in a description is static data of the calling library and stays valid as long as it is loaded.
 * This header stands alone so that a generated source compiles in milliseconds. */
#ifndef OPFORGE_ACLNN_GEN_H
#define OPFORGE_ACLNN_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aclOpExecutor aclOpExecutor;

/* Bumped when a structure below changes; opf_aclnn_prepare refuses another number with 561000. */
#define OPF_ACLNN_GEN_VERSION 1u

enum opf_aclnn_presence {
    OPF_ACLNN_OPTIONAL = 0, /* NULL means absent */
    OPF_ACLNN_REQUIRED = 1, /* NULL is ACLNN_ERR_PARAM_NULLPTR (161001) */
    OPF_ACLNN_DYNAMIC = 2   /* a list; NULL is 161001, an empty list is allowed */
};

/* What an argument points to. */
enum opf_aclnn_value_kind {
    OPF_ACLNN_TENSOR = 0,  /* const aclTensor */
    OPF_ACLNN_TENSOR_LIST, /* const aclTensorList */
    OPF_ACLNN_SCALAR,      /* const aclScalar, becomes a host tensor of one element */
    OPF_ACLNN_SCALAR_LIST, /* const aclScalarList */
    OPF_ACLNN_INT_ARRAY,   /* const aclIntArray, becomes a host tensor of int64 */
    OPF_ACLNN_FLOAT_ARRAY, /* const aclFloatArray */
    OPF_ACLNN_BOOL_ARRAY   /* const aclBoolArray */
};

enum opf_aclnn_param_flags {
    OPF_ACLNN_VALUE_DEPEND = 1u << 0,            /* the host functions read the value */
    OPF_ACLNN_SHAPE_DEPENDS_ON_COMPUTE = 1u << 1 /* output whose shape the kernel writes */
};

struct opf_aclnn_param {
    const char *name;      /* of the definition: "self" */
    const char *api_name;  /* of the C function: "selfRef"; used in messages */
    uint8_t presence;      /* enum opf_aclnn_presence */
    uint8_t flags;         /* enum opf_aclnn_param_flags */
    uint16_t since;        /* API version this parameter came with, 0 = always there */
    int16_t scalar_dtype;  /* scalars: ge::DataType to convert to, 28 (undefined) = keep the scalar's own */
    int16_t scalar_source; /* scalars: convert to the dtype of this input, -1 = none */
    int16_t ref;           /* inputs: the output that is the same tensor; outputs: the input; -1 = none */
};

enum opf_aclnn_attr_kind {
    OPF_ACLNN_ATTR_BOOL = 0,
    OPF_ACLNN_ATTR_FLOAT,
    OPF_ACLNN_ATTR_INT,
    OPF_ACLNN_ATTR_STRING,
    OPF_ACLNN_ATTR_LIST_BOOL,
    OPF_ACLNN_ATTR_LIST_FLOAT,
    OPF_ACLNN_ATTR_LIST_INT
};

struct opf_aclnn_attr {
    const char *name;
    const char *api_name;
    uint8_t kind;     /* enum opf_aclnn_attr_kind */
    uint8_t required; /* required strings and lists may not be NULL (161001) */
    uint16_t since;
    uint32_t default_num; /* items of default_items */
    const void
        *default_items; /* what an absent optional one means: const char, bool, float or int64_t items */
};

/* The value handed to one call, in the order of the definition. */
union opf_aclnn_attr_value {
    bool b;
    double f;
    int64_t i;
    const char *s;     /* NULL = absent */
    const void *array; /* const aclBoolArray, aclFloatArray, aclIntArray; NULL = absent */
};

/* One dtype (ge::DataType number) and format (ge::Format number) of one parameter in one combination. */
struct opf_aclnn_cell {
    int16_t dtype;
    int16_t format;
};

enum opf_aclnn_contiguity {
    OPF_ACLNN_CONTIGUOUS_UNSAID = 0, /* a view is refused with 161002 */
    OPF_ACLNN_CONTIGUOUS_AUTO = 1, /* a view is copied to a contiguous tensor first, references copied back */
    OPF_ACLNN_CONTIGUOUS_IGNORE = 2 /* the kernel reads strides itself */
};

struct opf_aclnn_soc {
    const char *soc;                    /* short lower-case name, "ascend950" */
    uint32_t column_num;                /* supported combinations */
    const struct opf_aclnn_cell *cells; /* [column_num][input_num + output_num] */
    const uint8_t *contiguity;          /* [input_num], enum opf_aclnn_contiguity */
};

struct opf_aclnn_op {
    uint32_t version; /* OPF_ACLNN_GEN_VERSION */
    const char *op_type;
    const struct opf_aclnn_param *inputs;
    const struct opf_aclnn_param *outputs;
    const struct opf_aclnn_attr *attrs;
    const struct opf_aclnn_soc *socs;
    uint16_t input_num, output_num, attr_num, soc_num;
    bool strict_format;     /* storage formats must equal the table's; otherwise ND matches any */
    bool launch_when_empty; /* launch although every output has no element */
};

struct opf_aclnn_call {
    const char *api;                         /* "aclnnAddPair", for messages */
    const void *const *inputs;               /* [input_num], NULL where absent */
    const uint8_t *input_kinds;              /* [input_num], enum opf_aclnn_value_kind */
    const void *const *outputs;              /* [output_num]; a reference repeats the input's pointer */
    const uint8_t *output_kinds;             /* [output_num] */
    const union opf_aclnn_attr_value *attrs; /* [attr_num] */
    uint16_t api_version;                    /* parameters with a larger `since` do not exist for this call */
};

/* First phase. On success *executor is a new executor that the second phase consumes and *workspace_size the
 * bytes it needs. Returns an aclnnStatus number: 0, 161001, 161002, 561000 ... with the sentence in
 * aclGetRecentErrMsg. Borrowed for the call: `call` and its arrays; the tensors live until the second phase.
 */
__attribute__((visibility("default"))) int32_t opf_aclnn_prepare(const struct opf_aclnn_op *op,
                                                                 const struct opf_aclnn_call *call,
                                                                 uint64_t *workspace_size,
                                                                 aclOpExecutor **executor);
/* Whether every launch that a first phase asked for could be planned: 0, or the status of the first that could not.
 * Hand-written functions often go on after such a failure; their second phase then fails with this status. */
__attribute__((visibility("default"))) int32_t opf_aclnn_planned(const aclOpExecutor *executor);
/* Second phase: queue the launch on `stream` and end the executor (unless it was made repeatable). */
__attribute__((visibility("default"))) int32_t opf_aclnn_run(aclOpExecutor *executor, void *workspace,
                                                             uint64_t workspace_size, void *stream);

#ifdef __cplusplus
}
#endif
#endif
