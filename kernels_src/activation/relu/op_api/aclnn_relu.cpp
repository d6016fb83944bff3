#include "aclnn_relu.h"
#include "relu.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "opdev/common_types.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"

using namespace op;

namespace {

constexpr size_t MAX_DIMS = 8;
const std::initializer_list<DataType> RELU_TYPES = {DataType::DT_BF16, DataType::DT_FLOAT16, DataType::DT_FLOAT,
                                                    DataType::DT_INT8, DataType::DT_INT32,   DataType::DT_INT64};

aclnnStatus CheckParams(const aclTensor *self, const aclTensor *out)
{
    OP_CHECK_NULL(self, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(out, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_DTYPE_NOT_SUPPORT(self, RELU_TYPES, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_MATCH(out, self->GetDataType(), return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_MAX_DIM(self, MAX_DIMS, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_SHAPE_NOT_EQUAL(self, out, return ACLNN_ERR_PARAM_INVALID);
    return ACLNN_SUCCESS;
}

aclnnStatus Prepare(const aclTensor *self, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclnnStatus checked = CheckParams(self, out);
    CHECK_RET(checked == ACLNN_SUCCESS, checked);
    if (!self->IsEmpty()) {
        const aclTensor *dense = l0op::Contiguous(self, unique.get());
        CHECK_RET(dense != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor *result = l0op::Relu(dense, unique.get());
        CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(result, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

} // namespace

extern "C" {

aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor *self, const aclTensor *out, uint64_t *workspaceSize,
                                      aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnRelu, DFX_IN(self), DFX_OUT(out));
    return Prepare(self, out, workspaceSize, executor);
}

aclnnStatus aclnnRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnRelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnInplaceRelu, DFX_IN(selfRef), DFX_OUT(selfRef));
    return Prepare(selfRef, selfRef, workspaceSize, executor);
}

aclnnStatus aclnnInplaceRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnInplaceRelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

} // extern "C"
