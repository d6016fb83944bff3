/* Older spelling of exe_graph/runtime/runtime_tensor.h. */
#ifndef OPFORGE_EXE_GRAPH_TENSOR_H
#define OPFORGE_EXE_GRAPH_TENSOR_H

#include "exe_graph/runtime/runtime_tensor.h"

#endif
