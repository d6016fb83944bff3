/* Normalisation. */
#ifndef OPF_ADV_API_NORMALIZATION_WELFORDFINALIZE_H
#define OPF_ADV_API_NORMALIZATION_WELFORDFINALIZE_H

#include "opf/adv/adv_norm.h"

#endif
