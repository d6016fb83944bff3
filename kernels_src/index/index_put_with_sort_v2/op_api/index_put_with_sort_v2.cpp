#include "index_put_with_sort_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(IndexPutWithSortV2);

const aclTensor *IndexPutWithSortV2(const aclTensor *self, const aclTensor *linearIndex, const aclTensor *posIdx,
                                    const aclTensor *values, const aclIntArray *indexedSizes, bool accumulate,
                                    aclOpExecutor *executor)
{
    L0_DFX(IndexPutWithSortV2, self, linearIndex, posIdx, values, indexedSizes, accumulate);
    if (ADD_TO_LAUNCHER_LIST_AICORE(IndexPutWithSortV2, OP_INPUT(self, linearIndex, posIdx, values), OP_OUTPUT(self),
                                    OP_ATTR(indexedSizes, accumulate)) != ACLNN_SUCCESS) {
        return nullptr;
    }
    return self;
}

} // namespace l0op
