/* Older spelling of exe_graph/runtime/expand_dims_type.h. */
#ifndef OPFORGE_RUNTIME_EXPAND_DIMS_TYPE
#define OPFORGE_RUNTIME_EXPAND_DIMS_TYPE

#include "exe_graph/runtime/expand_dims_type.h"

#endif
