/* Variant files `<op>_binary.json`: reading with checks, and generation from a definition's columns
 * (docs/formats/binary-json.md). Trees stay generic so that what we do not know is passed on unchanged. */
#ifndef OPF_BINSCRIPTS_VARIANT_H
#define OPF_BINSCRIPTS_VARIANT_H

#include "ascendc_gen/kernel_model.h"

struct opf_variant_file {
    const char *path;
    const char *op_type;
    const opf_value *root;    /* whole file */
    const opf_value *op_list; /* array of variants, at least one */
};

/* Read and check: members and types of every tensor and attribute, known dtypes and formats, file name rules.
 */
opf_status *opf_variant_file_read(opf_arena *arena, const char *path,
                                  struct opf_variant_file *out) OPF_NODISCARD;
opf_status *opf_variant_file_check(const char *path, const opf_value *root,
                                   struct opf_variant_file *out) OPF_NODISCARD;
/* One variant for each distinct column of the definition, named <OpType>_<md5>, or for one column only,
 * counted from 1; `column` 0 = all. `out` is a whole file. */
opf_status *opf_variant_file_generate(opf_arena *arena, const struct opf_kernel_desc *desc, size_t column,
                                      opf_value **out) OPF_NODISCARD;
/* The file with only variant `variant`, its bin_filename replaced by `stem`; NULL without memory. */
opf_value *opf_variant_single(opf_arena *arena, const struct opf_variant_file *file, const opf_value *variant,
                              const char *stem);

/* The tensor that stands for a slot: itself, the first of a dynamic group, NULL for an absent one. */
const opf_value *opf_variant_tensor(const opf_value *slot);
/* Text member of a tensor or attribute, NULL when absent. */
const char *opf_variant_text(const opf_value *object, const char *name);
bool opf_variant_is_optional(const opf_value *tensor);

#endif
