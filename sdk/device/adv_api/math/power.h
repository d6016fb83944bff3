/* Element-wise library functions: power. */
#ifndef OPF_ADV_API_MATH_POWER_H
#define OPF_ADV_API_MATH_POWER_H

#include "opf/adv/adv_math.h"

#endif
