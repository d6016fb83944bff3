/* Softmax. */
#ifndef OPF_ADV_API_ACTIVATION_SOFTMAX_UTILS_H
#define OPF_ADV_API_ACTIVATION_SOFTMAX_UTILS_H

#include "opf/adv/adv_norm.h"

#endif
