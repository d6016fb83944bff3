// Cells of recurrent networks. PyTorch asks every device but the CPU for its fused cells; here they are made of
// elementwise operators, so that gradients come by themselves.
#include "compat.h"
#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <torch/library.h>
#include <tuple>

namespace opf_torch {
namespace {

using at::Tensor;

Tensor with_bias(const Tensor &gates, const Optional<Tensor> &bias)
{
    return bias.has_value() && bias->defined() ? gates + *bias : gates;
}

// (new hidden state, new cell state, workspace)
std::tuple<Tensor, Tensor, Tensor> lstm_cell(const Tensor &input_gates, const Tensor &hidden_gates, const Tensor &cell,
                                             const Optional<Tensor> &input_bias, const Optional<Tensor> &hidden_bias)
{
    const Tensor gates = with_bias(input_gates, input_bias) + with_bias(hidden_gates, hidden_bias);
    const std::vector<Tensor> part = gates.chunk(4, 1); // input, forget, candidate, output
    const Tensor next = part[1].sigmoid() * cell + part[0].sigmoid() * part[2].tanh();
    return {part[3].sigmoid() * next.tanh(), next, at::empty({0}, cell.options())};
}

// (new hidden state, workspace)
std::tuple<Tensor, Tensor> gru_cell(const Tensor &input_gates, const Tensor &hidden_gates, const Tensor &hidden,
                                    const Optional<Tensor> &input_bias, const Optional<Tensor> &hidden_bias)
{
    const std::vector<Tensor> in = with_bias(input_gates, input_bias).chunk(3, 1); // reset, update, candidate
    const std::vector<Tensor> from = with_bias(hidden_gates, hidden_bias).chunk(3, 1);
    const Tensor candidate = (in[2] + (in[0] + from[0]).sigmoid() * from[2]).tanh();
    const Tensor update = (in[1] + from[1]).sigmoid();
    return {candidate + update * (hidden - candidate), at::empty({0}, hidden.options())};
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    m.impl("_thnn_fused_lstm_cell", TORCH_FN(opf_torch::lstm_cell));
    m.impl("_thnn_fused_gru_cell", TORCH_FN(opf_torch::gru_cell));
}

TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m)
{
    m.impl("_thnn_fused_lstm_cell", TORCH_FN(opf_torch::lstm_cell));
    m.impl("_thnn_fused_gru_cell", TORCH_FN(opf_torch::gru_cell));
}
