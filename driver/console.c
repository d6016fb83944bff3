/* What the user sees. */
#include "driver/console.h"
#include "base/buf.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FRAME "----------------------------------------------------------------"

static void put_all(const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t put = write(STDOUT_FILENO, bytes, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return; /* nobody reads any more; the work itself goes on */
        bytes += put;
        len -= (size_t)put;
    }
}

static void put_stamp(struct opf_buf *to)
{
    time_t now = time(NULL);
    struct tm local;
    char stamp[32];
    if (localtime_r(&now, &local) && strftime(stamp, sizeof(stamp), "[%Y-%m-%d %H:%M:%S] ", &local))
        opf_buf_puts(to, stamp);
}

/* Copy lines from `fd` until its end, each with the time it began to arrive. */
static void stamp_lines(int fd)
{
    struct opf_buf out;
    opf_buf_init(&out, OPF_BUF_MAX_DEFAULT);
    bool at_start = true;
    char block[16384];
    for (;;) {
        ssize_t got = read(fd, block, sizeof(block));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        opf_buf_clear(&out);
        for (ssize_t at = 0; at < got;) {
            if (at_start)
                put_stamp(&out);
            const char *end = memchr(block + at, '\n', (size_t)(got - at));
            size_t len = end ? (size_t)(end - block - at) + 1 : (size_t)(got - at);
            opf_buf_append(&out, block + at, len);
            at += (ssize_t)len;
            at_start = end != NULL;
        }
        put_all(opf_buf_text(&out), out.len);
    }
    if (!at_start)
        put_all("\n", 1);
    opf_buf_free(&out);
}

int opf_console_run(int (*work)(void *), void *arg)
{
    int pipes[2];
    fflush(NULL);
    if (pipe(pipes) != 0)
        return work(arg); /* without stamps rather than not at all */
    pid_t child = fork();
    if (child < 0) {
        close(pipes[0]);
        close(pipes[1]);
        return work(arg);
    }
    if (child == 0) {
        dup2(pipes[1], STDOUT_FILENO);
        dup2(pipes[1], STDERR_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        setvbuf(stdout, NULL, _IOLBF, 0);
        int code = work(arg);
        fflush(NULL);
        _exit(code);
    }
    close(pipes[1]);
    signal(SIGINT, SIG_IGN); /* the worker ends by it; we show its last lines */
    signal(SIGPIPE, SIG_IGN);
    stamp_lines(pipes[0]);
    close(pipes[0]);
    int how = 0;
    while (waitpid(child, &how, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}

void opf_console_line(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vprintf(fmt, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

void opf_console_text(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

void opf_console_success(const char *fmt, ...)
{
    va_list args;
    printf("\n" FRAME "\n\033[32m[SUCCESS] ");
    va_start(args, fmt);
    vprintf(fmt, args);
    va_end(args);
    printf("\033[0m\n" FRAME "\n\n");
    fflush(stdout);
}

void opf_console_error(const opf_status *status, bool bare)
{
    char *text = opf_status_text(status);
    const char *shown = text ? text : opf_status_message(status);
    if (bare)
        printf("[ERROR] %s\n", shown);
    else
        printf("\n" FRAME "\n\033[31m[ERROR] %s\033[0m\n" FRAME "\n\n", shown);
    fflush(stdout);
    opf_free(text);
}
