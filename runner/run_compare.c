/* Comparison of tensors. */
#include "runner/run_compare.h"

#include <math.h>
#include <string.h>

static bool agree(double got, double expected, double rtol, double atol)
{
    if (isnan(got) || isnan(expected))
        return isnan(got) && isnan(expected);
    if (isinf(got) || isinf(expected))
        return got == expected;
    return fabs(got - expected) <= atol + rtol * fabs(expected);
}

opf_status *opf_run_compare(const struct opf_run_tensor *got, const struct opf_run_tensor *expected,
                            double rtol, double atol, struct opf_run_difference *out)
{
    *out = (struct opf_run_difference){.first = -1};
    char *a = opf_run_tensor_describe(got), *b = opf_run_tensor_describe(expected);
    opf_status *status = !a || !b ? OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to compare") : NULL;
    if (!status && strcmp(a, b) != 0)
        status = OPF_FAIL(OPF_MISMATCH, "the result is %s, %s was expected", a, b);
    opf_free(a);
    opf_free(b);
    if (status)
        return status;
    size_t size = opf_run_tensor_bytes(got->dtype, 1);
    bool wide_integer = got->dtype == 9 || got->dtype == 10;
    out->count = opf_run_tensor_count(&got->shape);
    for (int64_t i = 0; i < out->count; i++) {
        double g = opf_run_tensor_value(got, i), e = opf_run_tensor_value(expected, i);
        bool same = wide_integer && rtol == 0 && atol == 0
                        ? memcmp((char *)got->data + (size_t)i * size,
                                 (char *)expected->data + (size_t)i * size, size) == 0
                        : agree(g, e, rtol, atol);
        if (isfinite(g) && isfinite(e) && fabs(g - e) > out->worst)
            out->worst = fabs(g - e);
        if (same)
            continue;
        if (out->wrong++ == 0) {
            out->first = i;
            out->got = g;
            out->expected = e;
        }
    }
    return NULL;
}
