/* Element-wise library functions: lgamma. */
#ifndef OPF_ADV_API_MATH_LGAMMA_H
#define OPF_ADV_API_MATH_LGAMMA_H

#include "opf/adv/adv_math.h"

#endif
