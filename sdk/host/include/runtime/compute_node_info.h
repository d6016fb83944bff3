/* Older spelling of exe_graph/runtime/compute_node_info.h. */
#ifndef OPFORGE_RUNTIME_COMPUTE_NODE_INFO
#define OPFORGE_RUNTIME_COMPUTE_NODE_INFO

#include "exe_graph/runtime/compute_node_info.h"

#endif
