/* Shapes, strides, broadcasting, and what a view is of its storage. */
#include "opdev/format_utils.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

#include <numeric>

namespace op {

void ToContiguousStrides(const Shape &shape, Strides &strides)
{
    int64_t step = 1;
    size_t rank = shape.GetDimNum();
    strides.resize(rank);
    for (size_t i = rank; i-- > 0;) {
        strides[i] = step;
        step *= shape[i];
    }
}

template <typename Items>
static ge::AscendString ListText(const Items &items, size_t count)
{
    std::string text = "[";
    for (size_t i = 0; i < count; i++)
        text += (i ? "," : "") + std::to_string(items[i]);
    return ge::AscendString((text + "]").c_str());
}
ge::AscendString ToString(const Shape &shape) { return ListText(shape, shape.GetDimNum()); }
ge::AscendString ToString(const Strides &strides) { return ListText(strides, strides.size()); }

void ToShape(const int64_t *dims, uint64_t dimNum, Shape &shape)
{
    shape.SetDimNum(0);
    for (uint64_t i = 0; i < dimNum && i < MAX_DIM_NUM; i++)
        shape.AppendDim(dims[i]);
}
void ToShape(const ShapeVector &dims, Shape &shape) { ToShape(dims.data(), dims.size(), shape); }

ShapeVector ToShapeVector(const Shape &shape)
{
    ShapeVector dims;
    for (size_t i = 0; i < shape.GetDimNum(); i++)
        dims.push_back(shape[i]);
    return dims;
}

bool BroadcastInferShape(const Shape &self, const Shape &other, Shape &out)
{
    size_t a = self.GetDimNum(), b = other.GetDimNum(), rank = std::max(a, b);
    Shape made;
    made.SetDimNum(rank);
    for (size_t i = 0; i < rank; i++) { // from the last dimension
        int64_t x = i < a ? self[a - 1 - i] : 1, y = i < b ? other[b - 1 - i] : 1;
        if (x != y && x != 1 && y != 1)
            return false;
        made[rank - 1 - i] = x == 1 ? y : x;
    }
    out = made;
    return true;
}
bool CheckBroadcastShape(const Shape &self, const Shape &other)
{
    Shape ignored;
    return BroadcastInferShape(self, other, ignored);
}

bool IsContiguous(const aclTensor *tensor)
{
    if (tensor == nullptr || IsPrivateFormat(tensor->GetStorageFormat()))
        return true;
    const Shape &shape = tensor->GetViewShape();
    const Strides &strides = tensor->GetViewStrides();
    int64_t size = shape.GetShapeSize(), step = 1;
    if (size == 0 || size == 1)
        return true;
    for (size_t i = shape.GetDimNum(); i-- > 0;) {
        if (shape[i] == 1)
            continue; // its stride is never used
        if (i >= strides.size() || strides[i] != step)
            return false;
        step *= shape[i];
    }
    return true;
}

/* Dimensions by falling stride, those of size 1 left out. */
static FVector<size_t, MAX_DIM_NUM> StrideOrder(const aclTensor *tensor)
{
    const Shape &shape = tensor->GetViewShape();
    const Strides &strides = tensor->GetViewStrides();
    FVector<size_t, MAX_DIM_NUM> order;
    for (size_t i = 0; i < shape.GetDimNum(); i++)
        if (shape[i] != 1)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) { return strides[x] > strides[y]; });
    return order;
}

bool CanPickViewAsContiguous(const aclTensor *tensor)
{
    const Shape &shape = tensor->GetViewShape();
    if (IsContiguous(tensor))
        return true;
    if (shape.GetShapeSize() != tensor->GetStorageShape().GetShapeSize() || tensor->GetViewOffset() != 0)
        return false;
    int64_t step = 1;
    auto order = StrideOrder(tensor);
    for (size_t i = order.size(); i-- > 0;) {
        if (tensor->GetViewStrides()[order[i]] != step)
            return false;
        step *= shape[order[i]];
    }
    return true;
}

bool CanPickViewAsContiguous(std::initializer_list<const aclTensor *> tensors)
{
    const aclTensor *first = nullptr;
    for (const aclTensor *t : tensors) {
        if (!CanPickViewAsContiguous(t))
            return false;
        if (first == nullptr)
            first = t;
        else if (t->GetViewShape() != first->GetViewShape() || !(StrideOrder(t) == StrideOrder(first)))
            return false;
    }
    return true;
}

bool Validate(const aclTensor *tensor)
{
    const Shape &shape = tensor->GetViewShape();
    const Strides &strides = tensor->GetViewStrides();
    if (shape.GetDimNum() != strides.size()) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a view of %zu dimensions has %zu strides", shape.GetDimNum(), strides.size());
        return false;
    }
    int64_t low = tensor->GetViewOffset(), high = low, size = tensor->GetStorageShape().GetShapeSize();
    for (size_t i = 0; i < strides.size(); i++) {
        int64_t reach;
        if (shape[i] == 0)
            return true;
        if (__builtin_mul_overflow(shape[i] - 1, strides[i], &reach) ||
            __builtin_add_overflow(reach < 0 ? low : high, reach, reach < 0 ? &low : &high)) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "the view %s overflows", tensor->ToString());
            return false;
        }
    }
    if (low < 0 || high >= size) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "the view %s reaches elements %ld to %ld of a storage of %ld",
                tensor->ToString(), static_cast<long>(low), static_cast<long>(high), static_cast<long>(size));
        return false;
    }
    return true;
}

} // namespace op
