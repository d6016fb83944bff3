/* Older spelling of exe_graph/runtime/op_execute_context.h. */
#ifndef OPFORGE_RUNTIME_OP_EXECUTE_CONTEXT
#define OPFORGE_RUNTIME_OP_EXECUTE_CONTEXT

#include "exe_graph/runtime/op_execute_context.h"

#endif
