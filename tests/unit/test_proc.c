/* Child processes, threads and locks. */
#include "base/proc.h"
#include "base/thread.h"
#include "tests/unit/check_helpers.h"

#include <signal.h>

#define RUN(result, ...) assert_ok(opf_proc_run(&(struct opf_proc_spec){__VA_ARGS__}, &(result)))
#define SHELL(text)                                                                                          \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        "sh", "-c", text, NULL                                                                               \
    }

START_TEST(output_input_and_environment)
{
    struct opf_proc_result r;
    const char *const env[] = {"OPF_TEST_WORD=blue", "HOME=/nowhere", NULL};
    RUN(r, .argv = SHELL("cat; echo $OPF_TEST_WORD $HOME; pwd; echo bad >&2; exit 3"), .env_add = env,
        .cwd = "/", .input = "in\n", .input_len = 3);
    ck_assert_int_eq(r.exit_code, 3);
    ck_assert_str_eq(opf_buf_text(&r.out), "in\nblue /nowhere\n/\n");
    ck_assert_str_eq(opf_buf_text(&r.err), "bad\n");
    opf_proc_result_free(&r);
}
END_TEST

START_TEST(large_output_on_both_streams)
{
    struct opf_proc_result r;
    RUN(r, .argv = SHELL("head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero"));
    ck_assert_uint_eq(r.out.len, 3000000);
    ck_assert_uint_eq(r.err.len, 3000000);
    opf_proc_result_free(&r);
    RUN(r, .argv = SHELL("echo a; echo b >&2"), .merge_stderr = true);
    ck_assert_str_eq(opf_buf_text(&r.out), "a\nb\n");
    opf_proc_result_free(&r);
}
END_TEST

START_TEST(timeout_kills_the_group)
{
    struct opf_proc_result r;
    int64_t start = opf_clock_ns();
    RUN(r, .argv = SHELL("sleep 30 & sleep 30"), .timeout_s = 0.2);
    ck_assert(r.timed_out);
    ck_assert_int_lt(opf_clock_ns() - start, 5000000000);
    opf_proc_result_free(&r);
}
END_TEST

START_TEST(cpu_limit_counts_work_not_waiting)
{
    struct opf_proc_result r;
    RUN(r, .argv = SHELL("sleep 1.5; while :; do :; done"), .cpu_s = 0.5, .timeout_s = 60);
    ck_assert_int_eq(r.signal, SIGXCPU);
    ck_assert(!r.timed_out);
    ck_assert_double_gt(r.wall_s, 1.5);
    opf_proc_result_free(&r);
}
END_TEST

START_TEST(forgotten_grandchild_does_not_hold_us)
{
    struct opf_proc_result r;
    int64_t start = opf_clock_ns();
    RUN(r, .argv = SHELL("sleep 30 & echo done"));
    ck_assert_str_eq(opf_buf_text(&r.out), "done\n");
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_int_lt(opf_clock_ns() - start, 5000000000);
    opf_proc_result_free(&r);
}
END_TEST

START_TEST(ends_are_told_apart)
{
    struct opf_proc_result r;
    RUN(r, .argv = SHELL("kill -SEGV $$"));
    ck_assert_int_eq(r.signal, 11);
    opf_proc_result_free(&r);
    struct opf_proc_spec missing = {.argv = (const char *const[]){"no-such-program-here", NULL}};
    assert_fails(opf_proc_run(&missing, &r), OPF_NOT_FOUND, "no-such-program-here");
    opf_proc_result_free(&r);
    struct opf_proc_spec folder = {.argv = (const char *const[]){"/", NULL}};
    assert_fails(opf_proc_run(&folder, &r), OPF_IO, "cannot run /");
    opf_proc_result_free(&r);
    struct opf_proc_spec fails = {.argv = SHELL("echo reason >&2; exit 7")};
    assert_fails(opf_proc_check(&fails, &r), OPF_SUBPROCESS_FAILED, "exit code 7");
    opf_proc_result_free(&r);
    assert_fails(opf_proc_check(&fails, &r), OPF_SUBPROCESS_FAILED, "reason");
    opf_proc_result_free(&r);
}
END_TEST

static opf_mutex mutex;
static int64_t counter;

static void count_up(void *arg)
{
    (void)arg;
    for (int i = 0; i < 100000; i++) {
        opf_mutex_lock(&mutex);
        counter++;
        opf_mutex_unlock(&mutex);
    }
}

START_TEST(mutex_excludes)
{
    opf_thread *threads[4];
    for (int i = 0; i < 4; i++)
        assert_ok(opf_thread_start("count", count_up, NULL, &threads[i]));
    for (int i = 0; i < 4; i++)
        opf_thread_join(threads[i]);
    ck_assert_int_eq(counter, 400000);
    ck_assert(opf_mutex_try_lock(&mutex));
    ck_assert(!opf_mutex_try_lock(&mutex));
    opf_mutex_unlock(&mutex);
}
END_TEST

START_TEST(futex_wait_times_out)
{
    uint32_t word = 5;
    int64_t start = opf_clock_ns();
    opf_futex_wait(&word, 4, -1); /* differs: returns at once */
    opf_futex_wait(&word, 5, 20000000);
    ck_assert_int_ge(opf_clock_ns() - start, 19000000);
    ck_assert_int_ge(opf_thread_cpu_count(), 1);
}
END_TEST

Suite *proc_suite(void);
Suite *proc_suite(void)
{
    Suite *suite = suite_create("proc");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, output_input_and_environment);
    tcase_add_test(tests, large_output_on_both_streams);
    tcase_add_test(tests, timeout_kills_the_group);
    tcase_add_test(tests, cpu_limit_counts_work_not_waiting);
    tcase_add_test(tests, forgotten_grandchild_does_not_hold_us);
    tcase_add_test(tests, ends_are_told_apart);
    tcase_add_test(tests, mutex_excludes);
    tcase_add_test(tests, futex_wait_times_out);
    suite_add_tcase(suite, tests);
    return suite;
}
