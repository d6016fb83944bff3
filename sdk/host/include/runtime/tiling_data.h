/* Older spelling of exe_graph/runtime/tiling_data.h. */
#ifndef OPFORGE_RUNTIME_TILING_DATA
#define OPFORGE_RUNTIME_TILING_DATA

#include "exe_graph/runtime/tiling_data.h"

#endif
