/* Element-wise library functions: asin. */
#ifndef OPF_ADV_API_MATH_ASIN_H
#define OPF_ADV_API_MATH_ASIN_H

#include "opf/adv/adv_math.h"

#endif
