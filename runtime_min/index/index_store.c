/* Index files by operator, read at first use. */
#include "runtime_min/index/index_store.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/thread.h"
#include "runtime_min/index/kernel_facts.h"

#include <ctype.h>
#include <string.h>

#define BUCKETS 1024

struct global_file { /* a binary_info_config.json that was read */
    const char *path;
    const opf_value *value; /* NULL = broken, see error */
    const char *error;
    struct global_file *next;
};

struct store {
    opf_arena *arena;
    struct opf_index_roots roots;
    const char *error; /* of the search path itself */
    struct global_file *globals;
    struct opf_index_op *buckets[BUCKETS];
    uint64_t mark;
    struct store *older; /* of a search path that was left; never freed, its kernels may be in use */
};

static opf_mutex lock;
static struct store *current;
static uint64_t generation;

void opf_index_store_lock(void)
{
    opf_mutex_lock(&lock);
}
void opf_index_store_unlock(void)
{
    opf_mutex_unlock(&lock);
}
opf_arena *opf_index_store_arena(void)
{
    return current ? current->arena : NULL;
}
const struct opf_index_roots *opf_index_store_roots(void)
{
    return &current->roots;
}

int opf_index_error_code(enum opf_code code)
{
    switch (code) {
    case OPF_NOT_FOUND:
    case OPF_IO:
        return 561113;
    case OPF_INVALID_FORMAT:
        return 561110;
    case OPF_OUT_OF_RANGE:
        return 561109;
    default:
        return 561000;
    }
}

/* Takes the status; its text in the store's arena. */
static const char *keep_text(struct store *s, opf_status *status, int *code)
{
    char *text = opf_status_text(status);
    const char *kept = text ? opf_arena_strdup(s->arena, text) : NULL;
    if (code)
        *code = opf_index_error_code(opf_status_code(status));
    opf_free(text);
    opf_status_free(status);
    return kept ? kept : "no memory";
}

static struct store *present_store(void)
{
    uint64_t mark = opf_index_environment_mark();
    if (current && current->mark == mark)
        return current;
    struct store *s = opf_calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    opf_status *status = opf_arena_create(&s->arena);
    if (status) {
        opf_status_free(status);
        opf_free(s);
        return NULL;
    }
    status = opf_index_roots_read(s->arena, &s->roots);
    if (status)
        s->error = keep_text(s, status, NULL);
    s->mark = mark;
    if (current && current->roots.count == s->roots.count && !s->error && !current->error) {
        size_t same = 0;
        while (same < s->roots.count &&
               strcmp(s->roots.items[same].kernel, current->roots.items[same].kernel) == 0)
            same++;
        if (same == s->roots.count) { /* some other variable changed */
            opf_arena_destroy(s->arena);
            opf_free(s);
            current->mark = mark;
            return current;
        }
    }
    s->older = current;
    current = s;
    generation++;
    return s;
}

uint64_t opf_index_store_generation(void)
{
    (void)present_store();
    return generation;
}

static void note_seen(struct store *s, struct opf_index_op *op, const char *path, const char *state)
{
    struct opf_index_seen *seen = opf_arena_alloc(s->arena, sizeof(*seen));
    if (!seen)
        return;
    seen->path = opf_arena_strdup(s->arena, path);
    seen->state = state;
    if (!seen->path || !seen->state)
        return;
    *op->seen_end = seen;
    op->seen_end = &seen->next;
}

static void add_table(struct store *s, struct opf_index_op *op, const char *path,
                      struct opf_index_table *table, opf_status *status)
{
    if (status) {
        const char *text = keep_text(s, status, op->error ? NULL : &op->error_code);
        if (!op->error)
            op->error = text;
        note_seen(s, op, path, text);
        return;
    }
    if (!table) {
        note_seen(s, op, path, "no entry for this operator");
        return;
    }
    note_seen(s, op, path, opf_arena_printf(s->arena, "%u keys", table->entry_num));
    struct opf_index_table **end = &op->tables;
    while (*end)
        end = &(*end)->next;
    *end = table;
}

static const struct global_file *read_global(struct store *s, const char *path)
{
    struct global_file *g = s->globals;
    while (g && strcmp(g->path, path) != 0)
        g = g->next;
    if (g)
        return g;
    g = opf_arena_alloc(s->arena, sizeof(*g));
    if (!g)
        return NULL;
    opf_value *value = NULL;
    g->path = opf_arena_strdup(s->arena, path);
    opf_status *status = opf_json_read(s->arena, path, &value);
    if (!status && value->kind != OPF_VALUE_OBJECT)
        status = OPF_FAIL(OPF_INVALID_FORMAT, "%s holds %s, an object of operators was expected", path,
                          opf_value_kind_name(value));
    if (status)
        g->error = keep_text(s, status, NULL);
    else
        g->value = value;
    g->next = s->globals;
    s->globals = g;
    return g->path ? g : NULL;
}

/* `opFile.value` that the operator information gives for a type, or NULL. */
static const char *op_file_of(struct store *s, const struct opf_index_root *root, const char *soc,
                              const char *op_type)
{
    struct opf_strvec names;
    const char *found = NULL;
    char *dir = root->info ? opf_arena_printf(s->arena, "%s/%s", root->info, soc) : NULL;
    opf_strvec_init(&names);
    if (dir && opf_path_is_dir(dir)) {
        opf_status_free(opf_path_list(dir, &names));
        for (size_t i = 0; i < names.len && !found; i++) {
            if (!opf_text_starts(names.items[i], "aic-") || !opf_text_ends(names.items[i], ".json"))
                continue;
            const struct global_file *g =
                read_global(s, opf_arena_printf(s->arena, "%s/%s", dir, names.items[i]));
            const opf_value *op = g && g->value ? opf_value_get(g->value, op_type) : NULL;
            const opf_value *file = op ? opf_value_get(opf_value_get(op, "opFile"), "value") : NULL;
            if (file && file->kind == OPF_VALUE_STRING && !strchr(file->as.string, '/'))
                found = file->as.string;
        }
    }
    opf_strvec_free(&names);
    return found;
}

/* Second spelling of a type: runs of digits get an underscore on both sides (Conv3DFoo -> conv_3_d_foo). */
static const char *snake_digits(opf_arena *arena, const char *snake)
{
    char *out = opf_arena_alloc(arena, strlen(snake) * 2 + 1), *p = out;
    for (const char *c = snake; out && *c; c++) {
        bool digit_here = isdigit((unsigned char)*c),
             digit_before = c > snake && isdigit((unsigned char)c[-1]);
        if (digit_here && c > snake && !digit_before && c[-1] != '_')
            *p++ = '_';
        *p++ = *c;
    }
    return out;
}

/* One folder of index files: the operator's own file by the names it may have, else the global one. */
static void search_folder(struct store *s, struct opf_index_op *op, const struct opf_index_root *root,
                          const char *folder, const char *sub)
{
    char *snake = opf_text_snake(op->op_type);
    const char *plain = snake ? opf_arena_strdup(s->arena, snake) : NULL;
    opf_free(snake);
    if (!plain)
        return;
    const char *op_file = op_file_of(s, root, op->soc, op->op_type);
    const char *apt = opf_arena_printf(s->arena, "%s_apt", plain);
    const char *names[] = {snake_digits(s->arena, plain), plain, op_file, op_file ? NULL : apt};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        bool repeated = i == 1 && names[0] && strcmp(names[0], plain) == 0;
        if (!names[i] || repeated)
            continue;
        const char *path = opf_arena_printf(s->arena, "%s/%s.json", folder, names[i]);
        struct opf_index_table *table = NULL;
        if (!path)
            return;
        if (!opf_path_is_file(path)) {
            note_seen(s, op, path, "absent");
            continue;
        }
        opf_status *status = opf_index_file_read(s->arena, path, op->op_type, root->kernel, sub, &table);
        bool done = status || table;
        add_table(s, op, path, table, status);
        if (done)
            return;
    }
    const char *path = opf_arena_printf(s->arena, "%s/binary_info_config.json", folder);
    if (!path)
        return;
    if (!opf_path_is_file(path)) {
        note_seen(s, op, path, "absent");
        return;
    }
    const struct global_file *g = read_global(s, path);
    struct opf_index_table *table = NULL;
    if (g && g->error) {
        op->error = op->error ? op->error : g->error;
        op->error_code = op->error_code ? op->error_code : 561110;
        note_seen(s, op, path, g->error);
    } else if (g) {
        opf_status *status =
            opf_index_file_global(s->arena, path, g->value, op->op_type, root->kernel, sub, &table);
        add_table(s, op, path, table, status);
    }
}

/* Sub-folders of a built-in package in the order of the format description, others by name, legacy last. */
static void search_sub_folders(struct store *s, struct opf_index_op *op, const struct opf_index_root *root,
                               const char *folder)
{
    static const char *const known[] = {"ops_math", "ops_nn", "ops_cv", "ops_transformer", "ops_oam"};
    const size_t known_num = sizeof(known) / sizeof(known[0]);
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status_free(opf_path_list(folder, &names));
    for (size_t pass = 0; pass < known_num + 2; pass++) {
        for (size_t i = 0; i < names.len; i++) {
            const char *name = names.items[i];
            size_t rank = known_num;
            for (size_t k = 0; k < known_num; k++)
                if (strcmp(name, known[k]) == 0)
                    rank = k;
            if (strcmp(name, "ops_legacy") == 0)
                rank = known_num + 1;
            const char *path = rank == pass ? opf_arena_printf(s->arena, "%s/%s", folder, name) : NULL;
            const char *kept = path ? opf_arena_strdup(s->arena, name) : NULL;
            if (kept && opf_path_is_dir(path))
                search_folder(s, op, root, path, kept);
        }
    }
    opf_strvec_free(&names);
}

static void search_all(struct store *s, struct opf_index_op *op)
{
    op->searched_ns = opf_clock_ns();
    if (s->error) {
        op->error = s->error;
        op->error_code = 561107;
    }
    for (size_t i = 0; i < s->roots.count; i++) {
        const struct opf_index_root *root = &s->roots.items[i];
        const char *folder = opf_arena_printf(s->arena, "%s/config/%s", root->kernel, op->soc);
        if (!folder)
            return;
        if (!opf_path_is_dir(folder)) {
            note_seen(s, op, folder, "absent");
            continue;
        }
        search_folder(s, op, root, folder, NULL);
        if (root->built_in)
            search_sub_folders(s, op, root, folder);
    }
}

/* A package may have been put there, or mended, since the search failed. */
static void search_again(struct store *s, struct opf_index_op *op)
{
    if (op->tables && !op->error)
        return;
    if (opf_clock_ns() - op->searched_ns < 1000000000)
        return;
    op->tables = NULL;
    op->error = NULL;
    op->error_code = 0;
    op->seen = NULL;
    op->seen_end = &op->seen;
    s->globals = NULL;
    search_all(s, op);
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3ull;
    return h;
}

struct opf_index_op *opf_index_store_op(const char *op_type, const char *soc)
{
    struct store *s = present_store();
    if (!s)
        return NULL;
    uint64_t hash = hash_text(hash_text(0xcbf29ce484222325ull, op_type) ^ '/', soc);
    struct opf_index_op **bucket = &s->buckets[(hash ^ hash >> 20) % BUCKETS];
    for (struct opf_index_op *op = *bucket; op; op = op->next)
        if (op->hash == hash && strcmp(op->op_type, op_type) == 0 && strcmp(op->soc, soc) == 0) {
            search_again(s, op);
            return op;
        }
    struct opf_index_op *op = opf_arena_alloc(s->arena, sizeof(*op));
    if (!op)
        return NULL;
    op->op_type = opf_arena_strdup(s->arena, op_type);
    op->soc = opf_arena_strdup(s->arena, soc);
    op->seen_end = &op->seen;
    op->hash = hash;
    if (!op->op_type || !op->soc)
        return NULL;
    search_all(s, op);
    op->next = *bucket;
    *bucket = op;
    return op;
}
