/* Older spelling of exe_graph/runtime/infer_datatype_context.h. */
#ifndef OPFORGE_RUNTIME_INFER_DATATYPE_CONTEXT
#define OPFORGE_RUNTIME_INFER_DATATYPE_CONTEXT

#include "exe_graph/runtime/infer_datatype_context.h"

#endif
