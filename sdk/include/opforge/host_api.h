/* C door to operators' host functions (shape inference, tiling), for the runtime and the tools. Implemented in
 * C++ by libopforge_host.so over the registries that operators' libophost_*.so fill when they are loaded.
 *
 * Ownership: everything passed in is borrowed for the call; results live in memory of the caller.
 * Errors: a function returns 0, or an aclnn status number (561001 shape inference, 561002 tiling, 561000
 * others) with a sentence in the calling thread's log (opf_host_last_error). Thread-safe after loading. */
#ifndef OPFORGE_HOST_API_H
#define OPFORGE_HOST_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OPF_HOST_MAX_DIMS       25
#define OPF_HOST_MAX_WORKSPACES 16

struct opf_host_shape {
    uint32_t dim_num;
    int64_t dims[OPF_HOST_MAX_DIMS];
};

/* One tensor instance. Placement of value: `data` non-NULL when the host can read the value now. */
struct opf_host_tensor {
    int32_t dtype; /* ge::DataType number */
    int32_t origin_format, storage_format;
    struct opf_host_shape origin_shape, storage_shape;
    const void *data;
    size_t data_size;
    /* non-contiguous view, when known; strides NULL = contiguous */
    const int64_t *strides;
    int64_t offset;
};

enum opf_host_attr_kind {
    OPF_ATTR_INT,
    OPF_ATTR_FLOAT,
    OPF_ATTR_BOOL,
    OPF_ATTR_STRING,
    OPF_ATTR_LIST_INT,
    OPF_ATTR_LIST_FLOAT,
    OPF_ATTR_LIST_BOOL,
    OPF_ATTR_LIST_LIST_INT,
    OPF_ATTR_DATATYPE /* ge::DataType number in v.i */
};
/* Attributes are positional, in the order of the operator definition. */
struct opf_host_attr {
    enum opf_host_attr_kind kind;
    union {
        int64_t i;
        float f;
        uint8_t b;
        const char *s;
        struct {
            const void *items; /* int64_t, float, uint8_t; for LIST_LIST_INT: struct opf_host_attr (LIST_INT) */
            size_t count;
        } list;
    } v;
};

/* One invocation. Tensors are flat instances; `*_instances[i]` says how many of them belong to the i-th
 * parameter of the definition: 1, 0 for an absent optional one, n for a dynamic one. */
struct opf_host_node {
    const char *op_type;
    const char *node_name; /* NULL = op_type */
    const struct opf_host_tensor *const *inputs;
    const uint32_t *input_instances;
    uint32_t input_param_num;
    const struct opf_host_tensor *const *outputs; /* shapes may be unset for inference */
    const uint32_t *output_instances;
    uint32_t output_param_num;
    const struct opf_host_attr *attrs;
    uint32_t attr_num;
    int32_t deterministic;
};

struct opf_host_tiling {
    uint64_t tiling_key;
    uint32_t block_dim;
    uint32_t schedule_mode;
    uint32_t local_memory_size;
    uint32_t need_atomic;
    uint32_t workspace_num;
    uint32_t reserved;
    uint64_t workspaces[OPF_HOST_MAX_WORKSPACES];
    void *data;      /* in: caller's buffer; out: the tiling structure */
    size_t capacity; /* in: bytes at `data`, at least 2048 is customary */
    size_t size;     /* out */
    /* out: the C++ name of the structure the function last asked the buffer for, as the operators' compiler writes it
     * and with its closing bracket ("optiling::Data]"); in the library's memory, NULL = the function did not say */
    const char *data_type;
};

typedef struct opf_host_op opf_host_op;
typedef struct opf_host_platform opf_host_platform;

/* dlopen an operators' library so that its registrations happen. Loading one twice is harmless. */
int opf_host_load(const char *library_path);
/* A chip from sdk/soc/<name>.yaml. `soc` is a short ("ascend950") or full name ("Ascend950PR_9599").
 * The search path is OPF_SOC_PATH, then the folder the library was installed with. Cached for the process. */
int opf_host_platform_open(const char *soc, const opf_host_platform **out);
/* The same chip with other counts of cores, as the control of core resources asks for: 0 = as many as `whole` has.
 * Host functions see these counts wherever they ask. A platform of its own, cached for the process; `whole` itself
 * when nothing differs. */
int opf_host_platform_limit(const opf_host_platform *whole, uint32_t cube_cores, uint32_t vector_cores,
                            const opf_host_platform **out);
/* The same with `vector_cores` (1 to as many as `whole` has) and its share of cube cores, rounded up. */
int opf_host_platform_reduce(const opf_host_platform *whole, uint32_t vector_cores, const opf_host_platform **out);
/* Who knows the device that the calling thread uses: its chip's full name and how many cores the thread may use.
 * Returns 0, or else nothing is known. Asked where host code wants "the" platform outside of a tiling; without one
 * the environment (OPF_SOC, OPF_CORES) says it. */
typedef int (*opf_host_device_fn)(const char **soc, uint32_t *cube_cores, uint32_t *vector_cores);
void opf_host_set_device(opf_host_device_fn ask);
/* Figures the runtime needs of a platform: keys "vector_core_cnt", "cube_core_cnt", "ub_size", "l1_size",
 * "l0_a_size", "l0_b_size", "l0_c_size", "bt_size", "fb_size", "l2_size", "npu_arch", "ub_user_size".
 * -1 for an unknown key. */
int64_t opf_host_platform_figure(const opf_host_platform *platform, const char *key);
const char *opf_host_platform_short_name(const opf_host_platform *platform);

/* NULL when no loaded library registered this type. The pointer stays valid for the process. */
const opf_host_op *opf_host_find_op(const char *op_type);
/* Names of all registered types, sorted, for "did you mean". Borrowed until the next load. */
const char *const *opf_host_list_ops(size_t *count);

int opf_host_infer_shape(const opf_host_op *op, const struct opf_host_node *node, struct opf_host_shape *outputs);
int opf_host_infer_dtype(const opf_host_op *op, const struct opf_host_node *node, int32_t *output_dtypes);
/* Runs TilingParse once per (op, platform) and then the tiling function. */
int opf_host_tiling_run(const opf_host_op *op, const struct opf_host_node *node, const opf_host_platform *platform,
                        struct opf_host_tiling *tiling);
/* The largest tiling structure the operator announced, in bytes: the capacity opf_host_tiling_run insists on. */
size_t opf_host_tiling_capacity(const opf_host_op *op);
/* 1 when the op's tiling reads the value of input `index`. */
int opf_host_tiling_needs_value(const opf_host_op *op, uint32_t index);

/* Tiling structures registered with BEGIN_TILING_DATA_DEF/REGISTER_TILING_DATA_CLASS, as C++ source text that
 * a kernel can include (plain structs of the same layout). For each registration of `op_type` (and of
 * `<op_type>_<key>`) calls `emit(ctx, registered_name, struct_name, struct_source, size)`. */
typedef void (*opf_host_emit_struct)(void *ctx, const char *registered_name, const char *struct_name,
                                     const char *source, size_t size);
int opf_host_tiling_structs(const char *op_type, opf_host_emit_struct emit, void *ctx);

/* The fields of a tiling result, read by the structure registered for `<op_type>_<key>` or else `op_type`: one
 * call for each number, in order, with its path ("rows", "inner.parts[1]"). `is_real`: the value is `real`, else
 * `whole`. Returns how many there were; 0 when no structure of that size is registered or a field has a type of the
 * operator's own. */
typedef void (*opf_host_emit_field)(void *ctx, const char *path, int is_real, int64_t whole, double real);
size_t opf_host_tiling_fields(const char *op_type, const struct opf_host_tiling *tiling, opf_host_emit_field emit,
                              void *ctx);

/* The sentence of this thread's last failure and everything the operator logged during it (one line each,
 * first reason first). Borrowed until the thread's next call. */
const char *opf_host_last_error(void);
const char *opf_host_last_log(void);
/* Keep operators' lines from this level up (0 debug, 1 info, 2 warning, 3 error = the default; environment:
 * OPF_HOST_LOG=debug). For the whole process. */
void opf_host_set_log_level(int level);

#ifdef __cplusplus
}
#endif
#endif
