/* Older spelling of exe_graph/runtime/stride.h. */
#ifndef OPFORGE_RUNTIME_STRIDE
#define OPFORGE_RUNTIME_STRIDE

#include "exe_graph/runtime/stride.h"

#endif
