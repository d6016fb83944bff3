// Calling an aclnn function: its two phases are found by name in the operator libraries at first use,
// PyTorch's values become acl's, and the work is queued on the current stream.
//
//     static AclnnFunction relu("aclnnRelu");
//     if (relu.available() && relu(self, out))   // true: queued
//         return out;
#ifndef OPF_TORCH_ACLNN_CALL_H
#define OPF_TORCH_ACLNN_CALL_H

#include "compat.h"
#include "linking.h"
#include "runtime.h"
#include <ATen/core/Tensor.h>
#include <aclnn/acl_meta.h>
#include <array>
#include <opforge/phase_api.h>
#include <atomic>
#include <string>
#include <tuple>

namespace opf_torch
{

// The acl type of a PyTorch type; throws for those that have none.
aclDataType acl_type(at::ScalarType type);

// ---- One argument: made from PyTorch's value, gives acl's, and ends it
// ---------------------------------------------
template <typename T> struct Argument { // numbers, flags and text go as they are
    T value;
    explicit Argument(const T &given) : value(given) {}
    T get() const { return value; }
    bool fits() const { return true; }
};

#define OPF_ACL_OBJECT(Object, End)                                                                          \
    Object *value = nullptr;                                                                                 \
    Argument(const Argument &) = delete;                                                                     \
    Argument &operator=(const Argument &) = delete;                                                          \
    ~Argument()                                                                                              \
    {                                                                                                        \
        if (value != nullptr)                                                                                \
            End(value);                                                                                      \
    }                                                                                                        \
    Object *get() const                                                                                      \
    {                                                                                                        \
        return value;                                                                                        \
    }

aclTensor *make_acl_tensor(const at::Tensor &tensor); // null for an undefined one
aclScalar *make_acl_scalar(const at::Scalar &scalar);
aclTensorList *make_acl_tensors(at::TensorList tensors);
aclScalarList *make_acl_scalars(at::ArrayRef<at::Scalar> scalars);
bool all_on_npu(at::TensorList tensors);
// The first elements of a contiguous tensor, in the sizes that `described` has now.
at::Tensor narrowed(const at::Tensor &tensor, const aclTensor *described);

template <> struct Argument<at::Tensor> {
    OPF_ACL_OBJECT(aclTensor, aclDestroyTensor)
    bool on_npu;
    explicit Argument(const at::Tensor &tensor) : on_npu(!tensor.defined() || tensor.device().type() == NPU)
    {
        if (on_npu)
            value = make_acl_tensor(tensor);
    }
    bool fits() const { return on_npu; }
};
template <> struct Argument<Optional<at::Tensor>> : Argument<at::Tensor> {
    explicit Argument(const Optional<at::Tensor> &tensor)
        : Argument<at::Tensor>(tensor ? *tensor : at::Tensor())
    {
    }
};
template <> struct Argument<at::Scalar> {
    OPF_ACL_OBJECT(aclScalar, aclDestroyScalar)
    explicit Argument(const at::Scalar &scalar) : value(make_acl_scalar(scalar)) {}
    bool fits() const { return true; }
};
template <> struct Argument<Optional<at::Scalar>> {
    OPF_ACL_OBJECT(aclScalar, aclDestroyScalar)
    explicit Argument(const Optional<at::Scalar> &scalar) : value(scalar ? make_acl_scalar(*scalar) : nullptr)
    {
    }
    bool fits() const { return true; }
};
template <> struct Argument<at::IntArrayRef> {
    OPF_ACL_OBJECT(aclIntArray, aclDestroyIntArray)
    explicit Argument(at::IntArrayRef list) : value(aclCreateIntArray(list.data(), list.size())) {}
    bool fits() const { return true; }
};
template <> struct Argument<at::ArrayRef<double>> {
    OPF_ACL_OBJECT(aclFloatArray, aclDestroyFloatArray)
    explicit Argument(at::ArrayRef<double> list)
    {
        const std::vector<float> narrow(list.begin(), list.end());
        value = aclCreateFloatArray(narrow.data(), narrow.size());
    }
    bool fits() const { return true; }
};
template <size_t N> struct Argument<std::array<bool, N>> {
    OPF_ACL_OBJECT(aclBoolArray, aclDestroyBoolArray)
    explicit Argument(const std::array<bool, N> &list) : value(aclCreateBoolArray(list.data(), N)) {}
    bool fits() const { return true; }
};
template <> struct Argument<at::TensorList> {
    OPF_ACL_OBJECT(aclTensorList, aclDestroyTensorList)
    bool on_npu;
    explicit Argument(at::TensorList tensors) : on_npu(all_on_npu(tensors))
    {
        if (on_npu)
            value = make_acl_tensors(tensors);
    }
    bool fits() const { return on_npu; }
};
template <> struct Argument<at::ArrayRef<at::Scalar>> {
    OPF_ACL_OBJECT(aclScalarList, aclDestroyScalarList)
    explicit Argument(at::ArrayRef<at::Scalar> scalars) : value(make_acl_scalars(scalars)) {}
    bool fits() const { return true; }
};
template <> struct Argument<at::ScalarType> {
    aclDataType value;
    explicit Argument(at::ScalarType type) : value(acl_type(type)) {}
    aclDataType get() const { return value; }
    bool fits() const { return true; }
};
#undef OPF_ACL_OBJECT

// An output with room for the largest result, which the call narrows to the size that the function found. Waits for the
// device.
struct Shrinking {
    at::Tensor &tensor;
};
template <> struct Argument<Shrinking> : Argument<at::Tensor> {
    at::Tensor &tensor;
    explicit Argument(const Shrinking &given) : Argument<at::Tensor>(given.tensor), tensor(given.tensor) {}
    void settle() { tensor = narrowed(tensor, value); }
};
template <typename T> void settle(Argument<T> &) {}
inline void settle(Argument<Shrinking> &argument)
{
    argument.settle();
}

// ---- One function
// ----------------------------------------------------------------------------------------------------
class AclnnFunction
{
  public:
    explicit AclnnFunction(const char *name);

    // Both phases exist in the libraries.
    bool available() { return C10_LIKELY(found_.load(std::memory_order_acquire) == FOUND) || look_up(); }

    // Queues the call. False when the function does not take these arguments (its sentence is kept by
    // note_refusal); throws when it took them and the launch failed. A function that is not available also
    // gives false.
    template <typename... Given> bool operator()(const Given &...given)
    {
        if (!available())
            return false;
        std::tuple<Argument<std::decay_t<Given>>...> arguments(given...);
        return std::apply([&](auto &...argument) { return run(argument...); }, arguments);
    }

    const char *name() const { return name_; }
    uint64_t calls() const { return calls_; }

  private:
    enum State { UNKNOWN, ABSENT, FOUND };

    template <typename... Arguments> bool run(Arguments &...argument)
    {
        if (!(argument.fits() && ...))
            return refuse("a tensor of the CPU among its arguments");
        uint64_t bytes = 0;
        aclOpExecutor *executor = nullptr;
        using Plan = int (*)(decltype(argument.get())..., uint64_t *, aclOpExecutor **);
        int code;
        const uint64_t begin = opf_phase_begin();
        try {
            MayMiss functions;
            take_stream_limits();
            code = reinterpret_cast<Plan>(plan_)(argument.get()..., &bytes, &executor);
        } catch (const MissingFunction &function) {
            return refuse(function.what());
        }
        if (code == 0)
            code = check_plan(executor);
        opf_phase_end(OPF_PHASE_PLAN, begin);
        if (code != 0)
            return refused_by_plan(code);
        launch(bytes, executor);
        (settle(argument), ...);
        return true;
    }
    bool look_up();
    // A function that went on although one of its launches could not be planned is one that refuses.
    static int check_plan(aclOpExecutor *executor);
    void launch(uint64_t workspace_bytes, aclOpExecutor *executor);
    bool refuse(const std::string &reason);
    bool refused_by_plan(int code);

    const char *name_;
    std::atomic<int> found_{UNKNOWN};
    std::atomic<uint64_t> calls_{0};
    void *plan_ = nullptr;
    void *run_ = nullptr;
};

// A function of the operator libraries by name; null when none has it.
void *find_aclnn(const char *name);
// One line a function that was called: name, tab, times. Functions that were looked for and are absent have
// times 0.
std::string native_report();
// The libraries that were opened, one a line.
std::string library_report();

} // namespace opf_torch

#endif
