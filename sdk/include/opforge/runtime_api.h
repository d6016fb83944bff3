/* C door to the run-time core (libascendcl.so) for the aclnn executor, oprun and other front ends: load a
 * kernel object, find the entry of a tiling key, put launches, copies and host functions on a stream, device
 * memory. Stand-alone: includes nothing of the project.
 *
 * Errors: a function returns 0 or an acl error number (acl_base.h); the sentence is then the calling thread's
 * recent error message (aclGetRecentErrMsg, opf_runtime_last_error). Work on a stream that fails is reported
 * by the next synchronisation of that stream. All functions are thread-safe. A NULL stream is the device's
 * default stream. Streams are aclrtStream, kept as `void *` here. */
#ifndef OPFORGE_RUNTIME_API_H
#define OPFORGE_RUNTIME_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OPF_RUNTIME_API __attribute__((visibility("default")))

/* ---- Kernel objects ----------------------------------------------------------------------------------- */

typedef struct opf_runtime_kernel opf_runtime_kernel;

/* The `.o` at `path`, verified and mapped. One mapping is shared by all openers of the same file; end each
 * open with opf_runtime_kernel_close. `sha256` is the lower-case hex digest its .json records, NULL = not
 * checked. `soc` is the short chip name the caller runs on ("ascend950"), NULL = the current device's. */
OPF_RUNTIME_API int opf_runtime_kernel_open(const char *path, const char *sha256, const char *soc,
                                            opf_runtime_kernel **out);
OPF_RUNTIME_API void opf_runtime_kernel_close(opf_runtime_kernel *kernel); /* NULL allowed */

/* 1 when the object has an entry for this tiling key. */
OPF_RUNTIME_API int opf_runtime_kernel_has_key(const opf_runtime_kernel *kernel, uint64_t tiling_key);
/* Keys in ascending order, borrowed until close. */
OPF_RUNTIME_API const uint64_t *opf_runtime_kernel_keys(const opf_runtime_kernel *kernel, size_t *count);
/* enum opf_abi_kernel_type of a key; -1 when there is no such key. */
OPF_RUNTIME_API int opf_runtime_kernel_type(const opf_runtime_kernel *kernel, uint64_t tiling_key);

/* ---- Launch ------------------------------------------------------------------------------------------- */

/* Bytes that the launch needs in device memory while it runs: copied by the enqueue, and the address of the
 * copy (32-byte aligned) put into args[arg_index]. For tiling structures, tensor-list descriptors, host
 * scalars. A word inside the bytes may hold a device address; nothing is relocated. */
struct opf_runtime_blob {
    uint32_t arg_index;
    uint32_t reserved;
    const void *bytes;
    size_t size;
};

#define OPF_RUNTIME_FIXED     4
#define OPF_RUNTIME_FIXED_MIN 2048u /* bytes of one that is worth naming */
struct opf_runtime_launch {
    uint32_t struct_size; /* sizeof(struct opf_runtime_launch) */
    uint32_t block_dim;
    opf_runtime_kernel *kernel; /* kept open by the runtime until the launch is done */
    uint64_t tiling_key;
    int32_t kernel_type; /* enum opf_abi_kernel_type, or -1 = what the object says of this key */
    uint32_t arg_num;    /* entries of args, at most OPF_RUNTIME_MAX_ARGS */
    void *const *args;   /* inputs, outputs, workspace, tiling: copied; may hold NULL where a blob goes */
    const struct opf_runtime_blob *blobs;
    uint32_t blob_num;
    uint32_t flags;        /* OPF_RUNTIME_* */
    const char *op_type;   /* for messages; copied; NULL = the object's */
    uint64_t output_bytes; /* size of all outputs, 0 = unknown: large ones are stored past the caches */
    /* Inputs that nothing changes during the launch (they share memory with no output): copies of them may wait for their
     * first reader. Up to the first of 0 bytes. */
    struct {
        const void *from;
        uint64_t bytes;
    } fixed[OPF_RUNTIME_FIXED];
};
#define OPF_RUNTIME_MAX_ARGS 1024u
/* Blob 0 is the tiling structure (its size is shown in messages and traces). */
#define OPF_RUNTIME_HAS_TILING 1u

OPF_RUNTIME_API int opf_runtime_launch_kernel(void *stream, const struct opf_runtime_launch *launch);

/* ---- Other work on a stream --------------------------------------------------------------------------- */

/* Run `run(arg)` on the host in stream order, then `drop(arg)` (may be NULL); drop also runs when the stream
 * is destroyed or has failed before. `run` must not wait for the stream. */
OPF_RUNTIME_API int opf_runtime_enqueue_host(void *stream, void (*run)(void *arg), void (*drop)(void *arg),
                                             void *arg);

#define OPF_RUNTIME_COPY_DIMS 8
/* dst[i0,i1,...] = src[i0,i1,...], dims.. innermost last; strides in bytes, may be 0 (source) or negative.
 * Source and destination must not overlap. Addresses are device (or host) memory. */
struct opf_runtime_copy {
    const void *src;
    void *dst;
    uint32_t elem_size; /* bytes of one element */
    uint32_t dim_num;   /* 0 = one element */
    int64_t dims[OPF_RUNTIME_COPY_DIMS];
    int64_t src_strides[OPF_RUNTIME_COPY_DIMS];
    int64_t dst_strides[OPF_RUNTIME_COPY_DIMS];
};
OPF_RUNTIME_API int opf_runtime_enqueue_copy(void *stream, const struct opf_runtime_copy *copy);
/* Fill `size` device bytes with `value` in stream order. */
OPF_RUNTIME_API int opf_runtime_enqueue_fill(void *stream, void *dst, uint8_t value, size_t size);

/* ---- Device ------------------------------------------------------------------------------------------- */

/* Figures of the current device's chip: "vector_core_cnt", "cube_core_cnt", "ub_size", "l1_size",
 * "l0_a_size", "l0_b_size", "l0_c_size", "bt_size", "fb_size", "l2_size", "npu_arch"; -1 for an unknown key.
 */
OPF_RUNTIME_API int64_t opf_runtime_figure(const char *key);
/* Cores that the calling thread may use (aclrtGetResInCurrentThread): cube cores in the upper half, vector cores in
 * the lower, so that one comparison tells whether they have changed; 0 when there is no chip. */
OPF_RUNTIME_API uint64_t opf_runtime_cores(void);
/* Short name ("ascend950") and full name ("Ascend950PR_9599") of the current chip. */
OPF_RUNTIME_API const char *opf_runtime_soc_short_name(void);
OPF_RUNTIME_API const char *opf_runtime_soc_full_name(void);

/* A system parameter (aclSysParamOpt number) as aclrtSetSysParamOpt set it, `unset` when it was not. */
OPF_RUNTIME_API int64_t opf_runtime_option(int opt, int64_t unset);

/* Device memory as aclrtMalloc gives it. */
OPF_RUNTIME_API int opf_runtime_malloc(size_t size, void **out);
OPF_RUNTIME_API int opf_runtime_free(void *ptr);

/* ---- Errors ------------------------------------------------------------------------------------------- */

/* Set the calling thread's recent error message (what aclGetRecentErrMsg returns next); returns `code`. */
OPF_RUNTIME_API int opf_runtime_set_error(int code, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The message without clearing it, "" when there is none. Borrowed until the thread's next call. */
OPF_RUNTIME_API const char *opf_runtime_last_error(void);

/* Figures of the last finished launch of this process, for tools and benchmarks. */
struct opf_runtime_launch_info {
    uint64_t ns;      /* start of the first core to end of the last */
    uint32_t cores;   /* logical cores run */
    uint32_t threads; /* host threads that took part */
    uint64_t tiling_key;
};
OPF_RUNTIME_API void opf_runtime_last_launch(struct opf_runtime_launch_info *out);

#ifdef __cplusplus
}
#endif
#endif
