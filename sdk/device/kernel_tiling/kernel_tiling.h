/* Tiling structures of the library calls, the plain view. */
#ifndef OPF_USER_KERNEL_TILING_KERNEL_TILING_H
#define OPF_USER_KERNEL_TILING_KERNEL_TILING_H

#include "../../host/include/kernel_tiling/kernel_tiling.h"

/* An operator's structures may hold these; the header made of them does not define them again. */
#define OPF_HAS_STRUCT_TCubeTiling
#define OPF_HAS_STRUCT_SoftMaxTiling
#define OPF_HAS_STRUCT_LogSoftMaxTiling
#define OPF_HAS_STRUCT_LayerNormTiling
#define OPF_HAS_STRUCT_LayerNormSeparateTiling
#define OPF_HAS_STRUCT_RmsNormTiling
#define OPF_HAS_STRUCT_BatchNormTiling
#define OPF_HAS_STRUCT_DeepNormTiling
#define OPF_HAS_STRUCT_GroupNormTiling
#define OPF_HAS_STRUCT_LayerNormGradTiling
#define OPF_HAS_STRUCT_LayerNormGradBetaTiling
#define OPF_HAS_STRUCT_UnPadTiling
#define OPF_HAS_STRUCT_PadTiling
#define OPF_HAS_STRUCT_TopkTiling
#define OPF_HAS_STRUCT_ConfusionTransposeTiling

#endif
