/* Another shape of the same contiguous elements. One dimension may be -1. */
#ifndef OPFORGE_ACLNN_KERNELS_RESHAPE_H
#define OPFORGE_ACLNN_KERNELS_RESHAPE_H

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Reshape(const aclTensor *x, const op::Shape &shape, aclOpExecutor *executor);
const aclTensor *Reshape(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor);
} // namespace l0op
#endif
