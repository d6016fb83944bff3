/* gert::Stride: element strides of a view, one per dimension. */
#ifndef OPFORGE_EXE_GRAPH_STRIDE_H
#define OPFORGE_EXE_GRAPH_STRIDE_H

#include "exe_graph/runtime/dim_list.h"
#include <cstring>
#include <type_traits>

namespace gert
{

struct Stride : DimList {
    static constexpr int64_t kInvalidStrideValue = kNothing;

    Stride() = default;
    Stride(const std::initializer_list<int64_t> &steps) : DimList(steps) {}

    int64_t GetStride(size_t idx) const { return Peek(idx); }
    void SetStride(size_t idx, int64_t stride) { Poke(idx, stride); }
    Stride &AppendStride(int64_t value)
    {
        Push(value);
        return *this;
    }
    bool operator==(const Stride &other) const { return SameAs(other); }
    bool operator!=(const Stride &other) const { return !SameAs(other); }
};
static_assert(std::is_standard_layout<Stride>::value, "part of a tensor");

} // namespace gert
#endif
