/* Search order of kernel roots. */
#include "runtime_min/index/index_path.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_ROOTS 256
#define TBE       "op_impl/ai_core/tbe"

extern char **environ;

uint64_t opf_index_environment_mark(void)
{
    uint64_t mark = 0x9e3779b97f4a7c15ull;
    char **env = environ;
    for (; env && *env; env++)
        mark = (mark ^ (uint64_t)(uintptr_t)*env) * 0xff51afd7ed558ccdull;
    return mark;
}

struct collector {
    opf_arena *arena;
    struct opf_index_root items[MAX_ROOTS];
    size_t count;
    bool no_memory;
};

static void add_root(struct collector *to, const char *kernel, const char *info, const char *origin,
                     bool built_in)
{
    if (!kernel)
        to->no_memory = true;
    else if (to->count < MAX_ROOTS)
        to->items[to->count++] = (struct opf_index_root){kernel, info, origin, built_in};
}

static void add_tbe(struct collector *to, const char *base, const char *origin, bool built_in)
{
    if (!base) {
        to->no_memory = true;
        return;
    }
    add_root(to, opf_arena_printf(to->arena, "%s/" TBE "/kernel", base),
             opf_arena_printf(to->arena, "%s/" TBE "/config", base), origin, built_in);
}

/* Vendors of the first line that has `load_priority`; comments start with #. */
static opf_status *add_vendors(struct collector *to, const char *opp)
{
    char *path = opf_arena_printf(to->arena, "%s/vendors/config.ini", opp);
    struct opf_buf text;
    struct opf_strvec names;
    if (!path)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the kernel search path");
    if (!opf_path_is_file(path))
        return NULL;
    OPF_TRY(opf_file_read(path, 1 << 20, &text));
    opf_strvec_init(&names);
    struct opf_strvec lines;
    opf_strvec_init(&lines);
    opf_strvec_split(&lines, opf_buf_text(&text), "\r\n", true);
    for (size_t i = 0; i < lines.len; i++) {
        const char *line = lines.items[i] + strspn(lines.items[i], " \t");
        const char *word = *line == '#' ? NULL : strstr(line, "load_priority");
        const char *equals = word ? strchr(word, '=') : NULL;
        if (equals) {
            opf_strvec_split(&names, equals + 1, ", \t", true);
            break;
        }
    }
    for (size_t i = 0; i < names.len; i++)
        if (!strchr(names.items[i], '/') && strcmp(names.items[i], "..") != 0)
            add_tbe(to, opf_arena_printf(to->arena, "%s/vendors/%s", opp, names.items[i]),
                    "ASCEND_OPP_PATH/vendors/config.ini", false);
    opf_strvec_free(&lines);
    opf_strvec_free(&names);
    opf_buf_free(&text);
    return NULL;
}

static void add_list(struct collector *to, const char *variable, bool plain)
{
    const char *value = getenv(variable);
    struct opf_strvec items;
    if (!value || !*value)
        return;
    opf_strvec_init(&items);
    opf_strvec_split(&items, value, ":", true);
    for (size_t i = 0; i < items.len; i++) {
        if (plain)
            add_root(to, opf_arena_strdup(to->arena, items.items[i]), NULL, variable, false);
        else
            add_tbe(to, items.items[i], variable, false);
    }
    opf_strvec_free(&items);
}

opf_status *opf_index_roots_read(opf_arena *arena, struct opf_index_roots *out)
{
    struct collector *c = opf_calloc(1, sizeof(*c));
    const char *opp = getenv("ASCEND_OPP_PATH");
    opf_status *status = NULL;
    *out = (struct opf_index_roots){NULL, 0};
    if (!c)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the kernel search path");
    c->arena = arena;
    add_list(c, "OPF_KERNEL_PATH", true);
    add_list(c, "ASCEND_CUSTOM_OPP_PATH", false);
    if (opp && *opp) {
        status = add_vendors(c, opp);
        add_tbe(c, opf_arena_printf(arena, "%s/built-in", opp), "ASCEND_OPP_PATH", true);
    }
    if (!status) {
        out->items = opf_arena_alloc(arena, (c->count ? c->count : 1) * sizeof(c->items[0]));
        if (!out->items || c->no_memory)
            status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the kernel search path");
        else
            memcpy(out->items, c->items, c->count * sizeof(c->items[0]));
        out->count = c->count;
    }
    opf_free(c);
    return status;
}
