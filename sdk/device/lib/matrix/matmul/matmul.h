/* Name that kernels include for the matrix library; vector kernels only name it. */
#ifndef OPF_USER_LIB_MATRIX_MATMUL_MATMUL_H
#define OPF_USER_LIB_MATRIX_MATMUL_MATMUL_H

#include "opf/ascendc.h"

#endif
