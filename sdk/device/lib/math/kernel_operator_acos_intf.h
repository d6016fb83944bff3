/* Element-wise library functions, older place of the header. */
#ifndef OPF_LIB_MATH_KERNEL_OPERATOR_ACOS_INTF_H
#define OPF_LIB_MATH_KERNEL_OPERATOR_ACOS_INTF_H

#include "opf/adv/adv_math.h"

#endif
