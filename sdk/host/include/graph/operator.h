/* ge::Operator as operator definitions' call-backs see it: one node with described inputs, outputs and
 * attributes. Edges between nodes are not kept. */
#ifndef OPFORGE_GRAPH_OPERATOR_H
#define OPFORGE_GRAPH_OPERATOR_H

#include "graph/tensor.h"
#include <map>
#include <string>
#include <type_traits>

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
    std::string GetOpType() const;

    /* Descriptors; a default TensorDesc when there is none of that name or index. */
    TensorDesc GetInputDesc(uint32_t index) const;
    TensorDesc GetInputDesc(const std::string &name) const { return GetInputDescByName(name.c_str()); }
    TensorDesc GetInputDescByName(const char_t *name) const;
    TensorDesc GetOutputDesc(uint32_t index) const;
    TensorDesc GetOutputDesc(const std::string &name) const { return GetOutputDescByName(name.c_str()); }
    TensorDesc GetOutputDescByName(const char_t *name) const;
    size_t GetInputsSize() const;
    size_t GetOutputsSize() const;
    /* A new name is added where the operator's prototype (graph/operator_reg.h) has it, else at the end. */
    graphStatus UpdateInputDesc(const char_t *name, const TensorDesc &tensor_desc);
    graphStatus UpdateOutputDesc(const char_t *name, const TensorDesc &tensor_desc);
    /* GRAPH_FAILED when there is no such index. */
    graphStatus UpdateInputDesc(uint32_t index, const TensorDesc &tensor_desc);
    graphStatus UpdateOutputDesc(uint32_t index, const TensorDesc &tensor_desc);

    /* GRAPH_FAILED, and the value untouched, when there is no such attribute of that kind. */
    graphStatus GetAttr(const char_t *name, int64_t &value) const;
    graphStatus GetAttr(const char_t *name, int32_t &value) const;
    graphStatus GetAttr(const char_t *name, uint32_t &value) const;
    graphStatus GetAttr(const char_t *name, float32_t &value) const;
    graphStatus GetAttr(const char_t *name, bool &value) const;
    graphStatus GetAttr(const char_t *name, AscendString &value) const;
    graphStatus GetAttr(const char_t *name, std::string &value) const;
    graphStatus GetAttr(const char_t *name, std::vector<int64_t> &value) const;
    graphStatus GetAttr(const char_t *name, std::vector<float32_t> &value) const;
    graphStatus GetAttr(const char_t *name, std::vector<bool> &value) const;
    graphStatus GetAttr(const char_t *name, std::vector<std::vector<int64_t>> &value) const;
    template <typename T> graphStatus GetAttr(const std::string &name, T &value) const
    {
        return GetAttr(name.c_str(), value);
    }
    /* Runs the functions registered for the type (host library) over the input descriptors and puts what they
     * say into the output descriptors. GRAPH_FAILED, and nothing changed, without a prototype, without a
     * registered shape function, when an attribute it takes has no value, or when a function fails. */
    graphStatus InferShapeAndType();
    /* GRAPH_FAILED when a required attribute of the prototype has no value; that check is what
     * `disable_common_verifier` leaves out, and there is no other. */
    graphStatus VerifyAllAttr(bool disable_common_verifier = false);

    /* Attribute names, those with defaults of the prototype among them, and their kinds: VT_INT, VT_FLOAT,
     * VT_BOOL, VT_STRING, VT_LIST_INT, VT_LIST_FLOAT, VT_LIST_BOOL, VT_LIST_LIST_INT. */
    std::map<std::string, std::string> GetAllAttrNamesAndTypes() const;
    Operator &SetAttr(const char_t *name, int64_t value);
    Operator &SetAttr(const char_t *name, int32_t value);
    Operator &SetAttr(const char_t *name, float32_t value);
    Operator &SetAttr(const char_t *name, bool value);
    Operator &SetAttr(const char_t *name, const char_t *value);
    Operator &SetAttr(const char_t *name, const AscendString &value);
    Operator &SetAttr(const char_t *name, double value)
    {
        return SetAttr(name, static_cast<float32_t>(value));
    }
    Operator &SetAttr(const char_t *name, const std::vector<int64_t> &value);
    /* Templates, so that braces mean a list of integers. */
    template <typename T, std::enable_if_t<std::is_same<T, std::string>::value, int> = 0>
    Operator &SetAttr(const char_t *name, const T &value)
    {
        return SetAttr(name, AscendString(value.c_str()));
    }
    template <typename T, std::enable_if_t<std::is_same<T, std::vector<float32_t>>::value ||
                                               std::is_same<T, std::vector<bool>>::value ||
                                               std::is_same<T, std::vector<std::vector<int64_t>>>::value,
                                           int> = 0>
    Operator &SetAttr(const char_t *name, const T &value)
    {
        return SetList(name, value);
    }

  private:
    Operator &SetList(const char_t *name, const std::vector<float32_t> &value);
    Operator &SetList(const char_t *name, const std::vector<bool> &value);
    Operator &SetList(const char_t *name, const std::vector<std::vector<int64_t>> &value);

    OperatorData *data_;
};

} // namespace ge

#endif
