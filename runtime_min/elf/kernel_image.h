/* A compiled kernel object: its descriptor, its entries by tiling key, and (when it may run here) its
 * mapping. */
#ifndef OPF_ELF_KERNEL_IMAGE_H
#define OPF_ELF_KERNEL_IMAGE_H

#include "opforge/abi.h"
#include "runtime_min/elf/elf_image.h"

#define OPF_KERNEL_MAX_BYTES ((size_t)512 << 20) /* size of an object file */

/* One tiling key. Mixed kernels may have one function per core kind; others leave both the same. */
struct opf_kernel_key {
    uint64_t key;
    uint32_t kernel_type; /* enum opf_abi_kernel_type */
    bool has_meta;        /* a `.ascend.meta.<symbol>` section described it */
    uint64_t entry[2];    /* address inside the object, per enum opf_abi_core_kind */
    const char *symbol;   /* of entry[OPF_CORE_AIV], else of the other */
    uint64_t ns_per_core; /* moving average of a core's run time, kept by the launcher; 0 = never run */
    /* of cores that meet, kept by the launcher as well (device/deal.h): they have met, in so many launches; which
     * order they begin in; and how many launches in a row spoke against it */
    bool meets, dealt;
    uint32_t met, doubts;
    uint64_t alone; /* launches with so much memory are run by one thread (regions.c); 0 = none */
};

struct opf_kernel_image {
    char *path;
    char sha256[65];
    size_t file_size;
    struct opf_kernel_descriptor descriptor;
    struct opf_elf_image image;  /* base NULL when only inspected */
    struct opf_kernel_key *keys; /* ascending */
    uint64_t *key_list;
    size_t key_num;
    char *names; /* storage of the symbols */
};

/* Read, check and map the object at `path`. `sha256` (lower-case hex, NULL = do not compare) is verified
 * before anything else is looked at; `soc` (short name, NULL = any) must be the object's. MISMATCH for a
 * wrong digest, ABI, chip or CPU, each with its own sentence. */
opf_status *opf_kernel_image_load(const char *path, const char *sha256, const char *soc,
                                  struct opf_kernel_image **out) OPF_NODISCARD;
/* As load from bytes already in memory; `map` false reads descriptor and keys only, of any machine or CPU. */
opf_status *opf_kernel_image_from_bytes(const char *path, const void *bytes, size_t size, const char *soc,
                                        bool map, struct opf_kernel_image **out) OPF_NODISCARD;
void opf_kernel_image_destroy(struct opf_kernel_image *kernel);

struct opf_kernel_key *opf_kernel_image_find(const struct opf_kernel_image *kernel,
                                             uint64_t key); /* or NULL */
const char *opf_kernel_type_name(uint32_t kernel_type);     /* "AIV_ONLY" */

/* A record of a `.ascend.meta*` section. */
struct opf_meta_record {
    uint16_t type, length;
    const uint8_t *payload;
};
/* Step through a section: `*at` starts at 0; false at the end or at a record cut short (*broken says which).
 */
bool opf_meta_next(const uint8_t *bytes, size_t size, size_t *at, struct opf_meta_record *out, bool *broken);

#endif
