/* The SIMT layer. */
#ifndef OPF_SIMT_SIMT_H
#define OPF_SIMT_SIMT_H

#include "../../simt_api/math_constants.h"
#include "atomic.h"
#include "math.h"
#include "sync.h"
#include "vector.h"

#endif
