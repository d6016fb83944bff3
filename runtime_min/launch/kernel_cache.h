/* Loaded kernel objects, one mapping for all users of a file, counted. */
#ifndef OPF_LAUNCH_KERNEL_CACHE_H
#define OPF_LAUNCH_KERNEL_CACHE_H

#include "opforge/runtime_api.h"
#include "runtime_min/elf/kernel_image.h"

struct opf_runtime_kernel {
    struct opf_kernel_image *image;
    uint32_t refs;
    /* identity of the file when it was loaded: a rebuilt file is loaded anew */
    uint64_t dev, ino, size;
    int64_t mtime_ns;
    struct opf_runtime_kernel *next;
};

opf_status *opf_kernel_cache_open(const char *path, const char *sha256, const char *soc,
                                  opf_runtime_kernel **out) OPF_NODISCARD;
void opf_kernel_cache_retain(opf_runtime_kernel *kernel);
void opf_kernel_cache_release(opf_runtime_kernel *kernel);

#endif
