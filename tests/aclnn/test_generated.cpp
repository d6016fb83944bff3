// opf_aclnn_prepare / opf_aclnn_run with hand-made descriptions.
#include "aclnn_tests.h"
#include "opforge/aclnn_gen.h"

namespace {

const opf_aclnn_param kInputs[] = {{"x", "x", OPF_ACLNN_REQUIRED, 0, 0, 28, -1, -1},
                                   {"other", "otherOptional", OPF_ACLNN_OPTIONAL, 0, 0, 28, -1, -1}};
const opf_aclnn_param kOutputs[] = {{"y", "out", OPF_ACLNN_REQUIRED, 0, 0, 28, -1, -1}};
const opf_aclnn_attr kAttrs[] = {{"scale", "scale", OPF_ACLNN_ATTR_FLOAT, 1, 0, 0, nullptr}};
const opf_aclnn_cell kCells[] = {{0, 2}, {0, 2}, {0, 2}, {1, 2}, {1, 2}, {1, 2}};
const uint8_t kContiguity[] = {OPF_ACLNN_CONTIGUOUS_AUTO, OPF_ACLNN_CONTIGUOUS_UNSAID};
const opf_aclnn_soc kSocs[] = {{"ascend950", 2, kCells, kContiguity}};
const opf_aclnn_op kTwice = {OPF_ACLNN_GEN_VERSION, "Twice", kInputs, kOutputs, kAttrs, kSocs, 2, 1, 1, 1, false, false};

int32_t Prepare(const opf_aclnn_op *op, const aclTensor *x, const aclTensor *other, const aclTensor *out, double scale,
                uint64_t *size, aclOpExecutor **executor)
{
    const void *inputs[] = {x, other};
    const uint8_t kinds[] = {OPF_ACLNN_TENSOR, OPF_ACLNN_TENSOR};
    const void *outputs[] = {out};
    opf_aclnn_attr_value attr;
    attr.f = scale;
    opf_aclnn_call call = {"aclnnTwice", inputs, kinds, outputs, kinds, &attr, 0};
    return opf_aclnn_prepare(op, &call, size, executor);
}

int32_t Finish(uint64_t size, aclOpExecutor *executor)
{
    void *workspace = nullptr;
    if (size > 0)
        aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    int32_t status = opf_aclnn_run(executor, workspace, size, nullptr);
    if (status == 0)
        status = aclrtSynchronizeStream(nullptr);
    aclrtFree(workspace);
    return status;
}

} // namespace

START_TEST(a_generated_call_runs)
{
    Buffer<float> in({1, 2, 3, 4, 5, 6}), more({1, 1, 1, 1, 1, 1}), out(std::vector<float>(6));
    aclTensor *x = MakeView({2, 3}, {1, 2}, 0, {6}, in.data), *other = MakeTensor({2, 3}, more.data);
    aclTensor *y = MakeTensor({2, 3}, out.data);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_msg(Prepare(&kTwice, x, other, y, 10, &size, &executor) == 0, "%s", LastError().c_str());
    ck_assert_msg(Finish(size, executor) == 0, "%s", LastError().c_str());
    ck_assert(out.Get() == std::vector<float>({11, 31, 51, 21, 41, 61}));
    ck_assert_msg(Prepare(&kTwice, other, nullptr, x, 4, &size, &executor) == 0, "%s", LastError().c_str());
    ck_assert_int_eq(Finish(size, executor), 0); // a strided output
    ck_assert(in.Get() == std::vector<float>({4, 4, 4, 4, 4, 4}));
    aclDestroyTensor(x);
    aclDestroyTensor(other);
    aclDestroyTensor(y);
}
END_TEST

START_TEST(wrong_arguments_of_a_generated_call)
{
    float memory[16];
    aclTensor *x = MakeTensor({4}, memory), *whole = MakeTensor({4}, memory, ACL_INT32), *half = MakeTensor({4}, memory, ACL_FLOAT16);
    aclTensor *strided = MakeView({4}, {2}, 0, {8}, memory), *none = MakeTensor({0}, memory);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_int_eq(Prepare(&kTwice, nullptr, nullptr, x, 1, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
    ck_assert_has(LastError(), "aclnnTwice: argument `x` is null");
    ck_assert_int_eq(Prepare(&kTwice, x, nullptr, nullptr, 1, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
    ck_assert_has(LastError(), "argument `out` is null");
    ck_assert_int_eq(Prepare(&kTwice, whole, nullptr, x, 1, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    ck_assert_has(LastError(), "the data type of `x` is not supported");
    ck_assert_int_eq(Prepare(&kTwice, x, nullptr, half, 1, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    ck_assert_has(LastError(), "the data type of `out` is not supported");
    ck_assert_int_eq(Prepare(&kTwice, x, strided, x, 1, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    ck_assert_has(LastError(), "`otherOptional` is not contiguous");
    ck_assert_int_eq(Prepare(&kTwice, none, nullptr, none, 1, &size, &executor), 0);
    ck_assert_uint_eq(size, 0);
    ck_assert_int_eq(Finish(size, executor), 0); // nothing to do
    opf_aclnn_op other = kTwice;
    other.version = 99;
    ck_assert_int_eq(Prepare(&other, x, nullptr, x, 1, &size, &executor), ACLNN_ERR_INNER);
    opf_aclnn_soc soc = kSocs[0];
    soc.soc = "ascend310p";
    other = kTwice;
    other.socs = &soc;
    ck_assert_int_eq(Prepare(&other, x, nullptr, x, 1, &size, &executor), ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
    ck_assert_has(LastError(), "Add AddConfig(\"ascend950\")");
    for (aclTensor *t : {x, whole, half, strided, none})
        aclDestroyTensor(t);
}
END_TEST

START_TEST(dynamic_groups_reach_the_kernel_as_descriptors)
{
    static const opf_aclnn_param in = {"x", "x", OPF_ACLNN_DYNAMIC, 0, 0, 28, -1, -1};
    static const opf_aclnn_param outParam = {"y", "out", OPF_ACLNN_DYNAMIC, 0, 0, 28, -1, -1};
    const opf_aclnn_op op = {OPF_ACLNN_GEN_VERSION, "TwiceAll", &in, &outParam, kAttrs, kSocs, 1, 1, 1, 1, false, false};
    opf_aclnn_soc soc = {"ascend950", 1, kCells, kContiguity};
    opf_aclnn_op used = op;
    used.socs = &soc;
    Buffer<float> a({1, 2}), b({3, 4, 5}), c({0, 0}), d({0, 0, 0});
    const aclTensor *xs[] = {MakeTensor({2}, a.data), MakeTensor({3}, b.data)};
    const aclTensor *ys[] = {MakeTensor({2}, c.data), MakeTensor({3}, d.data)};
    aclTensorList *x = aclCreateTensorList(xs, 2), *y = aclCreateTensorList(ys, 2);
    const void *inputs[] = {x}, *outputs[] = {y};
    const uint8_t kinds[] = {OPF_ACLNN_TENSOR_LIST};
    opf_aclnn_attr_value attr;
    attr.f = 3;
    opf_aclnn_call call = {"aclnnTwiceAll", inputs, kinds, outputs, kinds, &attr, 0};
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ck_assert_msg(opf_aclnn_prepare(&used, &call, &size, &executor) == 0, "%s", LastError().c_str());
    ck_assert_msg(Finish(size, executor) == 0, "%s", LastError().c_str());
    ck_assert(c.Get() == std::vector<float>({3, 6}) && d.Get() == std::vector<float>({9, 12, 15}));
    aclDestroyTensorList(x);
    aclDestroyTensorList(y);
}
END_TEST

Suite *generated_suite(void)
{
    Suite *s = suite_create("generated");
    TCase *t = tcase_create("generated");
    tcase_add_test(t, a_generated_call_runs);
    tcase_add_test(t, wrong_arguments_of_a_generated_call);
    tcase_add_test(t, dynamic_groups_reach_the_kernel_as_descriptors);
    suite_add_tcase(s, t);
    return s;
}
