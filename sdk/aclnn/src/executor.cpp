/* aclOpExecutor and the second phase. */
#include "opdev/op_executor.h"
#include "opforge/aclnn_gen.h"
#include "opforge/runtime_api.h"
#include "plan.h"

#include <cstring>

using op::internal::ExecutorPlan;

aclOpExecutor::aclOpExecutor() : plan_(new ExecutorPlan())
{
    if (plan_ == nullptr)
        throw std::bad_alloc();
}
/* The pointer is cleared for good, so that an executor used after its end is most likely recognised. */
aclOpExecutor::~aclOpExecutor()
{
    delete plan_;
    *const_cast<ExecutorPlan *volatile *>(&plan_) = nullptr;
}

/* Runs `make`, keeps its object in the plan; nullptr and a report without memory. */
template <typename Make>
static auto Keep(ExecutorPlan *plan, Make make) -> decltype(make())
{
    try {
        auto *made = make();
        if (made != nullptr)
            return plan->Own(made);
    } catch (const std::bad_alloc &) {
        /* reported below */
    }
    OP_LOGE(ACLNN_ERR_INNER, "no memory for an object of the call");
    return nullptr;
}

aclTensor *aclOpExecutor::AllocTensor(const op::Shape &storageShape, const op::Shape &originShape,
                                      op::DataType dataType, op::Format storageFormat, op::Format originFormat)
{
    return Keep(plan_, [&] {
        auto *tensor = new aclTensor();
        if (tensor != nullptr) {
            tensor->SetShapes(storageShape, originShape, dataType, storageFormat, originFormat);
            tensor->SetFromWorkspace(true);
        }
        return tensor;
    });
}
aclTensor *aclOpExecutor::AllocTensor(const op::Shape &shape, op::DataType dataType, op::Format format)
{
    return AllocTensor(shape, shape, dataType, format, format);
}
aclTensor *aclOpExecutor::AllocTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat)
{
    return AllocTensor(op::Shape(), op::Shape(), dataType, storageFormat, originFormat);
}

aclTensor *aclOpExecutor::AllocHostTensor(const op::Shape &storageShape, const op::Shape &originShape,
                                          op::DataType dataType, op::Format storageFormat, op::Format originFormat)
{
    int64_t size = storageShape.GetShapeSize();
    aclTensor *tensor = Keep(plan_, [&] { return new aclTensor(); });
    if (tensor == nullptr)
        return nullptr;
    if (size < 0 || !tensor->InitHost(static_cast<uint64_t>(size), dataType)) {
        OP_LOGE(ACLNN_ERR_INNER, "no host tensor of %ld elements of %s can be made", static_cast<long>(size),
                op::ToString(dataType));
        return nullptr;
    }
    tensor->SetShapes(storageShape, originShape, dataType, storageFormat, originFormat);
    return tensor;
}
aclTensor *aclOpExecutor::AllocHostTensor(const op::Shape &shape, op::DataType dataType, op::Format format)
{
    return AllocHostTensor(shape, shape, dataType, format, format);
}

aclTensor *aclOpExecutor::HostTensorFrom(const void *value, op::DataType from, size_t step, uint64_t size,
                                         op::DataType to)
{
    if (value == nullptr && size > 0) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "a host tensor of %lu elements is made from null",
                static_cast<unsigned long>(size));
        return nullptr;
    }
    aclTensor *tensor = AllocHostTensor(op::Shape{static_cast<int64_t>(size)}, to);
    auto *dst = tensor ? static_cast<char *>(const_cast<void *>(tensor->GetStorage()->HostMemory())) : nullptr;
    size_t width = op::TypeSize(to);
    for (uint64_t i = 0; dst != nullptr && i < size; i++) {
        if (!op::internal::ConvertElement(static_cast<const char *>(value) + i * step, from, dst + i * width, to)) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a host tensor of %s cannot be made from %s", op::ToString(to),
                    op::ToString(from));
            return nullptr;
        }
    }
    return tensor;
}

const aclTensor *aclOpExecutor::ConvertToTensor(const aclScalar *value, op::DataType dataType)
{
    if (value == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "a tensor is made from a null scalar");
        return nullptr;
    }
    return HostTensorFrom(value->GetData(), value->GetDataType(), value->Size(), 1, dataType);
}

aclTensor *aclOpExecutor::CreateView(const aclTensor *tensor, const op::Shape &shape, int64_t offset)
{
    op::Strides strides;
    op::ToContiguousStrides(shape, strides);
    return CreateView(tensor, shape, shape, strides, offset);
}
aclTensor *aclOpExecutor::CreateView(const aclTensor *tensor, const op::Shape &oriShape, const op::Shape &storageShape,
                                     const op::Strides &oriStride, int64_t offset)
{
    if (tensor == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "a view of a null tensor is asked for");
        return nullptr;
    }
    return Keep(plan_, [&] {
        auto *view = new aclTensor();
        if (view != nullptr) {
            view->UseStorage(tensor->MutableStorage());
            view->SetShapes(storageShape, oriShape, tensor->GetDataType(), tensor->GetStorageFormat(),
                            tensor->GetOriginalFormat());
            view->SetViewStrides(oriStride);
            view->SetViewFormat(tensor->GetViewFormat());
            view->SetViewOffset(offset);
        }
        return view;
    });
}

aclIntArray *aclOpExecutor::AllocIntArray(const int64_t *value, uint64_t size)
{
    return Keep(plan_, [&] { return new aclIntArray(value, size); });
}
aclFloatArray *aclOpExecutor::AllocFloatArray(const float *value, uint64_t size)
{
    return Keep(plan_, [&] { return new aclFloatArray(value, size); });
}
aclBoolArray *aclOpExecutor::AllocBoolArray(const bool *value, uint64_t size)
{
    return Keep(plan_, [&] { return new aclBoolArray(value, size); });
}
aclTensorList *aclOpExecutor::AllocTensorList(const aclTensor *const *tensors, uint64_t size)
{
    return Keep(plan_, [&] { return new aclTensorList(tensors, size); });
}
aclScalarList *aclOpExecutor::AllocScalarList(const aclScalar *const *scalars, uint64_t size)
{
    return Keep(plan_, [&] { return new aclScalarList(scalars, size); });
}
aclScalar *aclOpExecutor::AllocScalar(const void *data, op::DataType dataType)
{
    return Keep(plan_, [&] { return new aclScalar(data, dataType); });
}

uint64_t aclOpExecutor::GetWorkspaceSize() const { return plan_->WorkspaceSize(); }
uint64_t aclOpExecutor::GetLinearWorkspaceSize() const { return plan_->LinearSize(); }
const op::FVector<uint64_t> &aclOpExecutor::GetWorkspaceOffsets() const
{
    plan_->WorkspaceSize();
    return plan_->offsets;
}
/* Offsets follow from the plan; a source that hands over those of another executor changes nothing here. */
void aclOpExecutor::SetWorkspaceOffsets(const op::FVector<uint64_t> &) {}
void *aclOpExecutor::GetWorkspaceAddr() const { return plan_->workspace; }
void aclOpExecutor::UpdateTensorAddr(void *workspaceAddr, const size_t)
{
    plan_->Place(static_cast<char *>(workspaceAddr));
}

void aclOpExecutor::AddTensorRelation(const aclTensor *tensorOut, const aclTensor *tensorMiddle)
{
    if (tensorOut != nullptr && tensorMiddle != nullptr)
        tensorMiddle->MutableStorage()->Forward(tensorOut->MutableStorage());
    plan_->Touch();
}
void aclOpExecutor::AbandonCache(bool) {}
aclnnStatus aclOpExecutor::SetRepeatable()
{
    plan_->repeatable = true;
    return ACLNN_SUCCESS;
}
bool aclOpExecutor::IsRepeatable() const { return plan_->repeatable; }
aclrtStream aclOpExecutor::GetStream() const { return static_cast<aclrtStream>(plan_->stream); }
void aclOpExecutor::SetStream(aclrtStream stream) { plan_->stream = stream; }
aclnnStatus aclOpExecutor::Run()
{
    return plan_->Launch(plan_->stream, plan_->workspace, plan_->workspace ? plan_->WorkspaceSize() : 0);
}
op::OpConfigInfo aclOpExecutor::GetOpConfigInfo() const { return plan_->config; }
void aclOpExecutor::SetOpConfigInfo(const op::OpConfigInfo &info) { plan_->config = info; }
std::vector<const aclTensor *> &aclOpExecutor::GetInputTensors() { return plan_->inputs; }
std::vector<const aclTensor *> &aclOpExecutor::GetOutputTensors() { return plan_->outputs; }

UniqueExecutor::UniqueExecutor(const char *) : executor_(nullptr)
{
    try {
        executor_ = new aclOpExecutor();
    } catch (const std::bad_alloc &) {
        executor_ = nullptr;
    }
    if (executor_ == nullptr)
        OP_LOGE(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no memory for an executor");
}
UniqueExecutor::~UniqueExecutor() { delete executor_; }
void UniqueExecutor::ReleaseTo(aclOpExecutor **executor)
{
    if (executor == nullptr)
        return;
    *executor = executor_;
    executor_ = nullptr;
}

aclnnStatus CommonOpExecutorRun(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    if (executor == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR,
                "executor is null: it comes from phase one, and each phase two uses it up unless it was made repeatable");
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    ExecutorPlan *plan = executor->Plan();
    if (plan == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID,
                "the executor was used up by an earlier phase two; call phase one again, or make it repeatable");
        return ACLNN_ERR_PARAM_INVALID;
    }
    plan->stream = stream;
    aclnnStatus status = plan->failed;
    if (status != ACLNN_SUCCESS)
        OP_LOGE(status, "phase one could not plan the launch of %s, although its function went on", plan->failedOp);
    else
        status = plan->Launch(stream, static_cast<char *>(workspace), workspaceSize);
    if (!plan->repeatable)
        delete executor;
    return status;
}

/* ---- the C side: repeatable executors and new addresses ------------------------------------------------------ */

static aclnnStatus SetAddress(const char *function, aclOpExecutor *executor, aclTensor *tensor, void *addr)
{
    if (executor == nullptr || tensor == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s: %s is null", function, executor == nullptr ? "executor" : "tensor");
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    tensor->SetStorageAddr(addr);
    return ACLNN_SUCCESS;
}
static aclnnStatus SetListAddress(const char *function, aclOpExecutor *executor, aclTensorList *list, size_t index,
                                  void *addr)
{
    if (list == nullptr || index >= list->Size()) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: tensor %zu of a list of %zu is asked for", function, index,
                list ? static_cast<size_t>(list->Size()) : size_t{0});
        return list == nullptr ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_PARAM_INVALID;
    }
    return SetAddress(function, executor, (*list)[index], addr);
}

extern "C" {
aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor *executor)
{
    if (executor == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s: executor is null", __func__);
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    return executor->SetRepeatable();
}
int32_t opf_aclnn_planned(const aclOpExecutor *executor)
{
    const ExecutorPlan *plan = executor != nullptr ? const_cast<aclOpExecutor *>(executor)->Plan() : nullptr;
    return plan != nullptr ? plan->failed : ACLNN_SUCCESS;
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor)
{
    if (executor == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s: executor is null", __func__);
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    delete executor;
    return ACLNN_SUCCESS;
}

/* The tensor object itself says which one is meant; the position is not needed. */
#define OPF_ADDRESS_SETTER(Name)                                                                                      \
    aclnnStatus Name(aclOpExecutor *executor, const size_t, aclTensor *tensor, void *addr)                            \
    {                                                                                                                 \
        return SetAddress(__func__, executor, tensor, addr);                                                          \
    }
#define OPF_LIST_ADDRESS_SETTER(Name)                                                                                 \
    aclnnStatus Name(aclOpExecutor *executor, size_t, const size_t index, aclTensorList *tensors, void *addr)         \
    {                                                                                                                 \
        return SetListAddress(__func__, executor, tensors, index, addr);                                              \
    }
OPF_ADDRESS_SETTER(aclSetInputTensorAddr)
OPF_ADDRESS_SETTER(aclSetOutputTensorAddr)
OPF_ADDRESS_SETTER(aclSetTensorAddr)
OPF_ADDRESS_SETTER(AclSetInputTensorAddr)
OPF_ADDRESS_SETTER(AclSetOutputTensorAddr)
OPF_ADDRESS_SETTER(AclSetTensorAddr)
OPF_LIST_ADDRESS_SETTER(aclSetDynamicInputTensorAddr)
OPF_LIST_ADDRESS_SETTER(aclSetDynamicOutputTensorAddr)
OPF_LIST_ADDRESS_SETTER(aclSetDynamicTensorAddr)
OPF_LIST_ADDRESS_SETTER(AclSetDynamicInputTensorAddr)
OPF_LIST_ADDRESS_SETTER(AclSetDynamicOutputTensorAddr)
OPF_LIST_ADDRESS_SETTER(AclSetDynamicTensorAddr)
}
