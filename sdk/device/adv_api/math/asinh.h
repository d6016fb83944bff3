/* Element-wise library functions: asinh. */
#ifndef OPF_ADV_API_MATH_ASINH_H
#define OPF_ADV_API_MATH_ASINH_H

#include "opf/adv/adv_math.h"

#endif
