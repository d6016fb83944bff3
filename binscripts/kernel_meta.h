/* Bytes of the `.ascend.meta*` sections (docs/formats/object.md). */
#ifndef OPF_BINSCRIPTS_KERNEL_META_H
#define OPF_BINSCRIPTS_KERNEL_META_H

#include "base/buf.h"

/* Kinds of arguments in a function's record. */
enum opf_meta_arg {
    OPF_META_INPUT = 2,
    OPF_META_OUTPUT = 3,
    OPF_META_WORKSPACE = 4,
    OPF_META_MC2_CONTEXT = 6,
    OPF_META_TILING = 7
};

struct opf_meta_param {
    enum opf_meta_arg kind;
    uint16_t level;        /* pointer level: 1 plain, 3 dynamic group, 4 output whose shape is computed */
    uint32_t element_bits; /* of a dynamic group */
};

struct opf_meta_function {
    uint32_t kernel_type;  /* 1 AICORE 2 AIC 3 AIV 4 MIX_AIC 5 MIX_AIV */
    uint16_t cube, vector; /* ratio of a mixed kernel; 0, 0 = none */
    const struct opf_meta_param *params;
    size_t count;
    uint64_t tiling_size; /* bytes of the structure, without the 8 that the record adds */
    bool deterministic;
    uint64_t key;
};

/* Section `.ascend.meta`. */
void opf_meta_write_file(struct opf_buf *to, bool dynamic_params, bool input_placeholder,
                         bool output_placeholder);
/* Section `.ascend.meta.<symbol>`. */
void opf_meta_write_function(struct opf_buf *to, const struct opf_meta_function *function);

#endif
