/* Library calls that few operators use, and the corners of those that many do. */
#include "forms.h"
using namespace AscendC;

enum { A = 0, B = 32768, C = 65536, D = 98304, M = 163840 };

template <class T> static void fma_of(const char *name)
{
    auto a = ub<T>(A, 333), b = ub<T>(B, 333), c = ub<T>(C, 333), d = ub<T>(D, 334);
    fill_telling(a, 333), fill_telling(b, 333), fill_telling(c, 333);
    T guard = d.ptr()[333] = a.ptr()[0];
    Fma(d, a, b, c, 333u);
    for (int i = 0; i < 333; i++) {
        T want = fused_reference<T>(reference::exact(a.ptr()[i]), reference::exact(b.ptr()[i]), reference::exact(c.ptr()[i]));
        CHECK(alike(d.ptr()[i], want), "Fma of %s, element %d: %Lg, expected %Lg", name, i, reference::exact(d.ptr()[i]), reference::exact(want));
    }
    CHECK(same(d.ptr()[333], guard), "Fma of %s writes past its end", name);
}
template <class T, class U> static void select_of(const char *name)
{
    SelectWithBytesMaskShapeInfo info;
    info.firstAxis = 7, info.srcLastAxis = 32, info.maskLastAxis = 64;
    auto s = ub<T>(A, 7 * 32), d = ub<T>(D, 7 * 32);
    auto m = ub<U>(M, 7 * 64);
    auto tmp = ub<uint8_t>(C, 1024);
    for (int i = 0; i < 7 * 32; i++)
        s.ptr()[i] = telling_value<T>();
    for (int i = 0; i < 7 * 64; i++)
        m.ptr()[i] = static_cast<U>(opf_test_random() >> 40 & 2 ? 1 : 0);
    T v = telling_value<T>();
    for (int older = 0; older < 2; older++)
        for (int left = 0; left < 2; left++) {
            if (older && left)
                SelectWithBytesMask(d, v, s, m, tmp, info);
            else if (older)
                SelectWithBytesMask(d, s, v, m, tmp, info);
            else if (left)
                Select(d, v, s, m, tmp, info);
            else
                Select(d, s, v, m, tmp, info);
            for (int i = 0; i < 7 * 32; i++) {
                bool second = static_cast<bool>(m.ptr()[i / 32 * 64 + i % 32]);
                T want = second == static_cast<bool>(left) ? s.ptr()[i] : v;
                CHECK(same(d.ptr()[i], want), "SelectWithBytesMask of %s, scalar first %d, element %d", name, left, i);
            }
        }
}
OPF_TEST(products_with_sums_and_byte_masks)
{
    fma_of<float>("float");
    fma_of<half>("half");
    select_of<float, uint8_t>("float");
    select_of<half, bool>("half");
    select_of<half, int16_t>("half by 16-bit masks");
}
/* sums of rows that are longer in memory than what counts */
template <class T> static void sum_of_rows(const char *name)
{
    constexpr uint32_t PER = 32 / sizeof(T);
    auto s = ub<T>(A, 8192), d = ub<T>(D, 64);
    for (uint32_t n : {1u, 5u, 64u, 100u, 700u}) {
        uint32_t inner = (n + PER - 1) / PER * PER;
        for (uint32_t i = 0; i < 6 * inner; i++)
            s.ptr()[i] = static_cast<T>(static_cast<float>(static_cast<int>(opf_test_random() % 9) - 4)); /* exact sums */
        SumParams p;
        p.outter = 6, p.inner = inner, p.n = n;
        Sum(d, s, p);
        for (uint32_t r = 0; r < 6; r++) {
            float want = 0;
            for (uint32_t i = 0; i < n; i++)
                want += static_cast<float>(s.ptr()[r * inner + i]);
            CHECK(static_cast<float>(d.ptr()[r]) == want, "Sum of %s, row %u of %u", name, r, n);
        }
    }
}
/* reductions by pattern: values that tell the order of NaN, infinities and zeros, whether the source may be used or not */
template <class T, class P> static void reduce_telling(const char *name, uint32_t rows, uint32_t columns)
{
    auto s = ub<T>(A, rows * columns), top = ub<T>(D, 1024), low = ub<T>(D + 8192, 1024);
    for (uint32_t i = 0; i < rows * columns; i++)
        s.ptr()[i] = telling_value<T>();
    uint32_t shape[2] = {rows, columns};
    ReduceMax<T, P>(top, s, shape, true);
    ReduceMin<T, P>(low, s, ub<uint8_t>(M, 4096), shape, true);
    bool last = std::is_same<P, Pattern::Reduce::AR>::value;
    uint32_t out = last ? rows : columns, in = last ? columns : rows;
    for (uint32_t a = 0; a < out; a++) {
        long double hi = -HUGE_VALL, lo = HUGE_VALL;
        bool nan = false;
        for (uint32_t r = 0; r < in; r++) {
            long double x = reference::exact(s.ptr()[last ? a * columns + r : r * columns + a]);
            nan = nan || x != x;
            hi = x > hi ? x : hi, lo = x < lo ? x : lo;
        }
        long double gh = reference::exact(top.ptr()[a]), gl = reference::exact(low.ptr()[a]);
        CHECK(nan ? gh != gh && gl != gl : gh == hi && gl == lo, "%s %ux%u, result %u: %Lg %Lg, expected %Lg %Lg", name, rows, columns, a, gh, gl, hi, lo);
    }
}
OPF_TEST(reductions_of_telling_values)
{
    sum_of_rows<float>("float");
    sum_of_rows<half>("half");
    const uint32_t sizes[][2] = {{1, 40}, {9, 8}, {33, 24}, {5, 200}, {70, 16}};
    for (auto &n : sizes) {
        reduce_telling<float, Pattern::Reduce::AR>("float", n[0], n[1]);
        reduce_telling<float, Pattern::Reduce::RA>("float", n[0], n[1]);
        reduce_telling<half, Pattern::Reduce::AR>("half", n[0], n[1]);
        reduce_telling<bfloat16_t, Pattern::Reduce::RA>("bfloat16", n[0], n[1]);
        reduce_telling<int32_t, Pattern::Reduce::AR>("int32", n[0], n[1]);
        reduce_telling<int64_t, Pattern::Reduce::RA>("int64", n[0], n[1]);
        reduce_telling<uint32_t, Pattern::Reduce::RA>("uint32", n[0], n[1]);
        reduce_telling<int8_t, Pattern::Reduce::AR>("int8", n[0], n[1]);
    }
}
/* every rank up to nine, axes of one and broadcast axes by chance */
template <class T> static void broadcast_of(const char *name)
{
    auto d = ub<T>(C, 65536 / sizeof(T)), s = ub<T>(A, 32768 / sizeof(T));
    for (uint32_t i = 0; i < 32768 / sizeof(T); i++) {
        uint64_t r = opf_test_random();
        memcpy(s.ptr() + i, &r, sizeof(T));
    }
    for (int round = 0; round < 120; round++) {
        uint32_t rank = 1 + static_cast<uint32_t>(round) % 9, dst[9], src[9], total = 1;
        for (uint32_t k = 0; k < rank; k++) {
            dst[k] = 1 + static_cast<uint32_t>(opf_test_random() >> 40) % (rank > 5 ? 3 : 6);
            src[k] = opf_test_random() & 1024 ? dst[k] : 1;
            total *= dst[k];
        }
        if (total * sizeof(T) > 65536)
            continue;
        BroadcastTiling t;
        GetBroadcastTilingInfo<T>(rank, dst, src, false, t);
        Broadcast<T>(d, s, dst, src, &t);
        for (uint32_t i = 0; i < total; i++) {
            uint32_t from = 0, step = 1, rest = i;
            for (uint32_t k = rank; k-- > 0;) {
                from += (src[k] == 1 ? 0 : rest % dst[k]) * step;
                rest /= dst[k], step *= src[k];
            }
            CHECK(same(d.ptr()[i], s.ptr()[from]), "Broadcast of %s, rank %u, element %u", name, rank, i);
        }
    }
    uint32_t two[2] = {5, 16}, column[2] = {5, 1}, row[2] = {1, 16};
    BroadCast<T, 2, 1>(d, s, two, column);
    for (uint32_t i = 0; i < 80; i++)
        CHECK(same(d.ptr()[i], s.ptr()[i / 16]), "BroadCast of columns of %s", name);
    BroadCast<T, 2, 0>(d, s, two, row);
    for (uint32_t i = 0; i < 80; i++)
        CHECK(same(d.ptr()[i], s.ptr()[i % 16]), "BroadCast of rows of %s", name);
}
OPF_TEST(broadcasts_of_every_rank)
{
    broadcast_of<int8_t>("int8");
    broadcast_of<half>("half");
    broadcast_of<bfloat16_t>("bfloat16");
    broadcast_of<float>("float");
    broadcast_of<int64_t>("int64");
}
static void near(const char *name, double x, double got, double want, double relative)
{
    bool ok = want != want ? got != got : got == want || fabs(got - want) <= relative * fabs(want) + 1e-7;
    CHECK(ok, "%s(%g) = %g, expected %g", name, x, got, want);
}
#define FUNCTION(NAME, REF, LO, HI)                                                                           \
    do {                                                                                                      \
        static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 0.5f};            \
        for (int i = 0; i < 600; i++)                                                                         \
            a.SetValue(i, i < 8 ? special[i] : opf_test_float(LO, HI));                                       \
        NAME(d, a, 600u);                                                                                     \
        for (int i = 0; i < 600; i++)                                                                         \
            near(#NAME, a.GetValue(i), d.GetValue(i), REF(static_cast<double>(a.GetValue(i))), 6e-7);         \
    } while (0)
static double sign_of(double x) { return x != x ? x : (x > 0) - (x < 0); }
OPF_TEST(functions_at_their_corners)
{
    auto a = ub<float>(A, 600), d = ub<float>(D, 600);
    FUNCTION(Acos, acos, -1, 1);
    FUNCTION(Asin, asin, -1, 1);
    FUNCTION(Atan, atan, -90, 90);
    FUNCTION(Log, log, 0.01f, 90);
    FUNCTION(Log2, log2, 0.01f, 90);
    FUNCTION(Log10, log10, 0.01f, 90);
    FUNCTION(Erf, erf, -5, 5);
    FUNCTION(Erfc, erfc, -5, 5);
    FUNCTION(Tanh, tanh, -12, 12);
    FUNCTION(Sin, sin, -60, 60);
    FUNCTION(Cos, cos, -60, 60);
    FUNCTION(Floor, floor, -60, 60);
    FUNCTION(Ceil, ceil, -60, 60);
    FUNCTION(Trunc, trunc, -60, 60);
    FUNCTION(Sinh, sinh, -9, 9);
    FUNCTION(Cosh, cosh, -9, 9);
    FUNCTION(Sign, sign_of, -3, 3);
}
