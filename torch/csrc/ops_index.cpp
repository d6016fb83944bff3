// Scattering, indexing, repeating, and the operators whose result is as large as the values say, through aclnn.
#include "wrapper.h"
#include <tuple>

namespace opf_torch {
namespace {

using at::Scalar;
using at::Tensor;
using Indices = c10::List<Optional<Tensor>>;

// ---- Scatter ---------------------------------------------------------------------------------------------------------
// How a value meets what is there, by aclnn's numbers.
enum Meeting : int64_t { REPLACE = 0, ADD = 1, MULTIPLY = 2 };
int64_t meeting(c10::string_view name) { return name == "multiply" ? MULTIPLY : ADD; }

Tensor &scatter_out(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, Tensor &out)
{
    OPF_INTO(aclnnScatter, "aten::scatter.src_out", (self, dim, index, source, out), out, self, dim, index, source,
             int64_t(REPLACE), out);
}
Tensor &scatter_value_out(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value, Tensor &out)
{
    OPF_INTO(aclnnScatterValue, "aten::scatter.value_out", (self, dim, index, value, out), out, self, dim, index, value,
             int64_t(REPLACE), out);
}
Tensor &scatter_reduce_out(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                           c10::string_view reduce, Tensor &out)
{
    OPF_INTO(aclnnScatter, "aten::scatter.reduce_out", (self, dim, index, source, reduce, out), out, self, dim, index,
             source, meeting(reduce), out);
}
Tensor &scatter_value_reduce_out(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value,
                                 c10::string_view reduce, Tensor &out)
{
    OPF_INTO(aclnnScatterValue, "aten::scatter.value_reduce_out", (self, dim, index, value, reduce, out), out, self, dim,
             index, value, meeting(reduce), out);
}
Tensor &scatter_add_out(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, Tensor &out)
{
    OPF_INTO(aclnnScatterAdd, "aten::scatter_add.out", (self, dim, index, source, out), out, self, dim, index, source,
             out);
}

// ---- Index, repeat, stack --------------------------------------------------------------------------------------------
Tensor &index_out(const Tensor &self, const Indices &indices, Tensor &out)
{
    OPF_INTO(aclnnIndex, "aten::index.Tensor_out", (self, indices, out), out, self, at::TensorList(index_list(indices)),
             out);
}
Tensor repeat(const Tensor &self, at::IntArrayRef repeats)
{
    const size_t before = repeats.size() - std::min<size_t>(repeats.size(), self.dim());
    std::vector<int64_t> sizes(repeats.begin(), repeats.end());
    for (size_t i = before; i < sizes.size(); ++i)
        sizes[i] *= self.size(static_cast<int64_t>(i - before));
    if (static_cast<int64_t>(repeats.size()) < self.dim())
        return OPF_CPU("aten::repeat")(self, repeats).back().toTensor(); // says what is wrong
    OPF_NEW(aclnnRepeat, "aten::repeat", (self, repeats), make(sizes, self.scalar_type()), self, repeats, out);
}
Tensor stack(at::TensorList tensors, int64_t dim)
{
    std::vector<int64_t> sizes = tensors.empty() ? std::vector<int64_t>() : tensors[0].sizes().vec();
    const int64_t rank = static_cast<int64_t>(sizes.size()) + 1, place = dim < 0 ? dim + rank : dim;
    bool alike = !tensors.empty() && place >= 0 && place < rank;
    for (const Tensor &tensor : tensors)
        alike = alike && tensor.sizes() == tensors[0].sizes() && tensor.scalar_type() == tensors[0].scalar_type();
    if (!alike)
        return OPF_CPU("aten::stack")(tensors, dim).back().toTensor();
    sizes.insert(sizes.begin() + place, static_cast<int64_t>(tensors.size()));
    OPF_NEW(aclnnStack, "aten::stack", (tensors, dim), make(sizes, tensors[0].scalar_type()), tensors, place, out);
}

// ---- Results as large as the values say: room for the most, narrowed by the call -------------------------------------
Tensor masked_select(const Tensor &self, const Tensor &mask)
{
    static AclnnFunction function("aclnnMaskedSelect");
    if (function.available() && self.sizes() == mask.sizes()) {
        Tensor out = make({self.numel()}, self.scalar_type());
        if (function(self, mask, Shrinking{out}))
            return out;
    }
    return OPF_CPU("aten::masked_select")(self, mask).back().toTensor();
}
Tensor nonzero(const Tensor &self)
{
    static AclnnFunction function("aclnnNonzero");
    if (function.available()) {
        Tensor out = make({self.numel(), self.dim()}, at::kLong);
        if (function(self, Shrinking{out}))
            return out;
    }
    return OPF_CPU("aten::nonzero")(self).back().toTensor();
}
std::tuple<Tensor, Tensor, Tensor> unique(const Tensor &self, bool sorted, bool inverse, bool counts)
{
    static AclnnFunction function("aclnnUnique2");
    if (function.available()) {
        Tensor values = make({self.numel()}, self.scalar_type()), times = make({self.numel()}, at::kLong);
        const Tensor places = make(self.sizes(), at::kLong);
        if (function(self, sorted, inverse, counts, Shrinking{values}, places, Shrinking{times}))
            return {values, places, times};
    }
    const torch::jit::Stack results = OPF_CPU("aten::_unique2")(self, sorted, inverse, counts);
    return {results[0].toTensor(), results[1].toTensor(), results[2].toTensor()};
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("scatter.src_out", TORCH_FN(scatter_out));
    m.impl("scatter.value_out", TORCH_FN(scatter_value_out));
    m.impl("scatter.reduce_out", TORCH_FN(scatter_reduce_out));
    m.impl("scatter.value_reduce_out", TORCH_FN(scatter_value_reduce_out));
    m.impl("scatter_add.out", TORCH_FN(scatter_add_out));
    m.impl("index.Tensor_out", TORCH_FN(index_out));
    m.impl("repeat", TORCH_FN(repeat));
    m.impl("stack", TORCH_FN(stack));
    m.impl("masked_select", TORCH_FN(masked_select));
    m.impl("nonzero", TORCH_FN(nonzero));
    m.impl("_unique2", TORCH_FN(unique));
}
