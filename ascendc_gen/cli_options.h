/* Options of the tool chain's programs: a table of `--name=value` entries. `-` and `_` are the same in a
 * name, long options take their value only behind `=`, anything else is a positional argument. */
#ifndef OPF_ASCENDC_GEN_CLI_OPTIONS_H
#define OPF_ASCENDC_GEN_CLI_OPTIONS_H

#include "base/strvec.h"

enum opf_cli_kind {
    OPF_CLI_TEXT, /* const char ** : the last one wins; borrowed from argv */
    OPF_CLI_LIST, /* struct opf_strvec * : may be repeated */
    OPF_CLI_FLAG  /* bool * : no value */
};

struct opf_cli_option {
    const char *name; /* without the dashes */
    enum opf_cli_kind kind;
    void *target;
    const char *value_name; /* for the help page; NULL for flags */
    const char *help;
};

/* Parse argv[1..]. `positional` may be NULL when the program takes none. An unknown option is
 * INVALID_ARGUMENT and names the nearest known one. */
opf_status *opf_cli_parse(const struct opf_cli_option *options, size_t count, int argc, char **argv,
                          struct opf_strvec *positional) OPF_NODISCARD;
/* Print `usage` and one line for each option. */
void opf_cli_help(FILE *to, const char *usage, const struct opf_cli_option *options, size_t count);
/* Print the status, free it and give the exit code: 0 for NULL, else 1. */
int opf_cli_finish(opf_status *status);

#endif
