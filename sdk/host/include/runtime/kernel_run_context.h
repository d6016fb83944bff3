/* Older spelling of exe_graph/runtime/kernel_run_context.h. */
#ifndef OPFORGE_RUNTIME_KERNEL_RUN_CONTEXT
#define OPFORGE_RUNTIME_KERNEL_RUN_CONTEXT

#include "exe_graph/runtime/kernel_run_context.h"

#endif
