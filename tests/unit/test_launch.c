/* The run-time core's C interface: kernels, launches, copies, host functions. */
#include "opforge/runtime_api.h"

#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/device/chip.h"
#include "runtime_min/launch/runtime_error.h"
#include "tests/unit/check_helpers.h"
#include "tests/unit/emu_helpers.h"

#include "acl/acl.h"

static void *stream;

static void setup(void)
{
    (void)opf_test_chip();
    ck_assert_int_eq(aclrtCreateStream(&stream), 0);
}

static void teardown(void)
{
    ck_assert_int_eq(aclrtDestroyStream(stream), 0);
}

static opf_runtime_kernel *open_kernel(const char *name)
{
    opf_runtime_kernel *k;
    char *path = opf_test_object(name, NULL, NULL);
    ck_assert_msg(opf_runtime_kernel_open(path, NULL, NULL, &k) == 0, "%s", opf_runtime_last_error());
    opf_free(path);
    return k;
}

static float *device_floats(size_t n)
{
    void *p;
    ck_assert_int_eq(opf_runtime_malloc(n * sizeof(float), &p), 0);
    return p;
}

START_TEST(relu_over_all_block_dims)
{
    opf_runtime_kernel *k = open_kernel("basic");
    const uint64_t sizes[] = {1, 4, 1000, 300000};
    for (size_t s = 0; s < 4; s++) {
        uint64_t n = sizes[s];
        float *x = device_floats(n), *y = device_floats(n);
        for (uint64_t i = 0; i < n; i++)
            x[i] = (float)((int)(i % 101) - 50);
        for (uint32_t dim = 1; dim <= 72; dim += 23) {
            memset(y, 0xff, n * 4);
            void *args[] = {x, y, NULL};
            struct opf_runtime_blob tiling = {.arg_index = 2, .bytes = &n, .size = sizeof(n)};
            struct opf_runtime_launch l = {.struct_size = sizeof(l),
                                           .block_dim = dim,
                                           .kernel = k,
                                           .tiling_key = 2,
                                           .kernel_type = -1,
                                           .arg_num = 3,
                                           .args = args,
                                           .blobs = &tiling,
                                           .blob_num = 1,
                                           .flags = OPF_RUNTIME_HAS_TILING,
                                           .output_bytes = s == 3 ? (uint64_t)1 << 40 : n * 4};
            ck_assert_int_eq(opf_runtime_launch_kernel(stream, &l), 0);
            ck_assert_msg(aclrtSynchronizeStream(stream) == 0, "%s", opf_runtime_last_error());
            for (uint64_t i = 0; i < n; i++)
                ck_assert(y[i] == (x[i] > 0 ? x[i] : 0));
            struct opf_runtime_launch_info info;
            opf_runtime_last_launch(&info);
            ck_assert_uint_eq(info.cores, dim);
        }
        ck_assert_int_eq(opf_runtime_free(x), 0);
        ck_assert_int_eq(opf_runtime_free(y), 0);
    }
    opf_runtime_kernel_close(k);
}
END_TEST

START_TEST(one_mapping_serves_all_openers)
{
    opf_runtime_kernel *a = open_kernel("basic"), *b = open_kernel("basic");
    ck_assert_ptr_eq(a, b);
    size_t n;
    const uint64_t *keys = opf_runtime_kernel_keys(a, &n);
    ck_assert(n == 5 && keys[4] == 4);
    ck_assert_int_eq(opf_runtime_kernel_has_key(a, 2), 1);
    ck_assert_int_eq(opf_runtime_kernel_has_key(a, 99), 0);
    ck_assert_int_eq(opf_runtime_kernel_type(a, 2), OPF_KERNEL_AIV_ONLY);
    ck_assert_int_eq(opf_runtime_kernel_type(a, 99), -1);
    /* closing before the launch has run is allowed */
    struct opf_runtime_launch l = {.struct_size = sizeof(l), .block_dim = 3, .kernel = a, .kernel_type = -1};
    ck_assert_int_eq(opf_runtime_launch_kernel(stream, &l), 0);
    opf_runtime_kernel_close(a);
    opf_runtime_kernel_close(b);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
}
END_TEST

START_TEST(a_fault_surfaces_at_synchronise_with_its_sentence)
{
    opf_runtime_kernel *k = open_kernel("faults");
    struct opf_runtime_launch l = {.struct_size = sizeof(l),
                                   .block_dim = 8,
                                   .kernel = k,
                                   .tiling_key = 1,
                                   .kernel_type = -1,
                                   .op_type = "Relu"};
    ck_assert_int_eq(opf_runtime_launch_kernel(stream, &l), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION);
    const char *text = aclGetRecentErrMsg();
    ck_assert_msg(text && strstr(text, "Relu") && strstr(text, "core 3 of 8") && strstr(text, "InitBuffer") &&
                      strstr(text, "faults.c"),
                  "%s", text);
    ck_assert_ptr_null(aclGetRecentErrMsg());
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
    l.tiling_key = 9;
    ck_assert_int_eq(opf_runtime_launch_kernel(stream, &l), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_TIMEOUT);
    opf_runtime_kernel_close(k);
    k = open_kernel("basic");
    l.kernel = k;
    l.tiling_key = 0;
    ck_assert_int_eq(opf_runtime_launch_kernel(stream, &l), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
    opf_runtime_kernel_close(k);
}
END_TEST

START_TEST(wrong_requests_are_refused)
{
    opf_runtime_kernel *k = open_kernel("basic"), *none;
    struct opf_runtime_launch l = {
        .struct_size = sizeof(l), .block_dim = 1, .kernel = k, .tiling_key = 50, .kernel_type = -1};
    ck_assert_int_ne(opf_runtime_launch_kernel(stream, &l), 0);
    ck_assert_ptr_nonnull(
        strstr(opf_runtime_last_error(), "no entry for tiling key 50 (it has 5 keys, from 0 to 4)"));
    l.tiling_key = 0;
    l.struct_size = 3;
    ck_assert_int_ne(opf_runtime_launch_kernel(stream, &l), 0);
    l.struct_size = sizeof(l);
    ck_assert_int_ne(opf_runtime_launch_kernel(&l, &l), 0);
    ck_assert_ptr_nonnull(strstr(opf_runtime_last_error(), "is not a stream"));
    struct opf_runtime_blob blob = {.arg_index = 1, .bytes = "x", .size = 1};
    l.blobs = &blob;
    l.blob_num = 1;
    ck_assert_int_ne(opf_runtime_launch_kernel(stream, &l), 0);
    ck_assert_int_ne(opf_runtime_kernel_open("/nonexistent.o", NULL, NULL, &none), 0);
    ck_assert_ptr_null(none);
    opf_runtime_kernel_close(k);
}
END_TEST

START_TEST(strided_copies)
{
    /* transpose 3 x 4 ints, then broadcast one row, then reverse */
    int32_t *a, *b;
    ck_assert_int_eq(opf_runtime_malloc(48, (void **)&a), 0);
    ck_assert_int_eq(opf_runtime_malloc(48, (void **)&b), 0);
    for (int i = 0; i < 12; i++)
        a[i] = i;
    struct opf_runtime_copy c = {.src = a,
                                 .dst = b,
                                 .elem_size = 4,
                                 .dim_num = 2,
                                 .dims = {4, 3},
                                 .src_strides = {4, 16},
                                 .dst_strides = {12, 4}};
    ck_assert_int_eq(opf_runtime_enqueue_copy(stream, &c), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            ck_assert_int_eq(b[i * 3 + j], j * 4 + i);
    c = (struct opf_runtime_copy){.src = a,
                                  .dst = b,
                                  .elem_size = 4,
                                  .dim_num = 2,
                                  .dims = {3, 4},
                                  .src_strides = {0, 4},
                                  .dst_strides = {16, 4}};
    ck_assert_int_eq(opf_runtime_enqueue_copy(stream, &c), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
    ck_assert(b[4] == 0 && b[11] == 3);
    c = (struct opf_runtime_copy){.src = a + 11,
                                  .dst = b,
                                  .elem_size = 4,
                                  .dim_num = 1,
                                  .dims = {12},
                                  .src_strides = {-4},
                                  .dst_strides = {4}};
    ck_assert_int_eq(opf_runtime_enqueue_copy(stream, &c), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
    ck_assert(b[0] == 11 && b[11] == 0);
    c.dims[0] = 1000;
    c.dst_strides[0] = 4;
    c.src = a;
    c.src_strides[0] = 0;
    ck_assert_int_ne(opf_runtime_enqueue_copy(stream, &c), 0);
    ck_assert_ptr_nonnull(strstr(opf_runtime_last_error(), "destination reaches"));
    ck_assert_int_eq(opf_runtime_enqueue_fill(stream, b, 7, 48), 0);
    ck_assert_int_eq(aclrtSynchronizeStream(stream), 0);
    ck_assert_int_eq(b[11], 0x07070707);
}
END_TEST

struct launcher {
    opf_runtime_kernel *kernel;
    const char *error;
};

/* Each thread has its stream and memory; kernels with barriers of several streams share the host's threads.
 */
static const char *launch_many(opf_runtime_kernel *k)
{
    void *own;
    uint32_t *a, *out;
    if (aclrtCreateStream(&own) || opf_runtime_malloc(288, (void **)&a) ||
        opf_runtime_malloc(288, (void **)&out))
        return "no stream or memory";
    void *args[] = {a, out};
    for (uint32_t round = 0; round < 150; round++) {
        uint32_t dim = 1 + round % 72;
        struct opf_runtime_launch l = {.struct_size = sizeof(l),
                                       .block_dim = dim,
                                       .kernel = k,
                                       .tiling_key = 1,
                                       .kernel_type = -1,
                                       .arg_num = 2,
                                       .args = args};
        if (opf_runtime_launch_kernel(own, &l) || opf_runtime_launch_kernel(own, &l) ||
            aclrtSynchronizeStream(own))
            return "launch failed";
        for (uint32_t i = 0; i < dim; i++)
            if (out[i] != 4 * ((i + 1) % dim) + 6)
                return "wrong result";
    }
    return aclrtDestroyStream(own) ? "destroy failed" : NULL;
}

static void run_launcher(void *arg)
{
    struct launcher *l = arg;
    l->error = launch_many(l->kernel);
}

static void check_many_threads(void)
{
    enum { N = 4 };
    opf_thread *threads[N];
    struct launcher launchers[N];
    opf_runtime_kernel *k = open_kernel("sync");
    for (int i = 0; i < N; i++) {
        launchers[i] = (struct launcher){k, NULL};
        assert_ok(opf_thread_start("launcher", run_launcher, &launchers[i], &threads[i]));
    }
    for (int i = 0; i < N; i++) {
        opf_thread_join(threads[i]);
        ck_assert_msg(launchers[i].error == NULL, "%s", launchers[i].error);
    }
    opf_runtime_kernel_close(k);
}

START_TEST(threads_and_streams_launch_at_once)
{
    check_many_threads();
}
END_TEST

START_TEST(more_host_threads_than_processors)
{
    setenv("OPF_THREADS", "9",
           1); /* read when the device is made, which no test before has done: they fork */
    check_many_threads();
}
END_TEST

static void add_one(void *arg)
{
    ++*(int *)arg;
}
static void add_hundred(void *arg)
{
    *(int *)arg += 100;
}

START_TEST(host_functions_run_in_order_and_are_dropped)
{
    int n = 0;
    ck_assert_int_eq(opf_runtime_enqueue_host(stream, add_one, add_hundred, &n), 0);
    ck_assert_int_eq(opf_runtime_enqueue_host(NULL, add_one, NULL, &n), 0);
    ck_assert_int_eq(aclrtSynchronizeDevice(), 0);
    ck_assert_int_eq(n, 102);
}
END_TEST

START_TEST(figures_come_from_the_chip)
{
    ck_assert_int_eq(opf_runtime_figure("vector_core_cnt"), 72);
    ck_assert_int_eq(opf_runtime_figure("npu_arch"), 3510);
    ck_assert_int_eq(opf_runtime_figure("nonsense"), -1);
    ck_assert_str_eq(opf_runtime_soc_short_name(), "ascend950");
}
END_TEST

/* Eight cores that meet: what synchronising them gives. */
static int meet(void)
{
    opf_runtime_kernel *k = open_kernel("sync");
    float *memory = device_floats(16);
    void *args[] = {memory, memory + 8};
    struct opf_runtime_launch l = {.struct_size = sizeof(l),
                                   .block_dim = 8,
                                   .kernel = k,
                                   .tiling_key = 1,
                                   .kernel_type = -1,
                                   .arg_num = 2,
                                   .args = args};
    ck_assert_int_eq(opf_runtime_launch_kernel(stream, &l), 0);
    int code = aclrtSynchronizeStream(stream);
    ck_assert_int_eq(opf_runtime_free(memory), 0);
    opf_runtime_kernel_close(k);
    return code;
}

START_TEST(a_limit_of_cores_is_advice_to_tilings)
{
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 5), 0);
    ck_assert_msg(meet() == 0, "%s", opf_runtime_last_error());
    struct opf_runtime_launch_info info;
    opf_runtime_last_launch(&info);
    ck_assert_uint_eq(info.cores, 8);
}
END_TEST

START_TEST(cores_that_the_chip_has_not_cannot_meet)
{
    setenv("OPF_CORES", "5", 1);
    ck_assert_int_eq(meet(), OPF_ACL_RT_AICORE_EXCEPTION);
    ck_assert_ptr_nonnull(
        strstr(opf_runtime_last_error(), "the launch has 8 AIV cores (block dim 8), ascend950 has 5"));
}
END_TEST

Suite *launch_suite(void)
{
    Suite *s = suite_create("launch");
    TCase *c = tcase_create("launch");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, relu_over_all_block_dims);
    tcase_add_test(c, one_mapping_serves_all_openers);
    tcase_add_test(c, a_fault_surfaces_at_synchronise_with_its_sentence);
    tcase_add_test(c, wrong_requests_are_refused);
    tcase_add_test(c, threads_and_streams_launch_at_once);
    tcase_add_test(c, more_host_threads_than_processors);
    tcase_add_test(c, strided_copies);
    tcase_add_test(c, host_functions_run_in_order_and_are_dropped);
    tcase_add_test(c, figures_come_from_the_chip);
    tcase_add_test(c, a_limit_of_cores_is_advice_to_tilings);
    tcase_add_test(c, cores_that_the_chip_has_not_cannot_meet);
    suite_add_tcase(s, c);
    return s;
}
