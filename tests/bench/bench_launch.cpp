// A warm aclnnRelu of 4 elements, both phases and synchronise, in microseconds; and, when an OpenCL library is
// there, the time of PoCL's enqueue and finish of an empty kernel, alternating with it.
//   bench_launch [rounds]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_relu.h"

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const int code = static_cast<int>(call);                                                                       \
        if (code != 0) {                                                                                               \
            std::printf("%s failed: %d %s\n", #call, code, aclGetRecentErrMsg());                                      \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

namespace {

constexpr int BATCH = 200;

double Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

template <typename Work> double MicrosecondsEach(const Work &work)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < BATCH; ++i) {
        work();
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() * 1e6 / BATCH;
}

// The few OpenCL calls needed, found at run time so that the bench builds without OpenCL.
class OpenCl {
public:
    OpenCl()
    {
        void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
        if (library == nullptr) {
            return;
        }
        const auto find = [library](const char *name) { return dlsym(library, name); };
        using Platforms = int (*)(unsigned, void **, unsigned *);
        using Devices = int (*)(void *, unsigned long, unsigned, void **, unsigned *);
        using Context = void *(*)(const void *, unsigned, void *const *, void *, void *, int *);
        using Queue = void *(*)(void *, void *, unsigned long, int *);
        using Source = void *(*)(void *, unsigned, const char **, const size_t *, int *);
        using Build = int (*)(void *, unsigned, void *const *, const char *, void *, void *);
        using Kernel = void *(*)(void *, const char *, int *);
        void *platform = nullptr;
        void *device = nullptr;
        unsigned count = 0;
        int error = 0;
        constexpr unsigned long allDevices = 0xFFFFFFFFUL;
        if (reinterpret_cast<Platforms>(find("clGetPlatformIDs"))(1, &platform, &count) != 0 || count == 0 ||
            reinterpret_cast<Devices>(find("clGetDeviceIDs"))(platform, allDevices, 1, &device, &count) != 0) {
            return;
        }
        void *context = reinterpret_cast<Context>(find("clCreateContext"))(nullptr, 1, &device, nullptr, nullptr, &error);
        queue_ = reinterpret_cast<Queue>(find("clCreateCommandQueue"))(context, device, 0, &error);
        const char *text = "__kernel void nothing(void) {}";
        void *program = reinterpret_cast<Source>(find("clCreateProgramWithSource"))(context, 1, &text, nullptr, &error);
        if (reinterpret_cast<Build>(find("clBuildProgram"))(program, 1, &device, "", nullptr, nullptr) != 0) {
            return;
        }
        kernel_ = reinterpret_cast<Kernel>(find("clCreateKernel"))(program, "nothing", &error);
        enqueue_ = reinterpret_cast<Enqueue>(find("clEnqueueNDRangeKernel"));
        finish_ = reinterpret_cast<Finish>(find("clFinish"));
    }
    bool Works() const { return kernel_ != nullptr && enqueue_ != nullptr && finish_ != nullptr; }
    void LaunchEmpty() const
    {
        const size_t size = 1;
        if (enqueue_(queue_, kernel_, 1, nullptr, &size, &size, 0, nullptr, nullptr) != 0 || finish_(queue_) != 0) {
            std::printf("the OpenCL launch failed\n");
            std::exit(1);
        }
    }

private:
    using Enqueue = int (*)(void *, void *, unsigned, const size_t *, const size_t *, const size_t *, unsigned,
                            const void *, void *);
    using Finish = int (*)(void *);
    void *queue_ = nullptr;
    void *kernel_ = nullptr;
    Enqueue enqueue_ = nullptr;
    Finish finish_ = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 31;
    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    TRY(aclrtCreateStream(&stream));
    const int64_t count = 4;
    const int64_t stride = 1;
    void *memory[2];
    aclTensor *tensors[2];
    for (int i = 0; i < 2; ++i) {
        TRY(aclrtMalloc(&memory[i], count * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
        TRY(aclrtMemset(memory[i], count * sizeof(float), 0, count * sizeof(float)));
        tensors[i] = aclCreateTensor(&count, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &count, 1, memory[i]);
    }
    void *workspace = nullptr;
    uint64_t workspaceHave = 0;
    const auto once = [&] {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        TRY(aclnnReluGetWorkspaceSize(tensors[0], tensors[1], &size, &executor));
        if (size > workspaceHave) {
            TRY(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
            workspaceHave = size;
        }
        TRY(aclnnRelu(workspace, size, executor, stream));
        TRY(aclrtSynchronizeStream(stream));
    };
    const OpenCl openCl;
    const auto empty = [&] { openCl.LaunchEmpty(); };
    std::vector<double> ours;
    std::vector<double> theirs;
    MicrosecondsEach(once);
    if (openCl.Works()) {
        MicrosecondsEach(empty);
    }
    for (int i = 0; i < rounds; ++i) {
        ours.push_back(MicrosecondsEach(once));
        if (openCl.Works()) {
            theirs.push_back(MicrosecondsEach(empty));
        }
    }
    std::printf("aclnnRelu, 4 elements, both phases + synchronise: %.2f us (median of %d x %d)\n", Median(ours), rounds,
                BATCH);
    if (openCl.Works()) {
        std::printf("OpenCL enqueue + finish of an empty kernel:       %.2f us   ratio %.2f\n", Median(theirs),
                    Median(ours) / Median(theirs));
    } else {
        std::printf("no OpenCL platform here: install pocl-opencl-icd to compare\n");
    }
    aclFinalize();
    return 0;
}
