/* Element-wise library functions: axpy. */
#ifndef OPF_ADV_API_MATH_AXPY_H
#define OPF_ADV_API_MATH_AXPY_H

#include "opf/adv/adv_math.h"

#endif
