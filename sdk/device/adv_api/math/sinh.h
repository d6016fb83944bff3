/* Element-wise library functions: sinh. */
#ifndef OPF_ADV_API_MATH_SINH_H
#define OPF_ADV_API_MATH_SINH_H

#include "opf/adv/adv_math.h"

#endif
