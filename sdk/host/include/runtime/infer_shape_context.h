/* Older spelling of exe_graph/runtime/infer_shape_context.h. */
#ifndef OPFORGE_RUNTIME_INFER_SHAPE_CONTEXT
#define OPFORGE_RUNTIME_INFER_SHAPE_CONTEXT

#include "exe_graph/runtime/infer_shape_context.h"

#endif
