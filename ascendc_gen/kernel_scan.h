/* What a kernel source says, read with libclang: the entry function and the template lists. */
#ifndef OPF_ASCENDC_GEN_KERNEL_SCAN_H
#define OPF_ASCENDC_GEN_KERNEL_SCAN_H

#include "ascendc_gen/kernel_model.h"
#include "ascendc_gen/source_words.h"
#include "base/strvec.h"

struct opf_scan_result {
    bool found; /* the entry function */
    size_t entry_params, template_params;
    struct opf_tpl_table table; /* columns empty; params empty when the source declares none */
    const char **structs;
    size_t struct_count;
    struct opf_source_words words; /* of every file below `source_root` that was included */
    const char *first_error;       /* of the parse, as file:line: text, or NULL */
};

/* Parse `path` with compiler arguments `args`; function bodies are skipped. Errors inside the source are no
 * failure: they are in `first_error`. `words_root`: files below it are searched for words; declarations in
 * files below `skip_root` (the SDK) do not count. */
opf_status *opf_kernel_scan(opf_arena *arena, const char *path, const char *entry,
                            const struct opf_strvec *args, const char *words_root, const char *skip_root,
                            struct opf_scan_result *result) OPF_NODISCARD;

#endif
