/* Work that streams run: kernel launches, strided copies, fills, host functions. */
#ifndef OPF_LAUNCH_LAUNCH_H
#define OPF_LAUNCH_LAUNCH_H

#include "opforge/runtime_api.h"
#include "runtime_min/stream/stream.h"

/* Checks the request, copies what it refers to, and enqueues. */
opf_status *opf_launch_enqueue(opf_stream *stream, const struct opf_runtime_launch *launch) OPF_NODISCARD;
opf_status *opf_launch_enqueue_copy(opf_stream *stream, const struct opf_runtime_copy *copy) OPF_NODISCARD;
opf_status *opf_launch_enqueue_fill(opf_stream *stream, void *dst, uint8_t value, size_t size) OPF_NODISCARD;
opf_status *opf_launch_enqueue_host(opf_stream *stream, void (*run)(void *), void (*drop)(void *),
                                    void *arg) OPF_NODISCARD;
void opf_launch_last(struct opf_runtime_launch_info *out);

#endif
