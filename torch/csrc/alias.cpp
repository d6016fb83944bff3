// CPU aliases of NPU tensors.
#include "alias.h"
#include "compat.h"
#include "runtime.h"
#include <ATen/EmptyTensor.h>
#include <ATen/core/TensorBody.h>
#include <c10/core/CPUAllocator.h>
#include <cstring>

namespace opf_torch {
namespace {

c10::Storage alias_storage(const c10::Storage &storage)
{
    // The memory stays the NPU storage's, which lives longer than the call. A CPU operator that resizes gives the
    // alias memory of its own, which finish() notices.
    return c10::Storage(c10::Storage::use_byte_size_t(), storage.nbytes(),
                        c10::DataPtr(storage_address(storage), c10::Device(c10::DeviceType::CPU)),
                        c10::GetCPUAllocator(), true);
}

at::Tensor make_alias(const at::Tensor &tensor, c10::Storage storage)
{
    at::Tensor alias = at::detail::make_tensor<c10::TensorImpl>(
        std::move(storage), c10::DispatchKeySet(c10::DispatchKey::CPU), tensor.dtype());
    c10::TensorImpl *impl = alias.unsafeGetTensorImpl();
    impl->set_sizes_and_strides(tensor.sizes(), tensor.strides());
    impl->set_storage_offset(tensor.storage_offset());
    if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
        impl->set_wrapped_number(true);
    alias._set_conj(tensor.is_conj());
    alias._set_neg(tensor.is_neg());
    return alias;
}

} // namespace

at::Tensor Aliases::get(const at::Tensor &tensor)
{
    if (!is_npu(tensor))
        return tensor;
    c10::Storage shared;
    for (const Pair &pair : pairs_) {
        if (pair.original.is_same(tensor))
            return pair.alias;
        if (pair.original.storage().unsafeGetStorageImpl() == tensor.storage().unsafeGetStorageImpl())
            shared = pair.alias.storage();
    }
    if (!shared)
        shared = alias_storage(tensor.storage());
    void *memory = storage_address(tensor.storage());
    pairs_.push_back({tensor, make_alias(tensor, std::move(shared)), memory});
    return pairs_.back().alias;
}

at::Tensor Aliases::original(const at::Tensor &alias) const
{
    for (const Pair &pair : pairs_) {
        if (pair.alias.is_same(alias))
            return pair.original;
    }
    return at::Tensor();
}

void Aliases::finish()
{
    for (const Pair &pair : pairs_) {
        const c10::Storage &now = pair.alias.storage();
        if (storage_address(now) != pair.memory || now.nbytes() > pair.original.storage().nbytes()) {
            grow_storage(pair.original.storage(), now.nbytes());
            if (now.nbytes() > 0)
                std::memcpy(storage_address(pair.original.storage()), storage_address(now), now.nbytes());
        }
        if (pair.alias.sizes() != pair.original.sizes() || pair.alias.strides() != pair.original.strides()) {
            c10::TensorImpl *impl = pair.original.unsafeGetTensorImpl();
            impl->set_sizes_and_strides(pair.alias.sizes(), pair.alias.strides());
            impl->set_storage_offset(pair.alias.storage_offset());
        }
    }
}

at::Tensor to_npu(const at::Tensor &cpu)
{
    const c10::DispatchKeySet keys(c10::DispatchKey::PrivateUse1);
    const auto make = [&](at::IntArrayRef strides) -> at::Tensor {
        return at::Tensor(
            at::detail::empty_strided_generic(cpu.sizes(), strides, device_allocator(), keys, cpu.scalar_type()));
    };
    at::Tensor dense = cpu;
    if (!cpu.is_non_overlapping_and_dense() || cpu.is_conj() || cpu.is_neg())
        dense = cpu.clone(at::MemoryFormat::Contiguous).resolve_conj().resolve_neg();
    at::Tensor npu = make(dense.strides());
    wait_for_device();
    if (dense.numel() > 0)
        std::memcpy(npu.data_ptr(), dense.data_ptr(), static_cast<size_t>(dense.numel()) * dense.itemsize());
    return npu;
}

void grow_storage(const c10::Storage &storage, size_t bytes)
{
    if (storage.nbytes() >= bytes)
        return;
    c10::DataPtr memory = device_allocator()->allocate(bytes);
    wait_for_device();
    if (storage.nbytes() > 0)
        std::memcpy(memory.get(), storage_address(storage), storage.nbytes());
    storage.set_data_ptr_noswap(std::move(memory));
    storage.set_nbytes(bytes);
}

} // namespace opf_torch
