/* Sigmoid. */
#ifndef OPF_ADV_API_ACTIVATION_SIGMOID_H
#define OPF_ADV_API_ACTIVATION_SIGMOID_H

#include "opf/adv/adv_math.h"

#endif
