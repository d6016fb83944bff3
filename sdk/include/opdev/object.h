/* Base of the objects an executor makes by the dozen: their memory comes from per-thread free lists, so that a warm
 * call does not touch the heap. */
#ifndef OPFORGE_OPDEV_OBJECT_H
#define OPFORGE_OPDEV_OBJECT_H

#include <cstddef>
#include <new>

/* Symbols of libnnopbase.so that operator libraries use, also when those are compiled with hidden visibility. */
#define OPF_OPDEV_API __attribute__((visibility("default")))

using std::size_t;

namespace op {
namespace internal {
OPF_OPDEV_API void *Allocate(size_t size); // nullptr without memory
OPF_OPDEV_API void DeAllocate(void *block);
} // namespace internal

class OPF_OPDEV_API Object {
public:
    Object() = default;
    virtual ~Object() = default;

    static void *operator new(size_t size) noexcept { return internal::Allocate(size); }
    static void *operator new[](size_t size) noexcept { return internal::Allocate(size); }
    static void *operator new(size_t size, const std::nothrow_t &) noexcept { return internal::Allocate(size); }
    static void *operator new[](size_t size, const std::nothrow_t &) noexcept { return internal::Allocate(size); }
    static void *operator new(size_t, void *place) noexcept { return place; }
    static void operator delete(void *block) { internal::DeAllocate(block); }
    static void operator delete[](void *block) { internal::DeAllocate(block); }
};
} // namespace op
#endif
