/* Element-wise library functions: cumsum_utils. */
#ifndef OPF_ADV_API_MATH_CUMSUM_UTILS_H
#define OPF_ADV_API_MATH_CUMSUM_UTILS_H

#include "opf/adv/adv_math.h"

#endif
