/* Local memories of logical cores (UB, L1, L0 ...): mapped below 4 GiB with a guard page after each, at the
 * chip's real sizes. A set is taken when a core starts and given back when it ends, last used first, so that
 * the same hot pages serve core after core. */
#ifndef OPF_DEVICE_CORE_MEMORY_H
#define OPF_DEVICE_CORE_MEMORY_H

#include "runtime_min/device/chip.h"

struct opf_core_memory {
    struct opf_abi_local mem[OPF_MEM_COUNT];
    struct opf_core_memory *next;
};

/* Bytes before and after a memory that fault when they are touched; kernels reach UB by pointers and offsets
 * that may be far off. */
static inline size_t opf_core_memory_guard(int memory)
{
    return memory == OPF_MEM_UB ? (size_t)1 << 20 : 4096;
}

struct opf_core_memory_pool; /* one per device */

opf_status *opf_core_memory_pool_create(const struct opf_chip *chip,
                                        struct opf_core_memory_pool **out) OPF_NODISCARD;
void opf_core_memory_pool_destroy(
    struct opf_core_memory_pool *pool); /* every set must have been given back */
opf_status *opf_core_memory_take(struct opf_core_memory_pool *pool,
                                 struct opf_core_memory **out) OPF_NODISCARD;
void opf_core_memory_give(struct opf_core_memory_pool *pool, struct opf_core_memory *memory);
/* Name of a memory ("UB", "L1", ...). */
const char *opf_core_memory_name(int memory);

#endif
