/* Hash map with open addressing over an array of pairs that keeps insertion order. */
#include "base/map.h"

#include <string.h>

struct pair {
    char *key;
    void *value;
    uint64_t hash;
};

struct opf_map {
    struct pair *pairs;
    size_t len, cap;
    uint32_t *slots;   /* index into pairs + 1; 0 = empty */
    size_t slot_count; /* power of two, more than twice len */
};

opf_status *opf_map_create(opf_map **out)
{
    *out = opf_calloc(1, sizeof(**out));
    return *out ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a table");
}

void opf_map_destroy(opf_map *map)
{
    if (!map)
        return;
    for (size_t i = 0; i < map->len; i++)
        opf_free(map->pairs[i].key);
    opf_free(map->pairs);
    opf_free(map->slots);
    opf_free(map);
}

static uint64_t hash_key(const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    return hash ^ (hash >> 32);
}

/* The slot that holds `key`, or the empty one where it belongs. Needs at least one empty slot. */
static size_t find_slot(const opf_map *map, const char *key, uint64_t hash)
{
    size_t at = hash & (map->slot_count - 1);
    for (; map->slots[at]; at = (at + 1) & (map->slot_count - 1)) {
        const struct pair *pair = &map->pairs[map->slots[at] - 1];
        if (pair->hash == hash && strcmp(pair->key, key) == 0)
            break;
    }
    return at;
}

static bool grow_slots(opf_map *map)
{
    size_t count = map->slot_count ? map->slot_count * 2 : 16;
    uint32_t *slots = count < UINT32_MAX ? opf_calloc(count, sizeof(*slots)) : NULL;
    if (!slots)
        return false;
    opf_free(map->slots);
    map->slots = slots;
    map->slot_count = count;
    for (size_t i = 0; i < map->len; i++) {
        size_t at = map->pairs[i].hash & (count - 1);
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = (uint32_t)i + 1;
    }
    return true;
}

static bool grow_pairs(opf_map *map)
{
    size_t cap = map->cap ? map->cap * 2 : 8, bytes;
    struct pair *pairs = opf_size_mul(cap, sizeof(*pairs), &bytes) ? opf_realloc(map->pairs, bytes) : NULL;
    if (!pairs)
        return false;
    map->pairs = pairs;
    map->cap = cap;
    return true;
}

opf_status *opf_map_set(opf_map *map, const char *key, void *value, void **old)
{
    if (old)
        *old = NULL;
    uint64_t hash = hash_key(key);
    if (map->slot_count) {
        size_t at = find_slot(map, key, hash);
        if (map->slots[at]) {
            struct pair *pair = &map->pairs[map->slots[at] - 1];
            if (old)
                *old = pair->value;
            pair->value = value;
            return NULL;
        }
    }
    bool room =
        (map->slot_count > map->len * 2 + 2 || grow_slots(map)) && (map->len < map->cap || grow_pairs(map));
    char *copy = room ? opf_strdup(key) : NULL;
    if (!copy)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory in a table of %zu keys", map->len);
    map->pairs[map->len] = (struct pair){.key = copy, .value = value, .hash = hash};
    map->slots[find_slot(map, key, hash)] = (uint32_t)++map->len;
    return NULL;
}

static const struct pair *find_pair(const opf_map *map, const char *key)
{
    if (!map->slot_count)
        return NULL;
    uint32_t index = map->slots[find_slot(map, key, hash_key(key))];
    return index ? &map->pairs[index - 1] : NULL;
}

void *opf_map_get(const opf_map *map, const char *key)
{
    const struct pair *pair = find_pair(map, key);
    return pair ? pair->value : NULL;
}

bool opf_map_has(const opf_map *map, const char *key)
{
    return find_pair(map, key) != NULL;
}

size_t opf_map_size(const opf_map *map)
{
    return map->len;
}

const char *opf_map_key_at(const opf_map *map, size_t i)
{
    return map->pairs[i].key;
}

void *opf_map_value_at(const opf_map *map, size_t i)
{
    return map->pairs[i].value;
}
