// Operators on lists of tensors: what optimisers call. Without a function for the whole list, each tensor by itself.
#include "wrapper.h"

namespace opf_torch {
namespace {

using at::Scalar;
using at::Tensor;
using at::TensorList;

// ---- self[i] += ... --------------------------------------------------------------------------------------------------
void add_list(TensorList self, TensorList other, const Scalar &alpha)
{
    TORCH_CHECK(self.size() == other.size(), "lists of ", self.size(), " and ", other.size(), " tensors");
    OPF_TRY(aclnnForeachAddListV2, (void)0, self, other, alpha, self);
    for (size_t i = 0; i < self.size(); ++i)
        self[i].add_(other[i], alpha);
}
void add_scalar(TensorList self, const Scalar &scalar)
{
    OPF_TRY(aclnnForeachAddScalarV2, (void)0, self, scalar, self);
    for (const Tensor &tensor : self)
        tensor.add_(scalar);
}
void add_scalars(TensorList self, at::ArrayRef<Scalar> scalars)
{
    TORCH_CHECK(self.size() == scalars.size(), "lists of ", self.size(), " tensors and ", scalars.size(), " numbers");
    OPF_TRY(aclnnForeachAddScalarList, (void)0, self, scalars, self);
    for (size_t i = 0; i < self.size(); ++i)
        self[i].add_(scalars[i]);
}

#if OPF_TORCH_AT_LEAST(2, 1)
// ---- AdamW -----------------------------------------------------------------------------------------------------------
// The kernel counts the step that it makes: PyTorch has counted it already.
bool adamw_step(const Tensor &self, const Tensor &gradient, const Tensor &average, const Tensor &square,
                const Tensor &largest, const Tensor &step, double rate, double beta1, double beta2, double decay,
                double epsilon, bool amsgrad, bool maximize)
{
    static AclnnFunction function("aclnnApplyAdamWV2");
    if (!function.available())
        return false;
    const Tensor before = step.sub(1);
    return function(self, average, square, largest, gradient, before, static_cast<float>(rate),
                    static_cast<float>(beta1), static_cast<float>(beta2), static_cast<float>(decay),
                    static_cast<float>(epsilon), amsgrad, maximize);
}
void adamw(TensorList self, TensorList gradients, TensorList averages, TensorList squares, TensorList largest,
           TensorList steps, double rate, double beta1, double beta2, double decay, double epsilon, bool amsgrad,
           bool maximize, const Optional<Tensor> &scale, const Optional<Tensor> &infinite)
{
    std::vector<Tensor> left[6];
    const bool plain = !(scale && scale->defined()) && !(infinite && infinite->defined());
    for (size_t i = 0; i < self.size(); ++i) {
        const Tensor most = amsgrad ? largest[i] : Tensor();
        if (plain && adamw_step(self[i], gradients[i], averages[i], squares[i], most, steps[i], rate, beta1, beta2, decay,
                                epsilon, amsgrad, maximize))
            continue;
        const Tensor items[] = {self[i], gradients[i], averages[i], squares[i], most, steps[i]};
        for (size_t k = 0; k < 6; ++k) {
            if (items[k].defined())
                left[k].push_back(items[k]);
        }
    }
    if (!left[0].empty())
        OPF_CPU("aten::_fused_adamw_")
        (TensorList(left[0]), TensorList(left[1]), TensorList(left[2]), TensorList(left[3]), TensorList(left[4]),
         TensorList(left[5]), rate, beta1, beta2, decay, epsilon, amsgrad, maximize, scale, infinite);
}
#endif

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("_foreach_add_.List", TORCH_FN(add_list));
    m.impl("_foreach_add_.Scalar", TORCH_FN(add_scalar));
    m.impl("_foreach_add_.ScalarList", TORCH_FN(add_scalars));
#if OPF_TORCH_AT_LEAST(2, 1)
    m.impl("_fused_adamw_", TORCH_FN(adamw));
#endif
}
