/* AI CPU launches: sources compile; running one is reported as unsupported, by operator name. */
#ifndef OPFORGE_OPDEV_AICPU_AICPU_TASK_H
#define OPFORGE_OPDEV_AICPU_AICPU_TASK_H

#include <string>

#include "opdev/make_op_executor.h"

namespace op {
namespace internal {

class AicpuTaskSpace {
public:
    AicpuTaskSpace(const std::string &opType, const ge::UnknowShapeOpType = ge::DEPEND_IN_SHAPE, const bool = false)
        : opType_(opType)
    {}
    void SetRef(const size_t, const bool = true) {}
    const std::string &OpType() const { return opType_; }

private:
    const std::string opType_;
};

OPF_OPDEV_API aclnnStatus CreatAicpuKernelLauncher(uint32_t opType, AicpuTaskSpace &space, aclOpExecutor *executor,
                                                   const FVector<std::string> &attrNames, const OpArgContext &args);
} // namespace internal
} // namespace op

#define OP_ATTR_NAMES ::op::FVector<std::string>

#define ADD_TO_LAUNCHER_LIST_AICPU(KERNEL_NAME, attrNames, op_args...)                                                \
    op::internal::CreatAicpuKernelLauncher(KERNEL_NAME##OpTypeId(), space, executor, attrNames,                       \
                                           op::internal::CollectAll(op_args))

#endif
