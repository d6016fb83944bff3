/* Name that kernels include for the matrix library; vector kernels only name it. */
#ifndef OPF_USER_LIB_MATMUL_INTF_H
#define OPF_USER_LIB_MATMUL_INTF_H

#include "opf/ascendc.h"

#endif
