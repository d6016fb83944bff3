/* The whole basic (memory form) API. */
#ifndef OPF_BASIC_BASIC_H
#define OPF_BASIC_BASIC_H

#include "sync.h"
#include "tpipe.h"
#include "copy.h"
#include "memory.h"
#include "arith.h"
#include "cast.h"
#include "cmpsel.h"
#include "reduce.h"
#include "fill.h"
#include "sort.h"
#include "transpose.h"
#include "scalar.h"
#include "debug.h"
#include "tiling.h"
#include "raw.h"
#include "matrix.h"

#endif
