/* gert::TensorData: the address of a tensor's elements, where it lies, and who frees it. */
#ifndef OPFORGE_EXE_GRAPH_TENSOR_DATA_H
#define OPFORGE_EXE_GRAPH_TENSOR_DATA_H

#include "graph/error_codes.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace gert
{

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

class TensorPlacementUtils
{
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

/* Holds one address and gives it back: the manager, when there is one, is asked where the bytes are, told of
 * every further holder, and told when this one lets go. */
class TensorData
{
  public:
    explicit TensorData(TensorAddress addr = nullptr, TensorAddrManager manager = nullptr)
        : TensorData(addr, manager, 0, kTensorPlacementEnd)
    {
    }
    explicit TensorData(TensorAddress addr, TensorAddrManager manager, size_t size, TensorPlacement placement)
        : held_{addr, manager, size, placement}
    {
    }
    TensorData(TensorData &&from) noexcept : held_(from.LetGo()) {}
    TensorData &operator=(TensorData &&from) noexcept
    {
        if (&from != this) {
            (void)Free();
            held_ = from.LetGo();
        }
        return *this;
    }
    TensorData(const TensorData &) = delete;
    TensorData &operator=(const TensorData &) = delete;
    ~TensorData() { (void)Free(); }

    TensorAddress GetAddr() const
    {
        TensorAddress now = held_.at;
        return now && Ask(kGetTensorAddress, &now) != ge::GRAPH_SUCCESS ? nullptr : now;
    }
    size_t GetSize() const { return held_.size; }
    TensorPlacement GetPlacement() const { return held_.placement; }
    void SetSize(size_t size) { held_.size = size; }
    void SetPlacement(TensorPlacement placement) { held_.placement = placement; }

    /* Size and placement stay: only the address is given back. A manager that refuses keeps it. */
    ge::graphStatus Free()
    {
        return Become({held_.manager ? nullptr : held_.at, nullptr, held_.size, held_.placement});
    }
    ge::graphStatus SetAddr(ConstTensorAddressPtr addr, TensorAddrManager manager)
    {
        return Become({const_cast<TensorAddress>(addr), manager, held_.size, held_.placement});
    }
    bool IsSharedWith(const TensorData &other) const { return held_.Same(other.held_); }
    ge::graphStatus ShareFrom(const TensorData &other)
    {
        ge::graphStatus status = ge::GRAPH_SUCCESS;
        if (!IsSharedWith(other) && (status = Become(other.held_)) == ge::GRAPH_SUCCESS)
            status = Ask(kPlusShareCount, nullptr);
        return status;
    }
    /* Without telling the manager, which the caller takes over too. */
    TensorAddress Release(TensorAddrManager &manager)
    {
        const Held was = LetGo();
        manager = was.manager;
        return was.at;
    }

  private:
    struct Held {
        TensorAddress at;
        TensorAddrManager manager;
        size_t size;
        TensorPlacement placement;
        bool Same(const Held &o) const
        {
            return at == o.at && size == o.size && manager == o.manager && placement == o.placement;
        }
    };
    /* Without a manager nobody objects. */
    ge::graphStatus Ask(TensorOperateType what, void **answer) const
    {
        return held_.manager ? held_.manager(held_.at, what, answer) : ge::GRAPH_SUCCESS;
    }
    ge::graphStatus Become(const Held &next)
    {
        const ge::graphStatus status = Ask(kFreeTensor, nullptr);
        if (status == ge::GRAPH_SUCCESS)
            held_ = next;
        return status;
    }
    Held LetGo() { return std::exchange(held_, Held{nullptr, nullptr, 0, kTensorPlacementEnd}); }

    Held held_;
};

} // namespace gert
#endif
