/* Process-wide state of the run-time core. */
#include "runtime_min/launch/runtime_state.h"

#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/launch/core_limits.h"
#include <stdlib.h>

static struct state {
    opf_mutex lock;
    struct opf_chip chip;
    bool chip_known;
    opf_device *device;
    opf_stream *default_stream;
    opf_stream **streams;
    size_t stream_num, stream_cap;
} state;

/* The stream this thread used last: its check costs nothing while no stream is destroyed. */
static uint64_t removals;
static _Thread_local struct {
    void *handle;
    uint64_t removals;
} checked __attribute__((tls_model("initial-exec")));

static opf_status *need_chip(void)
{
    if (state.chip_known)
        return NULL;
    const char *soc = getenv("OPF_SOC"), *cores = getenv("OPF_CORES"),
               *from = soc && *soc ? " (OPF_SOC)" : "";
    opf_status *status = opf_chip_read(soc && *soc ? soc : "ascend950", &state.chip);
    if (!status && cores && *cores) {
        from = " (OPF_CORES)";
        status = opf_chip_reduce(&state.chip, cores);
    }
    if (status)
        return opf_status_note(status, "while setting up the emulated device%s", from);
    __atomic_store_n(&state.chip_known, true, __ATOMIC_RELEASE);
    return NULL;
}

opf_status *opf_runtime_chip(const struct opf_chip **out)
{
    *out = &state.chip;
    if (__atomic_load_n(&state.chip_known, __ATOMIC_ACQUIRE))
        return NULL;
    opf_mutex_lock(&state.lock);
    opf_status *status = need_chip();
    opf_mutex_unlock(&state.lock);
    return status;
}

opf_status *opf_runtime_device(opf_device **out)
{
    *out = __atomic_load_n(&state.device, __ATOMIC_ACQUIRE);
    if (*out)
        return NULL;
    opf_mutex_lock(&state.lock);
    opf_status *status = need_chip();
    if (!status && !state.device) {
        opf_device *made = NULL;
        status = opf_device_create(&state.chip, &made);
        if (!status)
            __atomic_store_n(&state.device, made, __ATOMIC_RELEASE);
    }
    *out = state.device;
    opf_mutex_unlock(&state.lock);
    return status;
}

static opf_status *default_stream(opf_stream **out)
{
    *out = __atomic_load_n(&state.default_stream, __ATOMIC_ACQUIRE);
    if (*out)
        return NULL;
    opf_mutex_lock(&state.lock);
    opf_status *status = NULL;
    opf_stream *made = NULL;
    if (!state.default_stream) {
        status = opf_stream_create(&made);
        if (!status)
            __atomic_store_n(&state.default_stream, made, __ATOMIC_RELEASE);
    }
    *out = state.default_stream;
    opf_mutex_unlock(&state.lock);
    return status;
}

static size_t find_stream(void *handle)
{
    size_t i = 0;
    while (i < state.stream_num && (void *)state.streams[i] != handle)
        i++;
    return i;
}

opf_status *opf_runtime_stream(void *handle, opf_stream **out)
{
    if (!handle)
        return default_stream(out);
    uint64_t now = __atomic_load_n(&removals, __ATOMIC_ACQUIRE);
    *out = handle;
    if (checked.handle == handle && checked.removals == now)
        return NULL;
    opf_mutex_lock(&state.lock);
    bool known = find_stream(handle) < state.stream_num || handle == state.default_stream;
    opf_mutex_unlock(&state.lock);
    if (!known)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "%p is not a stream (was it destroyed?)", handle);
    checked.handle = handle;
    checked.removals = now;
    return NULL;
}

opf_status *opf_runtime_stream_add(opf_stream **out)
{
    OPF_TRY(opf_stream_create(out));
    opf_mutex_lock(&state.lock);
    if (state.stream_num == state.stream_cap) {
        size_t cap = state.stream_cap ? state.stream_cap * 2 : 8;
        opf_stream **grown = opf_realloc(state.streams, cap * sizeof(*grown));
        if (!grown) {
            opf_mutex_unlock(&state.lock);
            opf_stream_destroy(*out);
            *out = NULL;
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to register a stream");
        }
        state.streams = grown;
        state.stream_cap = cap;
    }
    state.streams[state.stream_num++] = *out;
    opf_mutex_unlock(&state.lock);
    return NULL;
}

opf_status *opf_runtime_stream_remove(void *handle)
{
    opf_mutex_lock(&state.lock);
    size_t i = find_stream(handle);
    bool known = i < state.stream_num;
    if (known)
        state.streams[i] = state.streams[--state.stream_num];
    __atomic_add_fetch(&removals, 1, __ATOMIC_RELEASE);
    opf_mutex_unlock(&state.lock);
    if (!known)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "%p is not a stream (destroyed twice?)", handle);
    opf_core_limits_forget(handle);
    opf_stream_destroy(handle);
    return NULL;
}

/* The i-th stream, the default one first, held for the caller; false past the end. */
static bool stream_at(size_t i, opf_stream **out)
{
    opf_mutex_lock(&state.lock);
    bool there = i <= state.stream_num;
    *out = !there ? NULL : i == 0 ? state.default_stream : state.streams[i - 1];
    if (*out)
        (void)opf_stream_retain(*out);
    opf_mutex_unlock(&state.lock);
    return there;
}

opf_status *opf_runtime_synchronize_all(int64_t timeout_ns, bool *timed_out)
{
    opf_stream *stream;
    opf_status *first = NULL;
    int64_t end = timeout_ns < 0 ? -1 : opf_clock_ns() + timeout_ns;
    *timed_out = false;
    for (size_t i = 0; !*timed_out && stream_at(i, &stream); i++) {
        int64_t left = end < 0 ? -1 : end - opf_clock_ns();
        if (end >= 0 && left < 0)
            left = 0;
        opf_status *status = stream ? opf_stream_synchronize_for(stream, left, timed_out) : NULL;
        if (stream)
            opf_stream_release(stream);
        if (first)
            opf_status_free(status);
        else
            first = status;
    }
    return first;
}

void opf_runtime_wait_all(void)
{
    opf_stream *stream;
    for (size_t i = 0; stream_at(i, &stream); i++)
        if (stream) {
            opf_stream_wait_idle(stream);
            opf_stream_release(stream);
        }
}
