// What a compiled kernel leaves for opc to read: records in sections that the linker drops (SHF_EXCLUDE).
// Each record is one 64-bit number:
//   .opf.keys    a tiling key that the source compares with (TILING_KEY_IS)
//   .opf.tiling  size of a tiling structure that the source registers
//   .opf.ktype   kernel type of the file (KERNEL_TASK_TYPE_DEFAULT), a number of enum opf_abi_kernel_type
//   .opf.cpu     CPU features the code was compiled for, bits of enum opf_abi_cpu
#ifndef OPF_DEVICE_OBJECT_H
#define OPF_DEVICE_OBJECT_H

#include "opforge/abi.h"

#define OPF_RECORD(section, value)                                                                            \
    __asm__ volatile(".pushsection " section ",\"e\",@progbits\n\t.quad %c0\n\t.popsection" ::"i"(value))
// Where a kernel's entry keeps the addresses it was called with: get_para_base (a slot of opf_core.device_state).
#define OPF_ARGUMENTS_SLOT       7
#define OPF_KEEP_ARGUMENTS(args) (opf_this_core->device_state[OPF_ARGUMENTS_SLOT] = const_cast<void **>(args))

#define OPF_RECORD_KEY(key)          OPF_RECORD(".opf.keys", (unsigned long long)(key))
#define OPF_RECORD_TILING(size)      OPF_RECORD(".opf.tiling", (unsigned long long)(size))
#define OPF_RECORD_KERNEL_TYPE(type) OPF_RECORD(".opf.ktype", (unsigned long long)(type))

#if defined(__aarch64__)
#define OPF_CPU_BITS OPF_CPU_AARCH64
#else
#if defined(__SSE4_2__) && defined(__POPCNT__)
#define OPF_CPU_V2_BIT OPF_CPU_X86_64_V2
#else
#define OPF_CPU_V2_BIT 0
#endif
#if defined(__AVX2__) || defined(__BMI2__) || defined(__FMA__) || defined(__F16C__)
#define OPF_CPU_V3_BIT OPF_CPU_X86_64_V3
#else
#define OPF_CPU_V3_BIT 0
#endif
#if defined(__AVX512F__)
#define OPF_CPU_V4_BIT OPF_CPU_X86_64_V4
#else
#define OPF_CPU_V4_BIT 0
#endif
#if defined(__AVX512BF16__)
#define OPF_CPU_BF16_BIT OPF_CPU_AVX512_BF16
#else
#define OPF_CPU_BF16_BIT 0
#endif
#if defined(__AVX512FP16__)
#define OPF_CPU_FP16_BIT OPF_CPU_AVX512_FP16
#else
#define OPF_CPU_FP16_BIT 0
#endif
#if defined(__AVX512VBMI__)
#define OPF_CPU_VBMI_BIT OPF_CPU_AVX512_VBMI
#else
#define OPF_CPU_VBMI_BIT 0
#endif
#if defined(__AVX512VNNI__)
#define OPF_CPU_VNNI_BIT OPF_CPU_AVX512_VNNI
#else
#define OPF_CPU_VNNI_BIT 0
#endif
#if defined(__AVX512VBMI2__)
#define OPF_CPU_VBMI2_BIT OPF_CPU_AVX512_VBMI2
#else
#define OPF_CPU_VBMI2_BIT 0
#endif
#if defined(__AVX512BITALG__)
#define OPF_CPU_BITALG_BIT OPF_CPU_AVX512_BITALG
#else
#define OPF_CPU_BITALG_BIT 0
#endif
#if defined(__AVX512VPOPCNTDQ__)
#define OPF_CPU_VPOPCNTDQ_BIT OPF_CPU_AVX512_VPOPCNTDQ
#else
#define OPF_CPU_VPOPCNTDQ_BIT 0
#endif
#if defined(__GFNI__)
#define OPF_CPU_GFNI_BIT OPF_CPU_GFNI
#else
#define OPF_CPU_GFNI_BIT 0
#endif
#if defined(__XOP__) || defined(__FMA4__) || defined(__TBM__) || defined(__AVX10_1__) || defined(__AVXVNNI__)
#define OPF_CPU_OTHER_BIT OPF_CPU_NATIVE_OTHER
#else
#define OPF_CPU_OTHER_BIT 0
#endif
#define OPF_CPU_BITS                                                                                          \
    (OPF_CPU_V2_BIT | OPF_CPU_V3_BIT | OPF_CPU_V4_BIT | OPF_CPU_BF16_BIT | OPF_CPU_FP16_BIT | OPF_CPU_VBMI_BIT |  \
     OPF_CPU_VNNI_BIT | OPF_CPU_VBMI2_BIT | OPF_CPU_BITALG_BIT | OPF_CPU_VPOPCNTDQ_BIT | OPF_CPU_GFNI_BIT |       \
     OPF_CPU_OTHER_BIT)
#endif

#endif
