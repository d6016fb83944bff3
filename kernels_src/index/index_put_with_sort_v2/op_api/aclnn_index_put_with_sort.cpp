#include "aclnn_index_put_with_sort.h"
#include "index_put_with_sort_v2.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "opdev/common_types.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"
#include "opdev/tensor_view_utils.h"

using namespace op;

namespace {

const std::initializer_list<DataType> VALUE_TYPES = {DataType::DT_INT64, DataType::DT_INT32, DataType::DT_FLOAT,
                                                     DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_INT8,
                                                     DataType::DT_UINT8, DataType::DT_BOOL};
const std::initializer_list<DataType> INDEX_TYPES = {DataType::DT_INT32, DataType::DT_INT64};

aclnnStatus CheckParams(const aclTensor *self, const aclTensor *index, const aclTensor *pos, const aclTensor *values)
{
    for (const aclTensor *tensor : {self, index, pos, values}) {
        OP_CHECK_NULL(tensor, return ACLNN_ERR_PARAM_NULLPTR);
        OP_CHECK(IsContiguous(tensor), OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a tensor is not contiguous"),
                 return ACLNN_ERR_PARAM_INVALID);
    }
    OP_CHECK_DTYPE_NOT_SUPPORT(self, VALUE_TYPES, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_SUPPORT(index, INDEX_TYPES, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_MATCH(pos, DataType::DT_INT32, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_MATCH(values, self->GetDataType(), return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_MIN_DIM(self, 1, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_SHAPE_NOT_EQUAL(index, pos, return ACLNN_ERR_PARAM_INVALID);
    return ACLNN_SUCCESS;
}

} // namespace

extern "C" {

aclnnStatus aclnnIndexPutWithSortGetWorkspaceSize(aclTensor *selfRef, const aclTensor *linearIndex,
                                                  const aclTensor *posIdx, const aclTensor *values, bool accumulate,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnIndexPutWithSort, DFX_IN(selfRef, linearIndex, posIdx, values, accumulate), DFX_OUT(selfRef));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclnnStatus checked = CheckParams(selfRef, linearIndex, posIdx, values);
    CHECK_RET(checked == ACLNN_SUCCESS, checked);
    if (!selfRef->IsEmpty() && !linearIndex->IsEmpty()) {
        std::vector<int64_t> indexed(selfRef->GetViewShape().GetDimNum(), 0);
        indexed[0] = 1;
        const aclIntArray *indexedSizes = unique->AllocIntArray(indexed.data(), indexed.size());
        CHECK_RET(indexedSizes != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::IndexPutWithSortV2(selfRef, linearIndex, posIdx, values, indexedSizes, accumulate,
                                           unique.get()) != nullptr,
                  ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnIndexPutWithSort(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnIndexPutWithSort);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

} // extern "C"
