/* Kernels that reach local memory by addresses (GetPhyAddr) while copies and calls wait: what they load is what a copy
 * made at once would have brought, what they store stays, and where the kernel compiler sees all accesses
 * (binscripts/local_access.cpp), notes that they do not meet go on waiting. */
#include "harness.h"

#include "kernel_operator.h"

using namespace AscendC;

namespace
{
constexpr uint32_t N = 16384;  /* floats of the UB range and of the GM range in play */
constexpr uint32_t LANES = 64; /* of a register */

struct world {
    GlobalTensor<float> gm;
    LocalTensor<float> ub;
    float gm_want[N], ub_want[N];
};

world &fresh()
{
    static world w;
    opf_test_reset();
    opf::lazy_from = opf::LAZY_FROM;
    float *p = static_cast<float *>(opf_test_gm(N * sizeof(float)));
    for (uint32_t i = 0; i < N; i++)
        p[i] = w.gm_want[i] = static_cast<float>(i % 1021);
    w.gm.SetGlobalBuffer(p, N);
    w.ub = ub<float>(0, N);
    Duplicate(w.ub, 0.5f, N);
    for (float &v : w.ub_want)
        v = 0.5f;
    return w;
}
void compare(world &w, const char *what)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < N; i++)
        bad += w.ub.GetValue(i) != w.ub_want[i];
    CHECK(bad == 0, "%s: %u elements of UB differ", what, bad);
}
void load(world &w, uint32_t to, uint32_t from, uint32_t n)
{
    DataCopy(w.ub[to], w.gm[from], n);
    memcpy(w.ub_want + to, w.gm_want + from, n * sizeof(float));
}

/* ---- loops of kernels: d[i] = s[i] + 1 for n elements ---- */

using loop = void (*)(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n);

__attribute__((noinline)) void by_registers(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    const uint16_t rounds = static_cast<uint16_t>((n + LANES - 1) / LANES);
    __VEC_SCOPE__
    {
        MicroAPI::RegTensor<float> value;
        uint32_t left = n;
        for (uint16_t i = 0; i < rounds; i++) {
            MicroAPI::MaskReg mask = MicroAPI::UpdateMask<float>(left);
            MicroAPI::DataCopy(value, from + i * LANES);
            MicroAPI::Adds(value, value, 1.0f, mask);
            MicroAPI::DataCopy(to + i * LANES, value, mask);
        }
    }
}
/* The last register first. */
__attribute__((noinline)) void from_behind(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr(n));
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr(n));
    for (uint32_t i = 0; i < n; i++) {
        to--;
        from--;
        *to = *from + 1;
    }
}
/* Two loops, the inner one over rows of 256 elements. */
__attribute__((noinline)) void by_rows(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    const uint16_t rows = static_cast<uint16_t>(n / 256), last = static_cast<uint16_t>(n % 256);
    for (uint16_t i = 0; i < rows; i++)
        for (uint16_t k = 0; k < 256; k++)
            to[i * 256 + k] = from[i * 256 + k] + 1;
    for (uint16_t k = 0; k < last; k++)
        to[rows * 256u + k] = from[rows * 256u + k] + 1;
}
/* Rows whose length the compiler does not know, each in three parts of which the middle one often has no
 * rounds. */
__attribute__((noinline)) void by_parts(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    static volatile uint32_t length = 256, middle = 128;
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    const uint32_t row = length, half = middle;
    const uint16_t rows = static_cast<uint16_t>(n / row), floor = static_cast<uint16_t>(half / 64),
                   ceiling = static_cast<uint16_t>((half + 63) / 64), all = static_cast<uint16_t>(row / 64);
    for (uint16_t a = 0; a < rows; a++) {
        for (uint16_t r = 0; r < floor; r++)
            for (uint16_t k = 0; k < 64; k++)
                to[r * 64 + a * row + k] = from[r * 64 + a * row + k] + 1;
        for (uint16_t r = 0; r < static_cast<uint16_t>(ceiling - floor); r++)
            for (uint16_t k = 0; k < 64; k++)
                to[floor * 64 + r * 64 + a * row + k] = from[floor * 64 + r * 64 + a * row + k] + 1;
        for (uint16_t r = 0; r < static_cast<uint16_t>(all - ceiling); r++)
            for (uint16_t k = 0; k < 64; k++)
                to[ceiling * 64 + r * 64 + a * row + k] = from[ceiling * 64 + r * 64 + a * row + k] + 1;
    }
    middle ^= 32;
    if (n % row != 0)
        by_rows(d[rows * row], s[rows * row], n % row);
}
/* Pointers that move on, and steps that the compiler does not know. */
__attribute__((noinline)) void by_steps(__ubuf__ float *to, __ubuf__ float *from, int64_t first, int64_t step, uint32_t n)
{
    to += first;
    from += first;
    for (uint32_t i = 0; i < n; i++, to += step, from += step)
        *to = *from + 1;
}
__attribute__((noinline)) void by_parameters(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    by_steps(reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr()), reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr()), n - 1,
             -1, n);
}
/* A function that reaches a few bytes of what it is given. */
__attribute__((noinline)) void add_eight(__ubuf__ float *to, const __ubuf__ float *from)
{
    float v[8];
    for (int i = 0; i < 8; i++)
        v[i] = from[i];
    for (int i = 7; i >= 0; i--)
        to[i] = v[i] + 1;
}
__attribute__((noinline)) void by_eights(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    for (uint16_t i = 0; i < static_cast<uint16_t>(n / 8); i++)
        add_eight(to + i * 8, from + i * 8);
}
/* Which place is known inside the loop only; the loop is left early. */
__attribute__((noinline)) void by_table(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    static volatile uint32_t turn = 0;
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    for (uint32_t i = 0; i < N; i++) {
        if (i == n)
            break;
        const uint32_t k = i ^ turn;
        to[k] = from[k] + 1;
    }
}
__attribute__((noinline)) void by_memory(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    if (d.GetPhyAddr() != s.GetPhyAddr())
        __builtin_memcpy(to, reinterpret_cast<const __ubuf__ float *>(s.GetPhyAddr()), n * sizeof(float));
    for (uint32_t i = 0; i < n; i++)
        to[i] += 1;
}
/* Calls that wait between two accesses: the address is told of again behind them. */
__attribute__((noinline)) void between_calls(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    for (uint32_t i = 0; i < n; i += n / 2)
        Adds(d[i], s[i], 2.0f, static_cast<int32_t>(n / 2));
    for (uint32_t i = 0; i < n; i++)
        to[i] -= 1;
    Adds(d, d, 3.0f, static_cast<int32_t>(n));
    Adds(d, d, -1.0f, static_cast<int32_t>(n));
    for (uint32_t i = 0; i < n; i++) {
        if ((i & 1023) == 0)
            Adds(d[i], d[i], -2.0f, i + 1024 < n ? 1024 : static_cast<int32_t>(n - i));
        to[i] += 0.0f;
    }
}
const loop LOOPS[] = {by_registers, from_behind, by_rows,   by_parts,     by_parameters,
                      by_eights,    by_table,    by_memory, between_calls};

uint32_t some(uint32_t most)
{
    return static_cast<uint32_t>(opf_test_random() % most);
}
void random_step(world &w)
{
    const uint32_t n = 64 * (1 + some(48)), a = 64 * some((N - n) / 64 + 1), b = 64 * some((N - n) / 64 + 1);
    const bool apart = a == b || a + n <= b || b + n <= a;
    switch (some(6)) {
    case 0:
    case 1:
        return load(w, a, b, n);
    case 2:
        if (!apart)
            return;
        Adds(w.ub[a], w.ub[b], 1.0f, static_cast<int32_t>(n));
        for (uint32_t i = 0; i < n; i++)
            w.ub_want[a + i] = w.ub_want[b + i] + 1;
        return;
    default:
        if (!apart)
            return;
        LOOPS[some(sizeof LOOPS / sizeof LOOPS[0])](w.ub[a], w.ub[b], n);
        for (uint32_t i = 0; i < n; i++)
            w.ub_want[a + i] = w.ub_want[b + i] + 1;
    }
}
} // namespace

OPF_TEST(random_programs_see_no_laziness_by_addresses)
{
    for (int program = 0; program < 400; program++) {
        world &w = fresh();
        opf_test_seed(static_cast<uint64_t>(program));
        for (int step = 0; step < 30; step++)
            random_step(w);
        compare(w, "random program");
    }
}

/* ---- loops that load what they have stored ---- */

namespace
{
__attribute__((noinline)) void running(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    for (uint32_t i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
/* Stores are to places that are known inside only. */
__attribute__((noinline)) void running_by_table(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    static volatile uint32_t turn = 0;
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    for (uint32_t i = 0; i < n; i++)
        to[i ^ turn] = from[i] + 1;
}
__attribute__((noinline)) void store_one(__ubuf__ float *to, uint32_t at, float v)
{
    static volatile uint32_t turn = 0;
    to[at ^ turn] = v;
}
/* By a function that tells of its stores itself. */
__attribute__((noinline)) void running_by_function(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    for (uint32_t i = 0; i < n; i++)
        store_one(to, i, from[i] + 1);
}
/* One of two loops in a loop stores. */
__attribute__((noinline)) void running_by_rows(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t n)
{
    static volatile uint32_t more = 0;
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    for (uint16_t i = 0; i < static_cast<uint16_t>(n / 8); i++) {
        float v[8];
        for (uint16_t k = 0; k < 8; k++)
            v[k] = from[i * 8 + k];
        __ubuf__ float *row = to + i * (8 + more);
        for (uint16_t k = 0; k < static_cast<uint16_t>(8 + more); k++)
            row[k] = v[k & 7] + 1;
    }
}
} // namespace
OPF_TEST(loops_load_what_they_have_stored)
{
    const loop all[] = {running, running_by_table, running_by_function, running_by_rows, by_registers};
    for (uint32_t which = 0; which < 5; which++)
        for (uint32_t apart : {8u, 64u, 512u}) {
            if (all[which] == by_registers && apart == 8)
                continue;
            world &w = fresh();
            load(w, 0, 2048, 4096);
            all[which](w.ub[apart], w.ub[0], 2048);
            for (uint32_t i = 0; i < 2048; i++)
                w.ub_want[apart + i] = w.ub_want[i] + 1;
            compare(w, which == 0 ? "a loop" : which == 1 ? "by a table" : which == 2 ? "by a function" : "by rows");
        }
}

#ifdef OPF_TEST_SIMT_ORDER
OPF_TEST(notes_that_no_address_meets_stay)
{
    for (uint32_t which = 0; which < sizeof LOOPS / sizeof LOOPS[0]; which++) {
        const loop each = LOOPS[which];
        world &w = fresh();
        load(w, 4096, 0, 1024); /* beside what is read, */
        load(w, 0, 512, 1024);
        load(w, 5120, 2048, 1024);
        load(w, 9216, 1024, 1024); /* and what is written */
        load(w, 7168, 4096, 1024);
        if (each == by_table || each == by_parts)
            continue; /* may reach any place, or is said to */
        each(w.ub[8192], w.ub[0], 1024);
        CHECK(opf::core().lazy_off == 0, "loop %u: nothing is noted any more", which);
        uint32_t waiting = 0;
        for (uint32_t i = 0; i < opf::core().lazy_num; i++)
            waiting += opf::core().lazy[i].run == nullptr;
        const uint32_t wanted = each == by_eights || each == by_memory ? 4 : 5; /* the others read GM in place */
        CHECK(waiting == wanted, "loop %u: %u of %u copies wait", which, waiting, wanted);
    }
}
/* Rows of registers, and what is left of each row: no register here. */
__attribute__((noinline)) void rows_and_rest(const LocalTensor<float> &d, const LocalTensor<float> &s, uint32_t rows,
                                             uint32_t columns, int64_t step)
{
    __ubuf__ float *to = reinterpret_cast<__ubuf__ float *>(d.GetPhyAddr());
    __ubuf__ float *from = reinterpret_cast<__ubuf__ float *>(s.GetPhyAddr());
    const uint16_t whole = static_cast<uint16_t>(columns / LANES);
    const uint16_t all = static_cast<uint16_t>((columns + LANES - 1) / LANES);
    const uint32_t distance = static_cast<uint32_t>(step);
    __VEC_SCOPE__
    {
        MicroAPI::RegTensor<float> value;
        MicroAPI::MaskReg mask = MicroAPI::CreateMask<float, MicroAPI::MaskPattern::ALL>();
        for (uint16_t row = 0; row < static_cast<uint16_t>(rows); row++) {
            for (uint16_t i = 0; i < whole; i++) {
                MicroAPI::DataCopy(value, from + (i * LANES + row * distance));
                MicroAPI::Adds(value, value, 1.0f, mask);
                MicroAPI::DataCopy(to + (i * LANES + row * distance), value, mask);
            }
            for (uint16_t i = 0; i < static_cast<uint16_t>(all - whole); i++) {
                MicroAPI::DataCopy(value, from + whole * LANES + (i * LANES + row * distance));
                MicroAPI::Adds(value, value, 2.0f, mask);
                MicroAPI::DataCopy(to + whole * LANES + (i * LANES + row * distance), value, mask);
            }
        }
    }
}
OPF_TEST(loops_without_rounds_reach_nothing)
{
    world &w = fresh();
    load(w, 0, 0, 1024);    /* two rows of 512 */
    load(w, 1024, 0, 1024); /* right behind them */
    rows_and_rest(w.ub[8192], w.ub[0], 2, 512, 512);
    CHECK(opf::core().lazy_off == 0 && opf::core().lazy_num == 2, "%u notes", opf::core().lazy_num);
    for (uint32_t i = 0; i < 1024; i++)
        w.ub_want[8192 + i] = w.ub_want[i] + 1;
    compare(w, "rows");
}
/* Telling of accesses while a copy waits costs more than the copy, when it is told of often enough. */
OPF_TEST(short_copies_that_are_told_of_often_are_noted_no_more)
{
    world &w = fresh();
    load(w, 4096, 0, 1024);
    for (uint32_t i = 0; i < 8; i++)
        by_registers(w.ub[9216], w.ub[8192], 64);
    CHECK(opf::core().lazy_num == 1, "%u notes", opf::core().lazy_num);
    CHECK(opf::lazy_from == 4097, "copies are noted from %u bytes", opf::lazy_from);
    load(w, 0, 0, 1024);
    CHECK(opf::core().lazy_num == 1, "a short copy is noted");
    load(w, 0, 0, 4096);
    CHECK(opf::core().lazy_num == 2, "a longer copy is not noted");
    for (uint32_t i = 0; i < 40; i++)
        by_registers(w.ub[9216], w.ub[8192], 64);
    CHECK(opf::lazy_from == 4097, "copies are noted from %u bytes", opf::lazy_from);
    fresh();
}
OPF_TEST(an_address_that_nobody_uses_is_nothing)
{
    world &w = fresh();
    load(w, 0, 0, 1024);
    const uint64_t at = w.ub.GetPhyAddr();
    for (uint32_t i = 0; i < static_cast<uint32_t>(w.ub.GetValue(8000) - 0.5f); i++) /* no round */
        reinterpret_cast<float *>(at)[i] = 0;
    load(w, 4096, 0, 1024);
    CHECK(opf::core().lazy_off == 0 && opf::core().lazy_num > 0, "%u notes", opf::core().lazy_num);
}
#endif

OPF_TEST(an_address_that_goes_elsewhere_ends_laziness)
{
    world &w = fresh();
    load(w, 0, 0, 1024);
    const uint64_t at = w.ub.GetPhyAddr();
    __asm__ volatile("" : : "r"(at) : "memory"); /* who knows where */
    CHECK(opf::core().lazy_off == 1 && opf::core().lazy_num == 0, "%u notes", opf::core().lazy_num);
    load(w, 0, 2048, 1024);
    CHECK(opf::core().lazy_num == 0, "a copy is noted");
}
OPF_TEST(an_address_compared_with_another_is_one)
{
    world &w = fresh();
    CHECK(w.ub.GetPhyAddr(8) - w.ub.GetPhyAddr() == 32, "8 floats");
    CHECK(w.ub[8].GetPhyAddr() == w.ub.GetPhyAddr(8), "a slice");
}
