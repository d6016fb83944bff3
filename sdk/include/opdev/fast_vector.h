/* op::FVector: a vector whose first N items live inside the object. */
#ifndef OPFORGE_OPDEV_FAST_VECTOR_H
#define OPFORGE_OPDEV_FAST_VECTOR_H

#include "opdev/pool_allocator.h"
#include "opdev/small_vector.h"

namespace op {
template <typename T, size_t N = 8>
using FVector = internal::SmallVector<T, N, internal::PoolAllocator<T>>;
}
#endif
