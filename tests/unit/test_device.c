/* The emulated device: launches, synchronisation, faults, deadlocks. */
#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/device/chip.h"
#include "runtime_min/device/deal.h"
#include "runtime_min/device/grid.h"
#include "tests/unit/check_helpers.h"
#include "tests/unit/emu_helpers.h"

static opf_device *device;

static void setup(void)
{
    struct opf_chip chip = opf_test_chip();
    assert_ok(opf_device_create(&chip, &device));
}

static void setup_one_thread(void)
{
    setenv("OPF_THREADS", "1", 1);
    setup();
}

static void setup_shuffled(void)
{
    setenv("OPF_SCHED", "77", 1);
    setup();
}

static void teardown(void)
{
    opf_device_destroy(device);
}

static opf_status *run_typed(const char *object, uint64_t key, uint32_t cores, void *const *args,
                             uint32_t arg_num, uint32_t type)
{
    struct opf_kernel_image *kernel = opf_test_kernel(object);
    struct opf_kernel_key *k = opf_kernel_image_find(kernel, key);
    ck_assert_ptr_nonnull(k);
    struct opf_grid_spec spec = {.kernel = kernel,
                                 .key = k,
                                 .op_type = "TestKernel",
                                 .kernel_type = type,
                                 .block_dim = cores,
                                 .args = args,
                                 .arg_num = arg_num};
    opf_status *status = opf_grid_run(device, &spec, NULL);
    opf_kernel_image_destroy(kernel);
    return status;
}

static opf_status *run(const char *object, uint64_t key, uint32_t cores, void *const *args, uint32_t arg_num)
{
    return run_typed(object, key, cores, args, arg_num, OPF_KERNEL_AIV_ONLY);
}

static void *gm(size_t size)
{
    void *p;
    assert_ok(opf_gm_alloc(size, &p));
    memset(p, 0, size);
    return p;
}

START_TEST(every_core_runs_once_and_knows_itself)
{
    uint32_t *out = gm(72 * 4);
    for (int again = 0; again < 20; again++) {
        memset(out, 0, 72 * 4);
        assert_ok(run("basic", 1, 72, (void *[]){out}, 1));
        for (uint32_t i = 0; i < 72; i++)
            ck_assert_uint_eq(out[i], i * 1000 + 72);
    }
}
END_TEST

START_TEST(barriers_order_all_cores)
{
    uint32_t *a = gm(72 * 4), *out = gm(72 * 4);
    for (int again = 0; again < 20; again++) {
        assert_ok(run("sync", 1, 72, (void *[]){a, out}, 2));
        for (uint32_t i = 0; i < 72; i++)
            ck_assert_uint_eq(out[i], 4 * ((i + 1) % 72) + 6);
    }
}
END_TEST

START_TEST(cross_core_flags_between_cube_and_vector_cores)
{
    uint32_t *box = gm(36 * 16), *out = gm(36 * 4);
    assert_ok(run_typed("sync", 2, 36, (void *[]){box, out}, 2, OPF_KERNEL_MIX_AIC_1_2));
    for (uint32_t i = 0; i < 36; i++)
        ck_assert_uint_eq(out[i], (100 + i) * 3);
    assert_ok(run_typed("sync", 3, 36, (void *[]){box, out}, 2, OPF_KERNEL_MIX_AIC_1_2));
    for (uint32_t i = 0; i < 36; i++)
        ck_assert_uint_eq(out[i], 7);
}
END_TEST

START_TEST(simt_barriers_shuffles_and_ballots)
{
    uint32_t *out = gm(16);
    assert_ok(run("sync", 4, 1, (void *[]){out}, 1));
    ck_assert_uint_eq(out[0], 256 * 257 / 2);
    ck_assert_uint_eq(out[1], 40);
    ck_assert_uint_eq(out[2], 0x55555555u);
    ck_assert_uint_eq(out[3], 0); /* outside the function again */
}
END_TEST

START_TEST(spinning_cores_let_others_run)
{
    uint32_t *flag = gm(4);
    assert_ok(run("sync", 5, 16, (void *[]){flag}, 1));
}
END_TEST

/* All cores add to all words. */
static void check_sums(uint32_t *a, uint32_t *n, uint32_t *out)
{
    const uint32_t cores = 24;
    memset(a, 0, (size_t)*n * 4);
    assert_ok(run("atomics", 1, cores, (void *[]){a, n, out}, 3));
    for (uint32_t i = 0; i < *n; i++)
        if (a[i] != 3 * cores)
            ck_abort_msg("word %u of %u is %u, not %u", i, *n, a[i], 3 * cores);
    for (uint32_t i = 0; i < cores; i++)
        ck_assert_uint_eq(out[i], 2);
}

START_TEST(atomic_changes_of_competing_cores)
{
    const uint32_t sizes[] = {5, 1024, 3000, 200000};
    uint32_t *a = gm((size_t)200000 * 4 + 64), *n = gm(4), *out = gm(72 * 4);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        *n = sizes[i];
        check_sums(a + 3, n, out);
        check_sums(a + 3, n, out); /* with what the last launch learned */
    }
}
END_TEST

START_TEST(noted_rows_are_changed_before_cores_meet_and_end)
{
    const uint32_t cores = 24, row = 24;
    uint32_t *n = gm(4), *out = gm(cores * 4), *a;
    *n = 1000 * row;
    a = gm(*n * 4);
    for (int again = 0; again < 10; again++) {
        memset(a, 0, *n * 4);
        assert_ok(run("atomics", 3, cores, (void *[]){a, n, out}, 3));
        for (uint32_t i = 0; i < cores; i++)
            ck_assert_uint_eq(out[i], 0);
        for (uint32_t i = 0; i < *n; i++)
            ck_assert_uint_eq(a[i], i / row < cores ? 11 : 3 * cores);
    }
}
END_TEST

START_TEST(faults_while_memory_is_held)
{
    uint32_t *a = gm((size_t)1000000 * 4), *n = gm(4), *out = gm(72 * 4), *how = gm(4);
    for (*how = 0; *how < 4; (*how)++) {
        *n = 200000;
        check_sums(a, n, out);
        *n = *how == 2 ? 1000000 : 200000; /* too far apart for one thread's cache: noted */
        assert_fails(run("atomics", 2, 24, (void *[]){a, n, out, how}, 4), OPF_KERNEL_FAULT,
                     *how == 0 ? "while it holds" : "core 3");
        *n = 200000;
        check_sums(a, n, out);
    }
}
END_TEST

/* Launches of 24 cores on `words` words add up right, and many (`alone` > 0) run on one thread or (< 0) not
 * all do. How many of the words changed last found all memory held. */
static uint32_t words_of_turns(uint32_t *a, uint32_t words, const uint32_t *how, int alone)
{
    const uint32_t cores = 24, launches = alone > 0 ? 60 : 6;
    uint32_t *n = gm(4), *out = gm(cores * 4), *given = gm(12), sum = 0, everything = 0, single = 0;
    *n = words;
    memcpy(given, how, 12);
    memset(a, 0, (size_t)words * 4);
    struct opf_kernel_image *kernel = opf_test_kernel("atomics");
    struct opf_grid_spec spec = {.kernel = kernel,
                                 .key = opf_kernel_image_find(kernel, 5),
                                 .op_type = "TestKernel",
                                 .block_dim = cores,
                                 .args = (void *[]){a, n, out, given},
                                 .arg_num = 4};
    struct opf_grid_info info;
    for (uint32_t i = 0; i < launches; i++) {
        assert_ok(opf_grid_run(device, &spec, &info));
        single += info.threads == 1;
    }
    ck_assert(alone <= 0 || single > launches / 4);
    ck_assert(alone >= 0 || single < launches);
    for (uint32_t i = 0; i < words; i++)
        sum += a[i];
    ck_assert_uint_eq(sum, launches * cores * how[2] * 2 * 64);
    for (uint32_t i = 0; i < cores; i++)
        everything += out[i];
    opf_kernel_image_destroy(kernel);
    return everything;
}

START_TEST(all_memory_is_held_in_turns)
{
    const uint32_t quick[] = {0, 0, 300}, inside[] = {20000, 0, 20}, outside[] = {0, 20000, 20};
    const bool turns = _i == 0; /* of five threads, none */
    setenv("OPF_THREADS", turns ? "2" : "5", 1);
    setup();
    uint32_t *a = gm((size_t)1000000 * 4);
    if (turns) /* the other thread would only wait */
        (void)words_of_turns(a, 20000, inside, 1);
    ck_assert_int_eq(words_of_turns(a, 20000, quick, 0) > 0, turns);
    ck_assert_int_eq(words_of_turns(a, 200000, quick, 0) > 0, turns);
    ck_assert_uint_eq(words_of_turns(a, 1000000, quick, 0), 0); /* too far apart */
    (void)words_of_turns(a, 20000, outside, -1);
    teardown();
}
END_TEST

START_TEST(nobody_keeps_all_memory)
{
    setenv("OPF_THREADS", "2", 1);
    setup();
    uint32_t *a = gm((size_t)20000 * 4), *n = gm(4), *out = gm(12);
    *n = 20000;
    assert_ok(run("atomics", 6, 2, (void *[]){a, n, out}, 3));
    ck_assert_uint_eq(out[0], 0);
    ck_assert_uint_eq(out[1], 1);
    teardown();
}
END_TEST

START_TEST(imported_functions_work)
{
    float *y = gm(12);
    y[0] = 0, y[1] = 0, y[2] = 2;
    assert_ok(run("basic", 4, 1, (void *[]){y}, 1));
    ck_assert(y[0] == 1.0f && y[1] == 0.0f && y[2] == 8.0f);
}
END_TEST

START_TEST(a_fault_names_kernel_core_call_and_line)
{
    /* cores 3 to 7 fail: the lowest is reported however they are scheduled */
    for (int again = 0; again < 10; again++) {
        opf_status *status = run("faults", 1, 8, NULL, 0);
        char *text = opf_status_text(status);
        ck_assert_int_eq(opf_status_code(status), OPF_KERNEL_FAULT);
        ck_assert_msg(strstr(text, "TestKernel") && strstr(text, "faults_1") &&
                          strstr(text, "AIV core 3 of 8") &&
                          strstr(text, "InitBuffer: 300000 bytes asked for, 253952 left") &&
                          strstr(text, "faults.c:15:"),
                      "%s", text);
        opf_status_free(status);
        free(text);
    }
    /* the device is as good as new */
    uint32_t *out = gm(8 * 4);
    assert_ok(run("basic", 1, 8, (void *[]){out}, 1));
    ck_assert_uint_eq(out[7], 7008);
}
END_TEST

START_TEST(signals_in_kernels_become_faults)
{
    assert_fails(run("faults", 2, 4, NULL, 0), OPF_KERNEL_FAULT, "a null pointer");
    assert_fails(run("faults", 2, 4, NULL, 0), OPF_KERNEL_FAULT, "faults.c:8:");
    int *y = gm(4);
    assert_fails(run("faults", 4, 4, (void *[]){y}, 1), OPF_KERNEL_FAULT, "division by zero");
    assert_fails(run("faults", 8, 1, NULL, 0), OPF_KERNEL_FAULT, "trap");
    assert_fails(run("faults", 5, 2, NULL, 0), OPF_KERNEL_FAULT, "stack overflow");
    assert_fails(run("faults", 6, 1, NULL, 0), OPF_KERNEL_FAULT, "past the end of UB (253952 bytes)");
    assert_ok(run("basic", 0, 72, NULL, 0));
}
END_TEST

START_TEST(faults_inside_simt_functions_and_barriers)
{
    for (int again = 0; again < 5; again++) {
        assert_fails(run("faults", 10, 3, NULL, 0), OPF_KERNEL_FAULT,
                     "AIV core 0 of 3, SIMT thread (5, 0, 0)");
        assert_fails(run("faults", 11, 2, NULL, 0), OPF_KERNEL_FAULT,
                     "SIMT thread (9, 0, 0): crash: accessed memory");
        assert_fails(run("faults", 12, 40, NULL, 0), OPF_KERNEL_FAULT,
                     "AIV core 1 of 40: queue state: EnQue");
    }
    assert_fails(run("faults", 13, 1, NULL, 0), OPF_KERNEL_FAULT,
                 "stack overflow: the SIMT thread used more than");
    uint32_t *out = gm(16);
    assert_ok(run("sync", 4, 1, (void *[]){out}, 1));
    ck_assert_uint_eq(out[0], 256 * 257 / 2);
}
END_TEST

START_TEST(global_memory_is_checked)
{
    uint8_t *x = gm(100);
    assert_fails(run("faults", 3, 1, (void *[]){x}, 1), OPF_KERNEL_FAULT,
                 "the last one is 63 bytes past the end of the allocation of 100 bytes");
    assert_ok(opf_gm_free(x));
    assert_fails(run("faults", 3, 1, (void *[]){x}, 1), OPF_KERNEL_FAULT, "freed by aclrtFree");
    assert_fails(opf_gm_free(x), OPF_INVALID_ARGUMENT, "was freed before");
    uint8_t host[256];
    assert_fails(run("faults", 3, 1, (void *[]){host}, 1), OPF_KERNEL_FAULT, "DataCopy: reads 64 bytes");
}
END_TEST

START_TEST(a_wait_without_a_set_is_a_fault)
{
    assert_fails(run("faults", 7, 1, NULL, 0), OPF_KERNEL_FAULT, "was never set on this core");
}
END_TEST

START_TEST(deadlock_is_found_at_once)
{
    int64_t begin = opf_clock_ns();
    assert_fails(run("faults", 9, 8, NULL, 0), OPF_DEADLOCK,
                 "7 of 8 AIV cores wait in SyncAll; 1 core ended");
    ck_assert_int_lt(opf_clock_ns() - begin, 2000000000);
    assert_ok(run("basic", 0, 72, NULL, 0));
}
END_TEST

START_TEST(barriers_of_more_cores_than_the_chip_has_are_faults)
{
    uint32_t *a = gm(73 * 4), *out = gm(73 * 4);
    assert_fails(run("sync", 1, 73, (void *[]){a, out}, 2), OPF_KERNEL_FAULT,
                 "the launch has 73 AIV cores (block dim 73), ascend950 has 72");
}
END_TEST

/* Launches until half of the first `some` cores have run on each thread, or there were too many. */
static bool first_cores_are_shared(uint32_t cores, uint32_t some)
{
    uintptr_t *thread = gm(cores * sizeof(*thread));
    uint32_t *number = gm(sizeof(*number));
    struct opf_kernel_image *kernel = opf_test_kernel("sync");
    struct opf_grid_spec spec = {.kernel = kernel,
                                 .key = opf_kernel_image_find(kernel, 7),
                                 .op_type = "TestKernel",
                                 .block_dim = cores,
                                 .args = (void *[]){thread, number},
                                 .arg_num = 2};
    *number = some;
    bool shared = false;
    for (int again = 0; again < 300 && !shared; again++) {
        uint32_t same = 0;
        assert_ok(opf_grid_run(device, &spec, NULL));
        for (uint32_t i = 0; i < some; i++)
            same += thread[i] == thread[0];
        shared = same == some / 2;
    }
    opf_kernel_image_destroy(kernel);
    return shared;
}

START_TEST(the_first_cores_behind_a_barrier_are_shared)
{
    setenv("OPF_THREADS", "2", 1);
    setup();
    ck_assert(first_cores_are_shared(64, 8));
    teardown();
}
END_TEST

START_TEST(cores_are_dealt_in_turns)
{
    struct opf_shares shares;
    uint32_t core[11];
    opf_shares_split(&shares, 11, 3);
    opf_deal_cores(&shares, core);
    const uint32_t expected[11] = {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8};
    for (uint32_t i = 0; i < 11; i++)
        ck_assert_uint_eq(core[i], expected[i]);
    ck_assert(opf_deal_uneven((uint64_t[]){800, 100}, 2));
    ck_assert(!opf_deal_uneven((uint64_t[]){500, 400}, 2));
    ck_assert(opf_deal_uneven((uint64_t[]){100, 100, 300, 100}, 4));
    ck_assert(!opf_deal_uneven((uint64_t[]){0, 0}, 2));
}
END_TEST

START_TEST(wrong_launches_are_refused)
{
    assert_fails(run("basic", 0, 0, NULL, 0), OPF_OUT_OF_RANGE, "block dim 0");
    assert_fails(run_typed("basic", 0, 1, NULL, 0, 9), OPF_INVALID_ARGUMENT, "kernel type 9");
}
END_TEST

START_TEST(poisoned_memories_start_as_ones)
{
    setenv("OPF_POISON", "1", 1);
    setup();
    uint32_t *out = gm(4);
    for (int again = 0; again < 2; again++) {
        assert_ok(run("faults", 14, 1, (void *[]){out}, 1));
        ck_assert_uint_eq(out[0], UINT32_MAX);
    }
    teardown();
}
END_TEST

START_TEST(chips_are_read_by_short_and_full_name)
{
    struct opf_chip chip = opf_test_chip();
    ck_assert_uint_eq(chip.vector_cores, 72);
    ck_assert_uint_eq(chip.cube_cores, 36);
    ck_assert_uint_eq(chip.memory[OPF_MEM_UB], 253952);
    ck_assert_str_eq(chip.full_name, "Ascend950PR_9599");
    assert_ok(opf_chip_read("Ascend910B", &chip));
    ck_assert_str_eq(chip.short_name, "ascend910b");
    assert_fails(opf_chip_read("ascend951", &chip), OPF_NOT_FOUND, "did you mean `ascend950`?");
}
END_TEST

static void add(Suite *s, const char *name, void (*up)(void))
{
    TCase *c = tcase_create(name);
    tcase_add_checked_fixture(c, up, teardown);
    tcase_add_test(c, every_core_runs_once_and_knows_itself);
    tcase_add_test(c, barriers_order_all_cores);
    tcase_add_test(c, cross_core_flags_between_cube_and_vector_cores);
    tcase_add_test(c, simt_barriers_shuffles_and_ballots);
    tcase_add_test(c, spinning_cores_let_others_run);
    tcase_add_test(c, atomic_changes_of_competing_cores);
    tcase_add_test(c, noted_rows_are_changed_before_cores_meet_and_end);
    tcase_add_test(c, faults_while_memory_is_held);
    tcase_add_test(c, imported_functions_work);
    tcase_add_test(c, a_fault_names_kernel_core_call_and_line);
    tcase_add_test(c, signals_in_kernels_become_faults);
    tcase_add_test(c, faults_inside_simt_functions_and_barriers);
    tcase_add_test(c, global_memory_is_checked);
    tcase_add_test(c, a_wait_without_a_set_is_a_fault);
    tcase_add_test(c, deadlock_is_found_at_once);
    tcase_add_test(c, barriers_of_more_cores_than_the_chip_has_are_faults);
    tcase_add_test(c, wrong_launches_are_refused);
    suite_add_tcase(s, c);
}

Suite *device_suite(void)
{
    Suite *s = suite_create("device");
    add(s, "threads", setup);
    add(s, "one thread", setup_one_thread);
    add(s, "shuffled", setup_shuffled);
    TCase *c = tcase_create("chips");
    tcase_add_test(c, chips_are_read_by_short_and_full_name);
    tcase_add_test(c, poisoned_memories_start_as_ones);
    tcase_add_test(c, the_first_cores_behind_a_barrier_are_shared);
    tcase_add_test(c, cores_are_dealt_in_turns);
    tcase_add_loop_test(c, all_memory_is_held_in_turns, 0, 2);
    tcase_add_test(c, nobody_keeps_all_memory);
    suite_add_tcase(s, c);
    return s;
}
