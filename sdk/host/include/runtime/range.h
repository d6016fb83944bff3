/* Older spelling of exe_graph/runtime/range.h. */
#ifndef OPFORGE_RUNTIME_RANGE
#define OPFORGE_RUNTIME_RANGE

#include "exe_graph/runtime/range.h"

#endif
