/* Fuzz target: the YAML reader; what it accepts must survive being written and read again. */
#include "base/yaml.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    opf_arena *arena;
    opf_status *status = opf_arena_create(&arena);
    opf_value *value = NULL, *again;
    if (!status)
        status = opf_yaml_parse(arena, "fuzz", (const char *)data, size, &value);
    if (!status) {
        struct opf_buf text;
        opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
        opf_status *second = opf_yaml_write(&text, value);
        if (!second)
            second = opf_yaml_parse(arena, "again", opf_buf_text(&text), text.len, &again);
        if (second)
            __builtin_trap();
        opf_buf_free(&text);
    }
    opf_status_free(status);
    opf_arena_destroy(arena);
    return 0;
}
