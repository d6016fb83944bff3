/* Global memory: allocations of the device, and the question which live allocation an address belongs to. */
#ifndef OPF_DEVICE_GM_REGISTRY_H
#define OPF_DEVICE_GM_REGISTRY_H

#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

struct opf_gm_range {
    uintptr_t start, end; /* what a kernel may touch: the size rounded up to 32, plus 32 bytes */
    size_t size;          /* what was asked for */
};

/* Memory of at least `size` bytes, 512-byte aligned, with at least 32 bytes after its end that 32-byte block
 * transfers may touch. Large blocks end near a guard page and come in huge pages. */
opf_status *opf_gm_alloc(size_t size, void **out) OPF_NODISCARD;
/* Error (INVALID_ARGUMENT) when `ptr` is not the start of a live allocation; says so when it was freed
 * before. */
opf_status *opf_gm_free(void *ptr) OPF_NODISCARD;
/* The live allocation that holds `address`. Any thread. */
bool opf_gm_find(uintptr_t address, struct opf_gm_range *out);
/* The same for `num` addresses: the allocations found go to `out` one after the other; returns how many. */
uint32_t opf_gm_find_all(void *const *addresses, uint32_t num, struct opf_gm_range *out);
/* Live allocations and their bytes. */
void opf_gm_usage(size_t *count, size_t *bytes);
/* "32 bytes past the end of the allocation of 4096 bytes at 0x...", "in memory freed by aclrtFree ...". */
void opf_gm_describe(uintptr_t address, char *out, size_t size);

#endif
