/* gert::Shape: up to 25 dimensions in place. Unknown dimension -1, unknown rank one dimension of -2. */
#ifndef OPFORGE_EXE_GRAPH_SHAPE_H
#define OPFORGE_EXE_GRAPH_SHAPE_H

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

namespace gert {

struct Shape {
    static constexpr size_t kMaxDimNum = 25;
    static constexpr int64_t kInvalidDimValue = std::numeric_limits<int64_t>::min();

    Shape() = default;
    /* Longer lists than kMaxDimNum give an empty shape. */
    Shape(const std::initializer_list<int64_t> &args)
    {
        if (args.size() <= kMaxDimNum) {
            for (int64_t dim : args)
                dims_[count_++] = dim;
        }
    }
    /* Only the dimensions in use are copied. */
    Shape(const Shape &other) { Take(other); }
    Shape &operator=(const Shape &other)
    {
        Take(other);
        return *this;
    }

    bool operator==(const Shape &rht) const
    {
        return count_ == rht.count_ && std::memcmp(dims_, rht.dims_, Used() * sizeof(dims_[0])) == 0;
    }
    bool operator!=(const Shape &rht) const { return !(*this == rht); }

    /* Product of the dimensions, 1 for a scalar, kInvalidDimValue on overflow. */
    int64_t GetShapeSize() const
    {
        int64_t product = 1;
        for (size_t i = 0; i < Used(); ++i) {
            if (__builtin_mul_overflow(product, dims_[i], &product))
                return kInvalidDimValue;
        }
        return product;
    }
    bool IsScalar() const { return count_ == 0; }
    void SetScalar() { count_ = 0; }
    size_t GetDimNum() const { return count_; }
    void SetDimNum(size_t dim_num) { count_ = dim_num; }
    int64_t GetDim(size_t idx) const { return idx < kMaxDimNum ? dims_[idx] : kInvalidDimValue; }
    const int64_t &operator[](size_t idx) const { return dims_[idx]; }
    int64_t &operator[](size_t idx) { return dims_[idx]; }
    /* Setting a dimension past the end grows the count up to, not including, idx; out of range is ignored. */
    void SetDim(size_t idx, int64_t dim_value)
    {
        if (idx >= kMaxDimNum)
            return;
        dims_[idx] = dim_value;
        if (count_ < idx)
            count_ = idx;
    }
    Shape &AppendDim(int64_t value)
    {
        if (count_ < kMaxDimNum)
            dims_[count_++] = value;
        return *this;
    }

private:
    size_t Used() const { return count_ < kMaxDimNum ? count_ : kMaxDimNum; }
    void Take(const Shape &other)
    {
        if (this == &other)
            return;
        count_ = other.count_;
        std::memcpy(dims_, other.dims_, Used() * sizeof(dims_[0]));
    }

    size_t count_ = 0;
    int64_t dims_[kMaxDimNum] = {};
};
static_assert(std::is_standard_layout<Shape>::value, "other views alias the first member");

} // namespace gert
#endif
