/* Include lines that reach into another operator's op_host, and functions that one registers for another. */
#include "driver/op_uses.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>

#define SOURCE_MAX ((size_t)16 << 20)

struct name {
    const char *at;
    size_t len;
};

static bool is_name(struct name name, const char *text)
{
    return name.len == strlen(text) && memcmp(name.at, text, name.len) == 0;
}

/* The component that ends before `end` and begins not before `start`. */
static struct name component_before(const char *start, const char *end)
{
    const char *at = end;
    while (at > start && at[-1] != '/')
        at--;
    return (struct name){at, (size_t)(end - at)};
}

/* `[../][<category>/]<op>/op_host/...`; a path without a category means a neighbour in the same one. */
static struct opf_repo_op *op_of_include(const struct opf_repo *repo, const struct opf_repo_op *self,
                                         const char *path, size_t len)
{
    static const char FOLDER[] = "/op_host/";
    const char *folder = memmem(path, len, FOLDER, strlen(FOLDER));
    if (!folder)
        return NULL;
    struct name op = component_before(path, folder), category = {"", 0};
    if (op.at > path)
        category = component_before(path, op.at - 1);
    if (category.len == 0 || is_name(category, "..") || is_name(category, "."))
        category = (struct name){self->category, strlen(self->category)};
    for (size_t i = 0; i < repo->op_count; i++)
        if (&repo->ops[i] != self && is_name(op, repo->ops[i].name) &&
            is_name(category, repo->ops[i].category))
            return &repo->ops[i];
    return NULL;
}

static void add_op(struct opf_repo_op *op, struct opf_repo_op **ops, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (ops[i] == op)
            return;
    ops[(*count)++] = op;
}

/* Calls visit for each host source or header of the operator. */
static opf_status *visit_host_sources(const struct opf_repo_op *op,
                                      void (*visit)(void *state, const char *text), void *state)
{
    char *host = opf_path_join(op->dir, "op_host");
    if (!host)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a path");
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(host) ? opf_path_walk(host, "*.[ch]*", 4, &files) : NULL;
    for (size_t i = 0; i < files.len && !status; i++) {
        struct opf_buf text;
        const char *relative = files.items[i] + strlen(host) + 1;
        /* The aclnn layer has its own library; a definition needs nobody's functions. */
        if (opf_text_starts(relative, "op_api/") || opf_text_ends(relative, "_def.cpp"))
            continue;
        status = opf_file_read(files.items[i], SOURCE_MAX, &text);
        if (!status) {
            visit(state, opf_buf_text(&text));
            opf_buf_free(&text);
        }
    }
    opf_strvec_free(&files);
    opf_free(host);
    return opf_status_note(status, "while reading the host sources of %s", op->name);
}

struct includes {
    const struct opf_repo *repo;
    const struct opf_repo_op *self;
    struct opf_repo_op **ops;
    size_t *count;
};

static void read_includes(void *state, const char *text)
{
    static const char INCLUDE[] = "#include \"";
    struct includes *found = state;
    for (const char *at = text; (at = strstr(at, INCLUDE));) {
        at += strlen(INCLUDE);
        struct opf_repo_op *op = op_of_include(found->repo, found->self, at, strcspn(at, "\"\n"));
        if (op)
            add_op(op, found->ops, found->count);
    }
}

opf_status *opf_repo_add_uses(const struct opf_repo *repo, const struct opf_repo_op *op,
                              struct opf_repo_op **ops, size_t *count)
{
    struct includes found = {.repo = repo, .self = op, .ops = ops, .count = count};
    return visit_host_sources(op, read_includes, &found);
}

/* What a folder registers of a type: shape inference, tiling, or both by the macro that names neither. */
enum { REGISTERS_SHAPES = 1, REGISTERS_TILING = 2, REGISTERS_ALL = 3 };

struct registrations {
    const char *type;
    unsigned kinds;
};

static void read_registrations(void *state, const char *text)
{
    static const char MACRO[] = "IMPL_OP";
    static const struct {
        const char *suffix;
        unsigned kinds;
    } macros[] = {{"_INFERSHAPE(", REGISTERS_SHAPES}, {"_OPTILING(", REGISTERS_TILING}, {"(", REGISTERS_ALL}};
    struct registrations *found = state;
    const size_t len = strlen(found->type);
    for (const char *at = text; (at = strstr(at, MACRO));) {
        at += strlen(MACRO);
        for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++) {
            if (!opf_text_starts(at, macros[i].suffix))
                continue;
            const char *type = at + strlen(macros[i].suffix);
            type += strspn(type, " \t\r\n");
            if (strncmp(type, found->type, len) == 0 && type[len + strspn(type + len, " \t\r\n")] == ')')
                found->kinds |= macros[i].kinds;
        }
    }
}

opf_status *opf_repo_add_registrants(const struct opf_repo *repo, const struct opf_repo_op *op,
                                     struct opf_repo_op **ops, size_t *count)
{
    struct registrations known = {.type = op->op_type};
    if (!op->op_type)
        return NULL;
    for (size_t i = 0; i < *count && known.kinds != REGISTERS_ALL; i++)
        OPF_TRY(visit_host_sources(ops[i], read_registrations, &known));
    for (size_t i = 0; i < repo->op_count && known.kinds != REGISTERS_ALL; i++) {
        struct registrations other = {.type = op->op_type};
        OPF_TRY(visit_host_sources(&repo->ops[i], read_registrations, &other));
        if (other.kinds & ~known.kinds)
            add_op(&repo->ops[i], ops, count);
        known.kinds |= other.kinds;
    }
    return NULL;
}
