/* Element-wise library functions: tanh. */
#ifndef OPF_ADV_API_MATH_TANH_H
#define OPF_ADV_API_MATH_TANH_H

#include "opf/adv/adv_math.h"

#endif
