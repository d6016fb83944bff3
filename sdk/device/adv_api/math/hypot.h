/* Element-wise library functions: hypot. */
#ifndef OPF_ADV_API_MATH_HYPOT_H
#define OPF_ADV_API_MATH_HYPOT_H

#include "opf/adv/adv_math.h"

#endif
