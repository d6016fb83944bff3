/* Padding with zeros. */
#ifndef OPFORGE_ACLNN_KERNELS_PAD_H
#define OPFORGE_ACLNN_KERNELS_PAD_H

#include "opdev/op_executor.h"

namespace l0op {

const aclTensor *Pad(const aclTensor *self, const aclTensor *paddings, aclOpExecutor *executor);
} // namespace l0op
#endif
