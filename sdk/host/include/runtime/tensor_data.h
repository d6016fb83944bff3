/* Older spelling of exe_graph/runtime/tensor_data.h. */
#ifndef OPFORGE_RUNTIME_TENSOR_DATA
#define OPFORGE_RUNTIME_TENSOR_DATA

#include "exe_graph/runtime/tensor_data.h"

#endif
