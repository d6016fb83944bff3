/* Matching of one query against an operator's tables. */
#ifndef OPF_RUNTIME_INDEX_FIND_H
#define OPF_RUNTIME_INDEX_FIND_H

#include "runtime_min/index/index_store.h"

/* Remembers the sentence for opf_index_last_error; NULL text means without memory. */
void opf_index_set_error(const char *text);

#endif
