/* A look at C++ source text without parsing it: which identifiers occur, outside comments and literals. */
#ifndef OPF_ASCENDC_GEN_SOURCE_WORDS_H
#define OPF_ASCENDC_GEN_SOURCE_WORDS_H

#include "base/status.h"
#include <stddef.h>

struct opf_source_words {
    bool tiling_key_var;    /* TILING_KEY_VAR: the key as a preprocessor or constant value */
    bool registers_default; /* REGISTER_TILING_DEFAULT or REGISTER_NONE_TILING */
    bool reads_default;     /* GET_TILING_DATA without a type */
    bool deterministic;     /* ENABLE_DETERMINISTIC */
    bool templates;         /* ASCENDC_TPL_ARGS_DECL */
    bool tests_operands;    /* DTYPE_, ORIG_DTYPE_ or FORMAT_ in an #if, #elif */
};

/* Adds what `text` holds to `words` (flags are only ever set). */
void opf_source_words_scan(const char *text, size_t len, struct opf_source_words *words);

#endif
