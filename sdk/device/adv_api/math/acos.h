/* Element-wise library functions: acos. */
#ifndef OPF_ADV_API_MATH_ACOS_H
#define OPF_ADV_API_MATH_ACOS_H

#include "opf/adv/adv_math.h"

#endif
