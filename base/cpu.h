/* The model of the CPU we run on: recorded in kernels compiled for exactly this machine, compared when they
 * load. */
#ifndef OPF_BASE_CPU_H
#define OPF_BASE_CPU_H

#ifdef __cplusplus
extern "C" {
#endif

/* "AMD EPYC 9B45 128-Core Processor", cut to 31 characters; "" when the CPU does not tell. Static storage. */
const char *opf_cpu_model_name(void);

#ifdef __cplusplus
}
#endif
#endif
