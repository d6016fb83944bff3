/* The `.json` beside a kernel object (docs/formats/kernel-json.md). */
#ifndef OPF_BINSCRIPTS_KERNEL_JSON_H
#define OPF_BINSCRIPTS_KERNEL_JSON_H

#include "base/buf.h"
#include "binscripts/kernel_keys.h"

struct opf_kernel_function {
    uint64_t key;
    uint32_t kernel_type; /* enum opf_abi_kernel_type */
};

struct opf_kernel_json {
    const char *stem;
    const struct opf_variant_file *file;
    const opf_value *variant;
    const struct opf_kernel_desc *desc;
    const struct opf_kernel_keys *keys;
    const struct opf_kernel_function *functions;
    size_t function_count;
    size_t tiling_size;        /* largest structure, bytes */
    const char *deterministic; /* true, false, ignore */
    const char *sha256;
    const char *debug_config; /* NULL = none */
    const char *tiling_keys;  /* --tiling_key text or NULL */
};

/* Facts of a file that follow from its functions' kernel types. */
struct opf_kernel_class {
    const char *magic, *core_type, *coreType;
    bool mixed;
    int intercore_sync;
    const char *ratio; /* taskRation, NULL = absent */
};
void opf_kernel_classify(const struct opf_kernel_function *functions, size_t count,
                         struct opf_kernel_class *out);
/* Cube and vector cores of a kernel type. */
void opf_kernel_ratio(uint32_t kernel_type, unsigned *cube, unsigned *vector);

/* The whole document, NULL members checked before; text without a final newline. */
opf_status *opf_kernel_json_write(opf_arena *arena, const struct opf_kernel_json *kernel,
                                  struct opf_buf *to) OPF_NODISCARD;

#endif
