/* ge::Shape, ge::TensorDesc and ge::Operator. */
#include "graph/operator_reg.h"
#include "opforge/host_api.h"
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

/* ---- inference ---- */

namespace
{

/* A call of the host interface, made from descriptors; owns what the node points to. */
struct InferCall {
    std::vector<opf_host_tensor> tensors[2]; /* inputs, outputs */
    std::vector<const opf_host_tensor *> pointers[2];
    std::vector<uint32_t> instances[2];
    std::vector<opf_host_attr> attrs;
    std::vector<std::vector<uint8_t>> flags; /* a list of bool has no elements to point to */
    std::vector<std::vector<opf_host_attr>> lists;

    void AddTensor(int side, const TensorDesc &desc)
    {
        opf_host_tensor tensor = {};
        tensor.dtype = desc.GetDataType();
        tensor.origin_format = desc.GetOriginFormat();
        tensor.storage_format = desc.GetFormat();
        tensor.origin_shape = tensor.storage_shape = ShapeOf(desc);
        tensors[side].push_back(tensor);
    }
    static opf_host_shape ShapeOf(const TensorDesc &desc)
    {
        opf_host_shape shape = {};
        for (int64_t dim : desc.GetShape().GetDims()) {
            if (shape.dim_num < OPF_HOST_MAX_DIMS)
                shape.dims[shape.dim_num++] = dim;
        }
        return shape;
    }
    template <typename T> static auto ListOf(const std::vector<T> &items)
    {
        decltype(opf_host_attr::v) value = {};
        value.list = {items.data(), items.size()};
        return value;
    }
    void AddAttr(const Value &value)
    {
        opf_host_attr attr = {};
        attr.kind = static_cast<opf_host_attr_kind>(value.index()); /* the same order */
        if (const auto *whole = std::get_if<int64_t>(&value))
            attr.v.i = *whole;
        else if (const auto *real = std::get_if<float>(&value))
            attr.v.f = *real;
        else if (const auto *flag = std::get_if<bool>(&value))
            attr.v.b = *flag;
        else if (const auto *text = std::get_if<AscendString>(&value))
            attr.v.s = text->GetString();
        else if (const auto *wholes = std::get_if<std::vector<int64_t>>(&value))
            attr.v = ListOf(*wholes);
        else if (const auto *reals = std::get_if<std::vector<float>>(&value))
            attr.v = ListOf(*reals);
        else if (const auto *bools = std::get_if<std::vector<bool>>(&value))
            attr.v = ListOf(flags.emplace_back(bools->begin(), bools->end()));
        else if (const auto *nested = std::get_if<Lists>(&value))
            attr.v = ListOf(AddLists(*nested));
        attrs.push_back(attr);
    }
    std::vector<opf_host_attr> &AddLists(const Lists &nested)
    {
        std::vector<opf_host_attr> &items = lists.emplace_back();
        for (const std::vector<int64_t> &list : nested) {
            opf_host_attr item = {};
            item.kind = OPF_ATTR_LIST_INT;
            item.v = ListOf(list);
            items.push_back(item);
        }
        return items;
    }
    /* Instances of one parameter: those whose names are its own, or begin with it where it is dynamic. */
    void AddParameter(int side, const Described &list, const ProtoMember &member, bool dynamic)
    {
        uint32_t count = 0;
        const size_t length = std::strlen(member.name);
        for (const auto &[name, desc] : list) {
            const bool same = dynamic ? name.compare(0, length, member.name) == 0 &&
                                            name.find_first_not_of("0123456789", length) == std::string::npos
                                      : name == member.name;
            if (same) {
                AddTensor(side, desc);
                ++count;
            }
        }
        instances[side].push_back(count);
    }
    opf_host_node Node(const char *type)
    {
        for (int side = 0; side < 2; ++side) {
            for (const opf_host_tensor &tensor : tensors[side])
                pointers[side].push_back(&tensor);
        }
        opf_host_node node = {};
        node.op_type = type;
        node.inputs = pointers[0].data();
        node.input_instances = instances[0].data();
        node.input_param_num = static_cast<uint32_t>(instances[0].size());
        node.outputs = pointers[1].data();
        node.output_instances = instances[1].data();
        node.output_param_num = static_cast<uint32_t>(instances[1].size());
        node.attrs = attrs.data();
        node.attr_num = static_cast<uint32_t>(attrs.size());
        return node;
    }
};

/* False when an attribute has no value. */
bool FillCall(const OperatorData &data, InferCall &call)
{
    for (const ProtoMember &member : data.prototype->members) {
        const bool dynamic =
            member.kind == ProtoKind::kDynamicInput || member.kind == ProtoKind::kDynamicOutput;
        if (member.kind == ProtoKind::kOutput || member.kind == ProtoKind::kDynamicOutput)
            call.AddParameter(1, data.outputs, member, dynamic);
        else if (member.kind == ProtoKind::kInput || member.kind == ProtoKind::kOptionalInput || dynamic)
            call.AddParameter(0, data.inputs, member, dynamic);
        if (member.kind != ProtoKind::kAttr && member.kind != ProtoKind::kRequiredAttr)
            continue;
        const Value *value = Find(data.attrs, member.name);
        if (!value)
            return false;
        call.AddAttr(*value);
    }
    return true;
}

} // namespace

graphStatus Operator::VerifyAllAttr(bool disable_common_verifier)
{
    if (disable_common_verifier || !data_->prototype)
        return GRAPH_SUCCESS;
    for (const ProtoMember &member : data_->prototype->members) {
        if (member.kind == ProtoKind::kRequiredAttr && !Find(data_->attrs, member.name))
            return GRAPH_FAILED;
    }
    return GRAPH_SUCCESS;
}

graphStatus Operator::InferShapeAndType()
{
    const opf_host_op *op = opf_host_find_op(data_->type.GetString());
    InferCall call;
    if (!op || !data_->prototype || !FillCall(*data_, call) ||
        call.tensors[1].size() != data_->outputs.size())
        return GRAPH_FAILED;
    const opf_host_node node = call.Node(data_->type.GetString());
    std::vector<opf_host_shape> shapes(call.tensors[1].size());
    std::vector<int32_t> types(shapes.size());
    if (opf_host_infer_shape(op, &node, shapes.data()) != 0)
        return GRAPH_FAILED;
    const bool typed = opf_host_infer_dtype(op, &node, types.data()) == 0;
    for (size_t i = 0; i < shapes.size(); ++i) {
        TensorDesc &desc = data_->outputs[i].second;
        const Shape shape(std::vector<int64_t>(shapes[i].dims, shapes[i].dims + shapes[i].dim_num));
        desc.SetShape(shape);
        desc.SetOriginShape(shape);
        if (typed)
            desc.SetDataType(static_cast<DataType>(types[i]));
        else if (!data_->inputs.empty()) /* as where nothing else is said */
            desc.SetDataType(data_->inputs[0].second.GetDataType());
    }
    return GRAPH_SUCCESS;
}

} // namespace ge
