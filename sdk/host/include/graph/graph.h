/* ge::Graph: declared only, for host functions that include this header along with others. */
#ifndef OPFORGE_GRAPH_GRAPH_H
#define OPFORGE_GRAPH_GRAPH_H

#include "graph/operator.h"

namespace ge {
class Graph;
}

#endif
