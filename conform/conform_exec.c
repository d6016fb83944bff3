/* Commands under limits. */
#include "conform/conform_exec.h"

#include "base/proc.h"

#include <string.h>

static bool reports_error(const char *line, size_t len)
{
    static const char *const marks[] = {
        "error:", "ERROR", "multiple definition", "undefined reference", "undefined symbol", "Error:",
        "FAILED", "fault:"};
    for (size_t m = 0; m < sizeof(marks) / sizeof(marks[0]); m++)
        if (memmem(line, len, marks[m], strlen(marks[m])))
            return true;
    return false;
}

char *opf_conform_first_error(const char *output)
{
    const char *last = "";
    size_t last_len = 0;
    for (const char *at = output; *at;) {
        size_t len = strcspn(at, "\n");
        if (reports_error(at, len))
            return opf_strndup(at, len);
        if (strspn(at, " \t\r") < len) {
            last = at;
            last_len = len;
        }
        at += len + (at[len] == '\n');
    }
    return opf_strndup(last, last_len);
}

static char *reason_of(const struct opf_proc_result *result, const struct opf_conform_limits *limits,
                       const char *output)
{
    if (result->timed_out)
        return opf_asprintf("ran longer than %g s", limits->seconds);
    char *line = opf_conform_first_error(output), *reason = NULL;
    if (result->signal)
        reason = opf_asprintf("ended by signal %d (%s)%s%s", result->signal, strsignal(result->signal),
                              line && *line ? ": " : "", line ? line : "");
    else if (line && *line)
        return line;
    else
        reason = opf_asprintf("exit code %d without a word", result->exit_code);
    opf_free(line);
    return reason;
}

opf_status *opf_conform_exec(const struct opf_strvec *argv, const struct opf_conform_limits *limits,
                             struct opf_conform_outcome *out)
{
    static const char *const env[] = {"LC_ALL=C", NULL};
    memset(out, 0, sizeof(*out));
    OPF_TRY(opf_strvec_finish(argv));
    struct opf_proc_spec spec = {.argv = (const char *const *)argv->items,
                                 .env_add = env,
                                 .timeout_s = limits->seconds,
                                 .cpu_s = limits->cpu_seconds,
                                 .memory_bytes = limits->memory_bytes,
                                 .merge_stderr = true};
    struct opf_proc_result result;
    opf_status *status = opf_proc_run(&spec, &result);
    if (!status) {
        const char *output = opf_buf_text(&result.out);
        out->seconds = result.wall_s;
        out->ok = !result.timed_out && !result.signal && result.exit_code == 0;
        out->output = opf_strdup(output);
        out->reason = out->ok ? NULL : reason_of(&result, limits, output);
        if (!out->output || (!out->ok && !out->reason))
            status = OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the output of %s", argv->items[0]);
    }
    opf_proc_result_free(&result);
    if (status)
        opf_conform_outcome_free(out);
    return status;
}

opf_status *opf_conform_exec_shell(const char *command, const struct opf_conform_limits *limits,
                                   struct opf_conform_outcome *out)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "sh");
    opf_strvec_push(&argv, "-c");
    opf_strvec_push(&argv, command);
    opf_status *status = opf_conform_exec(&argv, limits, out);
    opf_strvec_free(&argv);
    return status;
}

void opf_conform_outcome_free(struct opf_conform_outcome *outcome)
{
    opf_free(outcome->reason);
    opf_free(outcome->output);
    memset(outcome, 0, sizeof(*outcome));
}
