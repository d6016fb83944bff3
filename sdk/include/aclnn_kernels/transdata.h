/* Change of the memory format. */
#ifndef OPFORGE_ACLNN_KERNELS_TRANSDATA_H
#define OPFORGE_ACLNN_KERNELS_TRANSDATA_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/transdata.h")
#include_next "aclnn_kernels/transdata.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

/* Only the name of the format changes, not the layout. */
const aclTensor *ReFormat(const aclTensor *x, const op::Format &format, aclOpExecutor *executor = nullptr);
const aclTensor *TransData(const aclTensor *x, op::Format dstPrimaryFormat, int64_t groups, aclOpExecutor *executor);
const aclTensor *TransDataSpecial(const aclTensor *x, op::Format dstPrimaryFormat, int64_t groups,
                                  aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
