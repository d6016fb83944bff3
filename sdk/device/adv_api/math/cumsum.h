/* Element-wise library functions: cumsum. */
#ifndef OPF_ADV_API_MATH_CUMSUM_H
#define OPF_ADV_API_MATH_CUMSUM_H

#include "opf/adv/adv_math.h"

#endif
