/* Older spelling of exe_graph/runtime/infer_shape_range_context.h. */
#ifndef OPFORGE_RUNTIME_INFER_SHAPE_RANGE_CONTEXT
#define OPFORGE_RUNTIME_INFER_SHAPE_RANGE_CONTEXT

#include "exe_graph/runtime/infer_shape_range_context.h"

#endif
