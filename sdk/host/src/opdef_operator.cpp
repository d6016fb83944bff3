/* ge::Shape, ge::TensorDesc and ge::Operator. */
#include "graph/operator_reg.h"
#include <cstdlib>
#include <cstring>
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

using Lists = std::vector<std::vector<int64_t>>;
using Value = std::variant<int64_t, float, bool, AscendString, std::vector<int64_t>, std::vector<float>,
                           std::vector<bool>, Lists>;
/* In the order of the alternatives. */
constexpr const char *kKinds[] = {"VT_INT",      "VT_FLOAT",      "VT_BOOL",      "VT_STRING",
                                  "VT_LIST_INT", "VT_LIST_FLOAT", "VT_LIST_BOOL", "VT_LIST_LIST_INT"};
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

/* Where a parameter stands in its prototype; the end for names it does not have. */
size_t RankOf(const Prototype *prototype, const std::string &name)
{
    size_t rank = 0;
    while (prototype && rank < prototype->members.size() && name != prototype->members[rank].name)
        ++rank;
    return rank;
}

graphStatus Update(Described &list, const Prototype *prototype, const char_t *name, const TensorDesc &desc)
{
    if (!name)
        return GRAPH_PARAM_INVALID;
    if (TensorDesc *known = Find(list, name)) {
        *known = desc;
        return GRAPH_SUCCESS;
    }
    const size_t rank = RankOf(prototype, name);
    auto at = list.begin();
    while (prototype && at != list.end() && RankOf(prototype, at->first) <= rank)
        ++at;
    list.emplace(prototype ? at : list.end(), name, desc);
    return GRAPH_SUCCESS;
}

/* "{1, -2}" or "1": the numbers in a default's text. */
template <typename T> std::vector<T> Numbers(const char *text)
{
    std::vector<T> numbers;
    while (*text) {
        char *end = nullptr;
        const double number = std::strtod(text, &end);
        if (end == text) {
            ++text;
            continue;
        }
        numbers.push_back(static_cast<T>(number));
        text = end;
    }
    return numbers;
}

/* The default an attribute's prototype wrote, where it is a literal; false for others. */
bool DefaultOf(const ProtoMember &member, Value &value)
{
    const std::string kind = member.attr_type;
    const bool number = std::strpbrk(member.text, "0123456789") != nullptr;
    if (kind == "Bool")
        value = std::strcmp(member.text, "true") == 0;
    else if (kind == "Int" && number)
        value = static_cast<int64_t>(std::strtoll(member.text, nullptr, 0));
    else if (kind == "Float" && number)
        value = std::strtof(member.text, nullptr);
    else if (kind == "String" && *member.text == '"')
        value = AscendString(std::string(member.text + 1, std::strlen(member.text) - 2).c_str());
    else if (kind == "ListInt")
        value = Numbers<int64_t>(member.text);
    else if (kind == "ListFloat")
        value = Numbers<float>(member.text);
    else
        return false;
    return true;
}

} // namespace

struct OperatorData {
    AscendString name, type;
    const Prototype *prototype = nullptr;
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
    /* What every node of the type has from the start: required inputs, outputs, defaults. */
    void Take(const Prototype *known)
    {
        prototype = known;
        for (const ProtoMember &member : known->members) {
            Value value;
            if (member.kind == ProtoKind::kInput)
                inputs.emplace_back(member.name, TensorDesc());
            else if (member.kind == ProtoKind::kOutput)
                outputs.emplace_back(member.name, TensorDesc());
            else if (member.kind == ProtoKind::kAttr && DefaultOf(member, value))
                attrs.emplace_back(member.name, value);
        }
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
    if (const Prototype *prototype = Prototype::Find(type.GetString()))
        data_->Take(prototype);
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

std::string Operator::GetOpType() const
{
    return data_->type.GetString();
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
    return Update(data_->inputs, data_->prototype, name, tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const char_t *name, const TensorDesc &tensor_desc)
{
    return Update(data_->outputs, data_->prototype, name, tensor_desc);
}
static graphStatus Replace(Described &list, uint32_t index, const TensorDesc &desc)
{
    if (index >= list.size())
        return GRAPH_FAILED;
    list[index].second = desc;
    return GRAPH_SUCCESS;
}
graphStatus Operator::UpdateInputDesc(uint32_t index, const TensorDesc &tensor_desc)
{
    return Replace(data_->inputs, index, tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(uint32_t index, const TensorDesc &tensor_desc)
{
    return Replace(data_->outputs, index, tensor_desc);
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
graphStatus Operator::GetAttr(const char_t *name, std::string &value) const
{
    AscendString text;
    const graphStatus status = data_->Get(name, text);
    if (status == GRAPH_SUCCESS)
        value = text.GetString();
    return status;
}
graphStatus Operator::GetAttr(const char_t *name, std::vector<int64_t> &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, std::vector<float32_t> &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, std::vector<bool> &value) const
{
    return data_->Get(name, value);
}
graphStatus Operator::GetAttr(const char_t *name, std::vector<std::vector<int64_t>> &value) const
{
    return data_->Get(name, value);
}
std::map<std::string, std::string> Operator::GetAllAttrNamesAndTypes() const
{
    std::map<std::string, std::string> kinds;
    for (const auto &attr : data_->attrs)
        kinds[attr.first] = kKinds[attr.second.index()];
    return kinds;
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

Operator &Operator::SetList(const char_t *name, const std::vector<float32_t> &value)
{
    data_->Set(name, value);
    return *this;
}
Operator &Operator::SetList(const char_t *name, const std::vector<bool> &value)
{
    data_->Set(name, value);
    return *this;
}
Operator &Operator::SetList(const char_t *name, const std::vector<std::vector<int64_t>> &value)
{
    data_->Set(name, value);
    return *this;
}

} // namespace ge
