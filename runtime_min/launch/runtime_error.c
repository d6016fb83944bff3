/* Per-thread error text. */
#include "runtime_min/launch/runtime_error.h"

#include "base/alloc.h"
#include "base/thread.h"
#include "opforge/runtime_api.h"
#include <string.h>

#define TEXT_MAX 4096

static char *recent_text(void)
{
    static char lost[TEXT_MAX]; /* without memory for the thread's own */
    char *text = opf_thread_buffer(OPF_THREAD_RECENT_ERROR, TEXT_MAX);
    return text ? text : lost;
}

int opf_runtime_code_of(const opf_status *status)
{
    switch (opf_status_code(status)) {
    case OPF_OK:
        return OPF_ACL_OK;
    case OPF_INVALID_ARGUMENT:
    case OPF_OUT_OF_RANGE:
    case OPF_NOT_FOUND:
    case OPF_ALREADY_EXISTS:
        return OPF_ACL_INVALID_PARAM;
    case OPF_INVALID_FORMAT:
    case OPF_MISMATCH:
        return OPF_ACL_INVALID_FILE;
    case OPF_OUT_OF_MEMORY:
        return OPF_ACL_BAD_ALLOC;
    case OPF_UNSUPPORTED:
        return OPF_ACL_API_NOT_SUPPORT;
    case OPF_KERNEL_FAULT:
        return OPF_ACL_RT_AICORE_EXCEPTION;
    case OPF_DEADLOCK:
        return OPF_ACL_RT_AICORE_TIMEOUT;
    default:
        return OPF_ACL_INTERNAL;
    }
}

int opf_runtime_take_status(opf_status *status)
{
    if (!status)
        return OPF_ACL_OK;
    int code = opf_runtime_code_of(status);
    char *text = opf_status_text(status);
    snprintf(recent_text(), TEXT_MAX, "%s", text ? text : opf_status_message(status));
    opf_free(text);
    opf_status_free(status);
    return code;
}

int opf_runtime_set_error(int code, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(recent_text(), TEXT_MAX, fmt, args);
    va_end(args);
    return code;
}

const char *opf_runtime_last_error(void)
{
    return recent_text();
}

const char *opf_runtime_pop_error(void)
{
    char *recent = recent_text();
    if (!recent[0])
        return NULL;
    char *given = opf_thread_buffer(OPF_THREAD_GIVEN_ERROR, TEXT_MAX);
    if (!given)
        return "no memory for the error message";
    memcpy(given, recent, TEXT_MAX);
    recent[0] = '\0';
    return given;
}
