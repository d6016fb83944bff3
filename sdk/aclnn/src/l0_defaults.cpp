/* Launchers that every operator leans on, for when no operator library brings its own: weak, so that another
 * library's definitions win. Copies run in the runtime; views launch nothing. */
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"
#include "plan.h"

#define OPF_WEAK __attribute__((weak, visibility("default")))

namespace {

using op::internal::ReachOf;
using op::internal::Task;

bool Given(const char *what, const aclTensor *x, const aclOpExecutor *executor)
{
    if (x != nullptr && executor != nullptr)
        return true;
    OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s: %s is null", what, x == nullptr ? "the tensor" : "the executor");
    return false;
}

const aclTensor *Unsupported(const char *name)
{
    OP_LOGE(ACLNN_ERR_INNER, "%s needs the operator library that defines it (libopapi_math); opforge has no default", name);
    return nullptr;
}

/* Memory of the caller that two storages share. */
bool Overlap(const aclStorage *a, uint64_t aBytes, const aclStorage *b, uint64_t bBytes)
{
    if (a == b)
        return true;
    if (a->IsFromWorkspace() || b->IsFromWorkspace())
        return false;
    auto x = reinterpret_cast<uintptr_t>(a->GetAddr()), y = reinterpret_cast<uintptr_t>(b->GetAddr());
    return x < y + bBytes && y < x + aBytes;
}

/* `x` may be made directly in `y`: it is an intermediate result of exactly that size, and no task after the one that
 * makes it still reads what `y` holds now. (The task itself may: kernels read their elements before they write them.) */
bool CanMakeInPlace(const op::internal::ExecutorPlan *plan, const aclTensor *x, const aclTensor *y)
{
    const aclStorage *from = x->GetStorage()->Resolved(), *to = y->GetStorage()->Resolved();
    if (!from->IsFromWorkspace() || from == to || x->GetViewOffset() != 0 || x->GetStorageOffset() != 0 ||
        x->GetStorageFormat() != y->GetStorageFormat() || !op::IsContiguous(x) || !op::IsContiguous(y))
        return false;
    bool made = false;
    for (const Task *task : plan->tasks) {
        bool makes = false;
        for (size_t i = 0; i < task->tensors.size(); i++) {
            const aclTensor *t = task->tensors[i];
            const aclStorage *s = t ? t->GetStorage()->Resolved() : nullptr;
            if (s == nullptr)
                continue;
            if (s == from) {
                if (ReachOf(t) > ReachOf(x))
                    return false;
                makes |= i >= task->outputsFrom;
            } else if (made && Overlap(s, ReachOf(t), to, ReachOf(y))) {
                return false;
            }
        }
        made |= makes;
    }
    return made;
}

/* The shape with its -1 worked out; false after a report. */
bool CompleteShape(const aclTensor *x, const op::Shape &wanted, op::Shape *out)
{
    int64_t known = 1, unknown = -1;
    *out = wanted;
    for (size_t i = 0; i < wanted.GetDimNum(); i++) {
        if (wanted[i] == -1 && unknown < 0)
            unknown = static_cast<int64_t>(i);
        else
            known *= wanted[i];
    }
    if (unknown >= 0 && known > 0 && x->Numel() % known == 0)
        (*out)[static_cast<size_t>(unknown)] = x->Numel() / known;
    if (out->GetShapeSize() == x->Numel())
        return true;
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a tensor of shape %s cannot be reshaped to %s", op::ToString(x->GetViewShape()),
            op::ToString(wanted));
    return false;
}

} // namespace

namespace l0op {

OPF_WEAK const aclTensor *Contiguous(const aclTensor *x, aclOpExecutor *executor)
{
    if (!Given("Contiguous", x, executor))
        return nullptr;
    const op::Shape &shape = x->GetViewShape();
    if (op::IsContiguous(x)) {
        if (op::IsPrivateFormat(x->GetStorageFormat()) ||
            (shape == x->GetStorageShape() && shape == x->GetOriginalShape()))
            return x;
        return executor->CreateView(x, shape, x->GetViewOffset());
    }
    if (!op::Validate(x))
        return nullptr;
    aclTensor *out = executor->AllocTensor(shape, x->GetDataType(), x->GetViewFormat());
    return out != nullptr && op::internal::AddCopyTask(executor, x, out) == ACLNN_SUCCESS ? out : nullptr;
}

OPF_WEAK const aclTensor *ViewCopy(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor)
{
    if (!Given("ViewCopy", x, executor) || !Given("ViewCopy", y, executor))
        return nullptr;
    if (x == y)
        return y;
    if (x->GetDataType() != y->GetDataType()) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a result of type %s is to be copied to an output of type %s",
                op::ToString(x->GetDataType()), op::ToString(y->GetDataType()));
        return nullptr;
    }
    const aclTensor *from = x;
    if (x->GetViewShape() != y->GetViewShape()) { // equal but for dimensions of size 1, or flattened
        if (x->Numel() != y->Numel() || !op::IsContiguous(x)) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a result of shape %s is to be copied to an output of shape %s",
                    op::ToString(x->GetViewShape()), op::ToString(y->GetViewShape()));
            return nullptr;
        }
        from = executor->CreateView(x, y->GetViewShape(), x->GetViewOffset());
        if (from == nullptr)
            return nullptr;
    }
    if (y->IsEmpty())
        return y;
    if (!op::IsPrivateFormat(y->GetStorageFormat()) && !op::Validate(y))
        return nullptr;
    if (CanMakeInPlace(executor->Plan(), x, y)) {
        int64_t skip = op::CalcShapeBytes(y->GetViewOffset() + y->GetStorageOffset(), y->GetDataType(), true);
        x->MutableStorage()->Resolved()->Forward(y->MutableStorage(), skip);
        executor->Plan()->Touch();
        return y;
    }
    return op::internal::AddCopyTask(executor, from, y) == ACLNN_SUCCESS ? y : nullptr;
}

OPF_WEAK const aclTensor *PickViewAsContiguous(const aclTensor *x, aclOpExecutor *executor)
{
    if (!Given("PickViewAsContiguous", x, executor))
        return nullptr;
    return op::CanPickViewAsContiguous(x) ? executor->CreateView(x, x->GetStorageShape(), x->GetViewOffset())
                                          : Contiguous(x, executor);
}

OPF_WEAK const aclTensor *ReViewToOut(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor)
{
    if (!Given("ReViewToOut", x, executor) || !Given("ReViewToOut", y, executor))
        return nullptr;
    aclTensor *view = executor->CreateView(x, y->GetViewShape(), y->GetStorageShape(), y->GetViewStrides(),
                                           x->GetViewOffset());
    if (view != nullptr) {
        view->SetStorageFormat(y->GetStorageFormat());
        view->SetOriginalFormat(y->GetOriginalFormat());
        view->SetViewFormat(y->GetViewFormat());
    }
    return view;
}

OPF_WEAK const aclTensor *Reshape(const aclTensor *x, const op::Shape &shape, aclOpExecutor *executor)
{
    op::Shape complete;
    if (!Given("Reshape", x, executor) || !CompleteShape(x, shape, &complete))
        return nullptr;
    if (!op::IsContiguous(x)) {
        OP_LOGE(ACLNN_ERR_INNER, "Reshape of a strided tensor %s; make it contiguous first", x->ToString());
        return nullptr;
    }
    return executor->CreateView(x, complete, x->GetViewOffset());
}
OPF_WEAK const aclTensor *Reshape(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor)
{
    op::Shape wanted;
    if (shape == nullptr)
        return Given("Reshape (shape)", nullptr, executor), nullptr;
    op::ToShape(shape->GetData(), shape->Size(), wanted);
    return Reshape(x, wanted, executor);
}

/* Without an executor there is no place for another view: the tensor itself gets the format. */
OPF_WEAK const aclTensor *ReFormat(const aclTensor *x, const op::Format &format, aclOpExecutor *executor)
{
    aclTensor *shown = const_cast<aclTensor *>(x);
    if (x == nullptr || x->GetStorageFormat() == format)
        return x;
    if (executor != nullptr)
        shown = executor->CreateView(x, x->GetViewShape(), x->GetStorageShape(), x->GetViewStrides(),
                                     x->GetViewOffset());
    if (shown != nullptr) {
        shown->SetViewFormat(format);
        shown->SetOriginalFormat(format);
        shown->SetStorageFormat(format);
    }
    return shown;
}

OPF_WEAK const aclTensor *Transpose(const aclTensor *x, const aclIntArray *perm, aclOpExecutor *executor)
{
    if (!Given("Transpose", x, executor))
        return nullptr;
    size_t rank = x->GetViewShape().GetDimNum();
    op::Shape shape;
    op::Strides strides;
    uint64_t seen = 0;
    for (size_t i = 0; perm != nullptr && i < perm->Size(); i++) {
        int64_t from = (*perm)[i] < 0 ? (*perm)[i] + static_cast<int64_t>(rank) : (*perm)[i];
        if (from < 0 || from >= static_cast<int64_t>(rank))
            break;
        seen |= uint64_t{1} << from;
        shape.AppendDim(x->GetViewShape()[static_cast<size_t>(from)]);
        strides.push_back(x->GetViewStrides()[static_cast<size_t>(from)]);
    }
    if (shape.GetDimNum() != rank || seen != (uint64_t{1} << rank) - 1) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "Transpose: %s is no permutation of %zu dimensions", ToString(perm), rank);
        return nullptr;
    }
    return Contiguous(executor->CreateView(x, shape, x->GetStorageShape(), strides, x->GetViewOffset()), executor);
}
OPF_WEAK const aclTensor *Transpose(const aclTensor *, const aclTensor *, const aclTensor *, aclOpExecutor *)
{
    return Unsupported("Transpose with a tensor of dimensions");
}

OPF_WEAK const aclTensor *Slice(const aclTensor *x, const aclIntArray *offsets, const aclIntArray *size,
                                aclOpExecutor *executor)
{
    if (!Given("Slice", x, executor))
        return nullptr;
    size_t rank = x->GetViewShape().GetDimNum();
    op::Shape shape;
    int64_t offset = x->GetViewOffset();
    for (size_t i = 0; offsets && size && i < rank && i < offsets->Size() && i < size->Size(); i++) {
        int64_t dim = x->GetViewShape()[i], from = (*offsets)[i], count = (*size)[i] == -1 ? dim - from : (*size)[i];
        if (from < 0 || count < 0 || from > dim || count > dim - from)
            break;
        shape.AppendDim(count);
        offset += from * x->GetViewStrides()[i];
    }
    if (shape.GetDimNum() != rank) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "Slice: offsets %s and sizes %s do not lie in %s", ToString(offsets),
                ToString(size), op::ToString(x->GetViewShape()));
        return nullptr;
    }
    return Contiguous(executor->CreateView(x, shape, x->GetStorageShape(), x->GetViewStrides(), offset), executor);
}
OPF_WEAK const aclTensor *Slice(const aclTensor *, const aclTensor *, const aclTensor *, const aclTensor *,
                                aclOpExecutor *)
{
    return Unsupported("Slice with tensors of positions");
}

OP_TYPE_REGISTER(Cast);
OPF_WEAK const aclTensor *Cast(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor)
{
    L0_DFX(Cast, self, dstDtype);
    if (!Given("Cast", self, executor))
        return nullptr;
    if (self->GetDataType() == dstDtype)
        return self;
    aclTensor *out = executor->AllocTensor(self->GetStorageShape(), self->GetOriginalShape(), dstDtype,
                                           self->GetStorageFormat(), self->GetOriginalFormat());
    if (out == nullptr || ADD_TO_LAUNCHER_LIST_AICORE(Cast, OP_INPUT(self), OP_OUTPUT(out),
                                                      OP_ATTR(static_cast<int64_t>(dstDtype))) != ACLNN_SUCCESS)
        return nullptr;
    return out;
}

OPF_WEAK const aclTensor *Pad(const aclTensor *, const aclTensor *, aclOpExecutor *) { return Unsupported("Pad"); }
OPF_WEAK const aclTensor *TransData(const aclTensor *x, op::Format format, int64_t, aclOpExecutor *)
{
    return x != nullptr && x->GetStorageFormat() == format ? x : Unsupported("TransData");
}
OPF_WEAK const aclTensor *TransDataSpecial(const aclTensor *x, op::Format format, int64_t, aclOpExecutor *)
{
    return x != nullptr && x->GetStorageFormat() == format ? x : Unsupported("TransDataSpecial");
}

} // namespace l0op
