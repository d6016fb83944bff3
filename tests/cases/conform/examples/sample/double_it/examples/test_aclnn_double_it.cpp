// Doubles four numbers, and ends well only when they are right.
#include "acl/acl.h"
#include "aclnnop/aclnn_double_it.h"
#include <cstdio>

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
    const int64_t count = 4;
    const int64_t stride = 1;
    float values[count] = {1, -2, 3.5F, 0};
    void *memory[2];
    aclTensor *tensors[2];
    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    for (int i = 0; i < 2; i++) {
        TRY(aclrtMalloc(&memory[i], sizeof(values), ACL_MEM_MALLOC_HUGE_FIRST));
        tensors[i] = aclCreateTensor(&count, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &count, 1, memory[i]);
    }
    TRY(aclrtMemcpy(memory[0], sizeof(values), values, sizeof(values), ACL_MEMCPY_HOST_TO_DEVICE));
    uint64_t bytes = 0;
    aclOpExecutor *executor = nullptr;
    TRY(aclnnDoubleItGetWorkspaceSize(tensors[0], tensors[1], &bytes, &executor));
    void *workspace = nullptr;
    if (bytes > 0) {
        TRY(aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    TRY(aclnnDoubleIt(workspace, bytes, executor, nullptr));
    TRY(aclrtSynchronizeStream(nullptr));
    TRY(aclrtMemcpy(values, sizeof(values), memory[1], sizeof(values), ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("%g %g %g %g\n", values[0], values[1], values[2], values[3]);
    return values[0] == 2 && values[1] == -4 && values[2] == 7 && values[3] == 0 ? 0 : 1;
}
