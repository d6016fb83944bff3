/* Atomic functions of SIMT code. */
#ifndef OPF_SIMT_API_DEVICE_ATOMIC_FUNCTIONS_H
#define OPF_SIMT_API_DEVICE_ATOMIC_FUNCTIONS_H

#include "opf/simt/simt_atomic.h"

#endif
