/* --genop: a skeleton operator to start from. */
#ifndef OPF_DRIVER_OP_SKELETON_H
#define OPF_DRIVER_OP_SKELETON_H

#include "driver/build_run.h"

/* `place` is CLASS/NAME or A/B/CLASS/NAME, below the operator repository (--src). An existing folder is
 * ALREADY_EXISTS. */
opf_status *opf_skeleton_make(struct opf_build_run *run, const char *place,
                              struct opf_option_fault *fault) OPF_NODISCARD;

#endif
