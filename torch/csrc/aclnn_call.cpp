// Values for aclnn functions, and their queueing.
#include "aclnn_call.h"
#include "fallback.h"
#include <acl/acl.h>
#include <algorithm>
#include <mutex>
#include <opforge/aclnn_gen.h>
#include <vector>

namespace opf_torch {
namespace {

std::mutex &lock = *new std::mutex;
auto &functions = *new std::vector<AclnnFunction *>;

} // namespace

aclDataType acl_type(at::ScalarType type)
{
    switch (type) {
    case at::kFloat: return ACL_FLOAT;
    case at::kHalf: return ACL_FLOAT16;
    case at::kBFloat16: return ACL_BF16;
    case at::kDouble: return ACL_DOUBLE;
    case at::kChar: return ACL_INT8;
    case at::kByte: return ACL_UINT8;
    case at::kShort: return ACL_INT16;
    case at::kInt: return ACL_INT32;
    case at::kLong: return ACL_INT64;
    case at::kBool: return ACL_BOOL;
    case at::kComplexHalf: return ACL_COMPLEX32;
    case at::kComplexFloat: return ACL_COMPLEX64;
    case at::kComplexDouble: return ACL_COMPLEX128;
#if OPF_TORCH_AT_LEAST(2, 3)
    case at::kUInt16: return ACL_UINT16;
    case at::kUInt32: return ACL_UINT32;
    case at::kUInt64: return ACL_UINT64;
    case at::kFloat8_e5m2: return ACL_FLOAT8_E5M2;
    case at::kFloat8_e4m3fn: return ACL_FLOAT8_E4M3FN;
#endif
    default: break;
    }
    TORCH_CHECK(false, "an NPU tensor cannot have the type ", type, ": acl has no such type");
}

// Functions of images ask for the layout by name: that of PyTorch's tensors follows from the number of dimensions.
static aclFormat format_of(int64_t dims)
{
    return dims == 3 ? ACL_FORMAT_NCL : dims == 4 ? ACL_FORMAT_NCHW : dims == 5 ? ACL_FORMAT_NCDHW : ACL_FORMAT_ND;
}

aclTensor *make_acl_tensor(const at::Tensor &tensor)
{
    if (!tensor.defined())
        return nullptr;
    const at::IntArrayRef sizes = tensor.sizes();
    const aclDataType type = acl_type(tensor.scalar_type());
    aclTensor *made;
    if (tensor.is_contiguous()) { // its own part of the storage is all that a function need know of
        made = aclCreateTensor(sizes.data(), sizes.size(), type, tensor.strides().data(), 0,
                               format_of(tensor.dim()), sizes.data(), sizes.size(), tensor.data_ptr());
    } else { // other views see the storage as a row of elements
        const int64_t row = static_cast<int64_t>(tensor.storage().nbytes() / tensor.itemsize());
        made = aclCreateTensor(sizes.data(), sizes.size(), type, tensor.strides().data(), tensor.storage_offset(),
                               format_of(tensor.dim()), &row, 1, storage_address(tensor.storage()));
    }
    if (made == nullptr)
        check_acl(ACL_ERROR_BAD_ALLOC, "describing a tensor to acl");
    return made;
}

aclScalar *make_acl_scalar(const at::Scalar &scalar)
{
    if (scalar.isBoolean()) {
        bool value = scalar.toBool();
        return aclCreateScalar(&value, ACL_BOOL);
    }
    if (scalar.isIntegral(false)) {
        int64_t value = scalar.toLong();
        return aclCreateScalar(&value, ACL_INT64);
    }
    if (scalar.isComplex()) {
        c10::complex<double> value = scalar.toComplexDouble();
        return aclCreateScalar(&value, ACL_COMPLEX128);
    }
    double value = scalar.toDouble();
    return aclCreateScalar(&value, ACL_DOUBLE);
}

aclTensorList *make_acl_tensors(at::TensorList tensors)
{
    std::vector<const aclTensor *> items;
    for (const at::Tensor &tensor : tensors)
        items.push_back(make_acl_tensor(tensor));
    return aclCreateTensorList(items.data(), items.size());
}

aclScalarList *make_acl_scalars(at::ArrayRef<at::Scalar> scalars)
{
    std::vector<const aclScalar *> items;
    for (const at::Scalar &scalar : scalars)
        items.push_back(make_acl_scalar(scalar));
    return aclCreateScalarList(items.data(), items.size());
}

bool all_on_npu(at::TensorList tensors)
{
    return std::all_of(tensors.begin(), tensors.end(), [](const at::Tensor &tensor) {
        return tensor.defined() && tensor.device().type() == NPU;
    });
}

at::Tensor narrowed(const at::Tensor &tensor, const aclTensor *described)
{
    wait_for_device();
    int64_t *sizes = nullptr;
    uint64_t rank = 0;
    check_acl(aclGetViewShape(described, &sizes, &rank), "reading the size of a result");
    const std::vector<int64_t> list(sizes, sizes + rank);
    delete[] sizes;
    int64_t count = 1;
    for (const int64_t size : list)
        count *= size;
    return tensor.view({-1}).narrow(0, 0, count).view(list);
}

AclnnFunction::AclnnFunction(const char *name) : name_(name)
{
    std::lock_guard<std::mutex> hold(lock);
    functions.push_back(this);
}

bool AclnnFunction::look_up()
{
    if (found_ == ABSENT)
        return false;
    std::lock_guard<std::mutex> hold(lock);
    if (found_ == UNKNOWN) {
        plan_ = find_aclnn((std::string(name_) + "GetWorkspaceSize").c_str());
        run_ = find_aclnn(name_);
        found_.store(plan_ != nullptr && run_ != nullptr ? FOUND : ABSENT, std::memory_order_release);
    }
    return found_ == FOUND;
}

int AclnnFunction::check_plan(aclOpExecutor *executor)
{
    const int code = opf_aclnn_planned(executor);
    if (C10_UNLIKELY(code != 0))
        aclDestroyAclOpExecutor(executor);
    return code;
}

void AclnnFunction::launch(uint64_t workspace_bytes, aclOpExecutor *executor)
{
    c10::DataPtr workspace;
    if (workspace_bytes > 0)
        workspace = device_allocator()->allocate(workspace_bytes);
    using Run = int (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);
    const uint64_t begin = opf_phase_begin();
    const int code =
        reinterpret_cast<Run>(run_)(workspace.get(), workspace_bytes, executor, current_stream());
    opf_phase_end(OPF_PHASE_LAUNCH, begin);
    mark_busy();
    check_acl(code, name_);
    calls_.fetch_add(1, std::memory_order_relaxed);
}

bool AclnnFunction::refuse(const std::string &reason)
{
    note_refusal(std::string(name_) + ": " + reason);
    return false;
}

bool AclnnFunction::refused_by_plan(int code)
{
    const char *sentence = aclGetRecentErrMsg();
    std::string text = sentence && *sentence ? sentence : "refused without a message";
    if (text.compare(0, std::string(name_).size(), name_) != 0)
        text = std::string(name_) + ": " + text;
    note_refusal(text + " (acl error " + std::to_string(code) + ")");
    return false;
}

std::string native_report()
{
    std::lock_guard<std::mutex> hold(lock);
    std::string text;
    for (AclnnFunction *function : functions) {
        text += function->name() + ("\t" + std::to_string(function->calls())) + "\n";
    }
    return text;
}

} // namespace opf_torch
