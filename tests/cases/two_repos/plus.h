/* What ops-beta knows of ops-alpha: the declaration of a launcher, as ops-nn knows launchers of ops-math. */
#ifndef BETA_KNOWS_PLUS_H
#define BETA_KNOWS_PLUS_H

#include "opdev/op_executor.h"

namespace l0op {
const aclTensor *Plus(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);
const aclTensor *Nobody(const aclTensor *self, aclOpExecutor *executor);
} // namespace l0op

#endif
