/* Simplified keys: the text of index files,
 * `<OpType>/d=<0|1>,p=<0..7>/<dtype>,<format>[,<count>].../<attr>,...`, read into cells, and the
 * normalisation of what is asked (docs/formats/keys.md). */
#ifndef OPF_RUNTIME_INDEX_KEY_H
#define OPF_RUNTIME_INDEX_KEY_H

#include "base/arena.h"
#include "opforge/index_api.h"

#define OPF_INDEX_MAX_CELLS 512
#define OPF_INDEX_ABSENT    255 /* dtype of `/,`: an absent optional parameter in a key that lists it */

struct opf_index_cell {
    uint8_t dtype, format;
    uint16_t count; /* of a dynamic group that lists it, else 0 */
};

struct opf_index_key {
    uint8_t deterministic, impl_mode;
    uint16_t cell_num;
    struct opf_index_cell *cells;
    const char *attrs;  /* text after the last cell, "" when the key has none */
    const char *custom; /* key mode 2: the text after d and p; cells are empty then */
    const char *text;   /* the whole */
};

/* Reads one key of `op_type`. `mode` is simplifiedKeyMode, `cell_num` how many cells a mode 0 or 1 key holds,
 * or -1 when not known (then cells go on as long as they look like cells). `where` names file and member. */
opf_status *opf_index_key_parse(opf_arena *arena, const char *where, const char *text, int mode, int cell_num,
                                struct opf_index_key *out) OPF_NODISCARD;
/* The text before the first slash, in the arena; NULL when there is none or no memory. */
const char *opf_index_key_op_type(opf_arena *arena, const char *text);
/* DtypeByte: the representative of all types of the same width. */
int32_t opf_index_dtype_by_width(int32_t dtype);

#endif
