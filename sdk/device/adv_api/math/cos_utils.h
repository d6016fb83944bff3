/* Element-wise library functions: cos_utils. */
#ifndef OPF_ADV_API_MATH_COS_UTILS_H
#define OPF_ADV_API_MATH_COS_UTILS_H

#include "opf/adv/adv_math.h"

#endif
