/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_KERNEL_OPERATOR_VEC_VPADDING_INTF_H
#define OPF_USER_KERNEL_OPERATOR_VEC_VPADDING_INTF_H

#include "opf/ascendc.h"

#endif
