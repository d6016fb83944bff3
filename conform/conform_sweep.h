/* The walk: operators in an order of its own, several at a time, each through its stages; what is known is
 * kept in the state folder. */
#ifndef OPF_CONFORM_CONFORM_SWEEP_H
#define OPF_CONFORM_CONFORM_SWEEP_H

#include "conform/conform_repo.h"

/* Fills the table with a row for every operator of all repositories (of the sample, when there is one),
 * sorted by repository, category and name. Stages with a result in the state folder are taken from there. */
opf_status *opf_conform_sweep(const struct opf_conform_options *options,
                              struct opf_conform_table *table) OPF_NODISCARD;
/* Ends the walk early: running items finish, others stay "not run". For signal handlers. */
void opf_conform_stop(void);

/* One row in the state folder. Loading changes the row only when the file is there and whole; a broken one
 * counts as absent. */
opf_status *opf_conform_state_save(const char *path, const struct opf_conform_row *row) OPF_NODISCARD;
opf_status *opf_conform_state_load(const char *path, struct opf_conform_row *row) OPF_NODISCARD;

#endif
