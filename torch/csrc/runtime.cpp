// Streams, events and the device guard over the acl run-time interface.
#include "runtime.h"
#include "compat.h"
#include <acl/acl.h>
#include <array>
#include <atomic>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/Exception.h>
#include <mutex>
#include <opforge/phase_api.h>
#include <string>

namespace opf_torch {
namespace {

constexpr int64_t MAX_STREAMS = 64;

// Work is counted when it has been queued and when it has been waited for: a flag could be cleared by a thread that
// is still waiting while another one looks.
struct StreamSlot {
    aclrtStream handle = nullptr; // slot 0: null is acl's default stream
    std::atomic<uint64_t> queued{0}, waited{0};
};
std::array<StreamSlot, MAX_STREAMS> streams;
std::atomic<int64_t> stream_count{1};
std::mutex stream_lock;
thread_local int64_t thread_stream = 0;
std::atomic<bool> streams_limited{false}; // until a stream has a limit of cores, no thread says whose it uses
thread_local int64_t limits_of = -1;      // the stream whose limits this thread uses

std::mutex failure_lock;
std::string kept_failure; // found where nothing may be thrown

std::string acl_sentence(int code, const char *doing)
{
    const char *sentence = aclGetRecentErrMsg();
    std::string text = std::string(doing) + ": ";
    return text + (sentence && *sentence ? sentence : "no message") + " (acl error " + std::to_string(code) + ")";
}

void throw_kept_failure()
{
    std::string text;
    {
        std::lock_guard<std::mutex> hold(failure_lock);
        text.swap(kept_failure);
    }
    TORCH_CHECK(text.empty(), text);
}

} // namespace

void check_acl(int code, const char *doing)
{
    if (C10_UNLIKELY(code != ACL_SUCCESS))
        TORCH_CHECK(false, acl_sentence(code, doing));
}

c10::Stream make_stream(int64_t number)
{
    return c10::Stream(c10::Stream::UNSAFE, c10::Device(NPU, 0), number);
}
int64_t current_stream_number() { return thread_stream; }
aclrtStream stream_handle(int64_t number)
{
    TORCH_CHECK(number >= 0 && number < stream_count, "stream ", number, " does not exist");
    return streams[number].handle;
}
aclrtStream current_stream() { return streams[thread_stream].handle; }
int64_t exchange_stream(int64_t number)
{
    stream_handle(number);
    return std::exchange(thread_stream, number);
}

// After MAX_STREAMS - 1 streams the old ones are given out again, as PyTorch's own pools do.
int64_t new_stream()
{
    std::lock_guard<std::mutex> hold(stream_lock);
    static int64_t turn = 0;
    if (stream_count < MAX_STREAMS) {
        check_acl(aclrtCreateStream(&streams[stream_count].handle), "creating a stream");
        return stream_count++;
    }
    return 1 + turn++ % (MAX_STREAMS - 1);
}

int64_t core_limit(int64_t stream, int type)
{
    uint32_t cores = 0;
    const auto kind = static_cast<aclrtDevResLimitType>(type);
    check_acl(stream < 0 ? aclrtGetDeviceResLimit(0, kind, &cores)
                         : aclrtGetStreamResLimit(stream_handle(stream), kind, &cores),
              "asking for the limit of cores");
    return cores;
}

void set_core_limit(int64_t stream, int type, int64_t cores)
{
    const auto kind = static_cast<aclrtDevResLimitType>(type);
    const auto count = static_cast<uint32_t>(cores < 0 || cores > UINT32_MAX ? UINT32_MAX : cores);
    check_acl(stream < 0 ? aclrtSetDeviceResLimit(0, kind, count)
                         : aclrtSetStreamResLimit(stream_handle(stream), kind, count),
              "limiting cores");
    if (stream >= 0)
        streams_limited.store(true, std::memory_order_relaxed);
}

void reset_core_limit(int64_t stream)
{
    check_acl(stream < 0 ? aclrtResetDeviceResLimit(0) : aclrtResetStreamResLimit(stream_handle(stream)),
              "resetting the limit of cores");
}

void take_stream_limits()
{
    if (C10_LIKELY(!streams_limited.load(std::memory_order_relaxed)) || limits_of == thread_stream)
        return;
    check_acl(aclrtUseStreamResInCurrentThread(streams[thread_stream].handle), "using the limits of a stream");
    limits_of = thread_stream;
}

void mark_busy() { streams[thread_stream].queued.fetch_add(1, std::memory_order_release); }

static bool is_busy(int64_t number)
{
    return streams[number].waited.load(std::memory_order_acquire) <
           streams[number].queued.load(std::memory_order_acquire);
}

// Returns acl's answer; whatever it is, what was queued before is over.
static int wait_for_stream(int64_t number)
{
    const uint64_t queued = streams[number].queued.load(std::memory_order_acquire);
    const uint64_t begin = opf_phase_begin();
    const int code = aclrtSynchronizeStream(streams[number].handle);
    opf_phase_end(OPF_PHASE_WAIT, begin);
    uint64_t waited = streams[number].waited.load(std::memory_order_relaxed);
    while (waited < queued && !streams[number].waited.compare_exchange_weak(waited, queued)) {
    }
    return code;
}

void synchronize_stream(int64_t number)
{
    stream_handle(number);
    check_acl(wait_for_stream(number), "synchronising a stream of the NPU");
    throw_kept_failure();
}

void settle_stream(int64_t number) noexcept
{
    if (!is_busy(number))
        return;
    const int code = wait_for_stream(number);
    if (code == ACL_SUCCESS)
        return;
    std::lock_guard<std::mutex> hold(failure_lock);
    kept_failure = acl_sentence(code, "running what was queued on the NPU");
}

void wait_for_device()
{
    const int64_t count = stream_count;
    for (int64_t i = 0; i < count; ++i) {
        if (is_busy(i))
            synchronize_stream(i);
    }
    throw_kept_failure();
}

bool stream_is_idle(int64_t number)
{
    aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
    check_acl(aclrtStreamQuery(stream_handle(number), &status), "asking a stream whether it is done");
    return status == ACL_STREAM_STATUS_COMPLETE;
}

namespace {

// One device, number 0.
struct NpuGuard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return NPU; }
    c10::Device exchangeDevice(c10::Device device) const override
    {
        setDevice(device);
        return c10::Device(NPU, 0);
    }
    c10::Device getDevice() const override { return c10::Device(NPU, 0); }
    void setDevice(c10::Device device) const override
    {
        TORCH_CHECK(device.index() <= 0, "there is NPU 0 only, not ", static_cast<int>(device.index()));
    }
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::Stream getStream(c10::Device) const noexcept override { return make_stream(thread_stream); }
    c10::Stream getDefaultStream(c10::Device) const override { return make_stream(0); }
    c10::Stream getStreamFromGlobalPool(c10::Device, bool) const override { return make_stream(new_stream()); }
    c10::Stream exchangeStream(c10::Stream stream) const noexcept override
    {
        return make_stream(std::exchange(thread_stream, static_cast<int64_t>(stream.id())));
    }
    c10::DeviceIndex deviceCount() const noexcept override { return 1; }

    void record(void **event, const c10::Stream &stream, const c10::DeviceIndex, const c10::EventFlag) const override
    {
        if (*event == nullptr)
            check_acl(aclrtCreateEvent(event), "creating an event");
        check_acl(aclrtRecordEvent(*event, stream_handle(stream.id())), "recording an event");
        streams[stream.id()].queued.fetch_add(1, std::memory_order_release);
    }
    void block(void *event, const c10::Stream &stream) const override
    {
        if (event != nullptr)
            check_acl(aclrtStreamWaitEvent(stream_handle(stream.id()), event), "making a stream wait for an event");
    }
    bool queryEvent(void *event) const override
    {
        if (event == nullptr)
            return true;
        aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
        check_acl(aclrtQueryEventStatus(event, &status), "asking whether an event has happened");
        return status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
    }
    void destroyEvent(void *event, const c10::DeviceIndex) const noexcept override
    {
        if (event != nullptr)
            aclrtDestroyEvent(event);
    }
    bool queryStream(const c10::Stream &stream) const override { return stream_is_idle(stream.id()); }
    void synchronizeStream(const c10::Stream &stream) const override { synchronize_stream(stream.id()); }
    void recordDataPtrOnStream(const c10::DataPtr &memory, const c10::Stream &stream) const override
    {
        record_stream(memory, stream.id());
    }
#if OPF_TORCH_HAS_HOOKS
    c10::Stream getNewStream(c10::Device, int) const override { return make_stream(new_stream()); }
    void *getStreamNativeHandle(const c10::Stream stream) const override { return stream_handle(stream.id()); }
    void synchronizeEvent(void *event) const override
    {
        if (event != nullptr)
            check_acl(aclrtSynchronizeEvent(event), "waiting for an event");
    }
    void synchronizeDevice(const c10::DeviceIndex) const override { wait_for_device(); }
    double elapsedTime(void *first, void *second, const c10::DeviceIndex) const override
    {
        float milliseconds = 0;
        check_acl(aclrtEventElapsedTime(&milliseconds, first, second), "time between two events");
        return milliseconds;
    }
#endif
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, NpuGuard);

} // namespace
} // namespace opf_torch
