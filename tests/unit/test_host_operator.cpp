/* ge::Operator made from a prototype, the lists of lists behind attributes, tensors followed by their elements. */
#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "graph/graph.h"
#include "graph/operator_reg.h"
#include "register/op_impl_registry.h"
#include <check.h>

namespace ge {
REG_OP(HostOperatorTest)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT8}))
    .OPTIONAL_INPUT(w, "T")
    .INPUT(b, "T")
    .DYNAMIC_INPUT(more, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .DATATYPE(T, TensorType::ALL())
    .ATTR(axis, Int, -1)
    .ATTR(sizes, ListInt, {1, 2})
    .ATTR(mode, String, "sum")
    .REQUIRED_ATTR(eps, Float)
    .OP_END_FACTORY_REG(HostOperatorTest)
}

namespace {

/* The shape of x, and along `axis` the sum of `sizes` more; the type of the first of `more`. */
uint32_t InferOperatorTest(gert::InferShapeContext *context)
{
    const auto *attrs = context->GetAttrs();
    const int64_t axis = *attrs->GetInt(0);
    const auto *sizes = attrs->GetListInt(1);
    gert::Shape *y = context->GetOutputShape(0);
    *y = *context->GetInputShape(0);
    for (size_t i = 0; i < sizes->GetSize(); ++i)
        y->SetDim(axis, y->GetDim(axis) + sizes->GetData()[i]);
    return ge::GRAPH_SUCCESS;
}
uint32_t InferTypeTest(gert::InferDataTypeContext *context)
{
    return context->SetOutputDataType(0, context->GetDynamicInputDataType(3, 0));
}
IMPL_OP_INFERSHAPE(HostOperatorTest).InferShape(InferOperatorTest).InferDataType(InferTypeTest);

START_TEST(inference_from_descriptors)
{
    ge::op::HostOperatorTest op;
    op.create_dynamic_input_more(2);
    const ge::TensorDesc x(ge::Shape({4, 5}), ge::FORMAT_ND, ge::DT_FLOAT);
    op.UpdateInputDesc("x", x);
    op.UpdateInputDesc("b", x);
    op.UpdateInputDesc("more0", ge::TensorDesc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_INT64));
    op.set_attr_axis(1);
    ck_assert_int_eq(op.InferShapeAndType(), ge::GRAPH_FAILED); /* eps has no value */
    ck_assert_int_eq(op.VerifyAllAttr(), ge::GRAPH_FAILED);
    ck_assert_int_eq(op.VerifyAllAttr(true), ge::GRAPH_SUCCESS);
    op.set_attr_eps(0.5F);
    ck_assert_int_eq(op.VerifyAllAttr(), ge::GRAPH_SUCCESS);
    ck_assert_int_eq(op.InferShapeAndType(), ge::GRAPH_SUCCESS);
    const ge::TensorDesc y = op.GetOutputDescByName("y");
    ck_assert(y.GetShape().GetDims() == (std::vector<int64_t>{4, 8}));
    ck_assert_int_eq(y.GetDataType(), ge::DT_INT64);
    ge::Operator unknown("name", "NobodyRegisteredThis");
    ck_assert_int_eq(unknown.InferShapeAndType(), ge::GRAPH_FAILED);
}
END_TEST

START_TEST(prototype_shapes_an_operator)
{
    const ge::Prototype *prototype = ge::Prototype::Find("HostOperatorTest");
    ck_assert_ptr_nonnull(prototype);
    ck_assert_uint_eq(prototype->members.size(), 10);
    ge::op::HostOperatorTest op;
    ck_assert(op.GetOpType() == "HostOperatorTest");
    ck_assert_uint_eq(op.GetInputsSize(), 2);
    int64_t axis = 0;
    std::vector<int64_t> sizes;
    std::string mode;
    ck_assert_int_eq(op.GetAttr("axis", axis), ge::GRAPH_SUCCESS);
    ck_assert_int_eq(axis, -1);
    ck_assert_int_eq(op.GetAttr("sizes", sizes), ge::GRAPH_SUCCESS);
    ck_assert(sizes == (std::vector<int64_t>{1, 2}));
    ck_assert_int_eq(op.GetAttr("mode", mode), ge::GRAPH_SUCCESS);
    ck_assert_str_eq(mode.c_str(), "sum");
    ck_assert_uint_eq(op.GetAllAttrNamesAndTypes().size(), 3);
    op.set_attr_eps(0.5F).set_attr_axis(3);
    ck_assert(op.GetAllAttrNamesAndTypes()["eps"] == "VT_FLOAT");
    /* An optional input takes its place between its neighbours. */
    ge::TensorDesc desc(ge::Shape({7}));
    ck_assert_int_eq(op.update_input_desc_w(desc), ge::GRAPH_SUCCESS);
    ck_assert_int_eq(op.GetInputDesc(1).GetShape().GetDim(0), 7);
    ck_assert_uint_eq(op.create_dynamic_input_more(2).GetInputsSize(), 5);
    ck_assert_int_eq(op.UpdateOutputDesc(1, desc), ge::GRAPH_FAILED);
    ge::Graph graph;
    ge::Tensor value;
    ck_assert_int_eq(graph.AddNodeByOp(op).GetInputConstData(0, value), ge::GRAPH_FAILED);
}
END_TEST

START_TEST(lists_of_lists_keep_their_places)
{
    alignas(8) uint8_t block[256];
    auto *lists = reinterpret_cast<gert::ContinuousVectorVector *>(block);
    lists->Init(2);
    for (size_t n : {3, 1}) {
        gert::ContinuousVector *inner = lists->Add<int32_t>(n);
        for (size_t i = 0; i < n; ++i)
            static_cast<int32_t *>(inner->MutableData())[i] = static_cast<int32_t>(n * 10 + i);
    }
    ck_assert_ptr_null(lists->Add<int32_t>(1));
    ck_assert_uint_eq(lists->GetSize(), 2);
    ck_assert_uint_eq(lists->Get(0)->GetSize(), 3);
    ck_assert_int_eq(static_cast<const int32_t *>(lists->Get(0)->GetData())[2], 32);
    ck_assert_int_eq(static_cast<const int32_t *>(lists->Get(1)->GetData())[0], 10);
    ck_assert_ptr_null(lists->Get(2));
}
END_TEST

START_TEST(elements_follow_their_tensor)
{
    size_t total = 0;
    auto plain = gert::Tensor::CreateFollowing(4, ge::DT_FLOAT, total);
    ck_assert_uint_eq(total, sizeof(gert::Tensor) + 16);
    auto *tensor = reinterpret_cast<gert::Tensor *>(plain.get());
    ck_assert_ptr_eq(tensor->GetData<uint8_t>(), plain.get() + sizeof(gert::Tensor));
    ck_assert_uint_eq(tensor->GetSize(), 16);
    auto viewed = gert::TensorV2::CreateFollowing(4, ge::DT_FLOAT, total);
    ck_assert_uint_eq(total, sizeof(gert::TensorV2) + 16);
    /* Also when it is read as the version 1 tensor it contains. */
    auto *as_plain = reinterpret_cast<gert::Tensor *>(viewed.get());
    ck_assert_ptr_eq(as_plain->GetData<uint8_t>(), viewed.get() + sizeof(gert::TensorV2));
    ck_assert_int_eq(as_plain->GetVersion(), gert::kTensorV2);
}
END_TEST

} // namespace

extern "C" Suite *host_operator_suite(void);
extern "C" Suite *host_operator_suite(void)
{
    Suite *suite = suite_create("host_operator");
    TCase *tcase = tcase_create("host_operator");
    tcase_add_test(tcase, prototype_shapes_an_operator);
    tcase_add_test(tcase, inference_from_descriptors);
    tcase_add_test(tcase, lists_of_lists_keep_their_places);
    tcase_add_test(tcase, elements_follow_their_tensor);
    suite_add_tcase(suite, tcase);
    return suite;
}
