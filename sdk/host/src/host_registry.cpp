/* Records of operators' host functions, filled when their libraries are loaded. */
#include "host_internal.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <shared_mutex>

extern "C" {
#include "base/shared_object.h"
}

namespace {

struct Less {
    using is_transparent = void;
    bool operator()(const std::string &a, const std::string &b) const { return a < b; }
    bool operator()(const std::string &a, const char *b) const { return a.compare(b) < 0; }
    bool operator()(const char *a, const std::string &b) const { return b.compare(a) > 0; }
};

struct Registry {
    std::shared_mutex lock;
    std::map<std::string, std::unique_ptr<gert::OpImplRecord>, Less> records;
    std::vector<const char *> names; /* what opf_host_list_ops lent out */
};
/* Never destroyed: libraries may still register or ask while the process ends. */
Registry &TheRegistry()
{
    static auto *registry = new Registry;
    return *registry;
}

uint64_t BitSet(std::initializer_list<int32_t> items)
{
    uint64_t set = 0;
    for (int32_t i : items) {
        if (i >= 0 && i < 64)
            set |= uint64_t(1) << i;
    }
    return set;
}

template <typename T> OpfPrivateAttr Scalar(const char *name, const T &value)
{
    OpfPrivateAttr attr{name, true, std::vector<uint64_t>(1)};
    std::memcpy(attr.bytes.data(), &value, sizeof(value));
    return attr;
}
template <typename T> OpfPrivateAttr List(const char *name, const std::vector<T> &values)
{
    const size_t bytes = sizeof(gert::ContinuousVector) + values.size() * sizeof(T);
    OpfPrivateAttr attr{name, true, std::vector<uint64_t>((bytes + 7) / 8)};
    auto *list = reinterpret_cast<gert::ContinuousVector *>(attr.bytes.data());
    list->Init(values.size());
    (void)list->SetSize(values.size());
    std::copy(values.begin(), values.end(), static_cast<T *>(list->MutableData()));
    return attr;
}

} // namespace

namespace opf_host {

gert::OpImplRecord *RecordOf(const char *op_type)
{
    Registry &registry = TheRegistry();
    std::unique_lock<std::shared_mutex> guard(registry.lock);
    auto &slot = registry.records[op_type ? op_type : ""];
    if (!slot) {
        slot = std::make_unique<gert::OpImplRecord>();
        slot->type = op_type ? op_type : "";
    }
    return slot.get();
}

gert::OpImplRecord *FindRecord(const char *op_type)
{
    Registry &registry = TheRegistry();
    std::shared_lock<std::shared_mutex> guard(registry.lock);
    const auto found = registry.records.find(op_type);
    return found == registry.records.end() ? nullptr : found->second.get();
}

} // namespace opf_host

namespace gert {

OpImplRegisterV2::OpImplRegisterV2(const ge::char_t *op_type) : record_(opf_host::RecordOf(op_type)) {}

OpImplRegisterV2 &OpImplRegisterV2::InferShape(InferShapeKernelFunc f)
{
    record_->functions.infer_shape = f;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::InferShapeRange(InferShapeRangeKernelFunc f)
{
    record_->functions.infer_shape_range = f;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::InferDataType(InferDataTypeKernelFunc f)
{
    record_->functions.infer_datatype = f;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::InferOutDataTypeSameWithFirstInput()
{
    record_->same_dtype_as_first = true;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::InferFormat(InferFormatFunc f)
{
    record_->functions.infer_format_func = f;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::Tiling(TilingKernelFunc f, size_t max_tiling_data_size)
{
    record_->functions.tiling = f;
    record_->functions.max_tiling_data_size = max_tiling_data_size;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::GenSimplifiedKey(GenSimplifiedKeyKernelFunc f)
{
    record_->functions.gen_simplifiedkey = f;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::Parse(KernelFunc parse, CompileInfoCreatorFunc create,
                                          CompileInfoDeleterFunc destroy)
{
    record_->functions.tiling_parse = parse;
    record_->functions.compile_info_creator = create;
    record_->functions.compile_info_deleter = destroy;
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::InputsDataDependency(std::initializer_list<int32_t> inputs)
{
    record_->functions.inputs_dependency |= BitSet(inputs);
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::TilingInputsDataDependency(std::initializer_list<int32_t> inputs)
{
    return TilingInputsDataDependency(inputs, {TILING_ON_HOST});
}
OpImplRegisterV2 &OpImplRegisterV2::TilingInputsDataDependency(std::initializer_list<int32_t> inputs,
                                                               std::initializer_list<TilingPlacement> placements)
{
    record_->functions.tiling_dependency |= BitSet(inputs);
    for (TilingPlacement placement : placements)
        record_->functions.tiling_dependency_placements |= static_cast<uint8_t>(1U << placement);
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::HostInputs(std::initializer_list<int32_t> inputs)
{
    record_->functions.host_inputs |= BitSet(inputs);
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs)
{
    record_->functions.output_shape_depend_compute |= BitSet(outputs);
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::NullableOutputs(std::initializer_list<int32_t> outputs)
{
    record_->functions.nullable_outputs_ |= BitSet(outputs);
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name)
{
    record_->private_attrs.push_back({name, false, {}});
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name, int64_t value)
{
    record_->private_attrs.push_back(Scalar(name, value));
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name, const std::vector<int64_t> &value)
{
    record_->private_attrs.push_back(List(name, value));
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name, const ge::char_t *value)
{
    const size_t bytes = std::strlen(value) + 1;
    OpfPrivateAttr attr{name, true, std::vector<uint64_t>((bytes + 7) / 8)};
    std::memcpy(attr.bytes.data(), value, bytes);
    record_->private_attrs.push_back(std::move(attr));
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name, ge::float32_t value)
{
    record_->private_attrs.push_back(Scalar(name, value));
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name, bool value)
{
    record_->private_attrs.push_back(Scalar(name, value));
    return *this;
}
OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *name, const std::vector<ge::float32_t> &value)
{
    record_->private_attrs.push_back(List(name, value));
    return *this;
}

} // namespace gert

extern "C" {

int opf_host_load(const char *library_path)
{
    opf_host::LogBegin();
    if (library_path && std::strchr(library_path, '/')) { /* without a folder the loader searches by itself */
        if (opf_status *status = opf_shared_object_check(library_path)) {
            opf_host::Fail(opf_host::kInnerError, "loading the operators' library: %s", opf_status_message(status));
            opf_status_free(status);
            return opf_host::kInnerError;
        }
    }
    /* Global: an operator library may call functions of another that was loaded before. */
    if (!library_path || !dlopen(library_path, RTLD_NOW | RTLD_GLOBAL)) {
        const char *why = library_path ? dlerror() : "no path was given";
        return opf_host::Fail(opf_host::kInnerError, "loading the operators' library %s: %s",
                              library_path ? library_path : "", why ? why : "unknown reason");
    }
    return opf_host::kOk;
}

const opf_host_op *opf_host_find_op(const char *op_type)
{
    return op_type ? reinterpret_cast<const opf_host_op *>(opf_host::FindRecord(op_type)) : nullptr;
}

const char *const *opf_host_list_ops(size_t *count)
{
    Registry &registry = TheRegistry();
    std::unique_lock<std::shared_mutex> guard(registry.lock);
    registry.names.clear();
    for (const auto &item : registry.records)
        registry.names.push_back(item.first.c_str());
    *count = registry.names.size();
    return registry.names.data();
}

int opf_host_tiling_needs_value(const opf_host_op *op, uint32_t index)
{
    const auto *record = reinterpret_cast<const gert::OpImplRecord *>(op);
    return record && record->functions.IsTilingInputDataDependency(index) ? 1 : 0;
}

} // extern "C"
