/* Element-wise library functions: cos. */
#ifndef OPF_ADV_API_MATH_COS_H
#define OPF_ADV_API_MATH_COS_H

#include "opf/adv/adv_math.h"

#endif
