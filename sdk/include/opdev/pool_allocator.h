/* Allocator of containers over the same free lists as op::Object. */
#ifndef OPFORGE_OPDEV_POOL_ALLOCATOR_H
#define OPFORGE_OPDEV_POOL_ALLOCATOR_H

#include "opdev/object.h"
#include "opdev/op_log.h" /* sources of operators take the log from here */

namespace op {
namespace internal {
template <typename T>
class PoolAllocator {
public:
    using value_type = T;
    PoolAllocator() = default;
    template <typename U>
    PoolAllocator(const PoolAllocator<U> &)
    {}
    T *allocate(size_t n)
    {
        void *block = Allocate(n * sizeof(T));
        if (block == nullptr)
            throw std::bad_alloc();
        return static_cast<T *>(block);
    }
    void deallocate(T *block, size_t) { DeAllocate(block); }
    template <typename U>
    bool operator==(const PoolAllocator<U> &) const
    {
        return true;
    }
    template <typename U>
    bool operator!=(const PoolAllocator<U> &) const
    {
        return false;
    }
};
} // namespace internal
} // namespace op
#endif
