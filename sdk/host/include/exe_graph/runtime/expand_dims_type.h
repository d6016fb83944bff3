/* gert::ExpandDimsType: which positions of the full shape are ones that the origin shape lacks. */
#ifndef OPFORGE_EXE_GRAPH_EXPAND_DIMS_TYPE_H
#define OPFORGE_EXE_GRAPH_EXPAND_DIMS_TYPE_H

#include "exe_graph/runtime/shape.h"
#include "graph/error_codes.h"
#include "graph/types.h"

namespace gert
{

class ExpandDimsType
{
  public:
    using AxisIndex = uint64_t;
    static constexpr size_t kMaxExpandSize = 56;

    ExpandDimsType() = default;
    /* "1100": the first two of four positions are added ones. Longer texts than kMaxExpandSize: empty. */
    explicit ExpandDimsType(const ge::char_t *expand_dims_type)
    {
        const size_t size = expand_dims_type ? std::strlen(expand_dims_type) : 0;
        if (size > kMaxExpandSize)
            return;
        full_ = size;
        for (size_t i = 0; i < size; ++i) {
            if (expand_dims_type[i] == '1')
                SetExpandIndex(i);
        }
    }
    /* Number of positions in the top byte, the mask below it. */
    explicit ExpandDimsType(int64_t reshape_type_mask)
    {
        full_ = static_cast<uint64_t>(reshape_type_mask) >> kMaxExpandSize;
        ones_ = full_ > kMaxExpandSize ? 0 : static_cast<uint64_t>(reshape_type_mask) & 0xffU;
    }
    bool operator==(const ExpandDimsType &other) const
    {
        return full_ == other.full_ && ones_ == other.ones_;
    }
    AxisIndex GetFullSize() const { return full_; }
    void SetExpandIndex(AxisIndex index) { ones_ |= uint64_t(1) << index; }
    bool IsExpandIndex(AxisIndex index) const { return (ones_ >> index) & 1U; }
    /* Ones where they are added, the shape's own dimensions elsewhere, those left over at the end. A shape of
     * the full size already has them. */
    ge::graphStatus Expand(const Shape &shape, Shape &out_shape) const
    {
        const size_t given = shape.GetDimNum();
        const bool complete = given == full_;
        Shape full;
        size_t next = 0;
        for (AxisIndex at = 0; at < full_ && !complete; ++at) {
            const bool added = IsExpandIndex(at);
            if (!added && next == given)
                return ge::GRAPH_FAILED;
            full.AppendDim(added ? 1 : shape.GetDim(next++));
        }
        for (; next < given; ++next)
            full.AppendDim(shape.GetDim(next));
        out_shape = full;
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus Expand(Shape &shape) const { return Expand(shape, shape); }

  private:
    uint64_t full_ = 0;
    uint64_t ones_ = 0;
};

} // namespace gert
#endif
