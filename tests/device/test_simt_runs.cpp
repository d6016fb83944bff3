/* SIMT functions that find their place by divisions. The kernel compiler runs threads with the same quotients together
 * (simt_runs): results are those of threads one after the other, whatever wraps, overlaps or has no memory. */
#include "harness.h"

#include "kernel_operator.h"
#include <sys/mman.h>

using namespace AscendC;

namespace {
constexpr uint32_t MAX = 9000, ROWS = 600;
int32_t source[MAX], target[MAX], expected[MAX];
int64_t rows[ROWS];
constexpr uint32_t COLUMNS[] = {1, 2, 3, 7, 16, 17, 64, 100, 255, 256, 257, 1000, 4096};
constexpr uint32_t BLOCKS[] = {1, 40, 64, 100, 256, 1024, 2048};

void start()
{
    opf_test_reset();
    for (uint32_t i = 0; i < MAX; i++) {
        source[i] = (int32_t)(i * 2654435761u >> 8);
        target[i] = expected[i] = -1;
    }
    for (uint32_t r = 0; r < ROWS; r++)
        rows[r] = (int64_t)(r * 40503u % ROWS) - (r % 5 == 0 ? ROWS : 0) + (r % 11 == 0 ? 3 * ROWS : 0);
}
void compare(const char *what, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < MAX; i++)
        CHECK(target[i] == expected[i], "%s, %u, %u: element %u is %d, not %d", what, a, b, i, target[i], expected[i]);
}

/* rows chosen by a table, as gather and embedding do; rows that are not there give 0 */
template <typename I>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void gather_rows(I base, I n, I m, I s, I columns, I count, const int32_t *x,
                                                                   const int64_t *which, volatile int32_t *y)
{
    for (I i = threadIdx.x; i < n; i += blockDim.x) {
        I at = base + i, row = Simt::UintDiv(at, m, s), column = at - row * columns;
        int64_t from = which[row];
        if (__builtin_expect(from < 0, 0)) /* stays a branch */
            from += count;
        bool out = from < 0 || (I)from >= count;
        y[at] = out ? 0 : x[(I)from * columns + column];
    }
}
template <typename I>
void check_gather_rows(const char *what)
{
    for (uint32_t columns : COLUMNS)
        for (uint32_t block : BLOCKS) {
            start();
            I m = 0, s = 0, count = MAX / columns < ROWS ? MAX / columns : ROWS, base = columns / 2;
            I n = count * columns - base - (block > 64 ? 3 : 0);
            GetUintDivMagicAndShift(m, s, (I)columns);
            asc_vf_call<gather_rows<I>>(dim3(block), base, n, m, s, (I)columns, count, (const int32_t *)source,
                                        (const int64_t *)rows, (volatile int32_t *)target);
            for (I at = base; at < base + n; at++) {
                int64_t from = rows[at / columns];
                from += from < 0 ? (int64_t)count : 0;
                expected[at] = from < 0 || (I)from >= count ? 0 : source[from * columns + at % columns];
            }
            compare(what, columns, block);
        }
}

/* three dimensions, by the operators of the language */
template <typename I>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void swap_dims(I n, const I *dims, const int32_t *x, int32_t *y)
{
    for (I i = (I)threadIdx.x; i < n; i += (I)blockDim.x) {
        I a = i / (dims[1] * dims[2]), rest = i % (dims[1] * dims[2]), b = rest / dims[2], c = rest % dims[2];
        y[(b * dims[0] + a) * dims[2] + c] = x[i] + (int32_t)b;
    }
}
template <typename I>
void check_swap_dims(const char *what)
{
    static I dims[3];
    for (uint32_t last : {1u, 5u, 32u, 70u, 300u})
        for (uint32_t block : BLOCKS) {
            start();
            dims[0] = 3, dims[1] = 7, dims[2] = (I)last;
            I n = dims[0] * dims[1] * dims[2];
            asc_vf_call<swap_dims<I>>(dim3(block), n, (const I *)dims, (const int32_t *)source, target);
            for (I i = 0; i < n; i++) {
                I a = i / (7 * dims[2]), b = i / dims[2] % 7, c = i % dims[2];
                expected[(b * 3 + a) * dims[2] + c] = source[i] + (int32_t)b;
            }
            compare(what, last, block);
        }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void by_bits(uint32_t n, const int32_t *x, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[(i >> 6) * 3 + (i & 63u)] + (int32_t)(i % 32u) + (int32_t)threadIdx.x;
}
/* quotients that are negative, and a number that wraps in the middle of a block */
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void below_zero(int32_t n, int32_t offset, int32_t divisor, const int32_t *x, int32_t *y)
{
    for (int32_t i = (int32_t)threadIdx.x; i < n; i += (int32_t)blockDim.x) {
        int32_t q = (i - offset) / divisor, r = (i - offset) % divisor;
        y[i] = x[q < 0 ? -q : q] + r;
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void wrapping(uint32_t n, uint32_t offset, uint32_t factor, uint32_t divisor, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = (int32_t)((i * factor + offset) / divisor) + (int32_t)(uint16_t)((uint16_t)(i + offset) / 300u);
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void far(uint32_t n, uint32_t offset, uint32_t divisor, const uint8_t *x, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[(uint32_t)(i + offset)] + (int32_t)(i / divisor);
}
/* Quotients that are the same at both ends of a block and others between them, because something overflows on the way. */
enum overflow { SUM, DIFFERENCE, PRODUCT, SIGN, SHORT, SHIFT };
template <overflow WHAT> __simt_callee__ inline int32_t cycle(uint32_t i, uint32_t factor, uint32_t offset, uint32_t divisor)
{
    switch (WHAT) {
    case SUM:
        return (int32_t)((i * factor + offset) / divisor);
    case DIFFERENCE:
        return (int32_t)((i * factor - offset) / divisor);
    case PRODUCT:
        return (int32_t)(i * factor / divisor);
    case SIGN:
        return (int32_t)(i * factor + offset) / (int32_t)divisor;
    case SHORT:
        return (int32_t)((uint16_t)(i * factor + offset) / (uint16_t)divisor);
    default:
        return (int32_t)(((i << 22) + offset) / divisor);
    }
}
template <overflow WHAT>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void cycling(uint32_t n, uint32_t factor, uint32_t offset, uint32_t divisor, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = cycle<WHAT>(i, factor, offset, divisor);
}
/* the first and the last threads have rounds, those between them have none */
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void with_gap(uint32_t n, uint32_t factor, int32_t limit, uint32_t divisor, int32_t *y)
{
    if ((int32_t)(threadIdx.x * factor) < limit)
        for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
            y[i] = (int32_t)(i / divisor);
}
/* First a launch in which the whole block has one quotient, so that the next one is tried as a whole, too. */
template <overflow WHAT>
void check_cycling(uint32_t factor, uint32_t offset, uint32_t divisor, uint32_t n = 2048, uint32_t large = 9000)
{
    for (uint32_t turn = 0; turn < 2; turn++) {
        start();
        uint32_t f = turn ? factor : 1, o = turn ? offset : 0, d = turn ? divisor : large;
        asc_vf_call<cycling<WHAT>>(dim3(n), n, f, o, d, target);
        for (uint32_t i = 0; i < n; i++)
            expected[i] = cycle<WHAT>(i, f, o, d);
        compare("cycling", WHAT, turn);
    }
}
/* what may not be done once for all threads of a row */
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void write_then_read(uint32_t n, uint32_t divisor, int32_t *cell, int32_t *same, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        cell[i / divisor] = (int32_t)(i / divisor * 5u);
        y[i] = same[i / divisor] + (int32_t)i;
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void sometimes_there(uint32_t n, uint32_t divisor, const int32_t *const *tables, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        const int32_t *table = tables[i / divisor];
        y[i] = table != nullptr ? *table : (int32_t)i;
    }
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void adding(uint32_t n, uint32_t divisor, const int32_t *x, int32_t *sums)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        asc_atomic_add(sums + i / divisor * 2u, x[i] & 0xff);
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void one_parameter(uint32_t n, const uint32_t *step, int32_t *y)
{
    if (threadIdx.x < n) {
        uint32_t by = *step;
        for (uint32_t i = threadIdx.x; i < n; i += blockDim.x * by)
            y[i] = (int32_t)(i / by);
    }
}
/* shapes that each thread copies into arrays of its own */
__simt_vf__ __aicore__ LAUNCH_BOUND(1024) inline void tables(uint32_t n, const uint64_t *given, const int32_t *x, int32_t *y)
{
    uint32_t strides[7] = {}, others[7] = {}, more[7] = {};
    for (uint32_t i = 0; i < 21; i++) {
        if (i < 7)
            strides[i] = (uint32_t)given[i];
        else if (i < 14)
            others[i - 7] = (uint32_t)given[i];
        else
            more[i - 14] = (uint32_t)given[i];
    }
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t a = i / strides[0], b = (i - a * strides[0]) / strides[1], c = i - a * strides[0] - b * strides[1];
        y[a * others[0] + b * others[1] + c] = x[a * more[0] + b * more[1] + c];
    }
}
/* more than LLVM would take into a kernel by itself */
__simt_vf__ __aicore__ LAUNCH_BOUND(512) inline void six_dims(uint32_t n, const uint64_t *given, const uint32_t *factors, const int64_t *index, const int32_t *x, int32_t *y)
{
    uint32_t to[8] = {}, sizes[8] = {}, from[8] = {};
    for (uint32_t i = 0; i < 24; i++) {
        if (i < 8)
            to[i] = (uint32_t)given[i];
        else if (i < 16)
            sizes[i - 8] = (uint32_t)given[i];
        else
            from[i - 16] = (uint32_t)given[i];
    }
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t a = Simt::UintDiv(i, factors[0], factors[5]), rest = i - a * sizes[0];
        uint32_t b = Simt::UintDiv(rest, factors[1], factors[6]);
        rest = rest - b * sizes[1];
        uint32_t c = Simt::UintDiv(rest, factors[2], factors[7]);
        rest = rest - c * sizes[2];
        uint32_t d = Simt::UintDiv(rest, factors[3], factors[8]);
        rest = rest - d * sizes[3];
        uint32_t e = Simt::UintDiv(rest, factors[4], factors[9]), f = rest - e * sizes[4];
        uint32_t place = a * to[0] + b * to[1] + c * to[2] + d * to[3] + e * to[4] + (uint32_t)index[i];
        uint32_t taken = a * from[0] + b * from[1] + c * from[2] + d * from[3] + e * from[4] + f;
        uint32_t again = a * sizes[0] + b * sizes[1] + c * sizes[2] + d * sizes[3] + e * sizes[4] + f;
        uint32_t turned = f * to[4] + e * to[3] + d * to[2] + c * to[1] + b * to[0] + a; /* may be anything */
        if (again == i && place < n && taken < n)
            y[place] = x[taken];
        else
            y[turned % n] = (int32_t)turned;
    }
}
/* A row's place is found in a loop over the parts of its index. Rows that are not there give 0 or, with `minus`, what the
 * loop had until then. */
template <bool MINUS>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void by_parts(uint32_t n, uint32_t base, uint32_t columns, uint32_t rank, const uint32_t *shape, const int64_t *index, const int32_t *x,
                                                                int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        uint32_t at = base + i, row = at / columns, column = at - row * columns;
        int64_t place = 0;
        bool outside = false;
        for (uint8_t k = 0; k < rank; k++) {
            int64_t part = index[row * rank + k];
            if (part < 0)
                part += shape[k];
            if (part < 0 || part >= shape[k]) {
                outside = true;
                break;
            }
            place = place * shape[k] + part;
        }
        if (outside)
            y[at] = MINUS ? (int32_t)-place : 0;
        else
            y[at] = x[place * columns + column];
    }
}
template <bool MINUS>
void check_by_parts()
{
    static uint32_t shape[3];
    const long page = 4096, all = 6 * page;
    auto *end = static_cast<char *>(mmap(nullptr, all + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    CHECK(end != MAP_FAILED && mprotect(end + all, page, PROT_NONE) == 0, "%s", "no memory");
    for (uint32_t columns : {1u, 7u, 16u, 40u, 100u, 256u, 1000u})
        for (uint32_t block : BLOCKS)
            for (uint32_t rank = 0; rank < 4; rank++) {
                start();
                uint32_t lines = MAX / columns < 600 ? MAX / columns : 600, base = columns / 3, n = lines * columns - base, count = 1;
                for (uint32_t k = 0; k < rank; k++) {
                    shape[k] = rank == 3 ? 2 : rank == 2 ? 3 : lines;
                    count *= shape[k];
                }
                if (count * columns > MAX)
                    continue;
                /* the index ends where memory does */
                auto *index = reinterpret_cast<int64_t *>(end + all - lines * rank * sizeof(int64_t));
                for (uint32_t i = 0; i < lines * rank; i++)
                    index[i] = (int64_t)(i * 7u % shape[i % rank]) - (i % 5 == 0 ? shape[i % rank] : 0) + (i % 13 == 3 ? 50 : 0);
                asc_vf_call<by_parts<MINUS>>(dim3(block), n, base, columns, rank, (const uint32_t *)shape, (const int64_t *)index, (const int32_t *)source, target);
                for (uint32_t at = base; at < base + n; at++) {
                    int64_t place = 0;
                    bool outside = false;
                    for (uint32_t k = 0; k < rank && !outside; k++) {
                        int64_t part = index[at / columns * rank + k];
                        part += part < 0 ? shape[k] : 0;
                        outside = part < 0 || part >= shape[k];
                        place = outside ? place : place * shape[k] + part;
                    }
                    expected[at] = outside ? (MINUS ? (int32_t)-place : 0) : source[place * columns + at % columns];
                }
                compare("by parts", columns * 10 + rank, block);
            }
    munmap(end, all + page);
}
/* Loops that are not the same for all threads of a row: by the thread's number, by what the thread has written, and one
 * that writes; and two of which each has its own rows. */
enum inside { NUMBER, WRITTEN, WRITES, EITHER, NESTED };
template <inside WHAT>
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void with_loop(uint32_t n, uint32_t divisor, const uint32_t *counts, int32_t *cell, int32_t *same, int32_t *y)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        uint32_t row = i / divisor;
        int32_t sum = 0;
        if (WHAT == WRITTEN)
            cell[row] = (int32_t)(row * 5u);
        if (WHAT == NUMBER) {
            for (uint32_t k = 0; k < i % 7u; k++)
                sum += (int32_t)counts[row + k];
        } else if (WHAT == EITHER) {
            if (n > 3000u) {
                for (uint32_t k = 0; k < counts[row]; k++)
                    sum += same[row + k] + (int32_t)(k * k);
            } else {
                for (uint32_t k = 0; k < counts[row + 1]; k++)
                    sum -= same[row + k] ^ (int32_t)k;
            }
        } else if (WHAT == NESTED) {
            for (uint32_t k = 0; k < counts[row]; k++)
                for (uint32_t j = 0; j < counts[row + k]; j++)
                    sum += same[row + j];
        } else {
            for (uint32_t k = 0; k < counts[row]; k++) {
                sum += same[row] + (int32_t)k;
                if (WHAT == WRITES)
                    cell[row] = sum;
            }
        }
        y[i] = sum + (int32_t)i;
    }
}
template <inside WHAT>
void check_with_loop(uint32_t n)
{
    static int32_t cells[MAX + 16];
    static uint32_t counts[MAX + 16];
    for (uint32_t block : BLOCKS)
        for (uint32_t divisor : {1u, 20u, 64u, 300u, 10000u}) {
            start();
            for (uint32_t i = 0; i < MAX + 16; i++) {
                cells[i] = WHAT == WRITES ? 0 : (int32_t)(i * 77u % 1000u);
                counts[i] = i * 5u % 4u;
            }
            int32_t *same = cells;
            __asm__("" : "+r"(same)); /* the compiler does not see that it is */
            asc_vf_call<with_loop<WHAT>>(dim3(block), n, divisor, (const uint32_t *)counts, cells, same, target);
            int32_t plain[MAX + 16];
            for (uint32_t i = 0; i < MAX + 16; i++)
                plain[i] = WHAT == WRITES ? 0 : (int32_t)(i * 77u % 1000u);
            for (uint32_t i = 0; i < n; i++) { /* rows of WRITES are summed up in the order of threads */
                uint32_t row = i / divisor;
                int32_t sum = 0;
                plain[row] = WHAT == WRITTEN ? (int32_t)(row * 5u) : plain[row];
                for (uint32_t k = 0; WHAT == NUMBER && k < i % 7u; k++)
                    sum += (int32_t)counts[row + k];
                for (uint32_t k = 0; WHAT == EITHER && n > 3000u && k < counts[row]; k++)
                    sum += plain[row + k] + (int32_t)(k * k);
                for (uint32_t k = 0; WHAT == EITHER && n <= 3000u && k < counts[row + 1]; k++)
                    sum -= plain[row + k] ^ (int32_t)k;
                for (uint32_t k = 0; WHAT == NESTED && k < counts[row]; k++)
                    for (uint32_t j = 0; j < counts[row + k]; j++)
                        sum += plain[row + j];
                for (uint32_t k = 0; (WHAT == WRITTEN || WHAT == WRITES) && k < counts[row]; k++) {
                    sum += plain[row] + (int32_t)k;
                    plain[row] = WHAT == WRITES ? sum : plain[row];
                }
                expected[i] = (int32_t)((uint32_t)sum + i);
            }
            compare("with a loop", WHAT * 10000 + divisor, block);
        }
}
/* counts how often a row's cell is read: threads in step read it before the first of them writes */
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void in_step(uint32_t n, uint32_t divisor, int32_t *cell)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        cell[i / divisor] = cell[i / divisor] + 1;
}
__simt_vf__ __aicore__ LAUNCH_BOUND(2048) inline void in_step_by_loop(uint32_t n, uint32_t divisor, uint32_t parts, int32_t *cell)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        int32_t sum = 0;
        for (uint32_t k = 0; k < parts; k++)
            sum = sum * 3 + cell[i / divisor * parts + k];
        cell[i / divisor * parts] = sum + 1;
    }
}
} // namespace

OPF_TEST(rows_are_gathered)
{
    check_gather_rows<uint32_t>("gather, 32 bits");
    check_gather_rows<uint64_t>("gather, 64 bits");
}
OPF_TEST(dimensions_are_found)
{
    check_swap_dims<uint32_t>("unsigned");
    check_swap_dims<int32_t>("signed");
    check_swap_dims<int64_t>("signed, 64 bits");
    check_swap_dims<uint64_t>("unsigned, 64 bits");
    for (uint32_t block : BLOCKS) {
        start();
        asc_vf_call<by_bits>(dim3(block), 5000u, (const int32_t *)source, target);
        for (uint32_t i = 0; i < 5000; i++)
            expected[i] = source[(i >> 6) * 3 + (i & 63u)] + (int32_t)(i % 32u) + (int32_t)(i % block);
        compare("bits", block, 0);
    }
}
OPF_TEST(numbers_may_wrap)
{
    for (uint32_t block : BLOCKS)
        for (uint32_t divisor : {1u, 7u, 90u, 1000u, 5000u}) {
            start();
            asc_vf_call<below_zero>(dim3(block), 4000, 1500, (int32_t)divisor, (const int32_t *)source, target);
            for (int32_t i = 0; i < 4000; i++) {
                int32_t q = (i - 1500) / (int32_t)divisor;
                expected[i] = source[q < 0 ? -q : q] + (i - 1500) % (int32_t)divisor;
            }
            compare("below zero", block, divisor);
            for (uint32_t factor : {1u, 70000u, 1u << 21, 0xfffffff1u}) {
                start();
                uint32_t offset = 0u - 700u, huge = divisor << 19;
                asc_vf_call<wrapping>(dim3(block), 4000u, offset, factor, huge, target);
                for (uint32_t i = 0; i < 4000; i++)
                    expected[i] = (int32_t)((i * factor + offset) / huge) + (int32_t)((uint16_t)(i + offset) / 300u);
                compare("wrapping", block, factor);
            }
        }
}
OPF_TEST(ends_alone_do_not_tell)
{
    check_cycling<SUM>(1u << 21, 1u << 22, 1u << 23);
    check_cycling<DIFFERENCE>(1u << 21, 1u << 20, 1u << 23);
    check_cycling<PRODUCT>((1u << 21) + (1u << 11), 0, 1u << 23);
    check_cycling<SIGN>(1, (1u << 31) - 1000, (1u << 30) + (1u << 20));
    check_cycling<SHORT>(32, 100, 9000);
    check_cycling<SHIFT>(1, 5, 1u << 23, 1025, 0xffffffffu);
    for (uint32_t turn = 0; turn < 2; turn++) {
        start();
        const uint32_t factor = turn ? 1u << 21 : 0;
        asc_vf_call<with_gap>(dim3(2048), 2048u, factor, 1000, 9000u, target);
        for (uint32_t i = 0; i < 2048; i++)
            expected[i] = (int32_t)(i * factor) < 1000 ? (int32_t)(i / 9000u) : -1;
        compare("gap", turn, 0);
    }
}
OPF_TEST(addresses_may_wrap)
{
    const size_t size = (size_t)1 << 32;
    auto *x = static_cast<uint8_t *>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    CHECK(x != MAP_FAILED, "%s", "no address space");
    for (uint32_t i = 0; i < 4000; i++)
        x[(uint32_t)(i - 1000u)] = (uint8_t)(i * 37u);
    for (uint32_t block : BLOCKS) {
        start();
        asc_vf_call<far>(dim3(block), 4000u, 0u - 1000u, 333u, (const uint8_t *)x, target);
        for (uint32_t i = 0; i < 4000; i++)
            expected[i] = (uint8_t)(i * 37u) + (int32_t)(i / 333u);
        compare("far", block, 0);
    }
    munmap(x, size);
}
OPF_TEST(each_thread_keeps_its_order)
{
    static int32_t cells[MAX];
    for (uint32_t block : BLOCKS)
        for (uint32_t divisor : {1u, 20u, 64u, 300u, 10000u}) {
            start();
            memset(cells, 0x55, sizeof cells);
            int32_t *same = cells;
            __asm__("" : "+r"(same)); /* the compiler does not see that it is */
            asc_vf_call<write_then_read>(dim3(block), 6000u, divisor, cells, same, target);
            for (uint32_t i = 0; i < 6000; i++)
                expected[i] = (int32_t)(i / divisor * 5u + i);
            compare("write, then read", block, divisor);
            start();
            memset(target, 0, sizeof target);
            memset(expected, 0, sizeof expected);
            asc_vf_call<adding>(dim3(block), 4000u, divisor, (const int32_t *)source, target);
            for (uint32_t i = 0; i < 4000; i++)
                expected[i / divisor * 2u] += source[i] & 0xff;
            compare("adding", block, divisor);
        }
}
/* Rows further on are asked for: their places are read for threads that are there and do the round, only. */
OPF_TEST(tables_of_rows_end_where_memory_does)
{
    const long page = 4096;
    auto *end = static_cast<char *>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    CHECK(end != MAP_FAILED && mprotect(end + page, page, PROT_NONE) == 0, "%s", "no memory");
    for (uint32_t columns : {64u, 100u, 256u, 1000u})
        for (uint32_t block : BLOCKS)
            for (uint32_t lines : {1u, 2u, 5u, 8u}) {
                start();
                uint32_t m = 0, s = 0, n = lines * columns;
                auto *which = reinterpret_cast<int64_t *>(end + page) - lines;
                for (uint32_t r = 0; r < lines; r++)
                    which[r] = r * 5 % 8;
                GetUintDivMagicAndShift(m, s, columns);
                asc_vf_call<gather_rows<uint32_t>>(dim3(block), 0u, n, m, s, columns, 8u, (const int32_t *)source,
                                                   (const int64_t *)which, (volatile int32_t *)target);
                for (uint32_t at = 0; at < n; at++)
                    expected[at] = source[which[at / columns] * columns + at % columns];
                compare("table at the end", columns, block);
            }
    munmap(end, 2 * page);
}
OPF_TEST(only_what_a_thread_reads_is_read)
{
    static const int32_t *some[MAX];
    const long page = 4096;
    auto *end = static_cast<char *>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    CHECK(end != MAP_FAILED && mprotect(end + page, page, PROT_NONE) == 0, "%s", "no memory");
    for (uint32_t block : BLOCKS)
        for (uint32_t divisor : {1u, 20u, 100u, 700u}) {
            start();
            const uint32_t n = 2600, lines = (n + divisor - 1) / divisor;
            for (uint32_t q = 0; q < lines; q++)
                some[q] = q % 3 == 1 ? nullptr : &source[q];
            /* the table ends where memory does */
            const bool fits = lines * sizeof some[0] <= (size_t)page;
            auto **table = fits ? reinterpret_cast<const int32_t **>(end + page - lines * sizeof some[0]) : some;
            memmove(table, some, lines * sizeof some[0]);
            asc_vf_call<sometimes_there>(dim3(block), n, divisor, (const int32_t *const *)table, target);
            for (uint32_t i = 0; i < n; i++)
                expected[i] = i / divisor % 3 == 1 ? (int32_t)i : source[i / divisor];
            compare("sometimes there", block, divisor);
        }
    static uint32_t by = 3;
    for (uint32_t block : BLOCKS) {
        start();
        asc_vf_call<one_parameter>(dim3(block), 0u, (const uint32_t *)nullptr, target);
        compare("no parameter", block, 0);
        asc_vf_call<one_parameter>(dim3(block), 900u, (const uint32_t *)&by, target);
        for (uint32_t t = 0; t < block && t < 900; t++)
            for (uint32_t i = t; i < 900; i += block * by)
                expected[i] = (int32_t)(i / by);
        compare("one parameter", block, 0);
    }
    munmap(end, 2 * page);
}
OPF_TEST(tables_of_shapes)
{
    static uint64_t given[21];
    for (uint32_t last : {1u, 9u, 40u, 250u})
        for (uint32_t block : {1u, 64u, 512u, 1024u}) {
            start();
            given[0] = 5 * last, given[1] = last, given[7] = 5 * last + 7, given[8] = last + 1, given[14] = 4 * last, given[15] = last;
            uint32_t n = 6 * 5 * last;
            asc_vf_call<tables>(dim3(block), n, (const uint64_t *)given, (const int32_t *)source, target);
            for (uint32_t i = 0; i < n; i++) {
                uint32_t a = i / (5 * last), b = i / last % 5, c = i % last;
                expected[a * (5 * last + 7) + b * (last + 1) + c] = source[a * 4 * last + b * last + c];
            }
            compare("tables", last, block);
        }
}
OPF_TEST(indices_of_several_parts)
{
    check_by_parts<false>();
    check_by_parts<true>();
}
OPF_TEST(loops_in_a_round)
{
    check_with_loop<NUMBER>(6000);
    check_with_loop<WRITTEN>(6000);
    check_with_loop<WRITES>(40);
    check_with_loop<EITHER>(6000);
    check_with_loop<EITHER>(2500);
    check_with_loop<NESTED>(6000);
}
OPF_TEST(large_functions)
{
    static uint64_t given[24];
    static uint32_t factors[10];
    static int64_t index[MAX];
    const uint32_t dims[5] = {2, 2, 3, 2, 3};
    for (uint32_t last : {1u, 9u, 40u, 100u})
        for (uint32_t block : {1u, 64u, 512u}) {
            start();
            uint32_t size = last, n = last;
            for (uint32_t k = 5; k-- > 0;) {
                given[k] = given[8 + k] = given[16 + k] = size;
                GetUintDivMagicAndShift(factors[k], factors[5 + k], size);
                size *= dims[k];
                n = size;
            }
            for (uint32_t i = 0; i < n; i++)
                index[i] = (int64_t)(last - 1 - i % last);
            asc_vf_call<six_dims>(dim3(block), n, (const uint64_t *)given, (const uint32_t *)factors, (const int64_t *)index, (const int32_t *)source, target);
            for (uint32_t i = 0; i < n; i++)
                expected[i / last * last + (last - 1 - i % last)] = source[i];
            compare("large", last, block);
        }
}
#ifdef OPF_TEST_SIMT_ORDER
OPF_TEST(threads_of_a_row_are_in_step)
{
    start();
    memset(target, 0, sizeof target);
    memset(expected, 0, sizeof expected);
    asc_vf_call<in_step>(dim3(1024), 2048u, 256u, target);
    for (uint32_t r = 0; r < 8; r++)
        expected[r] = 1;
    compare("in step", 1024, 256);
    start();
    memset(target, 0, sizeof target);
    memset(expected, 0, sizeof expected);
    asc_vf_call<in_step_by_loop>(dim3(1024), 2048u, 256u, 3u, target);
    for (uint32_t r = 0; r < 8; r++)
        expected[3 * r] = 1;
    compare("in step, by a loop", 1024, 256);
}
#endif
