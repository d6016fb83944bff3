/* --run_example: an operator's example programs, built against what was built and run on the emulator. */
#ifndef OPF_DRIVER_EXAMPLE_RUN_H
#define OPF_DRIVER_EXAMPLE_RUN_H

#include "base/file.h"
#include "driver/build_run.h"

/* Example sources of the operator for the mode ("eager", "graph") and chip, in the order they run. */
opf_status *opf_example_find(struct opf_build_run *run, const char *op, const char *mode, const char *soc,
                             struct opf_strvec *sources) OPF_NODISCARD;
/* Builds and runs them on a chip; libraries and kernels are there already. Prints the last lines of each and
 * how it ended; any failure is SUBPROCESS_FAILED. The lock of the build folder is dropped
 * before they run (they may start what they like) and *lock becomes NULL. */
opf_status *opf_example_run(struct opf_build_run *run, const struct opf_strvec *sources, const char *soc,
                            opf_file_lock **lock) OPF_NODISCARD;

#endif
