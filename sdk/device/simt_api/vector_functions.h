/* Short vectors of SIMT code. */
#ifndef OPF_SIMT_API_VECTOR_FUNCTIONS_H
#define OPF_SIMT_API_VECTOR_FUNCTIONS_H

#include "opf/simt/vector.h"

#endif
