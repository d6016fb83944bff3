/* Template tiling keys: which combinations a variant has, their numbers and template arguments
 * (docs/formats/keys.md). */
#ifndef OPF_BINSCRIPTS_TEMPLATE_KEYS_H
#define OPF_BINSCRIPTS_TEMPLATE_KEYS_H

#include "ascendc_gen/kernel_model.h"

struct opf_template_key {
    uint64_t key;
    const char *arguments;     /* "half, 1, true": text between < and > */
    int kernel_type;           /* number of the lists, -1 = the file's default */
    const char *tiling_struct; /* NULL = the default one */
};

/* Numbers of the operands of a variant: dtype and format, -1 for an absent one. */
struct opf_operand {
    int dtype, format;
};
struct opf_operands {
    const struct opf_operand *inputs, *outputs;
    size_t input_count, output_count;
};

/* Every combination of the groups in list order, last parameter fastest. `restriction` ("A=1,2;B=0" or NULL)
 * keeps those whose parameters take a listed value. Two combinations with one key, values that do not fit
 * their parameter, more than 64 bits: INVALID_FORMAT. Nothing left: INVALID_ARGUMENT. */
opf_status *opf_template_keys_make(opf_arena *arena, const struct opf_tpl_table *table,
                                   const struct opf_operands *operands, bool deterministic,
                                   const char *restriction, struct opf_template_key **out,
                                   size_t *count) OPF_NODISCARD;
/* All ones when `values` (one per parameter) do not encode. */
uint64_t opf_template_key_encode(const struct opf_tpl_table *table, const uint64_t *values);

#endif
