// f32 relu and add of 64 Mi elements through aclnn, against a plain loop of the same arithmetic on as many threads,
// compiled with -O3 -march=native. The two alternate in one run; medians and their ratio are printed.
//   bench_elementwise [mebi-elements] [rounds]
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
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

// Threads that stay alive, so that the plain loop does not pay for starting them.
class Team {
public:
    explicit Team(unsigned count) : count_(count)
    {
        for (unsigned i = 1; i < count; ++i) {
            threads_.emplace_back([this, i] { Work(i); });
        }
    }
    ~Team()
    {
        Start(nullptr);
        for (std::thread &thread : threads_) {
            thread.join();
        }
    }
    void Run(const std::function<void(unsigned, unsigned)> &job)
    {
        Start(&job);
        job(0, count_);
        std::unique_lock<std::mutex> lock(mutex_);
        done_.wait(lock, [this] { return left_ == 0; });
    }

private:
    void Start(const std::function<void(unsigned, unsigned)> *job)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        job_ = job;
        left_ = count_ - 1;
        ++round_;
        begin_.notify_all();
    }
    void Work(unsigned index)
    {
        for (unsigned seen = 0;;) {
            std::unique_lock<std::mutex> lock(mutex_);
            begin_.wait(lock, [&] { return round_ != seen; });
            seen = round_;
            const auto *job = job_;
            if (job == nullptr) {
                return;
            }
            lock.unlock();
            (*job)(index, count_);
            lock.lock();
            if (--left_ == 0) {
                done_.notify_one();
            }
        }
    }
    unsigned count_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable begin_;
    std::condition_variable done_;
    const std::function<void(unsigned, unsigned)> *job_ = nullptr;
    unsigned round_ = 0;
    unsigned left_ = 0;
};

double Seconds(const std::function<void()> &work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Tensor {
    float *data = nullptr;
    aclTensor *tensor = nullptr;
};

Tensor Make(int64_t count, uint32_t seed)
{
    Tensor result;
    void *data = nullptr;
    const int64_t stride = 1;
    TRY(aclrtMalloc(&data, static_cast<size_t>(count) * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
    result.data = static_cast<float *>(data);
    std::vector<float> host(static_cast<size_t>(count));
    for (float &value : host) {
        seed = seed * 1664525U + 1013904223U;
        value = static_cast<float>(static_cast<int32_t>(seed)) * 1e-9F;
    }
    TRY(aclrtMemcpy(data, host.size() * sizeof(float), host.data(), host.size() * sizeof(float),
                    ACL_MEMCPY_HOST_TO_DEVICE));
    result.tensor = aclCreateTensor(&count, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &count, 1, data);
    return result;
}

void Finish(aclnnStatus (*run)(void *, uint64_t, aclOpExecutor *, aclrtStream), uint64_t workspaceSize,
            aclOpExecutor *executor, aclrtStream stream)
{
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        TRY(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    TRY(run(workspace, workspaceSize, executor, stream));
    TRY(aclrtSynchronizeStream(stream));
    if (workspace != nullptr) {
        TRY(aclrtFree(workspace));
    }
}

// Alternate the two, check that they agree, print one line. Both write the same y: where memory lies decides its speed.
void Compare(const char *name, double bytes, int rounds, const std::function<void()> &ours,
             const std::function<void()> &plain, const Tensor &y, size_t count)
{
    std::vector<double> oursTimes;
    std::vector<double> plainTimes;
    plain();
    const std::vector<float> reference(y.data, y.data + count);
    std::fill_n(y.data, count, 0.0F);
    ours();
    if (std::memcmp(y.data, reference.data(), reference.size() * sizeof(float)) != 0) {
        std::printf("%s: results differ\n", name);
        std::exit(1);
    }
    for (int i = 0; i < rounds; ++i) {
        oursTimes.push_back(Seconds(ours));
        plainTimes.push_back(Seconds(plain));
    }
    const double a = Median(oursTimes);
    const double b = Median(plainTimes);
    std::printf("%-6s aclnn %7.2f ms %6.2f GB/s   plain loop %7.2f ms %6.2f GB/s   throughput ratio %.2f\n", name,
                a * 1e3, bytes / a * 1e-9, b * 1e3, bytes / b * 1e-9, b / a);
}

} // namespace

int main(int argc, char **argv)
{
    const int64_t count = (argc > 1 ? std::atoll(argv[1]) : 64) << 20;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
    TRY(aclInit(nullptr));
    TRY(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    TRY(aclrtCreateStream(&stream));
    const Tensor x1 = Make(count, 1);
    const Tensor x2 = Make(count, 2);
    const Tensor y = Make(count, 3);
    const float one = 1.0F;
    aclScalar *alpha = aclCreateScalar(const_cast<float *>(&one), ACL_FLOAT);
    Team team(std::max(1U, std::thread::hardware_concurrency()));
    const auto slice = [count](unsigned i, unsigned n) {
        return std::pair<int64_t, int64_t>(count * i / n, count * (i + 1) / n);
    };

    const auto aclnnReluOnce = [&] {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        TRY(aclnnReluGetWorkspaceSize(x1.tensor, y.tensor, &size, &executor));
        Finish(aclnnRelu, size, executor, stream);
    };
    const auto aclnnAddOnce = [&] {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        TRY(aclnnAddGetWorkspaceSize(x1.tensor, x2.tensor, alpha, y.tensor, &size, &executor));
        Finish(aclnnAdd, size, executor, stream);
    };
    const std::function<void(unsigned, unsigned)> reluLoop = [&](unsigned i, unsigned n) {
        const auto [from, to] = slice(i, n);
        const float *a = x1.data;
        float *out = y.data;
        for (int64_t k = from; k < to; ++k) {
            out[k] = a[k] > 0.0F ? a[k] : 0.0F;
        }
    };
    const std::function<void(unsigned, unsigned)> addLoop = [&](unsigned i, unsigned n) {
        const auto [from, to] = slice(i, n);
        const float *a = x1.data;
        const float *b = x2.data;
        float *out = y.data;
        for (int64_t k = from; k < to; ++k) {
            out[k] = a[k] + b[k];
        }
    };
    const double bytes = static_cast<double>(count) * sizeof(float);
    std::printf("%lld Mi elements, %u threads, median of %d\n", static_cast<long long>(count >> 20),
                std::thread::hardware_concurrency(), rounds);
    Compare("relu", 2 * bytes, rounds, aclnnReluOnce, [&] { team.Run(reluLoop); }, y, static_cast<size_t>(count));
    Compare("add", 3 * bytes, rounds, aclnnAddOnce, [&] { team.Run(addLoop); }, y, static_cast<size_t>(count));
    aclDestroyScalar(alpha);
    aclFinalize();
    return 0;
}
