/* What the user sees: time-stamped lines, error and success frames. */
#ifndef OPF_DRIVER_CONSOLE_H
#define OPF_DRIVER_CONSOLE_H

#include "base/status.h"

/* Runs `work` in a child process whose stdout and stderr are merged and get `[YYYY-MM-DD HH:MM:SS] ` before
 * every line, and returns its exit code (128 + signal when it was killed). */
int opf_console_run(int (*work)(void *), void *arg);

void opf_console_line(const char *fmt, ...) OPF_PRINTF(1, 2); /* adds the newline; flushed */
void opf_console_text(const char *text);                      /* as it is */
void opf_console_success(const char *fmt, ...) OPF_PRINTF(1, 2);
/* The status with its notes, framed, or as a bare `[ERROR]` line. */
void opf_console_error(const opf_status *status, bool bare);

#endif
