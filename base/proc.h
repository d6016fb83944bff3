/* Child processes: own process group, limits, captured output. */
#ifndef OPF_BASE_PROC_H
#define OPF_BASE_PROC_H

#include "base/buf.h"

struct opf_proc_spec {
    const char *const *argv;    /* argv[0] is looked up in PATH when it has no slash */
    const char *const *env_add; /* "NAME=value" additions, NULL-terminated, may be NULL */
    const char *cwd;            /* NULL = ours */
    const char *input;          /* bytes for stdin, NULL = /dev/null */
    size_t input_len;
    double timeout_s;    /* 0 = none; on expiry the whole group is killed */
    double cpu_s;        /* RLIMIT_CPU of each process, rounded up, 0 = none; SIGXCPU ends it */
    size_t memory_bytes; /* RLIMIT_AS, 0 = none */
    bool merge_stderr;   /* stderr goes into `out` too */
    bool inherit_output; /* no capture: both streams are ours */
};
struct opf_proc_result {
    int exit_code; /* valid when signal == 0 and !timed_out */
    int signal;
    bool timed_out;
    double user_s, system_s, wall_s;
    long peak_kib;
    struct opf_buf out, err;
};

/* A status only when the child could not be run at all; how it ended is in the result. The result's buffers
 * are initialised here; end them with opf_proc_result_free. */
opf_status *opf_proc_run(const struct opf_proc_spec *spec, struct opf_proc_result *result) OPF_NODISCARD;
void opf_proc_result_free(struct opf_proc_result *result);
/* Run and require exit 0, else SUBPROCESS_FAILED with the command line and the end of its output. */
opf_status *opf_proc_check(const struct opf_proc_spec *spec, struct opf_proc_result *result) OPF_NODISCARD;

#endif
