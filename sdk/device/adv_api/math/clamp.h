/* Element-wise library functions: clamp. */
#ifndef OPF_ADV_API_MATH_CLAMP_H
#define OPF_ADV_API_MATH_CLAMP_H

#include "opf/adv/adv_math.h"

#endif
