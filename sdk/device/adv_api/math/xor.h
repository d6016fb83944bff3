/* Element-wise library functions: xor. */
#ifndef OPF_ADV_API_MATH_XOR_H
#define OPF_ADV_API_MATH_XOR_H

#include "opf/adv/adv_math.h"

#endif
