/* Element-wise library functions: atan_utils. */
#ifndef OPF_ADV_API_MATH_ATAN_UTILS_H
#define OPF_ADV_API_MATH_ATAN_UTILS_H

#include "opf/adv/adv_math.h"

#endif
