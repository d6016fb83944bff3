// L0: queue one Add launch.
#ifndef OP_API_ADD_H
#define OP_API_ADD_H

#include "opdev/op_executor.h"

namespace l0op {

// self + other, broadcast, in a new tensor of the executor; nullptr when it could not be queued.
const aclTensor *Add(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);

} // namespace l0op

#endif
