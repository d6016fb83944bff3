/* The SIMT layer, but for the short vectors (vector.h): their names, int4 among them, are free for kernels that do not
 * include a header of simt_api. */
#ifndef OPF_SIMT_SIMT_H
#define OPF_SIMT_SIMT_H

#include "../../simt_api/math_constants.h"
#include "simt_atomic.h"
#include "simt_math.h"
#include "simt_sync.h"

#endif
