/* Statuses: one heap block each for the message, notes chained to it. Making one can never fail, because an
 * error about missing memory must itself not need memory. */
#include "base/status.h"
#include "base/buf.h"

#include <string.h>

struct note {
    struct note *next;
    char text[];
};

struct opf_status {
    enum opf_code code;
    bool permanent; /* the preallocated one: shared by threads, never changed, never freed */
    const char *file;
    int line;
    char *path; /* the user's place */
    int user_line, user_col;
    struct note *first_note, *last_note;
    char *message;
};

static char no_memory_text[] = "out of memory";
static struct opf_status no_memory = {
    .code = OPF_OUT_OF_MEMORY, .permanent = true, .file = "base/status.c", .message = no_memory_text};

static const char *const code_names[] = {
    [OPF_OK] = "OK",
    [OPF_INVALID_ARGUMENT] = "INVALID_ARGUMENT",
    [OPF_INVALID_FORMAT] = "INVALID_FORMAT",
    [OPF_NOT_FOUND] = "NOT_FOUND",
    [OPF_ALREADY_EXISTS] = "ALREADY_EXISTS",
    [OPF_OUT_OF_RANGE] = "OUT_OF_RANGE",
    [OPF_OUT_OF_MEMORY] = "OUT_OF_MEMORY",
    [OPF_IO] = "IO",
    [OPF_UNSUPPORTED] = "UNSUPPORTED",
    [OPF_MISMATCH] = "MISMATCH",
    [OPF_SUBPROCESS_FAILED] = "SUBPROCESS_FAILED",
    [OPF_KERNEL_FAULT] = "KERNEL_FAULT",
    [OPF_DEADLOCK] = "DEADLOCK",
    [OPF_INTERNAL] = "INTERNAL",
};

const char *opf_code_name(enum opf_code code)
{
    if ((size_t)code >= sizeof(code_names) / sizeof(code_names[0]))
        return "UNKNOWN";
    return code_names[code];
}

opf_status *opf_status_make_v(enum opf_code code, const char *file, int line, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (len < 0)
        len = 0;
    struct opf_status *status = opf_calloc(1, sizeof(*status));
    char *message = status ? opf_alloc((size_t)len + 1) : NULL;
    if (!message) {
        opf_free(status);
        return &no_memory;
    }
    message[0] = '\0';
    vsnprintf(message, (size_t)len + 1, fmt, args);
    status->code = code;
    status->file = file;
    status->line = line;
    status->message = message;
    return status;
}

opf_status *opf_status_make(enum opf_code code, const char *file, int line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    opf_status *status = opf_status_make_v(code, file, line, fmt, args);
    va_end(args);
    return status;
}

opf_status *opf_status_note(opf_status *status, const char *fmt, ...)
{
    if (!status || status->permanent)
        return status;
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    struct note *note = len < 0 ? NULL : opf_alloc(sizeof(*note) + (size_t)len + 1);
    if (!note)
        return status; /* the error itself matters more than the note about it */
    note->next = NULL;
    va_start(args, fmt);
    vsnprintf(note->text, (size_t)len + 1, fmt, args);
    va_end(args);
    if (status->last_note)
        status->last_note->next = note;
    else
        status->first_note = note;
    status->last_note = note;
    return status;
}

opf_status *opf_status_at(opf_status *status, const char *path, int line, int col)
{
    if (!status || status->permanent || !path)
        return status;
    char *copy = opf_strdup(path);
    if (!copy)
        return status;
    opf_free(status->path);
    status->path = copy;
    status->user_line = line;
    status->user_col = col;
    return status;
}

void opf_status_free(opf_status *status)
{
    if (!status || status->permanent)
        return;
    for (struct note *note = status->first_note; note;) {
        struct note *next = note->next;
        opf_free(note);
        note = next;
    }
    opf_free(status->path);
    opf_free(status->message);
    opf_free(status);
}

enum opf_code opf_status_code(const opf_status *status)
{
    return status ? status->code : OPF_OK;
}

const char *opf_status_message(const opf_status *status)
{
    return status ? status->message : "";
}

/* `prefix` goes before a message without a place; one with a place says "error:" itself. */
static void render_status(const opf_status *status, const char *prefix, struct opf_buf *to)
{
    if (status->path) {
        opf_buf_puts(to, status->path);
        if (status->user_line > 0)
            opf_buf_printf(to, ":%d", status->user_line);
        if (status->user_line > 0 && status->user_col > 0)
            opf_buf_printf(to, ":%d", status->user_col);
        opf_buf_puts(to, ": error: ");
    } else {
        opf_buf_puts(to, prefix);
    }
    opf_buf_puts(to, status->message);
    if (status->code == OPF_INTERNAL) /* only then does our own source line help the reader */
        opf_buf_printf(to, " (opforge bug, at %s:%d)", status->file, status->line);
    for (const struct note *note = status->first_note; note; note = note->next)
        opf_buf_printf(to, "\n  %s", note->text);
}

char *opf_status_text(const opf_status *status)
{
    if (!status)
        return opf_strdup("");
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    render_status(status, "", &text);
    if (text.failed) {
        opf_buf_free(&text);
        return opf_strdup(status->message);
    }
    return text.data;
}

void opf_status_print(FILE *to, const opf_status *status)
{
    if (!status)
        return;
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    render_status(status, "error: ", &text);
    fprintf(to, "%s\n", text.failed ? status->message : opf_buf_text(&text));
    opf_buf_free(&text);
}
