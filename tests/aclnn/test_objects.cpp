// Tensors, scalars, arrays and lists: what goes in comes out, and what is wrong is said.
#include "aclnn_tests.h"

#include <cmath>

START_TEST(a_tensor_keeps_what_it_was_given)
{
    float memory[24];
    aclTensor *t = MakeView({2, 3}, {12, 2}, 1, {24}, memory);
    int64_t *dims = nullptr, *strides = nullptr, *storage = nullptr, offset = 0;
    uint64_t n = 0;
    aclDataType type;
    aclFormat format;
    ck_assert_int_eq(aclGetViewShape(t, &dims, &n), 0);
    ck_assert(n == 2 && dims[0] == 2 && dims[1] == 3);
    ck_assert_int_eq(aclGetViewStrides(t, &strides, &n), 0);
    ck_assert(n == 2 && strides[0] == 12 && strides[1] == 2);
    ck_assert_int_eq(aclGetStorageShape(t, &storage, &n), 0);
    ck_assert(n == 1 && storage[0] == 24);
    ck_assert_int_eq(aclGetViewOffset(t, &offset), 0);
    ck_assert_int_eq(offset, 1);
    aclGetDataType(t, &type);
    aclGetFormat(t, &format);
    ck_assert(type == ACL_FLOAT && format == ACL_FORMAT_ND);
    ck_assert(t->GetData() == memory + 1);
    ck_assert(!op::IsContiguous(t) && op::Validate(t));
    ck_assert_int_eq(aclInitTensor(t, dims, 2, ACL_INT8, nullptr, 0, ACL_FORMAT_NCHW, storage, 1, memory + 4), 0);
    ck_assert(t->GetDataType() == op::DataType::DT_INT8 && t->GetData() == memory + 4 && op::IsContiguous(t));
    delete[] dims;
    delete[] strides;
    delete[] storage;
    aclDestroyTensor(t);
}
END_TEST

START_TEST(wrong_tensors_are_refused_with_a_sentence)
{
    int64_t bad[] = {2, -3}, many[26] = {0};
    ck_assert_ptr_null(aclCreateTensor(bad, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, bad, 2, nullptr));
    ck_assert_has(LastError(), "dimension 1 of viewDims is -3");
    ck_assert_ptr_null(aclCreateTensor(many, 26, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, many, 1, nullptr));
    ck_assert_has(LastError(), "26 dimensions, at most 25");
    ck_assert_ptr_null(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, many, 1, nullptr));
    ck_assert_has(LastError(), "viewDims is null");
    ck_assert_ptr_null(aclCreateTensor(many, 1, ACL_DT_UNDEFINED, nullptr, 0, ACL_FORMAT_ND, many, 1, nullptr));
    ck_assert_has(LastError(), "data type -1");
    ck_assert_ptr_null(aclCreateScalar(nullptr, ACL_FLOAT));
    int64_t offset;
    ck_assert_int_eq(aclGetViewOffset(nullptr, &offset), ACLNN_ERR_PARAM_NULLPTR);
    float memory[4];
    aclTensor *t = MakeView({2, 3}, {3, 1}, 0, {4}, memory);
    ck_assert(!op::Validate(t));
    ck_assert_has(LastError(), "reaches elements 0 to 5 of a storage of 4");
    aclDestroyTensor(t);
}
END_TEST

START_TEST(scalars_convert)
{
    double big = 300.7;
    aclScalar *s = aclCreateScalar(&big, ACL_DOUBLE);
    ck_assert_int_eq(s->ToInt32(), 300);
    ck_assert_int_eq(s->ToInt8(), 127); // clamped, not wrapped
    ck_assert(s->CheckOverflows<int8_t>() && !s->CheckOverflows<int32_t>() && s->ToBool());
    ck_assert(s->ToFp16().val == 0x5CB3); // 300.75, the nearest half
    aclDestroyScalar(s);
    int64_t low = INT64_MIN;
    s = aclCreateScalar(&low, ACL_INT64);
    ck_assert(s->ToInt64() == INT64_MIN && s->CheckOverflows<int32_t>() && !s->CheckOverflows<float>());
    ck_assert(s->CheckOverflows<uint64_t>());
    aclDestroyScalar(s);
    uint16_t nan = 0x7FC0;
    s = aclCreateScalar(&nan, ACL_BF16);
    ck_assert(std::isnan(s->ToFloat()) && s->ToInt32() == 0);
    aclDestroyScalar(s);
    std::complex<float> z(1.5f, -2.0f);
    s = aclCreateScalar(&z, ACL_COMPLEX64);
    ck_assert(s->ToComplex128() == std::complex<double>(1.5, -2.0) && s->ToFloat() == 1.5f);
    aclDestroyScalar(s);
}
END_TEST

START_TEST(arrays_and_lists)
{
    int64_t values[] = {4, 5, 6};
    uint64_t n = 0;
    aclIntArray *a = aclCreateIntArray(values, 3);
    values[0] = 9; // the array has its own copy
    ck_assert(aclGetIntArraySize(a, &n) == 0 && n == 3 && (*a)[0] == 4);
    aclDestroyIntArray(a);
    ck_assert_ptr_nonnull(a = aclCreateIntArray(nullptr, 0));
    aclDestroyIntArray(a);
    ck_assert_ptr_null(aclCreateIntArray(nullptr, 1));
    const aclTensor *tensors[] = {MakeTensor({2}, values), MakeTensor({3}, values)};
    aclTensorList *list = aclCreateTensorList(tensors, 2);
    ck_assert(aclGetTensorListSize(list, &n) == 0 && n == 2 && (*list)[1]->Numel() == 3);
    ck_assert_int_eq(aclDestroyTensorList(list), 0); // its tensors end with it
}
END_TEST

// The whole table against NumPy-like rules written down the other way round: as pairs.
START_TEST(promotion)
{
    using op::DataType;
    struct {
        DataType a, b, result;
    } cases[] = {
        {DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_FLOAT},
        {DataType::DT_INT8, DataType::DT_UINT8, DataType::DT_INT16},
        {DataType::DT_INT64, DataType::DT_FLOAT16, DataType::DT_FLOAT16},
        {DataType::DT_INT64, DataType::DT_BF16, DataType::DT_BF16},
        {DataType::DT_BOOL, DataType::DT_UINT8, DataType::DT_UINT8},
        {DataType::DT_BOOL, DataType::DT_INT8, DataType::DT_INT8},
        {DataType::DT_DOUBLE, DataType::DT_BF16, DataType::DT_DOUBLE},
        {DataType::DT_UINT16, DataType::DT_INT32, DataType::DT_UNDEFINED},
        {DataType::DT_UINT64, DataType::DT_UINT64, DataType::DT_UINT64},
        {DataType::DT_COMPLEX64, DataType::DT_DOUBLE, DataType::DT_COMPLEX128},
        {DataType::DT_COMPLEX32, DataType::DT_FLOAT, DataType::DT_COMPLEX64},
        {DataType::DT_COMPLEX32, DataType::DT_FLOAT16, DataType::DT_COMPLEX32},
        {DataType::DT_STRING, DataType::DT_FLOAT, DataType::DT_UNDEFINED},
    };
    for (const auto &c : cases) {
        ck_assert_int_eq(op::PromoteType(c.a, c.b), c.result);
        ck_assert_int_eq(op::PromoteType(c.b, c.a), c.result);
    }
    ck_assert(!op::CanCast(DataType::DT_FLOAT, DataType::DT_INT32) && op::CanCast(DataType::DT_INT32, DataType::DT_FLOAT));
    ck_assert(!op::CanCast(DataType::DT_INT8, DataType::DT_BOOL) && !op::CanCast(DataType::DT_COMPLEX64, DataType::DT_FLOAT));
}
END_TEST

START_TEST(broadcasting)
{
    op::Shape out;
    ck_assert(op::BroadcastInferShape({2, 1, 3}, {4, 1}, out) && out == op::Shape({2, 4, 3}));
    ck_assert(op::BroadcastInferShape({}, {5}, out) && out == op::Shape({5}));
    ck_assert(op::BroadcastInferShape({0, 3}, {1, 3}, out) && out == op::Shape({0, 3}));
    ck_assert(!op::BroadcastInferShape({2, 3}, {2}, out));
}
END_TEST

Suite *objects_suite(void)
{
    Suite *s = suite_create("objects");
    TCase *t = tcase_create("objects");
    tcase_add_test(t, a_tensor_keeps_what_it_was_given);
    tcase_add_test(t, wrong_tensors_are_refused_with_a_sentence);
    tcase_add_test(t, scalars_convert);
    tcase_add_test(t, arrays_and_lists);
    tcase_add_test(t, promotion);
    tcase_add_test(t, broadcasting);
    suite_add_tcase(s, t);
    return s;
}
