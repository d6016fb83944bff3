/* What every hand-written test kernel needs: the ABI, its descriptor, shorthand. These are plain C so that
 * the run-time core is tested without the device SDK. */
#include "opforge/abi.h"

#ifndef OBJECT_CPU
#define OBJECT_CPU OPF_CPU_X86_64_V2
#endif
#ifndef OBJECT_TYPE
#define OBJECT_TYPE OPF_KERNEL_AIV_ONLY
#endif

__attribute__((visibility("default"))) const struct opf_kernel_descriptor opf_kernel_descriptor = {
    .magic = OPF_ABI_MAGIC,
    .abi_version = OPF_ABI_VERSION,
    .struct_size = sizeof(struct opf_kernel_descriptor),
    .core_size = sizeof(struct opf_core),
#if defined(__x86_64__)
    .cpu = OBJECT_CPU,
#else
    .cpu = OPF_CPU_AARCH64,
#endif
    .kernel_type = OBJECT_TYPE,
    .npu_arch = 3510,
    .soc = "ascend950",
    .op_type = "TestKernel",
};

#define KERNEL __attribute__((visibility("default")))
#define CORE   opf_this_core
