/* Votes, shuffles and reductions of a warp. */
#ifndef OPF_SIMT_API_DEVICE_WARP_FUNCTIONS_H
#define OPF_SIMT_API_DEVICE_WARP_FUNCTIONS_H

#include "opf/simt/simt_sync.h"

#endif
