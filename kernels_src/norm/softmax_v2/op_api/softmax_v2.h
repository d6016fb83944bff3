// L0: queue one SoftmaxV2 launch.
#ifndef OP_API_SOFTMAX_V2_H
#define OP_API_SOFTMAX_V2_H

#include "opdev/op_executor.h"

namespace l0op {

// Softmax of x along `axis` in a new tensor of the executor; nullptr when it could not be queued.
const aclTensor *SoftmaxV2(const aclTensor *x, int64_t axis, aclOpExecutor *executor);

} // namespace l0op

#endif
