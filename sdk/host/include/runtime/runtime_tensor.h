/* Older spelling of exe_graph/runtime/runtime_tensor.h. */
#ifndef OPFORGE_RUNTIME_RUNTIME_TENSOR
#define OPFORGE_RUNTIME_RUNTIME_TENSOR

#include "exe_graph/runtime/runtime_tensor.h"

#endif
