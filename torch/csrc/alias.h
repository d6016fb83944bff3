// CPU tensors that share the memory of NPU tensors. The memory of the emulated device is memory of this
// process, so the CPU's own operators can read and write it where it lies, once the device has finished what
// was queued.
#ifndef OPF_TORCH_ALIAS_H
#define OPF_TORCH_ALIAS_H

#include <ATen/core/Tensor.h>
#include <unordered_map>
#include <vector>

namespace opf_torch
{

inline bool is_npu(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.device().type() == c10::DeviceType::PrivateUse1;
}

// The aliases of one call. Two NPU tensors of one storage have aliases of one storage; the same tensor has
// one alias.
class Aliases
{
  public:
    // NPU tensors become their alias; others and undefined ones are returned as they are. The device must be
    // idle.
    at::Tensor get(const at::Tensor &tensor);
    // The NPU tensor of which `alias` is the alias, or an undefined one.
    at::Tensor original(const at::Tensor &alias) const;
    // Carries over what a CPU operator did to its outputs' sizes and storages (resizing).
    void finish();

  private:
    struct Pair {
        at::Tensor original, alias;
        void *memory;
    };
    std::vector<Pair> pairs_;
};

// A copy on the NPU with the same sizes and, where dense, strides.
at::Tensor to_npu(const at::Tensor &cpu);
// Storage with room for `bytes`, keeping what is in it.
void grow_storage(const c10::Storage &storage, size_t bytes);

} // namespace opf_torch

#endif
