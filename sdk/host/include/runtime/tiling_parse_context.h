/* Older spelling of exe_graph/runtime/tiling_parse_context.h. */
#ifndef OPFORGE_RUNTIME_TILING_PARSE_CONTEXT
#define OPFORGE_RUNTIME_TILING_PARSE_CONTEXT

#include "exe_graph/runtime/tiling_parse_context.h"

#endif
