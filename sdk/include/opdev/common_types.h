/* The objects behind aclTensor, aclScalar and the arrays and lists, as operator sources see them.
 *
 * A tensor is a view (shape, strides, offset, in elements) of a storage; several views may share one storage. The
 * storage is memory of the caller, host memory of an executor, or a place in the call's workspace that gets its
 * address in phase two. */
#ifndef OPFORGE_OPDEV_COMMON_TYPES_H
#define OPFORGE_OPDEV_COMMON_TYPES_H

#include <complex>
#include <map>
#include <memory>
#include <securec.h>
#include <type_traits>
#include <unordered_set>

#include "aclnn/acl_meta.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor.h"
#include "exe_graph/runtime/tensor_data.h"
#include "graph/ascend_string.h"
#include "graph/types.h"
#include "opdev/bfloat16.h"
#include "opdev/fast_vector.h"
#include "opdev/float4_e1m2.h"
#include "opdev/float4_e2m1.h"
#include "opdev/float6_e2m3.h"
#include "opdev/float6_e3m2.h"
#include "opdev/float8_e4m3fn.h"
#include "opdev/float8_e5m2.h"
#include "opdev/float8_e8m0.h"
#include "opdev/fp16_t.h"
#include "opdev/hifloat8.h"
#include "opdev/object.h"
#include "opdev/op_def.h"

namespace op {
constexpr uint64_t MAX_DIM_NUM = 25;
constexpr size_t DIM_0 = 0, DIM_1 = 1, DIM_2 = 2, DIM_3 = 3;

using Strides = FVector<int64_t, MAX_DIM_NUM>;
using ShapeVector = FVector<int64_t, MAX_DIM_NUM>;
using Shape = gert::Shape;
using Format = ge::Format;
using DataType = ge::DataType;
using Tensor = gert::Tensor;
using StorageShape = gert::StorageShape;
using StorageFormat = gert::StorageFormat;
using TensorPlacement = gert::TensorPlacement;

OPF_OPDEV_API ge::AscendString ToString(DataType dataType);
/* Bytes of one element; formats of less than a byte count as kDataTypeSizeBitOffset + bits, as in ge. */
OPF_OPDEV_API size_t TypeSize(DataType dataType);
OPF_OPDEV_API void ToContiguousStrides(const Shape &shape, Strides &strides);

namespace internal {
/* One element of `from` type at `src` becomes one of `to` type at `dst`; false for a pair without a rule. */
OPF_OPDEV_API bool ConvertElement(const void *src, DataType from, void *dst, DataType to);
template <typename T>
struct TypeOf; // the DataType of a C++ element type
#define OPF_TYPE_OF(T, D)                                                                                             \
    template <>                                                                                                       \
    struct TypeOf<T> {                                                                                                \
        static constexpr DataType value = DataType::D;                                                                \
    };
OPF_TYPE_OF(float, DT_FLOAT)
OPF_TYPE_OF(double, DT_DOUBLE)
OPF_TYPE_OF(bool, DT_BOOL)
OPF_TYPE_OF(char, DT_INT8)
OPF_TYPE_OF(int8_t, DT_INT8)
OPF_TYPE_OF(uint8_t, DT_UINT8)
OPF_TYPE_OF(int16_t, DT_INT16)
OPF_TYPE_OF(uint16_t, DT_UINT16)
OPF_TYPE_OF(int32_t, DT_INT32)
OPF_TYPE_OF(uint32_t, DT_UINT32)
OPF_TYPE_OF(int64_t, DT_INT64)
OPF_TYPE_OF(long long, DT_INT64)
OPF_TYPE_OF(uint64_t, DT_UINT64)
OPF_TYPE_OF(unsigned long long, DT_UINT64)
OPF_TYPE_OF(fp16_t, DT_FLOAT16)
OPF_TYPE_OF(bfloat16, DT_BF16)
OPF_TYPE_OF(HiFloat8, DT_HIFLOAT8)
OPF_TYPE_OF(Float8E5M2, DT_FLOAT8_E5M2)
OPF_TYPE_OF(Float8E4M3FN, DT_FLOAT8_E4M3FN)
OPF_TYPE_OF(Float8E8M0, DT_FLOAT8_E8M0)
OPF_TYPE_OF(Float6E3M2, DT_FLOAT6_E3M2)
OPF_TYPE_OF(Float6E2M3, DT_FLOAT6_E2M3)
OPF_TYPE_OF(Float4E2M1, DT_FLOAT4_E2M1)
OPF_TYPE_OF(Float4E1M2, DT_FLOAT4_E1M2)
OPF_TYPE_OF(std::complex<float>, DT_COMPLEX64)
OPF_TYPE_OF(std::complex<double>, DT_COMPLEX128)
#undef OPF_TYPE_OF
} // namespace internal
} // namespace op

/* Memory of one or more tensors. Counted by the tensors that use it. */
class OPF_OPDEV_API aclStorage : public op::Object {
public:
    aclStorage() = default;
    explicit aclStorage(void *addr) : addr_(addr) {}
    explicit aclStorage(bool fromWorkspace) : fromWorkspace_(fromWorkspace) {}
    ~aclStorage() override;

    void *GetAddr() const
    {
        char *to = forward_ ? static_cast<char *>(forward_->GetAddr()) : nullptr;
        return to ? to + forwardBytes_ : forward_ ? nullptr : addr_;
    }
    void SetAddr(void *addr) { addr_ = addr; }
    uint64_t GetWorkspaceOffset() const { return workspaceOffset_; }
    void SetWorkspaceOffset(uint64_t offset) { workspaceOffset_ = offset; }
    bool IsFromWorkspace() const { return forward_ ? forward_->IsFromWorkspace() : fromWorkspace_; }
    void SetFromWorkspace(bool yes) { fromWorkspace_ = yes; }
    int64_t GetStorageOffset() const { return storageOffset_; }
    void SetStorageOffset(int64_t offset) { storageOffset_ = offset; }
    void *GetExtend() const { return extend_; }
    void SetExtend(void *extend) { extend_ = extend; }

    /* opforge's own: an intermediate result that is to be made in place, in another storage. */
    void Forward(aclStorage *to, int64_t bytes = 0); // `bytes` from its start
    const aclStorage *Resolved() const { return forward_ ? forward_->Resolved() : this; }
    aclStorage *Resolved() { return forward_ ? forward_->Resolved() : this; }
    void Retain() { users_++; }
    void Release();
    /* Host memory that lives as long as this storage; nullptr without memory. */
    void *OwnHostMemory(size_t bytes);
    bool IsHost() const { return hostMemory_ != nullptr; }
    size_t HostBytes() const { return hostBytes_; }
    const void *HostMemory() const { return hostMemory_; }

private:
    friend class OpfPlanner;
    void *addr_ = nullptr;
    uint64_t workspaceOffset_ = 0;
    int64_t storageOffset_ = 0;
    void *extend_ = nullptr;
    aclStorage *forward_ = nullptr;
    int64_t forwardBytes_ = 0;
    void *hostMemory_ = nullptr;
    size_t hostBytes_ = 0;
    uint64_t workspaceBytes_ = 0;  // largest need of a tensor on it
    int32_t firstTask_ = -1, lastTask_ = -1; // of the plan being laid out
    uint32_t users_ = 0;
    bool fromWorkspace_ = false;
};

template <typename T>
class aclArray : public op::Object {
public:
    ~aclArray() override { op::internal::DeAllocate(value_); }
    aclArray(const aclArray &) = delete;
    aclArray &operator=(const aclArray &) = delete;
    T &operator[](uint64_t i) { return value_[i]; }
    const T &operator[](uint64_t i) const { return value_[i]; }
    uint64_t Size() const { return size_; }
    const T *GetData() const { return value_; }
    ge::AscendString ToString() const
    {
        std::string text = "[";
        for (uint64_t i = 0; i < size_; i++)
            text += (i ? ", " : "") + std::to_string(static_cast<Printed>(value_[i]));
        return ge::AscendString((text + "]").c_str());
    }

protected:
    using Printed = std::conditional_t<std::is_integral<T>::value, int64_t, float>;
    aclArray(const T *value, uint64_t size) : value_(Copy(value, size)), size_(value_ ? size : 0) {}

private:
    static T *Copy(const T *value, uint64_t size)
    {
        auto *items = static_cast<T *>(op::internal::Allocate((size ? size : 1) * sizeof(T)));
        for (uint64_t i = 0; items && i < size; i++)
            new (items + i) T(value[i]);
        return items;
    }
    T *value_;
    uint64_t size_;
};

#define OPF_ACL_ARRAY(Name, T)                                                                                        \
    class OPF_OPDEV_API Name : public aclArray<T> {                                                                   \
    public:                                                                                                           \
        Name(const T *value, uint64_t size) : aclArray<T>(value, size) {}                                             \
    }
OPF_ACL_ARRAY(aclBoolArray, bool);
OPF_ACL_ARRAY(aclIntArray, int64_t);
OPF_ACL_ARRAY(aclFloatArray, float);
OPF_ACL_ARRAY(aclFp16Array, op::fp16_t);
OPF_ACL_ARRAY(aclBf16Array, op::bfloat16);
#undef OPF_ACL_ARRAY

/* Shapes: the storage shape is what lies in memory in the storage format, the original shape the same data in the
 * original format, the view shape what this tensor shows. They are equal for plain contiguous data. */
class OPF_OPDEV_API aclTensor : public op::Object {
public:
    aclTensor();
    ~aclTensor() override;
    aclTensor(const aclTensor &) = delete;
    aclTensor(aclTensor &&) = delete;
    aclTensor &operator=(const aclTensor &) = delete;
    aclTensor &operator=(aclTensor &&) = delete;

    const op::Shape &GetStorageShape() const { return storageShape_; }
    void SetStorageShape(const op::Shape &shape) const { storageShape_ = shape; }
    const op::Shape &GetOriginalShape() const { return originalShape_; }
    void SetOriginalShape(const op::Shape &shape) const { originalShape_ = shape; }
    const op::Shape &GetViewShape() const { return viewShape_; }
    /* Also makes the strides those of a contiguous tensor. */
    void SetViewShape(const op::Shape &shape);
    op::Format GetStorageFormat() const { return storageFormat_; }
    void SetStorageFormat(op::Format format) { storageFormat_ = format; }
    op::Format GetOriginalFormat() const { return originalFormat_; }
    void SetOriginalFormat(op::Format format) { originalFormat_ = format; }
    op::Format GetViewFormat() const { return viewFormat_; }
    void SetViewFormat(op::Format format) { viewFormat_ = format; }
    const op::Strides &GetViewStrides() const { return viewStrides_; }
    void SetViewStrides(const op::Strides &strides) { viewStrides_ = strides; }
    int64_t GetViewOffset() const { return viewOffset_; }
    void SetViewOffset(int64_t offset) const { viewOffset_ = offset; }
    int64_t GetStorageOffset() const { return storage_->GetStorageOffset(); }
    void SetStorageOffset(int64_t offset) { storage_->SetStorageOffset(offset); }
    op::DataType GetDataType() const { return dataType_; }
    void SetDataType(op::DataType dataType) { dataType_ = dataType; }

    /* Where the view's first element is; in phase one null for a place in the workspace. */
    void *GetData() const;
    void *GetStorageAddr() const { return storage_->GetAddr(); }
    void SetStorageAddr(void *addr) const { storage_->SetAddr(addr); }
    const aclStorage *GetStorage() const { return storage_; }
    aclStorage *MutableStorage() const { return storage_; }
    void SetWorkspaceOffset(uint64_t offset) const { storage_->SetWorkspaceOffset(offset); }
    uint64_t GetWorkspaceOffset() const { return storage_->GetWorkspaceOffset(); }
    void SetExtend(void *extend) const { storage_->SetExtend(extend); }
    void *GetExtend() const { return storage_->GetExtend(); }
    void SetFromWorkspace(bool yes) const { storage_->SetFromWorkspace(yes); }
    bool IsFromWorkspace() const { return storage_->IsFromWorkspace(); }
    op::TensorPlacement GetPlacement() const;
    /* A gert view of this tensor with host data, when it has any. Valid until the next call on this tensor. */
    op::Tensor *GetTensor() const;

    int64_t Size() const { return storageShape_.GetShapeSize(); }
    int64_t Numel() const { return viewShape_.GetShapeSize(); }
    bool IsEmpty() const;
    ge::AscendString ToString() const;

    /* Host tensors: write elements, converted to `dataType`. */
    template <typename T>
    void SetData(int64_t index, const T value, op::DataType dataType)
    {
        void *at = HostElement(index, dataType);
        if (at != nullptr)
            op::internal::ConvertElement(&value, op::internal::TypeOf<T>::value, at, dataType);
    }
    template <typename T>
    void SetData(const T *value, uint64_t size, op::DataType dataType)
    {
        for (uint64_t i = 0; i < size; i++)
            SetData(static_cast<int64_t>(i), value[i], dataType);
    }
    void SetBoolData(const bool *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
    void SetIntData(const int64_t *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
    void SetFloatData(const float *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
    void SetFp16Data(const op::fp16_t *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
    void SetBf16Data(const op::bfloat16 *value, uint64_t size, op::DataType dataType)
    {
        SetData(value, size, dataType);
    }

    void InitTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                    int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                    void *tensorDataAddr);

    /* opforge's own */
    void UseStorage(aclStorage *storage); // shares it; nullptr makes a fresh one
    void SetShapes(const op::Shape &storage, const op::Shape &original, op::DataType dataType, op::Format storageFormat,
                   op::Format originalFormat);
    /* A one-dimensional host tensor of `size` elements; false without memory. */
    bool InitHost(uint64_t size, op::DataType dataType);

private:
    void *HostElement(int64_t index, op::DataType dataType) const;

    mutable op::Shape storageShape_, originalShape_;
    op::Shape viewShape_;
    op::Strides viewStrides_;
    mutable int64_t viewOffset_ = 0;
    aclStorage *storage_ = nullptr;
    mutable op::Tensor *gert_ = nullptr;
    op::DataType dataType_ = op::DataType::DT_UNDEFINED;
    op::Format storageFormat_ = op::Format::FORMAT_ND;
    op::Format originalFormat_ = op::Format::FORMAT_ND;
    op::Format viewFormat_ = op::Format::FORMAT_ND;
};

class OPF_OPDEV_API aclScalar : public op::Object {
public:
    aclScalar(const void *data, op::DataType dataType);
    template <typename T, op::DataType D = op::internal::TypeOf<T>::value>
    explicit aclScalar(T value) : aclScalar(&value, D)
    {}

    const void *GetData() const { return room_; }
    uint64_t Size() const { return op::TypeSize(dataType_); }
    op::DataType GetDataType() const { return dataType_; }

    float ToFloat() const { return To<float>(); }
    double ToDouble() const { return To<double>(); }
    bool ToBool() const { return To<bool>(); }
    int8_t ToInt8() const { return To<int8_t>(); }
    int16_t ToInt16() const { return To<int16_t>(); }
    int32_t ToInt32() const { return To<int32_t>(); }
    int64_t ToInt64() const { return To<int64_t>(); }
    uint8_t ToUint8() const { return To<uint8_t>(); }
    uint16_t ToUint16() const { return To<uint16_t>(); }
    uint32_t ToUint32() const { return To<uint32_t>(); }
    uint64_t ToUint64() const { return To<uint64_t>(); }
    op::fp16_t ToFp16() const { return To<op::fp16_t>(); }
    op::bfloat16 ToBf16() const { return To<op::bfloat16>(); }
    op::HiFloat8 ToHiFloat8() const { return To<op::HiFloat8>(); }
    op::Float8E5M2 ToFloat8E5M2() const { return To<op::Float8E5M2>(); }
    op::Float8E4M3FN ToFloat8E4M3FN() const { return To<op::Float8E4M3FN>(); }
    op::Float8E8M0 ToFloat8E8M0() const { return To<op::Float8E8M0>(); }
    op::Float6E3M2 ToFloat6E3M2() const { return To<op::Float6E3M2>(); }
    op::Float6E2M3 ToFloat6E2M3() const { return To<op::Float6E2M3>(); }
    op::Float4E2M1 ToFloat4E2M1() const { return To<op::Float4E2M1>(); }
    op::Float4E1M2 ToFloat4E1M2() const { return To<op::Float4E1M2>(); }
    std::complex<float> ToComplex64() const { return To<std::complex<float>>(); }
    std::complex<double> ToComplex128() const { return To<std::complex<double>>(); }
    ge::AscendString ToString() const;

    template <typename T>
    T To() const
    {
        T value{};
        op::internal::ConvertElement(room_, dataType_, &value, op::internal::TypeOf<T>::value);
        return value;
    }
    /* The value does not fit T's range (a fraction is no overflow). */
    template <typename T>
    bool CheckOverflows() const
    {
        if (IsIntegral()) {
            if constexpr (std::is_integral<T>::value) {
                if (dataType_ == op::DataType::DT_UINT64)
                    return ToUint64() > static_cast<uint64_t>(std::numeric_limits<T>::max());
                int64_t v = ToInt64();
                if (std::is_unsigned<T>::value && v < 0)
                    return true;
                if (sizeof(T) == sizeof(int64_t))
                    return false;
                return v < static_cast<int64_t>(std::numeric_limits<T>::min()) ||
                       v > static_cast<int64_t>(std::numeric_limits<T>::max());
            }
        }
        if constexpr (std::is_same<T, std::complex<float>>::value || std::is_same<T, std::complex<double>>::value) {
            std::complex<double> z = ToComplex128();
            const double most = sizeof(T) == sizeof(std::complex<float>) ? std::numeric_limits<float>::max()
                                                                         : std::numeric_limits<double>::max();
            return (std::isfinite(z.real()) && std::fabs(z.real()) > most) ||
                   (std::isfinite(z.imag()) && std::fabs(z.imag()) > most);
        } else if constexpr (std::numeric_limits<T>::is_specialized) {
            double v = ToDouble();
            if (std::isnan(v) || std::isinf(v))
                return std::is_integral<T>::value;
            return v < static_cast<double>(std::numeric_limits<T>::lowest()) ||
                   v > static_cast<double>(std::numeric_limits<T>::max());
        } else {
            double v = ToDouble();
            return std::isinf(static_cast<float>(T(static_cast<float>(v)))) && !std::isinf(v);
        }
    }

private:
    bool IsIntegral() const;
    op::DataType dataType_;
    alignas(16) unsigned char room_[16] = {};
};

struct OPF_OPDEV_API aclTensorList : public op::Object {
    aclTensorList(const aclTensor *const *tensors, uint64_t size);
    aclTensor *&operator[](uint64_t i) { return tensors_[i]; }
    const aclTensor *operator[](uint64_t i) const { return tensors_[i]; }
    uint64_t Size() const { return tensors_.size(); }
    const aclTensor *const *GetData() const { return tensors_.data(); }
    ge::AscendString ToString() const;

private:
    op::FVector<aclTensor *> tensors_;
};

struct OPF_OPDEV_API aclScalarList : public op::Object {
    aclScalarList(const aclScalar *const *scalars, uint64_t size);
    aclScalar *&operator[](uint64_t i) { return scalars_[i]; }
    const aclScalar *operator[](uint64_t i) const { return scalars_[i]; }
    uint64_t Size() const { return scalars_.size(); }
    const aclScalar *const *GetData() const { return scalars_.data(); }
    ge::AscendString ToString() const;

private:
    op::FVector<aclScalar *> scalars_;
};

OPF_OPDEV_API ge::AscendString ToString(const aclTensor *t);
OPF_OPDEV_API ge::AscendString ToString(const aclTensorList *t);
OPF_OPDEV_API ge::AscendString ToString(const aclIntArray *t);
OPF_OPDEV_API ge::AscendString ToString(const aclBoolArray *t);
OPF_OPDEV_API ge::AscendString ToString(const aclFloatArray *t);
OPF_OPDEV_API ge::AscendString ToString(const aclScalar *t);
OPF_OPDEV_API ge::AscendString ToString(const aclScalarList *t);
OPF_OPDEV_API ge::AscendString ToString(aclDataType dataType);

#endif
