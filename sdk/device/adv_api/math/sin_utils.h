/* Element-wise library functions: sin_utils. */
#ifndef OPF_ADV_API_MATH_SIN_UTILS_H
#define OPF_ADV_API_MATH_SIN_UTILS_H

#include "opf/adv/adv_math.h"

#endif
