// Relu of four numbers through the two-phase aclnn API.
#include <cstdio>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_relu.h"

// Print and leave main on the first error.
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const int code = static_cast<int>(call);                                                                       \
        if (code != 0) {                                                                                               \
            std::printf("%s failed: %d %s\n", #call, code, aclGetRecentErrMsg());                                      \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

int main()
{
    const std::vector<float> x = {-1.0F, 0.0F, 2.5F, -3.5F};
    std::vector<float> y(x.size());
    const std::vector<int64_t> shape = {2, 2};
    const std::vector<int64_t> strides = {2, 1};
    const size_t bytes = x.size() * sizeof(float);

    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    TRY(aclrtCreateStream(&stream));

    void *xDevice = nullptr;
    void *yDevice = nullptr;
    TRY(aclrtMalloc(&xDevice, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    TRY(aclrtMalloc(&yDevice, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    TRY(aclrtMemcpy(xDevice, bytes, x.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    aclTensor *self = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                      shape.data(), shape.size(), xDevice);
    aclTensor *out = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                     shape.data(), shape.size(), yDevice);

    // Phase one: how much workspace; phase two: run.
    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    TRY(aclnnReluGetWorkspaceSize(self, out, &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        TRY(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    TRY(aclnnRelu(workspace, workspaceSize, executor, stream));
    TRY(aclrtSynchronizeStream(stream));

    TRY(aclrtMemcpy(y.data(), bytes, yDevice, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < y.size(); ++i) {
        std::printf("y[%zu] = %g\n", i, static_cast<double>(y[i]));
    }

    aclDestroyTensor(self);
    aclDestroyTensor(out);
    aclrtFree(xDevice);
    aclrtFree(yDevice);
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}
