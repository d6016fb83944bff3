/* Element-wise library functions: ceil. */
#ifndef OPF_ADV_API_MATH_CEIL_H
#define OPF_ADV_API_MATH_CEIL_H

#include "opf/adv/adv_math.h"

#endif
