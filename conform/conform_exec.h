/* One command under limits, and the line of its output that says why it failed. */
#ifndef OPF_CONFORM_CONFORM_EXEC_H
#define OPF_CONFORM_CONFORM_EXEC_H

#include "base/strvec.h"

struct opf_conform_limits {
    double seconds;      /* 0 = none */
    size_t memory_bytes; /* address space, 0 = none */
    double cpu_seconds;  /* of each process, 0 = none */
};
struct opf_conform_outcome {
    bool ok;
    double seconds;
    char *reason; /* owned, why it is not ok; NULL when ok */
    char *output; /* owned, stdout and stderr merged */
};

/* How the command ended is in the outcome; a status only when it could not be started. */
opf_status *opf_conform_exec(const struct opf_strvec *argv, const struct opf_conform_limits *limits,
                             struct opf_conform_outcome *out) OPF_NODISCARD;
/* A command line of a Ninja plan. */
opf_status *opf_conform_exec_shell(const char *command, const struct opf_conform_limits *limits,
                                   struct opf_conform_outcome *out) OPF_NODISCARD;
void opf_conform_outcome_free(struct opf_conform_outcome *outcome);
/* The first line that reports an error, else the last line with text. Owned by the caller; NULL without
 * memory. */
char *opf_conform_first_error(const char *output);

#endif
