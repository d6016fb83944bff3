/* Element-wise library functions: floor. */
#ifndef OPF_ADV_API_MATH_FLOOR_H
#define OPF_ADV_API_MATH_FLOOR_H

#include "opf/adv/adv_math.h"

#endif
