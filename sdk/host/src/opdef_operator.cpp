/* ge::Shape, ge::TensorDesc and ge::Operator. */
#include "graph/operator.h"
#include <string>
#include <variant>

namespace ge
{

size_t Shape::GetDimNum() const
{
    return dims_.size() == 1 && dims_[0] == UNKNOWN_DIM_NUM ? 0 : dims_.size();
}

int64_t Shape::GetDim(size_t idx) const
{
    return idx < dims_.size() ? dims_[idx] : 0;
}

graphStatus Shape::SetDim(size_t idx, int64_t value)
{
    if (idx >= dims_.size())
        return GRAPH_FAILED;
    dims_[idx] = value;
    return GRAPH_SUCCESS;
}

int64_t Shape::GetShapeSize() const
{
    int64_t size = 1;
    for (int64_t dim : dims_) {
        if (dim < 0 || __builtin_mul_overflow(size, dim, &size))
            return -1;
    }
    return size;
}

namespace
{

using Value = std::variant<int64_t, float, bool, AscendString, std::vector<int64_t>>;
using Described = std::vector<std::pair<std::string, TensorDesc>>;
using Attributes = std::vector<std::pair<std::string, Value>>;

template <typename List> auto Find(List &list, const char_t *name) -> decltype(&list[0].second)
{
    for (auto &item : list) {
        if (name && item.first == name)
            return &item.second;
    }
    return nullptr;
}

TensorDesc Copied(const TensorDesc *desc)
{
    return desc ? *desc : TensorDesc();
}

graphStatus Update(Described &list, const char_t *name, const TensorDesc &desc)
{
    if (!name)
        return GRAPH_PARAM_INVALID;
    if (TensorDesc *known = Find(list, name))
        *known = desc;
    else
        list.emplace_back(name, desc);
    return GRAPH_SUCCESS;
}

} // namespace

struct OperatorData {
    AscendString name, type;
    Described inputs, outputs;
    Attributes attrs;

    template <typename T> graphStatus Get(const char_t *attr, T &value) const
    {
        const Value *found = Find(attrs, attr);
        const T *held = found ? std::get_if<T>(found) : nullptr;
        if (!held)
            return GRAPH_FAILED;
        value = *held;
        return GRAPH_SUCCESS;
    }
    template <typename T> graphStatus GetInteger(const char_t *attr, T &value) const
    {
        int64_t wide = 0;
        if (Get(attr, wide) != GRAPH_SUCCESS)
            return GRAPH_FAILED;
        if (static_cast<int64_t>(static_cast<T>(wide)) != wide)
            return GRAPH_PARAM_OUT_OF_RANGE;
        value = static_cast<T>(wide);
        return GRAPH_SUCCESS;
    }
    void Set(const char_t *attr, Value value)
    {
        if (Value *known = Find(attrs, attr))
            *known = std::move(value);
        else if (attr)
            attrs.emplace_back(attr, std::move(value));
    }
};

Operator::Operator() : data_(new OperatorData) {}
Operator::Operator(const char_t *type) : data_(new OperatorData)
{
    data_->type = type;
}
Operator::Operator(const AscendString &name, const AscendString &type) : data_(new OperatorData)
{
    data_->name = name;
    data_->type = type;
}
Operator::Operator(const char_t *name, const char_t *type) : Operator(AscendString(name), AscendString(type))
{
}
Operator::Operator(const Operator &other) : data_(new OperatorData(*other.data_)) {}
Operator &Operator::operator=(const Operator &other)
{
    if (this != &other)
        *data_ = *other.data_;
    return *this;
}
Operator::~Operator()
{
    delete data_;
}

graphStatus Operator::GetName(AscendString &name) const
{
    name = data_->name;
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetOpType(AscendString &type) const
{
    type = data_->type;
    return GRAPH_SUCCESS;
}

TensorDesc Operator::GetInputDesc(uint32_t index) const
{
    return index < data_->inputs.size() ? data_->inputs[index].second : TensorDesc();
}
TensorDesc Operator::GetInputDescByName(const char_t *name) const
{
    return Copied(Find(data_->inputs, name));
}
TensorDesc Operator::GetOutputDesc(uint32_t index) const
{
    return index < data_->outputs.size() ? data_->outputs[index].second : TensorDesc();
}
TensorDesc Operator::GetOutputDescByName(const char_t *name) const
{
    return Copied(Find(data_->outputs, name));
}
size_t Operator::GetInputsSize() const
{
    return data_->inputs.size();
}
size_t Operator::GetOutputsSize() const
{
    return data_->outputs.size();
}
graphStatus Operator::UpdateInputDesc(const char_t *name, const TensorDesc &tensor_desc)
{
    return Update(data_->inputs, name, tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const char_t *name, const TensorDesc &tensor_desc)
{
    return Update(data_->outputs, name, tensor_desc);
}

graphStatus Operator::GetAttr(const char_t *name, int64_t &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, int32_t &value) const
{
    return data_->GetInteger(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, uint32_t &value) const
{
    return data_->GetInteger(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, float32_t &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, bool &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, AscendString &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, std::vector<int64_t> &value) const
{
    return data_->Get(name, value);
}

Operator &Operator::SetAttr(const char_t *name, int64_t value)
{
    data_->Set(name, value);
    return *this;
}
Operator &Operator::SetAttr(const char_t *name, int32_t value)
{
    return SetAttr(name, static_cast<int64_t>(value));
}
Operator &Operator::SetAttr(const char_t *name, float32_t value)
{
    data_->Set(name, value);
    return *this;
}
Operator &Operator::SetAttr(const char_t *name, bool value)
{
    data_->Set(name, value);
    return *this;
}
Operator &Operator::SetAttr(const char_t *name, const char_t *value)
{
    return SetAttr(name, AscendString(value));
}
Operator &Operator::SetAttr(const char_t *name, const AscendString &value)
{
    data_->Set(name, value);
    return *this;
}
Operator &Operator::SetAttr(const char_t *name, const std::vector<int64_t> &value)
{
    data_->Set(name, value);
    return *this;
}

} // namespace ge
