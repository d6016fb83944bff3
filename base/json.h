/* JSON through cJSON (the only file that includes it is json.c). */
#ifndef OPF_BASE_JSON_H
#define OPF_BASE_JSON_H

#include "base/buf.h"
#include "base/value.h"

/* Parse; errors carry `name` with line and column. Depth and size are bounded. */
opf_status *opf_json_parse(opf_arena *arena, const char *name, const char *text, size_t len,
                           opf_value **out) OPF_NODISCARD;
opf_status *opf_json_read(opf_arena *arena, const char *path, opf_value **out) OPF_NODISCARD;
/* Of members of one name the last counts, as in most readers: for files of operator repositories, some of
 * which have such twins. */
opf_status *opf_json_read_last_wins(opf_arena *arena, const char *path, opf_value **out) OPF_NODISCARD;

enum opf_json_style {
    OPF_JSON_COMPACT, /* separators "," ":" */
    OPF_JSON_INDENT2, /* ", newline" and ": " */
    OPF_JSON_INDENT4,
    OPF_JSON_INDENT4_TIGHT /* indent 4, separators "," and ":" without a space */
};
enum opf_json_flags { OPF_JSON_PLAIN = 0, OPF_JSON_SORT_KEYS = 1 };
void opf_json_write(struct opf_buf *to, const opf_value *value, enum opf_json_style style, unsigned flags);

#endif
