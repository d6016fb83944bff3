/* Element-wise library functions: sin. */
#ifndef OPF_ADV_API_MATH_SIN_H
#define OPF_ADV_API_MATH_SIN_H

#include "opf/adv/adv_math.h"

#endif
