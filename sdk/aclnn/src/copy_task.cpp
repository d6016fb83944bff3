/* Copies as tasks: between strided views, and from host memory. */
#include "opdev/format_utils.h"
#include "opdev/framework_op.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"
#include "opforge/runtime_api.h"
#include "plan.h"

#include <cstring>

namespace op {
namespace internal {

namespace {

struct Dim {
    int64_t size, src, dst; // strides in bytes
};

/* Dimensions of the copy: those of size 1 left out, neighbours joined where both sides allow it. */
FVector<Dim, MAX_DIM_NUM> Joined(const Shape &shape, const Strides &src, const Strides &dst, int64_t elemSize)
{
    FVector<Dim, MAX_DIM_NUM> dims;
    for (size_t i = 0; i < shape.GetDimNum(); i++) {
        if (shape[i] == 1)
            continue;
        Dim d{shape[i], src[i] * elemSize, dst[i] * elemSize};
        if (!dims.empty() && dims.back().src == d.src * d.size && dims.back().dst == d.dst * d.size)
            dims.back() = {dims.back().size * d.size, d.src, d.dst};
        else
            dims.push_back(d);
    }
    return dims;
}

/* The runtime copies 8 dimensions; more are stepped through here. */
int Enqueue(void *stream, const char *src, char *dst, const Dim *dims, size_t num, uint32_t elemSize)
{
    if (num > OPF_RUNTIME_COPY_DIMS) {
        for (int64_t i = 0; i < dims[0].size; i++) {
            int status = Enqueue(stream, src + i * dims[0].src, dst + i * dims[0].dst, dims + 1, num - 1, elemSize);
            if (status != 0)
                return status;
        }
        return 0;
    }
    opf_runtime_copy copy{};
    copy.src = src;
    copy.dst = dst;
    copy.elem_size = elemSize;
    copy.dim_num = static_cast<uint32_t>(num);
    for (size_t i = 0; i < num; i++) {
        copy.dims[i] = dims[i].size;
        copy.src_strides[i] = dims[i].src;
        copy.dst_strides[i] = dims[i].dst;
    }
    return opf_runtime_enqueue_copy(stream, &copy);
}

aclnnStatus Outcome(int status, const char *what)
{
    if (status == 0)
        return ACLNN_SUCCESS;
    std::string why = opf_runtime_last_error();
    OP_LOGE(ACLNN_ERR_RUNTIME_ERROR, "%s: %s", what, why);
    return ACLNN_ERR_RUNTIME_ERROR;
}

/* tensors[0] to tensors[1]. With scratch, through it: the two may overlap then. */
class CopyTask : public Task {
public:
    uint32_t elemSize = 1;
    Shape shape;
    Strides src, dst;

    const char *Name() const override { return "copy"; }
    aclnnStatus Launch(void *stream, char *workspace) override
    {
        const char *from = static_cast<const char *>(tensors[0]->GetData());
        char *to = static_cast<char *>(tensors[1]->GetData());
        if (scratchBytes.empty())
            return Outcome(Copy(stream, from, src, to, dst), "strided copy");
        char *between = workspace + scratchOffset[0];
        Strides plain;
        ToContiguousStrides(shape, plain);
        int status = Copy(stream, from, src, between, plain);
        return Outcome(status != 0 ? status : Copy(stream, between, plain, to, dst), "strided copy");
    }

private:
    int Copy(void *stream, const char *from, const Strides &fromStrides, char *to, const Strides &toStrides) const
    {
        auto dims = Joined(shape, fromStrides, toStrides, elemSize);
        return Enqueue(stream, from, to, dims.data(), dims.size(), elemSize);
    }
};

/* Bytes that travel with the queue: the executor may be gone when they are written. */
struct HostBytes {
    void *dst;
    size_t size;
    char bytes[1];
};
void WriteHostBytes(void *arg)
{
    auto *job = static_cast<HostBytes *>(arg);
    std::memcpy(job->dst, job->bytes, job->size);
}

class HostCopyTask : public Task {
public:
    const char *Name() const override { return "copy from host"; }
    aclnnStatus Launch(void *stream, char *) override
    {
        size_t size = ReachOf(tensors[1]);
        auto *job = static_cast<HostBytes *>(Allocate(sizeof(HostBytes) + size));
        if (job == nullptr) {
            OP_LOGE(ACLNN_ERR_INNER, "no memory for a copy of %zu bytes", size);
            return ACLNN_ERR_INNER;
        }
        job->dst = tensors[1]->GetData();
        job->size = std::min(size, tensors[0]->GetStorage()->HostBytes());
        std::memcpy(job->bytes, tensors[0]->GetData(), job->size);
        return Outcome(opf_runtime_enqueue_host(stream, WriteHostBytes, DeAllocate, job), "copy from host");
    }
};

aclnnStatus Append(aclOpExecutor *executor, Task *task, const aclTensor *src, const aclTensor *dst)
{
    task->tensors.push_back(src);
    task->tensors.push_back(dst);
    task->outputsFrom = 1;
    executor->Plan()->AddTask(task);
    return ACLNN_SUCCESS;
}

aclnnStatus NoMemory()
{
    OP_LOGE(ACLNN_ERR_INNER, "no memory for a copy task");
    return ACLNN_ERR_INNER;
}

} // namespace

aclnnStatus AddCopyTask(aclOpExecutor *executor, const aclTensor *src, const aclTensor *dst)
{
    int size = ge::GetSizeByDataType(src->GetDataType());
    if (src->GetDataType() != dst->GetDataType() || src->GetViewShape() != dst->GetViewShape() || size <= 0) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s cannot be copied to %s: type and view shape must be equal", src->ToString(),
                dst->ToString());
        return ACLNN_ERR_PARAM_INVALID;
    }
    if (src->GetStorage()->IsHost()) {
        auto *host = new HostCopyTask();
        return host == nullptr ? NoMemory() : Append(executor, host, src, dst);
    }
    auto *task = new CopyTask();
    if (task == nullptr)
        return NoMemory();
    task->shape = src->GetViewShape();
    task->src = src->GetViewStrides();
    task->dst = dst->GetViewStrides();
    task->elemSize = static_cast<uint32_t>(size);
    if (size >= ge::kDataTypeSizeBitOffset) { // less than a byte: only as whole bytes
        if (!IsContiguous(src) || !IsContiguous(dst)) {
            delete task;
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a strided copy of %s, which is smaller than a byte, is not supported",
                    ToString(src->GetDataType()));
            return ACLNN_ERR_PARAM_INVALID;
        }
        task->shape = Shape{CalcShapeBytes(src->Numel(), src->GetDataType(), true)};
        ToContiguousStrides(task->shape, task->src);
        task->dst = task->src;
        task->elemSize = 1;
    }
    if (src->GetStorage()->Resolved() == dst->GetStorage()->Resolved())
        task->scratchBytes.push_back(static_cast<uint64_t>(task->shape.GetShapeSize()) * task->elemSize);
    return Append(executor, task, src, dst);
}

} // namespace internal

const aclTensor *CopyToNpu(const aclTensor *src, aclOpExecutor *executor)
{
    if (src == nullptr || executor == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "CopyToNpu: %s is null", src == nullptr ? "src" : "executor");
        return nullptr;
    }
    aclTensor *dst = executor->AllocTensor(src->GetStorageShape(), src->GetOriginalShape(), src->GetDataType(),
                                           src->GetStorageFormat(), src->GetOriginalFormat());
    return dst != nullptr && internal::AddCopyTask(executor, src, dst) == ACLNN_SUCCESS ? dst : nullptr;
}
const aclTensor *CopyToNpuSync(const aclTensor *src, aclOpExecutor *executor) { return CopyToNpu(src, executor); }

aclnnStatus CopyNpuToNpu(const aclTensor *src, const aclTensor *dst, aclOpExecutor *executor)
{
    if (src == nullptr || dst == nullptr || executor == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "CopyNpuToNpu: a null argument");
        return ACLNN_ERR_INNER_NULLPTR;
    }
    return internal::AddCopyTask(executor, src, dst);
}

} // namespace op
