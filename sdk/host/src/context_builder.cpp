/* Context builders: every piece a context points to lives in one store that the holder keeps. */
#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "host_internal.h"
#include "op_common/log/log.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>

namespace gert {

struct ContextMaker::Store {
    std::string type, name;
    std::vector<uint32_t> instances[2]; /* outputs, inputs */
    std::deque<std::vector<uint64_t>> attrs;
    std::deque<std::vector<std::string>> texts;
    std::vector<const void *> attr_pointers;
    std::vector<CompileTimeTensorDesc> descs[2], all_descs;
    std::vector<AnchorInstanceInfo> anchors;
    std::vector<void *> inputs, outputs;
    std::vector<AsyncAnyValue> slots;
    std::vector<uint64_t> frame;
    std::vector<std::shared_ptr<void>> kept;
    ComputeNodeInfo node;
    KernelExtendInfo extend;
};

namespace {

/* What nobody described is of no type and no format. */
CompileTimeTensorDesc Undescribed()
{
    CompileTimeTensorDesc desc;
    desc.SetDataType(ge::DT_MAX);
    desc.SetOriginFormat(ge::FORMAT_MAX);
    desc.SetStorageFormat(ge::FORMAT_MAX);
    return desc;
}

ContextHolderVoid Refuse(const std::string &reason)
{
    opf_host::LogLine(DLOG_ERROR, reason.c_str());
    return ContextHolderVoid();
}

} // namespace

ContextMaker::ContextMaker() : store_(std::make_shared<Store>()) {}
ContextMaker::~ContextMaker() = default;

void ContextMaker::SetNames(const char *type, const char *name)
{
    if (type)
        store_->type = type;
    if (name)
        store_->name = name;
}
void ContextMaker::SetInstances(const std::vector<uint32_t> &inputs, const std::vector<uint32_t> &outputs)
{
    store_->instances[1] = inputs;
    store_->instances[0] = outputs;
}
void ContextMaker::SetParams(size_t inputs, size_t outputs)
{
    if (store_->instances[0].empty() && store_->instances[1].empty())
        SetInstances(std::vector<uint32_t>(inputs, 1), std::vector<uint32_t>(outputs, 1));
}
void ContextMaker::AddAttr(const void *bytes, size_t size)
{
    store_->attrs.emplace_back((size + 7) / 8);
    std::memcpy(store_->attrs.back().data(), bytes, size);
    store_->attr_pointers.push_back(store_->attrs.back().data());
}
void ContextMaker::AddList(const void *items, size_t count, size_t item_size)
{
    std::vector<uint64_t> block((sizeof(ContinuousVector) + count * item_size + 7) / 8);
    auto *list = reinterpret_cast<ContinuousVector *>(block.data());
    list->Init(count);
    (void)list->SetSize(count);
    if (count)
        std::memcpy(list->MutableData(), items, count * item_size);
    AddAttr(block.data(), block.size() * 8);
}
void ContextMaker::AddTexts(const std::vector<ge::AscendString> &texts)
{
    store_->texts.emplace_back();
    std::vector<const char *> pointers;
    store_->texts.back().reserve(texts.size());
    for (const ge::AscendString &text : texts) {
        store_->texts.back().push_back(text.GetString());
        pointers.push_back(store_->texts.back().back().c_str());
    }
    AddList(pointers.data(), pointers.size(), sizeof(pointers[0]));
}
void ContextMaker::AddLists(const std::vector<std::vector<int64_t>> &lists)
{
    size_t bytes = ContinuousVectorVector::GetOverHeadLength(lists.size());
    for (const auto &row : lists)
        bytes += sizeof(ContinuousVector) + row.size() * sizeof(int64_t);
    std::vector<uint64_t> block((bytes + 7) / 8);
    auto *all = reinterpret_cast<ContinuousVectorVector *>(block.data());
    all->Init(lists.size());
    for (const auto &row : lists) {
        ContinuousVector *list = all->Add<int64_t>(row.size());
        if (list && !row.empty())
            std::memcpy(list->MutableData(), row.data(), row.size() * sizeof(int64_t));
    }
    AddAttr(block.data(), block.size() * 8);
}
CompileTimeTensorDesc &ContextMaker::Desc(bool input, size_t index)
{
    auto &descs = store_->descs[input];
    if (descs.size() <= index)
        descs.resize(index + 1, Undescribed());
    return descs[index];
}
std::vector<void *> &ContextMaker::Inputs() { return store_->inputs; }
std::vector<void *> &ContextMaker::Outputs() { return store_->outputs; }
/* A shorter list leaves the rest as it was: callers give an empty one to say "as before". */
void ContextMaker::SetInputs(const std::vector<void *> &pointers)
{
    if (store_->inputs.size() < pointers.size())
        store_->inputs.resize(pointers.size());
    std::copy(pointers.begin(), pointers.end(), store_->inputs.begin());
}
void ContextMaker::SetOutputs(const std::vector<void *> &pointers)
{
    if (store_->outputs.size() < pointers.size())
        store_->outputs.resize(pointers.size());
    std::copy(pointers.begin(), pointers.end(), store_->outputs.begin());
}
void ContextMaker::DescribeTensors(bool input, const std::vector<Tensor *> &tensors)
{
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (!tensors[i])
            continue;
        CompileTimeTensorDesc &desc = Desc(input, i);
        desc.SetDataType(tensors[i]->GetDataType());
        desc.SetOriginFormat(tensors[i]->GetOriginFormat());
        desc.SetStorageFormat(tensors[i]->GetStorageFormat());
        desc.SetExpandDimsType(tensors[i]->GetExpandDimsType());
    }
}
size_t ContextMaker::InstanceNum(bool input) const
{
    size_t sum = 0;
    for (uint32_t count : store_->instances[input])
        sum += count;
    return sum;
}
const char *ContextMaker::TypeText() const { return store_->type.c_str(); }
void ContextMaker::Keep(std::shared_ptr<void> memory) { store_->kept.push_back(std::move(memory)); }

ContextHolderVoid ContextMaker::Build(const std::vector<void *> &inputs, const std::vector<void *> &outputs)
{
    Store &s = *store_;
    if (s.type.empty() || s.name.empty() || s.instances[1].empty() || s.instances[0].empty())
        return Refuse("a context needs an operator type, a node name, inputs and outputs; found type '" + s.type +
                      "', name '" + s.name + "', " + std::to_string(s.instances[1].size()) + " inputs, " +
                      std::to_string(s.instances[0].size()) + " outputs");
    for (bool input : {true, false}) {
        uint32_t start = 0;
        for (uint32_t count : s.instances[input]) {
            s.anchors.emplace_back(start, count);
            start += count;
        }
        s.descs[input].resize(InstanceNum(input), Undescribed());
        s.all_descs.insert(s.all_descs.end(), s.descs[input].begin(), s.descs[input].end());
    }
    const size_t input_params = s.instances[1].size();
    s.node.BindParams(s.anchors.data(), input_params, s.anchors.data() + input_params, s.instances[0].size());
    s.node.BindTensors(s.all_descs.data(), s.descs[1].size(), s.all_descs.data() + s.descs[1].size(),
                       s.descs[0].size());
    s.node.SetNodeType(s.type.c_str());
    s.node.SetNodeName(s.name.c_str());
    s.node.MutableAttrs()->Bind(s.attr_pointers.data(), s.attr_pointers.size());
    s.extend.SetKernelName(s.name.c_str());
    s.extend.SetKernelType(s.type.c_str());

    const size_t total = inputs.size() + outputs.size();
    s.slots.resize(total);
    s.frame.resize((sizeof(KernelRunContext) + total * sizeof(void *)) / 8 + 1);
    auto *context = reinterpret_cast<KernelRunContext *>(s.frame.data());
    context->input_size = inputs.size();
    context->output_size = outputs.size();
    context->compute_node_info = &s.node;
    context->kernel_extend_info = &s.extend;
    AsyncAnyValue **values = context->values;
    context->output_start = values + inputs.size();
    for (size_t i = 0; i < total; ++i) {
        s.slots[i].data.pointer = i < inputs.size() ? inputs[i] : outputs[i - inputs.size()];
        s.slots[i].deleter = nullptr;
        values[i] = &s.slots[i];
    }
    ContextHolderVoid holder(store_, context);
    store_ = std::make_shared<Store>();
    return holder;
}

namespace {

template <typename V> void *Inline(V value)
{
    void *slot = nullptr;
    std::memcpy(&slot, &value, sizeof(value));
    return slot;
}

std::vector<void *> Pointers(const std::vector<Tensor *> &tensors) { return {tensors.begin(), tensors.end()}; }

/* Objects a context owns, one for each output instance. */
template <typename T> std::vector<void *> Own(ContextMaker &maker, size_t count)
{
    auto objects = std::make_shared<std::vector<T>>(count);
    std::vector<void *> pointers;
    for (T &object : *objects)
        pointers.push_back(&object);
    maker.Keep(objects);
    return pointers;
}

} // namespace

OpInferShapeContextBuilder &OpInferShapeContextBuilder::InputTensors(const std::vector<Tensor *> &inputs)
{
    maker_.DescribeTensors(true, inputs);
    std::vector<void *> all = maker_.Inputs(); /* a further call adds: the first tensors stay the first */
    for (Tensor *input : inputs)
        all.push_back(input);
    maker_.SetInputs(all);
    return *this;
}
ContextHolder<InferShapeContext> OpInferShapeContextBuilder::Build()
{
    const std::vector<void *> outputs = Own<Tensor>(maker_, maker_.InstanceNum(false));
    std::vector<void *> inputs = maker_.Inputs();
    inputs.push_back(nullptr); /* InputExternLayout::kInferShapeFunc */
    return ContextHolder<InferShapeContext>(maker_.Build(inputs, outputs));
}

OpInferShapeRangeContextBuilder &
OpInferShapeRangeContextBuilder::InputTensorsRange(const std::vector<Range<Tensor> *> &inputs)
{
    std::vector<Tensor *> lows;
    for (Range<Tensor> *range : inputs)
        lows.push_back(range ? range->GetMin() : nullptr);
    maker_.DescribeTensors(true, lows);
    maker_.SetInputs({inputs.begin(), inputs.end()});
    return *this;
}
ContextHolder<InferShapeRangeContext> OpInferShapeRangeContextBuilder::Build()
{
    const size_t count = maker_.InstanceNum(false);
    const std::vector<void *> lows = Own<Shape>(maker_, count), highs = Own<Shape>(maker_, count);
    const std::vector<void *> ranges = Own<Range<Shape>>(maker_, count);
    for (size_t i = 0; i < count; ++i) {
        auto *range = static_cast<Range<Shape> *>(ranges[i]);
        range->SetMin(static_cast<Shape *>(lows[i]));
        range->SetMax(static_cast<Shape *>(highs[i]));
    }
    return ContextHolder<InferShapeRangeContext>(maker_.Build(std::vector<void *>(maker_.Inputs()), ranges));
}

ContextHolder<InferDataTypeContext> OpInferDataTypeContextBuilder::Build()
{
    std::vector<void *> inputs, outputs;
    for (size_t i = 0; i < maker_.InstanceNum(true); ++i)
        inputs.push_back(Inline(maker_.Desc(true, i).GetDataType()));
    for (size_t i = 0; i < maker_.InstanceNum(false); ++i)
        outputs.push_back(Inline(ge::DT_MAX));
    return ContextHolder<InferDataTypeContext>(maker_.Build(inputs, outputs));
}

OpKernelContextBuilder &OpKernelContextBuilder::Inputs(std::vector<void *> inputs)
{
    maker_.SetInputs(inputs);
    return *this;
}
OpKernelContextBuilder &OpKernelContextBuilder::Outputs(std::vector<void *> outputs)
{
    maker_.SetOutputs(outputs);
    return *this;
}
ContextHolder<KernelContext> OpKernelContextBuilder::Build()
{
    return ContextHolder<KernelContext>(
        maker_.Build(std::vector<void *>(maker_.Inputs()), std::vector<void *>(maker_.Outputs())));
}

OpTilingContextBuilder &OpTilingContextBuilder::CompileInfo(const void *compile_info)
{
    compile_info_ = compile_info;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::PlatformInfo(const void *platform_info)
{
    platform_ = platform_info;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::Deterministic(int32_t deterministic)
{
    if (deterministic == 0 || deterministic == 1)
        deterministic_ = deterministic;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::DeterministicLevel(int32_t deterministic_level)
{
    if (deterministic_level >= 0 && deterministic_level <= 3)
        level_ = deterministic_level;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::TilingData(const gert::TilingData *tiling_data, Chain::Deleter deleter)
{
    data_ = tiling_data;
    if (deleter)
        maker_.Keep(std::shared_ptr<void>(const_cast<gert::TilingData *>(tiling_data), deleter));
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::TilingDataSize(size_t tiling_data_size)
{
    data_size_ = tiling_data_size;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::Workspace(const ContinuousVector *workspace)
{
    workspace_ = workspace;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::SimtBlockDim(const Dim3 *block_dim)
{
    block_dim_ = block_dim;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::SimtGridDim(const Dim3 *grid_dim)
{
    grid_dim_ = grid_dim;
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::InputTensors(const std::vector<Tensor *> &inputs)
{
    maker_.DescribeTensors(true, inputs);
    maker_.SetInputs(Pointers(inputs));
    return *this;
}
OpTilingContextBuilder &OpTilingContextBuilder::OutputTensors(const std::vector<Tensor *> &outputs)
{
    maker_.DescribeTensors(false, outputs);
    maker_.SetOutputs(Pointers(outputs));
    return *this;
}

ContextHolder<TilingContext> OpTilingContextBuilder::Build()
{
    if (!compile_info_ || !platform_)
        return ContextHolder<TilingContext>(Refuse(std::string("a tiling context needs compile info and a platform; ") +
                                                   (compile_info_ ? "the platform" : "compile info") + " is missing"));
    const gert::TilingData *data = data_;
    if (!data) {
        std::shared_ptr<uint8_t[]> own = gert::TilingData::CreateCap(data_size_);
        data = reinterpret_cast<const gert::TilingData *>(own.get());
        maker_.Keep(own);
    }
    const ContinuousVector *workspace = workspace_;
    if (!workspace) {
        std::shared_ptr<uint8_t[]> own = ContinuousVector::Create<size_t>(OPF_HOST_MAX_WORKSPACES);
        workspace = reinterpret_cast<const ContinuousVector *>(own.get());
        maker_.Keep(own);
    }
    const auto dims = std::make_shared<std::vector<Dim3>>(2, Dim3(0, 0, 0));
    maker_.Keep(dims);

    std::vector<void *> inputs = maker_.Inputs();
    inputs.resize(maker_.InstanceNum(true));
    std::vector<void *> tensors = maker_.Outputs();
    tensors.resize(maker_.InstanceNum(false));
    inputs.insert(inputs.end(), tensors.begin(), tensors.end());
    inputs.push_back(const_cast<void *>(compile_info_));
    inputs.push_back(const_cast<void *>(platform_));
    inputs.push_back(nullptr);
    inputs.push_back(Inline(deterministic_));
    inputs.push_back(Inline(level_));

    std::vector<void *> outputs(TilingContext::kOutputNum);
    outputs[TilingContext::kOutputTilingData] = const_cast<gert::TilingData *>(data);
    outputs[TilingContext::kOutputWorkspace] = const_cast<ContinuousVector *>(workspace);
    outputs[TilingContext::kOutputSimtBlockDim] = block_dim_ ? const_cast<Dim3 *>(block_dim_) : &(*dims)[0];
    outputs[TilingContext::kOutputSimtGridDim] = grid_dim_ ? const_cast<Dim3 *>(grid_dim_) : &(*dims)[1];
    return ContextHolder<TilingContext>(maker_.Build(inputs, outputs));
}

OpTilingParseContextBuilder &OpTilingParseContextBuilder::CompiledJson(const ge::char_t *compiled_json)
{
    json_ = compiled_json;
    return *this;
}
OpTilingParseContextBuilder &OpTilingParseContextBuilder::CompiledInfo(const void *compile_info)
{
    info_ = compile_info;
    return *this;
}
OpTilingParseContextBuilder &OpTilingParseContextBuilder::PlatformInfo(const void *platform_info)
{
    platform_ = platform_info;
    return *this;
}
ContextHolder<TilingParseContext> OpTilingParseContextBuilder::Build()
{
    if (!json_ || !platform_)
        return ContextHolder<TilingParseContext>(Refuse(std::string("a parse context needs JSON and a platform; ") +
                                                        (json_ ? "the platform" : "JSON") + " is missing"));
    auto *type = const_cast<char *>(maker_.TypeText());
    return ContextHolder<TilingParseContext>(maker_.Build(
        {const_cast<char *>(json_), const_cast<void *>(platform_), type}, {const_cast<void *>(info_)}));
}

/* ---- registries ---- */

ge::graphStatus OpImplSpaceRegistryV2::AddSoToRegistry(const OppSoDesc &so_desc)
{
    for (const ge::AscendString &path : so_desc.GetSoPaths()) {
        if (opf_host_load(path.GetString()) != 0)
            return ge::GRAPH_FAILED;
    }
    return ge::GRAPH_SUCCESS;
}
const OpImplKernelRegistry::OpImplFunctionsV2 *OpImplSpaceRegistryV2::GetOpImpl(const char_t *op_type) const
{
    const OpImplRecord *record = op_type ? opf_host::FindRecord(op_type) : nullptr;
    return record ? &record->functions : nullptr;
}
OpImplKernelRegistry::OpImplFunctionsV2 *OpImplSpaceRegistryV2::CreateOrGetOpImpl(const char_t *op_type)
{
    return &opf_host::RecordOf(op_type)->functions;
}

DefaultOpImplSpaceRegistryV2 &DefaultOpImplSpaceRegistryV2::GetInstance()
{
    static DefaultOpImplSpaceRegistryV2 instance;
    return instance;
}
const std::shared_ptr<OpImplSpaceRegistryV2>
DefaultOpImplSpaceRegistryV2::GetSpaceRegistry(OppImplVersionTag opp_impl_version) const
{
    const auto index = static_cast<size_t>(opp_impl_version);
    if (index >= registries_.size())
        return nullptr;
    /* Operators linked into the program register themselves: there is always something to look in. */
    return registries_[index] ? registries_[index] : std::make_shared<OpImplSpaceRegistryV2>();
}
ge::graphStatus
DefaultOpImplSpaceRegistryV2::SetSpaceRegistry(const std::shared_ptr<OpImplSpaceRegistryV2> &space_registry_v2,
                                               OppImplVersionTag version_tag)
{
    const auto index = static_cast<size_t>(version_tag);
    if (index >= registries_.size())
        return ge::GRAPH_FAILED;
    registries_[index] = space_registry_v2;
    return ge::GRAPH_SUCCESS;
}
void DefaultOpImplSpaceRegistryV2::ClearSpaceRegistry() { registries_.fill(nullptr); }

} // namespace gert
