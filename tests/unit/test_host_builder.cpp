/* Contexts that operators' own unit tests build: what a builder refuses, what a context holds before the call,
 * and what helpers of host functions leave behind. */
#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/util/const_util.h"
#include "opforge/host_api.h"
#include "platform/platform_infos_def.h"
#include <check.h>
#include <cstring>

namespace {

gert::Tensor Named(std::initializer_list<int64_t> dims, ge::DataType type)
{
    return gert::Tensor({dims, dims}, {ge::FORMAT_NCHW, ge::FORMAT_ND, {}}, type);
}

START_TEST(test_tiling_needs)
{
    int info = 0;
    fe::PlatFormInfos platform;
    for (int missing = 0; missing < 6; ++missing) {
        gert::OpTilingContextBuilder builder;
        if (missing != 1)
            builder.OpType("Op");
        if (missing != 2)
            builder.OpName("op");
        if (missing != 3)
            builder.IONum(1, 1);
        builder.CompileInfo(missing == 4 ? nullptr : &info);
        builder.PlatformInfo(missing == 5 ? nullptr : &platform);
        auto holder = builder.Build();
        ck_assert_int_eq(holder.GetContext() != nullptr, missing == 0);
    }
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_log(), "a platform; the platform is missing"));
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_log(), "name 'op', 0 inputs, 0 outputs"));
}
END_TEST

START_TEST(test_parse_needs)
{
    fe::PlatFormInfos platform;
    int info = 0;
    for (int missing = 0; missing < 3; ++missing) {
        gert::OpTilingParseContextBuilder builder;
        builder.OpType("Op").OpName("op").IONum(2, 1).CompiledInfo(&info);
        if (missing != 1)
            builder.CompiledJson("{}");
        if (missing != 2)
            builder.PlatformInfo(&platform);
        auto holder = builder.Build();
        gert::TilingParseContext *context = holder.GetContext();
        ck_assert_int_eq(context != nullptr, missing == 0);
        if (context)
            ck_assert_str_eq(context->GetInputStrPointer(2), "Op");
    }
}
END_TEST

START_TEST(test_settings)
{
    int info = 0;
    fe::PlatFormInfos platform;
    gert::OpTilingContextBuilder builder;
    builder.OpType("Op").OpName("op").IOInstanceNum({2, 0}, {1}).IONum(5, 5);
    builder.CompileInfo(&info).PlatformInfo(&platform);
    builder.Deterministic(1).Deterministic(2).DeterministicLevel(3).DeterministicLevel(4);
    auto holder = builder.Build();
    gert::TilingContext *context = holder.GetContext();
    ck_assert_ptr_nonnull(context);
    ck_assert_uint_eq(context->GetComputeNodeInputNum(), 2);
    ck_assert_uint_eq(context->GetComputeNodeOutputNum(), 1);
    ck_assert_int_eq(context->GetDeterministic(), 1);
    ck_assert_int_eq(context->GetDeterministicLevel(), 3);
    ck_assert_int_eq(context->GetInputDesc(1)->GetDataType(), ge::DT_MAX);
    ck_assert_int_eq(context->GetInputDesc(1)->GetStorageFormat(), ge::FORMAT_MAX);
}
END_TEST

START_TEST(test_inputs_past_the_stated)
{
    gert::Tensor x = Named({4, 2}, ge::DT_FLOAT), y = Named({3}, ge::DT_INT32);
    gert::OpInferShapeContextBuilder builder;
    auto holder = builder.OpType("Op").OpName("op").IONum(1, 1).InputTensors({&x, &y}).Build();
    gert::InferShapeContext *context = holder.GetContext();
    ck_assert_ptr_nonnull(context);
    ck_assert_int_eq(context->GetInputShape(1)->GetDim(0), 3);
    ck_assert_int_eq(context->GetInputTensor(1)->GetDataType(), ge::DT_INT32);
    ck_assert_ptr_null(context->GetInputShape(2)); /* the slot of the inference function */
    ck_assert_ptr_null(context->GetInputShape(3));
    ck_assert_ptr_null(context->GetOptionalInputShape(1)); /* parameters are those that were stated */
}
END_TEST

START_TEST(test_types_before_inference)
{
    gert::OpInferDataTypeContextBuilder builder;
    builder.OpType("Op").OpName("op").IONum(2, 1).InputTensorDesc(0, ge::DT_BF16, ge::FORMAT_ND, ge::FORMAT_ND);
    auto holder = builder.Build();
    gert::InferDataTypeContext *context = holder.GetContext();
    ck_assert_int_eq(context->GetInputDataType(0), ge::DT_BF16);
    ck_assert_int_eq(context->GetInputDataType(1), ge::DT_MAX);
    ck_assert_int_eq(context->GetInputDataType(2), ge::DT_UNDEFINED);
    ck_assert_int_eq(context->GetOutputDataType(0), ge::DT_MAX);
    ck_assert_uint_eq(context->SetOutputDataType(0, ge::DT_INT8), ge::GRAPH_SUCCESS);
    ck_assert_int_eq(context->GetOutputDataType(0), ge::DT_INT8);
}
END_TEST

START_TEST(test_uncounted_bytes_are_no_value)
{
    int32_t value = 7;
    gert::Tensor x = Named({}, ge::DT_INT32);
    x.SetData(gert::TensorData(&value));
    gert::OpInferShapeContextBuilder builder;
    auto holder = builder.OpType("Op").OpName("op").IONum(1, 1).InputTensors({&x}).Build();
    int64_t got = -1;
    ck_assert(!Ops::Base::GetConstInt(holder.GetContext(), 0, got));
    ck_assert_int_eq(got, -1);
    x.SetSize(sizeof(value));
    ck_assert(Ops::Base::GetConstInt(holder.GetContext(), 0, got));
    ck_assert_int_eq(got, 7);
    x.MutableStorageShape() = gert::Shape({-1}); /* its shape may still be unknown */
    got = -1;
    ck_assert(Ops::Base::GetConstInt(holder.GetContext(), 0, got));
    ck_assert_int_eq(got, 7);
}
END_TEST

START_TEST(test_broadcast)
{
    using Ops::Base::BroadcastShape;
    const struct {
        gert::Shape a, b, out;
        bool fits;
    } cases[] = {{{8, 1}, {1, 5}, {8, 5}, true},   {{3}, {2, 1}, {2, 3}, true},
                 {{2, 1}, {3}, {2, 3}, true},      {{-1, 4}, {7, 1}, {7, 4}, true},
                 {{-1}, {1}, {-1}, true},          {{0, 2}, {1, 2}, {0, 2}, true},
                 {{-2}, {3}, {-2}, true},          {{8, 2}, {8, 8}, {8, 2}, false},
                 {{1, 2}, {5, 3}, {5, 2}, false},  {{2}, {4, 3}, {2}, false}};
    for (const auto &c : cases) {
        gert::Shape out = {9, 9, 9};
        ck_assert_int_eq(BroadcastShape(&c.a, &c.b, &out), c.fits);
        ck_assert_msg(out == c.out, "%s and %s gave %s", Ops::Base::ToString(c.a).c_str(),
                      Ops::Base::ToString(c.b).c_str(), Ops::Base::ToString(out).c_str());
    }
    gert::Shape x = {2, 1}, y = {3};
    ck_assert(BroadcastShape(&x, &y, &y)); /* into one of its inputs */
    ck_assert(y == gert::Shape({2, 3}));
}
END_TEST

} // namespace

extern "C" Suite *host_builder_suite(void);
extern "C" Suite *host_builder_suite(void)
{
    Suite *suite = suite_create("host_builder");
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, test_tiling_needs);
    tcase_add_test(tc, test_parse_needs);
    tcase_add_test(tc, test_settings);
    tcase_add_test(tc, test_inputs_past_the_stated);
    tcase_add_test(tc, test_types_before_inference);
    tcase_add_test(tc, test_uncounted_bytes_are_no_value);
    tcase_add_test(tc, test_broadcast);
    suite_add_tcase(suite, tc);
    return suite;
}
