/* What the CPU we run on can do, in the terms of the kernel-object ABI. */
#ifndef OPF_ELF_CPU_HOST_H
#define OPF_ELF_CPU_HOST_H

#include <stddef.h>
#include <stdint.h>

uint32_t opf_cpu_host_bits(void); /* enum opf_abi_cpu */
/* "x86-64-v3, avx512-fp16": names of the bits, into `out`; returns `out`. */
const char *opf_cpu_bits_text(uint32_t bits, char *out, size_t size);

#endif
