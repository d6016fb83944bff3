/* Storages, tensors, scalars and lists. */
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

#include <cstring>

aclStorage::~aclStorage()
{
    op::internal::DeAllocate(hostMemory_);
    if (forward_ != nullptr)
        forward_->Release();
}

void aclStorage::Release()
{
    if (--users_ == 0)
        delete this;
}

void aclStorage::Forward(aclStorage *to, int64_t bytes)
{
    if (to == this || to->Resolved() == this)
        return;
    to->Retain();
    if (forward_ != nullptr)
        forward_->Release();
    forward_ = to;
    forwardBytes_ = bytes;
}

void *aclStorage::OwnHostMemory(size_t bytes)
{
    op::internal::DeAllocate(hostMemory_);
    hostMemory_ = op::internal::Allocate(bytes ? bytes : 1);
    hostBytes_ = hostMemory_ ? bytes : 0;
    addr_ = hostMemory_;
    if (hostMemory_ != nullptr)
        std::memset(hostMemory_, 0, bytes);
    return hostMemory_;
}

aclTensor::aclTensor() { UseStorage(nullptr); }

aclTensor::~aclTensor()
{
    if (gert_ != nullptr) {
        gert_->~Tensor();
        op::internal::DeAllocate(gert_);
    }
    if (storage_ != nullptr)
        storage_->Release();
}

void aclTensor::UseStorage(aclStorage *storage)
{
    if (storage == nullptr)
        storage = new aclStorage();
    if (storage == nullptr)
        throw std::bad_alloc();
    storage->Retain();
    if (storage_ != nullptr)
        storage_->Release();
    storage_ = storage;
}

void aclTensor::SetShapes(const op::Shape &storage, const op::Shape &original, op::DataType dataType,
                          op::Format storageFormat, op::Format originalFormat)
{
    storageShape_ = storage;
    originalShape_ = original;
    viewShape_ = original;
    op::ToContiguousStrides(viewShape_, viewStrides_);
    dataType_ = dataType;
    storageFormat_ = storageFormat;
    originalFormat_ = viewFormat_ = originalFormat;
    viewOffset_ = 0;
}

void aclTensor::SetViewShape(const op::Shape &shape)
{
    viewShape_ = shape;
    op::ToContiguousStrides(viewShape_, viewStrides_);
}

void aclTensor::InitTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *tensorDataAddr)
{
    op::ToShape(viewDims, viewDimsNum, viewShape_);
    op::ToShape(storageDims, storageDimsNum, storageShape_);
    originalShape_ = op::IsPrivateFormat(op::ToOpFormat(format)) ? viewShape_ : storageShape_;
    if (stride != nullptr)
        viewStrides_.assign(stride, stride + viewDimsNum);
    else
        op::ToContiguousStrides(viewShape_, viewStrides_);
    viewOffset_ = offset;
    dataType_ = op::ToOpDataType(dataType);
    storageFormat_ = originalFormat_ = viewFormat_ = op::ToOpFormat(format);
    storage_->SetAddr(tensorDataAddr);
}

bool aclTensor::InitHost(uint64_t size, op::DataType dataType)
{
    int64_t bytes = op::CalcShapeBytes(static_cast<int64_t>(size), dataType, true);
    op::Shape shape{static_cast<int64_t>(size)};
    SetShapes(shape, shape, dataType, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
    return bytes >= 0 && storage_->OwnHostMemory(static_cast<size_t>(bytes)) != nullptr;
}

void *aclTensor::GetData() const
{
    auto *base = static_cast<char *>(storage_->GetAddr());
    int64_t skip = op::CalcShapeBytes(viewOffset_ + storage_->GetStorageOffset(), dataType_, true);
    return base == nullptr ? nullptr : base + (skip > 0 ? skip : 0);
}

void *aclTensor::HostElement(int64_t index, op::DataType dataType) const
{
    size_t size = op::TypeSize(dataType);
    if (storage_->HostMemory() == nullptr || index < 0 || (static_cast<size_t>(index) + 1) * size > storage_->HostBytes()) {
        OP_LOGE(ACLNN_ERR_INNER, "element %ld of a host tensor of %zu bytes does not exist", static_cast<long>(index),
                storage_->HostBytes());
        return nullptr;
    }
    return static_cast<char *>(const_cast<void *>(storage_->HostMemory())) + static_cast<size_t>(index) * size;
}

op::TensorPlacement aclTensor::GetPlacement() const
{
    return storage_->IsHost() ? op::TensorPlacement::kOnHost : op::TensorPlacement::kOnDeviceHbm;
}

op::Tensor *aclTensor::GetTensor() const
{
    op::StorageShape shape;
    shape.MutableOriginShape() = originalShape_;
    shape.MutableStorageShape() = storageShape_;
    if (gert_ == nullptr) {
        gert_ = static_cast<op::Tensor *>(op::internal::Allocate(sizeof(op::Tensor)));
        if (gert_ == nullptr)
            return nullptr;
    } else {
        gert_->~Tensor();
    }
    return new (static_cast<void *>(gert_))
        op::Tensor(shape, op::StorageFormat(originalFormat_, storageFormat_, {}), GetPlacement(), dataType_, GetData());
}

bool aclTensor::IsEmpty() const
{
    for (size_t i = 0; i < viewShape_.GetDimNum(); i++)
        if (viewShape_[i] == 0)
            return true;
    return false;
}

ge::AscendString aclTensor::ToString() const
{
    std::string text = std::string(op::ToString(dataType_).GetString()) + op::ToString(viewShape_).GetString() +
                       " strides " + op::ToString(viewStrides_).GetString() + " offset " + std::to_string(viewOffset_) +
                       " storage " + op::ToString(storageShape_).GetString() + " " +
                       op::ToString(storageFormat_).GetString();
    return ge::AscendString(text.c_str());
}

aclScalar::aclScalar(const void *data, op::DataType dataType) : dataType_(dataType)
{
    size_t size = op::TypeSize(dataType);
    if (data != nullptr && size <= sizeof(room_))
        std::memcpy(room_, data, size);
}

bool aclScalar::IsIntegral() const { return op::IsIntegralType(dataType_, true); }

ge::AscendString aclScalar::ToString() const
{
    std::string value = IsIntegral() ? std::to_string(ToInt64()) : std::to_string(ToDouble());
    return ge::AscendString((std::string(op::ToString(dataType_).GetString()) + " " + value).c_str());
}

aclTensorList::aclTensorList(const aclTensor *const *tensors, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        tensors_.push_back(const_cast<aclTensor *>(tensors[i]));
}
aclScalarList::aclScalarList(const aclScalar *const *scalars, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        scalars_.push_back(const_cast<aclScalar *>(scalars[i]));
}

template <typename List>
static ge::AscendString ListText(const List &list)
{
    std::string text = "[";
    for (uint64_t i = 0; i < list.Size(); i++)
        text += (i ? ", " : "") + std::string(list[i] ? list[i]->ToString().GetString() : "null");
    return ge::AscendString((text + "]").c_str());
}
ge::AscendString aclTensorList::ToString() const { return ListText(*this); }
ge::AscendString aclScalarList::ToString() const { return ListText(*this); }

template <typename T>
static ge::AscendString TextOrNull(const T *t)
{
    return t == nullptr ? ge::AscendString("null") : t->ToString();
}
ge::AscendString ToString(const aclTensor *t) { return TextOrNull(t); }
ge::AscendString ToString(const aclTensorList *t) { return TextOrNull(t); }
ge::AscendString ToString(const aclIntArray *t) { return TextOrNull(t); }
ge::AscendString ToString(const aclBoolArray *t) { return TextOrNull(t); }
ge::AscendString ToString(const aclFloatArray *t) { return TextOrNull(t); }
ge::AscendString ToString(const aclScalar *t) { return TextOrNull(t); }
ge::AscendString ToString(const aclScalarList *t) { return TextOrNull(t); }
