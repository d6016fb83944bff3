/* In-order asynchronous queues of tasks, and events between them.
 *
 * A task waits in its stream until somebody runs it: the stream's own thread, or a caller that synchronises
 * before that thread has begun (which saves two thread switches for small kernels). The thread takes a task
 * that has waited for STREAM_PATIENCE_NS, or at once when several are queued; while callers run all tasks it
 * looks less and less often. */
#ifndef OPF_STREAM_STREAM_H
#define OPF_STREAM_STREAM_H

#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

typedef struct opf_stream opf_stream;
typedef struct opf_event opf_event;

/* Embedded in the memory of a piece of work; the stream owns it from the enqueue until it has called drop. */
struct opf_task {
    struct opf_task *next;
    opf_status *(*run)(struct opf_task *task); /* a status fails the stream */
    void (*drop)(struct opf_task *task);       /* release; always called once, after run or instead of it */
    int64_t queued_ns;
    bool always; /* run even when an earlier task of the stream failed */
};

opf_status *opf_stream_create(opf_stream **out) OPF_NODISCARD;
/* Runs what is queued, then ends the stream. Its memory lives until every holder has let go. */
void opf_stream_destroy(opf_stream *stream);
opf_stream *opf_stream_retain(opf_stream *stream); /* returns its argument */
void opf_stream_release(opf_stream *stream);
opf_status *opf_stream_enqueue(opf_stream *stream, struct opf_task *task) OPF_NODISCARD;
/* Wait until everything enqueued so far is done; returns (and clears) the first failure since the last call.
 */
opf_status *opf_stream_synchronize(opf_stream *stream) OPF_NODISCARD;
/* As above with a limit; *timed_out when work was still pending at its end. timeout_ns < 0 = none. */
opf_status *opf_stream_synchronize_for(opf_stream *stream, int64_t timeout_ns, bool *timed_out) OPF_NODISCARD;
/* Wait like synchronize, but leave a failure for the next call that reports. */
void opf_stream_wait_idle(opf_stream *stream);
bool opf_stream_is_idle(opf_stream *stream); /* starts queued work */
/* Throw away what has not begun and forget a failure. */
void opf_stream_abort(opf_stream *stream);

opf_status *opf_event_create(opf_event **out) OPF_NODISCARD;
void opf_event_destroy(opf_event *event); /* may be pending */
/* The event happens when everything enqueued before has been done. */
opf_status *opf_event_record(opf_event *event, opf_stream *stream) OPF_NODISCARD;
/* Later tasks of `stream` wait for the event's last record. */
opf_status *opf_event_stream_wait(opf_event *event, opf_stream *stream) OPF_NODISCARD;
void opf_event_synchronize(opf_event *event); /* at once when never recorded */
bool opf_event_is_done(opf_event *event);     /* true when never recorded */
bool opf_event_was_recorded(opf_event *event);
int64_t opf_event_time_ns(opf_event *event); /* clock of the last completed record, 0 = none */
void opf_event_reset(opf_event *event);

#endif
