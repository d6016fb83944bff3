/* How far a result is from what it should be. */
#ifndef OPF_RUNNER_RUN_COMPARE_H
#define OPF_RUNNER_RUN_COMPARE_H

#include "runner/run_tensor.h"

struct opf_run_difference {
    int64_t wrong, count;
    int64_t first;        /* index of the first wrong element, -1 when there is none */
    double got, expected; /* there */
    double worst;         /* largest |got - expected| */
};

/* Element by element, the first `limit` of them (negative = all): |got - expected| <= atol + rtol *
 * |expected|; equal infinities and two NaN agree. Types and shapes must be the same, else an error. 64-bit
 * integers are compared exactly when both tolerances are 0. */
opf_status *opf_run_compare(const struct opf_run_tensor *got, const struct opf_run_tensor *expected,
                            int64_t limit, double rtol, double atol,
                            struct opf_run_difference *out) OPF_NODISCARD;

#endif
