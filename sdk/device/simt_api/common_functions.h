/* Launching vector functions. */
#ifndef OPF_SIMT_API_COMMON_FUNCTIONS_H
#define OPF_SIMT_API_COMMON_FUNCTIONS_H

#include "opf/simt/simt_launch.h"

#endif
