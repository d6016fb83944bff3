// Convolution, normalisation over batches and groups, pooling, padding, embedding and losses through aclnn.
#include "wrapper.h"
#include <ATen/ops/ones.h>
#include <tuple>

namespace opf_torch {
namespace {

using at::IntArrayRef;
using at::Scalar;
using at::Tensor;
using Three = std::tuple<Tensor, Tensor, Tensor>;
using Mask = std::array<bool, 3>;

Three three(const torch::jit::Stack &stack)
{
    const auto tensor = [&](size_t i) {
        const c10::IValue &value = stack[stack.size() - 3 + i];
        return value.isTensor() ? value.toTensor() : Tensor();
    };
    return {tensor(0), tensor(1), tensor(2)};
}
// The gradients that are asked for; the others stay undefined.
Tensor wanted(bool asked, const Tensor &tensor) { return asked ? make(tensor.sizes(), tensor.scalar_type()) : Tensor(); }

// ---- Convolution -----------------------------------------------------------------------------------------------------
std::vector<int64_t> convolution_sizes(const Tensor &input, const Tensor &weight, IntArrayRef stride, IntArrayRef padding,
                                       IntArrayRef dilation, bool transposed, IntArrayRef more, int64_t groups)
{
    std::vector<int64_t> sizes{input.size(0), transposed ? weight.size(1) * groups : weight.size(0)};
    for (int64_t i = 2; i < input.dim(); ++i) {
        const size_t k = static_cast<size_t>(i - 2);
        const int64_t reach = dilation[k] * (weight.size(i) - 1) + 1;
        sizes.push_back(transposed ? (input.size(i) - 1) * stride[k] - 2 * padding[k] + reach + more[k]
                                   : (input.size(i) + 2 * padding[k] - reach) / stride[k] + 1);
    }
    return sizes;
}
Tensor convolution(const Tensor &input, const Tensor &weight, const Optional<Tensor> &bias, IntArrayRef stride,
                   IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef more, int64_t groups)
{
    OPF_NEW(aclnnConvolution, "aten::convolution",
            (input, weight, bias, stride, padding, dilation, transposed, more, groups),
            make(convolution_sizes(input, weight, stride, padding, dilation, transposed, more, groups),
                 input.scalar_type()),
            input, weight, bias, stride, padding, dilation, transposed, more, groups, out, KEEP_DTYPE);
}
Three convolution_backward(const Tensor &gradient, const Tensor &input, const Tensor &weight, IntArrayRef stride,
                           IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef more, int64_t groups,
                           Mask mask)
{
    static AclnnFunction function("aclnnConvolutionBackward");
    const int64_t channels = gradient.size(1);
    const IntArrayRef bias_sizes(channels);
    if (function.available()) {
        const Tensor of_input = wanted(mask[0], input), of_weight = wanted(mask[1], weight),
                     of_bias = mask[2] ? make({channels}, weight.scalar_type()) : Tensor();
        if (function(gradient, input, weight, bias_sizes, stride, padding, dilation, transposed, more,
                     static_cast<int>(groups), mask, KEEP_DTYPE, of_input, of_weight, of_bias))
            return {of_input, of_weight, of_bias};
    }
    return three(OPF_CPU("aten::convolution_backward")(gradient, input, weight, bias_sizes, stride, padding, dilation,
                                                       transposed, more, groups, mask));
}

// ---- Normalisation ---------------------------------------------------------------------------------------------------
Three batch_norm(const Tensor &input, const Optional<Tensor> &weight, const Optional<Tensor> &bias,
                 const Optional<Tensor> &mean, const Optional<Tensor> &variance, bool training, double momentum,
                 double epsilon)
{
    static AclnnFunction function("aclnnBatchNorm");
    if (function.available()) {
        const int64_t kept = training ? input.size(1) : 0;
        const Tensor out = make(input.sizes(), input.scalar_type());
        const Tensor saved_mean = make({kept}, at::kFloat), saved_deviation = make({kept}, at::kFloat);
        if (function(input, weight, bias, mean, variance, training, momentum, epsilon, out, saved_mean, saved_deviation))
            return {out, saved_mean, saved_deviation};
    }
    return three(OPF_CPU("aten::native_batch_norm")(input, weight, bias, mean, variance, training, momentum, epsilon));
}
Three batch_norm_backward(const Tensor &gradient, const Tensor &input, const Optional<Tensor> &weight,
                          const Optional<Tensor> &mean, const Optional<Tensor> &variance,
                          const Optional<Tensor> &saved_mean, const Optional<Tensor> &saved_deviation, bool training,
                          double epsilon, Mask mask)
{
    static AclnnFunction function("aclnnBatchNormBackward");
    if (function.available()) {
        const at::ScalarType type = weight && weight->defined() ? weight->scalar_type() : input.scalar_type();
        const Tensor of_input = wanted(mask[0], input),
                     of_weight = mask[1] ? make({input.size(1)}, type) : Tensor(),
                     of_bias = mask[2] ? make({input.size(1)}, type) : Tensor();
        if (function(gradient, input, weight, mean, variance, saved_mean, saved_deviation, training, epsilon, mask,
                     of_input, of_weight, of_bias))
            return {of_input, of_weight, of_bias};
    }
    return three(OPF_CPU("aten::native_batch_norm_backward")(gradient, input, weight, mean, variance, saved_mean,
                                                             saved_deviation, training, epsilon, mask));
}
Three group_norm(const Tensor &input, const Optional<Tensor> &weight, const Optional<Tensor> &bias, int64_t n, int64_t c,
                 int64_t area, int64_t groups, double epsilon)
{
    static AclnnFunction function("aclnnGroupNorm");
    if (function.available()) {
        const Tensor out = make(input.sizes(), input.scalar_type());
        const Tensor mean = make({n, groups}, input.scalar_type()), deviation = make({n, groups}, input.scalar_type());
        if (function(input, weight, bias, n, c, area, groups, epsilon, out, mean, deviation))
            return {out, mean, deviation};
    }
    return three(OPF_CPU("aten::native_group_norm")(input, weight, bias, n, c, area, groups, epsilon));
}
Three group_norm_backward(const Tensor &gradient, const Tensor &input, const Tensor &mean, const Tensor &deviation,
                          const Optional<Tensor> &weight, int64_t n, int64_t c, int64_t area, int64_t groups, Mask mask)
{
    static AclnnFunction function("aclnnGroupNormBackward");
    if (function.available()) {
        const Tensor of_input = wanted(mask[0], input),
                     of_weight = mask[1] ? make({c}, input.scalar_type()) : Tensor(),
                     of_bias = mask[2] ? make({c}, input.scalar_type()) : Tensor();
        if (function(gradient, input, mean, deviation, weight, n, c, area, groups, mask, of_input, of_weight, of_bias))
            return {of_input, of_weight, of_bias};
    }
    return three(OPF_CPU("aten::native_group_norm_backward")(gradient, input, mean, deviation, weight, n, c, area, groups,
                                                             mask));
}
Three layer_norm_backward(const Tensor &gradient, const Tensor &input, IntArrayRef shape, const Tensor &mean,
                          const Tensor &deviation, const Optional<Tensor> &weight, const Optional<Tensor> &bias, Mask mask)
{
    static AclnnFunction function("aclnnLayerNormBackward");
    if (function.available()) {
        const Tensor of_input = wanted(mask[0], input),
                     of_weight = mask[1] ? make(shape, input.scalar_type()) : Tensor(),
                     of_bias = mask[2] ? make(shape, input.scalar_type()) : Tensor();
        if (function(gradient, input, shape, mean, deviation, weight, bias, mask, of_input, of_weight, of_bias))
            return {of_input, of_weight, of_bias};
    }
    return three(OPF_CPU("aten::native_layer_norm_backward")(gradient, input, shape, mean, deviation, weight, bias, mask));
}

// ---- Pooling: no stride means the size of the window -----------------------------------------------------------------
IntArrayRef step(IntArrayRef stride, IntArrayRef window) { return stride.empty() ? window : stride; }

std::tuple<Tensor &, Tensor &> max_pool_out(const Tensor &self, IntArrayRef window, IntArrayRef stride,
                                            IntArrayRef padding, IntArrayRef dilation, bool ceil, Tensor &out,
                                            Tensor &places)
{
    OPF_INTO(aclnnMaxPool2dWithIndices, "aten::max_pool2d_with_indices.out",
             (self, window, stride, padding, dilation, ceil, out, places), (std::tuple<Tensor &, Tensor &>(out, places)),
             self, window, step(stride, window), padding, dilation, ceil, out, places);
}
Tensor &max_pool_backward_out(const Tensor &gradient, const Tensor &self, IntArrayRef window, IntArrayRef stride,
                              IntArrayRef padding, IntArrayRef dilation, bool ceil, const Tensor &places, Tensor &result)
{
    OPF_INTO(aclnnMaxPool2dWithIndicesBackward, "aten::max_pool2d_with_indices_backward.grad_input",
             (gradient, self, window, stride, padding, dilation, ceil, places, result), result, gradient, self, places,
             window, step(stride, window), padding, dilation, ceil, result);
}
Tensor &avg_pool_out(const Tensor &self, IntArrayRef window, IntArrayRef stride, IntArrayRef padding, bool ceil,
                     bool count_padding, Optional<int64_t> divisor, Tensor &out)
{
    OPF_INTO(aclnnAvgPool2d, "aten::avg_pool2d.out",
             (self, window, stride, padding, ceil, count_padding, divisor, out), out, self, window, step(stride, window),
             padding, ceil, count_padding, divisor.value_or(0), KEEP_DTYPE, out);
}
Tensor &avg_pool_backward_out(const Tensor &gradient, const Tensor &self, IntArrayRef window, IntArrayRef stride,
                              IntArrayRef padding, bool ceil, bool count_padding, Optional<int64_t> divisor,
                              Tensor &result)
{
    OPF_INTO(aclnnAvgPool2dBackward, "aten::avg_pool2d_backward.grad_input",
             (gradient, self, window, stride, padding, ceil, count_padding, divisor, result), result, gradient, self,
             window, step(stride, window), padding, ceil, count_padding, divisor.value_or(0), KEEP_DTYPE, result);
}
Tensor adaptive_avg_pool(const Tensor &self, IntArrayRef size)
{
    std::vector<int64_t> sizes = self.sizes().vec();
    std::copy(size.begin(), size.end(), sizes.end() - 2);
    OPF_NEW(aclnnAdaptiveAvgPool2d, "aten::_adaptive_avg_pool2d", (self, size), make(sizes, self.scalar_type()), self,
            size, out);
}
Tensor adaptive_avg_pool_backward(const Tensor &gradient, const Tensor &self)
{
    OPF_NEW(aclnnAdaptiveAvgPool2dBackward, "aten::_adaptive_avg_pool2d_backward", (gradient, self),
            make(self.sizes(), self.scalar_type()), gradient, self, out);
}

// ---- Padding and embedding -------------------------------------------------------------------------------------------
// `pad` begins with the last dimension.
Tensor constant_pad(const Tensor &self, IntArrayRef pad, const Scalar &value)
{
    std::vector<int64_t> sizes = self.sizes().vec();
    bool sound = pad.size() % 2 == 0 && pad.size() / 2 <= sizes.size();
    for (size_t i = 0; sound && i < pad.size() / 2; ++i) {
        int64_t &size = sizes[sizes.size() - 1 - i];
        size += pad[2 * i] + pad[2 * i + 1];
        sound = size >= 0;
    }
    if (!sound)
        return OPF_CPU("aten::constant_pad_nd")(self, pad, value).back().toTensor();
    OPF_NEW(aclnnConstantPadNd, "aten::constant_pad_nd", (self, pad, value), make(sizes, self.scalar_type()), self, pad,
            value, out);
}
Tensor embedding(const Tensor &weight, const Tensor &indices, int64_t padding, bool scale, bool sparse)
{
    std::vector<int64_t> sizes = indices.sizes().vec();
    sizes.push_back(weight.size(-1));
    OPF_NEW(aclnnEmbedding, "aten::embedding", (weight, indices, padding, scale, sparse),
            make(sizes, weight.scalar_type()), weight, indices, out);
}
Tensor embedding_backward(const Tensor &gradient, const Tensor &indices, int64_t rows, int64_t padding, bool scale)
{
    OPF_NEW(aclnnEmbeddingDenseBackward, "aten::embedding_dense_backward", (gradient, indices, rows, padding, scale),
            make({rows, gradient.size(-1)}, gradient.scalar_type()), gradient, indices, static_cast<uint64_t>(rows),
            static_cast<uint64_t>(padding), scale, out);
}

// ---- Losses ----------------------------------------------------------------------------------------------------------
// aclnn wants weights in any case.
Tensor class_weights(const Tensor &self, const Optional<Tensor> &weight)
{
    return weight && weight->defined() ? *weight : at::ones({self.size(-1)}, self.options());
}
std::tuple<Tensor &, Tensor &> nll_loss_out(const Tensor &self, const Tensor &target, const Optional<Tensor> &weight,
                                            int64_t reduction, int64_t ignored, Tensor &out, Tensor &total)
{
    OPF_INTO(aclnnNLLLoss, "aten::nll_loss_forward.output", (self, target, weight, reduction, ignored, out, total),
             (std::tuple<Tensor &, Tensor &>(out, total)), self, target, class_weights(self, weight), reduction, ignored,
             out, total);
}
Tensor &nll_loss_backward_out(const Tensor &gradient, const Tensor &self, const Tensor &target,
                              const Optional<Tensor> &weight, int64_t reduction, int64_t ignored, const Tensor &total,
                              Tensor &result)
{
    OPF_INTO(aclnnNLLLossBackward, "aten::nll_loss_backward.grad_input",
             (gradient, self, target, weight, reduction, ignored, total, result), result, gradient, self, target,
             class_weights(self, weight), reduction, ignored, total, result);
}
Tensor mse_loss_backward(const Tensor &gradient, const Tensor &self, const Tensor &target, int64_t reduction)
{
    OPF_NEW(aclnnMseLossBackward, "aten::mse_loss_backward", (gradient, self, target, reduction),
            make(self.sizes(), self.scalar_type()), gradient, self, target, reduction, out);
}
Tensor bce_with_logits(const Tensor &self, const Tensor &target, const Optional<Tensor> &weight,
                       const Optional<Tensor> &positive, int64_t reduction)
{
    OPF_NEW(aclnnBinaryCrossEntropyWithLogits, "aten::binary_cross_entropy_with_logits",
            (self, target, weight, positive, reduction), reduction == 0 ? like(self) : make({}, self.scalar_type()), self,
            target, weight, positive, reduction, out);
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    // What convolution asks of a device that is not one of PyTorch's own.
    m.impl("convolution_overrideable", TORCH_FN(convolution));
    m.impl("convolution_backward_overrideable", TORCH_FN(convolution_backward));
    m.impl("native_batch_norm", TORCH_FN(batch_norm));
    m.impl("native_batch_norm_backward", TORCH_FN(batch_norm_backward));
    m.impl("native_group_norm", TORCH_FN(group_norm));
    m.impl("native_group_norm_backward", TORCH_FN(group_norm_backward));
    m.impl("native_layer_norm_backward", TORCH_FN(layer_norm_backward));
    m.impl("max_pool2d_with_indices.out", TORCH_FN(max_pool_out));
    m.impl("max_pool2d_with_indices_backward.grad_input", TORCH_FN(max_pool_backward_out));
    m.impl("avg_pool2d.out", TORCH_FN(avg_pool_out));
    m.impl("avg_pool2d_backward.grad_input", TORCH_FN(avg_pool_backward_out));
    m.impl("_adaptive_avg_pool2d", TORCH_FN(adaptive_avg_pool));
    m.impl("_adaptive_avg_pool2d_backward", TORCH_FN(adaptive_avg_pool_backward));
    m.impl("constant_pad_nd", TORCH_FN(constant_pad));
    m.impl("embedding", TORCH_FN(embedding));
    m.impl("embedding_dense_backward", TORCH_FN(embedding_backward));
    m.impl("nll_loss_forward.output", TORCH_FN(nll_loss_out));
    m.impl("nll_loss_backward.grad_input", TORCH_FN(nll_loss_backward_out));
    m.impl("mse_loss_backward", TORCH_FN(mse_loss_backward));
    m.impl("binary_cross_entropy_with_logits", TORCH_FN(bce_with_logits));
}
