/* (a + b) + c, one shape and type: the first sum with a launcher of another repository, the second with our own. */
#ifndef ACLNN_SUM_THREE_H
#define ACLNN_SUM_THREE_H

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSumThreeGetWorkspaceSize(const aclTensor *a, const aclTensor *b, const aclTensor *c,
                                                    aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSumThree(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif
