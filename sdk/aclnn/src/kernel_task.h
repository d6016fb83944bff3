/* Launching of AI Core kernels: look-up, tiling, and the task that phase two queues. */
#ifndef OPF_ACLNN_KERNEL_TASK_H
#define OPF_ACLNN_KERNEL_TASK_H

#include "invocation.h"

namespace op {
namespace internal {
/* Tiling, look-up and a new task at the end of the plan, for an invocation whose node is filled. */
aclnnStatus AddKernelTask(ExecutorPlan *plan, uint32_t opType, Invocation &call);
/* Shape inference; sets the shapes of the outputs. */
aclnnStatus InferInto(uint32_t opType, Invocation &call);
/* The calling thread's scratch. */
Invocation &ThreadInvocation();
} // namespace internal
} // namespace op

#endif
