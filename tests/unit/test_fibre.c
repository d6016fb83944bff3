/* Fibres: switching, register preservation, pooling. */
#include "runtime_min/device/fibre.h"
#include "tests/unit/check_helpers.h"

struct pair {
    struct opf_fibre *fibre;
    struct opf_fibre_context main;
    int steps;
    double sum;
    bool aligned;
};

static void count_to_five(void *arg)
{
    struct pair *p = arg;
    opf_fibre_entered();
    /* SSE code of the compiler faults on a misaligned frame; look at it directly too */
    _Alignas(16) volatile char probe[16];
    p->aligned = ((uintptr_t)probe & 15) == 0 && ((uintptr_t)__builtin_frame_address(0) & 15) == 0;
    for (int i = 1; i <= 5; i++) {
        p->steps = i;
        p->sum += 0.5 * i;
        opf_fibre_switch(&p->fibre->context, &p->main);
    }
    p->steps = -1;
    opf_fibre_leave(&p->main);
}

START_TEST(control_goes_back_and_forth)
{
    struct pair p = {0};
    assert_ok(opf_fibre_take(OPF_FIBRE_CORE, &p.fibre));
    opf_fibre_prepare(p.fibre, count_to_five, &p);
    volatile int kept = 41;
    for (int i = 1; i <= 5; i++) {
        opf_fibre_switch(&p.main, &p.fibre->context);
        ck_assert_int_eq(p.steps, i);
    }
    opf_fibre_switch(&p.main, &p.fibre->context);
    ck_assert_int_eq(p.steps, -1);
    ck_assert(p.sum == 7.5 && kept == 41 && p.aligned);
    opf_fibre_give(OPF_FIBRE_CORE, p.fibre);
}
END_TEST

START_TEST(many_fibres_live_at_once)
{
    enum { N = 300 };
    static struct pair p[N];
    for (int i = 0; i < N; i++) {
        assert_ok(opf_fibre_take(OPF_FIBRE_SIMT, &p[i].fibre));
        opf_fibre_prepare(p[i].fibre, count_to_five, &p[i]);
    }
    for (int round = 0; round < 6; round++)
        for (int i = 0; i < N; i++)
            opf_fibre_switch(&p[i].main, &p[i].fibre->context);
    for (int i = 0; i < N; i++) {
        ck_assert_int_eq(p[i].steps, -1);
        ck_assert(p[i].sum == 7.5);
        opf_fibre_give(OPF_FIBRE_SIMT, p[i].fibre);
    }
}
END_TEST

START_TEST(the_last_stack_given_is_taken_first)
{
    struct opf_fibre *a, *b;
    assert_ok(opf_fibre_take(OPF_FIBRE_CORE, &a));
    uintptr_t below = (uintptr_t)a->stack - 8;
    ck_assert(opf_fibre_overflowed(a, below) && !opf_fibre_overflowed(a, (uintptr_t)a->stack));
    opf_fibre_give(OPF_FIBRE_CORE, a);
    assert_ok(opf_fibre_take(OPF_FIBRE_CORE, &b));
    ck_assert_ptr_eq(a, b);
    opf_fibre_give(OPF_FIBRE_CORE, b);
}
END_TEST

Suite *fibre_suite(void)
{
    Suite *s = suite_create("fibre");
    TCase *c = tcase_create("fibre");
    tcase_add_test(c, control_goes_back_and_forth);
    tcase_add_test(c, many_fibres_live_at_once);
    tcase_add_test(c, the_last_stack_given_is_taken_first);
    suite_add_tcase(s, c);
    return s;
}
