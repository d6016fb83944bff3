/* Golden cases: a JSON list of invocations with expected results, the tensors' bytes in a file beside it
 * (tests/golden/make_golden.py writes and describes them) or their numbers in place: `"values": [1, 2]`. Of
 * an output with `"compared": N` only the first N elements are. An output with `"in_place": I` is the memory
 * of input I; `"changed": [{"input": I, ...}]` lists what is in inputs afterwards that are no outputs. A case
 * with `"fails": [TEXT...]` instead of outputs must end in an error that has all of these texts. */
#ifndef OPF_RUNNER_RUN_CASES_H
#define OPF_RUNNER_RUN_CASES_H

#include "runner/run_op.h"

struct opf_run_case_result {
    const char *name;
    const char *failure; /* NULL = passed, else what is wrong; both borrowed for the call */
    uint64_t tiling_key; /* what the tiling chose, when it did */
};
typedef void (*opf_run_case_report)(void *ctx, const struct opf_run_case_result *result);

/* Run all cases of `path` (or only `only`); `report` is called once per case. The operator's definition is
 * looked up in `package`. A case that cannot be run is a failed one; a broken file is an error.
 * `tiling_only`: no kernel is launched, and what comes out is not compared. */
opf_status *opf_run_cases(const char *path, const char *only, const char *package, const char *soc,
                          bool tiling_only, opf_run_case_report report, void *ctx) OPF_NODISCARD;

#endif
