/* Operator repositories. */
#include "driver/op_repo.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/cmake_call.h"
#include "driver/op_uses.h"
#include "driver/soc_names.h"

#include <stdlib.h>
#include <string.h>

#define CMAKE_MAX      ((size_t)1 << 20)
#define DEFINITION_MAX ((size_t)4 << 20)

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading the operator repository");
}

/* Top folders that hold no operators. */
static bool is_category(const char *name)
{
    static const char *const others[] = {
        "build",        "build_out", "build_logs", "cmake",       "common",          "docs",  "examples",
        "experimental", "scripts",   "tests",      "third_party", "torch_extension", "tools", "output"};
    if (name[0] == '.')
        return false;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(name, others[i]) == 0)
            return false;
    return true;
}

static bool has_dir(const char *dir, const char *name)
{
    char *path = opf_path_join(dir, name);
    bool found = path && opf_path_is_dir(path);
    opf_free(path);
    return found;
}

/* The definition: op_host/<op>_def.cpp, else the first *_def.cpp there. */
static opf_status *find_definition(opf_arena *arena, struct opf_repo_op *op)
{
    char *host = opf_arena_printf(arena, "%s/op_host", op->dir);
    char *usual = opf_arena_printf(arena, "%s/op_host/%s_def.cpp", op->dir, op->name);
    if (!host || !usual)
        return no_memory();
    if (opf_path_is_file(usual)) {
        op->definition = usual;
        return NULL;
    }
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(host, "*_def.cpp", 2, &files);
    if (!status && files.len > 0) {
        op->definition = opf_arena_strdup(arena, files.items[0]);
        if (!op->definition)
            status = no_memory();
    }
    opf_strvec_free(&files);
    return status;
}

struct op_list {
    struct opf_repo_op *items;
    size_t count, cap;
};

static opf_status *add_op(opf_arena *arena, const char *category, const char *name, const char *dir,
                          struct op_list *list)
{
    struct opf_repo_op op = {.has_host = has_dir(dir, "op_host"),
                             .has_kernel = has_dir(dir, "op_kernel"),
                             .has_api = has_dir(dir, "op_api") || has_dir(dir, "op_host/op_api")};
    if (!op.has_host && !op.has_kernel && !op.has_api)
        return NULL;
    op.name = opf_arena_strdup(arena, name);
    op.category = opf_arena_strdup(arena, category);
    op.dir = opf_arena_strdup(arena, dir);
    if (!op.name || !op.category || !op.dir)
        return no_memory();
    if (op.has_host)
        OPF_TRY(find_definition(arena, &op));
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 64, bytes;
        void *items = opf_size_mul(cap, sizeof(op), &bytes) ? opf_realloc(list->items, bytes) : NULL;
        if (!items)
            return no_memory();
        list->items = items;
        list->cap = cap;
    }
    list->items[list->count++] = op;
    return NULL;
}

static opf_status *scan_category(opf_arena *arena, const char *top, const char *category,
                                 struct op_list *list)
{
    char *dir = opf_path_join(top, category);
    if (!dir)
        return no_memory();
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = opf_path_is_dir(dir) ? opf_path_list(dir, &names) : NULL;
    for (size_t i = 0; i < names.len && !status; i++) {
        char *path = opf_path_join(dir, names.items[i]);
        if (!path)
            status = no_memory();
        else if (names.items[i][0] != '.' && opf_path_is_dir(path))
            status = add_op(arena, category, names.items[i], path, list);
        opf_free(path);
    }
    opf_strvec_free(&names);
    opf_free(dir);
    return status;
}

static opf_status *scan_top(opf_arena *arena, const char *top, struct op_list *list)
{
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = opf_path_list(top, &names);
    for (size_t i = 0; i < names.len && !status; i++)
        if (is_category(names.items[i]))
            status = scan_category(arena, top, names.items[i], list);
    opf_strvec_free(&names);
    return status;
}

static const char *copy_word(opf_arena *arena, const char *text)
{
    size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return len ? opf_arena_printf(arena, "%.*s", (int)len, text) : NULL;
}

/* What the repository calls itself, `set(PKG_NAME nn)` in its CMakeLists.txt: a checkout may lie in a folder
 * of any name. Else the folder's: ops-<name>, with whatever follows the first word. The name becomes part of
 * macros. */
static const char *repo_name(opf_arena *arena, const char *root, const char *name)
{
    static const char call[] = "set(PKG_NAME ";
    if (name)
        return name;
    const char *found = NULL;
    char *path = opf_path_join(root, "CMakeLists.txt");
    struct opf_buf text;
    opf_buf_init(&text, CMAKE_MAX);
    if (path && opf_path_is_file(path))
        opf_status_free(opf_file_read(path, CMAKE_MAX, &text)); /* unreadable is as good as silent */
    const char *at = text.data ? strstr(text.data, call) : NULL;
    if (at)
        found = copy_word(arena, at + sizeof(call) - 1);
    opf_buf_free(&text);
    opf_free(path);
    const char *base = opf_path_base(root);
    if (!found && strncmp(base, "ops-", 4) == 0)
        found = copy_word(arena, base + 4);
    return found ? found : "nn";
}

static opf_status *index_ops(struct opf_repo *repo)
{
    OPF_TRY(opf_map_create(&repo->by_name));
    for (size_t i = 0; i < repo->op_count; i++) {
        struct opf_repo_op *op = &repo->ops[i];
        const struct opf_repo_op *twin = opf_map_get(repo->by_name, op->name);
        /* Categories all have a folder `common`; only operators must be unique. */
        if (twin && twin->definition && op->definition)
            return OPF_FAIL(OPF_ALREADY_EXISTS, "two operators are named %s: %s and %s", op->name, twin->dir,
                            op->dir);
        if (!twin || op->definition)
            OPF_TRY(opf_map_set(repo->by_name, op->name, op, NULL));
    }
    return NULL;
}

opf_status *opf_repo_open(opf_arena *arena, const char *root, bool experimental, const char *name,
                          struct opf_repo *out)
{
    memset(out, 0, sizeof(*out));
    char *absolute = opf_path_absolute(root);
    out->root = absolute ? opf_arena_strdup(arena, absolute) : NULL;
    opf_free(absolute);
    if (!out->root)
        return no_memory();
    if (!opf_path_is_dir(out->root))
        return OPF_FAIL(OPF_NOT_FOUND, "the operator repository %s is not there (--src=DIR)", out->root);
    out->arena = arena;
    out->experimental = experimental;
    out->name = repo_name(arena, out->root, name);
    const char *top = experimental ? opf_arena_printf(arena, "%s/experimental", out->root) : out->root;
    if (!top)
        return no_memory();
    if (!opf_path_is_dir(top))
        return OPF_FAIL(OPF_NOT_FOUND, "--experimental: there is no folder %s", top);
    struct op_list list = {0};
    opf_status *status = scan_top(arena, top, &list);
    if (!status && list.count == 0)
        status = OPF_FAIL(OPF_NOT_FOUND,
                          "no operators in %s: folders <category>/<op>/ with op_host, op_kernel or op_api "
                          "were expected",
                          top);
    if (!status) {
        out->ops = opf_arena_alloc(arena, list.count * sizeof(*out->ops));
        if (!out->ops)
            status = no_memory();
    }
    if (!status) {
        memcpy(out->ops, list.items, list.count * sizeof(*out->ops));
        out->op_count = list.count;
        status = index_ops(out);
    }
    opf_free(list.items);
    if (status)
        opf_repo_close(out);
    return status;
}

void opf_repo_close(struct opf_repo *repo)
{
    opf_map_destroy(repo->by_name);
    repo->by_name = NULL;
}

struct opf_repo_op *opf_repo_find(const struct opf_repo *repo, const char *name)
{
    return opf_map_get(repo->by_name, name);
}

static const char *const *keep_list(opf_arena *arena, const struct opf_strvec *items)
{
    const char **kept = opf_arena_alloc(arena, (items->len + 1) * sizeof(*kept));
    for (size_t i = 0; kept && i < items->len; i++)
        if (!(kept[i] = opf_arena_strdup(arena, items->items[i])))
            return NULL;
    return kept;
}

static opf_status *keep_call(opf_arena *arena, const struct opf_cmake_call *call, struct opf_repo_op *op)
{
    /* Without a call that says otherwise, the aclnn layer is the operator's own business. */
    op->aclnn_type = opf_arena_strdup(arena, call->aclnn_type ? call->aclnn_type : "aclnn_exclude");
    op->compute_units = keep_list(arena, &call->compute_units);
    op->tiling_dirs = keep_list(arena, &call->tiling_dirs);
    op->dependencies = keep_list(arena, &call->dependencies);
    op->kernel_srcs = keep_list(arena, &call->kernel_srcs);
    op->detailed = true;
    return op->aclnn_type && op->compute_units && op->tiling_dirs && op->dependencies && op->kernel_srcs
               ? NULL
               : no_memory();
}

/* The type that the definition registers: the last OP_ADD(Type) outside of line comments. */
static opf_status *read_op_type(opf_arena *arena, struct opf_repo_op *op)
{
    struct opf_buf text;
    OPF_TRY(opf_file_read(op->definition, DEFINITION_MAX, &text));
    const char *start = opf_buf_text(&text), *found = NULL;
    for (const char *at = start; (at = strstr(at, "OP_ADD(")); at++) {
        const char *line = at;
        while (line > start && line[-1] != '\n')
            line--;
        const char *comment = strstr(line, "//");
        if (!comment || comment > at)
            found = at + strlen("OP_ADD(");
    }
    if (found) {
        found += strspn(found, " \t\r\n");
        op->op_type = opf_arena_strndup(arena, found, strcspn(found, " \t\r\n,)"));
    }
    opf_buf_free(&text);
    return found && !op->op_type ? no_memory() : NULL;
}

opf_status *opf_repo_read_details(const struct opf_repo *repo, struct opf_repo_op *op)
{
    static const char *const places[] = {"CMakeLists.txt", "op_host/CMakeLists.txt",
                                         "op_kernel/CMakeLists.txt"};
    if (op->detailed)
        return NULL;
    struct opf_cmake_call call;
    opf_cmake_call_init(&call);
    opf_status *status = NULL;
    for (size_t i = 0; i < 3 && !status; i++) {
        if (i == 1 && call.found) /* never reached by a build of theirs: what it says may be out of date */
            continue;
        char *path = opf_path_join(op->dir, places[i]);
        struct opf_buf text;
        if (!path)
            status = no_memory();
        else if (opf_path_is_file(path) && !(status = opf_file_read(path, CMAKE_MAX, &text))) {
            status = opf_cmake_call_parse(opf_buf_text(&text), &call);
            opf_buf_free(&text);
        }
        opf_free(path);
    }
    if (!status)
        status = keep_call(repo->arena, &call, op);
    if (!status && op->definition)
        status = read_op_type(repo->arena, op);
    opf_cmake_call_free(&call);
    return status;
}

/* ---- selection ---- */

static opf_status *unknown_op(const struct opf_repo *repo, const char *name)
{
    opf_status *status = OPF_FAIL(OPF_NOT_FOUND, "%s is not exists, please check.", name);
    const char **names = opf_arena_alloc(repo->arena, (repo->op_count + 1) * sizeof(*names));
    size_t count = 0;
    for (size_t i = 0; names && i < repo->op_count; i++)
        if (repo->ops[i].definition)
            names[count++] = repo->ops[i].name;
    const char *near = names ? opf_text_nearest(name, names, count) : NULL;
    if (near)
        return opf_status_note(status, "did you mean %s?", near);
    return opf_status_note(status, "%zu operators were found in %s%s", count, repo->root,
                           repo->experimental ? "/experimental" : "");
}

static bool is_chosen(const struct opf_repo_selection *s, const struct opf_repo_op *op)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->ops[i] == op)
            return true;
    return false;
}

static void choose(struct opf_repo_selection *s, struct opf_repo_op *op)
{
    if (op && !is_chosen(s, op))
        s->ops[s->count++] = op;
}

static opf_status *choose_named(const struct opf_repo *repo, const char *names, struct opf_repo_selection *s)
{
    struct opf_strvec items;
    opf_strvec_init(&items);
    opf_strvec_split(&items, names, ",", true);
    opf_status *status = opf_strvec_finish(&items);
    if (!status && items.len == 0)
        status = OPF_FAIL(OPF_INVALID_ARGUMENT, "--ops= names no operator");
    for (size_t i = 0; i < items.len && !status; i++) {
        struct opf_repo_op *op = opf_repo_find(repo, items.items[i]);
        if (op)
            choose(s, op);
        else
            status = unknown_op(repo, items.items[i]);
    }
    opf_strvec_free(&items);
    return status;
}

/* The list grows while it is walked: dependencies of dependencies come along. Of a whole repository nobody is
 * missing, so that its sources need not be read. */
static opf_status *choose_dependencies(const struct opf_repo *repo, bool whole, struct opf_repo_selection *s)
{
    for (size_t i = 0; i < s->count; i++) {
        struct opf_repo_op *op = s->ops[i];
        OPF_TRY(opf_repo_read_details(repo, op));
        for (size_t k = 0; op->dependencies[k]; k++)
            choose(s, opf_repo_find(repo, op->dependencies[k]));
        for (size_t k = 0; k < repo->op_count; k++)
            if (strcmp(repo->ops[k].name, "common") == 0 && strcmp(repo->ops[k].category, op->category) == 0)
                choose(s, &repo->ops[k]);
        if (!whole)
            OPF_TRY(opf_repo_add_uses(repo, op, s->ops, &s->count));
        if (i < s->named && !whole)
            OPF_TRY(opf_repo_add_registrants(repo, op, s->ops, &s->count));
    }
    return NULL;
}

opf_status *opf_repo_select(const struct opf_repo *repo, const char *names, struct opf_repo_selection *out)
{
    memset(out, 0, sizeof(*out));
    out->ops = opf_arena_alloc(repo->arena, (repo->op_count + 1) * sizeof(*out->ops));
    if (!out->ops)
        return no_memory();
    if (names)
        OPF_TRY(choose_named(repo, names, out));
    for (size_t i = 0; !names && i < repo->op_count; i++)
        out->ops[out->count++] = &repo->ops[i];
    out->named = out->count;
    return choose_dependencies(repo, !names, out);
}

const char *opf_repo_kernel_src(const struct opf_repo_op *op, const char *soc)
{
    for (size_t i = 0; op->kernel_srcs && op->kernel_srcs[i]; i++) {
        const char *equals = strchr(op->kernel_srcs[i], '=');
        size_t len = (size_t)(equals - op->kernel_srcs[i]);
        if ((strlen(soc) == len && strncmp(op->kernel_srcs[i], soc, len) == 0) ||
            strncmp(op->kernel_srcs[i], "ALL=", 4) == 0)
            return equals + 1;
    }
    return NULL;
}

opf_status *opf_repo_supports(const struct opf_repo_op *op, const char *soc, bool *out)
{
    *out = false;
    if (!op->definition || !op->has_kernel)
        return NULL;
    char *variants = opf_asprintf("%s/op_host/config/%s/%s_binary.json", op->dir, soc, op->name);
    bool has_variants = variants && opf_path_is_file(variants);
    opf_free(variants);
    if (has_variants) {
        *out = true;
        return NULL;
    }
    struct opf_buf text;
    OPF_TRY(opf_file_read(op->definition, DEFINITION_MAX, &text));
    char *quoted = opf_asprintf("\"%s\"", soc);
    *out = quoted && strstr(opf_buf_text(&text), quoted);
    /* The chip's name may be computed; the registration call then says it. */
    for (size_t i = 0; op->compute_units && op->compute_units[i] && !*out; i++)
        *out = strcmp(op->compute_units[i], soc) == 0;
    opf_free(quoted);
    opf_buf_free(&text);
    return NULL;
}

const char *opf_repo_tiling_dir(const struct opf_repo_op *op, const char *soc)
{
    const char *found = NULL;
    for (size_t i = 0; op->compute_units && op->compute_units[i] && op->tiling_dirs[i]; i++)
        if (strcmp(op->compute_units[i], soc) == 0)
            return op->tiling_dirs[i];
    const struct opf_soc_name *known = opf_soc_match(soc);
    if (known && known->arch_dir) {
        char *dir = opf_asprintf("%s/op_host/%s", op->dir, known->arch_dir);
        if (dir && opf_path_is_dir(dir))
            found = known->arch_dir;
        opf_free(dir);
    }
    return found;
}
