/* Element-wise library functions: digamma. */
#ifndef OPF_ADV_API_MATH_DIGAMMA_H
#define OPF_ADV_API_MATH_DIGAMMA_H

#include "opf/adv/adv_math.h"

#endif
