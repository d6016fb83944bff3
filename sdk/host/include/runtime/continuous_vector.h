/* Older spelling of exe_graph/runtime/continuous_vector.h. */
#ifndef OPFORGE_RUNTIME_CONTINUOUS_VECTOR
#define OPFORGE_RUNTIME_CONTINUOUS_VECTOR

#include "exe_graph/runtime/continuous_vector.h"

#endif
