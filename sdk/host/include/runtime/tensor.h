/* Older spelling of exe_graph/runtime/tensor.h. */
#ifndef OPFORGE_RUNTIME_TENSOR
#define OPFORGE_RUNTIME_TENSOR

#include "exe_graph/runtime/tensor.h"

#endif
