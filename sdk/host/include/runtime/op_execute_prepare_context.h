/* Older spelling of exe_graph/runtime/op_execute_prepare_context.h. */
#ifndef OPFORGE_RUNTIME_OP_EXECUTE_PREPARE_CONTEXT
#define OPFORGE_RUNTIME_OP_EXECUTE_PREPARE_CONTEXT

#include "exe_graph/runtime/op_execute_prepare_context.h"

#endif
