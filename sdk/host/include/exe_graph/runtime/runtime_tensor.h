/* gert::Tensor (shape, format, type, data) and TensorV2 (the same with strides and offset of a view). */
#ifndef OPFORGE_EXE_GRAPH_RUNTIME_TENSOR_H
#define OPFORGE_EXE_GRAPH_RUNTIME_TENSOR_H

#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/stride.h"
#include "exe_graph/runtime/tensor_data.h"
#include <cstring>
#include <memory>
#include <new>

namespace gert
{

enum TensorVersion : uint8_t { kTensorV1 = 0, kTensorV2 = 1 };

class Tensor
{
  public:
    Tensor() = default;
    Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, ge::DataType data_type)
        : shape_(storage_shape), format_(storage_format), type_(data_type)
    {
    }
    /* `addr` has as many bytes as the storage shape needs; without a manager it is borrowed. */
    Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, TensorPlacement placement,
           ge::DataType data_type, TensorAddress addr, TensorAddrManager manager = nullptr)
        : Tensor(storage_shape, storage_format, data_type)
    {
        const int64_t bytes = ge::GetSizeInBytes(GetShapeSize(), data_type);
        data_ = TensorData(addr, manager, static_cast<size_t>(bytes), placement);
    }
    /* One allocation: the tensor and its elements right behind it. total_size: bytes of both. */
    static std::unique_ptr<uint8_t[]> CreateFollowing(int64_t shape_size, ge::DataType dt, size_t &total_size)
    {
        return MakeFollowing<Tensor>(dt, ge::GetSizeInBytes(shape_size, dt), total_size);
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(ge::DataType dt, size_t tensor_size, size_t &total_size)
    {
        return MakeFollowing<Tensor>(dt, static_cast<int64_t>(tensor_size), total_size);
    }

    /* ---- description ---- */
    ge::DataType GetDataType() const { return type_; }
    void SetDataType(ge::DataType data_type) { type_ = data_type; }
    const StorageShape &GetShape() const { return shape_; }
    StorageShape &GetShape() { return shape_; }
    const Shape &GetOriginShape() const { return shape_.GetOriginShape(); }
    const Shape &GetStorageShape() const { return shape_.GetStorageShape(); }
    Shape &MutableOriginShape() { return shape_.MutableOriginShape(); }
    Shape &MutableStorageShape() { return shape_.MutableStorageShape(); }
    const StorageFormat &GetFormat() const { return format_; }
    StorageFormat &MutableFormat() { return format_; }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }
    void SetOriginFormat(ge::Format origin_format) { format_.SetOriginFormat(origin_format); }
    void SetStorageFormat(ge::Format storage_format) { format_.SetStorageFormat(storage_format); }
    void SetExpandDimsType(const ExpandDimsType &type) { format_.SetExpandDimsType(type); }
    TensorVersion GetVersion() const { return version_; }
    /* Elements in memory. */
    int64_t GetShapeSize() const { return GetStorageShape().GetShapeSize(); }

    /* ---- elements ---- */
    void *GetAddr() { return data_.GetPlacement() == kFollowing ? Behind() : data_.GetAddr(); }
    const void *GetAddr() const { return const_cast<Tensor *>(this)->GetAddr(); }
    template <class T> T *GetData() { return static_cast<T *>(GetAddr()); }
    template <class T> const T *GetData() const { return static_cast<const T *>(GetAddr()); }
    size_t GetSize() const { return data_.GetSize(); }
    void SetSize(size_t size) { data_.SetSize(size); }
    TensorPlacement GetPlacement() const { return data_.GetPlacement(); }
    void SetPlacement(TensorPlacement placement) { data_.SetPlacement(placement); }
    const TensorData &GetTensorData() const { return data_; }
    TensorData &MutableTensorData() { return data_; }
    void SetData(TensorData &&data) { data_ = std::move(data); }

  protected:
    template <class Made>
    static std::unique_ptr<uint8_t[]> MakeFollowing(ge::DataType dt, int64_t bytes, size_t &total_size)
    {
        if (bytes < 0 || __builtin_add_overflow(static_cast<size_t>(bytes), sizeof(Made), &total_size))
            return nullptr;
        std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total_size]);
        if (block) {
            Tensor *tensor = new (block.get()) Made();
            tensor->type_ = dt;
            tensor->data_ = TensorData(nullptr, nullptr, static_cast<size_t>(bytes), kFollowing);
        }
        return block;
    }
    uint8_t *Behind() { return reinterpret_cast<uint8_t *>(this + 1) + after_; }

    StorageShape shape_; /* first: a tensor's slot is also read as a StorageShape and as a Shape */
    StorageFormat format_;
    TensorData data_;
    ge::DataType type_ = ge::DT_UNDEFINED;
    uint32_t after_ = 0; /* bytes of the object behind this part of it */
    TensorVersion version_ = kTensorV1;
};
static_assert(std::is_standard_layout<Tensor>::value, "a tensor's slot is read as a StorageShape");

/* A tensor that knows how it lies in memory; strides and offset count elements. */
class TensorV2 : public Tensor
{
  public:
    TensorV2() { BecomeView(); }
    TensorV2(const StorageShape &storage_shape, const StorageFormat &storage_format, ge::DataType data_type)
        : Tensor(storage_shape, storage_format, data_type)
    {
        BecomeView();
    }
    TensorV2(const StorageShape &storage_shape, const StorageFormat &storage_format,
             TensorPlacement placement, ge::DataType data_type, TensorAddress addr,
             TensorAddrManager manager = nullptr, const Stride &stride = Stride(), int64_t offset = 0)
        : Tensor(storage_shape, storage_format, placement, data_type, addr, manager), stride_(stride),
          offset_(offset)
    {
        BecomeView();
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(int64_t shape_size, ge::DataType dt, size_t &total_size)
    {
        return MakeFollowing<TensorV2>(dt, ge::GetSizeInBytes(shape_size, dt), total_size);
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(ge::DataType dt, size_t tensor_size, size_t &total_size)
    {
        return MakeFollowing<TensorV2>(dt, static_cast<int64_t>(tensor_size), total_size);
    }

    int64_t GetOffset() const { return offset_; }
    void SetOffset(int64_t offset) { offset_ = offset; }
    const Stride &GetStride() const { return stride_; }
    Stride &MutableStride() { return stride_; }

    /* Ours: with `view` false the tensor reads as version 1, that is as contiguous. */
    void MarkView(bool view) { version_ = view ? kTensorV2 : kTensorV1; }

  private:
    void BecomeView()
    {
        after_ = sizeof(TensorV2) - sizeof(Tensor);
        version_ = kTensorV2;
    }

    Stride stride_;
    int64_t offset_ = 0;
};

} // namespace gert
#endif
