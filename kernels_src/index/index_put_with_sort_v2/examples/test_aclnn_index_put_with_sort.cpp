// Add three rows into a 4x2 matrix; two of them go to the same row.
#include <cstdio>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_index_put_with_sort.h"

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const int code = static_cast<int>(call);                                                                       \
        if (code != 0) {                                                                                               \
            std::printf("%s failed: %d %s\n", #call, code, aclGetRecentErrMsg());                                      \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

struct Device {
    void *data = nullptr;
    aclTensor *tensor = nullptr;
};

template <typename T>
static int Upload(const std::vector<T> &values, const std::vector<int64_t> &shape, aclDataType type, Device *out)
{
    const size_t bytes = values.size() * sizeof(T);
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size() - 1; i > 0; --i) {
        strides[i - 1] = strides[i] * shape[i];
    }
    TRY(aclrtMalloc(&out->data, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    TRY(aclrtMemcpy(out->data, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    out->tensor = aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, ACL_FORMAT_ND, shape.data(),
                                  shape.size(), out->data);
    return out->tensor == nullptr;
}

int main()
{
    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    TRY(aclrtCreateStream(&stream));

    Device self;
    Device index;
    Device position;
    Device values;
    std::vector<float> y(8, 1.0F);
    TRY(Upload(y, {4, 2}, ACL_FLOAT, &self));
    TRY(Upload(std::vector<int64_t>{0, 2, 2}, {3}, ACL_INT64, &index));
    TRY(Upload(std::vector<int32_t>{1, 0, 2}, {3}, ACL_INT32, &position));
    TRY(Upload(std::vector<float>{10, 20, 30, 40, 50, 60}, {3, 2}, ACL_FLOAT, &values));

    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    TRY(aclnnIndexPutWithSortGetWorkspaceSize(self.tensor, index.tensor, position.tensor, values.tensor, true,
                                              &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        TRY(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    TRY(aclnnIndexPutWithSort(workspace, workspaceSize, executor, stream));
    TRY(aclrtSynchronizeStream(stream));

    TRY(aclrtMemcpy(y.data(), y.size() * sizeof(float), self.data, y.size() * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < y.size(); ++i) {
        std::printf("y[%zu] = %g\n", i, static_cast<double>(y[i]));
    }

    for (Device *d : {&self, &index, &position, &values}) {
        aclDestroyTensor(d->tensor);
        aclrtFree(d->data);
    }
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}
