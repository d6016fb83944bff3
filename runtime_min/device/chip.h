/* Figures of a chip, read from sdk/soc/<name>.yaml. */
#ifndef OPF_DEVICE_CHIP_H
#define OPF_DEVICE_CHIP_H

#include "base/status.h"
#include "opforge/abi.h"
#include <stddef.h>
#include <stdint.h>

struct opf_chip {
    char short_name[32]; /* "ascend950" */
    char full_name[48];  /* "Ascend950PR_9599" */
    uint32_t npu_arch;   /* 3510 */
    uint32_t vector_cores, cube_cores;
    uint64_t memory[OPF_MEM_COUNT]; /* bytes of each local memory, per enum opf_abi_memory */
    uint64_t l2_size, gm_size;
};

/* `soc` is a short or full name, any case. The folder searched is OPF_SOC_PATH (colon-separated), then the
 * places where opforge is installed. NOT_FOUND names what was searched and the nearest known chip. */
opf_status *opf_chip_read(const char *soc, struct opf_chip *out) OPF_NODISCARD;
/* The same chip with `cores` vector cores (a number in text, 1 to as many as it has) and its share of cube
 * cores, rounded up. INVALID_ARGUMENT otherwise. */
opf_status *opf_chip_reduce(struct opf_chip *chip, const char *cores) OPF_NODISCARD;
/* By the names of host_api.h ("ub_size" ...); -1 for an unknown one. */
int64_t opf_chip_figure(const struct opf_chip *chip, const char *key);

#endif
