// Control of cores: how many blocks a call makes follows the limits of the device, of streams and of threads, whatever was
// remembered of earlier calls.
#include "aclnn_tests.h"
#include "opdev/platform.h"
#include "tiling/platform/platform_ascendc.h"

#include <thread>

namespace {

constexpr float kBlocks = 77.0f; // the scale with which the kernel says how many blocks it runs as
constexpr size_t kCount = 1000;

struct Limited {
    Buffer<float> in{std::vector<float>(kCount, 1.0f)}, out{std::vector<float>(kCount)};
    aclTensor *x = MakeTensor({static_cast<int64_t>(kCount)}, in.data);
    aclTensor *y = MakeTensor({static_cast<int64_t>(kCount)}, out.data);
    ~Limited()
    {
        aclDestroyTensor(x);
        aclDestroyTensor(y);
    }
    aclOpExecutor *Plan(float scale)
    {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        return aclnnTwiceGetWorkspaceSize(x, nullptr, scale, y, &size, &executor) == 0 && size == 0 ? executor : nullptr;
    }
    // What the kernel wrote into every element, -1 when they differ or the call failed.
    int Finish(aclOpExecutor *executor, aclrtStream stream = nullptr)
    {
        if (executor == nullptr || aclnnTwice(nullptr, 0, executor, stream) != 0 || aclrtSynchronizeStream(stream) != 0)
            return -1;
        const std::vector<float> values = out.Get();
        return values == std::vector<float>(kCount, values[0]) ? static_cast<int>(values[0]) : -1;
    }
    int Blocks(aclrtStream stream = nullptr) { return Finish(Plan(kBlocks), stream); }
};

void SetDevice(uint32_t vector) { ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, vector), 0); }
void SetStream(aclrtStream stream, uint32_t vector)
{
    ck_assert_int_eq(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, vector), 0);
}

} // namespace

START_TEST(blocks_follow_device_then_stream_then_reset)
{
    Limited p;
    aclrtStream stream = nullptr;
    ck_assert_int_eq(aclrtCreateStream(&stream), 0);
    ck_assert_int_eq(p.Blocks(), 72);
    SetDevice(8);
    ck_assert_int_eq(p.Blocks(), 8);
    SetStream(stream, 20); // more than the device's limit, which is allowed
    ck_assert_int_eq(p.Blocks(stream), 8);
    ck_assert_int_eq(aclrtUseStreamResInCurrentThread(stream), 0);
    ck_assert_int_eq(p.Blocks(), 20); // whatever stream it runs on
    SetDevice(4);
    ck_assert_int_eq(p.Blocks(stream), 20);
    ck_assert_int_eq(aclrtUnuseStreamResInCurrentThread(stream), 0);
    ck_assert_int_eq(p.Blocks(stream), 4);
    ck_assert_int_eq(aclrtUseStreamResInCurrentThread(stream), 0);
    ck_assert_int_eq(aclrtResetStreamResLimit(stream), 0);
    ck_assert_int_eq(p.Blocks(), 4);
    ck_assert_int_eq(aclrtResetDeviceResLimit(0), 0);
    ck_assert_int_eq(p.Blocks(), 72);
    SetStream(stream, 3);
    ck_assert_int_eq(p.Blocks(), 3);
    ck_assert_int_eq(aclrtDestroyStream(stream), 0); // ends what the thread had of it
    ck_assert_int_eq(p.Blocks(), 72);
    ck_assert(twice_cores_agree());
}
END_TEST

START_TEST(tilings_are_remembered_for_each_count)
{
    Limited p;
    for (uint32_t cores : {72u, 8u, 5u}) {
        SetDevice(cores);
        ck_assert_int_eq(p.Finish(p.Plan(3.0f)), 3);
    }
    const int runs = twice_tiling_runs();
    for (uint32_t cores : {5u, 72u, 8u, 5u, 8u}) {
        SetDevice(cores);
        ck_assert_int_eq(p.Finish(p.Plan(3.0f)), 3);
    }
    ck_assert_int_eq(twice_tiling_runs(), runs);
    aclrtResetDeviceResLimit(0);
}
END_TEST

// Limits act when a call is planned, as documented: what was planned before keeps its blocks.
START_TEST(an_executor_keeps_what_phase_one_decided)
{
    Limited p, q;
    SetDevice(8);
    aclOpExecutor *executor = p.Plan(kBlocks);
    ck_assert_int_eq(aclSetAclOpExecutorRepeatable(executor), 0);
    ck_assert_int_eq(p.Finish(executor), 8);
    SetDevice(6);
    ck_assert_int_eq(p.Finish(executor), 8);
    ck_assert_int_eq(q.Blocks(), 6);
    ck_assert_int_eq(aclDestroyAclOpExecutor(executor), 0);
    aclrtResetDeviceResLimit(0);
}
END_TEST

START_TEST(two_threads_use_two_streams)
{
    int wrong[2] = {0, 0};
    std::thread threads[2];
    for (int t = 0; t < 2; t++)
        threads[t] = std::thread([t, &wrong] {
            const uint32_t cores = t == 0 ? 7 : 11;
            aclrtStream stream = nullptr;
            Limited p;
            aclrtSetDevice(0);
            aclrtCreateStream(&stream);
            aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, cores);
            aclrtUseStreamResInCurrentThread(stream);
            for (int i = 0; i < 200; i++)
                wrong[t] += p.Blocks(stream) != static_cast<int>(cores);
            aclrtUnuseStreamResInCurrentThread(stream);
            wrong[t] += p.Blocks(stream) != 72;
            aclrtDestroyStream(stream);
        });
    for (std::thread &thread : threads)
        thread.join();
    ck_assert_int_eq(wrong[0], 0);
    ck_assert_int_eq(wrong[1], 0);
    Limited p;
    ck_assert_int_eq(p.Blocks(), 72);
}
END_TEST

START_TEST(sources_of_operators_see_the_limits)
{
    const op::PlatformInfo &all = op::GetCurrentPlatformInfo();
    ck_assert_uint_eq(all.GetVectorCoreNum(), 72);
    ck_assert_uint_eq(all.GetCubeCoreNum(), 36);
    SetDevice(8);
    ck_assert_int_eq(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 3), 0);
    ck_assert_uint_eq(op::GetCurrentPlatformInfo().GetVectorCoreNum(), 8);
    ck_assert_uint_eq(op::GetCurrentPlatformInfo().GetCubeCoreNum(), 3);
    ck_assert_uint_eq(op::GetCurrentPlatformInfo().GetPlatformInfos()->GetCoreNumByType("AiCore"), 3);
    ck_assert_uint_eq(op::GetCurrentPlatformInfo().GetPlatformInfos()->GetCoreNum(), 8);
    ck_assert_uint_eq(platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAic(), 3);
    ck_assert_uint_eq(platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAiv(), 8);
    ck_assert_int_eq(aclrtResetDeviceResLimit(0), 0);
    ck_assert_uint_eq(op::GetCurrentPlatformInfo().GetVectorCoreNum(), 72);
    ck_assert_uint_eq(all.GetVectorCoreNum(), 72); // references stay what they were
    ck_assert_uint_eq(platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAiv(), 72);
}
END_TEST

static uint32_t chipCores;

// The chip may have fewer cores: another of its full names, or OPF_CORES.
START_TEST(blocks_follow_the_chip)
{
    Limited p;
    uint32_t value = 0;
    ck_assert_int_eq(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &value), 0);
    ck_assert_uint_eq(value, chipCores);
    ck_assert_uint_eq(op::GetCurrentPlatformInfo().GetVectorCoreNum(), chipCores);
    ck_assert_msg(p.Blocks() == static_cast<int>(chipCores), "%s", LastError().c_str());
    SetDevice(2);
    ck_assert_int_eq(p.Blocks(), 2);
    ck_assert_int_eq(aclrtResetDeviceResLimit(0), 0);
    ck_assert_int_eq(p.Blocks(), static_cast<int>(chipCores));
    ck_assert(twice_cores_agree());
}
END_TEST

Suite *chip_suite(int cores)
{
    chipCores = static_cast<uint32_t>(cores);
    Suite *s = suite_create("chip");
    TCase *t = tcase_create("chip");
    tcase_add_test(t, blocks_follow_the_chip);
    suite_add_tcase(s, t);
    return s;
}

Suite *cores_suite(void)
{
    Suite *s = suite_create("cores");
    TCase *t = tcase_create("cores");
    tcase_add_test(t, blocks_follow_device_then_stream_then_reset);
    tcase_add_test(t, tilings_are_remembered_for_each_count);
    tcase_add_test(t, an_executor_keeps_what_phase_one_decided);
    tcase_add_test(t, two_threads_use_two_streams);
    tcase_add_test(t, sources_of_operators_see_the_limits);
    suite_add_tcase(s, t);
    return s;
}
