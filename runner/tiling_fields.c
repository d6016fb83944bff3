/* Finds the layout of a tiling structure, and reads a result by it. */
#include "runner/tiling_fields.h"

#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "runner/debug_types.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_OBJECT      ((size_t)256 << 20)
#define COMPILE_SECONDS 300.0

/* The function of the SDK's headers that is made for each structure a buffer is asked for. */
static const char marker[] = "OpfTypeText";

struct search {
    opf_arena *arena;
    const struct opf_tiling_bytes *tiling;
    const char *folder; /* op_host's name of the operator: tried first */
    const char *mark;   /* what an object holds that uses the structure */
    struct opf_debug_layout *layout;
    bool found;
};

struct field_sink {
    opf_arena *arena;
    opf_value *object;
    bool failed;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while looking for a tiling structure");
}

/* ---- places of debug information ----------------------------------------------------------------------- */

/* A file without the structure is no error here: the next place may have it. */
static opf_status *try_file(struct search *s, const char *path)
{
    opf_status *status =
        opf_debug_layout_read(s->arena, path, s->tiling->type, marker, s->tiling->size, s->layout);
    s->found = !status;
    if (opf_status_code(status) != OPF_NOT_FOUND && opf_status_code(status) != OPF_OUT_OF_RANGE)
        return status;
    opf_status_free(status);
    return NULL;
}

static opf_status *holds_mark(const struct search *s, const char *object, bool *out)
{
    struct opf_buf bytes;
    opf_status *status = opf_file_read(object, MAX_OBJECT, &bytes);
    *out = !status && bytes.len && memmem(bytes.data, bytes.len, s->mark, strlen(s->mark));
    opf_buf_free(&bytes);
    return status;
}

/* An object that uses the structure, of the operator itself if there is one; NULL when there is none. */
static opf_status *find_object(const struct search *s, const char *objects, const char **out)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(objects, "*.o", 8, &files);
    *out = NULL;
    for (int own = 1; own >= 0 && !status && !*out; own--)
        for (size_t i = 0; i < files.len && !status && !*out; i++) {
            bool there = false;
            if ((strstr(files.items[i], s->folder) != NULL) != (own == 1))
                continue;
            status = holds_mark(s, files.items[i], &there);
            if (there && !status && !(*out = opf_arena_strdup(s->arena, files.items[i])))
                status = no_memory();
        }
    opf_strvec_free(&files);
    return status;
}

/* The command of the plan that makes `object`, up to its output, for debug information instead; NULL when the
 * plan is not as expected. */
static opf_status *debug_command(const struct search *s, const char *plan, const char *object, const char *to,
                                 const char **out)
{
    const char *const argv[] = {"ninja", "-f", plan, "-t", "commands", object, NULL};
    struct opf_proc_spec spec = {.argv = argv};
    struct opf_proc_result made;
    *out = NULL;
    opf_status *status = opf_proc_check(&spec, &made);
    OPF_TRY(status);
    char *text = made.out.data, *line = text;
    while (text && made.out.len && text[made.out.len - 1] == '\n')
        text[--made.out.len] = '\0';
    if (text && (line = strrchr(text, '\n'))) /* what it depends on comes before */
        line++;
    else
        line = text;
    const char *head = line ? strstr(line, " -MMD ") : NULL, *source = head ? strstr(head, " -c ") : NULL,
               *end = source ? strstr(source, " -o ") : NULL;
    if (end && !(*out = opf_arena_printf(s->arena, "%.*s -g -O0 -w%.*s -o '%s.%d' && mv -f '%s.%d' '%s'",
                                         (int)(head - line), line, (int)(end - source), source, to,
                                         (int)getpid(), to, (int)getpid(), to)))
        status = no_memory();
    opf_proc_result_free(&made);
    return status;
}

static opf_status *compile_debug(const struct search *s, const char *plan, const char *object, const char *to)
{
    const char *command;
    OPF_TRY(debug_command(s, plan, object, to, &command));
    if (!command)
        return OPF_FAIL(OPF_NOT_FOUND, "%s: no compiler command of the expected form for %s", plan, object);
    char *dir = opf_path_dir(to);
    opf_status *status = dir ? opf_path_make_dirs(dir) : no_memory();
    opf_free(dir);
    OPF_TRY(status);
    const char *const argv[] = {"sh", "-c", command, NULL};
    struct opf_proc_spec spec = {.argv = argv, .timeout_s = COMPILE_SECONDS};
    struct opf_proc_result made;
    status = opf_proc_check(&spec, &made);
    opf_proc_result_free(&made);
    return opf_status_note(status, "while compiling debug information of %s", opf_path_base(object));
}

/* A build's folder of host libraries, <build>/tmp/ophost. */
static opf_status *try_build(struct search *s, const char *folder)
{
    const char *plan = opf_arena_printf(s->arena, "%s/build.ninja", folder), *object = NULL;
    const char *objects = opf_arena_printf(s->arena, "%s/obj", folder);
    if (!plan || !objects)
        return no_memory();
    if (!opf_path_is_file(plan) || !opf_path_is_dir(objects))
        return NULL;
    OPF_TRY(find_object(s, objects, &object));
    if (!object)
        return NULL;
    OPF_TRY(try_file(s, object)); /* of a build with debug information */
    if (s->found)
        return NULL;
    const char *kept = opf_arena_printf(s->arena, "%s/debug%s", folder, object + strlen(objects));
    if (!kept)
        return no_memory();
    if (opf_path_mtime(kept) < opf_path_mtime(object))
        OPF_TRY(compile_debug(s, plan, object, kept));
    return try_file(s, kept);
}

static opf_status *find_layout(struct search *s, const struct opf_strvec *libraries)
{
    /* Beside the library; and where opconform keeps what operators share. */
    static const char *const builds[] = {"tmp/ophost", "../../build/tmp/ophost"};
    for (size_t i = 0; i < libraries->len && !s->found; i++)
        OPF_TRY(try_file(s, libraries->items[i]));
    for (size_t i = 0; i < libraries->len && !s->found; i++) {
        char real[PATH_MAX]; /* a package holds links to what was built */
        char *dir = opf_path_dir(realpath(libraries->items[i], real) ? real : libraries->items[i]);
        opf_status *status = dir ? NULL : no_memory();
        for (size_t b = 0; b < sizeof(builds) / sizeof(builds[0]) && !s->found && !status; b++) {
            const char *relative = opf_arena_printf(s->arena, "%s/%s", dir, builds[b]);
            char *folder = relative ? opf_path_absolute(relative) : NULL;
            status = folder ? try_build(s, folder) : no_memory();
            opf_free(folder);
        }
        opf_free(dir);
        OPF_TRY(status);
    }
    return s->found
               ? NULL
               : OPF_FAIL(
                     OPF_NOT_FOUND,
                     "no debug information of %s: neither its library has any, nor is there a build plan "
                     "(tmp/ophost) beside it with a source that uses the structure",
                     s->tiling->type);
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static opf_value *read_number(opf_arena *a, const struct opf_debug_field *field, const unsigned char *bytes)
{
    uint64_t raw = 0;
    memcpy(&raw, bytes + field->offset, field->size);
    if (field->number == OPF_DEBUG_REAL) {
        float single;
        double real;
        memcpy(&single, &raw, sizeof(single));
        memcpy(&real, &raw, sizeof(real));
        return opf_value_real(a, field->size == sizeof(single) ? (double)single : real);
    }
    const unsigned bits = field->bit_size ? field->bit_size : field->size * 8;
    raw >>= field->bit_offset;
    if (bits < 64)
        raw &= (UINT64_C(1) << bits) - 1;
    if (field->number == OPF_DEBUG_SIGNED && bits < 64 && (raw >> (bits - 1) & 1))
        raw |= ~UINT64_C(0) << bits;
    if (field->number == OPF_DEBUG_UNSIGNED && raw > INT64_MAX) /* no whole number of JSON's readers */
        return opf_value_string(a, opf_arena_printf(a, "%llu", (unsigned long long)raw));
    return opf_value_int(a, (int64_t)raw);
}

static void take_field(void *ctx, const char *path, int is_real, int64_t whole, double real)
{
    struct field_sink *to = ctx;
    opf_value *v = is_real ? opf_value_real(to->arena, real) : opf_value_int(to->arena, whole);
    to->failed |= !opf_value_set(to->arena, to->object, opf_arena_strdup(to->arena, path), v);
}

opf_status *opf_tiling_fields_registered(opf_arena *arena, const char *op_type,
                                         const struct opf_host_tiling *tiling, opf_value *object)
{
    struct field_sink to = {arena, object, false};
    (void)opf_host_tiling_fields(op_type, tiling, take_field, &to);
    return to.failed ? no_memory() : NULL;
}

opf_status *opf_tiling_fields_add(opf_arena *arena, const struct opf_strvec *libraries,
                                  const struct opf_tiling_bytes *tiling, opf_value *object)
{
    struct opf_debug_layout layout = {0};
    char *snake = opf_text_snake(tiling->op_type);
    struct search s = {.arena = arena,
                       .tiling = tiling,
                       .folder = snake ? opf_arena_printf(arena, "/%s/", snake) : NULL,
                       .mark = opf_arena_printf(arena, "T = %s]", tiling->type),
                       .layout = &layout};
    opf_free(snake);
    if (!s.folder || !s.mark)
        return no_memory();
    OPF_TRY(find_layout(&s, libraries));
    for (size_t i = 0; i < layout.count; i++) {
        const struct opf_debug_field *field = &layout.fields[i];
        if (!opf_value_set(arena, object, field->path, read_number(arena, field, tiling->bytes)))
            return no_memory();
    }
    return NULL;
}
