/* Element-wise library functions: trunc. */
#ifndef OPF_ADV_API_MATH_TRUNC_H
#define OPF_ADV_API_MATH_TRUNC_H

#include "opf/adv/adv_math.h"

#endif
