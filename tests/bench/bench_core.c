/* The run-time core alone: launch and synchronise of an empty kernel, pipelined launches, and relu of 64 Mi
 * f32 by a hand-written kernel beside a plain two-thread loop of the same arithmetic, alternating. bench_core
 * <objects/basic.o> [rounds] */
#include "opforge/runtime_api.h"

#include "acl/acl.h"
#include "base/alloc.h"
#include "base/thread.h"
#include <stdlib.h>

#define COUNT ((size_t)64 << 20)

static void need(int code, const char *what)
{
    if (code == 0)
        return;
    fprintf(stderr, "%s failed: %d %s\n", what, code, opf_runtime_last_error());
    exit(1);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof(*values), by_value);
    return values[n / 2];
}

static void launch(aclrtStream stream, opf_runtime_kernel *kernel, uint64_t key, uint32_t blocks, void **args,
                   const uint64_t *count)
{
    struct opf_runtime_blob tiling = {.arg_index = 2, .bytes = count, .size = sizeof(*count)};
    struct opf_runtime_launch l = {.struct_size = sizeof(l),
                                   .block_dim = blocks,
                                   .kernel = kernel,
                                   .tiling_key = key,
                                   .kernel_type = -1,
                                   .arg_num = count ? 3 : 0,
                                   .args = args,
                                   .blobs = &tiling,
                                   .blob_num = count ? 1 : 0,
                                   .output_bytes = count ? *count * sizeof(float) : 0};
    need(opf_runtime_launch_kernel(stream, &l), "launch");
}

static void bench_latency(aclrtStream stream, opf_runtime_kernel *kernel, uint32_t blocks)
{
    enum { N = 5000 };
    static double ns[N];
    for (int i = 0; i < N; i++) {
        int64_t begin = opf_clock_ns();
        launch(stream, kernel, 0, blocks, NULL, NULL);
        need(aclrtSynchronizeStream(stream), "synchronise");
        ns[i] = (double)(opf_clock_ns() - begin);
    }
    printf("empty kernel, launch + synchronise, %2u blocks: %8.0f ns\n", blocks, median(ns, N));
}

static void bench_pipeline(aclrtStream stream, opf_runtime_kernel *kernel)
{
    enum { N = 5000, ROUNDS = 9 };
    double each[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        int64_t begin = opf_clock_ns();
        for (int i = 0; i < N; i++)
            launch(stream, kernel, 0, 1, NULL, NULL);
        need(aclrtSynchronizeStream(stream), "synchronise");
        each[r] = (double)(opf_clock_ns() - begin) / N;
    }
    printf("empty kernel, %d in a row, each:              %8.0f ns\n", N, median(each, ROUNDS));
}

struct part {
    const float *x;
    float *y;
    size_t count;
};

static void plain_relu(void *arg)
{
    const struct part *p = arg;
    const float *restrict x = p->x;
    float *restrict y = p->y;
    for (size_t i = 0; i < p->count; i++)
        y[i] = x[i] > 0 ? x[i] : 0;
}

static double run_plain(const float *x, float *y)
{
    struct part low = {x, y, COUNT / 2}, high = {x + COUNT / 2, y + COUNT / 2, COUNT / 2};
    opf_thread *thread;
    int64_t begin = opf_clock_ns();
    opf_status *status = opf_thread_start("plain", plain_relu, &low, &thread);
    if (status) {
        opf_status_print(stderr, status);
        exit(1);
    }
    plain_relu(&high);
    opf_thread_join(thread);
    return (double)(opf_clock_ns() - begin);
}

static double run_kernel(aclrtStream stream, opf_runtime_kernel *kernel, void *x, void *y)
{
    uint64_t count = COUNT;
    void *args[] = {x, y, NULL};
    int64_t begin = opf_clock_ns();
    launch(stream, kernel, 2, 72, args, &count);
    need(aclrtSynchronizeStream(stream), "synchronise");
    return (double)(opf_clock_ns() - begin);
}

static void bench_relu(aclrtStream stream, opf_runtime_kernel *kernel, size_t rounds)
{
    float *x, *y, *z;
    double *ours = opf_calloc(rounds, sizeof(double)), *plain = opf_calloc(rounds, sizeof(double));
    need(opf_runtime_malloc(COUNT * sizeof(float), (void **)&x), "malloc");
    need(opf_runtime_malloc(COUNT * sizeof(float), (void **)&y), "malloc");
    need(opf_runtime_malloc(COUNT * sizeof(float), (void **)&z), "malloc");
    need(!ours || !plain, "malloc");
    for (size_t i = 0; i < COUNT; i++)
        x[i] = (float)(i % 1001) - 500.0f;
    (void)run_kernel(stream, kernel, x, y); /* first touch of the pages */
    (void)run_plain(x, z);
    for (size_t r = 0; r < rounds; r++) {
        ours[r] = run_kernel(stream, kernel, x, y);
        plain[r] = run_plain(x, z);
    }
    for (size_t i = 0; i < COUNT; i++)
        need(y[i] != z[i], "comparison of the results");
    double a = median(ours, rounds), b = median(plain, rounds);
    printf("relu of 64 Mi f32: kernel %.1f ms (%.1f GB/s), plain loop %.1f ms (%.1f GB/s): %.2fx its "
           "throughput\n",
           a / 1e6, 8.0 * COUNT / a, b / 1e6, 8.0 * COUNT / b, b / a);
}

int main(int argc, char **argv)
{
    opf_runtime_kernel *kernel;
    aclrtStream stream;
    if (argc < 2) {
        fprintf(stderr, "usage: bench_core <basic.o> [rounds]\n");
        return 2;
    }
    size_t rounds = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 9;
    need(aclInit(NULL), "aclInit");
    need(aclrtSetDevice(0), "aclrtSetDevice");
    need(aclrtCreateStream(&stream), "aclrtCreateStream");
    need(opf_runtime_kernel_open(argv[1], NULL, NULL, &kernel), "kernel_open");
    bench_latency(stream, kernel, 1);
    bench_latency(stream, kernel, 72);
    bench_pipeline(stream, kernel);
    bench_relu(stream, kernel, rounds ? rounds : 1);
    return 0;
}
