/* The library of functions over tensors. */
#ifndef OPF_ADV_ADV_H
#define OPF_ADV_ADV_H

#include "broadcast.h"
#include "math.h"
#include "norm.h"
#include "random.h"
#include "reduce.h"
#include "sort.h"

#endif
