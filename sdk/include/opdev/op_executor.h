/* aclOpExecutor: the plan of one API call. Phase one fills it: tensors, then tasks in the order they will run; shape
 * inference and tiling run while a task is added, so that the workspace is known at the end. Phase two gives the
 * workspace an address and queues the tasks on the stream.
 *
 * An executor belongs to one thread at a time. Everything it allocates ends with it. */
#ifndef OPFORGE_OPDEV_OP_EXECUTOR_H
#define OPFORGE_OPDEV_OP_EXECUTOR_H

/* Sources rely on some of these without including them. */
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "aclnn/acl_meta.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/fast_vector.h"
#include "opdev/object.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_cache.h"
#include "opdev/op_config.h"
#include "opdev/op_dfx.h"
#include "opdev/op_errno.h"
#include "opdev/op_log.h"

namespace op {
namespace internal {
class ExecutorPlan;
}
} // namespace op

enum DSA_TASK_TYPE {
    DSARandomNormalTaskType,
    DSARandomTruncatedNormalTaskType,
    DSARandomUniformTaskType,
    DSAGenBitMaskTaskType
};

struct OPF_OPDEV_API aclOpExecutor : public op::Object {
    aclOpExecutor();
    ~aclOpExecutor() override;
    aclOpExecutor(const aclOpExecutor &) = delete;
    aclOpExecutor &operator=(const aclOpExecutor &) = delete;

    /* Intermediate tensors, placed in the workspace. nullptr without memory, like all of the functions below. */
    aclTensor *AllocTensor(const op::Shape &shape, op::DataType dataType, op::Format format = op::Format::FORMAT_ND);
    aclTensor *AllocTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                           op::Format storageFormat, op::Format originFormat);
    /* The shape comes later, from INFER_SHAPE. */
    aclTensor *AllocTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat);

    /* Tensors whose elements the host knows now. */
    aclTensor *AllocHostTensor(const op::Shape &shape, op::DataType dataType,
                               op::Format format = op::Format::FORMAT_ND);
    aclTensor *AllocHostTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                               op::Format storageFormat, op::Format originFormat);
    template <typename T>
    aclTensor *AllocHostTensor(const T *value, uint64_t size, op::DataType dataType)
    {
        return HostTensorFrom(value, op::internal::TypeOf<T>::value, sizeof(T), size, dataType);
    }
    template <typename T>
    const aclTensor *ConvertToTensor(const T *value, uint64_t size, op::DataType dataType)
    {
        return HostTensorFrom(value, op::internal::TypeOf<T>::value, sizeof(T), size, dataType);
    }
    const aclTensor *ConvertToTensor(const aclIntArray *value, op::DataType dataType) { return FromArray(value, dataType); }
    const aclTensor *ConvertToTensor(const aclBoolArray *value, op::DataType dataType) { return FromArray(value, dataType); }
    const aclTensor *ConvertToTensor(const aclFloatArray *value, op::DataType dataType)
    {
        return FromArray(value, dataType);
    }
    const aclTensor *ConvertToTensor(const aclFp16Array *value, op::DataType dataType) { return FromArray(value, dataType); }
    const aclTensor *ConvertToTensor(const aclBf16Array *value, op::DataType dataType) { return FromArray(value, dataType); }
    const aclTensor *ConvertToTensor(const aclScalar *value, op::DataType dataType);

    /* Another view of the same storage. `offset` counts elements from the storage's start. */
    aclTensor *CreateView(const aclTensor *tensor, const op::Shape &shape, int64_t offset);
    aclTensor *CreateView(const aclTensor *tensor, const op::Shape &oriShape, const op::Shape &storageShape,
                          const op::Strides &oriStride, int64_t offset);

    aclIntArray *AllocIntArray(const int64_t *value, uint64_t size);
    aclFloatArray *AllocFloatArray(const float *value, uint64_t size);
    aclBoolArray *AllocBoolArray(const bool *value, uint64_t size);
    aclTensorList *AllocTensorList(const aclTensor *const *tensors, uint64_t size);
    aclScalarList *AllocScalarList(const aclScalar *const *scalars, uint64_t size);
    aclScalar *AllocScalar(const void *data, op::DataType dataType);
    template <typename T, op::DataType D = op::internal::TypeOf<T>::value>
    aclScalar *AllocScalar(T value)
    {
        return AllocScalar(static_cast<const void *>(&value), D);
    }

    /* Bytes of workspace that phase two needs. Lays the plan out; call after the last task was added. */
    uint64_t GetWorkspaceSize() const;
    uint64_t GetLinearWorkspaceSize() const; // the same without reuse of space between tensors
    const op::FVector<uint64_t> &GetWorkspaceOffsets() const;
    void SetWorkspaceOffsets(const op::FVector<uint64_t> &offsets);
    void *GetWorkspaceAddr() const;
    void UpdateTensorAddr(void *workspaceAddr, const size_t size);

    /* `tensorMiddle` is to be made directly in the memory of `tensorOut`. */
    void AddTensorRelation(const aclTensor *tensorOut, const aclTensor *tensorMiddle);
    /* Nothing is cached across calls, so there is nothing to abandon. */
    void AbandonCache(bool disableRepeat = false);
    aclnnStatus SetRepeatable();
    bool IsRepeatable() const;

    aclrtStream GetStream() const;
    void SetStream(aclrtStream stream);
    aclnnStatus Run();
    op::OpConfigInfo GetOpConfigInfo() const;
    void SetOpConfigInfo(const op::OpConfigInfo &info);
    std::vector<const aclTensor *> &GetInputTensors();
    std::vector<const aclTensor *> &GetOutputTensors();

    op::internal::ExecutorPlan *Plan() const { return plan_; }

private:
    template <typename Array>
    const aclTensor *FromArray(const Array *value, op::DataType dataType)
    {
        return value == nullptr ? nullptr : ConvertToTensor(value->GetData(), value->Size(), dataType);
    }
    aclTensor *HostTensorFrom(const void *value, op::DataType from, size_t step, uint64_t size, op::DataType to);

    op::internal::ExecutorPlan *plan_;
};

/* Owner of the executor during phase one. What is not released to the caller ends with the function. */
class OPF_OPDEV_API UniqueExecutor {
public:
    explicit UniqueExecutor(const char *function);
    ~UniqueExecutor();
    UniqueExecutor(const UniqueExecutor &) = delete;
    UniqueExecutor &operator=(const UniqueExecutor &) = delete;

    aclOpExecutor *get() const { return executor_; }
    aclOpExecutor *operator->() { return executor_; }
    void ReleaseTo(aclOpExecutor **executor);

private:
    aclOpExecutor *executor_;
};

/* Phase two: ends the executor unless it is repeatable. `workspaceSize` must be at least what phase one said. */
OPF_OPDEV_API aclnnStatus CommonOpExecutorRun(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

/* Behind the macros of make_op_executor.h. */
OPF_OPDEV_API aclnnStatus CreatAiCoreKernelLauncher(const char *l0Name, uint32_t opType, aclOpExecutor *executor,
                                                    const op::OpArgContext &args);
OPF_OPDEV_API aclnnStatus CreatDSAKernelLauncher(const char *l0Name, uint32_t opType, DSA_TASK_TYPE dsaTask,
                                                 aclOpExecutor *executor, const op::OpArgContext &args);
OPF_OPDEV_API aclnnStatus InferShape(uint32_t opType, const op::OpArgContext &args);
/* The same for arguments held by GetOpArgContext, which end with the call. */
inline aclnnStatus CreatAiCoreKernelLauncher(const char *l0Name, uint32_t opType, aclOpExecutor *executor,
                                             op::OpArgContext *args)
{
    std::unique_ptr<op::OpArgContext> owned(args);
    return owned ? CreatAiCoreKernelLauncher(l0Name, opType, executor, *owned) : ACLNN_ERR_INNER_NULLPTR;
}
inline aclnnStatus CreatDSAKernelLauncher(const char *l0Name, uint32_t opType, DSA_TASK_TYPE dsaTask,
                                          aclOpExecutor *executor, op::OpArgContext *args)
{
    std::unique_ptr<op::OpArgContext> owned(args);
    return owned ? CreatDSAKernelLauncher(l0Name, opType, dsaTask, executor, *owned) : ACLNN_ERR_INNER_NULLPTR;
}

#endif
