/* Element-wise library functions: tanh_utils. */
#ifndef OPF_ADV_API_MATH_TANH_UTILS_H
#define OPF_ADV_API_MATH_TANH_UTILS_H

#include "opf/adv/adv_math.h"

#endif
