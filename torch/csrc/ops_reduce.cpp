// Reductions beyond sums, order, and ranges through aclnn.
#include "wrapper.h"
#include <ATen/WrapDimUtils.h>
#include <cmath>
#include <tuple>

namespace opf_torch {
namespace {

using at::Scalar;
using at::Tensor;
using Dims = at::OptionalIntArrayRef;

std::tuple<Tensor &, Tensor &> pair(Tensor &a, Tensor &b) { return {a, b}; }

// The sizes that are left; no dimensions means all of them.
std::vector<int64_t> reduced_sizes(const Tensor &self, const std::vector<int64_t> &dims, bool keep)
{
    std::vector<char> gone(self.dim(), dims.empty());
    for (const int64_t dim : dims)
        gone[at::maybe_wrap_dim(dim, self.dim())] = 1;
    std::vector<int64_t> sizes;
    for (int64_t i = 0; i < self.dim(); ++i) {
        if (keep || !gone[i])
            sizes.push_back(gone[i] ? 1 : self.size(i));
    }
    return sizes;
}

// ---- Extremes --------------------------------------------------------------------------------------------------------
Tensor max(const Tensor &self) { OPF_NEW(aclnnMax, "aten::max", (self), make({}, self.scalar_type()), self, out); }
Tensor min(const Tensor &self) { OPF_NEW(aclnnMin, "aten::min", (self), make({}, self.scalar_type()), self, out); }

#define EXTREMES_WITH_PLACES(X)                                                                                        \
    X(max_dim, "max.dim_max", aclnnMaxDim)                                                                             \
    X(min_dim, "min.dim_min", aclnnMinDim)
#define DEFINE_EXTREME(name, torch_name, api)                                                                          \
    std::tuple<Tensor &, Tensor &> name##_out(const Tensor &self, int64_t dim, bool keep, Tensor &values,              \
                                              Tensor &places)                                                          \
    {                                                                                                                  \
        OPF_INTO(api, "aten::" torch_name, (self, dim, keep, values, places), pair(values, places), self, dim, keep,   \
                 values, places);                                                                                      \
    }
EXTREMES_WITH_PLACES(DEFINE_EXTREME)

// Without a dimension: the place among all elements.
#define PLACES(X)                                                                                                      \
    X(argmax, aclnnArgMax)                                                                                             \
    X(argmin, aclnnArgMin)
#define DEFINE_PLACE(op, api)                                                                                          \
    Tensor &op##_out(const Tensor &self, Optional<int64_t> dim, bool keep, Tensor &out)                                \
    {                                                                                                                  \
        if (dim.has_value())                                                                                           \
            OPF_TRY(api, out, self, *dim, keep, out);                                                                  \
        else if (self.is_contiguous() && !keep)                                                                        \
            OPF_TRY(api, out, self.view({-1}), int64_t(0), false, out);                                                \
        OPF_CPU("aten::" #op ".out")(self, dim, keep, out);                                                            \
        return out;                                                                                                    \
    }
PLACES(DEFINE_PLACE)

// ---- All, any, product -----------------------------------------------------------------------------------------------
#define TRUTHS(X)                                                                                                      \
    X(all, aclnnAll)                                                                                                   \
    X(any, aclnnAny)
#define DEFINE_TRUTH(op, api)                                                                                          \
    Tensor &op##_out(const Tensor &self, int64_t dim, bool keep, Tensor &out)                                          \
    {                                                                                                                  \
        OPF_INTO(api, "aten::" #op ".out", (self, dim, keep, out), out, self, at::IntArrayRef(dim), keep, out);        \
    }                                                                                                                  \
    Tensor &op##_all_out(const Tensor &self, Tensor &out)                                                              \
    {                                                                                                                  \
        const std::vector<int64_t> dims = all_dims(self, {});                                                          \
        OPF_INTO(api, "aten::" #op ".all_out", (self, out), out, self, at::IntArrayRef(dims), false, out);             \
    }
TRUTHS(DEFINE_TRUTH)

Tensor prod(const Tensor &self, Optional<at::ScalarType> type)
{
    const at::ScalarType whole = at::isIntegralType(self.scalar_type(), true) ? at::kLong : self.scalar_type();
    const at::ScalarType wanted = type.value_or(whole);
    OPF_NEW(aclnnProd, "aten::prod", (self, type), make({}, wanted), self, wanted, out);
}
Tensor &prod_out(const Tensor &self, int64_t dim, bool keep, Optional<at::ScalarType> type, Tensor &out)
{
    OPF_INTO(aclnnProdDim, "aten::prod.int_out", (self, dim, keep, type, out), out, self, dim, keep, out.scalar_type(),
             out);
}

// ---- Spread and norms ------------------------------------------------------------------------------------------------
#define SPREADS(X)                                                                                                     \
    X(std, "std.correction", aclnnStd)                                                                                 \
    X(var, "var.correction", aclnnVarCorrection)
#define DEFINE_SPREAD(op, torch_name, api)                                                                             \
    Tensor op##_correction(const Tensor &self, Dims dims, Correction correction, bool keep)                     \
    {                                                                                                                  \
        const double freedom = number_of(correction, 1);                                                               \
        if (freedom == std::floor(freedom) && at::isFloatingType(self.scalar_type())) {                                \
            const std::vector<int64_t> list = all_dims(self, dims);                                                    \
            OPF_NEW(api, "aten::" torch_name, (self, dims, correction, keep),                                          \
                    make(reduced_sizes(self, list, keep), self.scalar_type()), self, at::IntArrayRef(list),            \
                    static_cast<int64_t>(freedom), keep, out);                                                         \
        }                                                                                                              \
        return OPF_CPU("aten::" torch_name)(self, dims, correction, keep).back().toTensor();                           \
    }
SPREADS(DEFINE_SPREAD)

Tensor &norm_out(const Tensor &self, const Optional<Scalar> &p, at::IntArrayRef dims, bool keep, Tensor &out)
{
    const std::vector<int64_t> list = all_dims(self, dims);
    OPF_INTO(aclnnNorm, "aten::norm.out", (self, p, dims, keep, out), out, self, p.value_or(Scalar(2.0)),
             at::IntArrayRef(list), keep, out);
}
Tensor &vector_norm_out(const Tensor &self, const Scalar &order, Dims dims, bool keep, Optional<at::ScalarType> type,
                        Tensor &out)
{
    const std::vector<int64_t> list = all_dims(self, dims);
    OPF_INTO(aclnnLinalgVectorNorm, "aten::linalg_vector_norm.out", (self, order, dims, keep, type, out), out, self,
             order, at::IntArrayRef(list), keep, out.scalar_type(), out);
}

// ---- Order -----------------------------------------------------------------------------------------------------------
std::tuple<Tensor &, Tensor &> sort_out(const Tensor &self, Optional<bool> stable, int64_t dim, bool descending,
                                        Tensor &values, Tensor &places)
{
    OPF_INTO(aclnnSort, "aten::sort.values_stable", (self, stable, dim, descending, values, places),
             pair(values, places), self, stable.value_or(false), dim, descending, values, places);
}
std::tuple<Tensor &, Tensor &> topk_out(const Tensor &self, int64_t k, int64_t dim, bool largest, bool sorted,
                                        Tensor &values, Tensor &places)
{
    OPF_INTO(aclnnTopk, "aten::topk.values", (self, k, dim, largest, sorted, values, places), pair(values, places), self,
             k, dim, largest, sorted, values, places);
}

// ---- Ranges: PyTorch hands over an `out` of any size -------------------------------------------------------------------
bool make_room(Tensor &out, double count)
{
    if (!std::isfinite(count) || count < 0)
        return false; // the CPU says what is wrong
    if (out.numel() != static_cast<int64_t>(count))
        out.resize_({static_cast<int64_t>(count)});
    return true;
}
Tensor &arange_out(const Scalar &start, const Scalar &end, const Scalar &step, Tensor &out)
{
    static AclnnFunction function("aclnnArange");
    const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
    const bool sound = by != 0 && (to - from) / by >= 0;
    if (function.available() && sound && make_room(out, std::ceil((to - from) / by)) && function(start, end, step, out))
        return out;
    OPF_CPU("aten::arange.start_out")(start, end, step, out);
    return out;
}
Tensor &linspace_out(const Scalar &start, const Scalar &end, int64_t steps, Tensor &out)
{
    static AclnnFunction function("aclnnLinspace");
    if (function.available() && make_room(out, static_cast<double>(steps)) && function(start, end, steps, out))
        return out;
    OPF_CPU("aten::linspace.out")(start, end, steps, out);
    return out;
}
Tensor &eye_rectangle_out(int64_t rows, int64_t columns, Tensor &out)
{
    static AclnnFunction function("aclnnEye");
    if (function.available() && rows >= 0 && columns >= 0) {
        out.resize_({rows, columns});
        if (function(rows, columns, out))
            return out;
    }
    OPF_CPU("aten::eye.m_out")(rows, columns, out);
    return out;
}
Tensor &eye_out(int64_t rows, Tensor &out) { return eye_rectangle_out(rows, rows, out); }

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("max", TORCH_FN(max));
    m.impl("min", TORCH_FN(min));
#define REGISTER_EXTREME(name, torch_name, api) m.impl(torch_name, TORCH_FN(name##_out));
    EXTREMES_WITH_PLACES(REGISTER_EXTREME)
#define REGISTER_PLACE(op, api) m.impl(#op ".out", TORCH_FN(op##_out));
    PLACES(REGISTER_PLACE)
    TRUTHS(REGISTER_PLACE)
#define REGISTER_TRUTH(op, api) m.impl(#op ".all_out", TORCH_FN(op##_all_out));
    TRUTHS(REGISTER_TRUTH)
    m.impl("prod", TORCH_FN(prod));
    m.impl("prod.int_out", TORCH_FN(prod_out));
#define REGISTER_SPREAD(op, torch_name, api) m.impl(torch_name, TORCH_FN(op##_correction));
    SPREADS(REGISTER_SPREAD)
    m.impl("norm.out", TORCH_FN(norm_out));
    m.impl("linalg_vector_norm.out", TORCH_FN(vector_norm_out));
    m.impl("sort.values_stable", TORCH_FN(sort_out));
    m.impl("topk.values", TORCH_FN(topk_out));
    m.impl("arange.start_out", TORCH_FN(arange_out));
    m.impl("linspace.out", TORCH_FN(linspace_out));
    m.impl("eye.out", TORCH_FN(eye_out));
    m.impl("eye.m_out", TORCH_FN(eye_rectangle_out));
}
