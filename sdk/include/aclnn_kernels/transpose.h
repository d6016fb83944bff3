/* Permutation of dimensions. */
#ifndef OPFORGE_ACLNN_KERNELS_TRANSPOSE_H
#define OPFORGE_ACLNN_KERNELS_TRANSPOSE_H

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Transpose(const aclTensor *x, const aclIntArray *perm, aclOpExecutor *executor);
const aclTensor *Transpose(const aclTensor *x, const aclTensor *y, const aclTensor *perm, aclOpExecutor *executor);
} // namespace l0op
#endif
