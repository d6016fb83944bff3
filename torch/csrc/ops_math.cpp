// Elementwise operators, reductions and matrix products through aclnn. Registered are mostly the .out forms: PyTorch
// makes the functional and the in-place form of a structured operator from it.
#include "wrapper.h"
#include <ATen/EmptyTensor.h>
#include <ATen/ExpandUtils.h>
#include <ATen/ops/result_type.h>

namespace opf_torch {

using at::Scalar;
using at::Tensor;

c10::OperatorHandle find_operator(const char *name)
{
    const std::string text = name;
    const size_t dot = text.find('.');
    return c10::Dispatcher::singleton().findSchemaOrThrow(
        text.substr(0, dot).c_str(), dot == std::string::npos ? "" : text.substr(dot + 1).c_str());
}

Tensor make(at::IntArrayRef sizes, at::ScalarType type)
{
    return at::detail::empty_generic(sizes, device_allocator(), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
                                     type, {});
}

Tensor like(const Tensor &tensor, at::ScalarType type)
{
    if (tensor.is_contiguous() || !tensor.is_non_overlapping_and_dense())
        return make(tensor.sizes(), type);
    return at::detail::empty_strided_generic(tensor.sizes(), tensor.strides(), device_allocator(),
                                             c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), type);
}

Tensor like(const Tensor &tensor) { return like(tensor, tensor.scalar_type()); }

namespace {

// PyTorch hands an empty `out` to operators whose sizes it does not work out itself.
void fit(Tensor &out, at::IntArrayRef sizes)
{
    if (C10_UNLIKELY(out.sizes() != sizes))
        out.resize_(sizes);
}

// ---- One operand -----------------------------------------------------------------------------------------------------
Tensor relu(const Tensor &self) { OPF_NEW(aclnnRelu, "aten::relu", (self), like(self), self, out); }
Tensor &relu_out(const Tensor &self, Tensor &out)
{
    OPF_INTO(aclnnRelu, "aten::relu.out", (self, out), out, self, out);
}
Tensor &relu_(Tensor &self) { OPF_INTO(aclnnInplaceRelu, "aten::relu_", (self), self, self); }

#define UNARY_OPERATORS(X)                                                                                             \
    X(abs, aclnnAbs)                                                                                                   \
    X(neg, aclnnNeg)                                                                                                   \
    X(exp, aclnnExp)                                                                                                   \
    X(expm1, aclnnExpm1)                                                                                               \
    X(log, aclnnLog)                                                                                                   \
    X(log2, aclnnLog2)                                                                                                 \
    X(log10, aclnnLog10)                                                                                               \
    X(log1p, aclnnLog1p)                                                                                               \
    X(sqrt, aclnnSqrt)                                                                                                 \
    X(rsqrt, aclnnRsqrt)                                                                                               \
    X(reciprocal, aclnnReciprocal)                                                                                     \
    X(sin, aclnnSin)                                                                                                   \
    X(cos, aclnnCos)                                                                                                   \
    X(tan, aclnnTan)                                                                                                   \
    X(asin, aclnnAsin)                                                                                                 \
    X(acos, aclnnAcos)                                                                                                 \
    X(atan, aclnnAtan)                                                                                                 \
    X(sinh, aclnnSinh)                                                                                                 \
    X(cosh, aclnnCosh)                                                                                                 \
    X(tanh, aclnnTanh)                                                                                                 \
    X(asinh, aclnnAsinh)                                                                                               \
    X(acosh, aclnnAcosh)                                                                                               \
    X(atanh, aclnnAtanh)                                                                                               \
    X(sigmoid, aclnnSigmoid)                                                                                           \
    X(silu, aclnnSilu)                                                                                                 \
    X(erf, aclnnErf)                                                                                                   \
    X(erfc, aclnnErfc)                                                                                                 \
    X(erfinv, aclnnErfinv)                                                                                             \
    X(ceil, aclnnCeil)                                                                                                 \
    X(floor, aclnnFloor)                                                                                               \
    X(round, aclnnRound)                                                                                               \
    X(trunc, aclnnTrunc)                                                                                               \
    X(sign, aclnnSign)                                                                                                 \
    X(bitwise_not, aclnnBitwiseNot)                                                                                    \
    X(logical_not, aclnnLogicalNot)
#define DEFINE_UNARY(op, api)                                                                                          \
    Tensor &op##_out(const Tensor &self, Tensor &out)                                                                  \
    {                                                                                                                  \
        fit(out, self.sizes());                                                                                        \
        OPF_INTO(api, "aten::" #op ".out", (self, out), out, self, out);                                               \
    }
UNARY_OPERATORS(DEFINE_UNARY)

// ---- Two operands ------------------------------------------------------------------------------------------------
// A 0-dim operand of the CPU goes to the function that takes a scalar.
bool same_type(const Tensor &self, const Tensor &other, const Tensor &out)
{
    return self.scalar_type() == other.scalar_type() && self.scalar_type() == out.scalar_type();
}

// The scalar as an NPU tensor, where no scalar function is there.
Tensor scalar_tensor(const Tensor &scalar, at::ScalarType type)
{
    Tensor made = make({}, type);
    made.copy_(scalar);
    return made;
}

Tensor &add_out(const Tensor &self, const Tensor &other, const Scalar &alpha, Tensor &out)
{
    if (is_cpu_scalar(other) && is_npu(self)) {
        OPF_TRY(aclnnAdds, out, self, other.item(), alpha, out);
        if (self.scalar_type() == out.scalar_type() && at::isFloatingType(out.scalar_type()))
            OPF_TRY(aclnnAdd, out, self, scalar_tensor(other, self.scalar_type()), alpha, out);
    } else if (same_type(self, other, out)) {
        OPF_TRY(aclnnAdd, out, self, other, alpha, out);
    }
    OPF_CPU("aten::add.out")(self, other, alpha, out);
    return out;
}

Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha)
{
    // The common case, with nothing to infer: everything else goes the general way, through add.out.
    if (is_npu(self) && is_npu(other) && self.scalar_type() == other.scalar_type() && !self.is_conj() &&
        !other.is_conj()) {
        const Tensor result = self.sizes() == other.sizes()
                                  ? like(self)
                                  : make(at::infer_size(self.sizes(), other.sizes()), self.scalar_type());
        Tensor out = result;
        return add_out(self, other, alpha, out);
    }
    if (is_npu(self) && is_cpu_scalar(other) && !other.is_complex() && at::isFloatingType(self.scalar_type())) {
        Tensor out = like(self);
        return add_out(self, other, alpha, out);
    }
    return OPF_CPU("aten::add.Tensor")(self, other, alpha).back().toTensor();
}

Tensor &sub_out(const Tensor &self, const Tensor &other, const Scalar &alpha, Tensor &out)
{
    if (is_cpu_scalar(other) && is_npu(self))
        OPF_TRY(aclnnSubs, out, self, other.item(), alpha, out);
    else if (is_cpu_scalar(self) && is_npu(other))
        OPF_TRY(aclnnRsubs, out, other, self.item(), alpha, out);
    else
        OPF_TRY(aclnnSub, out, self, other, alpha, out);
    OPF_CPU("aten::sub.out")(self, other, alpha, out);
    return out;
}

// name of the function here, operator, aclnn for tensors, aclnn for a scalar as second operand
#define BINARY_OPERATORS(X)                                                                                            \
    X(mul, "mul.out", aclnnMul, aclnnMuls)                                                                             \
    X(div, "div.out", aclnnDiv, aclnnDivs)                                                                             \
    X(floor_divide, "floor_divide.out", aclnnFloorDivide, aclnnFloorDivides)                                           \
    X(pow, "pow.Tensor_Tensor_out", aclnnPowTensorTensor, aclnnPowTensorScalar)                                        \
    X(remainder, "remainder.Tensor_out", aclnnRemainderTensorTensor, aclnnRemainderTensorScalar)                       \
    X(eq, "eq.Tensor_out", aclnnEqTensor, aclnnEqScalar)                                                               \
    X(ne, "ne.Tensor_out", aclnnNeTensor, aclnnNeScalar)                                                               \
    X(lt, "lt.Tensor_out", aclnnLtTensor, aclnnLtScalar)                                                               \
    X(le, "le.Tensor_out", aclnnLeTensor, aclnnLeScalar)                                                               \
    X(gt, "gt.Tensor_out", aclnnGtTensor, aclnnGtScalar)                                                               \
    X(ge, "ge.Tensor_out", aclnnGeTensor, aclnnGeScalar)                                                               \
    X(bitwise_and, "bitwise_and.Tensor_out", aclnnBitwiseAndTensor, aclnnBitwiseAndScalar)                             \
    X(bitwise_or, "bitwise_or.Tensor_out", aclnnBitwiseOrTensor, aclnnBitwiseOrScalar)
#define DEFINE_BINARY(op, torch_name, api, scalar_api)                                                                 \
    Tensor &op##_out(const Tensor &self, const Tensor &other, Tensor &out)                                             \
    {                                                                                                                  \
        if (is_cpu_scalar(other))                                                                                      \
            OPF_TRY(scalar_api, out, self, other.item(), out);                                                         \
        else if (is_cpu_scalar(self))                                                                                  \
            OPF_TRY(api, out, scalar_tensor(self, at::result_type(self, other)), other, out);                          \
        else                                                                                                           \
            OPF_TRY(api, out, self, other, out);                                                                       \
        OPF_CPU("aten::" torch_name)(self, other, out);                                                                \
        return out;                                                                                                    \
    }
BINARY_OPERATORS(DEFINE_BINARY)

// Tensors only.
#define TENSOR_PAIR_OPERATORS(X)                                                                                       \
    X(maximum, "maximum.out", aclnnMaximum)                                                                            \
    X(minimum, "minimum.out", aclnnMinimum)                                                                            \
    X(logical_and, "logical_and.out", aclnnLogicalAnd)                                                                 \
    X(logical_or, "logical_or.out", aclnnLogicalOr)                                                                    \
    X(logical_xor, "logical_xor.out", aclnnLogicalXor)                                                                 \
    X(clamp_min, "clamp_min.Tensor_out", aclnnClampMinTensor)                                                          \
    X(clamp_max, "clamp_max.Tensor_out", aclnnClampMaxTensor)                                                          \
    X(atan2, "atan2.out", aclnnAtan2)
#define DEFINE_PAIR(op, torch_name, api)                                                                               \
    Tensor &op##_out(const Tensor &self, const Tensor &other, Tensor &out)                                             \
    {                                                                                                                  \
        if (C10_UNLIKELY(out.numel() == 0))                                                                            \
            fit(out, at::infer_size(self.sizes(), other.sizes()));                                                     \
        OPF_INTO(api, "aten::" torch_name, (self, other, out), out, self, other, out);                                 \
    }
TENSOR_PAIR_OPERATORS(DEFINE_PAIR)

// Scalars as second operand.
#define SCALAR_OPERATORS(X)                                                                                            \
    X(eq, "eq.Scalar_out", aclnnEqScalar)                                                                              \
    X(ne, "ne.Scalar_out", aclnnNeScalar)                                                                              \
    X(lt, "lt.Scalar_out", aclnnLtScalar)                                                                              \
    X(le, "le.Scalar_out", aclnnLeScalar)                                                                              \
    X(gt, "gt.Scalar_out", aclnnGtScalar)                                                                              \
    X(ge, "ge.Scalar_out", aclnnGeScalar)                                                                              \
    X(pow, "pow.Tensor_Scalar_out", aclnnPowTensorScalar)                                                              \
    X(clamp_min, "clamp_min.out", aclnnClampMin)                                                                       \
    X(clamp_max, "clamp_max.out", aclnnClampMax)                                                                       \
    X(leaky_relu, "leaky_relu.out", aclnnLeakyRelu)
#define DEFINE_SCALAR(op, torch_name, api)                                                                             \
    Tensor &op##_scalar_out(const Tensor &self, const Scalar &other, Tensor &out)                                      \
    {                                                                                                                  \
        OPF_INTO(api, "aten::" torch_name, (self, other, out), out, self, other, out);                                 \
    }
SCALAR_OPERATORS(DEFINE_SCALAR)

// Operators without a .out form of their own for a device: PyTorch expects the result.
Tensor rsub(const Tensor &self, const Tensor &other, const Scalar &alpha)
{
    const at::ScalarType type = at::result_type(self, other);
    if (is_cpu_scalar(other) && is_npu(self)) {
        OPF_NEW(aclnnRsubs, "aten::rsub.Tensor", (self, other, alpha), make(self.sizes(), type), self, other.item(),
                alpha, out);
    }
    OPF_NEW(aclnnRsub, "aten::rsub.Tensor", (self, other, alpha),
            make(at::infer_size(self.sizes(), other.sizes()), type), self, other, alpha, out);
}
Tensor floor_divide(const Tensor &self, const Tensor &other)
{
    const at::ScalarType type = at::result_type(self, other);
    if (is_cpu_scalar(other) && is_npu(self)) {
        OPF_NEW(aclnnFloorDivides, "aten::floor_divide", (self, other), make(self.sizes(), type), self, other.item(), out);
    }
    OPF_NEW(aclnnFloorDivide, "aten::floor_divide", (self, other), make(at::infer_size(self.sizes(), other.sizes()), type),
            self, other, out);
}
Tensor remainder_of_scalar(const Scalar &self, const Tensor &other)
{
    OPF_NEW(aclnnRemainderScalarTensor, "aten::remainder.Scalar_Tensor", (self, other),
            make(other.sizes(), at::result_type(self, other)), self, other, out);
}
Tensor &pow_of_scalar_out(const Scalar &self, const Tensor &exponent, Tensor &out)
{
    OPF_INTO(aclnnPowScalarTensor, "aten::pow.Scalar_out", (self, exponent, out), out, self, exponent, out);
}
Tensor isfinite(const Tensor &self)
{
    OPF_NEW(aclnnIsFinite, "aten::isfinite", (self), make(self.sizes(), at::kBool), self, out);
}
Tensor dot(const Tensor &self, const Tensor &other)
{
    OPF_NEW(aclnnDot, "aten::dot", (self, other), make({}, self.scalar_type()), self, other, out);
}
Tensor &round_decimals_out(const Tensor &self, int64_t decimals, Tensor &out)
{
    OPF_INTO(aclnnRoundDecimals, "aten::round.decimals_out", (self, decimals, out), out, self, decimals, out);
}
// aclnn's numbers for how a quotient is rounded: 0 not at all, 1 towards zero, 2 down.
Tensor &div_mode_out(const Tensor &self, const Tensor &other, Optional<c10::string_view> rounding, Tensor &out)
{
    const int mode = !rounding.has_value() ? 0 : *rounding == "trunc" ? 1 : 2;
    if (is_cpu_scalar(other))
        OPF_TRY(aclnnDivMods, out, self, other.item(), mode, out);
    else
        OPF_TRY(aclnnDivMod, out, self, other, mode, out);
    OPF_CPU("aten::div.out_mode")(self, other, rounding, out);
    return out;
}

// ---- Three operands ----------------------------------------------------------------------------------------------
Tensor &clamp_out(const Tensor &self, const Optional<Scalar> &low, const Optional<Scalar> &high, Tensor &out)
{
    OPF_INTO(aclnnClamp, "aten::clamp.out", (self, low, high, out), out, self, low, high, out);
}
Tensor &clamp_tensor_out(const Tensor &self, const Optional<Tensor> &low, const Optional<Tensor> &high, Tensor &out)
{
    OPF_INTO(aclnnClampTensor, "aten::clamp.Tensor_out", (self, low, high, out), out, self, low, high, out);
}
Tensor &where_out(const Tensor &condition, const Tensor &self, const Tensor &other, Tensor &out)
{
    OPF_INTO(aclnnSWhere, "aten::where.self_out", (condition, self, other, out), out, condition, self, other, out);
}
// The result of PyTorch's own functional form: another operator than .self_out, for a device.
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other)
{
    OPF_NEW(aclnnSWhere, "aten::where.self", (condition, self, other),
            make(at::infer_size(condition.sizes(), at::infer_size(self.sizes(), other.sizes())),
                 at::result_type(self, other)),
            condition, self, other, out);
}
Tensor &addcmul_out(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value, Tensor &out)
{
    OPF_INTO(aclnnAddcmul, "aten::addcmul.out", (self, a, b, value, out), out, self, a, b, value, out);
}
Tensor &addcdiv_out(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value, Tensor &out)
{
    OPF_INTO(aclnnAddcdiv, "aten::addcdiv.out", (self, a, b, value, out), out, self, a, b, value, out);
}
Tensor &lerp_scalar_out(const Tensor &self, const Tensor &end, const Scalar &weight, Tensor &out)
{
    OPF_INTO(aclnnLerps, "aten::lerp.Scalar_out", (self, end, weight, out), out, self, end, weight, out);
}
Tensor &lerp_tensor_out(const Tensor &self, const Tensor &end, const Tensor &weight, Tensor &out)
{
    OPF_INTO(aclnnLerp, "aten::lerp.Tensor_out", (self, end, weight, out), out, self, end, weight, out);
}

// ---- Reductions --------------------------------------------------------------------------------------------------
using Dims = at::OptionalIntArrayRef;

} // namespace
std::vector<int64_t> all_dims(const Tensor &self, const Dims &dims)
{
    if (dims.has_value() && !dims->empty())
        return dims->vec();
    std::vector<int64_t> every(self.dim());
    for (int64_t i = 0; i < self.dim(); ++i)
        every[i] = i;
    return every;
}
namespace {

Tensor &sum_out(const Tensor &self, Dims dims, bool keep, Optional<at::ScalarType> type, Tensor &out)
{
    const std::vector<int64_t> list = all_dims(self, dims);
    OPF_INTO(aclnnReduceSum, "aten::sum.IntList_out", (self, dims, keep, type, out), out, self,
             at::IntArrayRef(list), keep, out.scalar_type(), out);
}
Tensor &mean_out(const Tensor &self, Dims dims, bool keep, Optional<at::ScalarType> type, Tensor &out)
{
    const std::vector<int64_t> list = all_dims(self, dims);
    OPF_INTO(aclnnMean, "aten::mean.out", (self, dims, keep, type, out), out, self, at::IntArrayRef(list), keep,
             out.scalar_type(), out);
}
Tensor &amax_out(const Tensor &self, at::IntArrayRef dims, bool keep, Tensor &out)
{
    const std::vector<int64_t> list = all_dims(self, dims);
    OPF_INTO(aclnnAmax, "aten::amax.out", (self, dims, keep, out), out, self, at::IntArrayRef(list), keep, out);
}
Tensor &amin_out(const Tensor &self, at::IntArrayRef dims, bool keep, Tensor &out)
{
    const std::vector<int64_t> list = all_dims(self, dims);
    OPF_INTO(aclnnAmin, "aten::amin.out", (self, dims, keep, out), out, self, at::IntArrayRef(list), keep, out);
}
Tensor &cumsum_out(const Tensor &self, int64_t dim, Optional<at::ScalarType> type, Tensor &out)
{
    OPF_INTO(aclnnCumsum, "aten::cumsum.out", (self, dim, type, out), out, self, dim, out.scalar_type(), out);
}

// ---- Matrix products ---------------------------------------------------------------------------------------------
Tensor &mm_out(const Tensor &self, const Tensor &other, Tensor &out)
{
    OPF_TRY(aclnnMm, out, self, other, out, KEEP_DTYPE);
    OPF_INTO(aclnnMatmul, "aten::mm.out", (self, other, out), out, self, other, out, KEEP_DTYPE);
}
Tensor &bmm_out(const Tensor &self, const Tensor &other, Tensor &out)
{
    OPF_TRY(aclnnBatchMatMul, out, self, other, out, KEEP_DTYPE);
    OPF_INTO(aclnnMatmul, "aten::bmm.out", (self, other, out), out, self, other, out, KEEP_DTYPE);
}
Tensor mv(const Tensor &self, const Tensor &vector)
{
    OPF_NEW(aclnnMv, "aten::mv", (self, vector), make({self.size(0)}, self.scalar_type()), self, vector, out, KEEP_DTYPE);
}
Tensor &addmm_out(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta, const Scalar &alpha,
                  Tensor &out)
{
    OPF_INTO(aclnnAddmm, "aten::addmm.out", (self, a, b, beta, alpha, out), out, self, a, b, beta, alpha, out,
             KEEP_DTYPE);
}
Tensor &baddbmm_out(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta, const Scalar &alpha,
                    Tensor &out)
{
    OPF_INTO(aclnnBaddbmm, "aten::baddbmm.out", (self, a, b, beta, alpha, out), out, self, a, b, beta, alpha, out,
             KEEP_DTYPE);
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("relu", TORCH_FN(relu));
    m.impl("relu.out", TORCH_FN(relu_out));
    m.impl("relu_", TORCH_FN(relu_));
    m.impl("add.Tensor", TORCH_FN(add));
    m.impl("add.out", TORCH_FN(add_out));
    m.impl("sub.out", TORCH_FN(sub_out));
#define REGISTER_UNARY(op, api) m.impl(#op ".out", TORCH_FN(op##_out));
    UNARY_OPERATORS(REGISTER_UNARY)
#define REGISTER_BINARY(op, torch_name, ...) m.impl(torch_name, TORCH_FN(op##_out));
    BINARY_OPERATORS(REGISTER_BINARY)
    TENSOR_PAIR_OPERATORS(REGISTER_BINARY)
#define REGISTER_SCALAR(op, torch_name, api) m.impl(torch_name, TORCH_FN(op##_scalar_out));
    SCALAR_OPERATORS(REGISTER_SCALAR)
    m.impl("rsub.Tensor", TORCH_FN(rsub));
    m.impl("floor_divide", TORCH_FN(floor_divide));
    m.impl("remainder.Scalar_Tensor", TORCH_FN(remainder_of_scalar));
    m.impl("pow.Scalar_out", TORCH_FN(pow_of_scalar_out));
    m.impl("isfinite", TORCH_FN(isfinite));
    m.impl("dot", TORCH_FN(dot));
    m.impl("mv", TORCH_FN(mv));
    m.impl("round.decimals_out", TORCH_FN(round_decimals_out));
    m.impl("div.out_mode", TORCH_FN(div_mode_out));
    m.impl("clamp.out", TORCH_FN(clamp_out));
    m.impl("clamp.Tensor_out", TORCH_FN(clamp_tensor_out));
    m.impl("where.self", TORCH_FN(where));
    m.impl("where.self_out", TORCH_FN(where_out));
    m.impl("addcmul.out", TORCH_FN(addcmul_out));
    m.impl("addcdiv.out", TORCH_FN(addcdiv_out));
    m.impl("lerp.Scalar_out", TORCH_FN(lerp_scalar_out));
    m.impl("lerp.Tensor_out", TORCH_FN(lerp_tensor_out));
    m.impl("sum.IntList_out", TORCH_FN(sum_out));
    m.impl("mean.out", TORCH_FN(mean_out));
    m.impl("amax.out", TORCH_FN(amax_out));
    m.impl("amin.out", TORCH_FN(amin_out));
    m.impl("cumsum.out", TORCH_FN(cumsum_out));
    m.impl("mm.out", TORCH_FN(mm_out));
    m.impl("bmm.out", TORCH_FN(bmm_out));
    m.impl("addmm.out", TORCH_FN(addmm_out));
    m.impl("baddbmm.out", TORCH_FN(baddbmm_out));
}

// PyTorch composes this one of others; its own kernel needs a way past autograd, for which there is nothing to do.
TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m)
{
    m.impl("isfinite", torch::CppFunction::makeFallthrough());
}
