/* Broadcast, older place of the header. */
#ifndef OPF_LIB_PAD_KERNEL_OPERATOR_PAD_INTF_H
#define OPF_LIB_PAD_KERNEL_OPERATOR_PAD_INTF_H

#include "opf/adv/adv_broadcast.h"

#endif
