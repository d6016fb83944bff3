/* Tensors that a command line describes. */
#ifndef OPF_RUNNER_TENSOR_SPEC_H
#define OPF_RUNNER_TENSOR_SPEC_H

#include "runner/run_tensor.h"

/* `[name:]dtype:dims` ("x:float32:2,3"; no dims = scalar), `[name:][dtype:]path.npy`, or `[name:]none`. With
 * a file the data is read, as `dtype` when that is given, otherwise it is allocated and zero. */
opf_status *opf_run_tensor_parse(const char *spec, struct opf_run_tensor *out) OPF_NODISCARD;

#endif
