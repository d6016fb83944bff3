// L0: queue one IndexPutWithSortV2 launch.
#ifndef OP_API_INDEX_PUT_WITH_SORT_V2_H
#define OP_API_INDEX_PUT_WITH_SORT_V2_H

#include "opdev/op_executor.h"

namespace l0op {

// Change `self` in place; returns it, or nullptr when the launch could not be queued. `indexedSizes`: ones for the
// leading, indexed dimensions of self, then zeros.
const aclTensor *IndexPutWithSortV2(const aclTensor *self, const aclTensor *linearIndex, const aclTensor *posIdx,
                                    const aclTensor *values, const aclIntArray *indexedSizes, bool accumulate,
                                    aclOpExecutor *executor);

} // namespace l0op

#endif
