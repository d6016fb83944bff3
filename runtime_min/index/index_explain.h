/* The long answer to a failed look-up. Public functions are in opforge/index_api.h. */
#ifndef OPF_RUNTIME_INDEX_EXPLAIN_H
#define OPF_RUNTIME_INDEX_EXPLAIN_H

#include "base/buf.h"
#include "runtime_min/index/index_store.h"

#define OPF_INDEX_MAX_CANDIDATES 5

#endif
