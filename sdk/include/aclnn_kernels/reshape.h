/* Another shape of the same contiguous elements. One dimension may be -1. */
#ifndef OPFORGE_ACLNN_KERNELS_RESHAPE_H
#define OPFORGE_ACLNN_KERNELS_RESHAPE_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/reshape.h")
#include_next "aclnn_kernels/reshape.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Reshape(const aclTensor *x, const op::Shape &shape, aclOpExecutor *executor);
const aclTensor *Reshape(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
