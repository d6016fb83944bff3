/* How many cores of the device a thread may use: the limits of streams and of the device, in the documented
 * order "stream that the thread uses, then device, then what the chip has" (for each kind of core by itself).
 * They tell tilings how many blocks to make; a launch runs as many as it was given. */
#ifndef OPF_LAUNCH_CORE_LIMITS_H
#define OPF_LAUNCH_CORE_LIMITS_H

#include "base/status.h"
#include "runtime_min/stream/stream.h"
#include <stdint.h>

enum opf_core_type { OPF_CORES_CUBE, OPF_CORES_VECTOR, OPF_CORES_TYPES };
struct opf_cores {
    uint32_t num[OPF_CORES_TYPES];
};

/* `stream` NULL = the device's own limit, else that of a live stream. `num` is 1 to what the chip has, else
 * OUT_OF_RANGE. */
opf_status *opf_core_limits_set(opf_stream *stream, enum opf_core_type type, uint32_t num) OPF_NODISCARD;
opf_status *opf_core_limits_get(opf_stream *stream, struct opf_cores *out) OPF_NODISCARD;
void opf_core_limits_reset(opf_stream *stream);

/* The calling thread takes the limits of `stream` from now on, until it uses another one, gives it back or
 * the stream is destroyed. Giving back one that it does not use changes nothing. */
opf_status *opf_core_limits_use(opf_stream *stream) OPF_NODISCARD;
void opf_core_limits_unuse(const opf_stream *stream);
/* A stream goes away: its address may be that of another one soon. */
void opf_core_limits_forget(const opf_stream *stream);

/* Of the calling thread, remembered until a limit changes anywhere. */
opf_status *opf_core_limits_of_thread(struct opf_cores *out) OPF_NODISCARD;

#endif
