/* ge::Graph: a bag of nodes. Edges, compilation and execution of graphs are not part of opforge. */
#ifndef OPFORGE_GRAPH_GRAPH_H
#define OPFORGE_GRAPH_GRAPH_H

#include "graph/gnode.h"
#include <vector>

namespace ge
{

class OPF_HOST_API Graph
{
  public:
    Graph() = default;
    explicit Graph(const char_t *name) : name_(name) {}
    GNode AddNodeByOp(const Operator &op)
    {
        nodes_.emplace_back(op);
        return nodes_.back();
    }
    std::vector<GNode> GetDirectNode() const { return nodes_; }
    graphStatus GetName(AscendString &name) const
    {
        name = name_;
        return GRAPH_SUCCESS;
    }

  private:
    AscendString name_;
    std::vector<GNode> nodes_;
};

} // namespace ge
#endif
