#include "softmax_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SoftmaxV2);

const aclTensor *SoftmaxV2(const aclTensor *x, int64_t axis, aclOpExecutor *executor)
{
    L0_DFX(SoftmaxV2, x, axis);
    const aclIntArray *axes = executor->AllocIntArray(&axis, 1);
    aclTensor *out = executor->AllocTensor(x->GetStorageShape(), x->GetDataType(), x->GetStorageFormat());
    if (axes == nullptr || out == nullptr) {
        return nullptr;
    }
    if (ADD_TO_LAUNCHER_LIST_AICORE(SoftmaxV2, OP_INPUT(x), OP_OUTPUT(out), OP_ATTR(axes)) != ACLNN_SUCCESS) {
        return nullptr;
    }
    return out;
}

} // namespace l0op
