/* Fuzz target: kernel descriptions, from text to template keys. */
#include "ascendc_gen/kernel_model.h"
#include "base/yaml.h"
#include "binscripts/template_keys.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    opf_arena *arena;
    opf_value *root;
    struct opf_kernel_desc *desc;
    struct opf_template_key *keys;
    size_t count;
    const struct opf_operand operand = {1, 2};
    const struct opf_operands operands = {&operand, &operand, 1, 1};
    opf_status *status = opf_arena_create(&arena);
    if (!status)
        status = opf_yaml_parse(arena, "fuzz", (const char *)data, size, &root);
    if (!status)
        status = opf_kernel_desc_from_value(arena, "fuzz", root, &desc);
    if (!status && desc->table_count && desc->tables[0].param_count < 4)
        status = opf_template_keys_make(arena, &desc->tables[0], &operands, false, NULL, &keys, &count);
    if (!status && !opf_kernel_desc_to_value(arena, desc))
        __builtin_trap();
    opf_status_free(status);
    opf_arena_destroy(arena);
    return 0;
}
