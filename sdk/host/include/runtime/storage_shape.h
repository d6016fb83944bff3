/* Older spelling of exe_graph/runtime/storage_shape.h. */
#ifndef OPFORGE_RUNTIME_STORAGE_SHAPE
#define OPFORGE_RUNTIME_STORAGE_SHAPE

#include "exe_graph/runtime/storage_shape.h"

#endif
