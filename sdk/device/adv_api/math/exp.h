/* Element-wise library functions: exp. */
#ifndef OPF_ADV_API_MATH_EXP_H
#define OPF_ADV_API_MATH_EXP_H

#include "opf/adv/adv_math.h"

#endif
