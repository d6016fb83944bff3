/* Memory with one lifetime: everything taken from an arena ends with it. A tool run or an open package owns
 * one; nothing is freed alone. */
#ifndef OPF_BASE_ARENA_H
#define OPF_BASE_ARENA_H

#include "base/alloc.h"

typedef struct opf_arena opf_arena;

opf_status *opf_arena_create(opf_arena **out) OPF_NODISCARD;
void opf_arena_destroy(opf_arena *arena); /* NULL allowed */
/* Zeroed, 16-byte aligned, or NULL without memory. */
void *opf_arena_alloc(opf_arena *arena, size_t size);
char *opf_arena_strdup(opf_arena *arena, const char *text);
char *opf_arena_strndup(opf_arena *arena, const char *text, size_t len);
char *opf_arena_printf(opf_arena *arena, const char *fmt, ...) OPF_PRINTF(2, 3);

#endif
