/* Element-wise library functions: rint. */
#ifndef OPF_ADV_API_MATH_RINT_H
#define OPF_ADV_API_MATH_RINT_H

#include "opf/adv/adv_math.h"

#endif
