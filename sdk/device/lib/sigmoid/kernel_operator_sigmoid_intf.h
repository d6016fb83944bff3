/* Sigmoid, older place of the header. */
#ifndef OPF_LIB_SIGMOID_KERNEL_OPERATOR_SIGMOID_INTF_H
#define OPF_LIB_SIGMOID_KERNEL_OPERATOR_SIGMOID_INTF_H

#include "opf/adv/adv_math.h"

#endif
