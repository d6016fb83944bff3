/* String keys to pointers, in insertion order. Keys are copied; values belong to the caller. */
#ifndef OPF_BASE_MAP_H
#define OPF_BASE_MAP_H

#include "base/alloc.h"

typedef struct opf_map opf_map;

opf_status *opf_map_create(opf_map **out) OPF_NODISCARD;
void opf_map_destroy(opf_map *map);
/* Sets or replaces; `old` (may be NULL) receives the former value or NULL. */
opf_status *opf_map_set(opf_map *map, const char *key, void *value, void **old) OPF_NODISCARD;
void *opf_map_get(const opf_map *map, const char *key); /* NULL when absent */
bool opf_map_has(const opf_map *map, const char *key);
size_t opf_map_size(const opf_map *map);
/* The i-th pair in insertion order, i < size. */
const char *opf_map_key_at(const opf_map *map, size_t i);
void *opf_map_value_at(const opf_map *map, size_t i);

#endif
