/* Element-wise library functions: cosh. */
#ifndef OPF_ADV_API_MATH_COSH_H
#define OPF_ADV_API_MATH_COSH_H

#include "opf/adv/adv_math.h"

#endif
