// Public two-phase API of IndexPutWithSortV2.
#ifndef ACLNN_INDEX_PUT_WITH_SORT_H
#define ACLNN_INDEX_PUT_WITH_SORT_H

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

// For every entry e, in order: selfRef[linearIndex[e]] = or += values[posIdx[e]]. The first dimension of selfRef is
// the indexed one; linearIndex (INT32 or INT64) must be sorted ascending; posIdx is INT32; values has shape
// [entries, selfRef's other dimensions] and selfRef's type. All tensors must be contiguous.
ACLNN_API aclnnStatus aclnnIndexPutWithSortGetWorkspaceSize(aclTensor *selfRef, const aclTensor *linearIndex,
                                                            const aclTensor *posIdx, const aclTensor *values,
                                                            bool accumulate, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIndexPutWithSort(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
