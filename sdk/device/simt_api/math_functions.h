/* Math of SIMT code. */
#ifndef OPF_SIMT_API_MATH_FUNCTIONS_H
#define OPF_SIMT_API_MATH_FUNCTIONS_H

#include "opf/simt/simt_math.h"

#endif
