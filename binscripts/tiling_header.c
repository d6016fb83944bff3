/* Header of host-defined tiling structures. */
#include "binscripts/tiling_header.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/map.h"
#include "base/path.h"
#include <string.h>

struct opf_tiling_header {
    char *op_type;
    opf_map *seen; /* structure names already written */
    struct opf_buf text, macros;
    size_t structs;
    opf_status *status;
};

opf_status *opf_tiling_header_create(const char *op_type, opf_tiling_header **out)
{
    opf_tiling_header *h = opf_calloc(1, sizeof(*h));
    *out = NULL;
    if (!h || !(h->op_type = opf_strdup(op_type))) {
        opf_free(h);
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a tiling header");
    }
    opf_buf_init(&h->text, (size_t)16 << 20);
    opf_buf_init(&h->macros, (size_t)1 << 20);
    opf_status *status = opf_map_create(&h->seen);
    if (status) {
        opf_tiling_header_destroy(h);
        return status;
    }
    *out = h;
    return NULL;
}

void opf_tiling_header_destroy(opf_tiling_header *header)
{
    if (!header)
        return;
    opf_map_destroy(header->seen);
    opf_buf_free(&header->text);
    opf_buf_free(&header->macros);
    opf_status_free(header->status);
    opf_free(header->op_type);
    opf_free(header);
}

static void add_one(opf_tiling_header *h, const char *name, const char *text, size_t len)
{
    if (opf_map_has(h->seen, name))
        return;
    if (!h->status)
        h->status = opf_map_set(h->seen, name, h, NULL);
    opf_buf_printf(&h->text, "#ifndef OPF_HAS_STRUCT_%s\n", name);
    opf_buf_append(&h->text, text, len);
    opf_buf_puts(&h->text, "#endif\n");
    h->structs++;
}

/* The text defines nested structures before the one that holds them. Each is guarded by itself: the library
 * and other registered structures may have it too. */
static void add_each(opf_tiling_header *h, const char *name, const char *source)
{
    static const char BEGIN[] = "struct alignas(8) ", END[] = "};\n";
    while (strncmp(source, BEGIN, sizeof(BEGIN) - 1) == 0) {
        const char *inner = source + sizeof(BEGIN) - 1, *end = strstr(source, END);
        size_t len = strcspn(inner, " {\n");
        char text[256];
        if (!end || len >= sizeof(text))
            break;
        memcpy(text, inner, len);
        text[len] = '\0';
        end += sizeof(END) - 1;
        add_one(h, text, source, (size_t)(end - source));
        source = end;
    }
    if (*source) {
        size_t len = strlen(source);
        char *line = opf_asprintf("%s%s", source, source[len - 1] == '\n' ? "" : "\n");
        add_one(h, name, line ? line : "", line ? strlen(line) : 0);
        opf_free(line);
    }
}

void opf_tiling_header_add(opf_tiling_header *h, const char *registered, const char *name, const char *source,
                           size_t size)
{
    if (!opf_map_has(h->seen, name))
        add_each(h, name, source);
    size_t len = strlen(h->op_type);
    if (strcmp(registered, h->op_type) == 0) {
        opf_buf_printf(&h->macros, "#define OPF_HOST_TILING_DEFAULT %s\n#define OPF_HOST_TILING_SIZE %zu\n",
                       name, size);
    } else if (strncmp(registered, h->op_type, len) == 0 && registered[len] == '_') {
        /* a structure for one tiling key: chosen in compiles that have the key as a constant */
        opf_buf_printf(&h->macros, "#define OPF_HOST_TILING_KEY_%s %s\n", registered + len + 1, name);
    }
}

opf_status *opf_tiling_header_write(opf_tiling_header *h, const char *dir)
{
    opf_status *status = h->status;
    h->status = NULL;
    char file[192];
    snprintf(file, sizeof(file), "%s.tiling.h", h->op_type);
    char *path = opf_path_join(dir, file);
    struct opf_buf all;
    opf_buf_init(&all, (size_t)32 << 20);
    opf_buf_printf(&all,
                   "// Tiling structures that %s registers on its host side. Made by optiling_structs.\n",
                   h->op_type);
    opf_buf_printf(&all, "#pragma once\n#define OPF_HOST_TILING_STRUCTS %zu\n", h->structs);
    opf_buf_puts(&all, opf_buf_text(&h->text));
    opf_buf_puts(&all, opf_buf_text(&h->macros));
    if (!status && (!path || h->text.failed || h->macros.failed))
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a tiling header");
    if (!status)
        status = opf_buf_finish(&all, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&all), all.len, OPF_FILE_IF_CHANGED, NULL);
    opf_buf_free(&all);
    opf_free(path);
    return status;
}
