/* Conversion of element types. */
#ifndef OPFORGE_ACLNN_KERNELS_CAST_H
#define OPFORGE_ACLNN_KERNELS_CAST_H

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Cast(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor);
} // namespace l0op
#endif
