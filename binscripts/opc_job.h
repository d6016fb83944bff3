/* One variant on its way through opc. Internal to the opc_*.c files. */
#ifndef OPF_BINSCRIPTS_OPC_JOB_H
#define OPF_BINSCRIPTS_OPC_JOB_H

#include "ascendc_gen/kernel_flags.h"
#include "binscripts/kernel_json.h"
#include "binscripts/opc_run.h"
#include "binscripts/template_keys.h"

struct opf_opc_job {
    opf_arena *arena;
    const struct opf_opc_options *options;
    const struct opf_soc_arch *arch;
    const struct opf_kernel_desc *desc;
    const struct opf_variant_file *file;
    const opf_value *variant;
    const char *stem; /* without _deterministic */
    const char *source_root;
    const char *structs_header; /* NULL = none */
    bool per_key;               /* one compile for each tiling key */
    const char *pch;            /* NULL = none */
    bool deterministic;         /* DETERMINISTIC_MODE of this compile */
    const char *determinism;    /* true, false, ignore: what the json says */
    const char *out_stem;       /* with _deterministic when it is the twin */
    const char *work_dir;
    /* template kernels */
    struct opf_template_key *template_keys;
    size_t template_key_count;
    /* what the compile told */
    struct opf_kernel_function *functions;
    size_t function_count;
    size_t tiling_size;
    uint32_t file_kernel_type;
    uint32_t cpu_bits;
};

/* Operands of the variant as numbers, for template lists. */
opf_status *opf_opc_operands(const struct opf_opc_job *job, struct opf_operands *out) OPF_NODISCARD;
/* The operand tensor of parameter `i` of the description; NULL = absent. */
const opf_value *opf_opc_param_slot(const struct opf_opc_job *job, size_t i);
/* Symbol the entry has in our compile: kernels named like a C library function get another. */
const char *opf_opc_entry_symbol(opf_arena *arena, const char *entry);

/* Text of the wrapper source. `key`: NULL = all keys in one compile, else the constant key of this compile.
 */
opf_status *opf_opc_write_wrapper(const struct opf_opc_job *job, const uint64_t *key,
                                  struct opf_buf *to) OPF_NODISCARD;

/* Preprocess the wrapper at `source` into `out` (text). */
opf_status *opf_opc_preprocess(const struct opf_opc_job *job, const char *source,
                               struct opf_buf *out) OPF_NODISCARD;
/* Compile the wrapper at `source` into `object`; diagnostics go to stderr as the user's. */
opf_status *opf_opc_compile(const struct opf_opc_job *job, const char *source, const char *object,
                            const char *depfile) OPF_NODISCARD;
/* Link objects into a kernel object with symbol aliases. `aliases` are name=target texts. */
opf_status *opf_opc_link(const struct opf_opc_job *job, const struct opf_strvec *objects,
                         const struct opf_strvec *aliases, const char *out) OPF_NODISCARD;
/* Path of a usable precompiled header, made when missing; NULL when there is no device header or none is
 * wanted. */
opf_status *opf_opc_find_pch(const struct opf_opc_options *options, const struct opf_soc_arch *arch,
                             opf_arena *arena, const char **out) OPF_NODISCARD;

#endif
