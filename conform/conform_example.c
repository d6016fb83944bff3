/* Stage example: the operator's own example programs (examples/test_aclnn_*.cpp), unmodified, against our
 * headers and the aclnn library of this operator, on the emulator. Of the kernels those variants are compiled
 * whose inputs have only types that the programs speak of. */
#include "conform/conform_op.h"

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/example_run.h"
#include "driver/host_build.h"
#include "runner/tiling_args.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VARIANTS 16
#define MOST_ROUNDS   24 /* each time a program names one more kernel or launcher that it needs */
#define MAX_SOURCE    ((size_t)4 << 20)

struct examples {
    struct opf_conform_op *work;
    struct opf_build_run run; /* the operator's, selecting it and what it depends on */
    struct opf_strvec sources;
    struct opf_strvec types;    /* dtype names that the programs speak of */
    struct opf_strvec names;    /* operators in the aclnn library, the operator itself first */
    struct opf_strvec packages; /* build folders of other operators whose kernels are called */
    const char *error;          /* why no program can be built; in the arena */
};

static const char *keep_reason(struct examples *e, const char *what, const struct opf_conform_outcome *made)
{
    return made->ok ? NULL : opf_run_text(&e->run, "%s: %s", what, made->reason);
}

/* ---- what a program speaks of ---------------------------------------------------------------------------
 */

/* "ACL_FLOAT16" -> "float16"; the name is in kernels' terms. */
static void add_type(struct examples *e, const char *word, size_t len)
{
    static const char *const other[][2] = {{"float", "float32"}, {"bf16", "bfloat16"}, {"float64", "double"}};
    char name[32] = "";
    if (len <= 4 || len >= sizeof(name) || strncmp(word, "ACL_", 4) != 0)
        return;
    memcpy(name, word + 4, len - 4);
    opf_text_lower(name);
    const char *kept = name;
    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
        if (strcmp(name, other[i][0]) == 0)
            kept = other[i][1];
    if (!opf_strvec_contains(&e->types, kept))
        opf_strvec_push(&e->types, kept);
}

static opf_status *read_types(struct examples *e, const char *source)
{
    struct opf_buf text;
    opf_status *status = opf_file_read(source, MAX_SOURCE, &text);
    for (const char *at = opf_buf_text(&text); *at;) {
        size_t len = 0;
        while (isalnum((unsigned char)at[len]) || at[len] == '_')
            len++;
        add_type(e, at, len);
        at += len ? len : 1;
    }
    opf_buf_free(&text);
    return status;
}

/* The API header of another operator that the program includes ("aclnnop/aclnn_add.h"), NULL when there is
 * none: what it needs is then more than this operator. */
static opf_status *find_stranger(struct examples *e, const char *source, const char **out)
{
    struct opf_buf text;
    *out = NULL;
    opf_status *status = opf_file_read(source, MAX_SOURCE, &text);
    for (const char *line = opf_buf_text(&text); *line && !*out; line += line[strcspn(line, "\n")] == '\n') {
        const char *at = line + strspn(line, " \t"), *end = line + strcspn(line, "\n");
        const char *name =
            strncmp(at, "#include", 8) == 0 ? memmem(at, (size_t)(end - at), "aclnn_", 6) : NULL;
        line = end;
        if (!name)
            continue;
        const char *header = opf_run_text(&e->run, "%.*s", (int)strcspn(name, "\">\n"), name);
        if (!opf_path_exists(opf_run_text(&e->run, "%s/include/aclnnop/%s", e->run.build, header)) &&
            !opf_path_exists(opf_run_text(&e->run, "%s/include/aclnnop/%s", e->run.sdk, header)))
            *out = header;
    }
    opf_buf_free(&text);
    return status;
}

/* ---- the library ----------------------------------------------------------------------------------------
 */

/* The generated API of the selected operators, from where the repository's definitions were evaluated. */
static opf_status *link_generated(struct examples *e)
{
    static const char *const parts[][2] = {{"", "aclnn_"}, {"inner/", "aclnnInner_"}};
    static const char *const endings[] = {"h", "cpp"};
    for (size_t i = 0; i < e->run.selection.count; i++) {
        const char *type = e->run.selection.ops[i]->op_type;
        char *snake = type ? opf_text_snake(type) : NULL;
        for (size_t p = 0; p < 2 && snake; p++)
            for (size_t k = 0; k < 2; k++) {
                const char *below =
                    opf_run_text(&e->run, "autogen/%s%s%s.%s", parts[p][0], parts[p][1], snake, endings[k]);
                const char *made = opf_run_text(&e->run, "%s/%s", e->work->repo->run.build, below);
                opf_status *status =
                    opf_path_is_file(made)
                        ? opf_path_link(made, opf_run_text(&e->run, "%s/%s", e->run.build, below))
                        : NULL;
                if (status) {
                    opf_free(snake);
                    return status;
                }
            }
        opf_free(snake);
    }
    return opf_run_check(&e->run);
}

/* The plan of the library; the headers of its API are there then. */
static opf_status *plan_opapi(struct examples *e, const char **plan)
{
    /* Headers of all operators, one folder for the whole repository. */
    const char *flat = opf_run_text(&e->run, "%s/include/op_api", e->work->repo->run.build);
    OPF_TRY(opf_path_make_dirs(flat));
    OPF_TRY(opf_path_make_dirs(opf_run_text(&e->run, "%s/include", e->run.build)));
    OPF_TRY(opf_path_link(flat, opf_run_text(&e->run, "%s/include/op_api", e->run.build)));
    OPF_TRY(link_generated(e));
    return opf_plan_opapi(&e->run, plan);
}

static opf_status *make_opapi(struct examples *e, const char *plan)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "ninja");
    opf_strvec_push(&argv, "-f");
    opf_strvec_push(&argv, plan);
    opf_strvec_push(&argv, "-j1"); /* operators run side by side */
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &e->work->repo->options->limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    e->error = keep_reason(e, "aclnn library", &made);
    opf_conform_outcome_free(&made);
    return opf_run_check(&e->run);
}

/* ---- kernels --------------------------------------------------------------------------------------------
 */

/* The types of a variant's tensors, inputs first, in order. */
static void list_types(const opf_value *v, struct opf_strvec *out)
{
    for (const opf_value *m = v ? v->first : NULL; m; m = m->next) {
        if (m->name && strcmp(m->name, "dtype") == 0 && m->kind == OPF_VALUE_STRING)
            opf_strvec_push(out, strcmp(m->as.string, "float") == 0 ? "float32" : m->as.string);
        else
            list_types(m, out);
    }
}

/* Whether a variant serves types that were asked for: all of them in order (`exact`), or inputs of these
 * alone. */
static opf_status *serves(const struct opf_conform_edge *variant, const struct opf_strvec *types, bool exact,
                          bool *out)
{
    opf_arena *arena;
    opf_value *root;
    struct opf_strvec own;
    opf_strvec_init(&own);
    OPF_TRY(opf_arena_create(&arena));
    opf_status *status = opf_json_read(arena, variant->input, &root);
    if (!status) {
        const opf_value *first = opf_value_at(opf_value_get(root, "op_list"), 0);
        list_types(opf_value_get(first, "inputs"), &own);
        if (exact)
            list_types(opf_value_get(first, "outputs"), &own);
        *out = !exact || own.len == types->len;
        for (size_t i = 0; i < own.len && *out; i++)
            *out =
                exact ? strcmp(own.items[i], types->items[i]) == 0 : opf_strvec_contains(types, own.items[i]);
        status = opf_strvec_finish(&own);
    }
    opf_strvec_free(&own);
    opf_arena_destroy(arena);
    return status;
}

/* Which variants of an operator are compiled. */
struct choice {
    const struct opf_strvec *types; /* NULL: any */
    bool exact;
    size_t most;
};

/* `made` counts those that compile now and were not there before. */
static opf_status *make_variants(struct opf_conform_op *work, const struct choice *choice, size_t *made,
                                 const char **first_error)
{
    size_t tried = 0;
    *made = 0;
    for (size_t i = 0; i < work->edges.count && tried < choice->most; i++) {
        const struct opf_conform_edge *edge = &work->edges.items[i];
        bool wanted = true;
        if (!opf_conform_is_variant(edge))
            continue;
        if (choice->types)
            OPF_TRY(serves(edge, choice->types, choice->exact, &wanted));
        if (!wanted)
            continue;
        const char *error;
        const bool there = opf_path_is_file(edge->output);
        OPF_TRY(opf_conform_make_variant(work, edge, NULL, &error));
        if (error && !*first_error)
            *first_error = error;
        tried++;
        *made += !error && !there;
    }
    return NULL;
}

/* What is asked for when a program runs for the first time: one kernel, of the types it speaks of, so that
 * there is an index. The key of another one that it needs is in the log then. */
static opf_status *make_first(struct examples *e, struct opf_conform_op *work, const char **first_error)
{
    const struct choice of_types = {&e->types, false, 1}, any = {NULL, false, 1};
    size_t made, have = 0;
    OPF_TRY(make_variants(work, &of_types, &made, first_error));
    for (size_t i = 0; i < work->edges.count; i++)
        have +=
            opf_conform_is_variant(&work->edges.items[i]) && opf_path_is_file(work->edges.items[i].output);
    return have ? NULL : make_variants(work, &any, &made, first_error);
}

/* "key asked: Cast/d=0,p=1/12,2/0,2": the types bool and float32. */
static void read_key(const char *output, const char *op_type, struct opf_strvec *types)
{
    static const char mark[] = "key asked: ";
    const size_t len = strlen(op_type);
    for (const char *at = output; (at = strstr(at, mark));) {
        at += sizeof(mark) - 1;
        if (strncmp(at, op_type, len) != 0 || at[len] != '/')
            continue;
        const char *end = at + strcspn(at, "\n"),
                   *slash = memchr(at + len + 1, '/', (size_t)(end - at) - len - 1);
        for (; slash && slash < end; slash = memchr(slash + 1, '/', (size_t)(end - slash - 1)))
            opf_strvec_push(types, opf_tiling_dtype_name((int)strtol(slash + 1, NULL, 10)));
        return;
    }
}

/* The variant that a failed look-up asked for; when it cannot be told by its types, several. */
static opf_status *make_asked(struct opf_conform_op *work, const char *output, size_t *made,
                              const char **first_error)
{
    struct opf_strvec types;
    opf_strvec_init(&types);
    read_key(output, work->op->op_type, &types);
    const struct choice exact = {&types, true, 1}, alike = {&types, false, MOST_VARIANTS},
                        any = {NULL, false, MOST_VARIANTS};
    opf_status *status = opf_strvec_finish(&types);
    if (!status)
        status = make_variants(work, &exact, made, first_error);
    if (!status && *made == 0)
        status = make_variants(work, &alike, made, first_error);
    if (!status && *made == 0)
        status = make_variants(work, &any, made, first_error);
    opf_strvec_free(&types);
    return status;
}

/* Host library, kernels and the tree they are found in. `output`: of a program that failed, NULL before the
 * first run. *made: something is there that was not. *error says why nothing can be. */
static opf_status *make_package(struct examples *e, struct opf_conform_op *work, const char *output,
                                bool *made, const char **error)
{
    const char *first = NULL, *index_error = NULL;
    size_t count = 0;
    *made = false;
    OPF_TRY(opf_conform_make_library(work));
    if (!work->has_library) {
        *error = opf_run_text(&e->run, "host library: %s", work->library_error);
        return NULL;
    }
    OPF_TRY(opf_conform_make_plan(work));
    if (work->plan_error) {
        *error = opf_run_text(&e->run, "%s", work->plan_error);
        return NULL;
    }
    if (output && strstr(output, "has no kernel for this combination"))
        OPF_TRY(make_asked(work, output, &count, &first));
    else
        OPF_TRY(make_first(e, work, &first));
    OPF_TRY(opf_conform_write_indices(work, &index_error));
    const char *why = index_error && first ? first : index_error;
    *error = why ? opf_run_text(&e->run, "%s", why) : NULL;
    *made = !why && (count > 0 || !output);
    return NULL;
}

/* ---- operators that a program turns out to need ----------------------------------------------------------
 */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a header of launchers in this folder declares l0op::<name>. */
static opf_status *declares(const char *folder, const char *name, bool *out)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(folder) ? opf_path_walk(folder, "*.h", 1, &files) : NULL;
    for (size_t i = 0; i < files.len && !status && !*out; i++) {
        struct opf_buf text;
        if (opf_text_starts(opf_path_base(files.items[i]), "aclnn"))
            continue;
        status = opf_file_read(files.items[i], MAX_SOURCE, &text);
        const size_t len = strlen(name);
        for (const char *at = opf_buf_text(&text); !status && (at = strstr(at, name)) && !*out; at += len) {
            const char *before = at; /* a result type ends there; calls have none */
            while (before > text.data && before[-1] == ' ')
                before--;
            *out = before > text.data && strchr("*&>", before[-1]) && at[len] == '(';
        }
        opf_buf_free(&text);
    }
    opf_strvec_free(&files);
    return status;
}

/* The operator of the repository that defines launcher l0op::<name>: usually its source bears that name. */
static opf_status *find_launcher(struct examples *e, const char *name, const struct opf_repo_op **out)
{
    static const char *const folders[] = {"op_api", "op_host/op_api"};
    char *snake = opf_text_snake(name);
    opf_status *status = snake ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a name");
    *out = NULL;
    for (int by_text = 0; by_text < 2; by_text++)
        for (size_t i = 0; i < e->run.repo.op_count && !*out && !status; i++) {
            const struct opf_repo_op *op = &e->run.repo.ops[i];
            for (size_t f = 0; f < 2 && op->has_api && !*out && !status; f++) {
                const char *folder = opf_run_text(&e->run, "%s/%s", op->dir, folders[f]);
                bool found = !by_text && opf_path_is_file(opf_run_text(&e->run, "%s/%s.cpp", folder, snake));
                if (by_text)
                    status = declares(folder, name, &found);
                *out = found ? op : NULL;
            }
        }
    opf_free(snake);
    return status;
}

/* "undefined symbol: _ZN4l0op4AxpyE...": the operator of launcher Axpy, when the repository has it. */
static opf_status *needed_launcher(struct examples *e, const char *output, const char **name,
                                   const struct opf_repo_op **out)
{
    static const char mark[] = "undefined symbol: _ZN4l0op";
    const char *at = strstr(output, mark);
    size_t len = 0;
    if (!at)
        return NULL;
    for (at += sizeof(mark) - 1; isdigit((unsigned char)*at) && len < 1000; at++)
        len = len * 10 + (size_t)(*at - '0');
    *name = opf_run_text(&e->run, "%.*s", (int)strnlen(at, len), at);
    return find_launcher(e, *name, out);
}

/* An operator whose kernel or host functions the log says are not there. */
static const struct opf_repo_op *needed_operator(struct examples *e, const char *output)
{
    static const char mark[] = "operator ";
    for (const char *at = output; (at = strstr(at, mark));) {
        at += sizeof(mark) - 1;
        size_t len = 0;
        while (is_word(at[len]))
            len++;
        for (size_t i = 0; i < e->run.repo.op_count; i++) {
            const struct opf_repo_op *op = &e->run.repo.ops[i];
            if (op->op_type && strlen(op->op_type) == len && strncmp(op->op_type, at, len) == 0)
                return op;
        }
    }
    return NULL;
}

static opf_status *select_names(struct examples *e)
{
    struct opf_buf list;
    opf_buf_init(&list, 1 << 16);
    for (size_t i = 0; i < e->names.len; i++)
        opf_buf_printf(&list, "%s%s", i ? "," : "", e->names.items[i]);
    const char *names = opf_run_text(&e->run, "%s", opf_buf_text(&list));
    opf_buf_free(&list);
    OPF_TRY(opf_run_check(&e->run));
    return opf_repo_select(&e->run.repo, names, &e->run.selection);
}

static opf_status *add_launcher(struct examples *e, const struct opf_repo_op *op, bool *added)
{
    const char *plan = NULL;
    if (opf_strvec_contains(&e->names, op->name))
        return NULL;
    opf_strvec_push(&e->names, op->name);
    OPF_TRY(select_names(e));
    OPF_TRY(plan_opapi(e, &plan));
    OPF_TRY(make_opapi(e, plan));
    *added = !e->error;
    return NULL;
}

/* In the other operator's own folder, where it is kept for all who need it. */
static opf_status *add_package(struct examples *e, const struct opf_repo_op *op, const char *output,
                               bool *added)
{
    const char *error = NULL;
    if (op == e->work->op)
        return make_package(e, e->work, output, added, &error);
    struct opf_conform_row row = {0};
    struct opf_conform_op other;
    opf_file_lock *lock;
    bool made = false;
    OPF_TRY(opf_conform_op_open(e->work->repo, op, &row, &other));
    const char *folder = opf_run_text(&e->run, "%s", other.run.build);
    const bool known = opf_strvec_contains(&e->packages, folder);
    opf_status *status = opf_file_lock_take(opf_run_text(&e->run, "%s/needed.lock", folder), &lock);
    if (!status) {
        status = make_package(e, &other, known ? output : NULL, &made, &error);
        opf_file_lock_drop(lock);
    }
    if (!known)
        opf_strvec_push(&e->packages, folder);
    *added = !status && !error && made;
    opf_conform_op_close(&other);
    return status;
}

/* What a failed program said it lacks is made, if the repository has it; *skip names what it has not. */
static opf_status *add_needed(struct examples *e, const char *output, bool *added, const char **skip)
{
    const char *name = NULL;
    const struct opf_repo_op *op = NULL;
    *added = false;
    OPF_TRY(needed_launcher(e, output, &name, &op));
    if (op)
        OPF_TRY(add_launcher(e, op, added));
    else if (!name && (op = needed_operator(e, output)))
        OPF_TRY(add_package(e, op, output, added));
    if (name && !*added)
        *skip = opf_run_text(&e->run, "needs the launcher %s of another operator%s%s", name,
                             e->error ? "; " : "", e->error ? e->error : "");
    return opf_run_check(&e->run);
}

/* ---- the programs ---------------------------------------------------------------------------------------
 */

static opf_status *build_program(struct examples *e, const char *source, const char *program,
                                 const char **error)
{
    struct opf_build_run *run = &e->run;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    const char *const head[] = {"g++", "-std=c++17", "-O1", "-w"};
    for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
        opf_strvec_push(&argv, head[i]);
    opf_strvec_pushf(&argv, "-I%s/include", run->build);
    opf_strvec_pushf(&argv, "-I%s/include/aclnnop", run->build);
    opf_strvec_pushf(&argv, "-I%s/include", run->sdk);
    opf_strvec_push(&argv, source);
    opf_strvec_push(&argv, "-o");
    opf_strvec_push(&argv, program);
    opf_strvec_pushf(&argv, "-L%s", run->build);
    opf_strvec_pushf(&argv, "-L%s", run->lib_dir);
    opf_strvec_pushf(&argv, "-Wl,-rpath,%s", run->build);
    opf_strvec_pushf(&argv, "-Wl,-rpath,%s", run->lib_dir);
    opf_strvec_pushf(&argv, "-lopapi_%s", run->repo.name);
    opf_strvec_push(&argv, "-lascendcl");
    opf_strvec_push(&argv, "-lnnopbase");
    /* Launchers of other operators, which this program may not reach. */
    opf_strvec_push(&argv, "-Wl,--unresolved-symbols=ignore-in-shared-libs");
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &e->work->repo->options->limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    *error = keep_reason(e, "does not compile", &made);
    opf_conform_outcome_free(&made);
    return opf_run_check(run);
}

static const char *join_packages(struct examples *e)
{
    const char *list = "";
    for (size_t i = 0; i < e->packages.len; i++)
        list = opf_run_text(&e->run, "%s%s%s", list, i ? ":" : "", e->packages.items[i]);
    return list;
}

/* How it ended: *error NULL = exit code 0; *skip set = it needs what this repository does not have. */
static opf_status *run_once(struct examples *e, const char *program, const char **error, const char **skip,
                            bool *again)
{
    struct opf_build_run *run = &e->run;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "env");
    opf_strvec_pushf(&argv, "OPF_SOC=%s", e->work->repo->soc);
    opf_strvec_pushf(&argv, "OPF_SOC_PATH=%s/soc", run->sdk);
    opf_strvec_pushf(&argv, "ASCEND_OPP_PATH=%s/opp", run->build);
    opf_strvec_pushf(&argv, "ASCEND_CUSTOM_OPP_PATH=%s", join_packages(e));
    opf_strvec_push(&argv, "OPF_LOG=error"); /* programs print numbers, the reason is in the log */
    opf_strvec_push(&argv, program);
    struct opf_conform_limits limits = e->work->repo->options->limits;
    limits.memory_bytes = 0; /* cores reserve much address space */
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    *again = false;
    *error = made.ok ? NULL : opf_run_text(run, "%s", made.reason);
    if (!made.ok)
        status = add_needed(e, made.output, again, skip);
    opf_conform_outcome_free(&made);
    return status ? status : opf_run_check(run);
}

static opf_status *run_program(struct examples *e, const char *program, const char **error, const char **skip)
{
    bool again = true;
    for (int i = 0; i < MOST_ROUNDS && again; i++)
        OPF_TRY(run_once(e, program, error, skip, &again));
    return NULL;
}

static opf_status *try_program(struct examples *e, const char *source, const char **error, const char **skip)
{
    const char *base = opf_path_base(source), *stranger = NULL;
    const char *program = opf_run_text(&e->run, "%s/tmp/examples/%.*s", e->run.build,
                                       (int)(strlen(base) - strlen(".cpp")), base);
    *error = *skip = NULL;
    OPF_TRY(find_stranger(e, source, &stranger));
    if (stranger) {
        *skip = opf_run_text(&e->run, "uses %s of another operator", stranger);
        return NULL;
    }
    OPF_TRY(opf_path_make_dirs(opf_run_text(&e->run, "%s/tmp/examples", e->run.build)));
    *error = e->error;
    if (!*error)
        OPF_TRY(build_program(e, source, program, error));
    return *error ? NULL : run_program(e, program, error, skip);
}

static opf_status *run_programs(struct examples *e)
{
    struct opf_conform_cell *cell = &e->work->row->cells[OPF_STAGE_EXAMPLE];
    const char *first = NULL, *skipped = NULL;
    struct opf_buf log;
    opf_buf_init(&log, OPF_BUF_MAX_DEFAULT);
    for (size_t i = 0; i < e->sources.len; i++) {
        const char *error, *skip, *name = opf_path_base(e->sources.items[i]);
        OPF_TRY(try_program(e, e->sources.items[i], &error, &skip));
        cell->skipped += skip != NULL;
        cell->total += skip == NULL;
        cell->passed += !skip && !error;
        opf_buf_printf(&log, "%s\t%s\t%s\n",
                       skip    ? "skip"
                       : error ? "fail"
                               : "pass",
                       name,
                       skip    ? skip
                       : error ? error
                               : "");
        if (skip && !skipped)
            skipped = opf_run_text(&e->run, "%s %s", name, skip);
        else if (error && !skip && !first)
            first = opf_run_text(&e->run, "%s: %s", name, error);
    }
    opf_status *status = opf_run_write(opf_run_text(&e->run, "%s/example.tsv", e->run.build), &log);
    opf_buf_free(&log);
    if (cell->total == 0)
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, skipped);
    else
        opf_conform_cell_set(cell, first ? OPF_VERDICT_FAIL : OPF_VERDICT_OK, first ? first : skipped);
    return status ? status : opf_run_check(&e->run);
}

static opf_status *prepare(struct examples *e)
{
    const char *plan = NULL, *stranger;
    bool any = false;
    OPF_TRY(plan_opapi(e, &plan));
    for (size_t i = 0; i < e->sources.len; i++) {
        OPF_TRY(find_stranger(e, e->sources.items[i], &stranger));
        if (stranger)
            continue;
        any = true;
        OPF_TRY(read_types(e, e->sources.items[i]));
    }
    OPF_TRY(opf_strvec_finish(&e->types));
    if (!any) /* each is skipped */
        return NULL;
    OPF_TRY(make_opapi(e, plan));
    bool made;
    return e->error ? NULL : make_package(e, e->work, NULL, &made, &e->error);
}

/* What a finished operator no longer needs; programs and libraries of a failed one are kept to look at. */
static opf_status *tidy(struct examples *e)
{
    const char *const dirs[] = {"tmp/examples", "tmp/opapi", "include"};
    if (e->work->row->cells[OPF_STAGE_EXAMPLE].verdict == OPF_VERDICT_FAIL)
        return NULL;
    for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
        OPF_TRY(opf_path_remove_tree(opf_run_text(&e->run, "%s/%s", e->run.build, dirs[i])));
    return NULL;
}

opf_status *opf_conform_run_example(struct opf_conform_op *work)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_EXAMPLE];
    cell->passed = cell->total = cell->skipped = 0;
    struct examples e = {.work = work, .run = work->run};
    e.run.repo.arena = work->arena; /* what a selection is made in */
    opf_strvec_init(&e.sources);
    opf_strvec_init(&e.types);
    opf_strvec_init(&e.names);
    opf_strvec_init(&e.packages);
    opf_strvec_push(&e.names, work->op->name);
    opf_status *status = select_names(&e);
    if (!status)
        status = opf_example_find(&e.run, work->op->name, "eager", work->repo->soc, &e.sources);
    if (!status && e.sources.len == 0)
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, "no example programs");
    else if (!status)
        status = prepare(&e);
    if (!status && e.sources.len > 0)
        status = run_programs(&e);
    if (!status && e.sources.len > 0)
        status = tidy(&e);
    opf_strvec_free(&e.sources);
    opf_strvec_free(&e.types);
    opf_strvec_free(&e.names);
    opf_strvec_free(&e.packages);
    return status ? status : opf_run_check(&e.run);
}
