/* gert::ComputeNodeInfo: what a context knows about its node: names, parameters, instances, descriptions. */
#ifndef OPFORGE_EXE_GRAPH_COMPUTE_NODE_INFO_H
#define OPFORGE_EXE_GRAPH_COMPUTE_NODE_INFO_H

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/types.h"

namespace gert {

/* Which flat instances belong to one parameter of the definition. */
class AnchorInstanceInfo {
public:
    AnchorInstanceInfo() = default;
    AnchorInstanceInfo(uint32_t instance_start, uint32_t instantiation_num)
        : start_(instance_start), count_(instantiation_num)
    {
    }
    size_t GetInstanceNum() const { return count_; }
    size_t GetInstanceStart() const { return start_; }
    void SetInstanceStart(uint32_t instance_start) { start_ = instance_start; }
    void SetInstantiationNum(uint32_t instantiation_num) { count_ = instantiation_num; }

private:
    uint32_t start_ = 0;
    uint32_t count_ = 0;
};

class CompileTimeTensorDesc {
public:
    ge::DataType GetDataType() const { return type_; }
    const StorageFormat &GetFormat() const { return format_; }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }
    void SetDataType(ge::DataType data_type) { type_ = data_type; }
    void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
    void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }
    void SetExpandDimsType(const ExpandDimsType &type) { format_.SetExpandDimsType(type); }
    void SetExist(bool is_exist) { absent_ = !is_exist; }
    bool IsExist() const { return !absent_; }

private:
    ge::DataType type_ = ge::DT_UNDEFINED;
    bool absent_ = false;
    StorageFormat format_;
};

class ComputeNodeInfo {
public:
    const ge::char_t *GetNodeType() const { return type_; }
    const ge::char_t *GetNodeName() const { return name_; }
    size_t GetIrInputsNum() const { return ir_inputs_; }
    size_t GetIrOutputsNum() const { return ir_outputs_; }
    size_t GetInputsNum() const { return inputs_; }
    size_t GetOutputsNum() const { return outputs_; }
    const AnchorInstanceInfo *GetInputInstanceInfo(size_t ir_index) const
    {
        return ir_index < ir_inputs_ ? &input_instances_[ir_index] : nullptr;
    }
    const AnchorInstanceInfo *GetOutputInstanceInfo(size_t ir_index) const
    {
        return ir_index < ir_outputs_ ? &output_instances_[ir_index] : nullptr;
    }
    const CompileTimeTensorDesc *GetInputTdInfo(size_t index) const
    {
        return index < inputs_ ? &input_descs_[index] : nullptr;
    }
    const CompileTimeTensorDesc *GetOutputTdInfo(size_t index) const
    {
        return index < outputs_ ? &output_descs_[index] : nullptr;
    }
    const RuntimeAttrs *GetAttrs() const { return &attrs_; }
    void SetNodeType(const ge::char_t *node_type) { type_ = node_type; }
    void SetNodeName(const ge::char_t *node_name) { name_ = node_name; }
    AnchorInstanceInfo *MutableInputInstanceInfo(size_t i) const
    {
        return i < ir_inputs_ ? &input_instances_[i] : nullptr;
    }
    AnchorInstanceInfo *MutableOutputInstanceInfo(size_t i) const
    {
        return i < ir_outputs_ ? &output_instances_[i] : nullptr;
    }
    CompileTimeTensorDesc *MutableInputTdInfo(size_t i) const { return i < inputs_ ? &input_descs_[i] : nullptr; }
    CompileTimeTensorDesc *MutableOutputTdInfo(size_t i) const
    {
        return i < outputs_ ? &output_descs_[i] : nullptr;
    }
    RuntimeAttrs *MutableAttrs() const { return const_cast<RuntimeAttrs *>(&attrs_); }

    ComputeNodeInfo(const ComputeNodeInfo &) = delete;
    ComputeNodeInfo &operator=(const ComputeNodeInfo &) = delete;

    /* Ours: the arrays belong to whoever made the context and outlive this object. */
    ComputeNodeInfo() = default;
    void BindParams(AnchorInstanceInfo *inputs, size_t ir_inputs, AnchorInstanceInfo *outputs, size_t ir_outputs)
    {
        input_instances_ = inputs;
        ir_inputs_ = ir_inputs;
        output_instances_ = outputs;
        ir_outputs_ = ir_outputs;
    }
    void BindTensors(CompileTimeTensorDesc *inputs, size_t input_num, CompileTimeTensorDesc *outputs,
                     size_t output_num)
    {
        input_descs_ = inputs;
        inputs_ = input_num;
        output_descs_ = outputs;
        outputs_ = output_num;
    }

private:
    const ge::char_t *type_ = "";
    const ge::char_t *name_ = "";
    AnchorInstanceInfo *input_instances_ = nullptr;
    AnchorInstanceInfo *output_instances_ = nullptr;
    CompileTimeTensorDesc *input_descs_ = nullptr;
    CompileTimeTensorDesc *output_descs_ = nullptr;
    size_t ir_inputs_ = 0;
    size_t ir_outputs_ = 0;
    size_t inputs_ = 0;
    size_t outputs_ = 0;
    RuntimeAttrs attrs_;
};

} // namespace gert
#endif
