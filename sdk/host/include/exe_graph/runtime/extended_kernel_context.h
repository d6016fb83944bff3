/* gert::ExtendedKernelContext: a call's slots together with the facts of its node.
 *
 * GetInputDesc and its like count flat instances; the Optional/Required/Dynamic forms count parameters of the
 * definition, and give NULL for an instance that is not there. */
#ifndef OPFORGE_EXE_GRAPH_EXTENDED_KERNEL_CONTEXT_H
#define OPFORGE_EXE_GRAPH_EXTENDED_KERNEL_CONTEXT_H

#include "exe_graph/runtime/context_extend.h"
#include "exe_graph/runtime/kernel_context.h"

namespace gert {

class ExtendedKernelContext : public KernelContext {
public:
    const CompileTimeTensorDesc *GetInputDesc(size_t index) const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetInputTdInfo(index) : nullptr;
    }
    const CompileTimeTensorDesc *GetOutputDesc(size_t index) const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetOutputTdInfo(index) : nullptr;
    }
    const CompileTimeTensorDesc *GetOptionalInputDesc(size_t ir_index) const
    {
        return GetDynamicInputDesc(ir_index, 0);
    }
    const CompileTimeTensorDesc *GetRequiredInputDesc(size_t ir_index) const
    {
        return GetDynamicInputDesc(ir_index, 0);
    }
    const CompileTimeTensorDesc *GetDynamicInputDesc(size_t ir_index, size_t relative_index) const
    {
        const size_t flat = FlatInput(ir_index, relative_index);
        return flat == kNone ? nullptr : GetInputDesc(flat);
    }
    const AnchorInstanceInfo *GetIrInputInstanceInfo(size_t ir_index) const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetInputInstanceInfo(ir_index) : nullptr;
    }
    const AnchorInstanceInfo *GetIrOutputInstanceInfo(size_t ir_index) const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetOutputInstanceInfo(ir_index) : nullptr;
    }
    size_t GetComputeNodeInputNum() const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetInputsNum() : 0;
    }
    size_t GetComputeNodeOutputNum() const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetOutputsNum() : 0;
    }
    const RuntimeAttrs *GetAttrs() const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetAttrs() : nullptr;
    }
    const ge::char_t *GetNodeType() const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetNodeType() : nullptr;
    }
    const ge::char_t *GetNodeName() const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        return node ? node->GetNodeName() : nullptr;
    }
    const ComputeNodeInfo *GetComputeNodeInfo() const
    {
        return static_cast<const ComputeNodeInfo *>(GetComputeNodeExtend());
    }
    const KernelExtendInfo *GetExtendInfo() const { return static_cast<const KernelExtendInfo *>(GetKernelExtend()); }
    const ge::char_t *GetKernelName() const { return GetExtendInfo() ? GetExtendInfo()->GetKernelName() : nullptr; }
    const ge::char_t *GetKernelType() const { return GetExtendInfo() ? GetExtendInfo()->GetKernelType() : nullptr; }

protected:
    static constexpr size_t kNone = static_cast<size_t>(-1);

    /* Flat index of an instance of a parameter, kNone when it is not there. */
    size_t FlatInput(size_t ir_index, size_t relative) const
    {
        const AnchorInstanceInfo *anchor = GetIrInputInstanceInfo(ir_index);
        return anchor && relative < anchor->GetInstanceNum() ? anchor->GetInstanceStart() + relative : kNone;
    }
    size_t FlatOutput(size_t ir_index, size_t relative) const
    {
        const AnchorInstanceInfo *anchor = GetIrOutputInstanceInfo(ir_index);
        return anchor && relative < anchor->GetInstanceNum() ? anchor->GetInstanceStart() + relative : kNone;
    }
    template <typename T, size_t Offset = 0>
    const T *GetDynamicInputPointer(size_t ir_index, size_t relative_ins_index) const
    {
        const size_t flat = FlatInput(ir_index, relative_ins_index);
        return flat == kNone ? nullptr : GetInputPointer<T>(flat + Offset);
    }
    template <typename T, size_t Offset = 0>
    const T *GetDynamicOutputPointer(size_t ir_index, size_t relative_ins_index) const
    {
        const size_t flat = FlatOutput(ir_index, relative_ins_index);
        return flat == kNone ? nullptr : GetOutputPointer<T>(flat + Offset);
    }
    /* The i-th flat input (output: the slots behind the inputs) as T, NULL past the node's own tensors. */
    template <typename T> const T *TensorInput(size_t index) const
    {
        return index < GetComputeNodeInputNum() ? GetInputPointer<T>(index) : nullptr;
    }
};
static_assert(std::is_standard_layout<ExtendedKernelContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif
