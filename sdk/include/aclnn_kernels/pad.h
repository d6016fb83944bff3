/* Padding with zeros. */
#ifndef OPFORGE_ACLNN_KERNELS_PAD_H
#define OPFORGE_ACLNN_KERNELS_PAD_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/pad.h")
#include_next "aclnn_kernels/pad.h"
#else

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Pad(const aclTensor *self, const aclTensor *paddings, aclOpExecutor *executor);
} // namespace l0op

#endif /* no header of the repository */
#endif
