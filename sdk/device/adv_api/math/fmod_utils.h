/* Element-wise library functions: fmod_utils. */
#ifndef OPF_ADV_API_MATH_FMOD_UTILS_H
#define OPF_ADV_API_MATH_FMOD_UTILS_H

#include "opf/adv/adv_math.h"

#endif
