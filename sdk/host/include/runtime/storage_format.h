/* Older spelling of exe_graph/runtime/storage_format.h. */
#ifndef OPFORGE_RUNTIME_STORAGE_FORMAT
#define OPFORGE_RUNTIME_STORAGE_FORMAT

#include "exe_graph/runtime/storage_format.h"

#endif
