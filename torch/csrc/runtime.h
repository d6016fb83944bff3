// The emulated device as PyTorch sees it: errors, streams, and waiting before the host touches device memory.
#ifndef OPF_TORCH_RUNTIME_H
#define OPF_TORCH_RUNTIME_H

#include <c10/core/Allocator.h>
#include <c10/core/Device.h>
#include <c10/core/Stream.h>
#include <cstdint>

typedef void *aclrtStream;

namespace opf_torch
{

constexpr c10::DeviceType NPU = c10::DeviceType::PrivateUse1;

// Throws RuntimeError with acl's own sentence unless `code` is 0; `doing` says what was being done.
void check_acl(int code, const char *doing);

// Streams. Number 0 is the default stream of the device; the others come from a pool and live for ever.
c10::Stream make_stream(int64_t number);
int64_t current_stream_number();
aclrtStream current_stream();
aclrtStream stream_handle(int64_t number);
int64_t exchange_stream(int64_t number);
int64_t new_stream();
void synchronize_stream(int64_t number);
bool stream_is_idle(int64_t number);
// Says that work has been queued on the current stream; called after queueing it.
void mark_busy();
// How many cores operators use: the acl limits of a stream (of the device for -1), by aclrtDevResLimitType.
int64_t core_limit(int64_t stream, int type);
void set_core_limit(int64_t stream, int type, int64_t cores);
void reset_core_limit(int64_t stream);
// The calling thread plans with the limits of its current stream; called before each plan.
void take_stream_limits();
// Waits for every stream that was given work since it was last waited for: the host may touch device memory
// after this. Throws what a kernel did wrong.
void wait_for_device();
// The same without throwing, for places that may not; the failure is kept and thrown by the next wait.
void settle_stream(int64_t number) noexcept;

// Memory.
c10::Allocator *device_allocator();
void empty_cache();
void record_stream(const c10::DataPtr &memory, int64_t stream);
struct MemoryCount {
    int64_t used, peak, cached, calls;
};
MemoryCount memory_count();
void reset_peak();

} // namespace opf_torch

#endif
