// Softmax of a 2x3 matrix along its rows through the two-phase aclnn API.
#include <cstdio>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_softmax.h"

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

// A dense tensor in device memory with these values.
static int Upload(const std::vector<float> &values, const std::vector<int64_t> &shape, Device *out)
{
    const size_t bytes = values.size() * sizeof(float);
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size() - 1; i > 0; --i) {
        strides[i - 1] = strides[i] * shape[i];
    }
    TRY(aclrtMalloc(&out->data, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    TRY(aclrtMemcpy(out->data, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    out->tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, shape.data(),
                                  shape.size(), out->data);
    return out->tensor == nullptr;
}

int main()
{
    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    TRY(aclrtCreateStream(&stream));

    Device matrix;
    Device out;
    std::vector<float> y(6);
    TRY(Upload({0, 1, 2, 3, 4, 5}, {2, 3}, &matrix));
    TRY(Upload(y, {2, 3}, &out));

    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    TRY(aclnnSoftmaxGetWorkspaceSize(matrix.tensor, -1, out.tensor, &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        TRY(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    TRY(aclnnSoftmax(workspace, workspaceSize, executor, stream));
    TRY(aclrtSynchronizeStream(stream));

    TRY(aclrtMemcpy(y.data(), y.size() * sizeof(float), out.data, y.size() * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < y.size(); ++i) {
        std::printf("y[%zu] = %g\n", i, static_cast<double>(y[i]));
    }

    for (Device *d : {&matrix, &out}) {
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
