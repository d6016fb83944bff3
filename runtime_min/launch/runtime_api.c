/* The exported functions of opforge/runtime_api.h over the run-time core. */
#include "opforge/runtime_api.h"

#include "runtime_min/launch/core_limits.h"
#include "runtime_min/launch/kernel_cache.h"
#include "runtime_min/launch/launch.h"
#include "runtime_min/launch/runtime_error.h"
#include "runtime_min/launch/runtime_state.h"

int opf_runtime_kernel_open(const char *path, const char *sha256, const char *soc, opf_runtime_kernel **out)
{
    if (!path || !out)
        return opf_runtime_set_error(OPF_ACL_INVALID_PARAM,
                                     "kernel_open: no path or no place for the result");
    const struct opf_chip *chip;
    *out = NULL;
    if (!soc) {
        opf_status *status = opf_runtime_chip(&chip);
        if (status)
            return opf_runtime_take_status(status);
        soc = chip->short_name;
    }
    return opf_runtime_take_status(opf_kernel_cache_open(path, sha256, soc, out));
}

void opf_runtime_kernel_close(opf_runtime_kernel *kernel)
{
    opf_kernel_cache_release(kernel);
}

int opf_runtime_kernel_has_key(const opf_runtime_kernel *kernel, uint64_t tiling_key)
{
    return kernel && opf_kernel_image_find(kernel->image, tiling_key) != NULL;
}

const uint64_t *opf_runtime_kernel_keys(const opf_runtime_kernel *kernel, size_t *count)
{
    *count = kernel->image->key_num;
    return kernel->image->key_list;
}

int opf_runtime_kernel_type(const opf_runtime_kernel *kernel, uint64_t tiling_key)
{
    const struct opf_kernel_key *key = opf_kernel_image_find(kernel->image, tiling_key);
    return key ? (int)key->kernel_type : -1;
}

int opf_runtime_launch_kernel(void *stream, const struct opf_runtime_launch *launch)
{
    opf_stream *s;
    if (!launch)
        return opf_runtime_set_error(OPF_ACL_INVALID_PARAM, "launch_kernel: no launch");
    opf_status *status = opf_runtime_stream(stream, &s);
    return opf_runtime_take_status(status ? status : opf_launch_enqueue(s, launch));
}

int opf_runtime_enqueue_host(void *stream, void (*run)(void *arg), void (*drop)(void *arg), void *arg)
{
    opf_stream *s;
    opf_status *status = opf_runtime_stream(stream, &s);
    return opf_runtime_take_status(status ? status : opf_launch_enqueue_host(s, run, drop, arg));
}

int opf_runtime_enqueue_copy(void *stream, const struct opf_runtime_copy *copy)
{
    opf_stream *s;
    if (!copy)
        return opf_runtime_set_error(OPF_ACL_INVALID_PARAM, "enqueue_copy: no copy");
    opf_status *status = opf_runtime_stream(stream, &s);
    return opf_runtime_take_status(status ? status : opf_launch_enqueue_copy(s, copy));
}

int opf_runtime_enqueue_fill(void *stream, void *dst, uint8_t value, size_t size)
{
    opf_stream *s;
    opf_status *status = opf_runtime_stream(stream, &s);
    return opf_runtime_take_status(status ? status : opf_launch_enqueue_fill(s, dst, value, size));
}

int64_t opf_runtime_figure(const char *key)
{
    const struct opf_chip *chip;
    opf_status *status = opf_runtime_chip(&chip);
    if (status) {
        (void)opf_runtime_take_status(status);
        return -1;
    }
    return key ? opf_chip_figure(chip, key) : -1;
}

uint64_t opf_runtime_cores(void)
{
    struct opf_cores cores;
    opf_status *status = opf_core_limits_of_thread(&cores);
    if (status) {
        (void)opf_runtime_take_status(status);
        return 0;
    }
    return (uint64_t)cores.num[OPF_CORES_CUBE] << 32 | cores.num[OPF_CORES_VECTOR];
}

const char *opf_runtime_soc_short_name(void)
{
    const struct opf_chip *chip;
    opf_status *status = opf_runtime_chip(&chip);
    if (status) {
        (void)opf_runtime_take_status(status);
        return "";
    }
    return chip->short_name;
}

const char *opf_runtime_soc_full_name(void)
{
    const struct opf_chip *chip;
    opf_status *status = opf_runtime_chip(&chip);
    if (status) {
        (void)opf_runtime_take_status(status);
        return "";
    }
    return chip->full_name;
}

int opf_runtime_malloc(size_t size, void **out)
{
    if (!out)
        return opf_runtime_set_error(OPF_ACL_INVALID_PARAM, "malloc: no place for the result");
    return opf_runtime_take_status(opf_gm_alloc(size, out));
}

int opf_runtime_free(void *ptr)
{
    return opf_runtime_take_status(opf_gm_free(ptr));
}

void opf_runtime_last_launch(struct opf_runtime_launch_info *out)
{
    opf_launch_last(out);
}
