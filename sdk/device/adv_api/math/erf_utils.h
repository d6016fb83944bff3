/* Element-wise library functions: erf_utils. */
#ifndef OPF_ADV_API_MATH_ERF_UTILS_H
#define OPF_ADV_API_MATH_ERF_UTILS_H

#include "opf/adv/adv_math.h"

#endif
