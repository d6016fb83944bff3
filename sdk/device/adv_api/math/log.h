/* Element-wise library functions: log. */
#ifndef OPF_ADV_API_MATH_LOG_H
#define OPF_ADV_API_MATH_LOG_H

#include "opf/adv/adv_math.h"

#endif
