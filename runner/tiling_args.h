/* What is asked of one run of shape inference and tiling: tensors, attributes and options, as optiling's
 * command line says them. */
#ifndef OPF_RUNNER_TILING_ARGS_H
#define OPF_RUNNER_TILING_ARGS_H

#include "base/arena.h"
#include "base/strvec.h"
#include "base/value.h"
#include "opforge/host_api.h"

#define OPF_TILING_MAX_TENSORS 256
#define OPF_TILING_MAX_ATTRS   64

struct opf_tiling_tensor {
    const char *name;
    bool absent;
    bool has_shape;
    struct opf_host_tensor tensor;
    void *data;
};

struct opf_tiling_attr {
    const char *name;
    struct opf_host_attr attr;
};

struct opf_tiling_args {
    const char *op_type, *soc, *desc_path;
    struct opf_strvec libs;
    struct opf_tiling_tensor inputs[OPF_TILING_MAX_TENSORS], outputs[OPF_TILING_MAX_TENSORS];
    size_t input_num, output_num;
    struct opf_tiling_attr attrs[OPF_TILING_MAX_ATTRS];
    size_t attr_num;
    bool deterministic, json;
    int log_level;
    double timeout_s;
    int64_t memory_mib;
    int64_t cores; /* vector cores of the chip, 0 = all */
};

/* Texts and data live in the arena or in argv; libs are to be freed by the caller in every case. Errors name
 * the argument. */
opf_status *opf_tiling_args_parse(opf_arena *arena, int argc, char **argv,
                                  struct opf_tiling_args *o) OPF_NODISCARD;
/* Attributes in the order of a kernel description, with its defaults for those not given. */
opf_status *opf_tiling_args_order_attrs(opf_arena *arena, struct opf_tiling_args *o,
                                        const opf_value *desc) OPF_NODISCARD;
/* "float16"; "undefined" for a number without a name. Static storage. */
const char *opf_tiling_dtype_name(int number);

#endif
