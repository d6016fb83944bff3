/* Element-wise library functions: fma_utils. */
#ifndef OPF_ADV_API_MATH_FMA_UTILS_H
#define OPF_ADV_API_MATH_FMA_UTILS_H

#include "opf/adv/adv_math.h"

#endif
