// L0: queue one Relu launch.
#ifndef OP_API_RELU_H
#define OP_API_RELU_H

#include "opdev/op_executor.h"

namespace l0op {

// y = max(self, 0) in a new tensor of the executor; nullptr when it could not be queued.
const aclTensor *Relu(const aclTensor *self, aclOpExecutor *executor);

} // namespace l0op

#endif
