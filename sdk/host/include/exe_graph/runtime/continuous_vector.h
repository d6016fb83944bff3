/* gert::ContinuousVector: count and elements in one block, as list attributes and workspace sizes are kept.
 */
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

namespace gert
{

class ContinuousVector
{
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
        size_t bytes; /* of no interest to this caller */
        return Create<T>(capacity, bytes);
    }
    void Init(size_t capacity) { *this = ContinuousVector{capacity}; }
    size_t GetCapacity() const { return room_; }
    size_t GetSize() const { return count_; }
    ge::graphStatus SetSize(size_t size)
    {
        const bool fits = size <= room_;
        count_ = fits ? size : count_;
        return fits ? ge::GRAPH_SUCCESS : ge::GRAPH_PARAM_OUT_OF_RANGE;
    }
    const void *GetData() const { return this + 1; }
    void *MutableData() { return this + 1; }

    ContinuousVector() = default;

  private:
    explicit ContinuousVector(size_t room) : room_(room) {}

    size_t room_ = 0;
    size_t count_ = 0;
};
static_assert(std::is_standard_layout<ContinuousVector>::value && sizeof(ContinuousVector) == 16,
              "elements follow, 16-byte aligned");

/* The same block with its element type known: only the two pointers differ. */
template <typename T> struct TypedContinuousVector : ContinuousVector {
    const T *GetData() const { return static_cast<const T *>(ContinuousVector::GetData()); }
    T *MutableData() { return static_cast<T *>(ContinuousVector::MutableData()); }
};

/* A list of ContinuousVectors in one block: where each lies, then the vectors, each at a multiple of 8. */
class ContinuousVectorVector
{
  public:
    void Init(size_t capacity)
    {
        places_ = capacity;
        taken_ = 0;
        end_ = GetOverHeadLength(capacity);
    }
    /* The next inner vector, its count set to its capacity. The block must be large enough. */
    template <typename T> ContinuousVector *Add(size_t inner_vector_capacity)
    {
        size_t after = 0;
        if (taken_ >= places_ || __builtin_mul_overflow(inner_vector_capacity, sizeof(T), &after) ||
            __builtin_add_overflow(after, end_ + sizeof(ContinuousVector) + 7, &after))
            return nullptr;
        Place()[taken_++] = end_;
        auto *inner = static_cast<ContinuousVector *>(At(end_));
        inner->Init(inner_vector_capacity);
        (void)inner->SetSize(inner_vector_capacity);
        end_ = after & ~static_cast<size_t>(7);
        return inner;
    }
    const ContinuousVector *Get(size_t index) const
    {
        auto *self = const_cast<ContinuousVectorVector *>(this);
        return index < taken_ ? static_cast<const ContinuousVector *>(self->At(self->Place()[index]))
                              : nullptr;
    }
    size_t GetSize() const { return taken_; }
    static size_t GetOverHeadLength(size_t capacity)
    {
        return sizeof(ContinuousVectorVector) + capacity * sizeof(size_t);
    }

  private:
    void *At(size_t offset) { return reinterpret_cast<uint8_t *>(this) + offset; }
    size_t *Place() { return static_cast<size_t *>(At(sizeof(*this))); }

    size_t places_, taken_;
    size_t end_; /* where the next vector will lie */
};

} // namespace gert
#endif
