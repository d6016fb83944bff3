/* Tensors of a run: host memory with a type and a shape. */
#ifndef OPF_RUNNER_RUN_TENSOR_H
#define OPF_RUNNER_RUN_TENSOR_H

#include "base/alloc.h"
#include "opforge/host_api.h"

struct opf_run_tensor {
    char *name;    /* parameter it belongs to; NULL = by position */
    int32_t dtype; /* ge::DataType number */
    int32_t format;
    struct opf_host_shape shape;
    bool absent;    /* an optional parameter that is not given */
    bool from_file; /* the data came with the specification */
    size_t bytes;
    void *data; /* owned, 64-byte aligned, `bytes` long (at least 1) */
};

void opf_run_tensor_free(struct opf_run_tensor *tensor);
/* Elements of the shape; -1 when a dimension is negative or the product overflows. */
int64_t opf_run_tensor_count(const struct opf_host_shape *shape);
/* Bytes of `count` elements; sub-byte types are packed. 0 for a type without a size. */
size_t opf_run_tensor_bytes(int32_t dtype, int64_t count);
/* Allocate zeroed data for dtype and shape. */
opf_status *opf_run_tensor_alloc(struct opf_run_tensor *tensor) OPF_NODISCARD;

enum opf_run_fill { OPF_FILL_RANDOM, OPF_FILL_ARANGE, OPF_FILL_ZEROS, OPF_FILL_ONES };
/* Values by rule: random = reproducible for `seed`, floats in [-2, 2), whole numbers in [-8, 8) or [0, 16).
 */
opf_status *opf_run_tensor_fill(struct opf_run_tensor *tensor, enum opf_run_fill fill,
                                uint64_t seed) OPF_NODISCARD;

/* Store one element; half and bfloat16 are cut, not rounded. */
opf_status *opf_run_tensor_set(struct opf_run_tensor *tensor, int64_t i, double value) OPF_NODISCARD;
/* Element `i` as a double (exact for all real types up to 32 bits); 64-bit integers lose low bits beyond
 * 2^53. */
double opf_run_tensor_value(const struct opf_run_tensor *tensor, int64_t i);
bool opf_run_tensor_is_complex(const struct opf_run_tensor *tensor);
/* The parts of element `i` of a complex type. */
void opf_run_tensor_complex(const struct opf_run_tensor *tensor, int64_t i, double *real, double *imaginary);
/* "float32[2,3]", owned by the caller. */
char *opf_run_tensor_describe(const struct opf_run_tensor *tensor);

/* Type names as in kernel files ("float16", "bfloat16", "int4" ...), and back: -1 when unknown. */
const char *opf_run_dtype_name(int32_t dtype);
int32_t opf_run_dtype_number(const char *name);
/* The name most like `name`, for messages; NULL when none is near. */
const char *opf_run_dtype_nearest(const char *name);

#endif
