/* Element-wise library functions: acosh. */
#ifndef OPF_ADV_API_MATH_ACOSH_H
#define OPF_ADV_API_MATH_ACOSH_H

#include "opf/adv/adv_math.h"

#endif
