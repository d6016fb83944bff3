/* Older spelling of exe_graph/runtime/tiling_context.h. */
#ifndef OPFORGE_RUNTIME_TILING_CONTEXT
#define OPFORGE_RUNTIME_TILING_CONTEXT

#include "exe_graph/runtime/tiling_context.h"

#endif
