/* Conversions, cached loads and stores of SIMT code. */
#ifndef OPF_SIMT_API_DEVICE_FUNCTIONS_H
#define OPF_SIMT_API_DEVICE_FUNCTIONS_H

#include "opf/simt/simt.h"
#include "opf/simt/simt_vector.h"

#endif
