// The two phases with a real kernel: results, tiling remembered, repeated runs, errors and their order.
#include "aclnn_tests.h"
#include "log/log.h"
#include "opforge/aclnn_gen.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace {
struct Pair {
    Buffer<float> in, out;
    aclTensor *x, *y;
    explicit Pair(const std::vector<float> &values)
        : in(values), out(std::vector<float>(values.size())),
          x(MakeTensor({static_cast<int64_t>(values.size())}, in.data)),
          y(MakeTensor({static_cast<int64_t>(values.size())}, out.data))
    {}
    ~Pair()
    {
        aclDestroyTensor(x);
        aclDestroyTensor(y);
    }
};
} // namespace

START_TEST(a_kernel_runs_and_writes_its_output_in_place)
{
    Pair p({1, 2, 3, 4});
    uint64_t size = 1;
    aclOpExecutor *executor = nullptr;
    ck_assert_msg(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 2.0f, p.y, &size, &executor) == 0, "%s", LastError().c_str());
    ck_assert_uint_eq(size, 0); // the intermediate result is made in y
    ck_assert_msg(Run(size, executor) == 0, "%s", LastError().c_str());
    ck_assert(p.out.Get() == std::vector<float>({2, 4, 6, 8}));
}
END_TEST

START_TEST(optional_inputs_and_a_workspace_of_the_kernel)
{
    Pair p({1, 2, 3});
    Buffer<float> more({10, 20, 30});
    aclTensor *other = MakeTensor({3}, more.data);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, other, 3.0f, p.y, &size, &executor), 0);
    ck_assert_uint_eq(size, 512); // 100 bytes, rounded up
    ck_assert_msg(Run(size, executor) == 0, "%s", LastError().c_str());
    ck_assert(p.out.Get() == std::vector<float>({13, 26, 39}));
    aclDestroyTensor(other);
}
END_TEST

START_TEST(strided_input_and_output)
{
    Buffer<float> in({1, 2, 3, 4, 5, 6}), out(std::vector<float>(6));
    aclTensor *x = MakeView({3, 2}, {1, 3}, 0, {2, 3}, in.data), *y = MakeView({3, 2}, {1, 3}, 0, {2, 3}, out.data);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(x, nullptr, 2.0f, y, &size, &executor), 0);
    ck_assert_uint_eq(size, 1024); // the dense copy and the dense result
    ck_assert_msg(Run(size, executor) == 0, "%s", LastError().c_str());
    ck_assert(out.Get() == std::vector<float>({2, 4, 6, 8, 10, 12}));
    aclDestroyTensor(x);
    aclDestroyTensor(y);
}
END_TEST

START_TEST(input_and_output_may_be_one_tensor)
{
    Buffer<float> memory({1, 2, 3, 4});
    aclTensor *x = MakeTensor({4}, memory.data);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(x, nullptr, 2.0f, x, &size, &executor), 0);
    ck_assert_int_eq(Run(size, executor), 0);
    ck_assert(memory.Get() == std::vector<float>({2, 4, 6, 8}));
    aclDestroyTensor(x);
}
END_TEST

START_TEST(tiling_is_remembered_for_equal_arguments)
{
    Pair p({1, 2, 3, 4, 5, 6, 7, 8}), q({8, 7, 6, 5, 4, 3, 2, 1});
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 5.0f, p.y, &size, &executor), 0);
    Run(size, executor);
    int runs = twice_tiling_runs();
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(q.x, nullptr, 5.0f, q.y, &size, &executor), 0);
    ck_assert_int_eq(twice_tiling_runs(), runs);
    Run(size, executor);
    ck_assert(q.out.Get() == std::vector<float>({40, 35, 30, 25, 20, 15, 10, 5}));
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(q.x, nullptr, 6.0f, q.y, &size, &executor), 0);
    ck_assert_int_eq(twice_tiling_runs(), runs + 1);
    Run(size, executor);
    ck_assert_int_eq(static_cast<int>(q.out.Get()[0]), 48);
}
END_TEST

START_TEST(a_repeatable_executor_runs_again_on_other_memory)
{
    Pair p({1, 2, 3, 4});
    Buffer<float> in2({5, 6, 7, 8}), out2(std::vector<float>(4));
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 2.0f, p.y, &size, &executor), 0);
    ck_assert_int_eq(aclSetAclOpExecutorRepeatable(executor), 0);
    ck_assert_int_eq(Run(size, executor), 0);
    ck_assert_int_eq(aclSetInputTensorAddr(executor, 0, p.x, in2.data), 0);
    ck_assert_int_eq(aclSetOutputTensorAddr(executor, 0, p.y, out2.data), 0);
    ck_assert_int_eq(Run(size, executor), 0);
    ck_assert(p.out.Get() == std::vector<float>({2, 4, 6, 8}));
    ck_assert(out2.Get() == std::vector<float>({10, 12, 14, 16}));
    ck_assert_int_eq(aclDestroyAclOpExecutor(executor), 0);
    ck_assert_int_eq(aclSetOutputTensorAddr(nullptr, 0, p.y, nullptr), ACLNN_ERR_PARAM_NULLPTR);
}
END_TEST

START_TEST(errors_name_call_operator_and_reason)
{
    Pair p({1, 2});
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, -1.0f, p.y, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    std::string text = LastError();
    ck_assert_has(text, "aclnnTwice, Twice: ");
    ck_assert_has(text, "scale -1.000000 is negative");
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 99.0f, p.y, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    ck_assert_has(LastError(), "chose key 8");
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 2.0f, p.y, nullptr, &executor), ACLNN_ERR_PARAM_NULLPTR);
    ck_assert_has(LastError(), "workspaceSize is null");
    ck_assert_int_eq(aclnnTwice(nullptr, 0, nullptr, nullptr), ACLNN_ERR_PARAM_NULLPTR);
    ck_assert_has(LastError(), "executor is null");
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 2.0f, p.y, &size, &executor), 0);
    ck_assert_int_eq(Run(size, executor), 0);
    ck_assert_int_eq(aclnnTwice(nullptr, 0, executor, nullptr), ACLNN_ERR_PARAM_INVALID);
    ck_assert_has(LastError(), "used up by an earlier phase two");
    aclTensor *whole = MakeTensor({2}, p.in.data, ACL_INT32);
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(whole, nullptr, 2.0f, whole, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    text = LastError();
    ck_assert_has(text, "operator Twice on ascend950 has no kernel for this combination");
    ck_assert_has(text, "input 0 `x`: dtype: asked int32 ND, has float32 ND");
    aclDestroyTensor(whole);
}
END_TEST

// Many sources do not look at the status of a launch: phase two must not run without it.
static aclnnStatus Careless(const aclTensor *x, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnTwice, DFX_IN(x), DFX_OUT());
    auto unique = CREATE_EXECUTOR();
    (void)l0op::Twice(x, nullptr, 2.0f, unique.get());
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}
START_TEST(a_launch_that_could_not_be_planned_fails_phase_two)
{
    Buffer<int32_t> in({1, 2});
    aclTensor *whole = MakeTensor({2}, in.data, ACL_INT32);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(Careless(whole, &size, &executor), 0);
    const aclnnStatus status = opf_aclnn_planned(executor);
    ck_assert_int_ne(status, 0);
    ck_assert_int_eq(Run(size, executor), status);
    ck_assert_has(LastError(), "could not plan the launch of Twice");
    aclDestroyTensor(whole);
}
END_TEST

// A function that refuses with the host side's log macros, as many operators' do.
static aclnnStatus Refusing(uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnRefusing, DFX_IN(), DFX_OUT());
    OP_LOGE_FOR_INVALID_VALUE_WITH_REASON("entity", "k", "5", "it must be even");
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "the second %s", std::string("reason"));
    return ACLNN_ERR_PARAM_INVALID;
}
START_TEST(the_first_error_is_the_message_whatever_macro_reports_it)
{
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(Refusing(&size, &executor), ACLNN_ERR_PARAM_INVALID);
    std::string text = LastError();
    ck_assert_str_eq(text.c_str(),
                     "aclnnRefusing: the value of k is 5: it must be even\n  then: the second reason");
}
END_TEST

START_TEST(a_workspace_that_is_too_small_is_refused)
{
    Pair p({1, 2, 3});
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(aclnnTwiceGetWorkspaceSize(p.x, nullptr, 2.0f, p.y, &size, &executor), 0);
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(aclnnTwice(nullptr, 0, executor, nullptr), ACLNN_ERR_PARAM_INVALID);
    ck_assert_has(LastError(), "workspace of 0 bytes at null; phase one asked for 512");
}
END_TEST

// Each thread plans calls that another one runs, on streams of their own.
START_TEST(threads_may_plan_and_run_each_others_calls)
{
    constexpr int kThreads = 4, kCalls = 200;
    std::vector<std::unique_ptr<Pair>> pairs;
    std::vector<std::vector<aclOpExecutor *>> planned(kThreads, std::vector<aclOpExecutor *>(kCalls));
    std::atomic<int> failures{0};
    for (int t = 0; t < kThreads; t++)
        pairs.push_back(std::make_unique<Pair>(std::vector<float>{1.0f * t, 2, 3, 4}));
    auto inThreads = [&](auto body) {
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; t++)
            threads.emplace_back(body, t);
        for (std::thread &thread : threads)
            thread.join();
    };
    inThreads([&](int t) {
        uint64_t size = 0;
        for (aclOpExecutor *&executor : planned[static_cast<size_t>(t)])
            failures += aclnnTwiceGetWorkspaceSize(pairs[static_cast<size_t>(t)]->x, nullptr, 2.0f,
                                                   pairs[static_cast<size_t>(t)]->y, &size, &executor) != 0;
    });
    inThreads([&](int t) {
        aclrtStream stream = nullptr;
        failures += aclrtCreateStream(&stream) != 0;
        for (aclOpExecutor *executor : planned[static_cast<size_t>((t + 1) % kThreads)])
            failures += aclnnTwice(nullptr, 0, executor, stream) != 0;
        failures += aclrtSynchronizeStream(stream) != 0;
        aclrtDestroyStream(stream);
    });
    ck_assert_int_eq(failures, 0);
    for (int t = 0; t < kThreads; t++)
        ck_assert(pairs[static_cast<size_t>(t)]->out.Get() == std::vector<float>({2.0f * t, 4, 6, 8}));
}
END_TEST

START_TEST(a_warm_call_is_cheap)
{
    Pair p({1, 2, 3, 4});
    double best = 1e9;
    for (int round = 0; round < 20; round++) {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < 200; i++) {
            uint64_t size = 0;
            aclOpExecutor *executor = nullptr;
            int failed = aclnnTwiceGetWorkspaceSize(p.x, nullptr, 2.0f, p.y, &size, &executor);
            failed |= aclnnTwice(nullptr, size, executor, nullptr);
            failed |= aclrtSynchronizeStream(nullptr);
            ck_assert_int_eq(failed, 0);
        }
        std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
        best = std::min(best, spent.count() / 200);
    }
    std::printf("aclnn: warm call of both phases and synchronise: %.2f us\n", best);
    ck_assert_msg(best < 200, "%.1f us", best); // generous: the machine may be busy
}
END_TEST

Suite *launch_suite(void)
{
    Suite *s = suite_create("launches");
    TCase *t = tcase_create("launches");
    tcase_add_test(t, a_kernel_runs_and_writes_its_output_in_place);
    tcase_add_test(t, optional_inputs_and_a_workspace_of_the_kernel);
    tcase_add_test(t, strided_input_and_output);
    tcase_add_test(t, input_and_output_may_be_one_tensor);
    tcase_add_test(t, tiling_is_remembered_for_equal_arguments);
    tcase_add_test(t, a_repeatable_executor_runs_again_on_other_memory);
    tcase_add_test(t, errors_name_call_operator_and_reason);
    tcase_add_test(t, a_launch_that_could_not_be_planned_fails_phase_two);
    tcase_add_test(t, the_first_error_is_the_message_whatever_macro_reports_it);
    tcase_add_test(t, a_workspace_that_is_too_small_is_refused);
    tcase_add_test(t, threads_may_plan_and_run_each_others_calls);
    tcase_add_test(t, a_warm_call_is_cheap);
    suite_add_tcase(s, t);
    return s;
}
