/* The library of functions over tensors. */
#ifndef OPF_ADV_ADV_H
#define OPF_ADV_ADV_H

#include "adv_broadcast.h"
#include "adv_math.h"
#include "adv_norm.h"
#include "adv_random.h"
#include "adv_reduce.h"
#include "adv_sort.h"
#include "adv_topk.h"

#endif
