/* Arithmetic progressions. */
#ifndef OPF_ADV_API_INDEX_ARITHPROGRESSION_H
#define OPF_ADV_API_INDEX_ARITHPROGRESSION_H

#include "opf/adv/adv_math.h"

#endif
