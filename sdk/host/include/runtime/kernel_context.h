/* Older spelling of exe_graph/runtime/kernel_context.h. */
#ifndef OPFORGE_RUNTIME_KERNEL_CONTEXT
#define OPFORGE_RUNTIME_KERNEL_CONTEXT

#include "exe_graph/runtime/kernel_context.h"

#endif
