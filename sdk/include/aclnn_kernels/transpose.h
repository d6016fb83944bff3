/* Permutation of dimensions. */
#ifndef OPFORGE_ACLNN_KERNELS_TRANSPOSE_H
#define OPFORGE_ACLNN_KERNELS_TRANSPOSE_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/transpose.h")
#include_next "aclnn_kernels/transpose.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Transpose(const aclTensor *x, const aclIntArray *perm, aclOpExecutor *executor);
const aclTensor *Transpose(const aclTensor *x, const aclTensor *y, const aclTensor *perm, aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
