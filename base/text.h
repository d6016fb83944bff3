/* Small text rules used everywhere: tests on strings, strict number parsing, names, nearest match. */
#ifndef OPF_BASE_TEXT_H
#define OPF_BASE_TEXT_H

#include "base/alloc.h"

bool opf_text_starts(const char *text, const char *prefix);
bool opf_text_ends(const char *text, const char *suffix);
/* Whole-string decimal (or 0x...) integers; false when empty, trailing bytes or out of range. */
bool opf_text_to_i64(const char *text, int64_t *out);
bool opf_text_to_u64(const char *text, uint64_t *out);
bool opf_text_to_f64(const char *text, double *out);
/* In-place ASCII case. Returns its argument. */
char *opf_text_lower(char *text);
char *opf_text_upper(char *text);
/* OpType -> file stem: `_` before an upper-case letter that follows a non-upper character, or that follows
 * an upper one and precedes a lower one (docs/formats/names.md). Owned by the caller, NULL without memory. */
char *opf_text_snake(const char *op_type);
/* The item of `items` closest to `text` by edit distance, or NULL if none is close enough to suggest. */
const char *opf_text_nearest(const char *text, const char *const *items, size_t count);

#endif
