/* acl memory: device allocations, pinned host memory, copies, fills. */
#include "base/alloc.h"
#include "runtime_min/acl/acl_check.h"
#include "runtime_min/device/gm_registry.h"
#include "runtime_min/launch/launch.h"
#include <string.h>
#include <unistd.h>

static aclError device_malloc(const char *call, void **devPtr, size_t size)
{
    OPF_ACL_NEED(devPtr, ACL_ERROR_INVALID_PARAM, "%s: devPtr is a null pointer", call);
    OPF_ACL_NEED(size > 0, ACL_ERROR_INVALID_PARAM, "%s: size is 0", call);
    opf_status *status = opf_gm_alloc(size, devPtr);
    return status ? opf_runtime_take_status(opf_status_note(status, "in %s", call)) : ACL_SUCCESS;
}

aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy; /* large blocks come in huge pages anyway */
    return device_malloc(__func__, devPtr, size);
}

aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    return device_malloc(__func__, devPtr, size);
}

aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    return device_malloc(__func__, devPtr, size);
}

aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg)
{
    (void)policy;
    (void)cfg;
    return device_malloc(__func__, devPtr, size);
}

aclError aclrtFree(void *devPtr)
{
    OPF_ACL_NEED_PTR(devPtr);
    opf_runtime_wait_all(); /* queued work may still use it */
    OPF_ACL_TRY(opf_gm_free(devPtr));
    return ACL_SUCCESS;
}

aclError aclrtMallocHost(void **hostPtr, size_t size)
{
    OPF_ACL_NEED_PTR(hostPtr);
    OPF_ACL_NEED(size > 0, ACL_ERROR_INVALID_PARAM, "aclrtMallocHost: size is 0");
    *hostPtr = opf_alloc_aligned(64, size);
    OPF_ACL_NEED(*hostPtr, ACL_ERROR_BAD_ALLOC, "aclrtMallocHost: no memory for %zu bytes", size);
    return ACL_SUCCESS;
}

aclError aclrtFreeHost(void *hostPtr)
{
    OPF_ACL_NEED_PTR(hostPtr);
    struct opf_gm_range r;
    OPF_ACL_NEED(!opf_gm_find((uintptr_t)hostPtr, &r), ACL_ERROR_INVALID_PARAM,
                 "aclrtFreeHost: %p is device memory; use aclrtFree", hostPtr);
    opf_runtime_wait_all();
    opf_free(hostPtr);
    return ACL_SUCCESS;
}

aclError aclrtMemFlush(void *devPtr, size_t size)
{
    OPF_ACL_NEED_PTR(devPtr);
    OPF_ACL_NEED(size > 0, ACL_ERROR_INVALID_PARAM, "%s: size is 0", __func__);
    return ACL_SUCCESS; /* host and device see one memory */
}

aclError aclrtMemInvalidate(void *devPtr, size_t size)
{
    return aclrtMemFlush(devPtr, size);
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* [ptr, ptr+size) must lie in one device allocation. */
static aclError need_device(const char *call, const char *what, const void *ptr, size_t size)
{
    struct opf_gm_range r;
    char text[160];
    uintptr_t start = (uintptr_t)ptr;
    if (!opf_gm_find(start, &r)) {
        opf_gm_describe(start, text, sizeof(text));
        return opf_runtime_set_error(ACL_ERROR_INVALID_PARAM, "%s: %s %p is not device memory: %s", call,
                                     what, ptr, text);
    }
    if (size > r.end - start)
        return opf_runtime_set_error(
            ACL_ERROR_INVALID_PARAM,
            "%s: %zu bytes at %s %p reach %zu bytes past the end of the allocation of %zu "
            "bytes at 0x%zx",
            call, size, what, ptr, (size_t)(start + size - r.start - r.size), r.size, (size_t)r.start);
    return ACL_SUCCESS;
}

static aclError check_copy(const char *call, void *dst, size_t destMax, const void *src, size_t count,
                           aclrtMemcpyKind kind)
{
    OPF_ACL_NEED(dst, ACL_ERROR_INVALID_PARAM, "%s: dst is a null pointer", call);
    OPF_ACL_NEED(src, ACL_ERROR_INVALID_PARAM, "%s: src is a null pointer", call);
    OPF_ACL_NEED(count > 0, ACL_ERROR_INVALID_PARAM, "%s: count is 0", call);
    OPF_ACL_NEED(count <= destMax, ACL_ERROR_INVALID_PARAM, "%s: count %zu is more than destMax %zu", call,
                 count, destMax);
    OPF_ACL_NEED(kind >= ACL_MEMCPY_HOST_TO_HOST && kind <= ACL_MEMCPY_INTER_DEVICE_TO_DEVICE,
                 ACL_ERROR_INVALID_PARAM, "%s: kind %d is not known", call, (int)kind);
    bool to_device =
        kind != ACL_MEMCPY_HOST_TO_HOST && kind != ACL_MEMCPY_DEVICE_TO_HOST && kind != ACL_MEMCPY_DEFAULT;
    bool from_device = kind == ACL_MEMCPY_DEVICE_TO_HOST || kind == ACL_MEMCPY_DEVICE_TO_DEVICE ||
                       kind >= ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    aclError error = to_device ? need_device(call, "dst", dst, count) : ACL_SUCCESS;
    if (error == ACL_SUCCESS && from_device)
        error = need_device(call, "src", src, count);
    return error;
}

/* ---- Copies -------------------------------------------------------------------------------------------- */

aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind)
{
    aclError error = check_copy(__func__, dst, destMax, src, count, kind);
    if (error == ACL_SUCCESS)
        memmove(dst, src, count);
    return error;
}

aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream)
{
    aclError error = check_copy(__func__, dst, destMax, src, count, kind);
    if (error != ACL_SUCCESS)
        return error;
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    struct opf_runtime_copy copy = {.src = src,
                                    .dst = dst,
                                    .elem_size = 1,
                                    .dim_num = 1,
                                    .dims = {(int64_t)count},
                                    .src_strides = {1},
                                    .dst_strides = {1}};
    OPF_ACL_TRY(opf_launch_enqueue_copy(s, &copy));
    return ACL_SUCCESS;
}

static aclError check_copy_2d(const char *call, void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, aclrtMemcpyKind kind)
{
    size_t dst_size, src_size;
    OPF_ACL_NEED(width > 0 && height > 0 && width <= dpitch && width <= spitch, ACL_ERROR_INVALID_PARAM,
                 "%s: width %zu, height %zu, pitches %zu and %zu: width must be 1 to both pitches", call,
                 width, height, dpitch, spitch);
    OPF_ACL_NEED(opf_size_mul(dpitch, height - 1, &dst_size) && opf_size_mul(spitch, height - 1, &src_size) &&
                     opf_size_add(dst_size, width, &dst_size) && opf_size_add(src_size, width, &src_size),
                 ACL_ERROR_INVALID_PARAM, "%s: the sizes overflow", call);
    aclError error = check_copy(call, dst, dst_size, src, width, kind);
    bool to_device = kind == ACL_MEMCPY_HOST_TO_DEVICE || kind == ACL_MEMCPY_DEVICE_TO_DEVICE;
    bool from_device = kind == ACL_MEMCPY_DEVICE_TO_HOST || kind == ACL_MEMCPY_DEVICE_TO_DEVICE;
    if (error == ACL_SUCCESS && to_device)
        error = need_device(call, "dst", dst, dst_size);
    if (error == ACL_SUCCESS && from_device)
        error = need_device(call, "src", src, src_size);
    return error;
}

aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind)
{
    aclError error = check_copy_2d(__func__, dst, dpitch, src, spitch, width, height, kind);
    for (size_t row = 0; error == ACL_SUCCESS && row < height; row++)
        memmove((uint8_t *)dst + row * dpitch, (const uint8_t *)src + row * spitch, width);
    return error;
}

aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream)
{
    aclError error = check_copy_2d(__func__, dst, dpitch, src, spitch, width, height, kind);
    if (error != ACL_SUCCESS)
        return error;
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    struct opf_runtime_copy copy = {.src = src,
                                    .dst = dst,
                                    .elem_size = 1,
                                    .dim_num = 2,
                                    .dims = {(int64_t)height, (int64_t)width},
                                    .src_strides = {(int64_t)spitch, 1},
                                    .dst_strides = {(int64_t)dpitch, 1}};
    OPF_ACL_TRY(opf_launch_enqueue_copy(s, &copy));
    return ACL_SUCCESS;
}

static aclError check_fill(const char *call, void *devPtr, size_t maxCount, size_t count)
{
    OPF_ACL_NEED(devPtr, ACL_ERROR_INVALID_PARAM, "%s: devPtr is a null pointer", call);
    OPF_ACL_NEED(count <= maxCount, ACL_ERROR_INVALID_PARAM, "%s: count %zu is more than maxCount %zu", call,
                 count, maxCount);
    struct opf_gm_range r;
    /* host memory is allowed too: it cannot be checked */
    return opf_gm_find((uintptr_t)devPtr, &r) ? need_device(call, "devPtr", devPtr, count) : ACL_SUCCESS;
}

aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count)
{
    aclError error = check_fill(__func__, devPtr, maxCount, count);
    if (error == ACL_SUCCESS)
        memset(devPtr, value, count);
    return error;
}

aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream)
{
    aclError error = check_fill(__func__, devPtr, maxCount, count);
    if (error != ACL_SUCCESS)
        return error;
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_launch_enqueue_fill(s, devPtr, (uint8_t)value, count));
    return ACL_SUCCESS;
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total)
{
    (void)attr; /* one memory serves every kind */
    OPF_ACL_NEED_PTR(free);
    OPF_ACL_NEED_PTR(total);
    long pages = sysconf(_SC_PHYS_PAGES), available = sysconf(_SC_AVPHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    OPF_ACL_NEED(pages > 0 && available >= 0 && page > 0, ACL_ERROR_INTERNAL_ERROR,
                 "%s: the operating system does not tell its memory", __func__);
    *total = (size_t)pages * (size_t)page;
    *free = (size_t)available * (size_t)page;
    return ACL_SUCCESS;
}
