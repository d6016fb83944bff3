// Generator and hooks.
#include "generator.h"
#include "alias.h"
#include "compat.h"
#include "runtime.h"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/empty.h>
#include <acl/acl.h>
#include <c10/core/CPUAllocator.h>
#if OPF_TORCH_HAS_HOOKS
#include <ATen/detail/PrivateUse1HooksInterface.h>
#endif
#include <cstring>
#include <map>
#include <mutex>

namespace opf_torch {
namespace {

struct NpuGenerator final : c10::GeneratorImpl {
    at::Generator inner;
    uint64_t drawn = 0; // offset of the next function that takes one

    explicit NpuGenerator(at::Generator cpu)
        : c10::GeneratorImpl(c10::Device(NPU, 0), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
          inner(std::move(cpu))
    {
    }
    void set_current_seed(uint64_t seed) override
    {
        inner.set_current_seed(seed);
        drawn = 0;
    }
    uint64_t current_seed() const override { return inner.current_seed(); }
    uint64_t seed() override
    {
        drawn = 0;
        return inner.seed();
    }
    // The CPU generator's state, and eight bytes more.
    void set_state(const c10::TensorImpl &state) override
    {
        const at::Tensor given(c10::intrusive_ptr<c10::TensorImpl>::reclaim_copy(const_cast<c10::TensorImpl *>(&state)));
        const int64_t bytes = given.numel() - static_cast<int64_t>(sizeof(drawn));
        TORCH_CHECK(given.scalar_type() == at::kByte && given.is_contiguous() && bytes > 0,
                    "the state of an NPU generator is a row of bytes");
        inner.unsafeGetGeneratorImpl()->set_state(*given.narrow(0, 0, bytes).clone().unsafeGetTensorImpl());
        std::memcpy(&drawn, static_cast<const char *>(given.data_ptr()) + bytes, sizeof(drawn));
    }
    c10::intrusive_ptr<c10::TensorImpl> get_state() const override
    {
        const at::Tensor cpu(inner.unsafeGetGeneratorImpl()->get_state());
        at::Tensor all = at::empty({cpu.numel() + static_cast<int64_t>(sizeof(drawn))}, at::TensorOptions(at::kByte));
        std::memcpy(all.data_ptr(), cpu.data_ptr(), static_cast<size_t>(cpu.numel()));
        std::memcpy(static_cast<char *>(all.data_ptr()) + cpu.numel(), &drawn, sizeof(drawn));
        return all.getIntrusivePtr();
    }
#if OPF_TORCH_HAS_HOOKS
    void set_offset(uint64_t offset) override { inner.unsafeGetGeneratorImpl()->set_offset(offset); }
    uint64_t get_offset() const override { return inner.unsafeGetGeneratorImpl()->get_offset(); }
#endif
    NpuGenerator *clone_impl() const override
    {
        auto *made = new NpuGenerator(inner.clone());
        made->drawn = drawn;
        return made;
    }
};

at::Generator make(uint64_t seed)
{
    return at::make_generator<NpuGenerator>(at::detail::createCPUGenerator(seed));
}

} // namespace

const at::Generator &default_generator()
{
    static const at::Generator &generator = *new at::Generator(make(c10::default_rng_seed_val));
    return generator;
}

at::Generator new_generator() { return make(c10::default_rng_seed_val); }

at::Generator cpu_generator_of(const at::Generator &generator)
{
    if (!generator.defined() || generator.device().type() != NPU)
        return generator;
    return static_cast<NpuGenerator *>(generator.unsafeGetGeneratorImpl())->inner;
}

static NpuGenerator *npu_generator(const Optional<at::Generator> &generator)
{
    const bool given = generator && generator->defined() && generator->device().type() == NPU;
    return static_cast<NpuGenerator *>((given ? *generator : default_generator()).unsafeGetGeneratorImpl());
}

int64_t seed_of(const Optional<at::Generator> &generator)
{
    return static_cast<int64_t>(npu_generator(generator)->current_seed());
}

// Each number of the counter gives four values; a step of the offset is what one call may use up.
int64_t next_offset(const Optional<at::Generator> &generator)
{
    NpuGenerator *own = npu_generator(generator);
    std::lock_guard<std::mutex> hold(own->mutex_);
    const uint64_t offset = own->drawn;
    own->drawn += 16;
    return static_cast<int64_t>(offset);
}

#if OPF_TORCH_HAS_HOOKS
namespace {

// Host memory from aclrtMallocHost. Which pointers are such memory is kept, for is_pinned().
class PinnedAllocator final : public c10::Allocator {
public:
    c10::DataPtr allocate(size_t bytes) override
    {
        void *memory = nullptr;
        check_acl(aclrtMallocHost(&memory, bytes ? bytes : 1), "allocating pinned host memory");
        std::lock_guard<std::mutex> hold(lock_);
        ends_[memory] = static_cast<char *>(memory) + bytes;
        return {memory, memory, &release, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void *to, const void *from, size_t bytes) const override { default_copy_data(to, from, bytes); }
    bool owns(const void *pointer)
    {
        std::lock_guard<std::mutex> hold(lock_);
        auto after = ends_.upper_bound(const_cast<void *>(pointer));
        if (after == ends_.begin())
            return false;
        --after;
        return pointer < after->second || pointer == after->first;
    }
    static PinnedAllocator &get()
    {
        static PinnedAllocator &one = *new PinnedAllocator;
        return one;
    }

private:
    static void release(void *memory)
    {
        {
            std::lock_guard<std::mutex> hold(get().lock_);
            get().ends_.erase(memory);
        }
        aclrtFreeHost(memory);
    }
    std::mutex lock_;
    std::map<void *, void *> ends_;
};

struct NpuHooks final : at::PrivateUse1HooksInterface {
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    c10::DeviceIndex deviceCount() const override { return 1; }
    void setCurrentDevice(c10::DeviceIndex device) const override
    {
        TORCH_CHECK(device <= 0, "there is NPU 0 only, not ", static_cast<int>(device));
    }
    c10::DeviceIndex getCurrentDevice() const override { return 0; }
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override
    {
        setCurrentDevice(device);
        return 0;
    }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }
    const at::Generator &getDefaultGenerator(c10::DeviceIndex) const override { return default_generator(); }
    at::Generator getNewGenerator(c10::DeviceIndex) const override { return new_generator(); }
    at::Device getDeviceFromPtr(void *) const override { return c10::Device(NPU, 0); }
    bool isPinnedPtr(const void *pointer) const override { return PinnedAllocator::get().owns(pointer); }
    c10::Allocator *getPinnedMemoryAllocator() const override { return &PinnedAllocator::get(); }
    void resizePrivateUse1Bytes(const c10::Storage &storage, size_t bytes) const override
    {
        if (bytes > storage.nbytes())
            grow_storage(storage, bytes);
        else
            storage.set_nbytes(bytes);
    }
};

const bool registered = [] {
    at::RegisterPrivateUse1HooksInterface(new NpuHooks);
    return true;
}();

} // namespace
#endif
} // namespace opf_torch
