/* One run of build.sh: where everything is, and the small services its stages share. */
#ifndef OPF_DRIVER_BUILD_RUN_H
#define OPF_DRIVER_BUILD_RUN_H

#include "base/arena.h"
#include "base/buf.h"
#include "driver/build_options.h"
#include "driver/op_repo.h"

struct opf_build_run {
    opf_arena *arena;
    const struct opf_build_options *options;
    const char *home;    /* root of the project (or of the installation's share folder) */
    const char *bin_dir; /* our programs */
    const char *lib_dir; /* our libraries */
    const char *sdk;
    const char *build;  /* the build folder */
    const char *opbase; /* checkout of opbase's templates, NULL = none */
    const char *ccache; /* program, NULL = not used */
    int jobs;
    bool no_memory; /* a text could not be made; checked by opf_run_check */
    struct opf_repo repo;
    struct opf_repo_selection selection;
    struct opf_strvec socs;
    struct opf_strvec left_out; /* "<operator> (<stage>)": what could not be built (left_out.h) */
};

/* Fills everything but repo, selection and socs. */
opf_status *opf_run_open(opf_arena *arena, const struct opf_build_options *options,
                         struct opf_build_run *run) OPF_NODISCARD;
void opf_run_close(struct opf_build_run *run);

/* A text in the arena; "" without memory, which opf_run_check reports. */
const char *opf_run_text(struct opf_build_run *run, const char *fmt, ...) OPF_PRINTF(2, 3);
opf_status *opf_run_check(const struct opf_build_run *run) OPF_NODISCARD;
/* A program of ours that must be there. */
opf_status *opf_run_tool(struct opf_build_run *run, const char *name, const char **out) OPF_NODISCARD;
/* Runs a program with our output; its failure is SUBPROCESS_FAILED with `what`. */
opf_status *opf_run_program(struct opf_build_run *run, const struct opf_strvec *argv,
                            const char *what) OPF_NODISCARD;
/* Runs ninja on a plan; `target` NULL = the default ones. What does not depend on a failure is still done. */
opf_status *opf_run_ninja(struct opf_build_run *run, const char *plan, const char *target,
                          const char *what) OPF_NODISCARD;
/* `status` under another headline: the sentence users know for this failure, with the reason as a note. NULL
 * stays NULL. Takes and returns ownership. */
opf_status *opf_run_headline(opf_status *status, const char *headline) OPF_NODISCARD;
/* Writes a file of the run when its content changed. */
opf_status *opf_run_write(const char *path, struct opf_buf *text) OPF_NODISCARD;

#endif
