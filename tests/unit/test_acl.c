/* The acl functions: values, checks, messages. */
#include "acl/acl.h"

#include "base/thread.h"
#include "tests/unit/check_helpers.h"
#include "tests/unit/emu_helpers.h"

#include <math.h>

static void setup(void)
{
    (void)opf_test_chip();
    ck_assert_int_eq(aclInit(NULL), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSetDevice(0), ACL_SUCCESS);
}

static void teardown(void)
{
    ck_assert_int_eq(aclrtResetDevice(0), ACL_SUCCESS);
    ck_assert_int_eq(aclFinalize(), ACL_SUCCESS);
}

static void expect_message(const char *part)
{
    const char *text = aclGetRecentErrMsg();
    ck_assert_msg(text && strstr(text, part), "`%s` is not in: %s", part, text ? text : "(none)");
}

START_TEST(initialisation_is_counted)
{
    ck_assert_int_eq(aclInit(NULL), ACL_ERROR_REPEAT_INITIALIZE);
    expect_message("called twice");
    ck_assert_int_eq(aclFinalize(), ACL_SUCCESS);
    ck_assert_int_eq(aclFinalize(), ACL_ERROR_UNINITIALIZE);
    ck_assert_int_eq(aclInit("/nonexistent.json"), ACL_ERROR_INVALID_FILE);
    expect_message("/nonexistent.json");
    ck_assert_int_eq(aclInit(NULL), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSetDevice(5), ACL_ERROR_RT_INVALID_DEVICEID);
    expect_message("device 5");
    ck_assert_str_eq(aclrtGetSocName(), "Ascend950PR_9599");
    int64_t cores;
    ck_assert_int_eq(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &cores), ACL_SUCCESS);
    ck_assert_int_eq(cores, 72);
}
END_TEST

START_TEST(half_conversion_is_exact_over_all_patterns)
{
    for (uint32_t h = 0; h < 65536; h++) {
        int exp = (int)(h >> 10 & 31), frac = (int)(h & 1023);
        double want = exp == 0    ? ldexp(frac, -24)
                      : exp == 31 ? (frac ? NAN : INFINITY)
                                  : ldexp(1024 + frac, exp - 25);
        float got = aclFloat16ToFloat((aclFloat16)h);
        if (isnan(want)) {
            ck_assert(isnan(got) && isnan(aclFloat16ToFloat(aclFloatToFloat16(got))));
            continue;
        }
        ck_assert((double)fabsf(got) == want && (signbit(got) != 0) == (h >> 15 != 0));
        ck_assert_uint_eq(aclFloatToFloat16(got), h);
    }
    /* between two neighbours: to the nearer, a tie to the even one */
    for (uint32_t h = 0; h < 0x7bff; h++) {
        float low = aclFloat16ToFloat((aclFloat16)h), high = aclFloat16ToFloat((aclFloat16)(h + 1));
        float mid = low + (high - low) / 2;
        ck_assert_uint_eq(aclFloatToFloat16(mid), h % 2 ? h + 1 : h);
        ck_assert_uint_eq(aclFloatToFloat16(nextafterf(mid, 0)), h);
        ck_assert_uint_eq(aclFloatToFloat16(nextafterf(mid, INFINITY)), h + 1);
    }
    ck_assert_uint_eq(aclFloatToFloat16(65519.0f), 0x7bff);
    ck_assert_uint_eq(aclFloatToFloat16(65520.0f), 0x7c00);
    ck_assert_uint_eq(aclFloatToFloat16(-1e30f), 0xfc00);
    ck_assert_uint_eq(aclFloatToFloat16(1e-30f), 0);
}
END_TEST

START_TEST(element_sizes)
{
    ck_assert_uint_eq(aclDataTypeSize(ACL_FLOAT), 4);
    ck_assert_uint_eq(aclDataTypeSize(ACL_BF16), 2);
    ck_assert_uint_eq(aclDataTypeSize(ACL_COMPLEX128), 16);
    ck_assert_uint_eq(aclDataTypeSize(ACL_INT4), 0);
    ck_assert_uint_eq(aclDataTypeSize(ACL_DT_UNDEFINED), 0);
}
END_TEST

START_TEST(memory_is_copied_and_checked)
{
    void *d;
    char host[64] = "abc", back[64] = "";
    ck_assert_int_eq(aclrtMalloc(&d, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ck_assert_uint_eq((uintptr_t)d % 512, 0);
    ck_assert_int_eq(aclrtMemcpy(d, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    ck_assert_int_eq(aclrtMemcpy(back, 64, d, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    ck_assert_str_eq(back, "abc");
    ck_assert_int_eq(aclrtMemcpy(d, 10, host, 11, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM);
    expect_message("count 11 is more than destMax 10");
    ck_assert_int_eq(aclrtMemcpy(d, 1000, host, 1000, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM);
    expect_message("past the end of the allocation of 64 bytes");
    ck_assert_int_eq(aclrtMemcpy(back, 64, host, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_INVALID_PARAM);
    expect_message("src");
    ck_assert_int_eq(aclrtMemset(d, 64, 5, 64), ACL_SUCCESS);
    ck_assert_int_eq(((char *)d)[63], 5);
    ck_assert_int_eq(aclrtMalloc(&d, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    ck_assert_int_eq(aclrtMalloc(NULL, 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    expect_message("devPtr is a null pointer");
    ck_assert_int_eq(aclrtFree(d), ACL_SUCCESS);
    ck_assert_int_eq(aclrtFree(d), ACL_ERROR_INVALID_PARAM);
    expect_message("freed before");
    ck_assert_int_eq(aclrtFree(NULL), ACL_ERROR_INVALID_PARAM);
    ck_assert_int_eq(aclrtMalloc(&d, (size_t)1 << 22, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    memset(d, 1, (size_t)1 << 22);
    ck_assert_int_eq(aclrtFree(d), ACL_SUCCESS);
    ck_assert_int_eq(aclrtMalloc(&d, (size_t)1 << 60, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_BAD_ALLOC);
}
END_TEST

START_TEST(two_dimensional_and_asynchronous_copies)
{
    char *d, host[30], back[30] = {0};
    aclrtStream s;
    for (int i = 0; i < 30; i++)
        host[i] = (char)i;
    ck_assert_int_eq(aclrtCreateStream(&s), ACL_SUCCESS);
    ck_assert_int_eq(aclrtMalloc((void **)&d, 64, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    ck_assert_int_eq(aclrtMemsetAsync(d, 64, 0, 64, s), ACL_SUCCESS);
    ck_assert_int_eq(aclrtMemcpy2dAsync(d, 16, host, 10, 4, 3, ACL_MEMCPY_HOST_TO_DEVICE, s), ACL_SUCCESS);
    ck_assert_int_eq(aclrtMemcpyAsync(back, 30, d + 16, 30, ACL_MEMCPY_DEVICE_TO_HOST, s), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSynchronizeStream(s), ACL_SUCCESS);
    ck_assert(back[0] == 10 && back[3] == 13 && back[4] == 0 && back[16] == 20);
    ck_assert_int_eq(aclrtMemcpy2d(d, 3, host, 10, 4, 3, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM);
    ck_assert_int_eq(aclrtDestroyStream(s), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSynchronizeStream(s), ACL_ERROR_INVALID_PARAM);
    ck_assert_int_eq(aclrtDestroyStream(s), ACL_ERROR_INVALID_PARAM);
}
END_TEST

static void wait_a_little(void *arg)
{
    uint32_t never = 0;
    opf_futex_wait(&never, 0, 3000000);
    ++*(int *)arg;
}

START_TEST(events_measure_time_and_order_callbacks)
{
    aclrtStream a, b;
    aclrtEvent first, last;
    int n = 0;
    float ms = 0;
    aclrtEventRecordedStatus status;
    ck_assert_int_eq(aclrtCreateStream(&a), ACL_SUCCESS);
    ck_assert_int_eq(aclrtCreateStream(&b), ACL_SUCCESS);
    ck_assert_int_eq(aclrtCreateEvent(&first), ACL_SUCCESS);
    ck_assert_int_eq(aclrtCreateEventWithFlag(&last, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    ck_assert_int_eq(aclrtEventElapsedTime(&ms, first, last), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    ck_assert_int_eq(aclrtRecordEvent(first, a), ACL_SUCCESS);
    ck_assert_int_eq(aclrtLaunchCallback(wait_a_little, &n, ACL_CALLBACK_BLOCK, a), ACL_SUCCESS);
    ck_assert_int_eq(aclrtRecordEvent(last, a), ACL_SUCCESS);
    ck_assert_int_eq(aclrtStreamWaitEvent(b, last), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSynchronizeStream(b), ACL_SUCCESS);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(aclrtQueryEventStatus(last, &status), ACL_SUCCESS);
    ck_assert_int_eq(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    ck_assert_int_eq(aclrtEventElapsedTime(&ms, first, last), ACL_SUCCESS);
    ck_assert(ms >= 2.5f && ms < 2000.0f);
    for (int i = 0; i < 20; i++)
        ck_assert_int_eq(aclrtLaunchCallback(wait_a_little, &n, ACL_CALLBACK_BLOCK, a), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSynchronizeDeviceWithTimeout(10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ck_assert_int_eq(aclrtSynchronizeStreamWithTimeout(a, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ck_assert_int_eq(aclrtSynchronizeDeviceWithTimeout(20000), ACL_SUCCESS);
    ck_assert_int_eq(n, 21);
    ck_assert_int_eq(aclrtDestroyEvent(first), ACL_SUCCESS);
    ck_assert_int_eq(aclrtDestroyEvent(last), ACL_SUCCESS);
    ck_assert_int_eq(aclrtRecordEvent(NULL, a), ACL_ERROR_INVALID_PARAM);
    ck_assert_int_eq(aclrtDestroyStream(a), ACL_SUCCESS);
    ck_assert_int_eq(aclrtDestroyStream(b), ACL_SUCCESS);
}
END_TEST

static void other_thread(void *arg)
{
    int32_t device;
    ck_assert_int_eq(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    ck_assert_ptr_nonnull(aclGetRecentErrMsg());
    ck_assert_int_eq(aclrtSetCurrentContext(arg), ACL_SUCCESS);
    ck_assert_int_eq(aclrtGetDevice(&device), ACL_SUCCESS);
}

START_TEST(contexts_and_messages_belong_to_threads)
{
    aclrtContext context;
    opf_thread *thread;
    ck_assert_int_eq(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    assert_ok(opf_thread_start("other", other_thread, context, &thread));
    opf_thread_join(thread);
    ck_assert_ptr_null(aclGetRecentErrMsg());
    int64_t value = 0;
    ck_assert_int_eq(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
    ck_assert_int_eq(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    ck_assert_int_eq(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    ck_assert_int_eq(value, 1);
}
END_TEST

static void expect_limit(aclrtStream stream, uint32_t of_device, uint32_t of_stream, uint32_t of_thread)
{
    uint32_t value = 0;
    ck_assert_int_eq(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    ck_assert_uint_eq(value, of_device);
    ck_assert_int_eq(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    ck_assert_uint_eq(value, of_stream);
    ck_assert_int_eq(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    ck_assert_uint_eq(value, of_thread);
}

START_TEST(cores_are_limited_by_stream_then_device)
{
    aclrtStream stream, other;
    ck_assert_int_eq(aclrtCreateStream(&stream), ACL_SUCCESS);
    expect_limit(stream, 72, 72, 72);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 16), ACL_SUCCESS);
    expect_limit(stream, 16, 16, 16);
    ck_assert_int_eq(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, 20), ACL_SUCCESS);
    expect_limit(stream, 16, 20, 16);
    ck_assert_int_eq(aclrtUseStreamResInCurrentThread(stream), ACL_SUCCESS);
    expect_limit(stream, 16, 20, 20);
    uint32_t cube = 0; /* each type by itself */
    ck_assert_int_eq(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &cube), ACL_SUCCESS);
    ck_assert_uint_eq(cube, 36);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 5), ACL_SUCCESS);
    ck_assert_int_eq(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &cube), ACL_SUCCESS);
    ck_assert_uint_eq(cube, 5);
    ck_assert_int_eq(aclrtUnuseStreamResInCurrentThread(NULL), ACL_SUCCESS); /* not the one it uses */
    expect_limit(stream, 16, 20, 20);
    ck_assert_int_eq(aclrtUseStreamResInCurrentThread(NULL), ACL_SUCCESS); /* the last one counts */
    expect_limit(stream, 16, 20, 16);
    ck_assert_int_eq(aclrtSetStreamResLimit(NULL, ACL_RT_DEV_RES_VECTOR_CORE, 7), ACL_SUCCESS);
    expect_limit(NULL, 16, 7, 7);
    ck_assert_int_eq(aclrtResetStreamResLimit(NULL), ACL_SUCCESS);
    expect_limit(NULL, 16, 16, 16);
    ck_assert_int_eq(aclrtUseStreamResInCurrentThread(stream), ACL_SUCCESS);
    ck_assert_int_eq(aclrtDestroyStream(stream), ACL_SUCCESS);
    ck_assert_int_eq(aclrtCreateStream(&other), ACL_SUCCESS); /* often at the same address */
    ck_assert_int_eq(aclrtSetStreamResLimit(other, ACL_RT_DEV_RES_VECTOR_CORE, 9), ACL_SUCCESS);
    expect_limit(other, 16, 9, 16);
    ck_assert_int_eq(aclrtDestroyStream(other), ACL_SUCCESS);
    ck_assert_int_eq(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
    expect_limit(NULL, 72, 72, 72);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 16), ACL_SUCCESS);
    ck_assert_int_eq(aclrtResetDevice(0), ACL_SUCCESS); /* of this thread's use only */
    expect_limit(NULL, 16, 16, 16);
    ck_assert_int_eq(aclrtResetDeviceForce(0), ACL_SUCCESS);
    expect_limit(NULL, 72, 72, 72);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 16), ACL_SUCCESS);
    ck_assert_int_eq(aclFinalize(), ACL_SUCCESS);
    ck_assert_int_eq(aclInit(NULL), ACL_SUCCESS);
    expect_limit(NULL, 72, 72, 72);
}
END_TEST

START_TEST(limits_of_cores_are_checked)
{
    uint32_t value = 0;
    const aclrtDevResLimitType vector = ACL_RT_DEV_RES_VECTOR_CORE, none = (aclrtDevResLimitType)2;
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, vector, 73), ACL_ERROR_RT_PARAM_INVALID);
    expect_message("aclrtSetDeviceResLimit: a limit of 73 vector cores; Ascend950PR_9599 has 72");
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 37), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, vector, 0), ACL_ERROR_RT_PARAM_INVALID);
    expect_message("1 is the least");
    ck_assert_int_eq(aclrtSetStreamResLimit(NULL, vector, 73), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, none, 1), ACL_ERROR_RT_PARAM_INVALID);
    expect_message("type 2");
    ck_assert_int_eq(aclrtSetStreamResLimit(NULL, none, 1), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtGetDeviceResLimit(0, none, &value), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtGetStreamResLimit(NULL, none, &value), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtGetResInCurrentThread(none, &value), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtGetDeviceResLimit(0, vector, NULL), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtGetStreamResLimit(NULL, vector, NULL), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtGetResInCurrentThread(vector, NULL), ACL_ERROR_RT_PARAM_INVALID);
    ck_assert_int_eq(aclrtSetDeviceResLimit(1, vector, 8), ACL_ERROR_RT_INVALID_DEVICEID);
    ck_assert_int_eq(aclrtGetDeviceResLimit(-1, vector, &value), ACL_ERROR_RT_INVALID_DEVICEID);
    ck_assert_int_eq(aclrtResetDeviceResLimit(1), ACL_ERROR_RT_INVALID_DEVICEID);
    ck_assert_int_ne(aclrtSetStreamResLimit(&value, vector, 8), ACL_SUCCESS); /* not a stream */
    ck_assert_int_ne(aclrtUseStreamResInCurrentThread(&value), ACL_SUCCESS);
    ck_assert_int_ne(aclrtUnuseStreamResInCurrentThread(&value), ACL_SUCCESS);
    ck_assert_int_ne(aclrtResetStreamResLimit(&value), ACL_SUCCESS);
    expect_limit(NULL, 72, 72, 72);
}
END_TEST

START_TEST(the_device_may_have_fewer_cores)
{
    (void)opf_test_chip();
    setenv("OPF_CORES", "73", 1);
    ck_assert_int_ne(aclInit(NULL), ACL_SUCCESS);
    expect_message("`73` vector cores: a whole number from 1 to the 72 of Ascend950PR_9599");
    setenv("OPF_SOC", "Ascend950PR_950z", 1);
    setenv("OPF_CORES", "many", 1);
    ck_assert_int_ne(aclInit(NULL), ACL_SUCCESS);
    expect_message("`many` vector cores: a whole number from 1 to the 8 of Ascend950PR_950z");
    setenv("OPF_CORES", "5", 1);
    ck_assert_int_eq(aclInit(NULL), ACL_SUCCESS);
    ck_assert_int_eq(aclrtSetDevice(0), ACL_SUCCESS);
    expect_limit(NULL, 5, 5, 5);
    uint32_t cube = 0;
    ck_assert_int_eq(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, &cube), ACL_SUCCESS);
    ck_assert_uint_eq(cube, 3); /* one for two, rounded up */
    int64_t cores;
    ck_assert_int_eq(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &cores), ACL_SUCCESS);
    ck_assert_int_eq(cores, 5);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 6), ACL_ERROR_RT_PARAM_INVALID);
}
END_TEST

START_TEST(an_unknown_chip_is_said_at_the_first_call)
{
    (void)opf_test_chip();
    setenv("OPF_SOC", "ascend951", 1);
    ck_assert_int_ne(aclInit(NULL), ACL_SUCCESS);
    expect_message("no chip `ascend951`; did you mean `ascend950`?");
    ck_assert_ptr_null(aclrtGetSocName());
    setenv("OPF_SOC", "Ascend910B", 1);
    ck_assert_int_eq(aclInit(NULL), ACL_SUCCESS);
    ck_assert_ptr_nonnull(strstr(aclrtGetSocName(), "Ascend910B"));
}
END_TEST

Suite *acl_suite(void)
{
    Suite *s = suite_create("acl");
    TCase *c = tcase_create("acl");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, initialisation_is_counted);
    tcase_add_test(c, half_conversion_is_exact_over_all_patterns);
    tcase_add_test(c, element_sizes);
    tcase_add_test(c, memory_is_copied_and_checked);
    tcase_add_test(c, two_dimensional_and_asynchronous_copies);
    tcase_add_test(c, events_measure_time_and_order_callbacks);
    tcase_add_test(c, contexts_and_messages_belong_to_threads);
    tcase_add_test(c, cores_are_limited_by_stream_then_device);
    tcase_add_test(c, limits_of_cores_are_checked);
    suite_add_tcase(s, c);
    c = tcase_create("chips");
    tcase_add_test(c, an_unknown_chip_is_said_at_the_first_call);
    tcase_add_test(c, the_device_may_have_fewer_cores);
    suite_add_tcase(s, c);
    return s;
}
