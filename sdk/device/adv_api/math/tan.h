/* Element-wise library functions: tan. */
#ifndef OPF_ADV_API_MATH_TAN_H
#define OPF_ADV_API_MATH_TAN_H

#include "opf/adv/adv_math.h"

#endif
