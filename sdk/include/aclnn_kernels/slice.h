/* A box out of a tensor. */
#ifndef OPFORGE_ACLNN_KERNELS_SLICE_H
#define OPFORGE_ACLNN_KERNELS_SLICE_H

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Slice(const aclTensor *x, const aclIntArray *offsets, const aclIntArray *size, aclOpExecutor *executor);
const aclTensor *Slice(const aclTensor *x, const aclTensor *y, const aclTensor *offset, const aclTensor *size,
                       aclOpExecutor *executor);
} // namespace l0op
#endif
