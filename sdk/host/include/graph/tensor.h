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
    /* From and to of each dimension, to = -1: no upper bound. Kept, not interpreted. */
    using Ranges = std::vector<std::pair<int64_t, int64_t>>;
    graphStatus SetShapeRange(const Ranges &range)
    {
        range_ = range;
        return GRAPH_SUCCESS;
    }
    graphStatus GetShapeRange(Ranges &range) const
    {
        range = range_;
        return GRAPH_SUCCESS;
    }
    graphStatus SetOriginShapeRange(const Ranges &range)
    {
        origin_range_ = range;
        return GRAPH_SUCCESS;
    }
    graphStatus GetOriginShapeRange(Ranges &range) const
    {
        range = origin_range_;
        return GRAPH_SUCCESS;
    }

  private:
    Ranges range_, origin_range_;
    Shape shape_, origin_shape_;
    Format format_ = FORMAT_ND, origin_format_ = FORMAT_ND;
    DataType data_type_ = DT_FLOAT;
};

/* A described tensor with its bytes. */
class OPF_HOST_API Tensor
{
  public:
    Tensor() = default;
    explicit Tensor(const TensorDesc &desc) : desc_(desc) {}
    Tensor(const TensorDesc &desc, const uint8_t *data, size_t size) : desc_(desc) { SetData(data, size); }
    TensorDesc GetTensorDesc() const { return desc_; }
    graphStatus SetTensorDesc(const TensorDesc &desc)
    {
        desc_ = desc;
        return GRAPH_SUCCESS;
    }
    graphStatus SetData(const uint8_t *data, size_t size)
    {
        bytes_.assign(data, data + size);
        return GRAPH_SUCCESS;
    }
    const uint8_t *GetData() const { return bytes_.data(); }
    uint8_t *GetData() { return bytes_.data(); }
    size_t GetSize() const { return bytes_.size(); }
    DataType GetDataType() const { return desc_.GetDataType(); }
    Format GetFormat() const { return desc_.GetFormat(); }
    Format GetOriginFormat() const { return desc_.GetOriginFormat(); }
    size_t GetShapeDimNum() const { return desc_.GetShape().GetDimNum(); }
    int64_t GetShapeDim(size_t idx) const { return desc_.GetShape().GetDim(idx); }
    size_t GetOriginShapeDimNum() const { return desc_.GetOriginShape().GetDimNum(); }
    int64_t GetOriginShapeDim(size_t idx) const { return desc_.GetOriginShape().GetDim(idx); }

  private:
    TensorDesc desc_;
    std::vector<uint8_t> bytes_;
};

} // namespace ge

#endif
