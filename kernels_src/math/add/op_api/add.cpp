#include "add.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

namespace l0op {

OP_TYPE_REGISTER(Add);

const aclTensor *Add(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor)
{
    L0_DFX(Add, self, other);
    op::Shape shape;
    if (!op::BroadcastInferShape(self->GetViewShape(), other->GetViewShape(), shape)) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "shapes %s and %s do not broadcast",
                op::ToString(self->GetViewShape()).GetString(), op::ToString(other->GetViewShape()).GetString());
        return nullptr;
    }
    aclTensor *out = executor->AllocTensor(shape, self->GetDataType(), self->GetStorageFormat());
    if (out == nullptr) {
        return nullptr;
    }
    if (ADD_TO_LAUNCHER_LIST_AICORE(Add, OP_INPUT(self, other), OP_OUTPUT(out)) != ACLNN_SUCCESS) {
        return nullptr;
    }
    return out;
}

} // namespace l0op
