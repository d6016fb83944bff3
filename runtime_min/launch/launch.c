/* Launch records: one block of memory each, holding the arguments and the device copies of tiling and
 * descriptors. */
#include "runtime_min/launch/launch.h"
#include "opforge/phase_api.h"

#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/launch/kernel_cache.h"
#include "runtime_min/launch/runtime_state.h"
#include <stdlib.h>
#include <string.h>

#define BLOB_ALIGN 32u
/* Kernels may read a tiling structure in whole 32-byte blocks. */
#define BLOB_TAIL 64u

struct launch_task {
    struct opf_task task;
    opf_runtime_kernel *kernel;
    struct opf_grid_spec spec;
    struct opf_gm_range range;
    char op_type[64];
    void *args[]; /* then the blobs */
};

static opf_mutex last_lock;
static struct opf_runtime_launch_info last_info;

void opf_launch_last(struct opf_runtime_launch_info *out)
{
    opf_mutex_lock(&last_lock);
    *out = last_info;
    opf_mutex_unlock(&last_lock);
}

/* A kernel's failure is told once, when it happens; synchronising may come much later. */
static opf_status *tell(opf_status *status)
{
    if (status)
        opf_status_print(stderr, status);
    return status;
}

static opf_status *run_launch(struct opf_task *task)
{
    struct launch_task *t = (struct launch_task *)task;
    struct opf_grid_info info = {0};
    opf_device *device;
    OPF_TRY(opf_runtime_device(&device));
    uint64_t begin = opf_phase_begin();
    opf_status *status = opf_grid_run(device, &t->spec, &info);
    opf_phase_end(OPF_PHASE_KERNEL, begin);
    opf_mutex_lock(&last_lock);
    last_info = (struct opf_runtime_launch_info){
        .ns = info.ns, .cores = info.cores, .threads = info.threads, .tiling_key = t->spec.key->key};
    opf_mutex_unlock(&last_lock);
    return tell(status);
}

static void drop_launch(struct opf_task *task)
{
    struct launch_task *t = (struct launch_task *)task;
    opf_kernel_cache_release(t->kernel);
    opf_free(t);
}

static opf_status *check_launch(const struct opf_runtime_launch *l, struct opf_kernel_key **key)
{
    if (l->struct_size != sizeof(*l))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "launch structure of %u bytes, expected %zu", l->struct_size,
                        sizeof(*l));
    if (!l->kernel)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "launch without a kernel");
    if (l->arg_num > OPF_RUNTIME_MAX_ARGS || (l->arg_num && !l->args) || (l->blob_num && !l->blobs))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "launch with %u arguments and %u blobs; at most %u arguments",
                        l->arg_num, l->blob_num, OPF_RUNTIME_MAX_ARGS);
    const struct opf_kernel_image *image = l->kernel->image;
    *key = opf_kernel_image_find(image, l->tiling_key);
    if (!*key)
        return OPF_FAIL(
            OPF_NOT_FOUND, "%s: no entry for tiling key %llu (it has %zu keys, from %llu to %llu)",
            image->path, (unsigned long long)l->tiling_key, image->key_num,
            (unsigned long long)image->key_list[0], (unsigned long long)image->key_list[image->key_num - 1]);
    if (l->block_dim == 0 || l->block_dim > 65535)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "block dim %u of kernel %s; it must be 1 to 65535", l->block_dim,
                        l->op_type ? l->op_type : image->descriptor.op_type);
    return NULL;
}

static bool blob_bytes(const struct opf_runtime_launch *l, size_t *out)
{
    size_t total = 0;
    for (uint32_t i = 0; i < l->blob_num; i++) {
        if (l->blobs[i].arg_index >= l->arg_num || (l->blobs[i].size && !l->blobs[i].bytes) ||
            l->blobs[i].size > SIZE_MAX / 4 ||
            !opf_size_add(total, (l->blobs[i].size + BLOB_TAIL + BLOB_ALIGN) & ~(size_t)(BLOB_ALIGN - 1),
                          &total))
            return false;
    }
    *out = total;
    return true;
}

static void fill_launch(struct launch_task *t, const struct opf_runtime_launch *l, size_t blob_total)
{
    if (l->arg_num)
        memcpy(t->args, l->args, l->arg_num * sizeof(void *));
    uint8_t *at =
        (uint8_t *)(((uintptr_t)&t->args[l->arg_num] + BLOB_ALIGN - 1) & ~(uintptr_t)(BLOB_ALIGN - 1));
    t->range.start = (uintptr_t)at;
    t->range.end = (uintptr_t)at + blob_total;
    t->range.size = blob_total;
    for (uint32_t i = 0; i < l->blob_num; i++) {
        size_t size = l->blobs[i].size;
        size_t step = (size + BLOB_TAIL + BLOB_ALIGN) & ~(size_t)(BLOB_ALIGN - 1);
        if (size)
            memcpy(at, l->blobs[i].bytes, size);
        memset(at + size, 0, step - size);
        t->args[l->blobs[i].arg_index] = at;
        at += step;
    }
}

opf_status *opf_launch_enqueue(opf_stream *stream, const struct opf_runtime_launch *l)
{
    struct opf_kernel_key *key = NULL;
    size_t blobs = 0;
    OPF_TRY(check_launch(l, &key));
    if (!blob_bytes(l, &blobs))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "a blob of the launch has no bytes or no argument to go to");
    size_t size = sizeof(struct launch_task) + l->arg_num * sizeof(void *) + BLOB_ALIGN + blobs;
    struct launch_task *t = opf_alloc(size);
    if (!t)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a launch record of %zu bytes", size);
    memset(t, 0, sizeof(*t));
    fill_launch(t, l, blobs);
    const char *op_type = l->op_type ? l->op_type : l->kernel->image->descriptor.op_type;
    memcpy(t->op_type, op_type, strnlen(op_type, sizeof(t->op_type) - 1));
    opf_kernel_cache_retain(l->kernel);
    t->kernel = l->kernel;
    t->task = (struct opf_task){.run = run_launch, .drop = drop_launch};
    t->spec = (struct opf_grid_spec){.kernel = l->kernel->image,
                                     .key = key,
                                     .op_type = t->op_type,
                                     .kernel_type =
                                         l->kernel_type < 0 ? key->kernel_type : (uint32_t)l->kernel_type,
                                     .block_dim = l->block_dim,
                                     .args = t->args,
                                     .arg_num = l->arg_num,
                                     .extra = &t->range,
                                     .extra_num = blobs ? 1 : 0,
                                     .output_bytes = l->output_bytes};
    for (int i = 0; i < OPF_FIXED_MAX; i++)
        t->spec.fixed[i] = (struct opf_abi_range){(uintptr_t)l->fixed[i].from, l->fixed[i].bytes};
    opf_status *status = opf_stream_enqueue(stream, &t->task);
    if (status)
        drop_launch(&t->task);
    return status;
}

/* ---- Copies -------------------------------------------------------------------------------------------- */

struct copy_task {
    struct opf_task task;
    struct opf_runtime_copy copy;
};

static void copy_row(const struct opf_runtime_copy *c, const uint8_t *src, uint8_t *dst, int64_t n,
                     int64_t ss, int64_t ds)
{
    if (ss == (int64_t)c->elem_size && ds == ss) {
        memcpy(dst, src, (size_t)n * c->elem_size);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        switch (c->elem_size) {
        case 1:
            *dst = *src;
            break;
        case 2:
            memcpy(dst, src, 2);
            break;
        case 4:
            memcpy(dst, src, 4);
            break;
        case 8:
            memcpy(dst, src, 8);
            break;
        default:
            memcpy(dst, src, c->elem_size);
            break;
        }
        src += ss;
        dst += ds;
    }
}

static void copy_dims(const struct opf_runtime_copy *c, uint32_t dim, const uint8_t *src, uint8_t *dst)
{
    int64_t ss = c->src_strides[dim], ds = c->dst_strides[dim];
    if (dim + 1 == c->dim_num) {
        copy_row(c, src, dst, c->dims[dim], ss, ds);
        return;
    }
    for (int64_t i = 0; i < c->dims[dim]; i++)
        copy_dims(c, dim + 1, src + i * ss, dst + i * ds);
}

static opf_status *run_copy(struct opf_task *task)
{
    const struct opf_runtime_copy *c = &((struct copy_task *)task)->copy;
    if (c->dim_num == 0)
        memcpy(c->dst, c->src, c->elem_size);
    else
        copy_dims(c, 0, c->src, c->dst);
    return NULL;
}

static void drop_plain(struct opf_task *task)
{
    opf_free(task);
}

/* The bytes a copy touches on one side; false on overflow. */
static bool extent(const struct opf_runtime_copy *c, const void *base, const int64_t *strides,
                   uintptr_t *start, uintptr_t *end)
{
    int64_t low = 0, high = c->elem_size, step;
    for (uint32_t d = 0; d < c->dim_num; d++) {
        if (__builtin_mul_overflow(c->dims[d] - 1, strides[d], &step) ||
            __builtin_add_overflow(step < 0 ? low : high, step, step < 0 ? &low : &high))
            return false;
    }
    *start = (uintptr_t)base + (uintptr_t)low;
    *end = (uintptr_t)base + (uintptr_t)high;
    return true;
}

static opf_status *check_side(const char *what, uintptr_t start, uintptr_t end)
{
    struct opf_gm_range r;
    if (opf_gm_find(start, &r) && end > r.end) {
        char text[160];
        opf_gm_describe(end - 1, text, sizeof(text));
        return OPF_FAIL(OPF_OUT_OF_RANGE, "the strided copy's %s reaches %s", what, text);
    }
    return NULL;
}

opf_status *opf_launch_enqueue_copy(opf_stream *stream, const struct opf_runtime_copy *copy)
{
    if (!copy->src || !copy->dst || !copy->elem_size || copy->dim_num > OPF_RUNTIME_COPY_DIMS)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "strided copy from %p to %p, elements of %u bytes, %u dimensions (at most %d)",
                        copy->src, copy->dst, copy->elem_size, copy->dim_num, OPF_RUNTIME_COPY_DIMS);
    for (uint32_t d = 0; d < copy->dim_num; d++) {
        if (copy->dims[d] < 0)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "strided copy: dimension %u has %lld elements", d,
                            (long long)copy->dims[d]);
        if (copy->dims[d] == 0)
            return NULL;
    }
    uintptr_t s0, s1, d0, d1;
    if (!extent(copy, copy->src, copy->src_strides, &s0, &s1) ||
        !extent(copy, copy->dst, copy->dst_strides, &d0, &d1))
        return OPF_FAIL(OPF_OUT_OF_RANGE, "strided copy: the strides overflow");
    OPF_TRY(check_side("source", s0, s1));
    OPF_TRY(check_side("destination", d0, d1));
    struct copy_task *t = opf_alloc(sizeof(*t));
    if (!t)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a copy");
    t->task = (struct opf_task){.run = run_copy, .drop = drop_plain};
    t->copy = *copy;
    opf_status *status = opf_stream_enqueue(stream, &t->task);
    if (status)
        opf_free(t);
    return status;
}

struct fill_task {
    struct opf_task task;
    void *dst;
    size_t size;
    uint8_t value;
};

static opf_status *run_fill(struct opf_task *task)
{
    struct fill_task *t = (struct fill_task *)task;
    memset(t->dst, t->value, t->size);
    return NULL;
}

opf_status *opf_launch_enqueue_fill(opf_stream *stream, void *dst, uint8_t value, size_t size)
{
    if (!dst)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "fill of %zu bytes at a null address", size);
    OPF_TRY(check_side("destination", (uintptr_t)dst, (uintptr_t)dst + size));
    struct fill_task *t = opf_alloc(sizeof(*t));
    if (!t)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a fill");
    *t = (struct fill_task){
        .task = {.run = run_fill, .drop = drop_plain}, .dst = dst, .size = size, .value = value};
    opf_status *status = opf_stream_enqueue(stream, &t->task);
    if (status)
        opf_free(t);
    return status;
}

/* ---- Host functions ------------------------------------------------------------------------------------ */

struct host_task {
    struct opf_task task;
    void (*run)(void *);
    void (*drop)(void *);
    void *arg;
};

static opf_status *run_host(struct opf_task *task)
{
    struct host_task *t = (struct host_task *)task;
    t->run(t->arg);
    return NULL;
}

static void drop_host(struct opf_task *task)
{
    struct host_task *t = (struct host_task *)task;
    if (t->drop)
        t->drop(t->arg);
    opf_free(t);
}

opf_status *opf_launch_enqueue_host(opf_stream *stream, void (*run)(void *), void (*drop)(void *), void *arg)
{
    if (!run)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "host task without a function");
    struct host_task *t = opf_alloc(sizeof(*t));
    if (!t)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a host task");
    *t = (struct host_task){
        .task = {.run = run_host, .drop = drop_host}, .run = run, .drop = drop, .arg = arg};
    opf_status *status = opf_stream_enqueue(stream, &t->task);
    if (status)
        opf_free(t);
    return status;
}
