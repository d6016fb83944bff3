/* One launch on the emulated device: `block_dim` AI cores' worth of logical cores, each a fibre, handed out
 * in order to the host threads that take part. The calling thread always takes part; threads of the device's
 * pool join when there is enough to do. */
#ifndef OPF_DEVICE_GRID_H
#define OPF_DEVICE_GRID_H

#include "runtime_min/device/chip.h"
#include "runtime_min/device/gm_registry.h"
#include "runtime_min/elf/kernel_image.h"

typedef struct opf_device opf_device;

/* Worker threads: env OPF_THREADS, default the CPUs of the process (the caller counts as one).
 * OPF_SCHED=<seed> runs cores in a shuffled order, the same for a seed when one thread is used. OPF_POISON=1
 * fills the local memories with ones before each core, so that a read of what was never written shows. */
opf_status *opf_device_create(const struct opf_chip *chip, opf_device **out) OPF_NODISCARD;
void opf_device_destroy(opf_device *device); /* no launch may be running */
const struct opf_chip *opf_device_chip(const opf_device *device);

struct opf_grid_spec {
    const struct opf_kernel_image *kernel;
    struct opf_kernel_key *key;
    const char *op_type;
    uint32_t kernel_type;
    uint32_t block_dim;
    void *const *args;
    uint32_t arg_num;
    const struct opf_gm_range *extra; /* memory of this launch alone (tiling, descriptors) */
    uint32_t extra_num;
    uint64_t output_bytes; /* 0 = unknown */
    struct opf_abi_range fixed[OPF_FIXED_MAX]; /* what nothing changes during the launch */
};

struct opf_grid_info {
    uint64_t ns;
    uint32_t cores, threads;
};

/* Run to the end. KERNEL_FAULT or DEADLOCK with the whole report when the kernel broke a rule; the device can
 * be used again at once. `info` may be NULL. */
opf_status *opf_grid_run(opf_device *device, const struct opf_grid_spec *spec,
                         struct opf_grid_info *info) OPF_NODISCARD;

#endif
