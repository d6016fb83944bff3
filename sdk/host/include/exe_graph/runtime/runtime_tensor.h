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

namespace gert {

enum TensorVersion : uint8_t { kTensorV1 = 0, kTensorV2 = 1 };

class Tensor {
public:
    Tensor() = default;
    Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, ge::DataType data_type)
        : shape_(storage_shape), format_(storage_format), type_(data_type)
    {
    }
    Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, TensorPlacement placement,
           ge::DataType data_type, TensorAddress addr)
        : Tensor(storage_shape, storage_format, placement, data_type, addr, nullptr)
    {
    }
    Tensor(const StorageShape &storage_shape, const StorageFormat &storage_format, TensorPlacement placement,
           ge::DataType data_type, TensorAddress addr, TensorAddrManager manager)
        : shape_(storage_shape), format_(storage_format), type_(data_type),
          data_(addr, manager, static_cast<size_t>(ge::GetSizeInBytes(GetShapeSize(), data_type)), placement)
    {
    }

    /* Elements in memory. */
    int64_t GetShapeSize() const { return shape_.GetStorageShape().GetShapeSize(); }
    template <class T> const T *GetData() const { return static_cast<const T *>(GetAddr()); }
    template <class T> T *GetData() { return static_cast<T *>(GetAddr()); }
    void SetData(TensorData &&data) { data_ = std::move(data); }
    const void *GetAddr() const { return data_.GetPlacement() == kFollowing ? Behind() : data_.GetAddr(); }
    void *GetAddr()
    {
        return data_.GetPlacement() == kFollowing ? const_cast<void *>(Behind()) : data_.GetAddr();
    }
    size_t GetSize() const { return data_.GetSize(); }
    void SetSize(size_t size) { data_.SetSize(size); }
    ge::DataType GetDataType() const { return type_; }
    void SetDataType(ge::DataType data_type) { type_ = data_type; }

    /* One allocation: the tensor and its elements right behind it. */
    static std::unique_ptr<uint8_t[]> CreateFollowing(int64_t shape_size, ge::DataType dt, size_t &total_size)
    {
        const int64_t bytes = ge::GetSizeInBytes(shape_size, dt);
        return bytes < 0 ? nullptr : CreateFollowing(dt, static_cast<size_t>(bytes), total_size);
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(ge::DataType dt, size_t tensor_size, size_t &total_size)
    {
        if (__builtin_add_overflow(tensor_size, sizeof(Tensor), &total_size))
            return nullptr;
        std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total_size]);
        if (block) {
            auto *tensor = new (block.get()) Tensor();
            tensor->type_ = dt;
            tensor->data_ = TensorData(nullptr, nullptr, tensor_size, kFollowing);
        }
        return block;
    }

    const Shape &GetStorageShape() const { return shape_.GetStorageShape(); }
    Shape &MutableStorageShape() { return shape_.MutableStorageShape(); }
    const Shape &GetOriginShape() const { return shape_.GetOriginShape(); }
    Shape &MutableOriginShape() { return shape_.MutableOriginShape(); }
    const StorageShape &GetShape() const { return shape_; }
    StorageShape &GetShape() { return shape_; }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    void SetStorageFormat(ge::Format storage_format) { format_.SetStorageFormat(storage_format); }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    void SetOriginFormat(ge::Format origin_format) { format_.SetOriginFormat(origin_format); }
    const StorageFormat &GetFormat() const { return format_; }
    StorageFormat &MutableFormat() { return format_; }
    ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }
    void SetExpandDimsType(const ExpandDimsType &type) { format_.SetExpandDimsType(type); }
    TensorPlacement GetPlacement() const { return data_.GetPlacement(); }
    void SetPlacement(TensorPlacement placement) { data_.SetPlacement(placement); }
    const TensorData &GetTensorData() const { return data_; }
    TensorData &MutableTensorData() { return data_; }
    TensorVersion GetVersion() const { return version_; }

private:
    friend class TensorV2;
    const void *Behind() const { return this + 1; }

    StorageShape shape_; /* first: a tensor's slot is also read as a StorageShape and as a Shape */
    StorageFormat format_;
    TensorVersion version_ = kTensorV1;
    ge::DataType type_ = ge::DT_UNDEFINED;
    TensorData data_;
};
static_assert(std::is_standard_layout<Tensor>::value, "a tensor's slot is read as a StorageShape");

class TensorV2 {
public:
    TensorV2() { base_.version_ = kTensorV2; }
    TensorV2(const StorageShape &storage_shape, const StorageFormat &storage_format, ge::DataType data_type)
        : base_(storage_shape, storage_format, data_type)
    {
        base_.version_ = kTensorV2;
    }
    TensorV2(const StorageShape &storage_shape, const StorageFormat &storage_format, TensorPlacement placement,
             ge::DataType data_type, TensorAddress addr, TensorAddrManager manager = nullptr)
        : base_(storage_shape, storage_format, placement, data_type, addr, manager)
    {
        base_.version_ = kTensorV2;
    }
    TensorV2(const StorageShape &storage_shape, const StorageFormat &storage_format, TensorPlacement placement,
             ge::DataType data_type, TensorAddress addr, TensorAddrManager manager, const Stride &stride,
             int64_t offset)
        : TensorV2(storage_shape, storage_format, placement, data_type, addr, manager)
    {
        stride_ = stride;
        offset_ = offset;
    }

    int64_t GetShapeSize() const { return base_.GetShapeSize(); }
    template <class T> const T *GetData() const { return static_cast<const T *>(GetAddr()); }
    template <class T> T *GetData() { return static_cast<T *>(GetAddr()); }
    void SetData(TensorData &&data) { base_.SetData(std::move(data)); }
    const void *GetAddr() const { return GetPlacement() == kFollowing ? this + 1 : base_.data_.GetAddr(); }
    void *GetAddr() { return GetPlacement() == kFollowing ? this + 1 : base_.data_.GetAddr(); }
    size_t GetSize() const { return base_.GetSize(); }
    void SetSize(size_t size) { base_.SetSize(size); }
    ge::DataType GetDataType() const { return base_.GetDataType(); }
    void SetDataType(ge::DataType data_type) { base_.SetDataType(data_type); }
    static std::unique_ptr<uint8_t[]> CreateFollowing(int64_t shape_size, ge::DataType dt, size_t &total_size)
    {
        const int64_t bytes = ge::GetSizeInBytes(shape_size, dt);
        return bytes < 0 ? nullptr : CreateFollowing(dt, static_cast<size_t>(bytes), total_size);
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(ge::DataType dt, size_t tensor_size, size_t &total_size)
    {
        if (__builtin_add_overflow(tensor_size, sizeof(TensorV2), &total_size))
            return nullptr;
        std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total_size]);
        if (block) {
            auto *tensor = new (block.get()) TensorV2();
            tensor->base_.type_ = dt;
            tensor->base_.data_ = TensorData(nullptr, nullptr, tensor_size, kFollowing);
        }
        return block;
    }
    const Shape &GetStorageShape() const { return base_.GetStorageShape(); }
    Shape &MutableStorageShape() { return base_.MutableStorageShape(); }
    const Shape &GetOriginShape() const { return base_.GetOriginShape(); }
    Shape &MutableOriginShape() { return base_.MutableOriginShape(); }
    const StorageShape &GetShape() const { return base_.GetShape(); }
    StorageShape &GetShape() { return base_.GetShape(); }
    ge::Format GetStorageFormat() const { return base_.GetStorageFormat(); }
    void SetStorageFormat(ge::Format storage_format) { base_.SetStorageFormat(storage_format); }
    ge::Format GetOriginFormat() const { return base_.GetOriginFormat(); }
    void SetOriginFormat(ge::Format origin_format) { base_.SetOriginFormat(origin_format); }
    const StorageFormat &GetFormat() const { return base_.GetFormat(); }
    StorageFormat &MutableFormat() { return base_.MutableFormat(); }
    ExpandDimsType GetExpandDimsType() const { return base_.GetExpandDimsType(); }
    void SetExpandDimsType(const ExpandDimsType &type) { base_.SetExpandDimsType(type); }
    TensorPlacement GetPlacement() const { return base_.GetPlacement(); }
    void SetPlacement(TensorPlacement placement) { base_.SetPlacement(placement); }
    const TensorData &GetTensorData() const { return base_.GetTensorData(); }
    TensorData &MutableTensorData() { return base_.MutableTensorData(); }
    TensorVersion GetVersion() const { return base_.GetVersion(); }
    const Stride &GetStride() const { return stride_; }
    Stride &MutableStride() { return stride_; }
    int64_t GetOffset() const { return offset_; }
    void SetOffset(int64_t offset) { offset_ = offset; }

    /* Ours: with `view` false the tensor reads as version 1, that is as contiguous. */
    void MarkView(bool view) { base_.version_ = view ? kTensorV2 : kTensorV1; }

private:
    Tensor base_;
    Stride stride_;
    int64_t offset_ = 0;
};
static_assert(std::is_standard_layout<TensorV2>::value, "a TensorV2's slot is read as a Tensor");

} // namespace gert
#endif
