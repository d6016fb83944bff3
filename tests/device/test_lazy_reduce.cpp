/* Reductions of rows that waiting calls make give the bits of those made at once, and leave the calls waiting; what nothing
 * changes during a launch may wait behind flags and barriers. */
#include "harness.h"

#include "kernel_operator.h"

using namespace AscendC;

namespace
{
constexpr uint32_t ROWS = 6, COLUMNS = 1024, ALL = ROWS * COLUMNS;
constexpr uint32_t SOURCE = 0, RESULT = 65536, TEMPORARY = 131072; /* bytes of UB */

template <class T> GlobalTensor<T> numbers(uint32_t n)
{
    T *p = static_cast<T *>(opf_test_gm(n * sizeof(T)));
    for (uint32_t i = 0; i < n; i++)
        p[i] = static_cast<T>(opf_test_float(-4, 4));
    GlobalTensor<T> gm;
    gm.SetGlobalBuffer(p, n);
    return gm;
}
enum kind { COPY, CAST, CHAIN, PART, KINDS };
/* What is reduced in UB at SOURCE, from its element on. */
template <class T> uint32_t prepare(kind what, bool eager)
{
    opf_test_reset();
    opf::core().lazy_off = eager;
    GlobalTensor<T> gm = numbers<T>(ALL);
    LocalTensor<T> in = ub<T>(TEMPORARY, ALL);
    LocalTensor<float> source = ub<float>(SOURCE, ALL);
    if constexpr (std::is_same<T, float>::value)
        DataCopy(what == CHAIN ? in : source, gm, ALL);
    else {
        DataCopy(in, gm, ALL);
        if (what != CHAIN)
            Cast(source, in, RoundMode::CAST_NONE, ALL);
    }
    if (what == CHAIN) {
        if constexpr (std::is_same<T, float>::value)
            Muls(source, in, 1.5f, ALL);
        else {
            Cast(source, in, RoundMode::CAST_NONE, ALL);
            Muls(source, source, 1.5f, ALL);
        }
    }
    return what == PART ? COLUMNS : 0;
}
template <class Pattern> void reduce(int op, const LocalTensor<float> &to, const LocalTensor<float> &from, uint32_t rows,
                                     uint32_t columns)
{
    const uint32_t shape[] = {rows, columns};
    if (op == 0)
        ReduceSum<float, Pattern, true>(to, from, shape, false);
    else if (op == 1)
        ReduceMax<float, Pattern, true>(to, from, shape, false);
    else
        ReduceMin<float, Pattern, true>(to, from, shape, false);
}
template <class T> void compare(kind what, int op, uint32_t columns, bool down, bool in_place)
{
    float got[2][COLUMNS];
    const uint32_t rows = (ALL - (what == PART ? COLUMNS : 0)) / columns, count = down ? columns : rows;
    for (int eager = 0; eager < 2; eager++) {
        const uint32_t first = prepare<T>(what, eager != 0);
        LocalTensor<float> from = ub<float>(SOURCE, ALL)[first], to = in_place ? from : ub<float>(RESULT, ALL);
        const uint32_t notes = opf::core().lazy_num;
        if (down)
            reduce<Pattern::Reduce::RA>(op, to, from, rows, columns);
        else
            reduce<Pattern::Reduce::AR>(op, to, from, rows, columns);
        if (!eager && !down && !in_place)
            CHECK(notes != 0 && opf::core().lazy_num == notes, "kind %d: %u notes, then %u", what, notes,
                  opf::core().lazy_num);
        for (uint32_t i = 0; i < count; i++)
            got[eager][i] = to.GetValue(i);
        if (!in_place) /* still there */
            for (uint32_t i = 0; i < 8; i++)
                got[eager][i] += from.GetValue(i * (columns - 1));
    }
    CHECK(memcmp(got[0], got[1], count * sizeof(float)) == 0, "kind %d, operation %d, %u columns, down %d, in place %d", what,
          op, columns, down, in_place);
}
template <class T> void all()
{
    for (int what = 0; what < KINDS; what++)
        for (int op = 0; op < 3; op++)
            for (uint32_t columns : {8u, 24u, 64u, 100u, 256u, 1024u})
                for (int form = 0; form < 4; form++)
                    if (ALL / columns <= COLUMNS && (ALL - COLUMNS) % columns == 0 && ALL % columns == 0)
                        compare<T>(static_cast<kind>(what), op, columns, (form & 1) != 0, (form & 2) != 0);
}
} // namespace

OPF_TEST(rows_of_float_from_gm) { all<float>(); }
OPF_TEST(rows_of_half_from_gm) { all<half>(); }
OPF_TEST(rows_of_bfloat16_from_gm) { all<bfloat16_t>(); }
OPF_TEST(long_rows_that_a_call_makes)
{
    opf_test_reset();
    GlobalTensor<float> gm = numbers<float>(8192);
    LocalTensor<float> in = ub<float>(TEMPORARY, 8192), source = ub<float>(SOURCE, 8192), to = ub<float>(RESULT, 8);
    DataCopy(in, gm, 8192);
    Adds(source, in, 1.0f, 8192);
    reduce<Pattern::Reduce::AR>(1, to, source, 2, 4096);
    for (uint32_t row = 0; row < 2; row++) {
        float most = -100;
        for (uint32_t i = 0; i < 4096; i++)
            most = gm.GetValue(row * 4096 + i) + 1 > most ? gm.GetValue(row * 4096 + i) + 1 : most;
        CHECK(to.GetValue(row) == most, "row %u: %g, not %g", row, to.GetValue(row), most);
    }
}

/* ---- inputs that nothing changes ---- */

namespace
{
void keep(const GlobalTensor<float> &gm, uint32_t n)
{
    opf::core().fixed[0] = {1, 1}; /* not the first of them */
    opf::core().fixed[1] = {reinterpret_cast<uintptr_t>(gm.GetPhyAddr()), n * sizeof(float)};
}
} // namespace
OPF_TEST(copies_of_fixed_memory_wait_behind_flags_and_barriers)
{
    opf_test_reset();
    GlobalTensor<float> x = numbers<float>(2048), y = numbers<float>(2048);
    LocalTensor<float> a = ub<float>(SOURCE, 2048), b = ub<float>(RESULT, 2048), c = ub<float>(TEMPORARY, 2048);
    keep(x, 2048);
    DataCopy(a, x, 2048);
    DataCopy(b, y, 2048);
    DataCopyPad(y[1024], c, DataCopyExtParams(1, 8, 0, 0, 0)); /* may be a flag */
    CHECK(opf::core().lazy_num == 1 && opf::core().lazy[0].lo == a.address_.bufferAddr, "%u notes", opf::core().lazy_num);
    Adds(c, a, 1.0f, 2048);
    SyncAll();
    CHECK(opf::core().lazy_num == 2, "%u notes behind SyncAll", opf::core().lazy_num);
    CHECK(c.GetValue(7) == x.GetValue(7) + 1, "the call's result");
}
OPF_TEST(memory_that_is_fixed_in_part_does_not_wait)
{
    opf_test_reset();
    GlobalTensor<float> x = numbers<float>(4096);
    LocalTensor<float> a = ub<float>(SOURCE, 2048), b = ub<float>(RESULT, 2048);
    keep(x, 2047);
    DataCopy(a, x, 2048);
    DataCopy(b, x[2048], 2048);
    Add(a, a, b, 2048);
    SyncAll();
    CHECK(opf::core().lazy_num == 0, "%u notes", opf::core().lazy_num);
    keep(x, 2048);
    DataCopy(a, x, 2048);
    DataCopy(b, x[2048], 2048);
    Add(a, a, b, 2048); /* one source may change */
    SyncAll();
    CHECK(opf::core().lazy_num == 0, "%u notes of two sources", opf::core().lazy_num);
}
OPF_TEST(groups_that_read_fixed_or_local_memory_wait)
{
    opf_test_reset();
    GlobalTensor<float> x = numbers<float>(8192), y = numbers<float>(8192);
    LocalTensor<float> a = ub<float>(SOURCE, 8192), b = ub<float>(RESULT, 8192), c = ub<float>(TEMPORARY, 8192);
    Duplicate(b, 2.0f, 8192);
    for (int fixed = 0; fixed < 2; fixed++) {
        keep(fixed ? x : y, 8192);
        DataCopy(a, x, 8192);
        Add(c, a, b, 8192);
        SyncAll();
        CHECK(opf::core().pending_num == static_cast<uint32_t>(fixed), "%u groups wait, fixed %d", opf::core().pending_num,
              fixed);
        const_cast<float *>(x.GetPhyAddr())[5] += fixed ? 0.0f : 1.0f;
        CHECK(c.GetValue(5) == x.GetValue(5) + (fixed ? 2.0f : 1.0f), "fixed %d", fixed);
    }
}
