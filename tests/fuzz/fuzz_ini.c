/* Fuzz target: the INI reader; what it accepts must survive being written and read again. */
#include "base/ini.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    opf_arena *arena;
    opf_status *status = opf_arena_create(&arena);
    struct opf_ini_section *first = NULL, *again;
    if (!status)
        status = opf_ini_parse(arena, "fuzz", (const char *)data, size, &first);
    if (!status) {
        struct opf_buf text;
        opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
        opf_ini_write(&text, first);
        opf_status *second = opf_ini_parse(arena, "again", opf_buf_text(&text), text.len, &again);
        if (second)
            __builtin_trap();
        opf_buf_free(&text);
    }
    opf_status_free(status);
    opf_arena_destroy(arena);
    return 0;
}
