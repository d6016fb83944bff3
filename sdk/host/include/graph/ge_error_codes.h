/* Older spelling of graph/error_codes.h. */
#ifndef OPFORGE_GRAPH_GE_ERROR_CODES_H
#define OPFORGE_GRAPH_GE_ERROR_CODES_H

#include "graph/error_codes.h"

#endif
