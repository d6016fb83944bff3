/* gert::Range: borrowed lower and upper bound of something. */
#ifndef OPFORGE_EXE_GRAPH_RANGE_H
#define OPFORGE_EXE_GRAPH_RANGE_H

#include "exe_graph/runtime/shape.h"

namespace gert {

template <typename T> class Range {
public:
    Range() = default;
    Range(T *min, T *max) : low_(min), high_(max) {}
    explicit Range(T *same_ele) : low_(same_ele), high_(same_ele) {}

    /* Equal when both bounds are the same object, or hold equal values. */
    bool operator==(const Range<T> &rht) const { return Same(low_, rht.low_) && Same(high_, rht.high_); }
    void SetMin(T *min) { low_ = min; }
    void SetMax(T *max) { high_ = max; }
    const T *GetMin() const { return low_; }
    const T *GetMax() const { return high_; }
    T *GetMin() { return low_; }
    T *GetMax() { return high_; }

private:
    static bool Same(const T *a, const T *b) { return a == b || (a && b && *a == *b); }

    T *low_ = nullptr;
    T *high_ = nullptr;
};

} // namespace gert
#endif
