/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_BASIC_API_KERNEL_OPERATOR_DETERMINE_COMPUTE_SYNC_INTF_H
#define OPF_USER_BASIC_API_KERNEL_OPERATOR_DETERMINE_COMPUTE_SYNC_INTF_H

#include "opf/ascendc.h"

#endif
