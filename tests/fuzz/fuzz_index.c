/* Fuzz target: index files. The first byte chooses: a per-operator file, a global one, a kernel .json, or a
 * bare key. */
#include "base/file.h"
#include "base/json.h"
#include "runtime_min/index/index_file.h"
#include "runtime_min/index/kernel_facts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The readers take paths; one scratch file serves all inputs. */
static const char *scratch(const uint8_t *data, size_t size)
{
    static char path[64];
    if (!path[0])
        snprintf(path, sizeof(path), "/tmp/opf-fuzz-index-%d.json", (int)getpid());
    opf_status *status = opf_file_write(path, data, size, 0, NULL);
    if (status)
        abort();
    return path;
}

static opf_status *read_one(opf_arena *arena, const uint8_t *data, size_t size)
{
    struct opf_index_table *table = NULL;
    struct opf_index_kernel *kernel;
    opf_value *value;
    struct opf_index_key key;
    char text[512] = {0};
    switch (data[0] % 4) {
    case 0:
        return opf_index_file_read(arena, scratch(data + 1, size - 1), NULL, "/root", "sub", &table);
    case 1:
        OPF_TRY(opf_json_parse(arena, "fuzz", (const char *)data + 1, size - 1, &value));
        return opf_index_file_global(arena, "fuzz", value, "Relu", "/root", NULL, &table);
    case 2:
        return opf_kernel_facts_read(arena, scratch(data + 1, size - 1), &kernel);
    default:
        memcpy(text, data + 1, size - 1 < sizeof(text) - 1 ? size - 1 : sizeof(text) - 1);
        return opf_index_key_parse(arena, "fuzz", text, size % 3, (int)(size % 5) - 1, &key);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    opf_arena *arena;
    if (size == 0)
        return 0;
    opf_status *status = opf_arena_create(&arena);
    if (status)
        abort();
    opf_status_free(read_one(arena, data, size));
    opf_arena_destroy(arena);
    if (size < 2 && data[0] % 2 == 0)
        unlink(scratch(data, size));
    return 0;
}
