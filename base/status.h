/* Errors as values: NULL is success, anything else says what went wrong and where.
 *
 * A status carries a code from a small closed set, one sentence for the user, the place it was made,
 * and notes added by callers on the way up ("while reading x.json"). The receiver owns it: pass it on,
 * or end it with opf_status_free. Libraries never print or exit; programs print with opf_status_print. */
#ifndef OPF_BASE_STATUS_H
#define OPF_BASE_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum opf_code {
    OPF_OK = 0,
    OPF_INVALID_ARGUMENT,  /* the caller's argument or the user's option is wrong */
    OPF_INVALID_FORMAT,    /* a file's content is not what its format prescribes */
    OPF_NOT_FOUND,         /* a file, operator, symbol, key or device does not exist */
    OPF_ALREADY_EXISTS,    /* two things claim one name or key */
    OPF_OUT_OF_RANGE,      /* a number is outside its stated bounds */
    OPF_OUT_OF_MEMORY,     /* an allocation failed */
    OPF_IO,                /* the operating system refused a read, write, rename, spawn ... */
    OPF_UNSUPPORTED,       /* understood, but not implemented here; the message names it */
    OPF_MISMATCH,          /* two artefacts that belong together do not fit (hash, ABI, soc, CPU) */
    OPF_SUBPROCESS_FAILED, /* a child process exited non-zero, was killed or ran out of time */
    OPF_KERNEL_FAULT,      /* a kernel broke a rule of the device and its launch was ended */
    OPF_DEADLOCK,          /* every core waits and none can run */
    OPF_INTERNAL           /* a bug of ours */
};

typedef struct opf_status opf_status;

#define OPF_NODISCARD        __attribute__((warn_unused_result))
#define OPF_PRINTF(fmt, arg) __attribute__((format(printf, fmt, arg)))

/* Make a status. `file`/`line` is the place in our source. Never fails: without memory it returns a
 * preallocated OPF_OUT_OF_MEMORY status (opf_status_free leaves that one alone). */
opf_status *opf_status_make(enum opf_code code, const char *file, int line, const char *fmt, ...)
    OPF_PRINTF(4, 5) OPF_NODISCARD;
opf_status *opf_status_make_v(enum opf_code code, const char *file, int line, const char *fmt, va_list args)
    OPF_PRINTF(4, 0) OPF_NODISCARD;
/* Add a note about what was being done. Takes and returns ownership; a NULL status stays NULL. */
opf_status *opf_status_note(opf_status *status, const char *fmt, ...) OPF_PRINTF(2, 3) OPF_NODISCARD;
/* Attach a source place of the user's; printed as `path:line:col: error: ...`. Line/col 0 = unknown. */
opf_status *opf_status_at(opf_status *status, const char *path, int line, int col) OPF_NODISCARD;
void opf_status_free(opf_status *status);

enum opf_code opf_status_code(const opf_status *status);
const char *opf_status_message(const opf_status *status); /* borrowed; "" for NULL */
/* The whole text: place, message, notes one per line. Returned string is owned by the caller (free()). */
char *opf_status_text(const opf_status *status);
void opf_status_print(FILE *to, const opf_status *status);
const char *opf_code_name(enum opf_code code);

#define OPF_FAIL(code, ...) opf_status_make((code), __FILE__, __LINE__, __VA_ARGS__)
#define OPF_TRY(expr)                                                                                        \
    do {                                                                                                     \
        opf_status *opf_try_status = (expr);                                                                 \
        if (opf_try_status)                                                                                  \
            return opf_try_status;                                                                           \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif
