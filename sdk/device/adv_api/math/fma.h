/* Element-wise library functions: fma. */
#ifndef OPF_ADV_API_MATH_FMA_H
#define OPF_ADV_API_MATH_FMA_H

#include "opf/adv/adv_math.h"

#endif
