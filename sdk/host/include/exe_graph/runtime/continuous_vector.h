/* gert::ContinuousVector: count and elements in one block, as list attributes and workspace sizes are kept. */
#ifndef OPFORGE_EXE_GRAPH_CONTINUOUS_VECTOR_H
#define OPFORGE_EXE_GRAPH_CONTINUOUS_VECTOR_H

#include "graph/error_codes.h"
#include "securec.h"
#include "utils/extern_math_util.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

namespace gert {

class ContinuousVector {
public:
    /* A block for `capacity` elements of T with count 0; total_size = bytes of the block. */
    template <typename T> static std::unique_ptr<uint8_t[]> Create(size_t capacity, size_t &total_size)
    {
        if (__builtin_mul_overflow(capacity, sizeof(T), &total_size) ||
            __builtin_add_overflow(total_size, sizeof(ContinuousVector), &total_size))
            return nullptr;
        std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total_size]);
        if (block)
            reinterpret_cast<ContinuousVector *>(block.get())->Init(capacity);
        return block;
    }
    template <typename T> static std::unique_ptr<uint8_t[]> Create(size_t capacity)
    {
        size_t total_size = 0;
        return Create<T>(capacity, total_size);
    }
    void Init(size_t capacity)
    {
        room_ = capacity;
        count_ = 0;
    }
    size_t GetSize() const { return count_; }
    size_t GetCapacity() const { return room_; }
    ge::graphStatus SetSize(size_t size)
    {
        if (size > room_)
            return ge::GRAPH_PARAM_OUT_OF_RANGE;
        count_ = size;
        return ge::GRAPH_SUCCESS;
    }
    const void *GetData() const { return this + 1; }
    void *MutableData() { return this + 1; }

private:
    size_t room_;
    size_t count_;
};
static_assert(std::is_standard_layout<ContinuousVector>::value && sizeof(ContinuousVector) == 16,
              "elements follow, 16-byte aligned");

template <typename T> class TypedContinuousVector : private ContinuousVector {
public:
    using ContinuousVector::GetCapacity;
    using ContinuousVector::GetSize;
    using ContinuousVector::SetSize;
    T *MutableData() { return static_cast<T *>(ContinuousVector::MutableData()); }
    const T *GetData() const { return static_cast<const T *>(ContinuousVector::GetData()); }
};

/* A list of ContinuousVectors in one block: their offsets, then the vectors. */
class ContinuousVectorVector {
public:
    void Init(size_t capacity)
    {
        room_ = capacity;
        count_ = 0;
        if (capacity)
            Offsets()[0] = GetOverHeadLength(capacity);
    }
    /* The next inner vector, its count set to its capacity. The block must be large enough. */
    template <typename T> ContinuousVector *Add(size_t inner_vector_capacity)
    {
        size_t bytes = 0;
        if (count_ >= room_ || __builtin_mul_overflow(inner_vector_capacity, sizeof(T), &bytes) ||
            __builtin_add_overflow(bytes, sizeof(ContinuousVector) + 7, &bytes))
            return nullptr;
        auto *inner = reinterpret_cast<ContinuousVector *>(reinterpret_cast<uint8_t *>(this) + Offsets()[count_]);
        inner->Init(inner_vector_capacity);
        (void)inner->SetSize(inner_vector_capacity);
        if (++count_ < room_)
            Offsets()[count_] = Offsets()[count_ - 1] + bytes / 8 * 8;
        return inner;
    }
    const ContinuousVector *Get(size_t index) const
    {
        if (index >= count_)
            return nullptr;
        return reinterpret_cast<const ContinuousVector *>(reinterpret_cast<const uint8_t *>(this) +
                                                          const_cast<ContinuousVectorVector *>(this)->Offsets()[index]);
    }
    size_t GetSize() const { return count_; }
    static size_t GetOverHeadLength(size_t capacity)
    {
        return sizeof(ContinuousVectorVector) + sizeof(size_t) * capacity;
    }

private:
    size_t *Offsets() { return reinterpret_cast<size_t *>(this + 1); }

    size_t room_;
    size_t count_;
};

} // namespace gert
#endif
