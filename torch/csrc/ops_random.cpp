// Random numbers through aclnn. Its functions take a seed and an offset instead of a generator's state: the seed is the
// generator's, and every call moves the offset on. Without such a function the CPU draws from the same generator.
#include "generator.h"
#include "wrapper.h"
#include <limits>
#include <tuple>

namespace opf_torch {
namespace {

using at::Tensor;
using Generator = Optional<at::Generator>;

Tensor &normal_(Tensor &self, double mean, double deviation, Generator generator)
{
    OPF_INTO(aclnnInplaceNormal, "aten::normal_", (self, mean, deviation, generator), self, self,
             static_cast<float>(mean), static_cast<float>(deviation), seed_of(generator), next_offset(generator));
}
Tensor &uniform_(Tensor &self, double from, double to, Generator generator)
{
    OPF_INTO(aclnnInplaceUniform, "aten::uniform_", (self, from, to, generator), self, self, from, to,
             static_cast<uint64_t>(seed_of(generator)), static_cast<uint64_t>(next_offset(generator)));
}
Tensor &random_(Tensor &self, Generator generator)
{
    OPF_INTO(aclnnInplaceRandomWithoutFromTo, "aten::random_", (self, generator), self, self, seed_of(generator),
             next_offset(generator));
}
Tensor &random_to(Tensor &self, int64_t to, Generator generator)
{
    OPF_INTO(aclnnInplaceRandom, "aten::random_.to", (self, to, generator), self, self, int64_t(0), to,
             seed_of(generator), next_offset(generator));
}
Tensor &random_from(Tensor &self, int64_t from, Optional<int64_t> to, Generator generator)
{
    if (to.has_value())
        OPF_TRY(aclnnInplaceRandom, self, self, from, *to, seed_of(generator), next_offset(generator));
    OPF_CPU("aten::random_.from")(self, from, to, generator);
    return self;
}
Tensor &bernoulli_(Tensor &self, double p, Generator generator)
{
    OPF_INTO(aclnnInplaceBernoulli, "aten::bernoulli_.float", (self, p, generator), self, self, at::Scalar(p),
             seed_of(generator), next_offset(generator));
}
Tensor &bernoulli_tensor_(Tensor &self, const Tensor &p, Generator generator)
{
    OPF_INTO(aclnnInplaceBernoulliTensor, "aten::bernoulli_.Tensor", (self, p, generator), self, self, p,
             seed_of(generator), next_offset(generator));
}
Tensor &randperm_out(int64_t n, Generator generator, Tensor &out)
{
    static AclnnFunction function("aclnnRandperm");
    if (function.available() && n >= 0) {
        out.resize_({n});
        if (function(n, seed_of(generator), next_offset(generator), out))
            return out;
    }
    OPF_CPU("aten::randperm.generator_out")(n, generator, out);
    return out;
}
Tensor multinomial(const Tensor &self, int64_t samples, bool replacement, Generator generator)
{
    std::vector<int64_t> sizes = self.sizes().vec();
    if (!sizes.empty())
        sizes.back() = samples;
    OPF_NEW(aclnnMultinomial, "aten::multinomial", (self, samples, replacement, generator), make(sizes, at::kLong), self,
            samples, replacement, seed_of(generator), next_offset(generator), out);
}

// ---- Dropout: aclnn's mask has one bit an element, in bytes; PyTorch only hands it on to the gradient ------------------
std::tuple<Tensor, Tensor> dropout(const Tensor &self, double p, Optional<bool> training)
{
    static AclnnFunction whole("aclnnDropoutV3"), draw("aclnnDropoutGenMaskV2"), drop("aclnnDropoutDoMask");
    if (training.value_or(true) && p > 0 && p < 1 && (whole.available() || (draw.available() && drop.available()))) {
        const Tensor out = make(self.sizes(), self.scalar_type());
        const Tensor mask = make({(self.numel() + 127) / 128 * 16}, at::kByte);
        const int64_t seed = seed_of({}), offset = next_offset({});
        if (whole(self, Optional<Tensor>(), p, seed, offset, out, mask) ||
            (draw(self.sizes(), p, seed, offset, self.scalar_type(), mask) && drop(self, mask, p, out)))
            return {out, mask};
    }
    const torch::jit::Stack results = OPF_CPU("aten::native_dropout")(self, p, training);
    return {results[0].toTensor(), results[1].toTensor()};
}
Tensor dropout_backward(const Tensor &gradient, const Tensor &mask, double scale)
{
    if (mask.scalar_type() == at::kByte && scale > 1) {
        OPF_NEW(aclnnDropoutDoMask, "aten::native_dropout_backward", (gradient, mask, scale),
                make(gradient.sizes(), gradient.scalar_type()), gradient, mask, 1 - 1 / scale, out);
    }
    return OPF_CPU("aten::native_dropout_backward")(gradient, mask, scale).back().toTensor();
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("normal_", TORCH_FN(normal_));
    m.impl("uniform_", TORCH_FN(uniform_));
    m.impl("random_", TORCH_FN(random_));
    m.impl("random_.to", TORCH_FN(random_to));
    m.impl("random_.from", TORCH_FN(random_from));
    m.impl("bernoulli_.float", TORCH_FN(bernoulli_));
    m.impl("bernoulli_.Tensor", TORCH_FN(bernoulli_tensor_));
    m.impl("randperm.generator_out", TORCH_FN(randperm_out));
    m.impl("multinomial", TORCH_FN(multinomial));
    m.impl("native_dropout", TORCH_FN(dropout));
    m.impl("native_dropout_backward", TORCH_FN(dropout_backward));
}
