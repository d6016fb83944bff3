/* One list of fields serves host and kernels. */
#ifndef OPF_USER_KERNEL_TILING_TILING_FIELDS_H
#define OPF_USER_KERNEL_TILING_TILING_FIELDS_H

#include "../../host/include/kernel_tiling/tiling_fields.h"

#endif
