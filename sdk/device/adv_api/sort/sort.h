/* Sort of tensors. */
#ifndef OPF_ADV_API_SORT_SORT_H
#define OPF_ADV_API_SORT_SORT_H

#include "opf/adv/adv_sort.h"

#endif
