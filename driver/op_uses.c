/* Include lines that reach into another operator's op_host. */
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

static void read_includes(const struct opf_repo *repo, const struct opf_repo_op *self, const char *text,
                          struct opf_repo_op **ops, size_t *count)
{
    static const char INCLUDE[] = "#include \"";
    for (const char *at = text; (at = strstr(at, INCLUDE));) {
        at += strlen(INCLUDE);
        struct opf_repo_op *op = op_of_include(repo, self, at, strcspn(at, "\"\n"));
        if (op)
            add_op(op, ops, count);
    }
}

opf_status *opf_repo_add_uses(const struct opf_repo *repo, const struct opf_repo_op *op,
                              struct opf_repo_op **ops, size_t *count)
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
            read_includes(repo, op, opf_buf_text(&text), ops, count);
            opf_buf_free(&text);
        }
    }
    opf_strvec_free(&files);
    opf_free(host);
    return opf_status_note(status, "while looking for what the host sources of %s include", op->name);
}
