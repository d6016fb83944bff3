/* Older spelling of exe_graph/runtime/base_type.h. */
#ifndef OPFORGE_RUNTIME_BASE_TYPE
#define OPFORGE_RUNTIME_BASE_TYPE

#include "exe_graph/runtime/base_type.h"

#endif
