/* What gert::Shape and gert::Stride share: up to 25 numbers in place and how many of them count. */
#ifndef OPFORGE_EXE_GRAPH_DIM_LIST_H
#define OPFORGE_EXE_GRAPH_DIM_LIST_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace gert
{

class DimList
{
  public:
    static constexpr size_t kMaxDimNum = 25;

    size_t GetDimNum() const { return count_; }
    void SetDimNum(size_t dim_num) { count_ = dim_num; }
    int64_t &operator[](size_t idx) { return items_[idx]; }
    const int64_t &operator[](size_t idx) const { return items_[idx]; }

  protected:
    static constexpr int64_t kNothing = std::numeric_limits<int64_t>::min();

    DimList() = default;
    /* Lists that are too long give an empty one. */
    explicit DimList(const std::initializer_list<int64_t> &items)
    {
        if (items.size() <= kMaxDimNum)
            count_ = static_cast<size_t>(std::copy(items.begin(), items.end(), items_) - items_);
    }
    /* Only the numbers that count are copied: shapes are copied often and are short. */
    DimList(const DimList &other) : count_(other.count_) { std::copy(other.items_, other.End(), items_); }
    DimList &operator=(const DimList &other)
    {
        if (&other != this) {
            count_ = other.count_;
            std::copy(other.items_, other.End(), items_);
        }
        return *this;
    }
    ~DimList() = default;

    bool SameAs(const DimList &other) const
    {
        return count_ == other.count_ && std::equal(items_, End(), other.items_);
    }
    int64_t Peek(size_t idx) const { return idx < kMaxDimNum ? items_[idx] : kNothing; }
    /* The count grows up to, not including, idx; an index out of range is ignored. */
    void Poke(size_t idx, int64_t value)
    {
        if (idx < kMaxDimNum) {
            items_[idx] = value;
            count_ = std::max(count_, idx);
        }
    }
    void Push(int64_t value)
    {
        if (count_ < kMaxDimNum)
            items_[count_++] = value;
    }
    const int64_t *Begin() const { return items_; }
    const int64_t *End() const { return items_ + std::min(count_, kMaxDimNum); }

  private:
    size_t count_ = 0;
    int64_t items_[kMaxDimNum] = {};
};

} // namespace gert
#endif
