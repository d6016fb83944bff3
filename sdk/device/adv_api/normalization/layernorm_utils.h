/* Normalisation. */
#ifndef OPF_ADV_API_NORMALIZATION_LAYERNORM_UTILS_H
#define OPF_ADV_API_NORMALIZATION_LAYERNORM_UTILS_H

#include "opf/adv/adv_norm.h"

#endif
