// The differences between PyTorch 1.13 and 2.x that this extension meets, and nothing else.
#ifndef OPF_TORCH_COMPAT_H
#define OPF_TORCH_COMPAT_H

#include <c10/core/Allocator.h>
#include <c10/core/Scalar.h>
#include <c10/core/Storage.h>
#include <torch/version.h>

#define OPF_TORCH_AT_LEAST(major, minor)                                                                     \
    (TORCH_VERSION_MAJOR > (major) || (TORCH_VERSION_MAJOR == (major) && TORCH_VERSION_MINOR >= (minor)))

#if OPF_TORCH_AT_LEAST(2, 1)
#include <optional>
#define OPF_TORCH_HAS_HOOKS 1 // PrivateUse1HooksInterface, the name "npu", new functions of the device guard
#define OPF_ALLOCATE_CONST
#else
#include <c10/util/Optional.h>
#define OPF_TORCH_HAS_HOOKS 0
#define OPF_ALLOCATE_CONST  const // Allocator::allocate was const
#endif

namespace opf_torch
{

#if OPF_TORCH_AT_LEAST(2, 1)
template <typename T> using Optional = std::optional<T>;
using Correction = const Optional<c10::Scalar> &; // of var and std
inline double number_of(Correction correction, double otherwise)
{
    return correction ? correction->toDouble() : otherwise;
}
inline void *storage_address(const c10::Storage &storage)
{
    return const_cast<void *>(storage.data());
}
#else
template <typename T> using Optional = c10::optional<T>;
using Correction = Optional<int64_t>;
inline double number_of(Correction correction, double otherwise)
{
    return correction ? static_cast<double>(*correction) : otherwise;
}
inline void *storage_address(const c10::Storage &storage)
{
    return storage.data();
}
#endif

} // namespace opf_torch

#endif
