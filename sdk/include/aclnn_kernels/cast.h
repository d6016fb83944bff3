/* Conversion of element types. */
#ifndef OPFORGE_ACLNN_KERNELS_CAST_H
#define OPFORGE_ACLNN_KERNELS_CAST_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/cast.h")
#include_next "aclnn_kernels/cast.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Cast(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
