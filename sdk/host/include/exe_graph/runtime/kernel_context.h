/* gert::Chain (one value slot) and gert::KernelContext (all slots of a call). */
#ifndef OPFORGE_EXE_GRAPH_KERNEL_CONTEXT_H
#define OPFORGE_EXE_GRAPH_KERNEL_CONTEXT_H

#include "exe_graph/runtime/kernel_run_context.h"
#include <cstddef>
#include <type_traits>

namespace gert {

class Chain {
public:
    using Deleter = void (*)(void *);

    template <typename T> const T *GetPointer() const { return const_cast<Chain *>(this)->GetPointer<T>(); }
    template <typename T> T *GetPointer()
    {
        if constexpr (sizeof(T) <= sizeof(void *))
            return reinterpret_cast<T *>(slot_.data.inplace);
        else
            return static_cast<T *>(slot_.data.pointer);
    }
    template <typename T> const T &GetValue() const
    {
        static_assert(sizeof(T) <= sizeof(void *), "larger values are read with GetPointer");
        return *GetPointer<T>();
    }
    template <typename T> T &GetValue()
    {
        static_assert(sizeof(T) <= sizeof(void *), "larger values are read with GetPointer");
        return *GetPointer<T>();
    }
    /* Frees what it held, then holds `data`, to be freed with `deleter` (NULL = borrowed). */
    void Set(void *data, Deleter deleter)
    {
        if (slot_.deleter)
            slot_.deleter(slot_.data.pointer);
        slot_.data.pointer = data;
        slot_.deleter = deleter;
    }
    /* Takes over what `new T` made, or with T = Item[] what `new Item[n]` made. */
    template <typename T, std::enable_if_t<!std::is_array<T>::value, int> = 0> void SetWithDefaultDeleter(T *data)
    {
        Set(data, [](void *held) { delete static_cast<T *>(held); });
    }
    template <typename T, typename Item = std::remove_extent_t<T>, std::enable_if_t<std::is_array<T>::value, int> = 0>
    void SetWithDefaultDeleter(Item *data)
    {
        Set(data, [](void *held) { delete[] static_cast<Item *>(held); });
    }
    bool HasDeleter() const { return slot_.deleter != nullptr; }

private:
    AsyncAnyValue slot_;
};
static_assert(std::is_standard_layout<Chain>::value, "a Chain is a view of AsyncAnyValue");

class KernelContext {
public:
    size_t GetInputNum() const { return frame_.input_size; }
    size_t GetOutputNum() const { return frame_.output_size; }
    const Chain *GetInput(size_t i) const { return MutableInput(i); }
    Chain *MutableInput(size_t i) const { return i < frame_.input_size ? AsChain(frame_.values[i]) : nullptr; }
    Chain *GetOutput(size_t i) { return i < frame_.output_size ? AsChain(frame_.output_start[i]) : nullptr; }
    const Chain *GetOutput(size_t i) const { return const_cast<KernelContext *>(this)->GetOutput(i); }
    Chain *GetOutput2(size_t i) { return GetOutput(i); }

    template <typename T> const T GetInputValue(size_t i) const
    {
        const Chain *slot = GetInput(i);
        return slot ? slot->GetValue<T>() : T{};
    }
    template <typename T> const T *GetInputPointer(size_t i) const { return MutableInputPointer<T>(i); }
    template <typename T> T *MutableInputPointer(size_t i) const
    {
        Chain *slot = MutableInput(i);
        return slot ? slot->GetPointer<T>() : nullptr;
    }
    const char *GetInputStrPointer(size_t i) const
    {
        const Chain *slot = GetInput(i);
        return slot ? slot->GetValue<const char *>() : nullptr;
    }
    const void *GetComputeNodeExtend() const { return frame_.compute_node_info; }
    const void *GetKernelExtend() const { return frame_.kernel_extend_info; }
    template <typename T> T *GetOutputPointer(size_t i)
    {
        Chain *slot = GetOutput(i);
        return slot ? slot->GetPointer<T>() : nullptr;
    }
    template <typename T> const T *GetOutputPointer(size_t i) const
    {
        return const_cast<KernelContext *>(this)->GetOutputPointer<T>(i);
    }
    KernelRunContext *GetContext() { return &frame_; }
    const KernelRunContext *GetContext() const { return &frame_; }
    static bool IsInlineSize(size_t size) { return size <= sizeof(void *); }

private:
    static Chain *AsChain(AsyncAnyValue *slot) { return reinterpret_cast<Chain *>(slot); }

    KernelRunContext frame_;
};
static_assert(std::is_standard_layout<KernelContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif
