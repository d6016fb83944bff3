// Contiguous and ViewCopy against a plain walk over the elements, on random views; layout of the workspace.
#include "aclnn_tests.h"

#include "opdev/framework_op.h"

#include <random>

namespace {

struct View {
    Dims dims, strides;
    int64_t offset = 0, storage = 0;
};

// A view without overlap: a permutation of a padded, stepped box.
View RandomView(std::mt19937 &random, size_t maxRank, int64_t maxDim)
{
    auto pick = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
    View v;
    size_t rank = static_cast<size_t>(pick(static_cast<int64_t>(maxRank) + 1));
    std::vector<size_t> order(rank);
    v.dims.resize(rank);
    v.strides.resize(rank);
    for (size_t i = 0; i < rank; i++) {
        order[i] = i;
        v.dims[i] = 1 + pick(maxDim);
    }
    std::shuffle(order.begin(), order.end(), random);
    int64_t step = 1;
    for (size_t i = rank; i-- > 0;) {
        step *= 1 + pick(2); // gaps
        v.strides[order[i]] = step;
        step *= v.dims[order[i]];
    }
    v.offset = pick(4);
    v.storage = v.offset + step + pick(3);
    return v;
}

std::vector<int64_t> Positions(const View &v)
{
    std::vector<int64_t> at{v.offset};
    for (size_t i = 0; i < v.dims.size(); i++) {
        std::vector<int64_t> next;
        for (int64_t base : at)
            for (int64_t k = 0; k < v.dims[i]; k++)
                next.push_back(base + k * v.strides[i]);
        at.swap(next);
    }
    return at;
}

template <typename T>
std::vector<T> Counting(size_t n)
{
    std::vector<T> values(n);
    for (size_t i = 0; i < n; i++)
        values[i] = static_cast<T>(i + 1);
    return values;
}

template <typename T>
void CheckViews(aclDataType type, unsigned seed, size_t maxRank, int64_t maxDim)
{
    std::mt19937 random(seed);
    for (int round = 0; round < 60; round++) {
        View from = RandomView(random, maxRank, maxDim), to = RandomView(random, 0, 1);
        to = from; // same shape, other strides
        std::reverse(to.strides.begin(), to.strides.end());
        int64_t step = 1;
        for (size_t i = 0; i < to.dims.size(); i++) { // first dimension fastest, with a gap
            to.strides[i] = step * 2;
            step *= 2 * to.dims[i];
        }
        to.storage = to.offset + 2 * step;
        Buffer<T> src(Counting<T>(static_cast<size_t>(from.storage))), dst(std::vector<T>(static_cast<size_t>(to.storage)));
        aclTensor *x = MakeView(from.dims, from.strides, from.offset, {from.storage}, src.data, type);
        aclTensor *y = MakeView(to.dims, to.strides, to.offset, {to.storage}, dst.data, type);
        UniqueExecutor unique("test");
        const aclTensor *dense = l0op::Contiguous(x, unique.get());
        ck_assert_ptr_nonnull(dense);
        ck_assert(op::IsContiguous(dense) && dense->GetViewShape() == x->GetViewShape());
        ck_assert_ptr_nonnull(l0op::ViewCopy(dense, y, unique.get()));
        uint64_t size = unique->GetWorkspaceSize();
        aclOpExecutor *executor = nullptr;
        unique.ReleaseTo(&executor);
        ck_assert_msg(Run(size, executor) == 0, "%s", LastError().c_str());
        std::vector<T> want(static_cast<size_t>(to.storage)), in = src.Get();
        std::vector<int64_t> a = Positions(from), b = Positions(to);
        for (size_t i = 0; i < a.size(); i++)
            want[static_cast<size_t>(b[i])] = in[static_cast<size_t>(a[i])];
        ck_assert_msg(dst.Get() == want, "round %d: %s", round, x->ToString().GetString());
        aclDestroyTensor(x);
        aclDestroyTensor(y);
    }
}

} // namespace

START_TEST(copies_between_views_of_every_element_size)
{
    CheckViews<uint8_t>(ACL_INT8, 1, 4, 4);
    CheckViews<uint16_t>(ACL_FLOAT16, 2, 5, 3);
    CheckViews<float>(ACL_FLOAT, 3, 4, 5);
    CheckViews<int64_t>(ACL_INT64, 4, 6, 3);
}
END_TEST

START_TEST(more_dimensions_than_the_runtime_copies_at_once)
{
    CheckViews<float>(ACL_FLOAT, 5, 11, 2);
}
END_TEST

START_TEST(contiguous_tensors_are_only_viewed)
{
    float memory[12];
    aclTensor *plain = MakeTensor({3, 4}, memory), *shaped = MakeView({2, 3}, {3, 1}, 6, {12}, memory);
    UniqueExecutor unique("test");
    ck_assert_ptr_eq(l0op::Contiguous(plain, unique.get()), plain);
    const aclTensor *view = l0op::Contiguous(shaped, unique.get());
    ck_assert(view != shaped && view->GetStorageShape() == op::Shape({2, 3}) && view->GetData() == memory + 6);
    ck_assert_uint_eq(unique->GetWorkspaceSize(), 0);
    ck_assert_ptr_null(l0op::Contiguous(nullptr, unique.get()));
    aclDestroyTensor(plain);
    aclDestroyTensor(shaped);
}
END_TEST

// Source and destination in one storage: a transposition in place.
START_TEST(an_overlapping_copy_goes_through_scratch)
{
    Buffer<float> memory({1, 2, 3, 4, 5, 6, 7, 8, 9});
    aclTensor *x = MakeView({3, 3}, {1, 3}, 0, {9}, memory.data);
    UniqueExecutor unique("test");
    aclTensor *y = unique->CreateView(x, op::Shape{3, 3}, 0);
    ck_assert_int_eq(op::CopyNpuToNpu(x, y, unique.get()), 0);
    uint64_t size = unique->GetWorkspaceSize();
    ck_assert_uint_ge(size, 36);
    aclOpExecutor *executor = nullptr;
    unique.ReleaseTo(&executor);
    ck_assert_int_eq(Run(size, executor), 0);
    ck_assert(memory.Get() == std::vector<float>({1, 4, 7, 2, 5, 8, 3, 6, 9}));
    aclDestroyTensor(x);
}
END_TEST

START_TEST(intermediate_tensors_share_space_when_their_lives_do_not_meet)
{
    Buffer<float> in(std::vector<float>(1000, 1.0f)), out(std::vector<float>(1000));
    aclTensor *x = MakeTensor({1000}, in.data), *y = MakeTensor({1000}, out.data);
    UniqueExecutor unique("test");
    const aclTensor *last = x;
    std::vector<const aclTensor *> made;
    for (int i = 0; i < 5; i++) { // a chain: only two are alive at any time
        const aclTensor *next = unique->AllocTensor(op::Shape{1000}, op::DataType::DT_FLOAT);
        ck_assert_int_eq(op::CopyNpuToNpu(last, next, unique.get()), 0);
        made.push_back(next);
        last = next;
    }
    ck_assert_int_eq(op::CopyNpuToNpu(last, y, unique.get()), 0);
    ck_assert_uint_eq(unique->GetWorkspaceSize(), 2 * 4096);
    ck_assert_uint_eq(unique->GetLinearWorkspaceSize(), 5 * 4096);
    ck_assert_uint_ne(made[0]->GetWorkspaceOffset(), made[1]->GetWorkspaceOffset());
    ck_assert_uint_eq(made[0]->GetWorkspaceOffset(), made[2]->GetWorkspaceOffset());
    aclOpExecutor *executor = nullptr;
    unique.ReleaseTo(&executor);
    ck_assert_int_eq(Run(2 * 4096, executor), 0);
    ck_assert(out.Get() == in.Get());
    aclDestroyTensor(x);
    aclDestroyTensor(y);
}
END_TEST

START_TEST(host_tensors_arrive_on_the_device)
{
    Buffer<int32_t> out({0, 0, 0});
    aclTensor *y = MakeTensor({3}, out.data, ACL_INT32);
    int64_t values[] = {7, -8, 9};
    UniqueExecutor unique("test");
    const aclTensor *host = unique->ConvertToTensor(values, 3, op::DataType::DT_INT32);
    ck_assert_ptr_nonnull(host);
    const aclTensor *device = op::CopyToNpu(host, unique.get());
    ck_assert_int_eq(op::CopyNpuToNpu(device, y, unique.get()), 0);
    uint64_t size = unique->GetWorkspaceSize();
    aclOpExecutor *executor = nullptr;
    unique.ReleaseTo(&executor);
    ck_assert_int_eq(Run(size, executor), 0);
    ck_assert(out.Get() == std::vector<int32_t>({7, -8, 9}));
    aclDestroyTensor(y);
}
END_TEST

Suite *views_suite(void)
{
    Suite *s = suite_create("views");
    TCase *t = tcase_create("views");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, copies_between_views_of_every_element_size);
    tcase_add_test(t, more_dimensions_than_the_runtime_copies_at_once);
    tcase_add_test(t, contiguous_tensors_are_only_viewed);
    tcase_add_test(t, an_overlapping_copy_goes_through_scratch);
    tcase_add_test(t, intermediate_tensors_share_space_when_their_lives_do_not_meet);
    tcase_add_test(t, host_tensors_arrive_on_the_device);
    suite_add_tcase(s, t);
    return s;
}
