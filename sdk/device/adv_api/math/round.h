/* Element-wise library functions: round. */
#ifndef OPF_ADV_API_MATH_ROUND_H
#define OPF_ADV_API_MATH_ROUND_H

#include "opf/adv/adv_math.h"

#endif
