/* Layout of the workspace: each intermediate tensor lives from the first task that uses it to the last; two whose
 * lives do not meet may share bytes. Placement is first fit in order of first use. */
#include "plan.h"
#include "opdev/shape_utils.h"

#include <algorithm>

namespace op {
namespace internal {

namespace {
struct Piece {
    uint64_t bytes;
    int32_t first, last;
    uint64_t offset;
    aclStorage *storage; // or
    uint64_t *scratch;   // a task's own
};

uint64_t Aligned(uint64_t bytes) { return (bytes + kWorkspaceAlign - 1) / kWorkspaceAlign * kWorkspaceAlign; }

/* Lowest offset at which `piece` meets none of the placed pieces that live at the same time. */
uint64_t FirstFit(const FVector<Piece, 16> &live, uint64_t bytes)
{
    FVector<const Piece *, 16> byOffset;
    for (const Piece &p : live)
        byOffset.push_back(&p);
    std::sort(byOffset.begin(), byOffset.end(), [](const Piece *a, const Piece *b) { return a->offset < b->offset; });
    uint64_t at = 0;
    for (const Piece *p : byOffset) {
        if (at + bytes <= p->offset)
            break;
        at = std::max(at, p->offset + p->bytes);
    }
    return at;
}
} // namespace

uint64_t ReachOf(const aclTensor *tensor)
{
    const Shape &view = tensor->GetViewShape();
    const Strides &strides = tensor->GetViewStrides();
    int64_t reach = 1;
    for (size_t i = 0; i < view.GetDimNum() && i < strides.size(); i++)
        reach += view[i] > 0 && strides[i] > 0 ? (view[i] - 1) * strides[i] : 0;
    if (tensor->IsEmpty())
        reach = 0;
    int64_t elements = std::max(reach, tensor->GetStorageShape().GetShapeSize()) + tensor->GetViewOffset();
    int64_t bytes = CalcShapeBytes(std::max<int64_t>(elements, 0), tensor->GetDataType(), true);
    return bytes < 0 ? 0 : static_cast<uint64_t>(bytes);
}

ExecutorPlan::~ExecutorPlan()
{
    for (Task *task : tasks)
        delete task;
    for (size_t i = objects.size(); i-- > 0;)
        delete objects[i];
}

void ExecutorPlan::Layout()
{
    FVector<Piece, 16> pieces, live;
    placed_.clear();
    offsets.clear();
    size_ = linear_ = 0;
    for (Task *task : tasks)
        for (const aclTensor *t : task->tensors)
            if (t != nullptr)
                OpfPlanner::Forget(t->MutableStorage()->Resolved());
    for (size_t i = 0; i < tasks.size(); i++) {
        for (const aclTensor *t : tasks[i]->tensors) {
            aclStorage *s = t ? t->MutableStorage()->Resolved() : nullptr;
            if (s == nullptr || !s->IsFromWorkspace())
                continue;
            if (!OpfPlanner::Known(s))
                placed_.push_back(s);
            OpfPlanner::Use(s, static_cast<int32_t>(i), ReachOf(t));
        }
    }
    for (aclStorage *s : placed_)
        pieces.push_back({Aligned(std::max<uint64_t>(OpfPlanner::Bytes(s), 1)), OpfPlanner::First(s),
                          OpfPlanner::Last(s), 0, s, nullptr});
    for (size_t i = 0; i < tasks.size(); i++) {
        tasks[i]->scratchOffset.resize(tasks[i]->scratchBytes.size());
        for (size_t k = 0; k < tasks[i]->scratchBytes.size(); k++)
            pieces.push_back({Aligned(tasks[i]->scratchBytes[k]), static_cast<int32_t>(i), static_cast<int32_t>(i), 0,
                              nullptr, &tasks[i]->scratchOffset[k]});
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece &a, const Piece &b) { return a.first < b.first; });
    for (Piece &p : pieces) {
        live.erase(std::remove_if(live.begin(), live.end(), [&](const Piece &q) { return q.last < p.first; }),
                   live.end());
        p.offset = FirstFit(live, p.bytes);
        live.push_back(p);
        if (p.storage != nullptr)
            p.storage->SetWorkspaceOffset(p.offset);
        else
            *p.scratch = p.offset;
        offsets.push_back(p.offset);
        size_ = std::max(size_, p.offset + p.bytes);
        linear_ += p.bytes;
    }
    laidOut_ = true;
}

uint64_t ExecutorPlan::WorkspaceSize()
{
    if (!laidOut_)
        Layout();
    return size_;
}

uint64_t ExecutorPlan::LinearSize() const
{
    const_cast<ExecutorPlan *>(this)->WorkspaceSize();
    return linear_;
}

void ExecutorPlan::Place(char *base)
{
    WorkspaceSize();
    workspace = base;
    for (aclStorage *s : placed_)
        s->SetAddr(base + s->GetWorkspaceOffset());
}

aclnnStatus ExecutorPlan::Launch(void *toStream, char *base, uint64_t size)
{
    uint64_t needed = WorkspaceSize();
    if (needed > size || (needed > 0 && base == nullptr)) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID,
                "phase two got a workspace of %lu bytes%s; phase one asked for %lu", static_cast<unsigned long>(size),
                base == nullptr ? " at null" : "", static_cast<unsigned long>(needed));
        return ACLNN_ERR_PARAM_INVALID;
    }
    if (reinterpret_cast<uintptr_t>(base) % 32 != 0) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "the workspace at %p is not 32-byte aligned; take it from aclrtMalloc", base);
        return ACLNN_ERR_PARAM_INVALID;
    }
    Place(base);
    for (Task *task : tasks) {
        aclnnStatus status = task->Launch(toStream, base);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

} // namespace internal
} // namespace op
