// Neural network operators, their gradients, and indexing through aclnn.
#include "wrapper.h"
#include <ATen/core/IListRef.h>
#include <ATen/ops/empty.h>
#include <algorithm>
#include <numeric>
#include <tuple>

namespace opf_torch {
namespace {

using at::Scalar;
using at::Tensor;

} // namespace

std::vector<Tensor> index_list(const c10::List<Optional<Tensor>> &indices)
{
    std::vector<Tensor> list;
    for (size_t i = 0; i < indices.size(); ++i) {
        const Optional<Tensor> index = indices.get(i);
        list.push_back(index && index->defined() ? *index : make({0}, at::kLong));
    }
    return list;
}

namespace {

// ---- Softmax -----------------------------------------------------------------------------------------------------
Tensor softmax(const Tensor &self, int64_t dim, bool to_float)
{
    if (!to_float) {
        OPF_NEW(aclnnSoftmax, "aten::_softmax", (self, dim, to_float), make(self.sizes(), self.scalar_type()), self,
                dim, out);
    }
    return OPF_CPU("aten::_softmax")(self, dim, to_float).back().toTensor();
}
Tensor &softmax_out(const Tensor &self, int64_t dim, bool to_float, Tensor &out)
{
    OPF_INTO(aclnnSoftmax, "aten::_softmax.out", (self, dim, to_float, out), out, self, dim, out);
}
Tensor &log_softmax_out(const Tensor &self, int64_t dim, bool to_float, Tensor &out)
{
    OPF_INTO(aclnnLogSoftmax, "aten::_log_softmax.out", (self, dim, to_float, out), out, self, dim, out);
}
Tensor &softmax_backward_out(const Tensor &gradient, const Tensor &output, int64_t dim, at::ScalarType type,
                             Tensor &result)
{
    OPF_INTO(aclnnSoftmaxBackward, "aten::_softmax_backward_data.out", (gradient, output, dim, type, result), result,
             gradient, output, dim, result);
}
Tensor &log_softmax_backward_out(const Tensor &gradient, const Tensor &output, int64_t dim, at::ScalarType type,
                                 Tensor &result)
{
    OPF_INTO(aclnnLogSoftmaxBackward, "aten::_log_softmax_backward_data.out", (gradient, output, dim, type, result),
             result, gradient, output, dim, result);
}

// ---- Activations -------------------------------------------------------------------------------------------------
Tensor &gelu_out(const Tensor &self, c10::string_view approximate, Tensor &out)
{
    const int64_t form = approximate == "none" ? 0 : 1;
    OPF_TRY(aclnnGeluV2, out, self, form, out);
    if (form == 1) // the only one that aclnnGelu has
        OPF_TRY(aclnnGelu, out, self, out);
    OPF_CPU("aten::gelu.out")(self, approximate, out);
    return out;
}
Tensor &gelu_backward_out(const Tensor &gradient, const Tensor &self, c10::string_view approximate, Tensor &result)
{
    std::string form(approximate.begin(), approximate.end());
    OPF_TRY(aclnnGeluBackwardV2, result, gradient, self, form.data(), result);
    if (form == "tanh")
        OPF_TRY(aclnnGeluBackward, result, gradient, self, result);
    OPF_CPU("aten::gelu_backward.grad_input")(gradient, self, approximate, result);
    return result;
}
Tensor hardswish(const Tensor &self) { OPF_NEW(aclnnHardswish, "aten::hardswish", (self), like(self), self, out); }
Tensor &hardswish_(Tensor &self) { OPF_INTO(aclnnInplaceHardswish, "aten::hardswish_", (self), self, self); }
Tensor &threshold_backward_out(const Tensor &gradient, const Tensor &self, const Scalar &threshold, Tensor &result)
{
    OPF_INTO(aclnnThresholdBackward, "aten::threshold_backward.grad_input", (gradient, self, threshold, result),
             result, gradient, self, threshold, result);
}
Tensor &sigmoid_backward_out(const Tensor &gradient, const Tensor &output, Tensor &result)
{
    OPF_INTO(aclnnSigmoidBackward, "aten::sigmoid_backward.grad_input", (gradient, output, result), result, gradient,
             output, result);
}
Tensor &tanh_backward_out(const Tensor &gradient, const Tensor &output, Tensor &result)
{
    OPF_INTO(aclnnTanhBackward, "aten::tanh_backward.grad_input", (gradient, output, result), result, gradient,
             output, result);
}
Tensor &softplus_out(const Tensor &self, const Scalar &beta, const Scalar &threshold, Tensor &out)
{
    OPF_INTO(aclnnSoftplus, "aten::softplus.out", (self, beta, threshold, out), out, self, beta, threshold, out);
}
// Functional: the CPU's .out form of this operator resizes a result that is right already.
Tensor mse_loss(const Tensor &self, const Tensor &target, int64_t reduction)
{
    OPF_NEW(aclnnMseLoss, "aten::mse_loss", (self, target, reduction),
            reduction == 0 ? like(self) : make({}, self.scalar_type()), self, target, reduction, out);
}

// ---- Normalisation -----------------------------------------------------------------------------------------------
std::tuple<Tensor, Tensor, Tensor> layer_norm(const Tensor &input, at::IntArrayRef shape,
                                              const Optional<Tensor> &weight, const Optional<Tensor> &bias,
                                              double epsilon)
{
    static AclnnFunction function("aclnnLayerNorm");
    if (function.available()) {
        std::vector<int64_t> outer = input.sizes().vec();
        std::fill(outer.end() - static_cast<int64_t>(shape.size()), outer.end(), 1);
        const at::ScalarType statistics = input.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
        Tensor out = make(input.sizes(), input.scalar_type());
        Tensor mean = make(outer, statistics), deviation = make(outer, statistics);
        if (function(input, shape, weight, bias, epsilon, out, mean, deviation))
            return {out, mean, deviation};
    }
    const torch::jit::Stack results = OPF_CPU("aten::native_layer_norm")(input, shape, weight, bias, epsilon);
    return {results[0].toTensor(), results[1].toTensor(), results[2].toTensor()};
}

// ---- Indexing ----------------------------------------------------------------------------------------------------
Tensor &cat_out(const at::ITensorListRef &tensors, int64_t dim, Tensor &out)
{
    std::vector<Tensor> list;
    for (const Tensor &tensor : tensors)
        list.push_back(tensor);
    const at::TensorList plain(list);
    OPF_INTO(aclnnCat, "aten::cat.out", (plain, dim, out), out, plain, dim, out);
}
Tensor &index_select_out(const Tensor &self, int64_t dim, const Tensor &index, Tensor &out)
{
    OPF_INTO(aclnnIndexSelect, "aten::index_select.out", (self, dim, index, out), out, self, dim, index, out);
}
Tensor &gather_out(const Tensor &self, int64_t dim, const Tensor &index, bool sparse, Tensor &out)
{
    OPF_INTO(aclnnGather, "aten::gather.out", (self, dim, index, sparse, out), out, self, dim, index, out);
}
Tensor &masked_fill_(Tensor &self, const Tensor &mask, const Scalar &value)
{
    OPF_INTO(aclnnInplaceMaskedFillScalar, "aten::masked_fill_.Scalar", (self, mask, value), self, self, mask, value);
}
Tensor &fill_(Tensor &self, const Scalar &value)
{
    OPF_INTO(aclnnInplaceFillScalar, "aten::fill_.Scalar", (self, value), self, self, value);
}
Tensor &masked_fill_tensor_(Tensor &self, const Tensor &mask, const Tensor &value)
{
    if (is_cpu_scalar(value))
        OPF_TRY(aclnnInplaceMaskedFillScalar, self, self, mask, value.item());
    else
        OPF_TRY(aclnnInplaceMaskedFillTensor, self, self, mask, value);
    OPF_CPU("aten::masked_fill_.Tensor")(self, mask, value);
    return self;
}
Tensor &fill_tensor_(Tensor &self, const Tensor &value)
{
    if (is_cpu_scalar(value))
        OPF_TRY(aclnnInplaceFillScalar, self, self, value.item());
    else
        OPF_TRY(aclnnInplaceFillTensor, self, self, value);
    OPF_CPU("aten::fill_.Tensor")(self, value);
    return self;
}
Tensor &zero_(Tensor &self) { OPF_INTO(aclnnInplaceZero, "aten::zero_", (self), self, self); }
Tensor &tril_out(const Tensor &self, int64_t diagonal, Tensor &out)
{
    OPF_INTO(aclnnTril, "aten::tril.out", (self, diagonal, out), out, self, diagonal, out);
}
Tensor &triu_out(const Tensor &self, int64_t diagonal, Tensor &out)
{
    OPF_INTO(aclnnTriu, "aten::triu.out", (self, diagonal, out), out, self, diagonal, out);
}
Tensor flip(const Tensor &self, at::IntArrayRef dims)
{
    OPF_NEW(aclnnFlip, "aten::flip", (self, dims), make(self.sizes(), self.scalar_type()), self, dims, out);
}
Tensor roll(const Tensor &self, at::IntArrayRef shifts, at::IntArrayRef dims)
{
    OPF_NEW(aclnnRoll, "aten::roll", (self, shifts, dims), make(self.sizes(), self.scalar_type()), self, shifts, dims,
            out);
}

// The kernel behind aclnnIndexPutWithSort wants the indices in order, each with the place of its value. They are
// sorted where they can be checked: on the host.
struct SortedIndex {
    Tensor index, places;
};

SortedIndex sort_index(const Tensor &index, int64_t limit)
{
    const Tensor host = index.to(at::kCPU, at::kLong).contiguous();
    const int64_t count = host.numel();
    std::vector<int64_t> wrapped(host.data_ptr<int64_t>(), host.data_ptr<int64_t>() + count);
    for (int64_t &value : wrapped) {
        TORCH_CHECK_INDEX(value >= -limit && value < limit, "index ", value,
                          " is out of bounds for dimension 0 with size ", limit);
        value += value < 0 ? limit : 0;
    }
    std::vector<int32_t> places(count);
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(), [&](int32_t a, int32_t b) { return wrapped[a] < wrapped[b]; });
    Tensor sorted = at::empty({count}, at::TensorOptions(at::kLong));
    Tensor order = at::empty({count}, at::TensorOptions(at::kInt));
    for (int64_t i = 0; i < count; ++i) {
        sorted.data_ptr<int64_t>()[i] = wrapped[places[i]];
        order.data_ptr<int32_t>()[i] = places[i];
    }
    return {to_npu(sorted), to_npu(order)};
}

using Indices = c10::List<Optional<Tensor>>;

// Rows chosen by one list of numbers: x[index] = values, or += values.
bool index_put_sorted(Tensor &self, const Indices &indices, const Tensor &values, bool accumulate)
{
    static AclnnFunction function("aclnnIndexPutWithSort");
    if (!function.available() || indices.size() != 1 || !is_npu(self) || self.dim() == 0)
        return false;
    const Optional<Tensor> index = indices.get(0);
    if (!index.has_value() || !index->defined() || index->dim() != 1 || index->numel() == 0 ||
        (index->scalar_type() != at::kLong && index->scalar_type() != at::kInt) ||
        values.scalar_type() != self.scalar_type())
        return false;
    std::vector<int64_t> shape = self.sizes().vec();
    shape[0] = index->numel();
    const SortedIndex sorted = sort_index(*index, self.size(0));
    const Tensor rows = (is_npu(values) ? values : values.to(self.device())).expand(shape).contiguous();
    const Tensor dense = self.contiguous();
    if (!function(dense, sorted.index, sorted.places, rows, accumulate))
        return false;
    if (!dense.is_same(self))
        self.copy_(dense);
    return true;
}

Tensor &index_put_impl_(Tensor &self, const Indices &indices, const Tensor &values, bool accumulate, bool unsafe)
{
    OPF_TRY(aclnnIndexPutImpl, self, self, at::TensorList(index_list(indices)), values, accumulate, unsafe);
    if (!index_put_sorted(self, indices, values, accumulate))
        OPF_CPU("aten::_index_put_impl_")(self, indices, values, accumulate, unsafe);
    return self;
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("_softmax", TORCH_FN(softmax));
    m.impl("_softmax.out", TORCH_FN(softmax_out));
    m.impl("_log_softmax.out", TORCH_FN(log_softmax_out));
    m.impl("_softmax_backward_data.out", TORCH_FN(softmax_backward_out));
    m.impl("_log_softmax_backward_data.out", TORCH_FN(log_softmax_backward_out));
    m.impl("gelu.out", TORCH_FN(gelu_out));
    m.impl("gelu_backward.grad_input", TORCH_FN(gelu_backward_out));
    m.impl("hardswish", TORCH_FN(hardswish));
    m.impl("hardswish_", TORCH_FN(hardswish_));
    m.impl("threshold_backward.grad_input", TORCH_FN(threshold_backward_out));
    m.impl("sigmoid_backward.grad_input", TORCH_FN(sigmoid_backward_out));
    m.impl("tanh_backward.grad_input", TORCH_FN(tanh_backward_out));
    m.impl("softplus.out", TORCH_FN(softplus_out));
    m.impl("mse_loss", TORCH_FN(mse_loss));
    m.impl("smooth_l1_loss", torch::CppFunction::makeFromBoxedFunction<&fallback>());
    m.impl("native_layer_norm", TORCH_FN(layer_norm));
    m.impl("cat.out", TORCH_FN(cat_out));
    m.impl("index_select.out", TORCH_FN(index_select_out));
    m.impl("gather.out", TORCH_FN(gather_out));
    m.impl("masked_fill_.Scalar", TORCH_FN(masked_fill_));
    m.impl("fill_.Scalar", TORCH_FN(fill_));
    m.impl("masked_fill_.Tensor", TORCH_FN(masked_fill_tensor_));
    m.impl("fill_.Tensor", TORCH_FN(fill_tensor_));
    m.impl("zero_", TORCH_FN(zero_));
    m.impl("tril.out", TORCH_FN(tril_out));
    m.impl("triu.out", TORCH_FN(triu_out));
    m.impl("flip", TORCH_FN(flip));
    m.impl("roll", TORCH_FN(roll));
    m.impl("_index_put_impl_", TORCH_FN(index_put_impl_));
}
