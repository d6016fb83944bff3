#include "relu.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Relu);

const aclTensor *Relu(const aclTensor *self, aclOpExecutor *executor)
{
    L0_DFX(Relu, self);
    aclTensor *out = executor->AllocTensor(self->GetStorageShape(), self->GetDataType(), self->GetStorageFormat());
    if (out == nullptr) {
        return nullptr;
    }
    if (ADD_TO_LAUNCHER_LIST_AICORE(Relu, OP_INPUT(self), OP_OUTPUT(out)) != ACLNN_SUCCESS) {
        return nullptr;
    }
    return out;
}

} // namespace l0op
