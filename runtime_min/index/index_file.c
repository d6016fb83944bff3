/* Index files into tables. */
#include "runtime_min/index/index_file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>

#define MAX_PARAMS 512

struct build {
    opf_arena *arena;
    const char *path, *root, *sub;
    struct opf_index_table *table;
    uint32_t capacity;
};

static opf_status *no_memory(const char *path)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for index %s", path);
}

uint64_t opf_index_cells_hash(int deterministic, int impl_mode, const struct opf_index_cell *cells,
                              size_t count)
{
    uint64_t h = 0x9e3779b97f4a7c15ull ^ (uint64_t)(deterministic * 8 + impl_mode);
    for (size_t i = 0; i < count; i++) {
        uint64_t cell =
            (uint64_t)cells[i].dtype | (uint64_t)cells[i].format << 8 | (uint64_t)cells[i].count << 16;
        h = (h ^ cell) * 0xff51afd7ed558ccdull;
        h ^= h >> 29;
    }
    return h;
}

/* `<soc>/<op>/<stem>.json`, relative and without tricks, into an absolute path. */
static opf_status *place_path(const struct build *b, const char *where, const char *relative,
                              const char *suffix, const char **out)
{
    bool bad = relative[0] == '/' || relative[0] == '\0' || !opf_text_ends(relative, suffix);
    for (const char *p = relative; !bad && *p; p++) {
        bool part_start = p == relative || p[-1] == '/';
        bad =
            (unsigned char)*p < 0x20 || (part_start && p[0] == '.' && p[1] == '.' && (p[2] == '/' || !p[2]));
    }
    if (bad)
        return OPF_FAIL(OPF_INVALID_FORMAT,
                        "%s: path `%.200s` is not a relative <soc>/<op>/<name>%s inside the package", where,
                        relative, suffix);
    const char *slash = strchr(relative, '/');
    if (b->sub && slash)
        *out = opf_arena_printf(b->arena, "%s/%.*s/%s%s", b->root, (int)(slash - relative), relative, b->sub,
                                slash);
    else
        *out = opf_arena_printf(b->arena, "%s/%s", b->root, relative);
    return *out ? NULL : no_memory(b->path);
}

static opf_status *read_placeholder(const opf_value *object, const char *name, const char *where, bool *out)
{
    const opf_value *v = opf_value_get(object, name);
    *out = false;
    if (!v || v->kind == OPF_VALUE_NULL)
        return NULL;
    if (v->kind != OPF_VALUE_STRING)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: member `%s` is %s, a string was expected", where, name,
                        opf_value_kind_name(v));
    *out = strcmp(v->as.string, "gen_placeholder") == 0;
    return NULL;
}

/* One parameter: an object, an array holding one (dynamic), or null (absent optional). */
static opf_status *read_desc(struct build *b, const char *where, const opf_value *v,
                             struct opf_index_desc *desc)
{
    bool dynamic = v->kind == OPF_VALUE_ARRAY;
    const opf_value *tensor = dynamic ? opf_value_at(v, 0) : v;
    const char *param_type = "";
    if (v->kind == OPF_VALUE_NULL || (dynamic && !tensor)) {
        desc->presence = dynamic ? OPF_INDEX_DYNAMIC : OPF_INDEX_OPTIONAL;
        return NULL;
    }
    if (tensor->kind != OPF_VALUE_OBJECT)
        return OPF_FAIL(OPF_INVALID_FORMAT,
                        "%s: a parameter is %s, an object, an array or null was expected (line %d)", where,
                        opf_value_kind_name(tensor), tensor->line);
    const opf_value *name = opf_value_get(tensor, "name");
    if (name && name->kind == OPF_VALUE_STRING && desc->name[0] == '\0') {
        desc->name = opf_arena_strdup(b->arena, name->as.string);
        if (!desc->name)
            return no_memory(b->path);
    }
    if (opf_value_get(tensor, "paramType"))
        OPF_TRY(opf_value_need_string(tensor, "paramType", where, &param_type));
    if (dynamic || strcmp(param_type, "dynamic") == 0)
        desc->presence = OPF_INDEX_DYNAMIC;
    else if (strcmp(param_type, "optional") == 0)
        desc->presence = OPF_INDEX_OPTIONAL;
    const opf_value *width = opf_value_get(tensor, "dtype_match_mode");
    if (width && width->kind == OPF_VALUE_STRING && strcmp(width->as.string, "DtypeByte") == 0)
        desc->by_width = true;
    width = opf_value_get(tensor, "dtypeMode");
    if (width && width->kind == OPF_VALUE_STRING && strcmp(width->as.string, "bit") == 0)
        desc->by_width = true;
    return NULL;
}

/* Parameters of one variant; later variants fill in what earlier ones had as null. */
static opf_status *read_descs(struct build *b, const opf_value *object, const char *name, const char *where,
                              struct opf_index_desc **descs, uint32_t *num)
{
    const opf_value *list;
    uint32_t i = 0;
    OPF_TRY(opf_value_need_array(object, name, where, &list));
    if (list->count > MAX_PARAMS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: member `%s` has %zu items, at most %d are supported", where,
                        name, list->count, MAX_PARAMS);
    if (!*descs) {
        *descs = opf_arena_alloc(b->arena, (list->count ? list->count : 1) * sizeof(**descs));
        if (!*descs)
            return no_memory(b->path);
        *num = (uint32_t)list->count;
        for (i = 0; i < *num; i++)
            (*descs)[i].name = "";
    }
    if (list->count != *num)
        return OPF_FAIL(OPF_INVALID_FORMAT,
                        "%s: member `%s` has %zu items, an earlier variant has %u (line %d)", where, name,
                        list->count, *num, list->line);
    i = 0;
    for (const opf_value *v = list->first; v; v = v->next, i++)
        OPF_TRY(read_desc(b, where, v, &(*descs)[i]));
    return NULL;
}

/* How many cells a key of modes 0 and 1 has. */
static int cells_in_key(const struct opf_index_table *t)
{
    int n = 0;
    for (uint32_t i = 0; i < t->input_num; i++)
        n += t->inputs[i].presence != OPF_INDEX_OPTIONAL || (t->mode == 1 && !t->optional_placeholder[0]);
    for (uint32_t i = 0; i < t->output_num; i++)
        n += t->outputs[i].presence != OPF_INDEX_OPTIONAL || (t->mode == 1 && !t->optional_placeholder[1]);
    return n;
}

static opf_status *add_keys(struct build *b, const opf_value *keys, const char *where, const char *json_path,
                            const char *object_path)
{
    struct opf_index_table *t = b->table;
    size_t type_len = strlen(t->op_type);
    for (const opf_value *k = keys->first; k; k = k->next) {
        if (k->kind != OPF_VALUE_STRING)
            return OPF_FAIL(OPF_INVALID_FORMAT,
                            "%s: member `simplifiedKey` holds %s, strings were expected (line %d)", where,
                            opf_value_kind_name(k), k->line);
        if (strncmp(k->as.string, t->op_type, type_len) != 0 || k->as.string[type_len] != '/')
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: key `%.200s` is not of operator %s (line %d)", where,
                            k->as.string, t->op_type, k->line);
        if (t->entry_num == b->capacity)
            return OPF_FAIL(OPF_INTERNAL, "%s: more keys than were counted", where);
        struct opf_index_entry *e = &t->entries[t->entry_num];
        OPF_TRY(opf_index_key_parse(b->arena, where, k->as.string, t->mode,
                                    t->mode == 2 ? -1 : cells_in_key(t), &e->key));
        e->json_path = json_path;
        e->object_path = object_path;
        t->entry_num++;
    }
    return NULL;
}

/* What the keys say about formats and counts, then the hash chains. Earlier entries come first in a chain. */
static opf_status *finish_table(struct build *b)
{
    struct opf_index_table *t = b->table;
    uint32_t size = 8;
    while (size < t->entry_num * 2)
        size *= 2;
    t->buckets = opf_arena_alloc(b->arena, size * sizeof(*t->buckets));
    if (!t->buckets)
        return no_memory(b->path);
    t->bucket_mask = size - 1;
    memset(t->buckets, 0xFF, size * sizeof(*t->buckets));
    for (uint32_t i = t->entry_num; i-- > 0;) {
        struct opf_index_entry *e = &t->entries[i];
        e->hash = opf_index_cells_hash(e->key.deterministic, e->key.impl_mode, e->key.cells, e->key.cell_num);
        e->next = t->buckets[e->hash & t->bucket_mask];
        t->buckets[e->hash & t->bucket_mask] = i;
        t->impl_modes[e->key.deterministic] |= 1u << e->key.impl_mode;
        uint32_t cell = 0;
        for (uint32_t p = 0; p < t->input_num + t->output_num && cell < e->key.cell_num; p++) {
            bool output = p >= t->input_num;
            struct opf_index_desc *d = output ? &t->outputs[p - t->input_num] : &t->inputs[p];
            if (d->presence == OPF_INDEX_OPTIONAL && (t->mode != 1 || t->optional_placeholder[output]))
                continue;
            const struct opf_index_cell *c = &e->key.cells[cell++];
            if (c->dtype == OPF_INDEX_ABSENT)
                continue;
            d->formats[c->format >> 6] |= 1ull << (c->format & 63);
            t->counts |= c->count > 0;
        }
    }
    for (uint32_t p = 0; p < t->input_num + t->output_num; p++) {
        struct opf_index_desc *d = p < t->input_num ? &t->inputs[p] : &t->outputs[p - t->input_num];
        d->only_nd = d->formats[0] == 1ull << 2 && !d->formats[1] && !d->formats[2] && !d->formats[3];
    }
    return NULL;
}

static opf_status *start_table(struct build *b, const char *op_type, size_t capacity)
{
    if (capacity > 1000000)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: operator %s lists %zu keys, at most 1000000 are supported",
                        b->path, op_type, capacity);
    struct opf_index_table *t = opf_arena_alloc(b->arena, sizeof(*t));
    if (!t)
        return no_memory(b->path);
    t->op_type = opf_arena_strdup(b->arena, op_type);
    t->path = opf_arena_strdup(b->arena, b->path);
    t->entries = opf_arena_alloc(b->arena, (capacity ? capacity : 1) * sizeof(*t->entries));
    if (!t->op_type || !t->path || !t->entries)
        return no_memory(b->path);
    b->capacity = (uint32_t)capacity;
    b->table = t;
    return NULL;
}

static opf_status *read_modes(struct build *b, const opf_value *object, const char *where, bool first)
{
    int64_t mode = 0;
    bool placeholder[2];
    if (opf_value_get(object, "simplifiedKeyMode"))
        OPF_TRY(opf_value_need_int(object, "simplifiedKeyMode", where, &mode));
    if (mode < 0 || mode > 2)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: member `simplifiedKeyMode` is %lld; 0, 1 or 2 were expected",
                        where, (long long)mode);
    OPF_TRY(read_placeholder(object, "optionalInputMode", where, &placeholder[0]));
    OPF_TRY(read_placeholder(object, "optionalOutputMode", where, &placeholder[1]));
    if (first) {
        b->table->mode = (int)mode;
        memcpy(b->table->optional_placeholder, placeholder, sizeof(placeholder));
    } else if (b->table->mode != mode || b->table->optional_placeholder[0] != placeholder[0] ||
               b->table->optional_placeholder[1] != placeholder[1]) {
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: key mode or optional modes differ from an earlier variant's",
                        where);
    }
    return NULL;
}

/* A `binList` entry's paths: jsonFilePath names the .json, the object lies beside it. */
static opf_status *read_bin_info(struct build *b, const opf_value *entry, const char *where,
                                 const char **json, const char **object)
{
    const opf_value *info;
    const char *relative;
    OPF_TRY(opf_value_need_object(entry, "binInfo", where, &info));
    OPF_TRY(opf_value_need_string(info, "jsonFilePath", where, &relative));
    OPF_TRY(place_path(b, where, relative, ".json", json));
    *object = opf_arena_printf(b->arena, "%.*s.o", (int)(strlen(*json) - 5), *json);
    return *object ? NULL : no_memory(b->path);
}

static opf_status *read_bin_list(struct build *b, const opf_value *list)
{
    char where[1200];
    size_t i = 0;
    for (const opf_value *e = list->first; e; e = e->next, i++) {
        snprintf(where, sizeof(where), "%.1000s: binList[%zu]", b->path, i);
        if (e->kind != OPF_VALUE_OBJECT)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s is %s, an object was expected", where,
                            opf_value_kind_name(e));
        OPF_TRY(read_modes(b, e, where, i == 0));
        OPF_TRY(read_descs(b, e, "inputs", where, &b->table->inputs, &b->table->input_num));
        OPF_TRY(read_descs(b, e, "outputs", where, &b->table->outputs, &b->table->output_num));
    }
    i = 0;
    for (const opf_value *e = list->first; e; e = e->next, i++) {
        const opf_value *keys = opf_value_get(e, "simplifiedKey");
        const char *json, *object;
        snprintf(where, sizeof(where), "%.1000s: binList[%zu]", b->path, i);
        if (!keys) /* reachable by its static key only */
            continue;
        OPF_TRY(opf_value_need_array(e, "simplifiedKey", where, &keys));
        OPF_TRY(read_bin_info(b, e, where, &json, &object));
        OPF_TRY(add_keys(b, keys, where, json, object));
    }
    return NULL;
}

static size_t count_keys(const opf_value *list)
{
    size_t n = 0;
    for (const opf_value *e = list->first; e; e = e->next) {
        const opf_value *keys = opf_value_get(e, "simplifiedKey");
        n += keys && keys->kind == OPF_VALUE_ARRAY ? keys->count : 0;
    }
    return n;
}

/* The type that the first key names. */
static const char *type_in_list(opf_arena *arena, const opf_value *list)
{
    for (const opf_value *e = list->first; e; e = e->next) {
        const opf_value *keys = opf_value_get(e, "simplifiedKey");
        const opf_value *key = keys ? opf_value_at(keys, 0) : NULL;
        if (key && key->kind == OPF_VALUE_STRING)
            return opf_index_key_op_type(arena, key->as.string);
    }
    return NULL;
}

opf_status *opf_index_file_read(opf_arena *arena, const char *path, const char *op_type, const char *root,
                                const char *sub, struct opf_index_table **out)
{
    struct build b = {arena, path, root, sub, NULL, 0};
    opf_value *file;
    const opf_value *list;
    *out = NULL;
    OPF_TRY(opf_json_read(arena, path, &file));
    OPF_TRY(opf_value_need_array(file, "binList", path, &list));
    const char *type = type_in_list(arena, list);
    if (!type || (op_type && strcmp(type, op_type) != 0))
        return NULL;
    OPF_TRY(start_table(&b, type, count_keys(list)));
    OPF_TRY(read_bin_list(&b, list));
    OPF_TRY(finish_table(&b));
    *out = b.table;
    return NULL;
}

opf_status *opf_index_file_global(opf_arena *arena, const char *path, const opf_value *global,
                                  const char *op_type, const char *root, const char *sub,
                                  struct opf_index_table **out)
{
    struct build b = {arena, path, root, sub, NULL, 0};
    const opf_value *op = opf_value_get(global, op_type), *params, *list;
    char where[1200];
    size_t i = 0;
    *out = NULL;
    if (!op)
        return NULL;
    snprintf(where, sizeof(where), "%.1000s: %.100s", path, op_type);
    if (op->kind != OPF_VALUE_OBJECT)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s is %s, an object was expected", where,
                        opf_value_kind_name(op));
    OPF_TRY(opf_value_need_object(op, "params", where, &params));
    OPF_TRY(opf_value_need_array(op, "binaryList", where, &list));
    OPF_TRY(start_table(&b, op_type, count_keys(list)));
    OPF_TRY(read_modes(&b, op, where, true));
    OPF_TRY(read_descs(&b, params, "inputs", where, &b.table->inputs, &b.table->input_num));
    OPF_TRY(read_descs(&b, params, "outputs", where, &b.table->outputs, &b.table->output_num));
    for (const opf_value *e = list->first; e; e = e->next, i++) {
        const opf_value *keys;
        const char *relative, *json, *object;
        snprintf(where, sizeof(where), "%.1000s: %.100s.binaryList[%zu]", path, op_type, i);
        OPF_TRY(opf_value_need_array(e, "simplifiedKey", where, &keys));
        OPF_TRY(opf_value_need_string(e, "jsonPath", where, &relative));
        OPF_TRY(place_path(&b, where, relative, ".json", &json));
        OPF_TRY(opf_value_need_string(e, "binPath", where, &relative));
        OPF_TRY(place_path(&b, where, relative, ".o", &object));
        OPF_TRY(add_keys(&b, keys, where, json, object));
    }
    OPF_TRY(finish_table(&b));
    *out = b.table;
    return NULL;
}
