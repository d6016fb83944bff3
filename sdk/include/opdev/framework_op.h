/* Copies that an operator queues as tasks of its executor. */
#ifndef OPFORGE_OPDEV_FRAMEWORK_OP_H
#define OPFORGE_OPDEV_FRAMEWORK_OP_H

#include "aclnn/acl_meta.h"
#include "opdev/object.h"

namespace op {
/* A device tensor with the contents of the host tensor `src`; nullptr on failure. */
OPF_OPDEV_API const aclTensor *CopyToNpu(const aclTensor *src, aclOpExecutor *executor);
OPF_OPDEV_API const aclTensor *CopyToNpuSync(const aclTensor *src, aclOpExecutor *executor);
/* Contents of `src` into `dst`, both contiguous and of equal size. */
OPF_OPDEV_API aclnnStatus CopyNpuToNpu(const aclTensor *src, const aclTensor *dst, aclOpExecutor *executor);
} // namespace op
#endif
