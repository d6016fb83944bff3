/* Sort of tensors. */
#ifndef OPF_ADV_API_SORT_SORT_UTILS_CONSTANTS_H
#define OPF_ADV_API_SORT_SORT_UTILS_CONSTANTS_H

#include "opf/adv/adv_sort.h"

#endif
