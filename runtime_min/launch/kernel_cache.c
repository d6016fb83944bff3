/* The list of loaded kernel objects. */
#include "runtime_min/launch/kernel_cache.h"

#include "base/alloc.h"
#include "base/log.h"
#include "base/thread.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static opf_mutex lock;
static opf_runtime_kernel *loaded;

static bool same_file(const opf_runtime_kernel *k, const char *path, const struct stat *st)
{
    return k->dev == (uint64_t)st->st_dev && k->ino == (uint64_t)st->st_ino &&
           k->size == (uint64_t)st->st_size &&
           k->mtime_ns == (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec &&
           strcmp(k->image->path, path) == 0;
}

static opf_status *load(const char *path, const char *sha256, const char *soc, const struct stat *st,
                        opf_runtime_kernel **out)
{
    opf_runtime_kernel *k = opf_calloc(1, sizeof(*k));
    if (!k)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to load %s", path);
    opf_status *status = opf_kernel_image_load(path, sha256, soc, &k->image);
    if (status) {
        opf_free(k);
        return status;
    }
    OPF_LOG("loader", OPF_LOG_DEBUG, "loaded %s: %zu keys, %zu bytes; in gdb: add-symbol-file %s -o 0x%zx",
            path, k->image->key_num, k->image->file_size, path, (size_t)(uintptr_t)k->image->image.base);
    k->refs = 1;
    k->dev = (uint64_t)st->st_dev;
    k->ino = (uint64_t)st->st_ino;
    k->size = (uint64_t)st->st_size;
    k->mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
    k->next = loaded;
    loaded = k;
    *out = k;
    return NULL;
}

/* A mapping that is shared was verified by its first opener; the digest and chip asked for now must still
 * fit. */
static opf_status *check_shared(const opf_runtime_kernel *k, const char *sha256, const char *soc)
{
    const struct opf_kernel_image *image = k->image;
    if (sha256 && image->sha256[0] && strcasecmp(image->sha256, sha256) != 0)
        return OPF_FAIL(OPF_MISMATCH,
                        "%s: its sha256 is %s, its .json says %s: the two files are not from one build",
                        image->path, image->sha256, sha256);
    if (soc && strcasecmp(image->descriptor.soc, soc) != 0)
        return OPF_FAIL(OPF_MISMATCH,
                        "%s: built for %s, the current device is %s; build the operator with --soc=%s",
                        image->path, image->descriptor.soc, soc, soc);
    return NULL;
}

opf_status *opf_kernel_cache_open(const char *path, const char *sha256, const char *soc,
                                  opf_runtime_kernel **out)
{
    struct stat st;
    *out = NULL;
    if (stat(path, &st) != 0)
        return OPF_FAIL(errno == ENOENT ? OPF_NOT_FOUND : OPF_IO, "kernel object %s: %s", path,
                        strerror(errno));
    opf_mutex_lock(&lock);
    opf_runtime_kernel *k = loaded;
    while (k && !(same_file(k, path, &st) && (!sha256 || k->image->sha256[0])))
        k = k->next;
    opf_status *status;
    if (k) {
        status = check_shared(k, sha256, soc);
        if (!status) {
            k->refs++;
            *out = k;
        }
    } else {
        status = load(path, sha256, soc, &st, out);
    }
    opf_mutex_unlock(&lock);
    return status;
}

void opf_kernel_cache_retain(opf_runtime_kernel *kernel)
{
    __atomic_add_fetch(&kernel->refs, 1, __ATOMIC_RELAXED);
}

void opf_kernel_cache_release(opf_runtime_kernel *kernel)
{
    if (!kernel || __atomic_sub_fetch(&kernel->refs, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    opf_mutex_lock(&lock);
    bool dead = __atomic_load_n(&kernel->refs, __ATOMIC_ACQUIRE) == 0; /* else opened again meanwhile */
    if (dead) {
        opf_runtime_kernel **p = &loaded;
        while (*p && *p != kernel)
            p = &(*p)->next;
        dead = *p != NULL;
        if (dead)
            *p = kernel->next;
    }
    opf_mutex_unlock(&lock);
    if (dead) {
        opf_kernel_image_destroy(kernel->image);
        opf_free(kernel);
    }
}
