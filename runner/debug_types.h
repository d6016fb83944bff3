/* Layouts of C++ structures, read from the debug information (DWARF 4 or 5) of an object file or shared
 * library: how a tiling structure that no registration describes is shown field by field. */
#ifndef OPF_RUNNER_DEBUG_TYPES_H
#define OPF_RUNNER_DEBUG_TYPES_H

#include "base/arena.h"

enum opf_debug_number { OPF_DEBUG_UNSIGNED, OPF_DEBUG_SIGNED, OPF_DEBUG_REAL };

/* One number of a structure: its path ("rows", "inner.parts[1]") and where it lies. */
struct opf_debug_field {
    const char *path;
    size_t offset; /* bytes */
    unsigned size; /* bytes, at most 8 */
    enum opf_debug_number number;
    unsigned bit_offset, bit_size; /* of a bit field inside those bytes; bit_size 0 = all of them */
};
struct opf_debug_layout {
    struct opf_debug_field *fields; /* in the arena */
    size_t count;
};

/* The structure `name` ("optiling::Data") of `size` bytes. When no structure has this name, the one type of
 * this size that an instantiation of the function template `marker` was made for, if there is just one:
 * compilers write template arguments differently in different places. NOT_FOUND when the file has no such
 * structure or no debug information; UNSUPPORTED when a field has a type that is no number. Texts live in the
 * arena. */
opf_status *opf_debug_layout_read(opf_arena *arena, const char *path, const char *name, const char *marker,
                                  size_t size, struct opf_debug_layout *out) OPF_NODISCARD;
/* The same from a file in memory; `what` names it in errors. The bytes are changed where relocations say so.
 */
opf_status *opf_debug_layout_parse(opf_arena *arena, const char *what, char *bytes, size_t len,
                                   const char *name, const char *marker, size_t size,
                                   struct opf_debug_layout *out) OPF_NODISCARD;

#endif
