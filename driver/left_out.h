/* Operators that cannot be built, taken out of a run so that all the others are. */
#ifndef OPF_DRIVER_LEFT_OUT_H
#define OPF_DRIVER_LEFT_OUT_H

#include "driver/build_run.h"

/* The operator that a line of Ninja's (what it would still do) is about, NULL for none. */
typedef const struct opf_repo_op *(*opf_left_out_match)(struct opf_build_run *run, const char *line);

/* After a plan's failure: the operators that what is left of it is about, and with `dependents` those that
 * depend on them, leave the selection and are listed in run->left_out with the name of the stage. When
 * nothing that was asked for would remain, or no operator is to blame, nothing is changed: the failure is
 * then the whole run's. */
opf_status *opf_left_out_after(struct opf_build_run *run, const char *plan, const char *target,
                               const char *stage, opf_left_out_match match, bool dependents) OPF_NODISCARD;
/* The same for operators known by other means; `ops` is NULL-terminated. */
opf_status *opf_left_out_drop(struct opf_build_run *run, const struct opf_repo_op **ops, const char *stage,
                              bool dependents) OPF_NODISCARD;

/* What a failed stage ends with: the trouble met while asking who is to blame, else the failure itself. Takes
 * both. */
opf_status *opf_left_out_outcome(opf_status *failure, opf_status *trouble) OPF_NODISCARD;

/* Runs a stage again, without what it left out, until it ends well or leaves nothing more out. */
typedef opf_status *(*opf_left_out_stage)(struct opf_build_run *run, const char *soc);
opf_status *opf_left_out_run(struct opf_build_run *run, opf_left_out_stage stage,
                             const char *soc) OPF_NODISCARD;
/* NULL, or the run's failure that names all operators left out and where. */
opf_status *opf_left_out_status(const struct opf_build_run *run) OPF_NODISCARD;

/* Lines "<anything>/<marker>/<category>/<operator>/..." and "... /<marker>/<operator>/...". */
const struct opf_repo_op *opf_left_out_by_place(struct opf_build_run *run, const char *line,
                                                const char *marker, bool category);

#endif
