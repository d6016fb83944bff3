// self seen as [rows, slice]; entry e puts values[pos_idx[e], :] into self[linear_index[e], :].
#ifndef INDEX_PUT_WITH_SORT_V2_TILING_H
#define INDEX_PUT_WITH_SORT_V2_TILING_H

#include <cstdint>
#include "ascendc/host_api/tiling/template_argument.h"

struct IndexPutWithSortV2Tiling {
    int64_t rows;
    int64_t slice;          // elements of a row
    int64_t entries;
    int64_t entriesPerCore;
    int64_t chunk;          // elements of a row handled at once
};

// One kernel for putting, one for adding.
ASCENDC_TPL_ARGS_DECL(IndexPutWithSortV2, ASCENDC_TPL_BOOL_DECL(ACCUMULATE, 0, 1));

ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(ACCUMULATE, 0, 1)));

#endif
