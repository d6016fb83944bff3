/* A box out of a tensor. */
#ifndef OPFORGE_ACLNN_KERNELS_SLICE_H
#define OPFORGE_ACLNN_KERNELS_SLICE_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/slice.h")
#include_next "aclnn_kernels/slice.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Slice(const aclTensor *x, const aclIntArray *offsets, const aclIntArray *size, aclOpExecutor *executor);
const aclTensor *Slice(const aclTensor *x, const aclTensor *y, const aclTensor *offset, const aclTensor *size,
                       aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
