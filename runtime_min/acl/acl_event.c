/* acl events. */
#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/acl/acl_check.h"

#define EVENT_MAGIC 0x746e65766566706fu

struct handle {
    uint64_t magic;
    opf_event *event;
};

opf_event *opf_acl_event(aclrtEvent event)
{
    const struct handle *h = event;
    return h && h->magic == EVENT_MAGIC ? h->event : NULL;
}

#define EVENT(handle, out)                                                                                   \
    opf_event *out = opf_acl_event(handle);                                                                  \
    OPF_ACL_NEED(out, ACL_ERROR_INVALID_PARAM, "%s: %p is not an event", __func__, handle)

aclError aclrtCreateEvent(aclrtEvent *event)
{
    OPF_ACL_NEED_PTR(event);
    struct handle *h = opf_alloc(sizeof(*h));
    OPF_ACL_NEED(h, ACL_ERROR_BAD_ALLOC, "%s: no memory for an event", __func__);
    h->magic = EVENT_MAGIC;
    opf_status *status = opf_event_create(&h->event);
    if (status) {
        opf_free(h);
        return opf_runtime_take_status(status);
    }
    *event = h;
    return ACL_SUCCESS;
}

aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag)
{
    (void)flag; /* every event can be waited for and has its time */
    return aclrtCreateEvent(event);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag)
{
    return aclrtCreateEventWithFlag(event, flag);
}

aclError aclrtDestroyEvent(aclrtEvent event)
{
    EVENT(event, e);
    struct handle *h = event;
    h->magic = 0;
    opf_event_destroy(e);
    opf_free(h);
    return ACL_SUCCESS;
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream)
{
    EVENT(event, e);
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_event_record(e, s));
    return ACL_SUCCESS;
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream)
{
    EVENT(event, e);
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    opf_event_synchronize(e);
    opf_event_reset(e);
    return ACL_SUCCESS;
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status)
{
    EVENT(event, e);
    OPF_ACL_NEED_PTR(status);
    *status = opf_event_is_done(e) ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status)
{
    EVENT(event, e);
    OPF_ACL_NEED_PTR(status);
    *status = opf_event_is_done(e) ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status)
{
    EVENT(event, e);
    OPF_ACL_NEED_PTR(status);
    *status = opf_event_is_done(e) ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeEvent(aclrtEvent event)
{
    EVENT(event, e);
    opf_event_synchronize(e);
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout)
{
    EVENT(event, e);
    OPF_ACL_NEED(timeout >= -1, ACL_ERROR_INVALID_PARAM, "%s: timeout %d ms; -1 means none", __func__,
                 timeout);
    if (timeout < 0)
        return aclrtSynchronizeEvent(event);
    int64_t end = opf_clock_ns() + (int64_t)timeout * 1000000;
    while (!opf_event_is_done(e)) {
        OPF_ACL_NEED(opf_clock_ns() < end, ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                     "%s: the event has not happened after %d ms", __func__, timeout);
        uint32_t never = 0;
        opf_futex_wait(&never, 0, 100000);
    }
    return ACL_SUCCESS;
}

aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent)
{
    EVENT(startEvent, first);
    EVENT(endEvent, last);
    OPF_ACL_NEED_PTR(ms);
    OPF_ACL_NEED(opf_event_was_recorded(first) && opf_event_was_recorded(last),
                 ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "%s: both events must have been recorded", __func__);
    OPF_ACL_NEED(opf_event_is_done(first) && opf_event_is_done(last), ACL_ERROR_RT_EVENT_NOT_COMPLETE,
                 "%s: an event has not happened yet; synchronise first", __func__);
    int64_t ns = opf_event_time_ns(last) - opf_event_time_ns(first);
    OPF_ACL_NEED(ns >= 0, ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "%s: the end happened before the start",
                 __func__);
    *ms = (float)((double)ns / 1e6);
    return ACL_SUCCESS;
}
