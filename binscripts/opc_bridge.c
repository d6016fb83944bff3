/* Conversions between half and bfloat16, which the device's compiler makes and Clang refuses.
 *
 * Templates over element types assign a half to an element that is a bfloat16 in one of their instances.
 * Where Clang's messages show such places, the file is compiled again as a copy in which the expression is
 * the argument of opf::bridged (core/types.h), laid over the original by a file system overlay: paths, lines
 * and the user's files stay what they are, and kernels without such places cost nothing. */
#include "binscripts/opc_bridge.h"

#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define MOST_FILE ((size_t)16 << 20)

struct place {
    struct place *next;
    size_t line, column, end_line, end_column; /* of the expression, from 1; the end is behind it */
};
struct bridged_file {
    struct bridged_file *next;
    const char *path; /* absolute, as the compiler finds it */
    const char *copy; /* what takes its place, once written */
    struct place *places;
};

/* "const half" aka "_Float16" and "__bf16", in one message that refuses a conversion. */
static bool is_refusal(const char *line, size_t len)
{
    static const char *const kinds[] = {"assigning to ", "cannot initialize ", "' is not allowed"};
    if (!memmem(line, len, "error: ", 7) || !memmem(line, len, "_Float16", 8) ||
        !memmem(line, len, "__bf16", 6))
        return false;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (memmem(line, len, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

bool opf_opc_wants_bridge(const char *diagnostics)
{
    for (const char *line = diagnostics; *line;) {
        size_t len = strcspn(line, "\n");
        if (is_refusal(line, len))
            return true;
        line += len + (line[len] == '\n');
    }
    return false;
}

/* ---- places -------------------------------------------------------------------------------------------- */

static bool read_number(const char **at, char close, size_t *out)
{
    char *end;
    *out = strtoul(*at, &end, 10);
    bool ok = end != *at && *end == close && *out > 0;
    *at = end + ok;
    return ok;
}

/* path:line:column:{range}{range}: error: ...; the last range is the expression's. */
static bool read_place(const char *line, const char *message, const char **path_end, struct place *out)
{
    const char *open = NULL, *first = strstr(line, ":{");
    for (const char *at = line; at < message; at++)
        open = *at == '{' ? at : open;
    if (!open || !first || first > open)
        return false;
    const char *at = open + 1;
    if (!read_number(&at, ':', &out->line) || !read_number(&at, '-', &out->column) ||
        !read_number(&at, ':', &out->end_line) || !read_number(&at, '}', &out->end_column))
        return false;
    for (int colons = 0; first > line && colons < 2;) /* before them: line and column */
        colons += *--first == ':';
    *path_end = first;
    return first > line;
}

static opf_status *add_place(opf_arena *arena, const char *path, const struct place *place,
                             struct bridged_file **files)
{
    char *full = opf_path_absolute(path);
    struct bridged_file *file = *files;
    while (file && full && strcmp(file->path, full) != 0)
        file = file->next;
    if (!file && full) {
        file = opf_arena_alloc(arena, sizeof(*file));
        if (file) {
            *file = (struct bridged_file){.next = *files, .path = opf_arena_strdup(arena, full)};
            *files = file;
        }
    }
    opf_free(full);
    if (!file || !file->path)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a place in a kernel");
    for (const struct place *other = file->places; other; other = other->next)
        if (other->line == place->line && other->column == place->column)
            return NULL; /* another instance of the template */
    struct place *own = opf_arena_alloc(arena, sizeof(*own));
    if (!own)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a place in a kernel");
    *own = *place;
    own->next = file->places;
    file->places = own;
    return NULL;
}

static opf_status *find_places(opf_arena *arena, const char *text, struct bridged_file **files)
{
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        char *copy = is_refusal(line, len) ? opf_arena_strndup(arena, line, len) : NULL;
        const char *message = copy ? strstr(copy, ": error: ") : NULL, *path_end;
        struct place place = {0};
        if (message && read_place(copy, message, &path_end, &place)) {
            const char *path = opf_arena_strndup(arena, copy, (size_t)(path_end - copy));
            if (!path)
                return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
            OPF_TRY(add_place(arena, path, &place, files));
        }
        line += len + (line[len] == '\n');
    }
    return NULL;
}

/* ---- copies -------------------------------------------------------------------------------------------- */

static const char *offset_of(const char *text, size_t line, size_t column)
{
    for (; line > 1 && *text; line--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return strcspn(text, "\n") + 1 >= column ? text + column - 1 : NULL;
}

/* The text with an opening and a closing for each place. */
static opf_status *write_bridges(const char *text, const struct bridged_file *file, struct opf_buf *out)
{
    for (const char *at = text;; at++) {
        for (const struct place *p = file->places; p; p = p->next)
            if (offset_of(text, p->end_line, p->end_column) == at)
                opf_buf_putc(out, ')');
        for (const struct place *p = file->places; p; p = p->next)
            if (offset_of(text, p->line, p->column) == at)
                opf_buf_puts(out, "::opf::bridged(");
        if (!*at)
            break;
        size_t plain = 1 + strcspn(at + 1, "\n");
        bool concerned = false; /* lines without a place go as they are */
        for (const struct place *p = file->places; p; p = p->next) {
            const char *open = offset_of(text, p->line, p->column),
                       *end = offset_of(text, p->end_line, p->end_column);
            concerned |= (open > at && open <= at + plain) || (end > at && end <= at + plain);
        }
        if (concerned)
            plain = 1;
        opf_buf_append(out, at, plain);
        at += plain - 1;
    }
    return opf_buf_finish(out, file->path);
}

static opf_status *write_copy(const struct opf_opc_job *job, struct bridged_file *file, const char *previous,
                              size_t number)
{
    struct opf_buf text, bridged;
    file->copy =
        opf_arena_printf(job->arena, "%s/bridged_%zu_%s", job->work_dir, number, opf_path_base(file->path));
    if (!file->copy)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    OPF_TRY(opf_file_read(previous ? previous : file->path, MOST_FILE, &text));
    opf_buf_init(&bridged, 2 * MOST_FILE);
    opf_status *status = write_bridges(opf_buf_text(&text), file, &bridged);
    if (!status)
        status = opf_file_write(file->copy, opf_buf_text(&bridged), bridged.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&bridged);
    opf_buf_free(&text);
    return status;
}

static void put_text(struct opf_buf *to, const char *text)
{
    opf_buf_putc(to, '\'');
    for (; *text; text++)
        opf_buf_printf(to, *text == '\'' ? "''" : "%c", *text);
    opf_buf_putc(to, '\'');
}

static opf_status *write_overlay(const struct opf_opc_bridge *bridge, const char *path)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_puts(&text, "{'version': 0, 'use-external-names': 'false', 'roots': [\n");
    for (const struct bridged_file *file = bridge->files; file; file = file->next) {
        opf_buf_puts(&text, "{'type': 'file', 'name': ");
        put_text(&text, file->path);
        opf_buf_puts(&text, ", 'external-contents': ");
        put_text(&text, file->copy);
        opf_buf_puts(&text, file->next ? "},\n" : "}\n");
    }
    opf_buf_puts(&text, "]}\n");
    opf_status *status = opf_buf_finish(&text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&text);
    return status;
}

static opf_status *join_files(const struct opf_opc_job *job, struct bridged_file *found,
                              struct opf_opc_bridge *bridge)
{
    for (struct bridged_file *file = found, *next; file; file = next) {
        next = file->next;
        struct bridged_file *known = bridge->files;
        while (known && strcmp(known->path, file->path) != 0)
            known = known->next;
        OPF_TRY(write_copy(job, file, known ? known->copy : NULL, bridge->copies++));
        if (known) {
            known->copy = file->copy;
            continue;
        }
        file->next = bridge->files;
        bridge->files = file;
    }
    return NULL;
}

opf_status *opf_opc_bridge_places(const struct opf_opc_job *job, const struct opf_strvec *compile,
                                  struct opf_opc_bridge *bridge, bool *more)
{
    static const char *const TELL[] = {"-fsyntax-only", "-fno-color-diagnostics", "-fno-caret-diagnostics",
                                       "-fdiagnostics-print-source-range-info", "-ferror-limit=0"};
    struct bridged_file *found = NULL;
    struct opf_strvec args;
    opf_strvec_init(&args);
    for (size_t i = 0; i < compile->len; i++)
        opf_strvec_push(&args, compile->items[i]);
    for (size_t i = 0; i < sizeof(TELL) / sizeof(TELL[0]); i++)
        opf_strvec_push(&args, TELL[i]);
    opf_status *status = opf_strvec_finish(&args);
    struct opf_proc_spec spec = {.argv = (const char *const *)args.items};
    struct opf_proc_result told;
    if (!status)
        status = opf_proc_run(&spec, &told);
    if (!status) {
        status = find_places(job->arena, opf_buf_text(&told.err), &found);
        opf_proc_result_free(&told);
    }
    opf_strvec_free(&args);
    *more = !status && found;
    OPF_TRY(status);
    if (!found)
        return NULL;
    OPF_TRY(join_files(job, found, bridge));
    bridge->overlay = opf_arena_printf(job->arena, "%s/bridged.yaml", job->work_dir);
    return bridge->overlay ? write_overlay(bridge, bridge->overlay)
                           : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
}
