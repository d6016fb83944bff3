/* Older spelling of exe_graph/runtime/shape.h. */
#ifndef OPFORGE_RUNTIME_SHAPE
#define OPFORGE_RUNTIME_SHAPE

#include "exe_graph/runtime/shape.h"

#endif
