/* Older spelling of exe_graph/runtime/exe_res_generation_context.h. */
#ifndef OPFORGE_RUNTIME_EXE_RES_GENERATION_CONTEXT
#define OPFORGE_RUNTIME_EXE_RES_GENERATION_CONTEXT

#include "exe_graph/runtime/exe_res_generation_context.h"

#endif
