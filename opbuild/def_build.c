/* A run of opbuild: groups compiled and evaluated, models checked and resolved, files published. */
#include "opbuild/def_build.h"
#include "opbuild/def_work.h"
#include "opbuild/def_write.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/path.h"
#include "base/text.h"
#include "base/thread.h"

#include <string.h>
#include <unistd.h>

struct run {
    struct opf_def_options *options;
    struct opf_def_diags *diags;
    struct opf_def_result *result;
    opf_arena *arena;
    struct opf_def_group *groups;
    size_t group_count;
    uint32_t next_group;     /* taken by workers, atomically */
    int64_t since;           /* when the run began */
    struct opf_def_op **ops; /* sound ones, in the order of the sources */
    size_t op_count;
    opf_map *types; /* type -> struct opf_def_op, to find doubles */
    opf_file_group *files;
    struct opf_strvec deps, outputs;
    struct opf_buf merged, part, section, collecting;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory in opbuild");
}

/* ---- groups ---- */

static opf_status *check_sources(struct opf_def_options *options)
{
    for (size_t i = 0; i < options->source_count; i++) {
        struct opf_def_source *source = &options->sources[i];
        if (!opf_path_is_file(source->path))
            return OPF_FAIL(OPF_NOT_FOUND, "the definition source %s does not exist", source->path);
        opf_free(source->absolute);
        source->absolute = opf_path_absolute(source->path);
        if (!source->absolute)
            return no_memory();
    }
    return NULL;
}

static opf_status *name_group(const struct opf_def_options *options, struct opf_def_group *group)
{
    struct opf_buf names;
    char digest[OPF_SHA256_HEX];
    opf_buf_init(&names, OPF_BUF_MAX_DEFAULT);
    for (size_t i = 0; i < group->count; i++)
        opf_buf_printf(&names, "%s\n", options->sources[group->members[i]].absolute);
    opf_digest_sha256(opf_buf_text(&names), names.len, digest);
    opf_buf_free(&names);
    group->base = opf_asprintf("%s/.opbuild/groups/%.24s", options->out, digest);
    return group->base ? NULL : no_memory();
}

/* Whether a group may end behind this source. Decided by its name alone, so that an operator that comes or
 * goes changes one group and not all behind it. */
static bool ends_group(const struct opf_def_source *source, size_t in_group, size_t size)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *p = opf_path_base(source->path); *p; p++)
        hash = (hash ^ (uint8_t)*p) * 16777619u;
    return in_group >= 2 * size || (2 * in_group >= size && hash % size < 2) || size == 1;
}

static opf_status *start_group(struct run *run, size_t room)
{
    struct opf_def_group *group = &run->groups[run->group_count++];
    opf_buf_init(&group->models, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&group->faults, OPF_BUF_MAX_DEFAULT);
    opf_strvec_init(&group->deps);
    group->members = opf_calloc(room, sizeof *group->members);
    group->failed = opf_calloc(room, sizeof *group->failed);
    return group->members && group->failed ? NULL : no_memory();
}

static opf_status *make_groups(struct run *run)
{
    const struct opf_def_options *options = run->options;
    size_t size = options->group_size > 0 ? (size_t)options->group_size : 1;
    run->groups = opf_calloc(options->source_count, sizeof *run->groups);
    if (!run->groups)
        return no_memory();
    for (size_t i = 0; i < options->source_count; i++) {
        struct opf_def_group *group = run->group_count ? &run->groups[run->group_count - 1] : NULL;
        if (!group || ends_group(&options->sources[i - 1], group->count, size)) {
            OPF_TRY(start_group(run, 2 * size));
            group = &run->groups[run->group_count - 1];
        }
        group->members[group->count++] = i;
    }
    for (size_t i = 0; i < run->group_count; i++)
        OPF_TRY(name_group(options, &run->groups[i]));
    return NULL;
}

static void worker(void *arg)
{
    struct run *run = arg;
    for (;;) {
        uint32_t i = __atomic_fetch_add(&run->next_group, 1, __ATOMIC_RELAXED);
        if (i >= run->group_count)
            return;
        opf_def_group_run(run->options, &run->groups[i]);
    }
}

static opf_status *run_groups(struct run *run)
{
    opf_thread *threads[64];
    int started = 0, jobs = run->options->jobs;
    opf_status *status = NULL;
    while (started < jobs - 1 && started < 64 && !status) {
        status = opf_thread_start("opbuild", worker, run, &threads[started]);
        started += status == NULL;
    }
    opf_status_free(status); /* fewer helpers: this thread does the work */
    worker(run);
    for (int i = 0; i < started; i++)
        opf_thread_join(threads[i]);
    for (size_t i = 0; i < run->group_count; i++) {
        struct opf_def_group *group = &run->groups[i];
        status = group->status;
        group->status = NULL;
        if (status)
            return status;
        run->result->compiled += group->compiled;
        opf_buf_puts(&run->diags->text, opf_buf_text(&group->faults));
        run->diags->count += group->fault_count;
        for (size_t k = 0; k < group->deps.len; k++)
            opf_strvec_push(&run->deps, group->deps.items[k]);
    }
    return NULL;
}

/* ---- models ---- */

static struct opf_def_source *source_of(struct run *run, const struct opf_def_group *group, const char *file)
{
    for (size_t i = 0; i < group->count; i++) {
        struct opf_def_source *source = &run->options->sources[group->members[i]];
        if (strcmp(source->absolute, file) == 0 || strcmp(source->path, file) == 0)
            return source;
    }
    return NULL;
}

/* Messages show a source as the user named it. */
static void show_as_given(opf_value *model, const struct opf_def_source *source)
{
    const opf_value *files = opf_value_get(model, "files");
    for (opf_value *file = files ? files->first : NULL; file; file = file->next) {
        if (file->kind == OPF_VALUE_STRING && strcmp(file->as.string, source->absolute) == 0)
            file->as.string = source->path;
    }
}

static opf_status *take_definition(struct run *run, const struct opf_def_group *group,
                                   const opf_value *definition)
{
    const char *type, *file;
    int64_t line;
    OPF_TRY(opf_value_need_string(definition, "type", "definitions", &type));
    OPF_TRY(opf_value_need_string(definition, "file", "definitions", &file));
    OPF_TRY(opf_value_need_int(definition, "line", "definitions", &line));
    struct opf_def_source *source = source_of(run, group, file);
    struct opf_def_place at = {source ? source->path : file, (int)line};
    opf_value *model = (opf_value *)(uintptr_t)opf_value_get(definition, "model");
    const opf_value *fault = opf_value_get(definition, "fault"), *thrown = opf_value_get(model, "exception");
    if (fault && fault->kind == OPF_VALUE_STRING) {
        opf_def_diag(run->diags, at, "the definition of %s %s", type, fault->as.string);
        return NULL;
    }
    if (thrown && thrown->kind == OPF_VALUE_STRING) {
        opf_def_diag(run->diags, at, "the definition of %s threw: %s", type, thrown->as.string);
        return NULL;
    }
    struct opf_def_op *op, *other = opf_map_get(run->types, type);
    if (other) {
        opf_def_diag(run->diags, at, "operator %s is defined a second time; the first definition is at %s:%d",
                     type, other->at.file, other->at.line);
        return NULL;
    }
    if (source)
        show_as_given(model, source);
    OPF_TRY(opf_def_read(run->arena, model, at, &op));
    op->source = at.file;
    op->op_class = source ? source->op_class : OPF_DEF_ACLNN_EXC;
    size_t faults = run->diags->count;
    opf_def_check(op, run->options->require_output, run->diags);
    OPF_TRY(opf_map_set(run->types, type, op, NULL));
    if (run->diags->count == faults)
        run->ops[run->op_count++] = op;
    return NULL;
}

static bool has_definition(const opf_value *definitions, const struct opf_def_source *source)
{
    for (const opf_value *d = definitions->first; d; d = d->next) {
        const opf_value *file = opf_value_get(d, "file");
        if (file && file->kind == OPF_VALUE_STRING && strcmp(file->as.string, source->absolute) == 0)
            return true;
    }
    return false;
}

/* A library registers in link order; the files are written in the order of the sources. */
static opf_status *take_group(struct run *run, struct opf_def_group *group)
{
    struct opf_buf text;
    opf_value *root = NULL;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_printf(&text, "[%s]", opf_buf_text(&group->models));
    opf_status *status = opf_buf_finish(&text, "the models of definitions");
    if (!status)
        status = opf_json_parse(run->arena, "models of definitions", text.data, text.len, &root);
    opf_buf_free(&text);
    if (status)
        return status;
    run->ops = opf_realloc(run->ops, (run->op_count + root->count + 1) * sizeof(struct opf_def_op *));
    if (!run->ops)
        return no_memory();
    for (size_t i = 0; i < group->count; i++) {
        const struct opf_def_source *source = &run->options->sources[group->members[i]];
        for (const opf_value *d = root->first; d; d = d->next) {
            const opf_value *file = opf_value_get(d, "file");
            if (file && file->kind == OPF_VALUE_STRING && strcmp(file->as.string, source->absolute) == 0)
                OPF_TRY(take_definition(run, group, d));
        }
        if (!group->failed[i] && !has_definition(root, source)) {
            struct opf_def_place at = {source->path, 1};
            opf_def_diag(run->diags, at, "the source registers no operator; end it with OP_ADD(Type)");
        }
    }
    return NULL;
}

/* ---- files ---- */

static opf_status *publish(struct run *run, const char *path, const struct opf_buf *text)
{
    opf_strvec_push(&run->outputs, path);
    OPF_TRY(opf_buf_finish((struct opf_buf *)(uintptr_t)text, path));
    return opf_file_group_add(run->files, path, opf_buf_text(text), text->len, OPF_FILE_IF_CHANGED);
}

static opf_status *publish_at(struct run *run, const struct opf_buf *text, const char *fmt, ...)
    OPF_PRINTF(3, 4);
static opf_status *publish_at(struct run *run, const struct opf_buf *text, const char *fmt, ...)
{
    char relative[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(relative, sizeof relative, fmt, args);
    va_end(args);
    char *path = opf_path_join(run->options->out, relative);
    opf_status *status = path ? publish(run, path, text) : no_memory();
    opf_free(path);
    return status;
}

static const char *kernel_src_of(const struct opf_def_options *options, const char *type)
{
    size_t len = strlen(type);
    for (size_t i = 0; i < options->kernel_srcs.len; i++) {
        const char *item = options->kernel_srcs.items[i];
        if (strncmp(item, type, len) == 0 && item[len] == '=')
            return item + len + 1;
    }
    return NULL;
}

static bool wanted(struct run *run, const struct opf_def_op *op, const char *soc)
{
    if (opf_def_config_of(op, soc) || run->options->unlisted == OPF_DEF_UNLISTED_DEFAULT)
        return true;
    if (run->options->unlisted == OPF_DEF_UNLISTED_ERROR)
        opf_def_diag(run->diags, op->at,
                     "%s has no configuration for %s; add one with AICore().AddConfig(\"%s\")", op->type, soc,
                     soc);
    return false;
}

/* The section of one operator: its own .ini, and appended to the file of its class and the merged one. */
static opf_status *write_section(struct run *run, const struct opf_def_op *op, const char *soc)
{
    const struct opf_def_options *options = run->options;
    struct opf_def_ini_options ini = {kernel_src_of(options, op->type), options->no_source_package};
    struct opf_def_view view = {0};
    size_t faults = run->diags->count;
    OPF_TRY(opf_def_expand(run->arena, op, soc, run->diags, &view));
    if (run->diags->count != faults)
        return NULL;
    opf_buf_clear(&run->section);
    opf_def_write_ini(&run->section, &view, &ini, run->diags);
    if (run->diags->count != faults)
        return NULL;
    OPF_TRY(opf_buf_finish(&run->section, op->type));
    opf_buf_append(&run->part, run->section.data, run->section.len);
    opf_buf_append(&run->merged, run->section.data, run->section.len);
    opf_buf_putc(&run->merged, '\n');
    run->result->sections++;
    return publish_at(run, &run->section, "tbe/config/%s/%s.ini", soc, op->stem);
}

static opf_status *write_opsinfo(struct run *run, const char *soc)
{
    struct opf_buf json;
    char ending[128] = "";
    if (!run->options->vendor)
        snprintf(ending, sizeof ending, "-%s", run->options->repo ? run->options->repo : "nn");
    opf_buf_init(&json, OPF_BUF_MAX_DEFAULT);
    opf_status *status = opf_def_write_opsinfo(&json, run->arena, "merged ops-info.ini",
                                               opf_buf_text(&run->merged), run->merged.len);
    if (!status)
        status =
            publish_at(run, &json, "tbe/op_info_cfg/ai_core/%s/aic-%s-ops-info%s.json", soc, soc, ending);
    opf_buf_free(&json);
    return status;
}

static opf_status *write_soc(struct run *run, const char *soc)
{
    static const char *const folders[OPF_DEF_CLASS_COUNT] = {"autogen", "autogen/inner", "autogen/exc"};
    opf_buf_clear(&run->merged);
    for (int c = 0; c < OPF_DEF_CLASS_COUNT; c++) {
        opf_buf_clear(&run->part);
        for (size_t i = 0; i < run->op_count; i++) {
            if ((int)run->ops[i]->op_class == c && wanted(run, run->ops[i], soc))
                OPF_TRY(write_section(run, run->ops[i], soc));
        }
        if (run->part.len)
            OPF_TRY(publish_at(run, &run->part, "%s/aic-%s-ops-info.ini", folders[c], soc));
    }
    OPF_TRY(publish_at(run, &run->merged, "tbe/config/aic-%s-ops-info.ini", soc));
    return write_opsinfo(run, soc);
}

static opf_status *write_op_aclnn(struct run *run, const struct opf_def_op *op)
{
    const char *folder = op->op_class == OPF_DEF_ACLNN ? "autogen" : "autogen/inner";
    struct opf_def_aclnn_files files;
    size_t faults = run->diags->count, count = op->config_count ? op->config_count : 1;
    struct opf_def_view *views = opf_arena_alloc(run->arena, count * sizeof *views);
    opf_status *status = NULL;
    if (!views)
        return no_memory();
    for (size_t i = 0; i < op->config_count; i++)
        OPF_TRY(opf_def_expand(run->arena, op, op->configs[i].soc, run->diags, &views[i]));
    if (op->config_count == 0)
        OPF_TRY(opf_def_expand(run->arena, op, run->options->socs.items[0], run->diags, &views[0]));
    if (run->diags->count != faults)
        return NULL;
    OPF_TRY(opf_def_write_aclnn(run->arena, op, views, count, run->diags, &files));
    for (size_t i = 0; i < files.count && !status; i++) {
        status = publish_at(run, &files.items[i].text, "%s/%s", folder, files.items[i].name);
        if (op->op_class == OPF_DEF_ACLNN && opf_text_ends(files.items[i].name, ".h"))
            opf_buf_printf(&run->collecting, "#include \"%s\"\n", files.items[i].name);
    }
    run->result->aclnn += files.count > 0;
    opf_def_aclnn_files_free(&files);
    return status;
}

static opf_status *write_aclnn(struct run *run)
{
    const struct opf_def_options *options = run->options;
    const char *repo = options->repo ? options->repo : "nn", *vendor = options->vendor;
    opf_buf_printf(&run->collecting,
                   "/* Generated by opbuild: every public generated header. */\n#ifndef ACLNN_OPS_%s_H_\n"
                   "#define ACLNN_OPS_%s_H_\n",
                   repo, repo);
    for (size_t i = 0; i < run->op_count; i++) {
        if (run->ops[i]->op_class != OPF_DEF_ACLNN_EXC)
            OPF_TRY(write_op_aclnn(run, run->ops[i]));
    }
    opf_buf_puts(&run->collecting, "#endif\n");
    return publish_at(run, &run->collecting, "autogen/aclnn_ops_%s%s%s.h", repo, vendor ? "_" : "",
                      vendor ? vendor : "");
}

/* What an earlier run published and this one did not: operators that are gone. */
static void remove_stale(struct run *run, const struct opf_strvec *earlier)
{
    opf_map *now;
    opf_status *status = opf_map_create(&now);
    for (size_t i = 0; i < run->outputs.len && !status; i++)
        status = opf_map_set(now, run->outputs.items[i], run, NULL);
    for (size_t i = 0; i < earlier->len && !status; i++) {
        if (!opf_map_has(now, earlier->items[i]))
            unlink(earlier->items[i]);
    }
    if (!status)
        opf_map_destroy(now);
    opf_status_free(status);
}

/* ---- the run ---- */

/* One line that stands for all options and sources. Owned by the caller. */
static char *options_head(const struct opf_def_options *options)
{
    struct opf_buf text;
    char digest[OPF_SHA256_HEX];
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_printf(&text, "%s|%s|%s|%s|%s|%d|%d|%d\n", options->cxx, options->sdk, options->host_lib,
                   options->repo ? options->repo : "", options->vendor ? options->vendor : "",
                   (int)options->unlisted, options->no_source_package, options->require_output);
    const struct opf_strvec *lists[] = {&options->socs, &options->flags, &options->kernel_srcs};
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < lists[k]->len; i++)
            opf_buf_printf(&text, "%s\n", lists[k]->items[i]);
        opf_buf_puts(&text, "--\n");
    }
    for (size_t i = 0; i < options->source_count; i++)
        opf_buf_printf(&text, "%d %s\n", (int)options->sources[i].op_class, options->sources[i].absolute);
    opf_digest_sha256(opf_buf_text(&text), text.len, digest);
    opf_buf_free(&text);
    return opf_asprintf("opbuild 1 %s", digest);
}

static opf_status *make_files(struct run *run)
{
    for (size_t i = 0; i < run->group_count; i++)
        OPF_TRY(take_group(run, &run->groups[i]));
    for (size_t i = 0; i < run->options->socs.len; i++)
        OPF_TRY(write_soc(run, run->options->socs.items[i]));
    OPF_TRY(write_aclnn(run));
    run->result->operators = run->op_count;
    OPF_TRY(opf_strvec_finish(&run->outputs));
    return opf_file_group_commit(run->files);
}

/* Kept only after a run without faults, so that faults are told again. */
static opf_status *keep_state(struct run *run, const char *state, const char *head)
{
    opf_strvec_push(&run->deps, run->options->self);
    opf_strvec_push(&run->deps, run->options->host_lib);
    for (size_t i = 0; i < run->options->source_count; i++)
        opf_strvec_push(&run->deps, run->options->sources[i].absolute);
    opf_strvec_sort(&run->deps);
    opf_strvec_unique(&run->deps);
    opf_strvec_push(&run->deps, "outputs:");
    for (size_t i = 0; i < run->outputs.len; i++)
        opf_strvec_push(&run->deps, run->outputs.items[i]);
    OPF_TRY(opf_strvec_finish(&run->deps));
    /* with faults the head matches nothing: outputs are remembered, the run is not */
    return opf_def_state_write(state, run->diags->count ? "opbuild faulty" : head, &run->deps, run->since);
}

static opf_status *do_run(struct run *run, const char *state, const char *head)
{
    struct opf_strvec earlier;
    opf_strvec_init(&earlier);
    opf_status *status = opf_def_state_outputs(state, &earlier);
    if (!status)
        status = opf_def_compile_prefix(run->options);
    if (!status)
        status = make_groups(run);
    if (!status)
        status = run_groups(run);
    if (!status)
        status = make_files(run);
    if (!status) {
        remove_stale(run, &earlier);
        status = keep_state(run, state, head);
    }
    opf_strvec_free(&earlier);
    return status;
}

static opf_status *run_init(struct run *run)
{
    opf_strvec_init(&run->deps);
    opf_strvec_init(&run->outputs);
    struct opf_buf *const bufs[] = {&run->merged, &run->part, &run->section, &run->collecting};
    for (size_t i = 0; i < 4; i++)
        opf_buf_init(bufs[i], OPF_BUF_MAX_DEFAULT);
    OPF_TRY(opf_arena_create(&run->arena));
    OPF_TRY(opf_map_create(&run->types));
    return opf_file_group_create(&run->files);
}

static void run_free(struct run *run)
{
    for (size_t i = 0; i < run->group_count; i++)
        opf_def_group_free(&run->groups[i]);
    opf_free(run->groups);
    opf_free(run->ops);
    struct opf_buf *const bufs[] = {&run->merged, &run->part, &run->section, &run->collecting};
    for (size_t i = 0; i < 4; i++)
        opf_buf_free(bufs[i]);
    opf_strvec_free(&run->deps);
    opf_strvec_free(&run->outputs);
    if (run->files)
        opf_file_group_destroy(run->files);
    if (run->types)
        opf_map_destroy(run->types);
    opf_arena_destroy(run->arena);
}

static opf_status *build_locked(struct opf_def_options *options, struct opf_def_diags *diags,
                                struct opf_def_result *result)
{
    struct run run = {.options = options, .diags = diags, .result = result, .since = opf_def_now()};
    char *state = opf_def_work_path(options, "state"), *head = options_head(options);
    opf_status *status = state && head ? NULL : no_memory();
    if (!status && opf_def_state_holds(state, head)) {
        result->up_to_date = true;
    } else if (!status) {
        status = run_init(&run);
        if (!status)
            status = do_run(&run, state, head);
        run_free(&run);
    }
    opf_free(head);
    opf_free(state);
    return status;
}

opf_status *opf_def_build(struct opf_def_options *options, struct opf_def_diags *diags,
                          struct opf_def_result *result)
{
    opf_file_lock *lock;
    memset(result, 0, sizeof *result);
    if (options->source_count == 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "no operator is registered: name at least one definition source");
    if (options->socs.len == 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "no chip is named; give --soc=ascend950");
    OPF_TRY(check_sources(options));
    char *groups = opf_def_work_path(options, "groups"), *lock_path = opf_def_work_path(options, "lock");
    opf_status *status = groups && lock_path ? opf_path_make_dirs(groups) : no_memory();
    if (!status)
        status = opf_file_lock_take(lock_path, &lock);
    if (!status) {
        status = build_locked(options, diags, result);
        opf_file_lock_drop(lock);
    }
    opf_free(lock_path);
    opf_free(groups);
    return status;
}
