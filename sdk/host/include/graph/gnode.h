/* ge::GNode: one node of a graph, as tests of host functions look at it. */
#ifndef OPFORGE_GRAPH_GNODE_H
#define OPFORGE_GRAPH_GNODE_H

#include "graph/operator.h"
#include <utility>

namespace ge
{

class OPF_HOST_API GNode
{
  public:
    GNode() = default;
    explicit GNode(Operator op) : op_(std::move(op)) {}
    graphStatus GetName(AscendString &name) const { return op_.GetName(name); }
    graphStatus GetType(AscendString &type) const { return op_.GetOpType(type); }
    size_t GetInputsSize() const { return op_.GetInputsSize(); }
    size_t GetOutputsSize() const { return op_.GetOutputsSize(); }
    graphStatus GetInputDesc(int32_t index, TensorDesc &desc) const
    {
        const bool there = index >= 0 && static_cast<size_t>(index) < op_.GetInputsSize();
        desc = there ? op_.GetInputDesc(static_cast<uint32_t>(index)) : TensorDesc();
        return there ? GRAPH_SUCCESS : GRAPH_FAILED;
    }
    /* GRAPH_FAILED: without edges no input comes from a constant. */
    graphStatus GetInputConstData(int32_t, Tensor &) const { return GRAPH_FAILED; }

  private:
    Operator op_;
};

} // namespace ge
#endif
