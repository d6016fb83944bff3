/* ge::Operator as operator definitions' call-backs see it: one node with described inputs, outputs and
 * attributes. Building graphs is not part of this header. */
#ifndef OPFORGE_GRAPH_OPERATOR_H
#define OPFORGE_GRAPH_OPERATOR_H

#include "graph/tensor.h"

namespace ge
{

struct OperatorData;

class OPF_HOST_API Operator
{
  public:
    Operator();
    explicit Operator(const char_t *type);
    Operator(const AscendString &name, const AscendString &type);
    Operator(const char_t *name, const char_t *type);
    Operator(const Operator &other);
    Operator &operator=(const Operator &other);
    ~Operator();

    graphStatus GetName(AscendString &name) const;
    graphStatus GetOpType(AscendString &type) const;

    /* Descriptors; a default TensorDesc when there is none of that name or index. */
    TensorDesc GetInputDesc(uint32_t index) const;
    TensorDesc GetInputDesc(const char_t *name) const { return GetInputDescByName(name); }
    TensorDesc GetInputDescByName(const char_t *name) const;
    TensorDesc GetOutputDesc(uint32_t index) const;
    TensorDesc GetOutputDesc(const char_t *name) const { return GetOutputDescByName(name); }
    TensorDesc GetOutputDescByName(const char_t *name) const;
    size_t GetInputsSize() const;
    size_t GetOutputsSize() const;
    graphStatus UpdateInputDesc(const char_t *name,
                                const TensorDesc &tensor_desc); /* adds at the end when new */
    graphStatus UpdateOutputDesc(const char_t *name, const TensorDesc &tensor_desc);

    /* GRAPH_FAILED, and the value untouched, when there is no such attribute of that kind. */
    graphStatus GetAttr(const char_t *name, int64_t &value) const;
    graphStatus GetAttr(const char_t *name, int32_t &value) const;
    graphStatus GetAttr(const char_t *name, uint32_t &value) const;
    graphStatus GetAttr(const char_t *name, float32_t &value) const;
    graphStatus GetAttr(const char_t *name, bool &value) const;
    graphStatus GetAttr(const char_t *name, AscendString &value) const;
    graphStatus GetAttr(const char_t *name, std::vector<int64_t> &value) const;
    Operator &SetAttr(const char_t *name, int64_t value);
    Operator &SetAttr(const char_t *name, int32_t value);
    Operator &SetAttr(const char_t *name, float32_t value);
    Operator &SetAttr(const char_t *name, bool value);
    Operator &SetAttr(const char_t *name, const char_t *value);
    Operator &SetAttr(const char_t *name, const AscendString &value);
    Operator &SetAttr(const char_t *name, const std::vector<int64_t> &value);

  private:
    OperatorData *data_;
};

} // namespace ge

#endif
