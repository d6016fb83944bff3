/* Older spelling of exe_graph/runtime/context_extend.h. */
#ifndef OPFORGE_RUNTIME_CONTEXT_EXTEND
#define OPFORGE_RUNTIME_CONTEXT_EXTEND

#include "exe_graph/runtime/context_extend.h"

#endif
