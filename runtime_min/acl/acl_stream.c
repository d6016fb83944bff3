/* acl streams and callbacks. */
#include "base/thread.h"
#include "runtime_min/acl/acl_check.h"
#include "runtime_min/launch/launch.h"

aclError aclrtCreateStream(aclrtStream *stream)
{
    OPF_ACL_NEED_PTR(stream);
    opf_stream *made;
    OPF_ACL_TRY(opf_runtime_stream_add(&made));
    *stream = made;
    return ACL_SUCCESS;
}

aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag)
{
    (void)priority; /* emulated streams share the host's threads equally */
    (void)flag;
    OPF_ACL_NEED_PTR(stream);
    return aclrtCreateStream(stream);
}

aclError aclrtDestroyStream(aclrtStream stream)
{
    OPF_ACL_NEED_PTR(stream);
    OPF_ACL_TRY(opf_runtime_stream_remove(stream));
    return ACL_SUCCESS;
}

aclError aclrtDestroyStreamForce(aclrtStream stream)
{
    OPF_ACL_NEED_PTR(stream);
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    opf_stream_abort(s);
    return aclrtDestroyStream(stream);
}

aclError aclrtSynchronizeStream(aclrtStream stream)
{
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    return opf_runtime_take_status(opf_stream_synchronize(s));
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout)
{
    OPF_ACL_NEED(timeout >= -1, ACL_ERROR_INVALID_PARAM, "%s: timeout %d ms; -1 means none", __func__,
                 timeout);
    opf_stream *s;
    bool late;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_stream_synchronize_for(s, timeout < 0 ? -1 : (int64_t)timeout * 1000000, &late));
    OPF_ACL_NEED(!late, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "%s: work is still running after %d ms", __func__,
                 timeout);
    return ACL_SUCCESS;
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status)
{
    OPF_ACL_NEED_PTR(status);
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    *status = opf_stream_is_idle(s) ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

aclError aclrtStreamAbort(aclrtStream stream)
{
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    opf_stream_abort(s);
    return ACL_SUCCESS;
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event)
{
    opf_stream *s;
    opf_event *e = opf_acl_event(event);
    OPF_ACL_NEED(e, ACL_ERROR_INVALID_PARAM, "%s: %p is not an event", __func__, event);
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_event_stream_wait(e, s));
    return ACL_SUCCESS;
}

/* ---- Callbacks: run in stream order by whoever runs the stream, so no thread has to subscribe. -----------
 */

aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream)
{
    (void)blockType; /* tasks of a stream never overtake each other */
    OPF_ACL_NEED_PTR(fn);
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_launch_enqueue_host(s, fn, NULL, userData));
    return ACL_SUCCESS;
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args)
{
    return aclrtLaunchCallback(fn, args, ACL_CALLBACK_BLOCK, stream);
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream)
{
    (void)threadId;
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    return ACL_SUCCESS;
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream)
{
    return aclrtSubscribeReport(threadId, stream);
}

aclError aclrtProcessReport(int32_t timeout)
{
    OPF_ACL_NEED(timeout >= -1, ACL_ERROR_INVALID_PARAM, "%s: timeout %d ms; -1 means none", __func__,
                 timeout);
    /* Callbacks were run already; wait as the caller's loop expects, so that it does not spin. */
    uint32_t never = 0;
    opf_futex_wait(&never, 0, timeout < 0 ? 100000000 : (int64_t)timeout * 1000000);
    return ACL_ERROR_RT_REPORT_TIMEOUT;
}
