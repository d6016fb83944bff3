/* gert::Shape: up to 25 dimensions in place. Unknown dimension -1, unknown rank one dimension of -2. */
#ifndef OPFORGE_EXE_GRAPH_SHAPE_H
#define OPFORGE_EXE_GRAPH_SHAPE_H

#include "exe_graph/runtime/dim_list.h"
#include "utils/extern_math_util.h"
/* More than this header needs: operators count on these coming along with any context. */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace gert
{

struct Shape : DimList {
    static constexpr int64_t kInvalidDimValue = kNothing;

    Shape() = default;
    Shape(const std::initializer_list<int64_t> &dims) : DimList(dims) {}

    bool IsScalar() const { return GetDimNum() == 0; }
    void SetScalar() { SetDimNum(0); }
    int64_t GetDim(size_t idx) const { return Peek(idx); }
    void SetDim(size_t idx, int64_t dim_value) { Poke(idx, dim_value); }
    Shape &AppendDim(int64_t value)
    {
        Push(value);
        return *this;
    }
    /* Product of the dimensions, 1 for a scalar, kInvalidDimValue on overflow. */
    int64_t GetShapeSize() const
    {
        int64_t product = 1;
        const bool exact = std::all_of(Begin(), End(), [&product](int64_t dim) {
            return !__builtin_mul_overflow(product, dim, &product);
        });
        return exact ? product : kInvalidDimValue;
    }
    bool operator==(const Shape &other) const { return SameAs(other); }
    bool operator!=(const Shape &other) const { return !SameAs(other); }
};
static_assert(std::is_standard_layout<Shape>::value, "a tensor's slot is read as a Shape");

} // namespace gert
#endif
