/* One process with operators of two repositories: functions of either, and one that needs both. */
#include "acl/acl.h"
#include "aclnnop/aclnn_also.h"
#include "aclnnop/aclnn_plus.h"
#include "aclnnop/aclnn_sum_three.h"
#include <cstdio>
#include <cstring>

extern "C" int alphaContiguousCalls;

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const int code = static_cast<int>(call);                                                                       \
        if (code != 0) {                                                                                               \
            std::printf("%s failed: %d %s\n", #call, code, aclGetRecentErrMsg());                                      \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

namespace {

constexpr int64_t COUNT = 5;
void *memory[4];
aclTensor *tensors[4];

int Run(aclnnStatus (*run)(void *, uint64_t, aclOpExecutor *, aclrtStream), uint64_t bytes, aclOpExecutor *executor,
        const char *name)
{
    void *workspace = nullptr;
    float got[COUNT];
    if (bytes > 0)
        TRY(aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    TRY(run(workspace, bytes, executor, nullptr));
    TRY(aclrtSynchronizeStream(nullptr));
    TRY(aclrtMemcpy(got, sizeof(got), memory[3], sizeof(got), ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("%s: %g %g %g %g %g\n", name, got[0], got[1], got[2], got[3], got[4]);
    if (workspace != nullptr)
        TRY(aclrtFree(workspace));
    return 0;
}

} // namespace

int main()
{
    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    const int64_t stride = 1;
    float one = 1.0F;
    for (int i = 0; i < 4; ++i) {
        float values[COUNT];
        for (int k = 0; k < COUNT; ++k)
            values[k] = static_cast<float>(k + (i == 1 ? 10 : i == 2 ? 100 : 0));
        TRY(aclrtMalloc(&memory[i], sizeof(values), ACL_MEM_MALLOC_HUGE_FIRST));
        TRY(aclrtMemcpy(memory[i], sizeof(values), values, sizeof(values), ACL_MEMCPY_HOST_TO_DEVICE));
        tensors[i] = aclCreateTensor(&COUNT, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &COUNT, 1, memory[i]);
    }
    aclScalar *alpha = aclCreateScalar(&one, ACL_FLOAT);
    uint64_t bytes = 0;
    aclOpExecutor *executor = nullptr;
    TRY(aclnnPlusGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[3], &bytes, &executor));
    TRY(Run(aclnnPlus, bytes, executor, "alpha"));
    TRY(aclnnAlsoGetWorkspaceSize(tensors[0], tensors[2], alpha, tensors[3], &bytes, &executor));
    TRY(Run(aclnnAlso, bytes, executor, "beta"));
    const int before = alphaContiguousCalls;
    TRY(aclnnSumThreeGetWorkspaceSize(tensors[0], tensors[1], tensors[2], tensors[3], &bytes, &executor));
    TRY(Run(aclnnSumThree, bytes, executor, "both"));
    std::printf("Contiguous of alpha, called by beta: %d\n", alphaContiguousCalls - before);
    return 0;
}
