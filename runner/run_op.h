/* One operator, run: shape inference, tiling, index look-up, launch, results. */
#ifndef OPF_RUNNER_RUN_OP_H
#define OPF_RUNNER_RUN_OP_H

#include "runner/op_facts.h"
#include "runner/run_tensor.h"

struct opf_run_attr {
    const char *name, *text; /* text as in definitions: 1, 0.5, true, abc, [1,2] */
};

/* Bytes that memory holds again and again before the kernel runs; `size` 0 = zeros. */
struct opf_run_start {
    unsigned char bytes[16];
    size_t size;
};

struct opf_run_request {
    const struct opf_op_facts *facts;
    const char *soc;
    const struct opf_run_tensor
        *inputs; /* by name or position; several of one name fill a dynamic parameter */
    size_t input_num;
    const struct opf_run_tensor *outputs; /* types and shapes that replace inference; may be empty */
    size_t output_num;
    /* For each of `outputs` the number of the input whose memory it is, or -1; NULL = those of the same name.
     */
    const int32_t *in_place;
    const struct opf_run_start *starts; /* for each of `outputs` that is no input's memory; NULL = zeros */
    bool inputs_back; /* the kernel changes inputs that are no outputs: copy all back into `inputs` */
    const struct opf_run_attr *attrs;
    size_t attr_num;
    int deterministic;
    unsigned repeat; /* launches, at least 1; the time reported is the shortest */
    /* Launches by request, after the first one: `next` says how many follow at once (0 ends it) and hears
     * what the last ones took, synchronised after each one. NULL = `repeat` launches. */
    unsigned (*next)(void *ctx, uint64_t last_ns);
    void *next_ctx;
};

struct opf_run_result {
    struct opf_run_tensor *outputs; /* in definition order, absent ones marked; owned */
    size_t output_num;
    uint64_t tiling_key;
    uint32_t block_dim;
    uint64_t workspace;
    size_t tiling_size;
    unsigned char tiling[8192];
    char *tiling_type; /* C++ name of its structure, NULL when the function did not say; owned */
    char *object_path; /* owned */
    uint64_t kernel_ns;
    uint32_t threads;
    char *log; /* what the host functions said, owned */
};

/* Host libraries and the chip must be loaded (opf_run_op_prepare) before. */
opf_status *opf_run_op_prepare(const char *package, const char *soc) OPF_NODISCARD;
/* Runs tiling too when `launch` is false, but no kernel. The result is to be freed in every case. */
opf_status *opf_run_op(const struct opf_run_request *request, bool launch,
                       struct opf_run_result *result) OPF_NODISCARD;
void opf_run_result_free(struct opf_run_result *result);

#endif
