/* A thread's reusable storage for the contexts of host functions. Nothing is allocated once a thread has seen
 * an operator as large as the current one. */
#ifndef OPFORGE_HOST_CONTEXT_H
#define OPFORGE_HOST_CONTEXT_H

#include "host_internal.h"

namespace opf_host {

/* One borrowed tensor description, of a call or of a test's builder. */
class Frame {
public:
    /* Take over the node's tensors, parameters, attributes. False with the thread's sentence set when the
     * node contradicts itself. */
    bool SetNode(const gert::OpImplRecord &op, const opf_host_node &node);
    size_t InputNum() const { return input_num_; }
    size_t OutputNum() const { return output_num_; }
    gert::TensorV2 *Output(size_t i) { return &tensors_[input_num_ + i]; }

    /* Build the slots of one kind of call. The pointers stay valid until the next one on this thread. */
    gert::InferShapeContext *InferShape();
    gert::InferDataTypeContext *InferDataType();
    gert::TilingContext *Tiling(void *compile_info, const fe::PlatFormInfos *infos, int32_t deterministic,
                                gert::TilingData *data);
    gert::TilingParseContext *TilingParse(const fe::PlatFormInfos *infos, void *compile_info);
    /* Value slot i of the outputs of the last built call. */
    AsyncAnyValue *OutputSlot(size_t i) { return &slots_[inputs_of_call_ + i]; }
    gert::TypedContinuousVector<size_t> *Workspaces()
    {
        return reinterpret_cast<gert::TypedContinuousVector<size_t> *>(workspaces_);
    }

private:
    void SetTensor(size_t at, gert::CompileTimeTensorDesc &desc, const opf_host_tensor *from);
    bool SetAttrs(const gert::OpImplRecord &op, const opf_host_node &node);
    const void *AttrValue(const opf_host_attr &attr);
    void *Take(size_t bytes);
    KernelRunContext *Build(size_t inputs, size_t outputs);

    std::vector<gert::TensorV2> tensors_; /* inputs, then outputs */
    std::vector<gert::CompileTimeTensorDesc> descs_;
    std::vector<gert::AnchorInstanceInfo> anchors_;
    std::vector<const void *> attrs_;
    std::vector<uint64_t> attr_bytes_;
    std::vector<AsyncAnyValue> slots_;
    std::vector<uint64_t> frame_;
    size_t attr_used_ = 0;
    size_t input_num_ = 0, output_num_ = 0, inputs_of_call_ = 0;
    gert::ComputeNodeInfo node_;
    gert::KernelExtendInfo extend_;
    uint64_t workspaces_[sizeof(gert::ContinuousVector) / 8 + OPF_HOST_MAX_WORKSPACES];
    uint32_t simt_[2][3];
};

Frame &ThreadFrame();

} // namespace opf_host
#endif
