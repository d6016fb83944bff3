/* Element-wise library functions: fmod. */
#ifndef OPF_ADV_API_MATH_FMOD_H
#define OPF_ADV_API_MATH_FMOD_H

#include "opf/adv/adv_math.h"

#endif
