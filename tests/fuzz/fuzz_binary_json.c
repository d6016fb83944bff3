/* Fuzz target: variant files, from text to keys. */
#include "base/json.h"
#include "binscripts/kernel_keys.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    opf_arena *arena;
    opf_value *root;
    struct opf_variant_file file;
    struct opf_kernel_keys keys;
    opf_status *status = opf_arena_create(&arena);
    if (!status)
        status = opf_json_parse(arena, "fuzz", (const char *)data, size, &root);
    if (!status)
        status = opf_variant_file_check("fuzz", root, &file);
    for (const opf_value *v = status ? NULL : file.op_list->first; v && !status; v = v->next) {
        const struct opf_key_options options = {
            .mode = (int)(size % 3) - 1, .impl_mode = "high_performance,optional", .deterministic = "ignore"};
        status = opf_kernel_keys_make(arena, &file, v, &options, &keys);
        if (!status && !opf_variant_single(arena, &file, v, "stem"))
            break;
    }
    opf_status_free(status);
    opf_arena_destroy(arena);
    return 0;
}
