/* Element-wise library functions: erf. */
#ifndef OPF_ADV_API_MATH_ERF_H
#define OPF_ADV_API_MATH_ERF_H

#include "opf/adv/adv_math.h"

#endif
