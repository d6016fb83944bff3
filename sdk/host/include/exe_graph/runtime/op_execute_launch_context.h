/* See op_execute_context.h. */
#ifndef OPFORGE_EXE_GRAPH_OP_EXECUTE_LAUNCH_CONTEXT
#define OPFORGE_EXE_GRAPH_OP_EXECUTE_LAUNCH_CONTEXT

#include "exe_graph/runtime/op_execute_context.h"

#endif
