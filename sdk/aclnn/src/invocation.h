/* The arguments of one launch as the host functions, the index and the kernel want them. */
#ifndef OPF_ACLNN_INVOCATION_H
#define OPF_ACLNN_INVOCATION_H

#include "opforge/host_api.h"
#include "opforge/index_api.h"
#include "plan.h"

namespace op {
namespace internal {

/* Scratch of one thread; filled again for each launch, keeps its memory. */
class Invocation {
public:
    /* False after a report. */
    bool Fill(const char *opType, const OpArgContext &args);
    /* Values of `attrs` replaced, for generated calls that make them without macros. */
    void FillNode();

    const char *opType = "";
    std::vector<const aclTensor *> tensors; // inputs, then outputs, flat
    std::vector<TaskParam> inputs, outputs;
    std::vector<opf_host_attr> attrs;
    std::vector<const char *> attrTexts; // as keys spell them
    std::vector<const aclTensor *> outShapes;
    uint32_t inputTensors = 0; // how many of `tensors` are inputs
    int32_t implMode = -1;
    int32_t deterministic = 0;

    opf_host_node node;
    std::vector<opf_index_param> inputKeys, outputKeys;
    opf_index_query query;

    /* Everything that shape inference and tiling can depend on, as bytes; empty when it is too much to keep. */
    std::string key;

    void AddParam(const OpArg &arg, std::vector<TaskParam> &to);
    void AddAttr(const OpArg &arg);
    void Clear(const char *type);
    void MakeKey();

private:
    std::vector<opf_host_tensor> hostTensors_;
    std::vector<const opf_host_tensor *> hostPointers_;
    std::vector<uint32_t> inputInstances_, outputInstances_;
    void ToHost(const aclTensor *tensor, opf_host_tensor *to) const;
};

} // namespace internal
} // namespace op

#endif
