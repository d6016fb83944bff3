/* From the groups of a launch macro to a host node and an index query. */
#include "invocation.h"
#include "acl/acl_rt.h"
#include "opdev/tensor_view_utils.h"
#include "opforge/runtime_api.h"

#include <cstring>

namespace op {
namespace internal {

void Invocation::Clear(const char *type)
{
    opType = type;
    tensors.clear();
    inputs.clear();
    outputs.clear();
    attrs.clear();
    attrTexts.clear();
    outShapes.clear();
    inputTensors = 0;
    implMode = -1;
    deterministic = opf_runtime_option(ACL_OPT_DETERMINISTIC, 0) != 0;
}

void Invocation::AddParam(const OpArg &arg, std::vector<TaskParam> &to)
{
    TaskParam param{static_cast<uint32_t>(tensors.size()), 0, false};
    if (arg.type == OpArgType::OPARG_ACLTENSOR) {
        tensors.push_back(static_cast<const aclTensor *>(arg.pointer));
        param.count = 1;
    } else if (arg.type == OpArgType::OPARG_ACLTENSOR_LIST) {
        const auto *list = static_cast<const aclTensorList *>(arg.pointer);
        for (uint64_t i = 0; i < list->Size(); i++)
            if ((*list)[i] != nullptr)
                tensors.push_back((*list)[i]);
        param.count = static_cast<uint32_t>(tensors.size()) - param.first;
        param.group = true;
    }
    to.push_back(param);
}

static opf_host_attr NumberAttr(const aclScalar *scalar)
{
    opf_host_attr attr{};
    if (scalar->GetDataType() == DataType::DT_BOOL) {
        attr.kind = OPF_ATTR_BOOL;
        attr.v.b = scalar->ToBool();
    } else if (IsIntegralType(scalar->GetDataType())) {
        attr.kind = OPF_ATTR_INT;
        attr.v.i = scalar->ToInt64();
    } else {
        attr.kind = OPF_ATTR_FLOAT;
        attr.v.f = scalar->ToFloat();
    }
    return attr;
}

template <typename Array>
static opf_host_attr ListAttr(opf_host_attr_kind kind, const void *pointer)
{
    const auto *array = static_cast<const Array *>(pointer);
    opf_host_attr attr{};
    attr.kind = kind;
    attr.v.list.items = array->GetData();
    attr.v.list.count = array->Size();
    return attr;
}

void Invocation::AddAttr(const OpArg &arg)
{
    opf_host_attr attr{};
    const char *text = "";
    switch (arg.type) {
        case OpArgType::OPARG_BOOL:
            attr.kind = OPF_ATTR_BOOL;
            attr.v.b = arg.ivalue != 0;
            text = arg.ivalue ? "1" : "0";
            break;
        case OpArgType::OPARG_INT:
        case OpArgType::OPARG_UINT:
        case OpArgType::OPARG_FORMAT:
        case OpArgType::OPARG_IMPLMODE:
            attr.kind = OPF_ATTR_INT;
            attr.v.i = arg.ivalue;
            break;
        case OpArgType::OPARG_DATATYPE:
            attr.kind = OPF_ATTR_DATATYPE;
            attr.v.i = arg.ivalue;
            break;
        case OpArgType::OPARG_FLOAT:
        case OpArgType::OPARG_DOUBLE:
            attr.kind = OPF_ATTR_FLOAT;
            attr.v.f = static_cast<float>(arg.dvalue);
            break;
        case OpArgType::OPARG_STRING:
            attr.kind = OPF_ATTR_STRING;
            attr.v.s = text = static_cast<const char *>(arg.pointer);
            break;
        case OpArgType::OPARG_ACLSCALAR:
            attr = NumberAttr(static_cast<const aclScalar *>(arg.pointer));
            break;
        case OpArgType::OPARG_INT_LIST:
            attr = ListAttr<aclIntArray>(OPF_ATTR_LIST_INT, arg.pointer);
            break;
        case OpArgType::OPARG_FLOAT_LIST:
            attr = ListAttr<aclFloatArray>(OPF_ATTR_LIST_FLOAT, arg.pointer);
            break;
        case OpArgType::OPARG_BOOL_LIST:
            attr = ListAttr<aclBoolArray>(OPF_ATTR_LIST_BOOL, arg.pointer);
            break;
        default: // a null list: empty
            attr.kind = OPF_ATTR_LIST_INT;
            break;
    }
    attrs.push_back(attr);
    attrTexts.push_back(text);
}

bool Invocation::Fill(const char *type, const OpArgContext &args)
{
    Clear(type);
    for (const OpArg &arg : args.GetOpArg(OP_INPUT_ARG)->args) {
        if (!arg.IsTensorLike()) {
            OP_LOGE(ACLNN_ERR_INNER, "%s: an input of the launch is no tensor", type);
            return false;
        }
        AddParam(arg, inputs);
    }
    inputTensors = static_cast<uint32_t>(tensors.size());
    for (const OpArg &arg : args.GetOpArg(OP_OUTPUT_ARG)->args) {
        if (!arg.IsTensorLike()) {
            OP_LOGE(ACLNN_ERR_INNER, "%s: an output of the launch is no tensor", type);
            return false;
        }
        AddParam(arg, outputs);
    }
    for (const OpArg &arg : args.GetOpArg(OP_ATTR_ARG)->args)
        AddAttr(arg);
    for (const OpArg &arg : args.GetOpArg(OP_OUTSHAPE_ARG)->args) { /* one tensor holds the shapes of all outputs */
        const auto *shapes = static_cast<const aclTensor *>(arg.pointer);
        if (outShapes.empty() || outShapes.back() != shapes)
            outShapes.push_back(shapes);
    }
    for (const OpArg &arg : args.GetOpArg(OP_OPTION_ARG)->args)
        if (arg.type == OpArgType::OPARG_IMPLMODE && arg.ivalue > 0)
            implMode = __builtin_ctzll(static_cast<unsigned long long>(arg.ivalue));
    for (const OpArg &arg : args.GetOpArg(OP_EXEC_MODE_ARG)->args)
        if ((arg.ivalue & static_cast<int64_t>(OpExecMode::OP_EXEC_MODE_HF32)) && implMode < 0)
            implMode = 6;
    FillNode();
    return true;
}

static void CopyShape(const Shape &from, opf_host_shape *to)
{
    to->dim_num = static_cast<uint32_t>(std::min<size_t>(from.GetDimNum(), OPF_HOST_MAX_DIMS));
    for (uint32_t i = 0; i < to->dim_num; i++)
        to->dims[i] = from[i];
}

void Invocation::ToHost(const aclTensor *tensor, opf_host_tensor *to) const
{
    to->dtype = tensor->GetDataType();
    to->origin_format = tensor->GetOriginalFormat();
    to->storage_format = tensor->GetStorageFormat();
    CopyShape(tensor->GetOriginalShape(), &to->origin_shape);
    CopyShape(tensor->GetStorageShape(), &to->storage_shape);
    to->data = tensor->GetStorage()->IsHost() ? tensor->GetData() : nullptr;
    to->data_size = to->data ? tensor->GetStorage()->HostBytes() : 0;
    bool view = !IsContiguous(tensor);
    to->strides = view ? tensor->GetViewStrides().data() : nullptr;
    to->offset = view ? tensor->GetViewOffset() : 0;
    if (view)
        CopyShape(tensor->GetViewShape(), &to->origin_shape);
}

static opf_index_param KeyOf(const TaskParam &param, const std::vector<const aclTensor *> &tensors)
{
    if (param.count == 0)
        return {0, 0, 0};
    const aclTensor *first = tensors[param.first];
    return {first->GetDataType(), first->GetStorageFormat(), param.count};
}

void Invocation::FillNode()
{
    hostTensors_.resize(tensors.size());
    hostPointers_.resize(tensors.size());
    inputInstances_.clear();
    outputInstances_.clear();
    inputKeys.clear();
    outputKeys.clear();
    for (size_t i = 0; i < tensors.size(); i++) {
        ToHost(tensors[i], &hostTensors_[i]);
        hostPointers_[i] = &hostTensors_[i];
    }
    for (const TaskParam &p : inputs) {
        inputInstances_.push_back(p.count);
        inputKeys.push_back(KeyOf(p, tensors));
    }
    for (const TaskParam &p : outputs) {
        outputInstances_.push_back(p.count);
        outputKeys.push_back(KeyOf(p, tensors));
    }
    node = opf_host_node{opType,
                         nullptr,
                         hostPointers_.data(),
                         inputInstances_.data(),
                         static_cast<uint32_t>(inputs.size()),
                         hostPointers_.data() + inputTensors,
                         outputInstances_.data(),
                         static_cast<uint32_t>(outputs.size()),
                         attrs.data(),
                         static_cast<uint32_t>(attrs.size()),
                         deterministic};
    query = opf_index_query{opType,
                            nullptr,
                            deterministic,
                            implMode,
                            inputKeys.data(),
                            outputKeys.data(),
                            static_cast<uint32_t>(inputKeys.size()),
                            static_cast<uint32_t>(outputKeys.size()),
                            attrTexts.data(),
                            static_cast<uint32_t>(attrTexts.size())};
}

template <typename T>
static void Put(std::string &to, const T &value)
{
    to.append(reinterpret_cast<const char *>(&value), sizeof(value));
}
static void PutShape(std::string &to, const opf_host_shape &shape)
{
    Put(to, shape.dim_num);
    to.append(reinterpret_cast<const char *>(shape.dims), shape.dim_num * sizeof(shape.dims[0]));
}

static size_t ItemSize(opf_host_attr_kind kind)
{
    return kind == OPF_ATTR_LIST_INT ? sizeof(int64_t) : kind == OPF_ATTR_LIST_FLOAT ? sizeof(float) : 1;
}

void Invocation::MakeKey()
{
    constexpr size_t kMost = 8192;
    key.clear();
    Put(key, deterministic);
    Put(key, implMode);
    for (const std::vector<TaskParam> *params : {&inputs, &outputs}) {
        Put(key, static_cast<uint32_t>(params->size()));
        for (const TaskParam &p : *params)
            Put(key, p.count);
    }
    for (const opf_host_tensor &t : hostTensors_) {
        Put(key, t.dtype);
        Put(key, t.origin_format);
        Put(key, t.storage_format);
        PutShape(key, t.origin_shape);
        PutShape(key, t.storage_shape);
        Put(key, static_cast<uint64_t>(t.data_size));
        if (t.data != nullptr && key.size() + t.data_size > kMost)
            return key.clear();
        if (t.data != nullptr)
            key.append(static_cast<const char *>(t.data), t.data_size);
        Put(key, static_cast<uint8_t>(t.strides != nullptr));
        if (t.strides != nullptr) {
            key.append(reinterpret_cast<const char *>(t.strides), t.origin_shape.dim_num * sizeof(int64_t));
            Put(key, t.offset);
        }
    }
    for (const opf_host_attr &a : attrs) {
        Put(key, static_cast<uint8_t>(a.kind));
        if (a.kind == OPF_ATTR_STRING) {
            key.append(a.v.s ? a.v.s : "").push_back('\0');
        } else if (a.kind == OPF_ATTR_INT || a.kind == OPF_ATTR_DATATYPE) {
            Put(key, a.v.i);
        } else if (a.kind == OPF_ATTR_FLOAT) {
            Put(key, a.v.f);
        } else if (a.kind == OPF_ATTR_BOOL) {
            Put(key, a.v.b);
        } else if (a.kind == OPF_ATTR_LIST_LIST_INT) {
            return key.clear();
        } else {
            Put(key, static_cast<uint64_t>(a.v.list.count));
            key.append(static_cast<const char *>(a.v.list.items), a.v.list.count * ItemSize(a.kind));
        }
    }
    if (key.size() > kMost)
        key.clear();
}

} // namespace internal
} // namespace op
