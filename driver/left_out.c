/* Which operators are to blame for a failed plan, and what remains without them. */
#include "driver/left_out.h"

#include "base/proc.h"
#include "base/text.h"
#include "driver/console.h"

#include <string.h>

static bool depends_on(const struct opf_build_run *run, const struct opf_repo_op *op,
                       const struct opf_repo_op *other, int depth)
{
    for (size_t i = 0; op->dependencies && op->dependencies[i] && depth < 16; i++) {
        const struct opf_repo_op *next = opf_repo_find(&run->repo, op->dependencies[i]);
        if (next && next != op && (next == other || depends_on(run, next, other, depth + 1)))
            return true;
    }
    return false;
}

static bool is_dropped(const struct opf_build_run *run, const struct opf_repo_op *op,
                       const struct opf_repo_op **ops, bool dependents)
{
    for (; *ops; ops++)
        if (*ops == op || (dependents && depends_on(run, op, *ops, 0)))
            return true;
    return false;
}

opf_status *opf_left_out_drop(struct opf_build_run *run, const struct opf_repo_op **ops, const char *stage,
                              bool dependents)
{
    struct opf_repo_selection *s = &run->selection;
    const bool by_name = run->options->ops || run->options->example_op;
    size_t remain = 0, dropped = 0, named = 0, kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        const bool drop = is_dropped(run, s->ops[i], ops, dependents);
        dropped += drop;
        remain += !drop && s->ops[i]->definition && (!by_name || i < s->named);
    }
    if (remain == 0 || dropped == 0)
        return NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (is_dropped(run, s->ops[i], ops, dependents)) {
            opf_strvec_pushf(&run->left_out, "%s (%s)", s->ops[i]->name, stage);
            opf_console_line("[WARNING] %s: operator %s is left out, the others are built", stage,
                             s->ops[i]->name);
            continue;
        }
        named += i < s->named;
        s->ops[kept++] = s->ops[i];
    }
    s->count = kept;
    s->named = named;
    return opf_strvec_finish(&run->left_out);
}

/* Adds the operators of the lines to `ops`, which has room for all of the selection. */
static void match_lines(struct opf_build_run *run, char *text, opf_left_out_match match,
                        const struct opf_repo_op **ops)
{
    size_t count = 0;
    char *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        const struct opf_repo_op *op = match(run, line);
        bool known = !op || count == run->selection.count;
        for (size_t i = 0; i < count && !known; i++)
            known = ops[i] == op;
        if (!known)
            ops[count++] = op;
    }
}

opf_status *opf_left_out_after(struct opf_build_run *run, const char *plan, const char *target,
                               const char *stage, opf_left_out_match match, bool dependents)
{
    static const char *const env[] = {"NINJA_STATUS=", NULL};
    /* Commands, not descriptions: they name the files. */
    const char *const argv[] = {"ninja", "-n", "-v", "-f", plan, target, NULL};
    const struct opf_repo_op **ops = opf_arena_alloc(run->arena, (run->selection.count + 1) * sizeof(*ops));
    if (!ops)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a list of operators");
    struct opf_proc_spec spec = {.argv = argv, .env_add = env};
    struct opf_proc_result left;
    OPF_TRY(opf_proc_run(&spec, &left));
    if (!left.signal && left.exit_code == 0 && left.out.len)
        match_lines(run, left.out.data, match, ops);
    opf_proc_result_free(&left);
    return ops[0] ? opf_left_out_drop(run, ops, stage, dependents) : NULL;
}

opf_status *opf_left_out_outcome(opf_status *failure, opf_status *trouble)
{
    if (!trouble)
        return failure;
    opf_status_free(failure);
    return trouble;
}

opf_status *opf_left_out_run(struct opf_build_run *run, opf_left_out_stage stage, const char *soc)
{
    for (;;) {
        const size_t before = run->left_out.len;
        opf_status *status = stage(run, soc);
        if (!status || run->left_out.len == before)
            return status;
        opf_status_free(status); /* what it says was shown by the compilers; the end names all */
    }
}

opf_status *opf_left_out_status(const struct opf_build_run *run)
{
    if (run->left_out.len == 0)
        return NULL;
    struct opf_buf list;
    opf_buf_init(&list, 1 << 20);
    for (size_t i = 0; i < run->left_out.len; i++)
        opf_buf_printf(&list, "%s%s", i ? ", " : "", run->left_out.items[i]);
    opf_status *status =
        OPF_FAIL(OPF_SUBPROCESS_FAILED, "not built: %s; all the other operators were", opf_buf_text(&list));
    opf_buf_free(&list);
    return status;
}

const struct opf_repo_op *opf_left_out_by_place(struct opf_build_run *run, const char *line,
                                                const char *marker, bool category)
{
    const char *at = strstr(line, marker);
    if (!at)
        return NULL;
    const char *first = at + strlen(marker), *second = first + strcspn(first, "/");
    const size_t length = category && *second ? strcspn(second + 1, "/") : (size_t)(second - first);
    const char *name = category && *second ? second + 1 : first;
    for (size_t i = 0; i < run->selection.count; i++) {
        const struct opf_repo_op *op = run->selection.ops[i];
        if (strlen(op->name) != length || strncmp(op->name, name, length) != 0)
            continue;
        if (!category || (strlen(op->category) == (size_t)(second - first) &&
                          strncmp(op->category, first, strlen(op->category)) == 0))
            return op;
    }
    return NULL;
}
