/* The `.ini` of the tool chain: `[section]` lines and `key=value` lines, no quoting, order kept, `#` and `;`
 * comment lines. Duplicate keys in a section are an error with the line. */
#ifndef OPF_BASE_INI_H
#define OPF_BASE_INI_H

#include "base/arena.h"
#include "base/buf.h"

struct opf_ini_pair {
    const char *key, *value;
    int line;
    struct opf_ini_pair *next;
};
struct opf_ini_section {
    const char *name;
    int line;
    struct opf_ini_pair *pairs;
    struct opf_ini_section *next;
};

/* `*out` is the first section, NULL for an empty file; all in the arena. */
opf_status *opf_ini_parse(opf_arena *arena, const char *name, const char *text, size_t len,
                          struct opf_ini_section **out) OPF_NODISCARD;
opf_status *opf_ini_read(opf_arena *arena, const char *path, struct opf_ini_section **out) OPF_NODISCARD;
const struct opf_ini_section *opf_ini_find(const struct opf_ini_section *first, const char *section);
const char *opf_ini_get(const struct opf_ini_section *section, const char *key); /* NULL when absent */
void opf_ini_write(struct opf_buf *to, const struct opf_ini_section *first);

#endif
