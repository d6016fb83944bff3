// Making, viewing, resizing and copying NPU tensors: the operators that cannot run on the CPU.
#include "alias.h"
#include "compat.h"
#include "fallback.h"
#include "runtime.h"
#include "aclnn_call.h"
#include <ATen/EmptyTensor.h>
#include <ATen/InferSize.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/_local_scalar_dense_ops.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <acl/acl.h>
#include <opforge/runtime_api.h>
#include <torch/library.h>

namespace opf_torch {
namespace {

using at::Tensor;
using c10::IntArrayRef;

const c10::DispatchKeySet npu_keys(c10::DispatchKey::PrivateUse1);

at::ScalarType checked_type(Optional<at::ScalarType> type)
{
    const at::ScalarType chosen = type.value_or(c10::get_default_dtype_as_scalartype());
    acl_type(chosen); // throws for types that no NPU tensor can have
    return chosen;
}

Tensor empty(IntArrayRef size, Optional<at::ScalarType> type, Optional<at::Layout> layout, Optional<at::Device>,
             Optional<bool> pin, Optional<at::MemoryFormat> format)
{
    TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided, "an NPU tensor must be strided, not ", *layout);
    TORCH_CHECK(!pin.value_or(false), "only tensors of the CPU can be pinned, not NPU tensors");
    return at::detail::empty_generic(size, device_allocator(), npu_keys, checked_type(type), format);
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, Optional<at::ScalarType> type, Optional<at::Layout> layout,
                     Optional<at::Device>, Optional<bool> pin)
{
    TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided, "an NPU tensor must be strided, not ", *layout);
    TORCH_CHECK(!pin.value_or(false), "only tensors of the CPU can be pinned, not NPU tensors");
    return at::detail::empty_strided_generic(size, stride, device_allocator(), npu_keys, checked_type(type));
}

size_t bytes_needed(const Tensor &tensor)
{
    int64_t last = tensor.storage_offset();
    for (int64_t i = 0; i < tensor.dim(); ++i) {
        if (tensor.size(i) == 0)
            return 0;
        last += (tensor.size(i) - 1) * tensor.stride(i);
    }
    return static_cast<size_t>(last + 1) * tensor.itemsize();
}

const Tensor &resize_(const Tensor &self, IntArrayRef size, Optional<at::MemoryFormat> format)
{
    c10::TensorImpl *impl = self.unsafeGetTensorImpl();
    if (self.sizes() != size)
        impl->set_sizes_contiguous(size);
    if (format.has_value() && *format != at::MemoryFormat::Preserve)
        impl->empty_tensor_restride(*format);
    grow_storage(self.storage(), bytes_needed(self));
    return self;
}

Tensor &set_storage(Tensor &self, c10::Storage source, int64_t offset, IntArrayRef size, IntArrayRef stride)
{
    TORCH_CHECK(source.device().type() == NPU, "set_: the storage is on ", source.device(), ", the tensor on the NPU");
    c10::TensorImpl *impl = self.unsafeGetTensorImpl();
    impl->set_storage_keep_dtype(std::move(source));
    impl->set_storage_offset(offset);
    if (stride.data() != nullptr || (size.empty() && stride.empty()))
        impl->set_sizes_and_strides(size, stride);
    else
        impl->set_sizes_contiguous(size);
    grow_storage(self.storage(), bytes_needed(self));
    return self;
}

Tensor &set_whole_storage(Tensor &self, c10::Storage source)
{
    const int64_t count = static_cast<int64_t>(source.nbytes() / self.itemsize());
    const int64_t one = 1;
    return set_storage(self, std::move(source), 0, count, one);
}

Tensor &set_tensor(Tensor &self, const Tensor &source)
{
    if (!self.is_same(source))
        set_storage(self, source.storage(), source.storage_offset(), source.sizes(), source.strides());
    return self;
}

// ---- Copies -------------------------------------------------------------------------------------------------------

bool same_dense_layout(const Tensor &to, const Tensor &from)
{
    return to.scalar_type() == from.scalar_type() && to.sizes() == from.sizes() && to.strides() == from.strides() &&
           from.is_non_overlapping_and_dense() && to.is_conj() == from.is_conj() && to.is_neg() == from.is_neg();
}

// Both on the NPU, same layout: queued on the stream.
void copy_on_stream(const Tensor &to, const Tensor &from)
{
    const size_t bytes = static_cast<size_t>(from.numel()) * from.itemsize();
    check_acl(aclrtMemcpyAsync(to.data_ptr(), bytes, from.data_ptr(), bytes, ACL_MEMCPY_DEVICE_TO_DEVICE,
                               current_stream()),
              "copying between NPU tensors");
    mark_busy();
}

// Both on the NPU, one type, any layout: the runtime moves elements, in the order of the stream.
bool copy_layout(const Tensor &to, const Tensor &from)
{
    if (to.scalar_type() != from.scalar_type() || to.is_conj() != from.is_conj() || to.is_neg() != from.is_neg() ||
        to.dim() > OPF_RUNTIME_COPY_DIMS || storage_address(to.storage()) == storage_address(from.storage()))
        return false;
    const Tensor source = from.sizes() == to.sizes() ? from : from.expand(to.sizes());
    opf_runtime_copy plan{};
    plan.src = source.data_ptr();
    plan.dst = to.data_ptr();
    plan.elem_size = static_cast<uint32_t>(to.itemsize());
    plan.dim_num = static_cast<uint32_t>(to.dim());
    for (int64_t i = 0; i < to.dim(); ++i) {
        plan.dims[i] = to.size(i);
        plan.src_strides[i] = source.stride(i) * static_cast<int64_t>(plan.elem_size);
        plan.dst_strides[i] = to.stride(i) * static_cast<int64_t>(plan.elem_size);
    }
    check_acl(opf_runtime_enqueue_copy(current_stream(), &plan), "copying between NPU tensors");
    mark_busy();
    return true;
}

// Other types too, where a library has the function.
bool copy_by_aclnn(const Tensor &to, const Tensor &from)
{
    static AclnnFunction copy("aclnnInplaceCopy"), cast("aclnnCast");
    if (copy.available() && copy(to, from))
        return true;
    return cast.available() && to.sizes() == from.sizes() && !from.is_conj() && !from.is_neg() &&
           cast(from, to.scalar_type(), to);
}

// Any copy, with conversion and broadcasting: by the CPU, in place.
void copy_on_host(const Tensor &to, const Tensor &from)
{
    wait_for_device();
    Aliases aliases;
    at::AutoDispatchBelowADInplaceOrView guard;
    aliases.get(to).copy_(aliases.get(from));
}

void copy(const Tensor &to, const Tensor &from)
{
    if (to.numel() == 0 && from.numel() == 0)
        return;
    if (to.is_same(from))
        return;
    if (!same_dense_layout(to, from)) {
        if (is_npu(to) && is_npu(from) && (copy_layout(to, from) || copy_by_aclnn(to, from)))
            return;
        if (is_npu(to) && is_npu(from)) // a conversion or another layout: work of the device, done by the CPU
            admit_fallback("aten::copy_");
        return copy_on_host(to, from);
    }
    if (is_npu(to) && is_npu(from))
        return copy_on_stream(to, from);
    const size_t bytes = static_cast<size_t>(from.numel()) * from.itemsize();
    wait_for_device();
    check_acl(aclrtMemcpy(to.data_ptr(), bytes, from.data_ptr(), bytes,
                          is_npu(to) ? ACL_MEMCPY_HOST_TO_DEVICE : ACL_MEMCPY_DEVICE_TO_HOST),
              "copying between the host and the NPU");
}

Tensor &copy_(Tensor &self, const Tensor &source, bool)
{
    copy(self, source);
    return self;
}

Tensor copy_from(const Tensor &self, const Tensor &destination, bool)
{
    copy(destination, self);
    return destination;
}

Tensor copy_from_and_resize(const Tensor &self, const Tensor &destination)
{
    destination.resize_(self.sizes());
    copy(destination, self);
    return destination;
}

at::Scalar local_scalar_dense(const Tensor &self)
{
    wait_for_device();
    Aliases aliases;
    return at::_ops::_local_scalar_dense::call(aliases.get(self));
}

void record_stream_of(Tensor &self, c10::Stream stream)
{
    record_stream(self.storage().data_ptr(), stream.id());
}

} // namespace
} // namespace opf_torch

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m)
{
    using namespace opf_torch;
    m.impl("empty.memory_format", TORCH_FN(empty));
    m.impl("empty_strided", TORCH_FN(empty_strided));
    m.impl("resize_", TORCH_FN(resize_));
    m.impl("as_strided", TORCH_FN(at::native::as_strided_tensorimpl));
    m.impl("view", TORCH_FN(at::native::view));
    m.impl("_reshape_alias", TORCH_FN(at::native::_reshape_alias));
    m.impl("unfold", TORCH_FN(at::native::unfold));
    m.impl("view_as_real", TORCH_FN(at::native::view_as_real));
    m.impl("view_as_complex", TORCH_FN(at::native::view_as_complex));
    m.impl("set_.source_Storage", TORCH_FN(set_whole_storage));
    m.impl("set_.source_Storage_storage_offset", TORCH_FN(set_storage));
    m.impl("set_.source_Tensor", TORCH_FN(set_tensor));
    m.impl("copy_", TORCH_FN(copy_));
    m.impl("_copy_from", TORCH_FN(copy_from));
    m.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
    m.impl("_local_scalar_dense", TORCH_FN(local_scalar_dense));
    m.impl("record_stream", TORCH_FN(record_stream_of));
}
