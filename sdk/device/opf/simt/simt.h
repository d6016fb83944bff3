/* The SIMT layer. */
#ifndef OPF_SIMT_SIMT_H
#define OPF_SIMT_SIMT_H

#include "atomic.h"
#include "math.h"
#include "sync.h"
#include "vector.h"

#endif
