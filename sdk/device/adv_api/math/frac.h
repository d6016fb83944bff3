/* Element-wise library functions: frac. */
#ifndef OPF_ADV_API_MATH_FRAC_H
#define OPF_ADV_API_MATH_FRAC_H

#include "opf/adv/adv_math.h"

#endif
