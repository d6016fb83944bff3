/* Shapes as text and vectors, and NumPy's broadcasting rule. */
#ifndef OPFORGE_OPDEV_SHAPE_UTILS_H
#define OPFORGE_OPDEV_SHAPE_UTILS_H

#include <cstdlib>
#include <string>

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"

namespace op {

OPF_OPDEV_API ge::AscendString ToString(const Shape &shape); // "[2,3]"
OPF_OPDEV_API ge::AscendString ToString(const Strides &strides);
OPF_OPDEV_API void ToShape(const int64_t *dims, uint64_t dimNum, Shape &shape);
OPF_OPDEV_API void ToShape(const ShapeVector &dims, Shape &shape);
OPF_OPDEV_API ShapeVector ToShapeVector(const Shape &shape);

/* Aligned at the last dimension, each pair must be equal or hold a 1. */
OPF_OPDEV_API bool CheckBroadcastShape(const Shape &self, const Shape &other);
OPF_OPDEV_API bool BroadcastInferShape(const Shape &self, const Shape &other, Shape &broadcastShape);

} // namespace op
#endif
