/* Older spelling of exe_graph/runtime/runtime_attrs.h. */
#ifndef OPFORGE_RUNTIME_RUNTIME_ATTRS
#define OPFORGE_RUNTIME_RUNTIME_ATTRS

#include "exe_graph/runtime/runtime_attrs.h"

#endif
