/* Element-wise library functions: erfc. */
#ifndef OPF_ADV_API_MATH_ERFC_H
#define OPF_ADV_API_MATH_ERFC_H

#include "opf/adv/adv_math.h"

#endif
