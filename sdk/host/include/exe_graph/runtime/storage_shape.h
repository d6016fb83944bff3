/* gert::StorageShape: the shape a user sees (origin) and the shape in memory (storage). */
#ifndef OPFORGE_EXE_GRAPH_STORAGE_SHAPE_H
#define OPFORGE_EXE_GRAPH_STORAGE_SHAPE_H

#include "exe_graph/runtime/shape.h"

namespace gert
{

struct StorageShape {
    StorageShape() = default;
    StorageShape(const std::initializer_list<int64_t> &origin_shape,
                 const std::initializer_list<int64_t> &storage_shape)
        : origin_(origin_shape), storage_(storage_shape)
    {
    }
    const Shape &GetOriginShape() const { return origin_; }
    const Shape &GetShape() const { return origin_; }
    const Shape &GetStorageShape() const { return storage_; }
    Shape &MutableShape() { return origin_; }
    Shape &MutableOriginShape() { return origin_; }
    Shape &MutableStorageShape() { return storage_; }
    bool operator==(const StorageShape &other) const
    {
        return origin_ == other.origin_ && storage_ == other.storage_;
    }
    bool operator!=(const StorageShape &other) const { return !operator==(other); }

  private:
    Shape origin_; /* first: shape inference reads a tensor's slot as a Shape */
    Shape storage_;
};
static_assert(std::is_standard_layout<StorageShape>::value, "a tensor's slot is read as a StorageShape");

} // namespace gert
#endif
