/* Element-wise library functions: atan. */
#ifndef OPF_ADV_API_MATH_ATAN_H
#define OPF_ADV_API_MATH_ATAN_H

#include "opf/adv/adv_math.h"

#endif
