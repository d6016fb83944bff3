/* Golden cases through oprun. */
#include "conform/conform_op.h"

#include "base/text.h"

#include <string.h>

opf_status *opf_conform_run_cases(struct opf_conform_op *work, const char *file, bool tiling_only,
                                  struct opf_conform_outcome *out)
{
    const char *tool;
    OPF_TRY(opf_run_tool(&work->run, "oprun", &tool));
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, tool);
    opf_strvec_pushf(&argv, "--cases=%s", file);
    opf_strvec_pushf(&argv, "--opp=%s/opp", work->run.build);
    opf_strvec_pushf(&argv, "--soc=%s", work->repo->soc);
    if (tiling_only)
        opf_strvec_push(&argv, "--tiling-only");
    struct opf_conform_limits limits = {.seconds =
                                            work->repo->options->limits.seconds}; /* cores reserve much */
    opf_status *status = opf_conform_exec(&argv, &limits, out);
    opf_strvec_free(&argv);
    return status;
}

opf_status *opf_conform_run_case(struct opf_conform_op *work, const char *file, const char **error)
{
    struct opf_conform_outcome made;
    OPF_TRY(opf_conform_run_cases(work, file, false, &made));
    const char *said = made.ok ? NULL : strstr(made.output, ": FAILED: "); /* oprun's line for the case */
    if (said)
        said += strlen(": FAILED: ");
    *error = made.ok ? NULL
                     : opf_run_text(&work->run, "%.*s", said ? (int)strcspn(said, "\n") : 1000,
                                    said ? said : made.reason);
    opf_conform_outcome_free(&made);
    return opf_run_check(&work->run);
}
