/* Older spelling of exe_graph/runtime/op_execute_launch_context.h. */
#ifndef OPFORGE_RUNTIME_OP_EXECUTE_LAUNCH_CONTEXT
#define OPFORGE_RUNTIME_OP_EXECUTE_LAUNCH_CONTEXT

#include "exe_graph/runtime/op_execute_launch_context.h"

#endif
