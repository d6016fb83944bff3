/* Child processes. Everything a child needs is made ready before the fork, because after it only
 * async-signal-safe calls are allowed in a program with threads. */
#include "base/proc.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define OUTPUT_MAX   ((size_t)64 << 20)   /* kept per stream; the rest is read and dropped */
#define OUTPUT_SHOWN ((size_t)4096)       /* of a failed command, in its error */
#define DRAIN_NS     ((int64_t)200000000) /* for output still in the pipe after the child's end */

/* What the child does first; also the state of the parent while it runs. */
struct child {
    const struct opf_proc_spec *spec;
    char *program;
    char **env;
    int in_fd, out_pipe[2], err_pipe[2], exec_pipe[2];
    pid_t pid;
    int pid_fd; /* becomes readable when the child ends; -1 on kernels without it */
};

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static opf_status *find_program(const char *name, char **out)
{
    *out = NULL;
    if (strchr(name, '/')) {
        *out = opf_strdup(name);
        return *out ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while starting %s", name);
    }
    const char *path = getenv("PATH");
    struct opf_strvec dirs;
    opf_strvec_init(&dirs);
    opf_strvec_split(&dirs, path ? path : "/usr/local/bin:/usr/bin:/bin", ":", true);
    for (size_t i = 0; i < dirs.len && !*out; i++) {
        char *file = opf_path_join(dirs.items[i], name);
        if (file && opf_path_is_file(file) && access(file, X_OK) == 0)
            *out = file;
        else
            opf_free(file);
    }
    opf_strvec_free(&dirs);
    return *out ? NULL
                : OPF_FAIL(OPF_NOT_FOUND, "program %s is not in PATH (%s); install it and try again", name,
                           path ? path : "unset");
}

/* Our environment with `add` over it. The strings are borrowed, the array is owned by the caller. */
static char **make_env(const char *const *add)
{
    size_t count = 0, added = 0;
    while (environ && environ[count])
        count++;
    while (add && add[added])
        added++;
    char **env = opf_calloc(count + added + 1, sizeof(*env));
    if (!env)
        return NULL;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        size_t name = strcspn(environ[i], "=");
        bool replaced = false;
        for (size_t k = 0; k < added; k++)
            replaced |= strncmp(add[k], environ[i], name) == 0 && add[k][name] == '=';
        if (!replaced)
            env[used++] = environ[i];
    }
    for (size_t k = 0; k < added; k++)
        env[used++] = (char *)(uintptr_t)add[k];
    return env;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* The child's input as a file in memory: no pipe that could fill up or break. */
static opf_status *open_input(const struct opf_proc_spec *spec, int *fd)
{
    *fd = spec->input ? memfd_create("input", MFD_CLOEXEC) : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (*fd < 0)
        return OPF_FAIL(OPF_IO, "cannot make the input of %s: %s", spec->argv[0], strerror(errno));
    for (size_t done = 0; spec->input && done < spec->input_len;) {
        ssize_t put = write(*fd, spec->input + done, spec->input_len - done);
        if (put < 0 && errno != EINTR)
            return OPF_FAIL(OPF_IO, "cannot make the input of %s: %s", spec->argv[0], strerror(errno));
        done += put > 0 ? (size_t)put : 0;
    }
    if (spec->input)
        lseek(*fd, 0, SEEK_SET);
    return NULL;
}

static opf_status *prepare_child(struct child *child)
{
    const struct opf_proc_spec *spec = child->spec;
    OPF_TRY(find_program(spec->argv[0], &child->program));
    child->env = make_env(spec->env_add);
    if (!child->env)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while starting %s", spec->argv[0]);
    OPF_TRY(open_input(spec, &child->in_fd));
    bool ok = pipe2(child->exec_pipe, O_CLOEXEC) == 0;
    if (ok && !spec->inherit_output)
        ok = pipe2(child->out_pipe, O_CLOEXEC) == 0 &&
             (spec->merge_stderr || pipe2(child->err_pipe, O_CLOEXEC) == 0);
    return ok ? NULL : OPF_FAIL(OPF_IO, "cannot make pipes for %s: %s", spec->argv[0], strerror(errno));
}

/* In the child, between fork and exec. Reports the failing errno through exec_pipe. */
static void become_program(const struct child *child)
{
    const struct opf_proc_spec *spec = child->spec;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* own group: an interrupted parent must not leave it behind */
    signal(SIGPIPE, SIG_DFL);
    bool ok = dup2(child->in_fd, 0) >= 0;
    if (!spec->inherit_output) {
        ok = ok && dup2(child->out_pipe[1], 1) >= 0;
        ok = ok && dup2(spec->merge_stderr ? child->out_pipe[1] : child->err_pipe[1], 2) >= 0;
    } else if (spec->merge_stderr) {
        ok = ok && dup2(1, 2) >= 0;
    }
    if (spec->memory_bytes) {
        struct rlimit limit = {.rlim_cur = spec->memory_bytes, .rlim_max = spec->memory_bytes};
        ok = ok && setrlimit(RLIMIT_AS, &limit) == 0;
    }
    if (spec->cpu_s > 0) {
        rlim_t seconds = (rlim_t)spec->cpu_s + 1;
        struct rlimit limit = {.rlim_cur = seconds, .rlim_max = seconds + 5}; /* the second one kills */
        ok = ok && setrlimit(RLIMIT_CPU, &limit) == 0;
    }
    if (spec->cwd)
        ok = ok && chdir(spec->cwd) == 0;
    if (ok)
        execve(child->program, (char *const *)(uintptr_t)spec->argv, child->env);
    int error = errno;
    ssize_t ignored = write(child->exec_pipe[1], &error, sizeof(error));
    (void)ignored;
    _exit(127);
}

static opf_status *start_child(struct child *child)
{
    child->pid = fork();
    if (child->pid < 0)
        return OPF_FAIL(OPF_IO, "cannot start %s: %s", child->spec->argv[0], strerror(errno));
    if (child->pid == 0)
        become_program(child);
    setpgid(child->pid, child->pid); /* both sides do it: whoever comes first */
    close_fd(&child->exec_pipe[1]);
    close_fd(&child->out_pipe[1]);
    close_fd(&child->err_pipe[1]);
    int error = 0;
    ssize_t got;
    do
        got = read(child->exec_pipe[0], &error, sizeof(error));
    while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof(error)) {
        waitpid(child->pid, NULL, 0);
        return OPF_FAIL(OPF_IO, "cannot run %s%s%s: %s", child->program, child->spec->cwd ? " in " : "",
                        child->spec->cwd ? child->spec->cwd : "", strerror(error));
    }
#ifdef SYS_pidfd_open
    child->pid_fd = (int)syscall(SYS_pidfd_open, child->pid, 0);
#endif
    return NULL;
}

/* Take what is there; closes the descriptor at the end of the stream. */
static void read_some(int *fd, struct opf_buf *to)
{
    char block[65536];
    ssize_t got = read(*fd, block, sizeof(block));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0)
        close_fd(fd);
    else
        opf_buf_append(to, block, (size_t)got);
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

/* Milliseconds for poll until `deadline` (0 = none), at most `most` (-1 = no bound). */
static int poll_time(int64_t deadline, int most)
{
    if (deadline == 0)
        return most;
    int64_t left = (deadline - now_ns()) / 1000000 + 1;
    if (left < 0)
        left = 0;
    if (most >= 0 && left > most)
        left = most;
    return left > 1000000 ? 1000000 : (int)left;
}

/* Read both streams until the child has ended and they are empty, or time is up. A grandchild may keep a pipe
 * open for ever, so the end of the child, not of the streams, is what counts. */
static void attend_child(struct child *child, struct opf_proc_result *result)
{
    const struct opf_proc_spec *spec = child->spec;
    int64_t deadline = spec->timeout_s > 0 ? now_ns() + (int64_t)(spec->timeout_s * 1e9) : 0;
    int64_t drain_until = 0;
    bool ended = false;
    while (!ended || child->out_pipe[0] >= 0 || child->err_pipe[0] >= 0) {
        struct pollfd fds[3] = {
            {.fd = child->out_pipe[0], .events = POLLIN},
            {.fd = child->err_pipe[0], .events = POLLIN},
            {.fd = ended ? -1 : child->pid_fd, .events = POLLIN},
        };
        int most = !ended && child->pid_fd < 0 ? 10 : -1;
        int ready = poll(fds, 3, poll_time(ended ? drain_until : deadline, most));
        if (ready > 0 && fds[0].revents)
            read_some(&child->out_pipe[0], &result->out);
        if (ready > 0 && fds[1].revents)
            read_some(&child->err_pipe[0], &result->err);
        if (!ended && has_ended(child->pid)) {
            ended = true;
            drain_until = now_ns() + DRAIN_NS;
        }
        if (ended && now_ns() > drain_until)
            break;
        if (!ended && deadline && now_ns() > deadline) {
            result->timed_out = true;
            break;
        }
    }
    /* After a timeout, the whole group; after a normal end, whatever it left behind holding our pipes. */
    if (result->timed_out || child->out_pipe[0] >= 0 || child->err_pipe[0] >= 0)
        kill(-child->pid, SIGKILL);
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void reap_child(struct child *child, struct opf_proc_result *result)
{
    int how = 0;
    struct rusage usage = {0};
    while (wait4(child->pid, &how, 0, &usage) < 0 && errno == EINTR) {
    }
    result->exit_code = WIFEXITED(how) ? WEXITSTATUS(how) : -1;
    result->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    result->user_s = seconds(usage.ru_utime);
    result->system_s = seconds(usage.ru_stime);
    result->peak_kib = usage.ru_maxrss;
}

static void release_child(struct child *child)
{
    close_fd(&child->in_fd);
    close_fd(&child->pid_fd);
    for (int i = 0; i < 2; i++) {
        close_fd(&child->out_pipe[i]);
        close_fd(&child->err_pipe[i]);
        close_fd(&child->exec_pipe[i]);
    }
    opf_free(child->program);
    opf_free(child->env);
}

opf_status *opf_proc_run(const struct opf_proc_spec *spec, struct opf_proc_result *result)
{
    memset(result, 0, sizeof(*result));
    opf_buf_init(&result->out, OUTPUT_MAX);
    opf_buf_init(&result->err, OUTPUT_MAX);
    struct child child = {.spec = spec,
                          .in_fd = -1,
                          .out_pipe = {-1, -1},
                          .err_pipe = {-1, -1},
                          .exec_pipe = {-1, -1},
                          .pid_fd = -1};
    int64_t start = now_ns();
    opf_status *status = prepare_child(&child);
    if (!status)
        status = start_child(&child);
    if (!status) {
        attend_child(&child, result);
        reap_child(&child, result);
        result->wall_s = (double)(now_ns() - start) * 1e-9;
    }
    release_child(&child);
    return status;
}

void opf_proc_result_free(struct opf_proc_result *result)
{
    opf_buf_free(&result->out);
    opf_buf_free(&result->err);
}

static void describe_command(const struct opf_proc_spec *spec, struct opf_buf *to)
{
    for (size_t i = 0; spec->argv[i]; i++)
        opf_buf_printf(to, "%s%s", i ? " " : "", spec->argv[i]);
}

static opf_status *end_error(const struct opf_proc_spec *spec, const struct opf_proc_result *result)
{
    const char *name = spec->argv[0];
    if (result->timed_out)
        return OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s did not end within %.0f s and was killed", name,
                        spec->timeout_s);
    if (result->signal)
        return OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s was ended by signal %d (%s)", name, result->signal,
                        strsignal(result->signal));
    return OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s ended with exit code %d", name, result->exit_code);
}

opf_status *opf_proc_check(const struct opf_proc_spec *spec, struct opf_proc_result *result)
{
    OPF_TRY(opf_proc_run(spec, result));
    if (!result->timed_out && result->signal == 0 && result->exit_code == 0)
        return NULL;
    struct opf_buf command;
    opf_buf_init(&command, OPF_BUF_MAX_DEFAULT);
    describe_command(spec, &command);
    opf_status *status = opf_status_note(end_error(spec, result), "command: %s", opf_buf_text(&command));
    opf_buf_free(&command);
    const struct opf_buf *said = result->err.len ? &result->err : &result->out;
    if (said->len) {
        size_t from = said->len > OUTPUT_SHOWN ? said->len - OUTPUT_SHOWN : 0;
        status = opf_status_note(status, "its output%s:\n%s", from ? " (end)" : "", said->data + from);
    }
    return status;
}
