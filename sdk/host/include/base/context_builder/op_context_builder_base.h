/* What all context builders share: the node's type, name, parameters and attributes. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H

#include "base/context_builder/context_holder.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/range.h"
#include "exe_graph/runtime/tiling_context.h"
#include "graph/ascend_string.h"
#include "graph/visibility.h"
#include <memory>
#include <vector>

namespace gert {

/* Ours: collects, then lays a context out. */
class OPF_HOST_API ContextMaker {
public:
    ContextMaker();
    ~ContextMaker();
    ContextMaker(const ContextMaker &) = delete;
    ContextMaker &operator=(const ContextMaker &) = delete;

    void SetNames(const char *type, const char *name); /* NULL keeps the former one */
    void SetInstances(const std::vector<uint32_t> &inputs, const std::vector<uint32_t> &outputs);
    void SetParams(size_t inputs, size_t outputs); /* one instance each; ignored once parameters are known */
    void AddAttr(const void *bytes, size_t size);
    void AddList(const void *items, size_t count, size_t item_size);
    void AddTexts(const std::vector<ge::AscendString> &texts);
    void AddLists(const std::vector<std::vector<int64_t>> &lists);
    CompileTimeTensorDesc &Desc(bool input, size_t index);
    /* Value slots. Inline values are copied, pointers borrowed. */
    void SetInputs(const std::vector<void *> &pointers);
    void SetOutputs(const std::vector<void *> &pointers);
    std::vector<void *> &Inputs();
    std::vector<void *> &Outputs();
    /* Descriptions from tensors' own facts. */
    void DescribeTensors(bool input, const std::vector<Tensor *> &tensors);
    size_t InstanceNum(bool input) const;
    /* Memory that lives as long as the built context. */
    void Keep(std::shared_ptr<void> memory);
    const char *TypeText() const; /* valid as long as the context */
    /* Hands everything over; the maker is empty afterwards. Nothing without a type, a name, an input and an output:
     * the holder's context is NULL then, which host functions refuse. */
    ContextHolderVoid Build(const std::vector<void *> &inputs, const std::vector<void *> &outputs);

private:
    struct Store;
    std::shared_ptr<Store> store_;
};

template <typename T> class OpContextBuilderBase {
public:
    T &OpType(const ge::AscendString &op_type)
    {
        maker_.SetNames(op_type.GetString(), nullptr);
        return Self();
    }
    T &OpName(const ge::AscendString &op_name)
    {
        maker_.SetNames(nullptr, op_name.GetString());
        return Self();
    }
    T &IONum(size_t input_ir_num, size_t output_ir_num)
    {
        maker_.SetParams(input_ir_num, output_ir_num);
        return Self();
    }
    T &IOInstanceNum(const std::vector<uint32_t> &input_instance_num, const std::vector<uint32_t> &output_instance_num)
    {
        maker_.SetInstances(input_instance_num, output_instance_num);
        return Self();
    }
    T &AppendAttr(bool attr) { return Plain(attr); }
    T &AppendAttr(int64_t attr) { return Plain(attr); }
    T &AppendAttr(float attr) { return Plain(attr); }
    T &AppendAttr(const ge::AscendString &attr)
    {
        maker_.AddAttr(attr.GetString(), attr.GetLength() + 1);
        return Self();
    }
    T &AppendAttr(const std::vector<bool> &attr)
    {
        const std::vector<uint8_t> bytes(attr.begin(), attr.end());
        maker_.AddList(bytes.data(), bytes.size(), 1);
        return Self();
    }
    T &AppendAttr(const std::vector<int64_t> &attr) { return List(attr); }
    T &AppendAttr(const std::vector<float> &attr) { return List(attr); }
    T &AppendAttr(const std::vector<ge::AscendString> &attr)
    {
        maker_.AddTexts(attr);
        return Self();
    }
    T &AppendAttr(const std::vector<std::vector<int64_t>> &attr)
    {
        maker_.AddLists(attr);
        return Self();
    }

    OpContextBuilderBase(const OpContextBuilderBase &) = delete;
    OpContextBuilderBase &operator=(const OpContextBuilderBase &) = delete;
    virtual ~OpContextBuilderBase() = default;

protected:
    OpContextBuilderBase() = default;
    T &Self() { return static_cast<T &>(*this); }
    T &Describe(bool input, size_t index, ge::DataType dtype, ge::Format origin, ge::Format storage,
                const ExpandDimsType &expand)
    {
        CompileTimeTensorDesc &desc = maker_.Desc(input, index);
        desc.SetDataType(dtype);
        desc.SetOriginFormat(origin);
        desc.SetStorageFormat(storage);
        desc.SetExpandDimsType(expand);
        return Self();
    }

    ContextMaker maker_;

private:
    template <typename V> T &Plain(V value)
    {
        maker_.AddAttr(&value, sizeof(value));
        return Self();
    }
    template <typename V> T &List(const std::vector<V> &values)
    {
        maker_.AddList(values.data(), values.size(), sizeof(V));
        return Self();
    }
};

} // namespace gert
#endif
