/* One operator, run. */
#include "runner/run_op.h"

#include "runner/run_attrs.h"

#include "acl/acl.h"
#include "base/thread.h"
#include "opforge/abi.h"
#include "opforge/index_api.h"
#include "opforge/runtime_api.h"

#include <string.h>

enum { MAX_TENSORS = 512, MAX_PARAMS = 128 };

/* Tensors sorted into the definition's parameters. */
struct side {
    const struct opf_op_param *params;
    uint32_t param_num;
    struct opf_run_tensor *flat[MAX_TENSORS];
    uint32_t flat_num;
    uint32_t instances[MAX_PARAMS];
};

struct run {
    opf_arena *arena;
    const struct opf_run_request *request;
    struct opf_run_result *result;
    struct side in, out;
    int32_t borrowed[MAX_TENSORS]; /* flat input whose memory flat output i is, or -1 */
    const struct opf_host_tensor *host_in[MAX_TENSORS], *host_out[MAX_TENSORS];
    struct opf_host_node node;
    const opf_host_op *op;
    const opf_host_platform *platform;
    const char *const *key_texts;
    struct opf_host_tiling tiling;
    void *in_memory[MAX_TENSORS], *out_memory[MAX_TENSORS]; /* device copies of the flat tensors */
    struct opf_runtime_blob blobs[2 * MAX_PARAMS + 1];      /* tiling, then descriptors of tensor lists */
    uint32_t blob_num;
    void *workspace;
    void *shapes; /* where a kernel writes the shapes it computes */
};

void opf_run_result_free(struct opf_run_result *result)
{
    for (size_t i = 0; i < result->output_num; i++)
        opf_run_tensor_free(&result->outputs[i]);
    opf_free(result->outputs);
    opf_free(result->object_path);
    opf_free(result->tiling_type);
    opf_free(result->log);
    memset(result, 0, sizeof *result);
}

static enum opf_code host_code(int code)
{
    return code == 561001 || code == 561002 ? OPF_INVALID_ARGUMENT : OPF_INTERNAL;
}

static opf_status *host_failure(const char *what, const char *op_type, int code)
{
    const char *log = opf_host_last_log();
    opf_status *status =
        OPF_FAIL(host_code(code), "%s of %s failed with %d: %s", what, op_type, code, opf_host_last_error());
    return log && *log ? opf_status_note(status, "its log:\n%s", log) : status;
}

opf_status *opf_run_op_prepare(const char *package, const char *soc)
{
    struct opf_strvec libraries;
    opf_strvec_init(&libraries);
    opf_status *status = opf_op_facts_host_libraries(package, &libraries);
    for (size_t i = 0; !status && i < libraries.len; i++) {
        int code = opf_host_load(libraries.items[i]);
        if (code != 0)
            status =
                OPF_FAIL(OPF_INVALID_FORMAT, "loading %s: %s", libraries.items[i], opf_host_last_error());
    }
    if (!status && libraries.len == 0)
        status = OPF_FAIL(
            OPF_NOT_FOUND,
            "no operators' host library (libophost_*.so) below %s: build one with build.sh, or name another "
            "package with --opp",
            package);
    const opf_host_platform *platform;
    if (!status && opf_host_platform_open(soc, &platform) != 0)
        status = OPF_FAIL(OPF_NOT_FOUND, "chip %s: %s", soc, opf_host_last_error());
    opf_strvec_free(&libraries);
    return status;
}

/* ---- which tensor is which parameter ------------------------------------------------------------------- */

static opf_status *add_tensor(struct side *side, uint32_t param, struct opf_run_tensor *tensor)
{
    if (side->flat_num == MAX_TENSORS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "more than %d tensors", MAX_TENSORS);
    side->flat[side->flat_num++] = tensor;
    side->instances[param]++;
    return NULL;
}

/* The next unnamed tensor goes to the next parameter; named ones to theirs. */
static opf_status *bind_inputs(struct run *run)
{
    const struct opf_op_facts *facts = run->request->facts;
    struct opf_run_tensor *given = (struct opf_run_tensor *)run->request->inputs;
    size_t num = run->request->input_num, next = 0, used = 0;
    for (uint32_t p = 0; p < facts->input_num; p++) {
        const struct opf_op_param *param = &facts->inputs[p];
        bool named = false;
        for (size_t i = 0; i < num; i++) {
            if (!given[i].name || strcmp(given[i].name, param->name) != 0)
                continue;
            named = true;
            used++;
            if (!given[i].absent)
                OPF_TRY(add_tensor(&run->in, p, &given[i]));
        }
        while (!named && next < num && given[next].name)
            next++;
        if (!named && next < num) {
            used++;
            if (!given[next].absent)
                OPF_TRY(add_tensor(&run->in, p, &given[next]));
            next++;
        }
        if (run->in.instances[p] == 0 && param->need == OPF_PARAM_REQUIRED)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s needs input %u, %s: give --in %s:dtype:dims",
                            facts->op_type, p, param->name, param->name);
        if (run->in.instances[p] > 1 && param->need != OPF_PARAM_DYNAMIC)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s: input %s is one tensor, %u were given", facts->op_type,
                            param->name, run->in.instances[p]);
    }
    if (used < num)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "%s has %u inputs; %zu of the given tensors belong to none of them", facts->op_type,
                        facts->input_num, num - used);
    return NULL;
}

static void fill_host_tensor(const struct opf_run_tensor *tensor, struct opf_host_tensor *out)
{
    memset(out, 0, sizeof *out);
    out->dtype = tensor->dtype;
    out->origin_format = out->storage_format = tensor->format;
    out->origin_shape = out->storage_shape = tensor->shape;
    out->data = tensor->data;
    out->data_size = tensor->bytes;
}

static opf_status *make_host_tensors(struct run *run, const struct side *side,
                                     const struct opf_host_tensor **out)
{
    struct opf_host_tensor *tensors = opf_arena_alloc(run->arena, (side->flat_num + 1) * sizeof *tensors);
    if (!tensors)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for tensor descriptions");
    for (uint32_t i = 0; i < side->flat_num; i++) {
        fill_host_tensor(side->flat[i], &tensors[i]);
        out[i] = &tensors[i];
    }
    return NULL;
}

/* What tiling is told of the chip is what the device has, with as many cores as this thread may use. */
static opf_status *choose_platform(struct run *run)
{
    const char *soc = opf_runtime_soc_full_name();
    uint32_t cube, vector;
    if (aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &cube) != 0 ||
        aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &vector) != 0)
        return OPF_FAIL(OPF_INTERNAL, "cores of %s: %s", soc, opf_runtime_last_error());
    if (opf_host_platform_open(soc, &run->platform) != 0 ||
        opf_host_platform_limit(run->platform, cube, vector, &run->platform) != 0)
        return OPF_FAIL(OPF_NOT_FOUND, "chip %s: %s", soc, opf_host_last_error());
    return NULL;
}

static opf_status *make_node(struct run *run)
{
    const struct opf_run_request *request = run->request;
    const struct opf_op_facts *facts = request->facts;
    run->op = opf_host_find_op(facts->op_type);
    if (!run->op)
        return OPF_FAIL(OPF_NOT_FOUND, "no loaded host library registers shape inference or tiling of %s",
                        facts->op_type);
    OPF_TRY(choose_platform(run));
    OPF_TRY(bind_inputs(run));
    OPF_TRY(make_host_tensors(run, &run->in, run->host_in));
    struct opf_host_attr *attrs;
    OPF_TRY(
        opf_run_attrs_build(run->arena, facts, request->attrs, request->attr_num, &attrs, &run->key_texts));
    run->node = (struct opf_host_node){.op_type = facts->op_type,
                                       .inputs = run->host_in,
                                       .input_instances = run->in.instances,
                                       .input_param_num = facts->input_num,
                                       .outputs = run->host_out,
                                       .output_instances = run->out.instances,
                                       .output_param_num = facts->output_num,
                                       .attrs = attrs,
                                       .attr_num = facts->attr_num,
                                       .deterministic = request->deterministic};
    return NULL;
}

/* ---- outputs ------------------------------------------------------------------------------------------- */

/* An output with an input's name is that input, changed in place, as is one of which the request says so: its
 * flat index, or -1. */
static int32_t input_of_output(const struct run *run, uint32_t output, const char *name, uint32_t instance)
{
    const struct opf_op_facts *facts = run->request->facts;
    const int32_t said = run->request->in_place ? run->request->in_place[output] : -1;
    uint32_t flat = 0;
    for (uint32_t i = 0; said >= 0 && i < run->in.flat_num; i++)
        if (run->in.flat[i] == &run->request->inputs[said])
            return (int32_t)i;
    for (uint32_t p = 0; p < facts->input_num; p++) {
        if (strcmp(facts->inputs[p].name, name) == 0 && run->in.instances[p] > instance)
            return (int32_t)(flat + instance);
        flat += run->in.instances[p];
    }
    return -1;
}

/* Tensors of a list output that nothing describes: as many as the input of that name, else the first list. */
static uint32_t list_output_length(const struct run *run, const char *name)
{
    const struct opf_op_facts *facts = run->request->facts;
    uint32_t length = 0;
    for (uint32_t p = 0; p < facts->input_num; p++) {
        if (facts->inputs[p].need != OPF_PARAM_DYNAMIC)
            continue;
        if (strcmp(facts->inputs[p].name, name) == 0)
            return run->in.instances[p];
        if (length == 0)
            length = run->in.instances[p];
    }
    return length ? length : 1;
}

static opf_status *infer_outputs(struct run *run, struct opf_host_shape *shapes, int32_t *dtypes)
{
    const struct opf_run_request *request = run->request;
    if (request->output_num > 0) {
        for (size_t i = 0; i < request->output_num && i < run->out.flat_num; i++) {
            shapes[i] = request->outputs[i].shape;
            dtypes[i] = request->outputs[i].dtype;
        }
        return NULL;
    }
    int code = opf_host_infer_shape(run->op, &run->node, shapes);
    if (code != 0)
        return host_failure("shape inference", request->facts->op_type, code);
    if (opf_host_infer_dtype(run->op, &run->node, dtypes) != 0)
        for (uint32_t i = 0; i < run->out.flat_num; i++) /* many operators leave it to the type of input 0 */
            dtypes[i] = run->in.flat_num ? run->in.flat[0]->dtype : 0;
    return NULL;
}

static opf_status *declare_outputs(struct run *run)
{
    const struct opf_run_request *request = run->request;
    const struct opf_op_facts *facts = request->facts;
    struct opf_run_result *result = run->result;
    uint32_t num = 0;
    for (uint32_t p = 0; p < facts->output_num; p++) {
        uint32_t given = 0;
        for (size_t i = 0; i < request->output_num; i++)
            given +=
                request->outputs[i].name && strcmp(request->outputs[i].name, facts->outputs[p].name) == 0;
        run->out.instances[p] = facts->outputs[p].need != OPF_PARAM_DYNAMIC ? 1
                                : given                                     ? given
                                        : list_output_length(run, facts->outputs[p].name);
        num += run->out.instances[p];
    }
    if (num > MAX_TENSORS || (request->output_num > 0 && request->output_num != num))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s has %u outputs, %zu were described with --out",
                        facts->op_type, num, request->output_num);
    result->outputs = opf_calloc(num + 1, sizeof *result->outputs);
    if (!result->outputs)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for %u outputs", num);
    result->output_num = num;
    for (uint32_t i = 0; i < num; i++) {
        result->outputs[i].format = 2; /* ND */
        run->out.flat[i] = &result->outputs[i];
    }
    run->out.flat_num = num;
    return make_host_tensors(run, &run->out, run->host_out);
}

static void fill_start(const struct opf_run_start *start, struct opf_run_tensor *out)
{
    for (size_t at = 0; start->size && at < out->bytes; at += start->size)
        memcpy((char *)out->data + at, start->bytes,
               start->size < out->bytes - at ? start->size : out->bytes - at);
}

static opf_status *make_outputs(struct run *run)
{
    const struct opf_op_facts *facts = run->request->facts;
    OPF_TRY(declare_outputs(run));
    struct opf_host_shape *shapes = opf_arena_alloc(run->arena, (run->out.flat_num + 1) * sizeof *shapes);
    int32_t *dtypes = opf_arena_alloc(run->arena, (run->out.flat_num + 1) * sizeof *dtypes);
    if (!shapes || !dtypes)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for output shapes");
    OPF_TRY(infer_outputs(run, shapes, dtypes));
    uint32_t flat = 0;
    for (uint32_t p = 0; p < facts->output_num; p++)
        for (uint32_t k = 0; k < run->out.instances[p]; k++, flat++) {
            struct opf_run_tensor *out = run->out.flat[flat];
            out->dtype = dtypes[flat];
            out->shape = shapes[flat];
            if (run->request->output_num > 0)
                out->format = run->request->outputs[flat].format;
            out->name = opf_strdup(facts->outputs[p].name);
            OPF_TRY(opf_run_tensor_alloc(out));
            int32_t input = input_of_output(run, flat, facts->outputs[p].name, k);
            run->borrowed[flat] = input >= 0 && run->in.flat[input]->bytes == out->bytes ? input : -1;
            if (run->borrowed[flat] >= 0)
                memcpy(out->data, run->in.flat[input]->data, out->bytes);
            else if (run->request->starts && run->request->output_num > 0)
                fill_start(&run->request->starts[flat], out);
        }
    return make_host_tensors(run, &run->out, run->host_out);
}

/* ---- tiling and kernel ----------------------------------------------------------------------------------
 */

static opf_status *run_tiling(struct run *run)
{
    struct opf_run_result *result = run->result;
    run->tiling.data = result->tiling;
    run->tiling.capacity = sizeof result->tiling;
    int code = opf_host_tiling_run(run->op, &run->node, run->platform, &run->tiling);
    const char *log = opf_host_last_log();
    if (log && *log)
        result->log = opf_strdup(log);
    if (code != 0)
        return host_failure("tiling", run->request->facts->op_type, code);
    result->tiling_key = run->tiling.tiling_key;
    result->block_dim = run->tiling.block_dim;
    result->tiling_size = run->tiling.size;
    const char *type = run->tiling.data_type; /* with the compiler's closing bracket */
    result->tiling_type = type && *type ? opf_strndup(type, strlen(type) - 1) : NULL;
    for (uint32_t i = 0; i < run->tiling.workspace_num; i++)
        result->workspace += run->tiling.workspaces[i];
    return NULL;
}

static opf_status *describe_side(struct run *run, const struct side *side, uint32_t param_num,
                                 struct opf_index_param **out)
{
    struct opf_index_param *params = opf_arena_alloc(run->arena, (param_num + 1) * sizeof *params);
    if (!params)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the look-up");
    uint32_t flat = 0;
    for (uint32_t p = 0; p < param_num; p++) {
        params[p].instances = side->instances[p];
        if (side->instances[p] > 0) {
            params[p].dtype = side->flat[flat]->dtype;
            params[p].format = side->flat[flat]->format;
        }
        flat += side->instances[p];
    }
    *out = params;
    return NULL;
}

static opf_status *find_kernel(struct run *run, const struct opf_index_kernel **out)
{
    const struct opf_op_facts *facts = run->request->facts;
    struct opf_index_param *inputs, *outputs;
    OPF_TRY(describe_side(run, &run->in, facts->input_num, &inputs));
    OPF_TRY(describe_side(run, &run->out, facts->output_num, &outputs));
    struct opf_index_query query = {.op_type = facts->op_type,
                                    .soc = run->request->soc,
                                    .deterministic = run->request->deterministic,
                                    .impl_mode = -1,
                                    .inputs = inputs,
                                    .outputs = outputs,
                                    .input_num = facts->input_num,
                                    .output_num = facts->output_num,
                                    .attrs = run->key_texts,
                                    .attr_num = facts->attr_num};
    if (opf_index_find(&query, out) != 0)
        return OPF_FAIL(OPF_NOT_FOUND, "%s", opf_index_last_error());
    run->result->object_path = opf_strdup((*out)->object_path);
    return NULL;
}

/* Copy a side's data into device memory, so that the kernel's accesses are checked against its allocations.
 */
static opf_status *to_device(const struct side *side, void **memory)
{
    for (uint32_t i = 0; i < side->flat_num; i++) {
        if (opf_runtime_malloc(side->flat[i]->bytes + 1, &memory[i]) != 0)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s", opf_runtime_last_error());
        memcpy(memory[i], side->flat[i]->data, side->flat[i]->bytes);
    }
    return NULL;
}

static void free_device(const struct side *side, void **memory)
{
    for (uint32_t i = 0; i < side->flat_num; i++)
        if (memory[i])
            (void)opf_runtime_free(memory[i]);
}

/* A list's descriptor: byte offset of the addresses; rank and index in one word and the dimensions of every
 * tensor; the addresses. */
static opf_status *describe_list(struct run *run, struct opf_run_tensor *const *tensors, uint32_t num,
                                 void *const *memory, uint32_t arg)
{
    size_t max = 1 + (size_t)num * (2 + OPF_HOST_MAX_DIMS), at = 1;
    uint64_t *words = opf_arena_alloc(run->arena, max * sizeof *words);
    if (!words)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the description of %u tensors", num);
    for (uint32_t i = 0; i < num; i++) {
        const struct opf_host_shape *shape = &tensors[i]->shape;
        words[at++] = shape->dim_num | (uint64_t)i << 32;
        for (uint32_t d = 0; d < shape->dim_num; d++)
            words[at++] = (uint64_t)shape->dims[d];
    }
    words[0] = at * sizeof *words;
    for (uint32_t i = 0; i < num; i++)
        words[at++] = (uintptr_t)memory[i];
    run->blobs[run->blob_num++] =
        (struct opf_runtime_blob){.arg_index = arg, .bytes = words, .size = at * sizeof *words};
    return NULL;
}

/* One word per parameter: the tensor, NULL for an absent one, a descriptor for a list. */
static opf_status *push_args(struct run *run, const struct side *side, uint32_t param_num,
                             const struct opf_op_param *params, void *const *memory, void **args,
                             uint32_t *num)
{
    uint32_t flat = 0;
    for (uint32_t p = 0; p < param_num; p++) {
        bool list = params[p].need == OPF_PARAM_DYNAMIC;
        if (list)
            OPF_TRY(describe_list(run, &side->flat[flat], side->instances[p], &memory[flat], *num));
        args[(*num)++] = side->instances[p] && !list ? memory[flat] : NULL;
        flat += side->instances[p];
    }
    return NULL;
}

static opf_status *launch_times(struct run *run, const struct opf_runtime_launch *launch, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        if (opf_runtime_launch_kernel(NULL, launch) != 0 || aclrtSynchronizeStream(NULL) != 0)
            return OPF_FAIL(OPF_KERNEL_FAULT, "%s", opf_runtime_last_error());
        struct opf_runtime_launch_info info;
        opf_runtime_last_launch(&info);
        if (run->result->kernel_ns == 0 || info.ns < run->result->kernel_ns)
            run->result->kernel_ns = info.ns;
        run->result->threads = info.threads;
    }
    return NULL;
}

static opf_status *launch_often(struct run *run, const struct opf_runtime_launch *launch)
{
    const struct opf_run_request *request = run->request;
    if (!request->next)
        return launch_times(run, launch, request->repeat ? request->repeat : 1);
    OPF_TRY(launch_times(run, launch, 1));
    uint64_t ns = 0;
    for (unsigned times; (times = request->next(request->next_ctx, ns)) > 0;) {
        int64_t begin = opf_clock_ns();
        OPF_TRY(launch_times(run, launch, times));
        ns = (uint64_t)(opf_clock_ns() - begin);
    }
    return NULL;
}

static opf_status *launch(struct run *run, opf_runtime_kernel *kernel)
{
    const struct opf_op_facts *facts = run->request->facts;
    void *args[2 * MAX_PARAMS + 3];
    uint32_t num = 0;
    void *in[MAX_TENSORS]; /* in-place outputs are their input's memory: the kernel sees one address */
    memcpy(in, run->in_memory, sizeof in);
    for (uint32_t i = 0; i < run->out.flat_num; i++)
        if (run->borrowed[i] >= 0)
            in[run->borrowed[i]] = run->out_memory[i];
    run->blob_num = 1;
    OPF_TRY(push_args(run, &run->in, facts->input_num, facts->inputs, in, args, &num));
    OPF_TRY(push_args(run, &run->out, facts->output_num, facts->outputs, run->out_memory, args, &num));
    if (run->shapes)
        args[num++] = run->shapes;
    args[num++] = run->workspace;
    run->blobs[0] =
        (struct opf_runtime_blob){.arg_index = num, .bytes = run->result->tiling, .size = run->tiling.size};
    args[num++] = NULL;
    struct opf_runtime_launch launch = {.struct_size = sizeof launch,
                                        .block_dim = run->tiling.block_dim,
                                        .kernel = kernel,
                                        .tiling_key = run->tiling.tiling_key,
                                        .kernel_type = -1,
                                        .arg_num = num,
                                        .args = args,
                                        .blobs = run->blobs,
                                        .blob_num = run->blob_num,
                                        .flags = OPF_RUNTIME_HAS_TILING,
                                        .op_type = facts->op_type};
    for (uint32_t i = 0; i < run->out.flat_num; i++)
        launch.output_bytes += run->out.flat[i]->bytes;
    /* Each tensor has memory of its own; an operator without outputs changes its inputs. */
    for (uint32_t i = 0, n = 0; launch.output_bytes && i < run->in.flat_num && n < OPF_RUNTIME_FIXED; i++)
        if (in[i] == run->in_memory[i] && run->in.flat[i]->bytes >= OPF_RUNTIME_FIXED_MIN) {
            launch.fixed[n].from = in[i];
            launch.fixed[n++].bytes = run->in.flat[i]->bytes;
        }
    return launch_often(run, &launch);
}

/* Rank and dimensions of each output, as 64-bit words. */
static opf_status *shapes_to_device(struct run *run)
{
    const struct opf_op_facts *facts = run->request->facts;
    size_t bytes = facts->output_num * 2 * (1 + OPF_HOST_MAX_DIMS) * sizeof(uint64_t);
    bool computed = false;
    for (uint32_t p = 0; p < facts->output_num; p++)
        computed = computed || facts->outputs[p].computed_shape;
    if (!computed)
        return NULL;
    if (opf_runtime_malloc(bytes, &run->shapes) != 0)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s", opf_runtime_last_error());
    memset(run->shapes, 0, bytes);
    return NULL;
}

static opf_status *run_on_device(struct run *run, opf_runtime_kernel *kernel)
{
    OPF_TRY(to_device(&run->in, run->in_memory));
    OPF_TRY(to_device(&run->out, run->out_memory));
    OPF_TRY(shapes_to_device(run));
    if (opf_runtime_malloc(run->result->workspace + 1, &run->workspace) != 0)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "workspace of %llu bytes: %s",
                        (unsigned long long)run->result->workspace, opf_runtime_last_error());
    OPF_TRY(launch(run, kernel));
    for (uint32_t i = 0; i < run->out.flat_num; i++)
        memcpy(run->out.flat[i]->data, run->out_memory[i], run->out.flat[i]->bytes);
    for (uint32_t i = 0; run->request->inputs_back && i < run->in.flat_num; i++)
        memcpy(run->in.flat[i]->data, run->in_memory[i], run->in.flat[i]->bytes);
    for (uint32_t i = 0; run->request->inputs_back && i < run->out.flat_num; i++)
        if (run->borrowed[i] >= 0)
            memcpy(run->in.flat[run->borrowed[i]]->data, run->out_memory[i], run->out.flat[i]->bytes);
    return NULL;
}

/* Values that the definition wants outputs to hold before the kernel runs, by the kernel's .json. */
static opf_status *fill_outputs(struct run *run, const struct opf_index_kernel *kernel)
{
    const struct opf_op_facts *facts = run->request->facts;
    for (uint32_t i = 0; i < kernel->init_num; i++) {
        uint32_t flat = 0, p = kernel->inits[i].parameter;
        if (p < facts->input_num || p - facts->input_num >= facts->output_num)
            continue;
        p -= facts->input_num;
        for (uint32_t before = 0; before < p; before++)
            flat += run->out.instances[before];
        for (uint32_t k = 0; k < run->out.instances[p]; k++) {
            struct opf_run_tensor *out = run->out.flat[flat + k];
            for (int64_t at = opf_run_tensor_count(&out->shape); at-- > 0;)
                OPF_TRY(opf_run_tensor_set(out, at, kernel->inits[i].value));
        }
    }
    return NULL;
}

static opf_status *run_kernel(struct run *run)
{
    const struct opf_index_kernel *found;
    OPF_TRY(find_kernel(run, &found));
    OPF_TRY(fill_outputs(run, found));
    opf_runtime_kernel *kernel;
    const char *sha256 = *found->sha256 ? found->sha256 : NULL;
    if (opf_runtime_kernel_open(found->object_path, sha256, run->request->soc, &kernel) != 0)
        return OPF_FAIL(OPF_MISMATCH, "%s", opf_runtime_last_error());
    opf_status *status = run_on_device(run, kernel);
    free_device(&run->in, run->in_memory);
    free_device(&run->out, run->out_memory);
    if (run->workspace)
        (void)opf_runtime_free(run->workspace);
    if (run->shapes)
        (void)opf_runtime_free(run->shapes);
    opf_runtime_kernel_close(kernel);
    return status;
}

opf_status *opf_run_op(const struct opf_run_request *request, bool launch_kernel,
                       struct opf_run_result *result)
{
    memset(result, 0, sizeof *result);
    if (request->facts->input_num > MAX_PARAMS || request->facts->output_num > MAX_PARAMS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "%s has more than %d parameters", request->facts->op_type,
                        MAX_PARAMS);
    struct run *run = opf_calloc(1, sizeof *run);
    if (!run)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a run");
    run->request = request;
    run->result = result;
    opf_status *status = opf_arena_create(&run->arena);
    if (!status)
        status = make_node(run);
    if (!status)
        status = make_outputs(run);
    if (!status)
        status = run_tiling(run);
    bool empty = result->output_num > 0; /* nothing to compute: no launch, as aclnn does */
    for (size_t i = 0; i < result->output_num; i++)
        empty = empty && result->outputs[i].bytes == 0;
    if (!status && launch_kernel && !empty)
        status = run_kernel(run);
    opf_arena_destroy(run->arena);
    opf_free(run);
    return status;
}
