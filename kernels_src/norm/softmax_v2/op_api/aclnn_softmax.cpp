#include "aclnn_softmax.h"
#include "softmax_v2.h"
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
const std::initializer_list<DataType> SOFTMAX_TYPES = {DataType::DT_BF16, DataType::DT_FLOAT16, DataType::DT_FLOAT};

aclnnStatus CheckParams(const aclTensor *self, int64_t dim, const aclTensor *out)
{
    OP_CHECK_NULL(self, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(out, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_DTYPE_NOT_SUPPORT(self, SOFTMAX_TYPES, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_DTYPE_NOT_MATCH(out, self->GetDataType(), return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_MAX_DIM(self, MAX_DIMS, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_SHAPE_NOT_EQUAL(self, out, return ACLNN_ERR_PARAM_INVALID);
    const int64_t rank = static_cast<int64_t>(self->GetViewShape().GetDimNum());
    const int64_t reach = rank == 0 ? 1 : rank;
    OP_CHECK(dim >= -reach && dim < reach,
             OP_LOGE(ACLNN_ERR_PARAM_INVALID, "dim is %ld, self has %ld dimensions", dim, rank),
             return ACLNN_ERR_PARAM_INVALID);
    return ACLNN_SUCCESS;
}

} // namespace

extern "C" {

aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor *self, int64_t dim, aclTensor *out, uint64_t *workspaceSize,
                                         aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnSoftmax, DFX_IN(self, dim), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclnnStatus checked = CheckParams(self, dim, out);
    CHECK_RET(checked == ACLNN_SUCCESS, checked);
    if (!self->IsEmpty()) {
        const aclTensor *x = l0op::Contiguous(self, unique.get());
        CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor *y = l0op::SoftmaxV2(x, dim, unique.get());
        CHECK_RET(y != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(y, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnSoftmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnSoftmax);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

} // extern "C"
