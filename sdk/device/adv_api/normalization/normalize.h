/* Normalisation. */
#ifndef OPF_ADV_API_NORMALIZATION_NORMALIZE_H
#define OPF_ADV_API_NORMALIZATION_NORMALIZE_H

#include "opf/adv/adv_norm.h"

#endif
