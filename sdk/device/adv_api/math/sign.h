/* Element-wise library functions: sign. */
#ifndef OPF_ADV_API_MATH_SIGN_H
#define OPF_ADV_API_MATH_SIGN_H

#include "opf/adv/adv_math.h"

#endif
