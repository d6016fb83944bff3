/* Tiling structures of the library calls, the plain view. */
#ifndef OPF_USER_KERNEL_TILING_KERNEL_TILING_H
#define OPF_USER_KERNEL_TILING_KERNEL_TILING_H

#include "../../host/include/kernel_tiling/kernel_tiling.h"

#endif
