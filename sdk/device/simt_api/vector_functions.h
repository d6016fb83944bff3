/* Short vectors of SIMT code. */
#ifndef OPF_SIMT_API_VECTOR_FUNCTIONS_H
#define OPF_SIMT_API_VECTOR_FUNCTIONS_H

#include "opf/simt/simt_vector.h"

#endif
