// What an operator's wrapper is written with. An operator is two lines, its function and its registration:
//
//     Tensor relu(const Tensor &self) { OPF_NEW(aclnnRelu, "aten::relu", (self), like(self), self, out); }
//     m.impl("relu", TORCH_FN(relu));
//
// OPF_NEW makes `out`, queues aclnnRelu(self, out) and returns `out`; when the libraries have no aclnnRelu,
// or it does not take these arguments, aten::relu(self) runs on the CPU and is counted. OPF_INTO is the same
// for operators that write into an argument.
#ifndef OPF_TORCH_WRAPPER_H
#define OPF_TORCH_WRAPPER_H

#include "aclnn_call.h"
#include "alias.h"
#include "fallback.h"
#include <ATen/core/Tensor.h>
#include <torch/library.h>

#define OPF_NEW(api, operator_name, torch_arguments, make_out, ...)                                          \
    static opf_torch::AclnnFunction function_(#api);                                                         \
    static const c10::OperatorHandle operator_ = opf_torch::find_operator(operator_name);                    \
    if (function_.available()) {                                                                             \
        at::Tensor out = make_out;                                                                           \
        if (function_(__VA_ARGS__))                                                                          \
            return out;                                                                                      \
    }                                                                                                        \
    return opf_torch::FallBack{operator_} torch_arguments.back().toTensor()

#define OPF_INTO(api, operator_name, torch_arguments, result, ...)                                           \
    static opf_torch::AclnnFunction function_(#api);                                                         \
    static const c10::OperatorHandle operator_ = opf_torch::find_operator(operator_name);                    \
    if (!(function_.available() && function_(__VA_ARGS__)))                                                  \
        opf_torch::FallBack{operator_} torch_arguments;                                                      \
    return result

// The parts, for wrappers that choose between functions.
#define OPF_TRY(api, result, ...)                                                                            \
    do {                                                                                                     \
        static opf_torch::AclnnFunction function_(#api);                                                     \
        if (function_.available() && function_(__VA_ARGS__))                                                 \
            return result;                                                                                   \
    } while (0)
#define OPF_CPU(operator_name)                                                                               \
    ([]() -> opf_torch::FallBack {                                                                           \
        static const c10::OperatorHandle operator_ = opf_torch::find_operator(operator_name);                \
        return opf_torch::FallBack{operator_};                                                               \
    }())

namespace opf_torch
{

// "aten::add.out": name and overload.
c10::OperatorHandle find_operator(const char *name);

struct FallBack {
    const c10::OperatorHandle &op;
    template <typename... Arguments> torch::jit::Stack operator()(const Arguments &...arguments) const
    {
        return fall_back(op, arguments...);
    }
};

// New NPU tensors: like another one (its strides too when they leave no gaps), or contiguous.
at::Tensor like(const at::Tensor &tensor);
at::Tensor like(const at::Tensor &tensor, at::ScalarType type);
at::Tensor make(at::IntArrayRef sizes, at::ScalarType type);

// The dimensions of a reduction; none given means all of them.
std::vector<int64_t> all_dims(const at::Tensor &self, const at::OptionalIntArrayRef &dims);
// Indices as aclnn takes them: a dimension that is not indexed has an empty tensor.
std::vector<at::Tensor> index_list(const c10::List<Optional<at::Tensor>> &indices);

// A scalar of the CPU that takes part in an operation with an NPU tensor.
inline bool is_cpu_scalar(const at::Tensor &tensor)
{
    return tensor.dim() == 0 && tensor.device().is_cpu();
}

// How matrix products may round: the caller's type is kept.
constexpr int8_t KEEP_DTYPE = 0;

} // namespace opf_torch

#endif
