/* ge::Shape and ge::TensorDesc: what the graph interface says about one tensor. */
#ifndef OPFORGE_GRAPH_TENSOR_H
#define OPFORGE_GRAPH_TENSOR_H

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/types.h"
#include <utility>

namespace ge
{

/* Dimensions; {-2} means unknown rank, -1 an unknown dimension. */
class OPF_HOST_API Shape
{
  public:
    Shape() = default;
    explicit Shape(std::vector<int64_t> dims) : dims_(std::move(dims)) {}
    size_t GetDimNum() const;         /* 0 for unknown rank */
    int64_t GetDim(size_t idx) const; /* 0 outside the rank */
    graphStatus SetDim(size_t idx, int64_t value);
    std::vector<int64_t> GetDims() const { return dims_; }
    int64_t GetShapeSize() const; /* product, -1 when a dimension is unknown */

  private:
    std::vector<int64_t> dims_;
};

class OPF_HOST_API TensorDesc
{
  public:
    TensorDesc() = default;
    explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT)
        : shape_(shape), origin_shape_(std::move(shape)), format_(format), origin_format_(format),
          data_type_(dt)
    {
    }
    Shape GetShape() const { return shape_; }
    void SetShape(const Shape &shape) { shape_ = shape; }
    Shape GetOriginShape() const { return origin_shape_; }
    void SetOriginShape(const Shape &shape) { origin_shape_ = shape; }
    Format GetFormat() const { return format_; }
    void SetFormat(Format format) { format_ = format; }
    Format GetOriginFormat() const { return origin_format_; }
    void SetOriginFormat(Format format) { origin_format_ = format; }
    DataType GetDataType() const { return data_type_; }
    void SetDataType(DataType dt) { data_type_ = dt; }

  private:
    Shape shape_, origin_shape_;
    Format format_ = FORMAT_ND, origin_format_ = FORMAT_ND;
    DataType data_type_ = DT_FLOAT;
};

} // namespace ge

#endif
