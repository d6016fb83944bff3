/* Reductions of tensors by a pattern. */
#ifndef OPF_ADV_API_REDUCE_SUM_H
#define OPF_ADV_API_REDUCE_SUM_H

#include "opf/adv/adv_reduce.h"

#endif
