/* The CPU we run on: its model, recorded in kernels compiled for exactly this machine and compared when they
 * load; and its caches. */
#ifndef OPF_BASE_CPU_H
#define OPF_BASE_CPU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "AMD EPYC 9B45 128-Core Processor", cut to 31 characters; "" when the CPU does not tell. Static storage. */
const char *opf_cpu_model_name(void);

/* Bytes of the largest cache that one core reaches; 32 MiB when the system does not tell. */
uint64_t opf_cpu_cache_size(void);

#ifdef __cplusplus
}
#endif
#endif
