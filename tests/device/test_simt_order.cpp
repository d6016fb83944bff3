/* SIMT functions without waits, whose threads the kernel compiler may run in the order of memory (simt_order): each
 * shape of loop, taken or refused by the pass, gives what threads one after the other give. */
#include "harness.h"

#include "kernel_operator.h"

using namespace AscendC;

namespace {
constexpr uint32_t MAX = 5000;
int32_t source[MAX], target[MAX], expected[MAX];
uint32_t limits[MAX];

void start()
{
    opf_test_reset();
    for (uint32_t i = 0; i < MAX; i++) {
        source[i] = (int32_t)(i * 2654435761u >> 8);
        target[i] = expected[i] = -1;
        limits[i] = i * 7u % 90u;
    }
}
void compare(const char *what, uint32_t n)
{
    for (uint32_t i = 0; i < MAX; i++)
        CHECK(target[i] == expected[i], "%s, %u: element %u is %d, not %d", what, n, i, target[i], expected[i]);
}

__simt_vf__ __aicore__ LAUNCH_BOUND(256) inline void strided(int32_t *y, const int32_t *x, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[i] + (int32_t)i;
}
__simt_vf__ __aicore__ LAUNCH_BOUND(256) inline void strided_signed(int32_t *y, const int32_t *x, int64_t n)
{
    for (int64_t i = (int64_t)threadIdx.x - 3; i < n; i += blockDim.x)
        if (i >= 0)
            y[i] = x[i] ^ 5;
}
__simt_vf__ __aicore__ LAUNCH_BOUND(256) inline void downwards(int32_t *y, const int32_t *x, int32_t n)
{
    for (int32_t i = n - 1 - (int32_t)threadIdx.x; i >= 0; i -= (int32_t)blockDim.x)
        y[i] = x[i] - 1;
}
/* every thread has its own number of rounds */
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void ragged(int32_t *y, const int32_t *x, const uint32_t *counts)
{
    uint32_t t = threadIdx.x, n = counts[t];
    for (uint32_t k = 0; k < n; k++)
        y[t * 70 + k % 70] = x[k] + (int32_t)t;
}
/* a sum along the rounds: to be left alone */
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void summed(int32_t *y, const int32_t *x, uint32_t n)
{
    int32_t sum = 0;
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        sum += x[i];
        y[i] = sum;
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void summed_at_the_end(int32_t *y, const int32_t *x, uint32_t n)
{
    int32_t sum = 0;
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[i];
    y[threadIdx.x] = sum;
}
/* state of a thread in an array of its own */
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void remembering(int32_t *y, const int32_t *x, uint32_t n)
{
    int32_t last[4] = {1, 2, 3, 4};
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        uint32_t at = (uint32_t)x[i] & 3u;
        y[i] = last[at];
        last[at] = (int32_t)i;
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void stopping(int32_t *y, const int32_t *x, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        if ((x[i] & 31) == 7)
            return;
        y[i] = x[i];
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void twice(int32_t *y, const int32_t *x, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[i];
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = y[i] * 3;
}
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void nested(int32_t *y, const int32_t *x, uint32_t n)
{
    if (n == 13)
        return;
    for (uint32_t i = threadIdx.x + 2; i < n; i += blockDim.x) {
        int32_t sum = 0;
        for (uint32_t k = 0; k <= (i & 3u); k++)
            sum += x[i - k < n ? i - k : i];
        y[i] = sum;
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void counting(int32_t *y, const int32_t *x, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        asc_atomic_add(y + ((uint32_t)x[i] & 15u), 1);
}
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void recording(int32_t *y, int32_t *count, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = asc_atomic_add(count, 1);
}
/* the number of elements is in memory: its check must not keep threads from the order */
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void recording_checked(int32_t *y, int32_t *count, const uint32_t *number)
{
    opf::check_gm(number, sizeof(*number), 0, "number");
    const uint32_t n = *number;
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = asc_atomic_add(count, 1);
}

constexpr uint32_t COUNTS[] = {0, 1, 2, 13, 31, 32, 33, 63, 64, 65, 100, 700, 4999};
} // namespace

OPF_TEST(rounds_cover_every_element_once)
{
    for (uint32_t n : COUNTS) {
        start();
        asc_vf_call<strided>(dim3(256), target, (const int32_t *)source, n);
        for (uint32_t i = 0; i < n; i++)
            expected[i] = source[i] + (int32_t)i;
        compare("strided", n);
        start();
        asc_vf_call<strided_signed>(dim3(100), target, (const int32_t *)source, (int64_t)n);
        for (uint32_t i = 0; i < n; i++)
            expected[i] = source[i] ^ 5;
        compare("signed", n);
        start();
        asc_vf_call<downwards>(dim3(32), target, (const int32_t *)source, (int32_t)n);
        for (uint32_t i = 0; i < n; i++)
            expected[i] = source[i] - 1;
        compare("downwards", n);
        start();
        asc_vf_call<nested>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t i = 2; i < n && n != 13; i++) {
            expected[i] = 0;
            for (uint32_t k = 0; k <= (i & 3u); k++)
                expected[i] += source[i - k < n ? i - k : i];
        }
        compare("nested", n);
        start();
        asc_vf_call<counting>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t i = 0; i < n; i++)
            expected[(uint32_t)source[i] & 15u]++;
        compare("counting", n);
    }
}
OPF_TEST(threads_keep_their_own_number_of_rounds)
{
    start();
    asc_vf_call<ragged>(dim3(64), target, (const int32_t *)source, (const uint32_t *)limits);
    for (uint32_t t = 0; t < 64; t++)
        for (uint32_t k = 0; k < limits[t]; k++)
            expected[t * 70 + k % 70] = source[k] + (int32_t)t;
    compare("ragged", 64);
}
OPF_TEST(what_a_thread_remembers_is_its_own)
{
    for (uint32_t n : COUNTS) {
        start();
        asc_vf_call<summed>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t t = 0; t < 64; t++) {
            int32_t sum = 0;
            for (uint32_t i = t; i < n; i += 64)
                expected[i] = sum = (int32_t)((uint32_t)sum + (uint32_t)source[i]);
        }
        compare("summed", n);
        start();
        asc_vf_call<summed_at_the_end>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t t = 0; t < 64; t++) {
            expected[t] = 0;
            for (uint32_t i = t; i < n; i += 64)
                expected[t] = (int32_t)((uint32_t)expected[t] + (uint32_t)source[i]);
        }
        compare("summed at the end", n);
        start();
        asc_vf_call<remembering>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t t = 0; t < 64; t++) {
            int32_t last[4] = {1, 2, 3, 4};
            for (uint32_t i = t; i < n; i += 64) {
                expected[i] = last[(uint32_t)source[i] & 3u];
                last[(uint32_t)source[i] & 3u] = (int32_t)i;
            }
        }
        compare("remembering", n);
        start();
        asc_vf_call<stopping>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t t = 0; t < 64; t++)
            for (uint32_t i = t; i < n && (source[i] & 31) != 7; i += 64)
                expected[i] = source[i];
        compare("stopping", n);
        start();
        asc_vf_call<twice>(dim3(64), target, (const int32_t *)source, n);
        for (uint32_t i = 0; i < n; i++)
            expected[i] = (int32_t)((uint32_t)source[i] * 3u);
        compare("twice", n);
    }
}
#ifdef OPF_TEST_SIMT_ORDER
OPF_TEST(rounds_are_in_the_order_of_memory)
{
    start();
    static int32_t count;
    asc_vf_call<recording>(dim3(64), target, &count, 1000u);
    for (uint32_t i = 0; i < 1000; i++)
        expected[i] = (int32_t)i;
    compare("recording", 1000);
    start();
    auto *number = static_cast<uint32_t *>(opf_test_gm(sizeof(uint32_t)));
    count = 0;
    *number = 1000;
    asc_vf_call<recording_checked>(dim3(64), target, &count, (const uint32_t *)number);
    for (uint32_t i = 0; i < 1000; i++)
        expected[i] = (int32_t)i;
    compare("recording, checked", 1000);
}
#endif
