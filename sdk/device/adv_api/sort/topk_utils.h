/* TopK of tensors. */
#ifndef OPF_ADV_API_SORT_TOPK_UTILS_H
#define OPF_ADV_API_SORT_TOPK_UTILS_H

#include "opf/adv/adv_topk.h"

#endif
