/* Builds the contexts of host functions from a node of the C interface. */
#include "host_context.h"

#include <cstring>

namespace opf_host {

Frame &ThreadFrame()
{
    static thread_local Frame frame;
    return frame;
}

namespace {

void CopyShape(const opf_host_shape &from, gert::Shape &to)
{
    const uint32_t count = from.dim_num <= OPF_HOST_MAX_DIMS ? from.dim_num : OPF_HOST_MAX_DIMS;
    to.SetDimNum(count);
    for (uint32_t i = 0; i < count; ++i)
        to[i] = from.dims[i];
}

size_t Sum(const uint32_t *items, uint32_t count)
{
    size_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += items[i];
    return sum;
}

/* Bytes a list attribute needs in the frame, generously. */
size_t ListBytes(const opf_host_attr &attr)
{
    size_t bytes = 64 + attr.v.list.count * sizeof(int64_t);
    if (attr.kind == OPF_ATTR_LIST_LIST_INT) {
        const auto *rows = static_cast<const opf_host_attr *>(attr.v.list.items);
        for (size_t i = 0; i < attr.v.list.count; ++i)
            bytes += 64 + rows[i].v.list.count * sizeof(int64_t);
    }
    return bytes;
}
bool IsList(const opf_host_attr &attr)
{
    return attr.kind >= OPF_ATTR_LIST_INT && attr.kind <= OPF_ATTR_LIST_LIST_INT;
}

} // namespace

void Frame::SetTensor(size_t at, gert::CompileTimeTensorDesc &desc, const opf_host_tensor *from)
{
    gert::TensorV2 &tensor = tensors_[at];
    desc = gert::CompileTimeTensorDesc();
    if (!from) { /* an output whose facts are still to be inferred */
        tensor.MutableOriginShape().SetDimNum(0);
        tensor.MutableStorageShape().SetDimNum(0);
        tensor.SetDataType(ge::DT_UNDEFINED);
        tensor.SetData(gert::TensorData(nullptr, nullptr, 0, gert::kOnDeviceHbm));
        tensor.MarkView(false);
        return;
    }
    CopyShape(from->origin_shape, tensor.MutableOriginShape());
    CopyShape(from->storage_shape, tensor.MutableStorageShape());
    const auto origin = static_cast<ge::Format>(from->origin_format);
    const auto storage = static_cast<ge::Format>(from->storage_format);
    const auto dtype = static_cast<ge::DataType>(from->dtype);
    tensor.SetOriginFormat(origin);
    tensor.SetStorageFormat(storage);
    tensor.SetDataType(dtype);
    desc.SetOriginFormat(origin);
    desc.SetStorageFormat(storage);
    desc.SetDataType(dtype);
    tensor.SetData(gert::TensorData(const_cast<void *>(from->data), nullptr, from->data_size,
                                    from->data ? gert::kOnHost : gert::kOnDeviceHbm));
    tensor.MarkView(from->strides != nullptr);
    if (from->strides) {
        /* The view's own dimensions: its storage may be a plain row of elements. */
        const size_t rank = tensor.GetOriginShape().GetDimNum();
        tensor.MutableStride().SetDimNum(rank);
        for (size_t i = 0; i < rank; ++i)
            tensor.MutableStride()[i] = from->strides[i];
        tensor.SetOffset(from->offset);
    }
}

bool Frame::SetNode(const gert::OpImplRecord &op, const opf_host_node &node)
{
    input_num_ = Sum(node.input_instances, node.input_param_num);
    output_num_ = Sum(node.output_instances, node.output_param_num);
    const size_t tensors = input_num_ + output_num_;
    if (tensors_.size() < tensors)
        tensors_.resize(tensors);
    if (descs_.size() < tensors)
        descs_.resize(tensors);
    const size_t params = node.input_param_num + node.output_param_num;
    if (anchors_.size() < params)
        anchors_.resize(params);

    for (size_t i = 0; i < input_num_; ++i) {
        if (!node.inputs[i]) {
            Fail(kInnerError, "%s: input instance %zu of %zu is missing", op.type.c_str(), i, input_num_);
            return false;
        }
        SetTensor(i, descs_[i], node.inputs[i]);
    }
    for (size_t i = 0; i < output_num_; ++i)
        SetTensor(input_num_ + i, descs_[input_num_ + i], node.outputs ? node.outputs[i] : nullptr);
    uint32_t start = 0;
    for (uint32_t i = 0; i < node.input_param_num; ++i) {
        anchors_[i] = gert::AnchorInstanceInfo(start, node.input_instances[i]);
        start += node.input_instances[i];
    }
    start = 0;
    for (uint32_t i = 0; i < node.output_param_num; ++i) {
        anchors_[node.input_param_num + i] = gert::AnchorInstanceInfo(start, node.output_instances[i]);
        start += node.output_instances[i];
    }
    node_.BindParams(anchors_.data(), node.input_param_num, anchors_.data() + node.input_param_num,
                     node.output_param_num);
    node_.BindTensors(descs_.data(), input_num_, descs_.data() + input_num_, output_num_);
    node_.SetNodeType(op.type.c_str());
    node_.SetNodeName(node.node_name ? node.node_name : op.type.c_str());
    extend_.SetKernelName(op.type.c_str());
    extend_.SetKernelType(op.type.c_str());
    return SetAttrs(op, node);
}

void *Frame::Take(size_t bytes)
{
    uint64_t *at = attr_bytes_.data() + attr_used_;
    attr_used_ += (bytes + 7) / 8;
    return at;
}

/* Scalars are read in place; lists are copied into the form host functions expect. */
const void *Frame::AttrValue(const opf_host_attr &attr)
{
    switch (attr.kind) {
    case OPF_ATTR_INT:
    case OPF_ATTR_DATATYPE:
        return &attr.v.i;
    case OPF_ATTR_FLOAT:
        return &attr.v.f;
    case OPF_ATTR_BOOL:
        return &attr.v.b;
    case OPF_ATTR_STRING:
        return attr.v.s ? attr.v.s : "";
    case OPF_ATTR_LIST_LIST_INT: {
        const auto *rows = static_cast<const opf_host_attr *>(attr.v.list.items);
        auto *lists = static_cast<gert::ContinuousVectorVector *>(Take(ListBytes(attr)));
        lists->Init(attr.v.list.count);
        for (size_t i = 0; i < attr.v.list.count; ++i) {
            gert::ContinuousVector *row = lists->Add<int64_t>(rows[i].v.list.count);
            if (row && rows[i].v.list.count)
                std::memcpy(row->MutableData(), rows[i].v.list.items, rows[i].v.list.count * sizeof(int64_t));
        }
        return lists;
    }
    default: {
        const size_t size = attr.kind == OPF_ATTR_LIST_INT ? sizeof(int64_t) : attr.kind == OPF_ATTR_LIST_FLOAT ? 4 : 1;
        auto *list = static_cast<gert::ContinuousVector *>(Take(ListBytes(attr)));
        list->Init(attr.v.list.count);
        (void)list->SetSize(attr.v.list.count);
        if (attr.v.list.count)
            std::memcpy(list->MutableData(), attr.v.list.items, attr.v.list.count * size);
        return list;
    }
    }
}

bool Frame::SetAttrs(const gert::OpImplRecord &op, const opf_host_node &node)
{
    const size_t total = node.attr_num + op.private_attrs.size();
    if (attrs_.size() < total)
        attrs_.resize(total);
    size_t words = 0;
    for (uint32_t i = 0; i < node.attr_num; ++i)
        words += IsList(node.attrs[i]) ? (ListBytes(node.attrs[i]) + 7) / 8 : 0;
    if (attr_bytes_.size() < words)
        attr_bytes_.resize(words);
    attr_used_ = 0;
    for (uint32_t i = 0; i < node.attr_num; ++i)
        attrs_[i] = AttrValue(node.attrs[i]);
    for (size_t i = 0; i < op.private_attrs.size(); ++i)
        attrs_[node.attr_num + i] = op.private_attrs[i].has_value ? op.private_attrs[i].bytes.data() : nullptr;
    node_.MutableAttrs()->Bind(attrs_.data(), total);
    return true;
}

KernelRunContext *Frame::Build(size_t inputs, size_t outputs)
{
    const size_t total = inputs + outputs;
    if (slots_.size() < total)
        slots_.resize(total);
    const size_t words = (sizeof(KernelRunContext) + total * sizeof(AsyncAnyValue *)) / 8;
    if (frame_.size() < words)
        frame_.resize(words);
    auto *context = reinterpret_cast<KernelRunContext *>(frame_.data());
    context->input_size = inputs;
    context->output_size = outputs;
    context->compute_node_info = &node_;
    context->kernel_extend_info = &extend_;
    AsyncAnyValue **values = context->values;
    for (size_t i = 0; i < total; ++i) {
        values[i] = &slots_[i];
        slots_[i].data.pointer = nullptr;
        slots_[i].deleter = nullptr;
    }
    context->output_start = values + inputs;
    inputs_of_call_ = inputs;
    return context;
}

gert::InferShapeContext *Frame::InferShape()
{
    KernelRunContext *context = Build(input_num_, output_num_);
    for (size_t i = 0; i < input_num_ + output_num_; ++i)
        slots_[i].data.pointer = &tensors_[i];
    return reinterpret_cast<gert::InferShapeContext *>(context);
}

gert::InferDataTypeContext *Frame::InferDataType()
{
    KernelRunContext *context = Build(input_num_, output_num_);
    for (size_t i = 0; i < input_num_ + output_num_; ++i) {
        const ge::DataType type = tensors_[i].GetDataType();
        std::memcpy(slots_[i].data.inplace, &type, sizeof(type));
    }
    return reinterpret_cast<gert::InferDataTypeContext *>(context);
}

gert::TilingContext *Frame::Tiling(void *compile_info, const fe::PlatFormInfos *infos, int32_t deterministic,
                                   gert::TilingData *data)
{
    constexpr size_t kExtra = 5; /* compile info, platform, unused, deterministic, level */
    const size_t tensors = input_num_ + output_num_;
    KernelRunContext *context = Build(tensors + kExtra, gert::TilingContext::kOutputNum);
    for (size_t i = 0; i < tensors; ++i)
        slots_[i].data.pointer = &tensors_[i];
    slots_[tensors].data.pointer = compile_info;
    slots_[tensors + 1].data.pointer = const_cast<fe::PlatFormInfos *>(infos);
    std::memcpy(slots_[tensors + 3].data.inplace, &deterministic, sizeof(deterministic));
    std::memcpy(slots_[tensors + 4].data.inplace, &deterministic, sizeof(deterministic));
    reinterpret_cast<gert::ContinuousVector *>(workspaces_)->Init(OPF_HOST_MAX_WORKSPACES);
    std::memset(simt_, 0, sizeof(simt_));
    OutputSlot(gert::TilingContext::kOutputTilingData)->data.pointer = data;
    OutputSlot(gert::TilingContext::kOutputWorkspace)->data.pointer = workspaces_;
    OutputSlot(gert::TilingContext::kOutputSimtBlockDim)->data.pointer = simt_[0];
    OutputSlot(gert::TilingContext::kOutputSimtGridDim)->data.pointer = simt_[1];
    return reinterpret_cast<gert::TilingContext *>(context);
}

gert::TilingParseContext *Frame::TilingParse(const fe::PlatFormInfos *infos, void *compile_info)
{
    KernelRunContext *context = Build(3, 1);
    slots_[0].data.pointer = const_cast<char *>("{}");
    slots_[1].data.pointer = const_cast<fe::PlatFormInfos *>(infos);
    slots_[2].data.pointer = const_cast<char *>(node_.GetNodeType());
    slots_[3].data.pointer = compile_info;
    return reinterpret_cast<gert::TilingParseContext *>(context);
}

} // namespace opf_host
