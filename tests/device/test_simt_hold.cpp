/* Atomic operations of SIMT threads that the kernel compiler does together (simt_hold): results are those of threads one
 * after the other, whatever they hold, and nothing is lost between cores. */
#include "harness.h"

#include "kernel_operator.h"
#include <stdlib.h>
#include <thread>
#include <vector>

using namespace AscendC;

namespace {
constexpr uint32_t MAX = 9000, ROWS = 300;
constexpr uint32_t COLUMNS[] = {1, 3, 16, 17, 64, 100, 256, 257, 1000};
constexpr uint32_t BLOCKS[] = {1, 40, 64, 256, 1000, 2048};

template <typename T> T small(uint32_t i)
{
    if constexpr (opf::is_float16bit<T>)
        return opf::narrow<T>(static_cast<float>(i % 3));
    else
        return static_cast<T>(i % 3);
}
template <typename T> float number(T v)
{
    if constexpr (opf::is_float16bit<T>)
        return opf::widen(v);
    else
        return static_cast<float>(v);
}

/* rows chosen by a table, as index_add does */
template <typename T>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void add_rows(uint32_t n, uint32_t m, uint32_t s, uint32_t columns, uint32_t rows,
                                                                __gm__ const int64_t *which, __gm__ const T *x, __gm__ T *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        uint32_t row = Simt::UintDiv(i, m, s), column = i - row * columns;
        int64_t to = which[row];
        if (to >= 0 && to < static_cast<int64_t>(rows))
            asc_atomic_add(y + static_cast<uint32_t>(to) * columns + column, x[i]);
    }
}
/* elements chosen by a table, as scatter_elements does */
template <typename T>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void add_elements(uint32_t n, uint32_t m, uint32_t s, uint32_t columns,
                                                                   __gm__ const int64_t *where, __gm__ const T *x, __gm__ T *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        uint32_t row = Simt::UintDiv(i, m, s);
        asc_atomic_add(y + row * columns + static_cast<uint32_t>(where[i]), x[i]);
    }
}
template <typename T> struct memory {
    __gm__ T *x, *y;
    __gm__ int64_t *which;
    std::vector<float> want;
    memory()
    {
        opf_test_reset();
        x = static_cast<T *>(opf_test_gm(MAX * sizeof(T)));
        y = static_cast<T *>(opf_test_gm(MAX * sizeof(T) + 64)) + 3; /* rows lie across regions */
        which = static_cast<int64_t *>(opf_test_gm(MAX * sizeof(int64_t)));
        for (uint32_t i = 0; i < MAX; i++)
            x[i] = small<T>(i * 7u >> 1), y[i] = small<T>(i);
        for (uint32_t i = 0; i < MAX; i++)
            want.push_back(number(y[i]));
    }
    void compare(const char *what, uint32_t columns, uint32_t block)
    {
        for (uint32_t i = 0; i < MAX; i++)
            CHECK(number(y[i]) == want[i], "%s, %u columns, %u threads: element %u is %g, not %g", what, columns, block, i, number(y[i]), want[i]);
    }
};
template <typename T> void rows_and_elements(const char *what)
{
    for (uint32_t columns : COLUMNS)
        for (uint32_t block : BLOCKS) {
            uint32_t m = 0, s = 0, rows = MAX / columns < ROWS ? MAX / columns : ROWS, n = rows * columns - columns / 3;
            GetUintDivMagicAndShift(m, s, columns);
            memory<T> a;
            for (uint32_t r = 0; r < rows; r++)
                a.which[r] = r % 11 == 5 ? -1 : static_cast<int64_t>(r * 40503u % rows / 2);
            for (uint32_t i = 0; i < n; i++)
                if (a.which[i / columns] >= 0)
                    a.want[a.which[i / columns] * columns + i % columns] += number(a.x[i]);
            [[maybe_unused]] int before = opf_test_holds;
            asc_vf_call<add_rows<T>>(dim3(block), n, m, s, columns, rows, a.which, a.x, a.y);
            a.compare(what, columns, block);
#ifdef OPF_TEST_SIMT_ORDER
            uint32_t holds = static_cast<uint32_t>(opf_test_holds - before);
            if (columns >= 64 && block >= 256)
                CHECK(holds <= n / 8, "%s, %u columns, %u threads: held %u times for %u elements", what, columns, block, holds, n);
#endif
            memory<T> b;
            for (uint32_t i = 0; i < n; i++) {
                b.which[i] = i * 2654435761u % columns / 2;
                b.want[i / columns * columns + b.which[i]] += number(b.x[i]);
            }
            before = opf_test_holds;
            asc_vf_call<add_elements<T>>(dim3(block), n, m, s, columns, b.which, b.x, b.y);
#ifdef OPF_TEST_SIMT_ORDER
            CHECK(!opf_test_notes || opf_test_holds == before, "%s, %u columns, %u threads: elements were held", what, columns, block);
#endif
            b.compare("elements", columns, block);
        }
}

/* all operations, whose old values nobody wants or some do */
struct cells {
    int32_t add, sub, high, low, bits, all, odd, last, some;
    uint32_t up, down;
    float sum;
    int64_t wide;
};
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void all_operations(cells *c, int32_t *old, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        int32_t v = static_cast<int32_t>(i);
        asc_atomic_add(&c->add, v);
        asc_atomic_sub(&c->sub, v);
        asc_atomic_max(&c->high, v);
        asc_atomic_min(&c->low, -v);
        asc_atomic_or(&c->bits, 1 << (v & 15));
        asc_atomic_and(&c->all, ~(1 << (v & 7)));
        asc_atomic_xor(&c->odd, v);
        asc_atomic_exch(&c->last, v);
        asc_atomic_inc(&c->up, 9u);
        asc_atomic_dec(&c->down, 9u);
        asc_atomic_add(&c->sum, 0.5f);
        asc_atomic_add(&c->wide, static_cast<int64_t>(v) << 32);
        old[i] = asc_atomic_add(&c->some, 1);
    }
}
void check_operations(cells *c, int32_t *old)
{
    constexpr uint32_t N = 1000;
    *c = {0, 0, -5, 5, 0, -1, 0, 0, 0, 0, 0, 0.0f, 0};
    asc_vf_call<all_operations>(dim3(256), c, old, N);
    int32_t odd = 0;
    for (uint32_t i = 0; i < N; i++)
        odd ^= static_cast<int32_t>(i);
    CHECK(c->add == 499500 && c->sub == -499500 && c->high == 999 && c->low == -999 && c->bits == 0xffff && c->all == ~0xff && c->odd == odd,
          "numbers: %d %d %d %d %x %x %d", c->add, c->sub, c->high, c->low, c->bits, c->all, c->odd);
    CHECK(c->up == N % 10 && c->down == 0 && c->sum == 500.0f && c->wide == 499500ll << 32 && c->last < static_cast<int32_t>(N), "counters: %u %u %g", c->up, c->down, c->sum);
    std::vector<bool> seen(N);
    for (uint32_t i = 0; i < N; i++)
        seen[static_cast<uint32_t>(old[i])] = true;
    for (uint32_t i = 0; i < N; i++)
        CHECK(seen[i], "nobody got %u", i);
}

/* several targets, and a loop inside a thread */
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void count_both(uint32_t n, __gm__ const int64_t *which, __gm__ int32_t *a, __ubuf__ int32_t *b)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        asc_atomic_add(a + which[i], 1);
        asc_atomic_add(b + which[i] % 7, 1);
        for (uint32_t k = 0; k < i % 4; k++)
            asc_atomic_add(a + 500 + k, 1);
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void store_and_add(uint32_t n, __gm__ const int64_t *which, __gm__ int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        y[which[i]] = 1;
        asc_atomic_add(y + which[i], 5);
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void add_and_store(uint32_t n, __gm__ const int64_t *which, __gm__ int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        asc_atomic_add(y + which[i], 5);
        y[which[i]] = 1;
    }
}
} // namespace

OPF_TEST(rows_and_elements_of_every_type)
{
    for (bool notes : {false, true}) {
        opf_test_notes = notes;
        rows_and_elements<float>("float");
        rows_and_elements<half>("half");
        rows_and_elements<bfloat16_t>("bfloat16");
        rows_and_elements<int32_t>("int32");
        rows_and_elements<int64_t>("int64");
    }
    opf_test_notes = false;
}
/* Rounded once to the nearest even; infinity, NaN (quiet, with its bits) and small numbers are kept. */
OPF_TEST(bfloat16_of_every_kind)
{
    constexpr uint16_t KINDS[] = {0, 0x8000, 1, 0x8001, 0x7f, 0x80, 0x8080, 0x3f80, 0x3f81, 0xbf80, 0x3b80, 0x3b81, 0x3c00, 0xbb80,
                                  0x7f7f, 0xff7f, 0x7b00, 0x7f80, 0xff80, 0x7f81, 0xff81, 0x7fff, 0xffc0, 0x4049, 0x2f55, 0x0055};
    constexpr uint32_t NUM = sizeof(KINDS) / sizeof(KINDS[0]), N = NUM * NUM, COLUMNS_ = 64;
    auto is_nan = [](uint16_t v) { return (v & 0x7fff) > 0x7f80; };
    uint32_t m = 0, s = 0;
    for (bool notes : {false, true})
        for (bool rows : {false, true}) {
            opf_test_notes = notes;
            memory<bfloat16_t> a;
            uint16_t old[N];
            for (uint32_t i = 0; i < N; i++) {
                uint32_t to = rows ? i : i * 7 % N; /* in pairs each kind meets each */
                old[to] = KINDS[i % NUM];
                a.y[to] = opf::bits<bfloat16_t>(old[to]);
                a.x[i] = opf::bits<bfloat16_t>(KINDS[i / NUM]);
                a.which[i] = rows ? i : to;
            }
            GetUintDivMagicAndShift(m, s, COLUMNS_);
            if (rows)
                asc_vf_call<add_rows<bfloat16_t>>(dim3(256), N / COLUMNS_ * COLUMNS_, m, s, COLUMNS_, ROWS, a.which, a.x, a.y);
            else
                asc_vf_call<add_elements<bfloat16_t>>(dim3(256), N, m, s, 0u, a.which, a.x, a.y);
            for (uint32_t i = 0; i < (rows ? N / COLUMNS_ * COLUMNS_ : N); i++) {
                uint16_t y = old[a.which[i]], x = KINDS[i / NUM], got = opf::bits<uint16_t>(a.y[a.which[i]]);
                float sum = opf::from_bf16(opf::bits<bfloat16_t>(y)) + opf::from_bf16(opf::bits<bfloat16_t>(x));
                uint16_t want = is_nan(y) ? y | 0x40 : is_nan(x) ? x | 0x40 : opf::bits<uint16_t>(opf::to_bf16(sum));
                CHECK(is_nan(x) && is_nan(y) ? is_nan(got) : got == want, "%s%s: %04x + %04x is %04x, not %04x", rows ? "rows" : "elements", notes ? ", noted" : "", y, x, got, want);
            }
        }
    opf_test_notes = false;
}
OPF_TEST(every_operation_on_both_memories)
{
    opf_test_notes = true; /* none is: there are several operations, and one reads */
    check_operations(static_cast<cells *>(opf_test_gm(sizeof(cells))), static_cast<int32_t *>(opf_test_gm(4000)));
    uint8_t *local = opf_this_core->mem[OPF_MEM_UB].base;
    check_operations(reinterpret_cast<cells *>(local), reinterpret_cast<int32_t *>(local + 512));
    opf_test_notes = false;
}
OPF_TEST(several_targets)
{
    opf_test_notes = true;
    constexpr uint32_t N = 3000;
    memory<int32_t> m;
    auto *local = reinterpret_cast<int32_t *>(opf_this_core->mem[OPF_MEM_UB].base + 64);
    std::vector<int32_t> a(600), b(7);
    for (uint32_t i = 0; i < N; i++) {
        m.which[i] = i * 2654435761u >> 24;
        a[m.which[i]]++, b[m.which[i] % 7]++;
        for (uint32_t k = 0; k < i % 4; k++)
            a[500 + k]++;
    }
    memset(m.y, 0, 600 * sizeof(int32_t));
    memset(local, 0, 7 * sizeof(int32_t));
    asc_vf_call<count_both>(dim3(512), N, m.which, m.y, local);
    CHECK(memcmp(m.y, a.data(), 600 * sizeof(int32_t)) == 0 && memcmp(local, b.data(), 7 * sizeof(int32_t)) == 0, "counts of two memories");
    opf_test_notes = false;
}
/* A thread that stores to what it has changed: in its order */
OPF_TEST(stores_around_a_change)
{
    constexpr uint32_t N = 3000;
    for (bool notes : {false, true}) {
        opf_test_notes = notes;
        memory<int32_t> m;
        for (uint32_t i = 0; i < N; i++)
            m.which[i] = i * 7 % N;
        auto all_are = [&](int32_t want, const char *what) {
            uint32_t bad = 0;
            for (uint32_t i = 0; i < N; i++)
                bad += m.y[i] != want;
            CHECK(bad == 0, "%s, %snoted: %u elements are not %d", what, notes ? "" : "not ", bad, want);
        };
        asc_vf_call<store_and_add>(dim3(256), N, m.which, m.y);
        all_are(6, "stored, then added");
        asc_vf_call<add_and_store>(dim3(256), N, m.which, m.y);
        all_are(1, "added, then stored");
    }
    opf_test_notes = false;
}
/* Cores that add to the same few elements, each in its own way. */
OPF_TEST(cores_compete)
{
    constexpr uint32_t COLUMNS_ = 70, N = 40 * COLUMNS_, TIMES = 200, THREADS = 4;
    uint32_t m = 0, s = 0;
    GetUintDivMagicAndShift(m, s, COLUMNS_);
    memory<int32_t> a;
    for (uint32_t i = 0; i < N; i++)
        a.which[i] = i % 2, a.x[i] = 1;
    memset(a.y, 0, MAX * sizeof(int32_t));
    opf_core *shared = opf_this_core;
    auto run = [&, shared](uint32_t t) {
        auto *core = static_cast<opf_core *>(malloc(sizeof(opf_core)));
        memcpy(core, shared, sizeof(*core));
        opf_this_core = core;
        for (uint32_t r = 0; r < TIMES; r++) {
            opf_test_notes = r % 2 == 1;
            if (t % 2 == 0)
                asc_vf_call<add_rows<int32_t>>(dim3(256), N, m, s, COLUMNS_, ROWS, a.which, a.x, a.y);
            else
                asc_vf_call<add_elements<int32_t>>(dim3(256), N, m, s, 0u, a.which, a.x, a.y);
            AtomicAdd(a.y, 1);
        }
        opf_this_core = shared;
        free(core);
    };
    std::vector<std::thread> others;
    for (uint32_t t = 1; t < THREADS; t++)
        others.emplace_back(run, t);
    run(0);
    for (std::thread &other : others)
        other.join();
    opf_test_notes = false;
    for (uint32_t i = 0; i < 2 * COLUMNS_; i++) {
        int32_t want = static_cast<int32_t>(2 * TIMES * 20 + (i < 2 ? 2 * TIMES * N / 2 : 0) + (i == 0 ? THREADS * TIMES : 0));
        CHECK(a.y[i] == want, "element %u is %d, not %d", i, a.y[i], want);
    }
}
