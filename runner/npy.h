/* NumPy's .npy files, version 1.0 to 3.0, C order
 * (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). bfloat16 has no NumPy type: it is
 * written as uint16, and a uint16 file is taken as what the parameter asks for. */
#ifndef OPF_RUNNER_NPY_H
#define OPF_RUNNER_NPY_H

#include "runner/run_tensor.h"

/* Sets dtype, shape and data of `out`; its name is left alone. */
opf_status *opf_npy_read(const char *path, struct opf_run_tensor *out) OPF_NODISCARD;
opf_status *opf_npy_parse(const char *name, const char *bytes, size_t len,
                          struct opf_run_tensor *out) OPF_NODISCARD;
opf_status *opf_npy_write(const char *path, const struct opf_run_tensor *tensor) OPF_NODISCARD;

#endif
