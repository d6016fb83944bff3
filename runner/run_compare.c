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

/* Numbers with a part that is infinite or none agree part by part, others by the distance between them. */
static bool agree_complex(const double *got, const double *expected, double rtol, double atol)
{
    for (int part = 0; part < 2; part++)
        if (!isfinite(got[part]) || !isfinite(expected[part]))
            return agree(got[0], expected[0], rtol, atol) && agree(got[1], expected[1], rtol, atol);
    return hypot(got[0] - expected[0], got[1] - expected[1]) <= atol + rtol * hypot(expected[0], expected[1]);
}

/* Whether element `i` agrees; *g and *e are what to tell of it: of a complex number the part that differs
 * more. */
static bool same_element(const struct opf_run_tensor *got, const struct opf_run_tensor *expected, int64_t i,
                         double rtol, double atol, double *g, double *e)
{
    const bool wide_integer = got->dtype == 9 || got->dtype == 10;
    if (opf_run_tensor_is_complex(got)) {
        double a[2], b[2];
        opf_run_tensor_complex(got, i, &a[0], &a[1]);
        opf_run_tensor_complex(expected, i, &b[0], &b[1]);
        const int part = !(fabs(a[0] - b[0]) >= fabs(a[1] - b[1]));
        *g = a[part];
        *e = b[part];
        return agree_complex(a, b, rtol, atol);
    }
    *g = opf_run_tensor_value(got, i);
    *e = opf_run_tensor_value(expected, i);
    if (wide_integer && rtol == 0 && atol == 0) /* doubles lose their low bits */
        return memcmp((char *)got->data + i * 8, (char *)expected->data + i * 8, 8) == 0;
    return agree(*g, *e, rtol, atol);
}

opf_status *opf_run_compare(const struct opf_run_tensor *got, const struct opf_run_tensor *expected,
                            int64_t limit, double rtol, double atol, struct opf_run_difference *out)
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
    out->count = opf_run_tensor_count(&got->shape);
    if (limit >= 0 && limit < out->count)
        out->count = limit;
    for (int64_t i = 0; i < out->count; i++) {
        double g, e;
        bool same = same_element(got, expected, i, rtol, atol, &g, &e);
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
