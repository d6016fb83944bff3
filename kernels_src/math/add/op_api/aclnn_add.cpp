#include "aclnn_add.h"
#include "add.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "opdev/common_types.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

using namespace op;

namespace {

constexpr size_t MAX_DIMS = 8;
const std::initializer_list<DataType> ADD_TYPES = {DataType::DT_BF16, DataType::DT_FLOAT16, DataType::DT_FLOAT,
                                                   DataType::DT_INT32};

aclnnStatus CheckParams(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, const aclTensor *out)
{
    OP_CHECK_NULL(self, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(other, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(alpha, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(out, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_DTYPE_NOT_SUPPORT(self, ADD_TYPES, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_MATCH(other, self->GetDataType(), return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_MATCH(out, self->GetDataType(), return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_MAX_DIM(self, MAX_DIMS, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_MAX_DIM(other, MAX_DIMS, return ACLNN_ERR_PARAM_INVALID);
    Shape shape;
    OP_CHECK_BROADCAST_AND_INFER_SHAPE(self, other, shape, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK(shape == out->GetViewShape(),
             OP_LOGE(ACLNN_ERR_PARAM_INVALID, "out has shape %s, self and other broadcast to %s",
                     ToString(out->GetViewShape()).GetString(), ToString(shape).GetString()),
             return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK(alpha->ToFloat() == 1.0F,
             OP_LOGE(ACLNN_ERR_PARAM_INVALID, "alpha is %f; this package's Add supports alpha = 1 only",
                     static_cast<double>(alpha->ToFloat())),
             return ACLNN_ERR_PARAM_INVALID);
    return ACLNN_SUCCESS;
}

} // namespace

extern "C" {

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, const aclTensor *other, const aclScalar *alpha,
                                     aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnAdd, DFX_IN(self, other, alpha), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclnnStatus checked = CheckParams(self, other, alpha, out);
    CHECK_RET(checked == ACLNN_SUCCESS, checked);
    if (!out->IsEmpty()) {
        const aclTensor *x1 = l0op::Contiguous(self, unique.get());
        const aclTensor *x2 = l0op::Contiguous(other, unique.get());
        CHECK_RET(x1 != nullptr && x2 != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor *sum = l0op::Add(x1, x2, unique.get());
        CHECK_RET(sum != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(sum, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnAdd);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

} // extern "C"
