/* Simplified key and static key of a variant (docs/formats/keys.md). */
#ifndef OPF_BINSCRIPTS_KERNEL_KEYS_H
#define OPF_BINSCRIPTS_KERNEL_KEYS_H

#include "binscripts/variant.h"

struct opf_key_options {
    int mode;                  /* 0, 1 or -1 = inferred */
    const char *impl_mode;     /* "high_performance,optional"; NULL or "" = none */
    const char *deterministic; /* true, false, ignore */
    const char *optional_input_mode, *optional_output_mode, *dynamic_param_mode; /* NULL = default */
};

struct opf_kernel_keys {
    int mode; /* 0, 1, 2 = the variant's own text */
    const char **simplified;
    size_t count;
    const char *static_key;
    const char *first_mode;                                                      /* implMode, "" = none */
    const char *optional_input_mode, *optional_output_mode, *dynamic_param_mode; /* NULL = not stated */
};

opf_status *opf_kernel_keys_make(opf_arena *arena, const struct opf_variant_file *file,
                                 const opf_value *variant, const struct opf_key_options *options,
                                 struct opf_kernel_keys *out) OPF_NODISCARD;

#endif
