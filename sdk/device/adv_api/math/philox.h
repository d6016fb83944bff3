/* Philox random numbers. */
#ifndef OPF_ADV_API_MATH_PHILOX_H
#define OPF_ADV_API_MATH_PHILOX_H

#include "opf/adv/adv_random.h"

#endif
