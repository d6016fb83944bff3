/* Element-wise library functions: atanh. */
#ifndef OPF_ADV_API_MATH_ATANH_H
#define OPF_ADV_API_MATH_ATANH_H

#include "opf/adv/adv_math.h"

#endif
