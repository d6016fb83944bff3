/* Ascend C for kernels. */
#ifndef OPF_USER_KERNEL_OPERATOR_H
#define OPF_USER_KERNEL_OPERATOR_H

#include "opf/ascendc.h"

#endif
