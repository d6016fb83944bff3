/* gert::RuntimeAttrs: an operator's attributes by position of declaration. Out of range gives NULL. */
#ifndef OPFORGE_EXE_GRAPH_RUNTIME_ATTRS_H
#define OPFORGE_EXE_GRAPH_RUNTIME_ATTRS_H

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {

class RuntimeAttrs {
public:
    template <typename T> const T *GetAttrPointer(size_t index) const
    {
        return index < count_ ? static_cast<const T *>(values_[index]) : nullptr;
    }
    const int64_t *GetInt(size_t index) const { return GetAttrPointer<int64_t>(index); }
    const TypedContinuousVector<int64_t> *GetListInt(size_t index) const
    {
        return GetAttrPointer<TypedContinuousVector<int64_t>>(index);
    }
    const ContinuousVectorVector *GetListListInt(size_t index) const
    {
        return GetAttrPointer<ContinuousVectorVector>(index);
    }
    const char *GetStr(size_t index) const { return GetAttrPointer<char>(index); }
    const Tensor *GetTensor(size_t index) const { return GetAttrPointer<Tensor>(index); }
    const float *GetFloat(size_t index) const { return GetAttrPointer<float>(index); }
    const bool *GetBool(size_t index) const { return GetAttrPointer<bool>(index); }
    const TypedContinuousVector<float> *GetListFloat(size_t index) const
    {
        return GetAttrPointer<TypedContinuousVector<float>>(index);
    }
    const ContinuousVectorVector *GetListListFloat(size_t index) const
    {
        return GetAttrPointer<ContinuousVectorVector>(index);
    }
    size_t GetAttrNum() const { return count_; }

    RuntimeAttrs(const RuntimeAttrs &) = delete;
    RuntimeAttrs &operator=(const RuntimeAttrs &) = delete;

    /* Ours: a view of `count` pointers owned by whoever made the context. */
    RuntimeAttrs() = default;
    void Bind(const void *const *values, size_t count)
    {
        values_ = values;
        count_ = count;
    }

private:
    const void *const *values_ = nullptr;
    size_t count_ = 0;
};

} // namespace gert
#endif
