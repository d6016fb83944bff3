/* What the process has one of: the emulated device, its chip, its default stream. */
#ifndef OPF_LAUNCH_RUNTIME_STATE_H
#define OPF_LAUNCH_RUNTIME_STATE_H

#include "runtime_min/device/grid.h"
#include "runtime_min/stream/stream.h"

/* The chip comes from OPF_SOC (short or full name), default ascend950; OPF_CORES gives it fewer cores. Made
 * at the first call. */
opf_status *opf_runtime_device(opf_device **out) OPF_NODISCARD;
opf_status *opf_runtime_chip(const struct opf_chip **out) OPF_NODISCARD;
/* The given stream, or the default one for NULL. INVALID_ARGUMENT for a handle that is not a live stream. */
opf_status *opf_runtime_stream(void *handle, opf_stream **out) OPF_NODISCARD;

/* Streams are registered so that a wrong or destroyed handle is an error instead of a crash. */
opf_status *opf_runtime_stream_add(opf_stream **out) OPF_NODISCARD;
opf_status *opf_runtime_stream_remove(void *handle) OPF_NODISCARD;
/* Wait for every stream, at most `timeout_ns` in all (<0 = no limit); the first failure. */
opf_status *opf_runtime_synchronize_all(int64_t timeout_ns, bool *timed_out) OPF_NODISCARD;

/* Wait for every stream without taking failures: before memory that they may use goes away. */
void opf_runtime_wait_all(void);

#endif
