/* Element-wise library functions: rint_utils. */
#ifndef OPF_ADV_API_MATH_RINT_UTILS_H
#define OPF_ADV_API_MATH_RINT_UTILS_H

#include "opf/adv/adv_math.h"

#endif
