// Between the Python module and the C++ part; and the few functions that take tensors, as torch.ops.opforge.*.
#include "module.h"
#include "aclnn_call.h"
#include "fallback.h"
#include "generator.h"
#include "runtime.h"
#include <cstdio>
#include <cstring>
#include <exception>
#include <opforge/phase_api.h>
#include <opforge/runtime_api.h>
#include <torch/library.h>

namespace opf_torch {
namespace {

thread_local std::string error_text;

template <typename Work> int guarded(const Work &work)
{
    try {
        work();
        return 0;
    } catch (const c10::Error &error) {
        error_text = error.what_without_backtrace();
    } catch (const std::exception &error) {
        error_text = error.what();
    }
    return 1;
}

at::Tensor rng_state()
{
    return at::Tensor(default_generator().unsafeGetGeneratorImpl()->get_state());
}

void set_rng_state(const at::Tensor &state)
{
    default_generator().unsafeGetGeneratorImpl()->set_state(*state.unsafeGetTensorImpl());
}

// One line a phase of calls: name, tab, nanoseconds, tab, times.
std::string phase_report()
{
    static const char *const names[OPF_PHASE_COUNT] = {"plan", "tiling", "launch", "kernel", "wait", "host"};
    opf_phase_sum sums[OPF_PHASE_COUNT];
    opf_phases_read(sums);
    std::string text;
    for (int i = 0; i < OPF_PHASE_COUNT; ++i)
        text += std::string(names[i]) + "\t" + std::to_string(sums[i].ns) + "\t" + std::to_string(sums[i].times) + "\n";
    return text;
}

// For Python code that calls an aclnn function itself: the address of an acl object that describes the tensor.
int64_t describe(const at::Tensor &tensor) { return reinterpret_cast<int64_t>(make_acl_tensor(tensor)); }
void forget(int64_t tensor) { aclDestroyTensor(reinterpret_cast<const aclTensor *>(tensor)); }

} // namespace
} // namespace opf_torch

using namespace opf_torch;

int opf_torch_synchronize(void) { return guarded([] { wait_for_device(); }); }
const char *opf_torch_error(void) { return error_text.c_str(); }

char *opf_torch_report(const char *which)
{
    char *text = nullptr;
    guarded([&] {
        const std::string name = which;
        TORCH_CHECK(name == "fallback" || name == "native" || name == "libraries" || name == "phases",
                    "there is no report ", name);
        const std::string report = name == "fallback" ? fallback_report()
                                   : name == "native" ? native_report()
                                   : name == "phases" ? phase_report()
                                                      : library_report();
        text = strdup(report.c_str());
    });
    return text;
}

// "cores.<stream, -1 for the device>.<aclrtDevResLimitType>".
static bool names_cores(const std::string &name, long long &stream, int &type)
{
    int end = 0;
    return std::sscanf(name.c_str(), "cores.%lld.%d%n", &stream, &type, &end) == 2 && name.size() == size_t(end);
}

long long opf_torch_number(const char *which)
{
    const std::string name = which;
    const MemoryCount memory = memory_count();
    long long stream, found = OPF_TORCH_NO_NUMBER;
    int type;
    if (names_cores(name, stream, type))
        return guarded([&] { found = core_limit(stream, type); }) ? OPF_TORCH_NO_NUMBER : found;
    if (name == "stream") { // asked by who is about to plan a call
        take_stream_limits();
        return reinterpret_cast<long long>(current_stream());
    }
    if (name == "blocks") { // of the last launch that has ended
        opf_runtime_launch_info info;
        opf_runtime_last_launch(&info);
        return info.cores;
    }
    if (name == "stream_number")
        return current_stream_number();
    if (name == "seed")
        return static_cast<long long>(default_generator().current_seed());
    if (name == "fallback_allowed")
        return fallback_allowed();
    return name == "memory_used"     ? memory.used
           : name == "memory_peak"   ? memory.peak
           : name == "memory_cached" ? memory.cached
           : name == "malloc_calls"  ? memory.calls
                                     : -1;
}

int opf_torch_set(const char *which, long long value)
{
    return guarded([&] {
        const std::string name = which;
        long long stream;
        int type;
        if (names_cores(name, stream, type))
            set_core_limit(stream, type, value);
        else if (name == "reset_cores")
            reset_core_limit(value);
        else if (name == "stream_number")
            exchange_stream(value);
        else if (name == "seed")
            const_cast<at::Generator &>(default_generator()).set_current_seed(static_cast<uint64_t>(value));
        else if (name == "fallback_allowed")
            set_fallback_allowed(value != 0);
        else if (name == "reset_fallback")
            reset_fallback_report();
        else if (name == "reset_peak")
            reset_peak();
        else if (name == "empty_cache")
            empty_cache();
        else if (name == "phases")
            opf_phases_enable(static_cast<int>(value));
        else if (name == "clear_phases")
            opf_phases_clear();
        else if (name == "busy")
            mark_busy();
        else
            TORCH_CHECK(false, "there is no setting ", name);
    });
}

void *opf_torch_find(const char *aclnn_name) { return find_aclnn(aclnn_name); }

TORCH_LIBRARY(opforge, m)
{
    m.def("rng_state() -> Tensor", TORCH_FN(rng_state));
    m.def("set_rng_state(Tensor state) -> ()", TORCH_FN(set_rng_state));
    m.def("describe(Tensor tensor) -> int", TORCH_FN(describe));
    m.def("forget(int tensor) -> ()", TORCH_FN(forget));
}
