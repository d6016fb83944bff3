/* gert::TensorData: the address of a tensor's elements, where it lies, and who frees it. */
#ifndef OPFORGE_EXE_GRAPH_TENSOR_DATA_H
#define OPFORGE_EXE_GRAPH_TENSOR_DATA_H

#include "graph/error_codes.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace gert {

using TensorAddress = void *;
using ConstTensorAddress = void *const;
using ConstTensorAddressPtr = const void *;

enum TensorPlacement : int32_t {
    kOnDeviceHbm, /* device memory */
    kOnHost,      /* host memory */
    kFollowing,   /* host memory right behind the Tensor object */
    kOnDeviceP2p,
    kTensorPlacementEnd
};

class TensorPlacementUtils {
public:
    static bool IsOnDevice(TensorPlacement p) { return IsOnDeviceHbm(p) || IsOnDeviceP2p(p); }
    static bool IsOnHost(TensorPlacement p) { return IsOnHostNotFollowing(p) || IsOnHostFollowing(p); }
    static bool IsOnHostFollowing(TensorPlacement p) { return p == kFollowing; }
    static bool IsOnHostNotFollowing(TensorPlacement p) { return p == kOnHost; }
    static bool IsOnDeviceHbm(TensorPlacement p) { return p == kOnDeviceHbm; }
    static bool IsOnDeviceP2p(TensorPlacement p) { return p == kOnDeviceP2p; }
};

enum TensorOperateType : int32_t { kGetTensorAddress, kFreeTensor, kPlusShareCount, kTensorOperateType };
using TensorAddrManager = ge::graphStatus (*)(TensorAddress addr, TensorOperateType operate_type, void **out);

class TensorData {
public:
    explicit TensorData(TensorAddress addr = nullptr, TensorAddrManager manager = nullptr) : at_(addr), manager_(manager)
    {
    }
    explicit TensorData(TensorAddress addr, TensorAddrManager manager, size_t size, TensorPlacement placement)
        : at_(addr), manager_(manager), size_(size), placement_(placement)
    {
    }
    TensorData(const TensorData &) = delete;
    TensorData &operator=(const TensorData &) = delete;
    TensorData(TensorData &&other) noexcept { Swap(other); }
    TensorData &operator=(TensorData &&other) noexcept
    {
        if (this != &other) {
            TensorData fresh(std::move(other));
            Swap(fresh);
        }
        return *this;
    }
    ~TensorData() noexcept { (void)Free(); }

    /* The manager, when there is one, knows where the bytes are now. */
    TensorAddress GetAddr() const
    {
        if (!manager_ || !at_)
            return at_;
        TensorAddress now = nullptr;
        return manager_(at_, kGetTensorAddress, &now) == ge::GRAPH_SUCCESS ? now : nullptr;
    }
    size_t GetSize() const { return size_; }
    void SetSize(size_t size) { size_ = size; }
    TensorPlacement GetPlacement() const { return placement_; }
    void SetPlacement(TensorPlacement placement) { placement_ = placement; }
    ge::graphStatus Free()
    {
        if (!manager_)
            return ge::GRAPH_SUCCESS;
        const ge::graphStatus status = manager_(at_, kFreeTensor, nullptr);
        if (status == ge::GRAPH_SUCCESS) {
            at_ = nullptr;
            manager_ = nullptr;
        }
        return status;
    }
    ge::graphStatus SetAddr(ConstTensorAddressPtr addr, TensorAddrManager manager)
    {
        const ge::graphStatus status = Free();
        if (status == ge::GRAPH_SUCCESS) {
            at_ = const_cast<TensorAddress>(addr);
            manager_ = manager;
        }
        return status;
    }
    bool IsSharedWith(const TensorData &other) const
    {
        return at_ == other.at_ && manager_ == other.manager_ && size_ == other.size_ &&
               placement_ == other.placement_;
    }
    ge::graphStatus ShareFrom(const TensorData &other)
    {
        if (IsSharedWith(other))
            return ge::GRAPH_SUCCESS;
        const ge::graphStatus status = SetAddr(other.at_, other.manager_);
        if (status != ge::GRAPH_SUCCESS)
            return status;
        size_ = other.size_;
        placement_ = other.placement_;
        return manager_ ? manager_(at_, kPlusShareCount, nullptr) : ge::GRAPH_SUCCESS;
    }
    TensorAddress Release(TensorAddrManager &manager)
    {
        TensorAddress kept = at_;
        manager = manager_;
        at_ = nullptr;
        manager_ = nullptr;
        size_ = 0;
        placement_ = kTensorPlacementEnd;
        return kept;
    }

private:
    void Swap(TensorData &other) noexcept
    {
        std::swap(at_, other.at_);
        std::swap(manager_, other.manager_);
        std::swap(size_, other.size_);
        std::swap(placement_, other.placement_);
    }

    TensorAddress at_ = nullptr;
    TensorAddrManager manager_ = nullptr;
    size_t size_ = 0;
    TensorPlacement placement_ = kTensorPlacementEnd;
};

} // namespace gert
#endif
