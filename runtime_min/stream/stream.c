/* Streams and events. */
#include "runtime_min/stream/stream.h"

#include "base/alloc.h"
#include "base/thread.h"

#define STREAM_PATIENCE_NS 50000    /* how long a single task may wait for a synchronising caller */
#define STREAM_DEPTH       8        /* with so many queued, the thread starts at once */
#define POLL_NS            100000   /* the thread's sleep while it is needed */
#define POLL_NS_MAX        1600000  /* and while callers run all tasks: each look stops a thread that works */
#define DORMANT_AFTER_NS   20000000 /* unused for so long, it sleeps until it is woken */
#define WAIT_SPINS         4000

struct opf_stream {
    opf_mutex lock;
    uint32_t refs;
    struct opf_task *first, *last; /* guarded by lock */
    uint64_t queued, done;         /* counts; done is read without the lock */
    uint32_t depth;
    uint32_t done_word;  /* futex word: changes with `done` */
    uint32_t waiters;    /* threads that sleep on done_word */
    uint64_t wake_at;    /* the least `done` that one of them waits for */
    bool running;        /* somebody runs tasks; guarded by lock */
    opf_status *failure; /* first since the last report; guarded by lock */
    bool failed, aborting;
    /* the stream's own thread */
    opf_thread *thread;
    uint32_t bell;
    uint32_t dormant;
    bool hurry, quit;
    int64_t last_ns;
    int64_t poll_ns; /* its sleep while nothing waits: doubles each time that it was not needed */
};

struct opf_event {
    opf_mutex lock;
    uint32_t refs;
    uint64_t issued, done; /* tickets of records */
    uint32_t done_word;
    int64_t time_ns;
    opf_stream *stream; /* of the last record, referenced */
};

/* ---- Running tasks ------------------------------------------------------------------------------------- */

void opf_stream_release(opf_stream *stream)
{
    if (__atomic_sub_fetch(&stream->refs, 1, __ATOMIC_ACQ_REL) == 0) {
        opf_status_free(stream->failure);
        opf_free(stream);
    }
}

opf_stream *opf_stream_retain(opf_stream *stream)
{
    __atomic_add_fetch(&stream->refs, 1, __ATOMIC_RELAXED);
    return stream;
}

static void run_one(opf_stream *s, struct opf_task *task)
{
    opf_status *status = NULL;
    bool skip =
        __atomic_load_n(&s->failed, __ATOMIC_ACQUIRE) || __atomic_load_n(&s->aborting, __ATOMIC_ACQUIRE);
    if (task->always || !skip)
        status = task->run(task);
    if (task->drop)
        task->drop(task);
    if (status) {
        opf_mutex_lock(&s->lock);
        if (s->failure) {
            opf_status_free(status);
        } else {
            s->failure = status;
            __atomic_store_n(&s->failed, true, __ATOMIC_RELEASE);
        }
        opf_mutex_unlock(&s->lock);
    }
}

/* Run a list of tasks until `target` are done; returns those left. Only the runner changes `done`. */
static struct opf_task *run_list(opf_stream *s, struct opf_task *list, uint64_t target)
{
    while (list && s->done < target) {
        struct opf_task *next = list->next;
        run_one(s, list);
        list = next;
        __atomic_store_n(&s->done, s->done + 1, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(&s->waiters, __ATOMIC_SEQ_CST) &&
            s->done >= __atomic_load_n(&s->wake_at, __ATOMIC_SEQ_CST)) {
            __atomic_add_fetch(&s->done_word, 1, __ATOMIC_RELEASE);
            opf_futex_wake(&s->done_word, INT32_MAX);
        }
    }
    return list;
}

/* Run queued tasks until `target` are done or none is left; returns at once when another thread is running
 * them. All that is queued is taken at once, so that whoever enqueues meanwhile meets a free lock. Lock held
 * on entry and exit. */
static void drain(opf_stream *s, uint64_t target)
{
    if (s->running)
        return;
    s->running = true;
    while (s->first && s->done < target) {
        struct opf_task *list = s->first, *last = s->last;
        s->first = s->last = NULL;
        uint64_t before = s->done;
        opf_mutex_unlock(&s->lock);
        list = run_list(s, list, target);
        opf_mutex_lock(&s->lock);
        s->depth -= (uint32_t)(s->done - before);
        if (list) { /* back to the front */
            last->next = s->first;
            s->last = s->first ? s->last : last;
            s->first = list;
        }
    }
    s->running = false;
}

/* Sleep until `target` tasks are done, at most `ns`. The runner wakes nobody before the least target. */
static void sleep_until(opf_stream *s, uint64_t target, int64_t ns)
{
    opf_mutex_lock(&s->lock);
    if (__atomic_add_fetch(&s->waiters, 1, __ATOMIC_SEQ_CST) == 1 || target < s->wake_at)
        __atomic_store_n(&s->wake_at, target, __ATOMIC_SEQ_CST);
    opf_mutex_unlock(&s->lock);
    uint32_t seen = __atomic_load_n(&s->done_word, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&s->done, __ATOMIC_SEQ_CST) < target)
        opf_futex_wait(&s->done_word, seen, ns);
    opf_mutex_lock(&s->lock);
    __atomic_sub_fetch(&s->waiters, 1, __ATOMIC_SEQ_CST);
    opf_mutex_unlock(&s->lock);
}

/* Wait for `target` tasks to be done, running them here when nobody does. False on timeout. */
static bool wait_for(opf_stream *s, uint64_t target, int64_t timeout_ns)
{
    int64_t end = timeout_ns < 0 ? -1 : opf_clock_ns() + timeout_ns;
    for (unsigned spins = 0;; spins++) {
        if (__atomic_load_n(&s->done, __ATOMIC_ACQUIRE) >= target)
            return true;
        if (spins < WAIT_SPINS && spins > 0) {
            opf_cpu_pause();
            if (spins % 64 != 0)
                continue;
        }
        if (end >= 0 && opf_clock_ns() >= end)
            return false;
        opf_mutex_lock(&s->lock);
        drain(s, target);
        bool there = __atomic_load_n(&s->done, __ATOMIC_ACQUIRE) >= target;
        opf_mutex_unlock(&s->lock);
        if (there)
            return true;
        if (spins < WAIT_SPINS)
            continue;
        sleep_until(s, target, 2000000); /* bounded: the runner may leave tasks behind */
    }
}

/* ---- The stream's thread ------------------------------------------------------------------------------- */

/* How long to sleep before looking again, 0 = run now, -1 = until woken. Lock held. */
static int64_t nap(opf_stream *s)
{
    int64_t now = opf_clock_ns();
    if (s->first && !s->running) {
        int64_t age = now - s->first->queued_ns;
        if (s->quit || s->hurry || s->depth >= STREAM_DEPTH || age >= STREAM_PATIENCE_NS) {
            s->poll_ns = POLL_NS;
            return 0;
        }
        return STREAM_PATIENCE_NS - age;
    }
    if (!s->first && now - s->last_ns >= DORMANT_AFTER_NS)
        return -1;
    int64_t ns = s->poll_ns;
    s->poll_ns = ns < POLL_NS_MAX ? 2 * ns : ns;
    return ns;
}

/* Its thread would look too late for what is queued. Lock held. */
static bool sleeps_too_long(const opf_stream *s, int64_t now)
{
    return s->poll_ns > POLL_NS && s->first && !s->running && now - s->first->queued_ns >= STREAM_PATIENCE_NS;
}

static void stream_thread(void *arg)
{
    opf_stream *s = arg;
    opf_mutex_lock(&s->lock);
    while (!s->quit || s->first) {
        uint32_t seen = __atomic_load_n(&s->bell, __ATOMIC_ACQUIRE);
        int64_t ns = nap(s);
        if (ns == 0) {
            s->hurry = false;
            drain(s, UINT64_MAX);
            continue;
        }
        __atomic_store_n(&s->dormant, ns < 0, __ATOMIC_RELEASE);
        opf_mutex_unlock(&s->lock);
        opf_futex_wait(&s->bell, seen, ns);
        opf_mutex_lock(&s->lock);
        s->dormant = 0;
    }
    opf_mutex_unlock(&s->lock);
}

static void ring(opf_stream *s)
{
    __atomic_add_fetch(&s->bell, 1, __ATOMIC_RELEASE);
    opf_futex_wake(&s->bell, 1);
}

opf_status *opf_stream_create(opf_stream **out)
{
    *out = NULL;
    opf_stream *s = opf_calloc(1, sizeof(*s));
    if (!s)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a stream");
    s->refs = 1;
    s->poll_ns = POLL_NS;
    *out = s;
    return NULL;
}

void opf_stream_destroy(opf_stream *stream)
{
    if (!stream)
        return;
    (void)wait_for(stream, __atomic_load_n(&stream->queued, __ATOMIC_ACQUIRE), -1);
    opf_mutex_lock(&stream->lock);
    stream->quit = true;
    opf_thread *thread = stream->thread;
    opf_mutex_unlock(&stream->lock);
    ring(stream);
    opf_thread_join(thread);
    opf_stream_release(stream);
}

opf_status *opf_stream_enqueue(opf_stream *stream, struct opf_task *task)
{
    task->next = NULL;
    task->queued_ns = opf_clock_ns();
    opf_mutex_lock(&stream->lock);
    if (!stream->thread) {
        opf_status *status = opf_thread_start("opf-stream", stream_thread, stream, &stream->thread);
        if (status) {
            opf_mutex_unlock(&stream->lock);
            return status;
        }
    }
    bool wake = stream->dormant || sleeps_too_long(stream, task->queued_ns);
    if (stream->last)
        stream->last->next = task;
    else
        stream->first = task;
    stream->last = task;
    __atomic_add_fetch(&stream->queued, 1, __ATOMIC_RELEASE);
    stream->depth++;
    stream->last_ns = task->queued_ns;
    wake = wake || stream->depth == STREAM_DEPTH;
    opf_mutex_unlock(&stream->lock);
    if (wake)
        ring(stream);
    return NULL;
}

static opf_status *take_failure(opf_stream *s)
{
    if (!__atomic_load_n(&s->failed, __ATOMIC_ACQUIRE))
        return NULL;
    opf_mutex_lock(&s->lock);
    opf_status *status = s->failure;
    s->failure = NULL;
    __atomic_store_n(&s->failed, false, __ATOMIC_RELEASE);
    opf_mutex_unlock(&s->lock);
    return status;
}

void opf_stream_wait_idle(opf_stream *stream)
{
    (void)wait_for(stream, __atomic_load_n(&stream->queued, __ATOMIC_ACQUIRE), -1);
}

opf_status *opf_stream_synchronize(opf_stream *stream)
{
    (void)wait_for(stream, __atomic_load_n(&stream->queued, __ATOMIC_ACQUIRE), -1);
    return take_failure(stream);
}

opf_status *opf_stream_synchronize_for(opf_stream *stream, int64_t timeout_ns, bool *timed_out)
{
    *timed_out = false;
    if (timeout_ns < 0)
        return opf_stream_synchronize(stream);
    /* Running tasks here could overrun the limit: leave them to the thread. */
    opf_mutex_lock(&stream->lock);
    stream->hurry = true;
    uint64_t target = stream->queued;
    opf_mutex_unlock(&stream->lock);
    ring(stream);
    int64_t end = opf_clock_ns() + timeout_ns;
    while (__atomic_load_n(&stream->done, __ATOMIC_ACQUIRE) < target) {
        int64_t left = end - opf_clock_ns();
        if (left <= 0) {
            *timed_out = true;
            return NULL;
        }
        sleep_until(stream, target, left < 2000000 ? left : 2000000);
    }
    return take_failure(stream);
}

bool opf_stream_is_idle(opf_stream *stream)
{
    opf_mutex_lock(&stream->lock);
    bool idle = __atomic_load_n(&stream->done, __ATOMIC_ACQUIRE) == stream->queued;
    stream->hurry = !idle;
    opf_mutex_unlock(&stream->lock);
    if (!idle)
        ring(stream);
    return idle;
}

void opf_stream_abort(opf_stream *stream)
{
    /* Events still happen, or their waiters would never go on. */
    __atomic_store_n(&stream->aborting, true, __ATOMIC_RELEASE);
    opf_status_free(opf_stream_synchronize(stream));
    __atomic_store_n(&stream->aborting, false, __ATOMIC_RELEASE);
}

/* ---- Events -------------------------------------------------------------------------------------------- */

struct event_task {
    struct opf_task task;
    opf_event *event;
    uint64_t ticket;
    opf_stream *recorder; /* of a wait: who will record, referenced */
};

static void release_event(opf_event *e)
{
    if (__atomic_sub_fetch(&e->refs, 1, __ATOMIC_ACQ_REL) == 0) {
        if (e->stream)
            opf_stream_release(e->stream);
        opf_free(e);
    }
}

static bool happened(opf_event *e, uint64_t ticket)
{
    return __atomic_load_n(&e->done, __ATOMIC_ACQUIRE) >= ticket;
}

/* Wait until record number `ticket` is done; runs the recorder's tasks here when nobody does. */
static void wait_ticket(opf_event *e, uint64_t ticket, opf_stream *recorder)
{
    while (!happened(e, ticket)) {
        if (recorder) {
            opf_mutex_lock(&recorder->lock);
            if (recorder->first && !recorder->running)
                drain(recorder, recorder->done + 1);
            opf_mutex_unlock(&recorder->lock);
        }
        uint32_t seen = __atomic_load_n(&e->done_word, __ATOMIC_ACQUIRE);
        if (!happened(e, ticket))
            opf_futex_wait(&e->done_word, seen, 200000);
    }
}

static opf_status *run_record(struct opf_task *task)
{
    struct event_task *t = (struct event_task *)task;
    t->event->time_ns = opf_clock_ns();
    if (!happened(t->event, t->ticket))
        __atomic_store_n(&t->event->done, t->ticket, __ATOMIC_RELEASE);
    __atomic_add_fetch(&t->event->done_word, 1, __ATOMIC_RELEASE);
    opf_futex_wake(&t->event->done_word, INT32_MAX);
    return NULL;
}

static opf_status *run_wait(struct opf_task *task)
{
    struct event_task *t = (struct event_task *)task;
    wait_ticket(t->event, t->ticket, t->recorder);
    return NULL;
}

static void drop_event_task(struct opf_task *task)
{
    struct event_task *t = (struct event_task *)task;
    if (t->recorder)
        opf_stream_release(t->recorder);
    release_event(t->event);
    opf_free(t);
}

opf_status *opf_event_create(opf_event **out)
{
    *out = opf_calloc(1, sizeof(**out));
    if (!*out)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for an event");
    (*out)->refs = 1;
    return NULL;
}

void opf_event_destroy(opf_event *event)
{
    if (event)
        release_event(event);
}

static opf_status *enqueue_event(opf_event *e, opf_stream *s, bool record)
{
    struct event_task *t = opf_calloc(1, sizeof(*t));
    if (!t)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for an event's task");
    t->task.run = record ? run_record : run_wait;
    t->task.drop = drop_event_task;
    t->task.always = true;
    t->event = e;
    __atomic_add_fetch(&e->refs, 1, __ATOMIC_RELAXED);
    opf_mutex_lock(&e->lock);
    if (record) {
        t->ticket = ++e->issued;
        if (e->stream != s) {
            opf_stream *old = e->stream;
            e->stream = opf_stream_retain(s);
            if (old)
                opf_stream_release(old);
        }
    } else {
        t->ticket = e->issued;
        t->recorder = e->stream && e->stream != s ? opf_stream_retain(e->stream) : NULL;
    }
    opf_mutex_unlock(&e->lock);
    opf_status *status = opf_stream_enqueue(s, &t->task);
    if (status)
        drop_event_task(&t->task);
    return status;
}

opf_status *opf_event_record(opf_event *event, opf_stream *stream)
{
    return enqueue_event(event, stream, true);
}

opf_status *opf_event_stream_wait(opf_event *event, opf_stream *stream)
{
    return enqueue_event(event, stream, false);
}

void opf_event_synchronize(opf_event *event)
{
    opf_mutex_lock(&event->lock);
    uint64_t ticket = event->issued;
    opf_stream *recorder = event->stream ? opf_stream_retain(event->stream) : NULL;
    opf_mutex_unlock(&event->lock);
    wait_ticket(event, ticket, recorder);
    if (recorder)
        opf_stream_release(recorder);
}

bool opf_event_is_done(opf_event *event)
{
    opf_mutex_lock(&event->lock);
    bool done = event->done >= event->issued;
    opf_stream *recorder = !done && event->stream ? opf_stream_retain(event->stream) : NULL;
    opf_mutex_unlock(&event->lock);
    if (recorder) {
        (void)opf_stream_is_idle(recorder); /* whoever polls expects that it goes on */
        opf_stream_release(recorder);
    }
    return done;
}

bool opf_event_was_recorded(opf_event *event)
{
    return event->issued > 0;
}

int64_t opf_event_time_ns(opf_event *event)
{
    return event->time_ns;
}

void opf_event_reset(opf_event *event)
{
    opf_mutex_lock(&event->lock);
    event->issued = event->done;
    event->time_ns = 0;
    opf_mutex_unlock(&event->lock);
}
