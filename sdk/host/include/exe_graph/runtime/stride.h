/* gert::Stride: element strides of a view, one per dimension. */
#ifndef OPFORGE_EXE_GRAPH_STRIDE_H
#define OPFORGE_EXE_GRAPH_STRIDE_H

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <type_traits>

namespace gert {

struct Stride {
    static constexpr size_t kMaxDimNum = 25;
    static constexpr int64_t kInvalidStrideValue = std::numeric_limits<int64_t>::min();

    Stride() = default;
    Stride(const std::initializer_list<int64_t> &args)
    {
        if (args.size() <= kMaxDimNum) {
            for (int64_t step : args)
                steps_[count_++] = step;
        }
    }
    Stride(const Stride &) = default;
    Stride &operator=(const Stride &) = default;

    bool operator==(const Stride &rht) const
    {
        return count_ == rht.count_ && std::memcmp(steps_, rht.steps_, Used() * sizeof(steps_[0])) == 0;
    }
    bool operator!=(const Stride &rht) const { return !(*this == rht); }
    size_t GetDimNum() const { return count_; }
    void SetDimNum(size_t dim_num) { count_ = dim_num; }
    int64_t GetStride(size_t idx) const { return idx < kMaxDimNum ? steps_[idx] : kInvalidStrideValue; }
    const int64_t &operator[](size_t idx) const { return steps_[idx]; }
    int64_t &operator[](size_t idx) { return steps_[idx]; }
    void SetStride(size_t idx, int64_t stride)
    {
        if (idx >= kMaxDimNum)
            return;
        steps_[idx] = stride;
        if (count_ < idx)
            count_ = idx;
    }
    Stride &AppendStride(int64_t value)
    {
        if (count_ < kMaxDimNum)
            steps_[count_++] = value;
        return *this;
    }

private:
    size_t Used() const { return count_ < kMaxDimNum ? count_ : kMaxDimNum; }

    size_t count_ = 0;
    int64_t steps_[kMaxDimNum] = {};
};
static_assert(std::is_standard_layout<Stride>::value, "part of a tensor");

} // namespace gert
#endif
