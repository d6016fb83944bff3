#include "aclnn_sum_three.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "also.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "plus.h"

extern "C" {

aclnnStatus aclnnSumThreeGetWorkspaceSize(const aclTensor *a, const aclTensor *b, const aclTensor *c, aclTensor *out,
                                          uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnSumThree, DFX_IN(a, b, c), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclTensor *two = l0op::Plus(l0op::Contiguous(a, unique.get()), l0op::Contiguous(b, unique.get()), unique.get());
    CHECK_RET(two != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor *three = l0op::Also(two, l0op::Contiguous(c, unique.get()), unique.get());
    CHECK_RET(three != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(three, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnSumThree(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnSumThree);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

/* relu's function, so that PyTorch calls it; it wants a launcher that no repository defines. */
__attribute__((visibility("default"))) aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                                             uint64_t *workspaceSize,
                                                                             aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnRelu, DFX_IN(self), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(l0op::ViewCopy(l0op::Nobody(self, unique.get()), out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

__attribute__((visibility("default"))) aclnnStatus aclnnRelu(void *workspace, uint64_t workspaceSize,
                                                             aclOpExecutor *executor, aclrtStream stream)
{
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

} // extern "C"
