/* Copies between strided and contiguous tensors. A tensor that is contiguous already is only viewed. opforge has
 * defaults for all of them (copies by the runtime); another library's definitions win. */
#ifndef OPFORGE_ACLNN_KERNELS_CONTIGUOUS_H
#define OPFORGE_ACLNN_KERNELS_CONTIGUOUS_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/contiguous.h")
#include_next "aclnn_kernels/contiguous.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

/* A contiguous tensor with the elements of `x`; nullptr on failure. */
const aclTensor *Contiguous(const aclTensor *x, aclOpExecutor *executor);
/* Contents of `x` into `y`, which may be strided; returns `y`. An intermediate `x` is made in `y` without a copy when
 * both are contiguous. */
const aclTensor *ViewCopy(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);
/* For element-wise operators: `x` seen as contiguous when it fills its storage in any order of dimensions. */
const aclTensor *PickViewAsContiguous(const aclTensor *x, aclOpExecutor *executor);
/* `x`, shown with the shape and formats of `y`. */
const aclTensor *ReViewToOut(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
