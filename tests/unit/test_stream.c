/* Streams and events. */
#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/stream/stream.h"
#include "tests/unit/check_helpers.h"

struct note {
    struct opf_task task;
    int *list, *len, value;
    int64_t sleep_ns;
    bool fail;
};

static opf_status *run_note(struct opf_task *task)
{
    struct note *n = (struct note *)task;
    uint32_t never = 0;
    if (n->sleep_ns)
        opf_futex_wait(&never, 0, n->sleep_ns);
    n->list[__atomic_fetch_add(n->len, 1, __ATOMIC_ACQ_REL)] = n->value;
    return n->fail ? OPF_FAIL(OPF_KERNEL_FAULT, "task %d failed", n->value) : NULL;
}

static void drop_note(struct opf_task *task)
{
    opf_free(task);
}

static void put(opf_stream *s, int *list, int *len, int value, int64_t sleep_ns, bool fail)
{
    struct note *n = opf_calloc(1, sizeof(*n));
    *n = (struct note){{.run = run_note, .drop = drop_note}, list, len, value, sleep_ns, fail};
    assert_ok(opf_stream_enqueue(s, &n->task));
}

START_TEST(tasks_run_in_order)
{
    enum { N = 5000 };
    static int list[N];
    int len = 0;
    opf_stream *s;
    assert_ok(opf_stream_create(&s));
    for (int i = 0; i < N; i++) {
        put(s, list, &len, i, 0, false);
        if (i % 700 == 0)
            assert_ok(opf_stream_synchronize(s));
    }
    assert_ok(opf_stream_synchronize(s));
    ck_assert_int_eq(len, N);
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(list[i], i);
    ck_assert(opf_stream_is_idle(s));
    opf_stream_destroy(s);
}
END_TEST

START_TEST(work_proceeds_without_synchronising)
{
    int list[2], len = 0;
    opf_stream *s;
    assert_ok(opf_stream_create(&s));
    for (int round = 0; round < 2; round++) {
        put(s, list, &len, round, 0, false);
        int64_t end = opf_clock_ns() + 2000000000;
        while (__atomic_load_n(&len, __ATOMIC_ACQUIRE) <= round && opf_clock_ns() < end)
            opf_cpu_pause();
        ck_assert_int_eq(len, round + 1);
        uint32_t never = 0;
        opf_futex_wait(&never, 0, 60000000); /* long enough for the thread to go to sleep */
    }
    opf_stream_destroy(s);
}
END_TEST

START_TEST(a_failure_is_reported_once_and_skips_what_follows)
{
    int list[8], len = 0;
    opf_stream *s;
    assert_ok(opf_stream_create(&s));
    put(s, list, &len, 1, 0, false);
    put(s, list, &len, 2, 0, true);
    put(s, list, &len, 3, 0, false);
    assert_fails(opf_stream_synchronize(s), OPF_KERNEL_FAULT, "task 2 failed");
    ck_assert_int_eq(len, 2);
    assert_ok(opf_stream_synchronize(s));
    put(s, list, &len, 4, 0, false);
    assert_ok(opf_stream_synchronize(s));
    ck_assert_int_eq(list[2], 4);
    opf_stream_destroy(s);
}
END_TEST

START_TEST(timeouts_do_not_run_past_their_limit)
{
    int list[2], len = 0;
    bool late;
    opf_stream *s;
    assert_ok(opf_stream_create(&s));
    put(s, list, &len, 1, 200000000, false);
    int64_t begin = opf_clock_ns();
    assert_ok(opf_stream_synchronize_for(s, 20000000, &late));
    ck_assert(late && opf_clock_ns() - begin < 150000000);
    assert_ok(opf_stream_synchronize_for(s, 2000000000, &late));
    ck_assert(!late && len == 1);
    opf_stream_destroy(s);
}
END_TEST

START_TEST(events_order_streams)
{
    int list[4], len = 0;
    opf_stream *a, *b;
    opf_event *e;
    assert_ok(opf_stream_create(&a));
    assert_ok(opf_stream_create(&b));
    assert_ok(opf_event_create(&e));
    ck_assert(opf_event_is_done(e) && !opf_event_was_recorded(e));
    put(a, list, &len, 1, 20000000, false);
    assert_ok(opf_event_record(e, a));
    assert_ok(opf_event_stream_wait(e, b));
    put(b, list, &len, 2, 0, false);
    assert_ok(opf_stream_synchronize(b));
    ck_assert(len == 2 && list[0] == 1 && list[1] == 2);
    ck_assert(opf_event_is_done(e) && opf_event_time_ns(e) > 0);
    /* a record whose stream nobody synchronises still happens */
    put(a, list, &len, 3, 0, false);
    assert_ok(opf_event_record(e, a));
    opf_event_synchronize(e);
    ck_assert_int_eq(len, 3);
    opf_stream_destroy(a);
    opf_stream_destroy(b);
    opf_event_destroy(e);
}
END_TEST

START_TEST(destroying_runs_what_is_queued_and_events_outlive_streams)
{
    int list[4], len = 0;
    opf_stream *s;
    opf_event *e;
    assert_ok(opf_stream_create(&s));
    assert_ok(opf_event_create(&e));
    put(s, list, &len, 1, 1000000, false);
    assert_ok(opf_event_record(e, s));
    opf_stream_destroy(s);
    ck_assert_int_eq(len, 1);
    ck_assert(opf_event_is_done(e));
    opf_event_synchronize(e);
    opf_event_destroy(e);
}
END_TEST

START_TEST(aborting_drops_what_has_not_begun)
{
    int list[64], len = 0;
    opf_stream *s;
    assert_ok(opf_stream_create(&s));
    put(s, list, &len, 0, 50000000, false);
    for (int i = 1; i < 20; i++)
        put(s, list, &len, i, 10000000, false);
    opf_stream_abort(s);
    ck_assert_int_le(len, 2);
    put(s, list, &len, 99, 0, false);
    assert_ok(opf_stream_synchronize(s));
    ck_assert_int_eq(list[len - 1], 99);
    opf_stream_destroy(s);
}
END_TEST

Suite *stream_suite(void)
{
    Suite *s = suite_create("stream");
    TCase *c = tcase_create("stream");
    tcase_add_test(c, tasks_run_in_order);
    tcase_add_test(c, work_proceeds_without_synchronising);
    tcase_add_test(c, a_failure_is_reported_once_and_skips_what_follows);
    tcase_add_test(c, timeouts_do_not_run_past_their_limit);
    tcase_add_test(c, events_order_streams);
    tcase_add_test(c, destroying_runs_what_is_queued_and_events_outlive_streams);
    tcase_add_test(c, aborting_drops_what_has_not_begun);
    suite_add_tcase(s, c);
    return s;
}
