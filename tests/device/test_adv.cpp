/* Library functions over tensors against double-precision or integer references. */
#include "harness.h"

#include <algorithm>
#include <vector>

using namespace AscendC;

template <typename T> static double tolerance()
{
    return opf::is_half<T> ? 1.0 / 1024 : opf::is_bf16<T> ? 1.0 / 128 : 4e-7;
}
template <typename T, typename CALL, typename REF>
static void unary(const char *name, double lo, double hi, CALL call, REF ref)
{
    opf_test_reset();
    const uint32_t n = 777;
    LocalTensor<T> d = ub<T>(0, n), s = ub<T>(8192, n);
    for (uint32_t i = 0; i < n; i++)
        s.SetValue(i, opf::adv::store<T>(opf_test_float((float)lo, (float)hi)));
    T guard = d.GetValue(n);
    call(d, s, n);
    CHECK(same(d.GetValue(n), guard), "%s wrote past its count", name);
    for (uint32_t i = 0; i < n; i++) {
        double x = opf::widen(s.GetValue(i)), want = ref(x), got = opf::widen(d.GetValue(i));
        CHECK(fabs(got - want) <= tolerance<T>() * fabs(want) + 1e-7 || got == want, "%s(%g) = %g, expected %g", name, x,
              got, want);
    }
}
#define UNARY(T, NAME, LO, HI, REF)                                                                           \
    unary<T>(#NAME, LO, HI, [](auto &d, auto &s, uint32_t n) { NAME(d, s, n); }, [](double x) { return REF; })
template <typename T> static void functions_of()
{
    UNARY(T, Log, 0.01, 100, log(x));
    UNARY(T, Log2, 0.01, 100, log2(x));
    UNARY(T, Log10, 0.01, 100, log10(x));
    UNARY(T, Sin, -20, 20, sin(x));
    UNARY(T, Cos, -20, 20, cos(x));
    UNARY(T, Tanh, -5, 5, tanh(x));
    UNARY(T, Atan, -9, 9, atan(x));
    UNARY(T, Erf, -3, 3, erf(x));
    UNARY(T, Erfc, -3, 3, erfc(x));
    UNARY(T, Sigmoid, -9, 9, 1 / (1 + exp(-x)));
    UNARY(T, Floor, -9, 9, floor(x));
    UNARY(T, Ceil, -9, 9, ceil(x));
    UNARY(T, Trunc, -9, 9, trunc(x));
    UNARY(T, Sign, -2, 2, (x > 0) - (x < 0));
}
OPF_TEST(functions_of_one_tensor)
{
    functions_of<float>();
    functions_of<half>();
    functions_of<bfloat16_t>();
    LocalTensor<float> d = ub<float>(0, 8), s = ub<float>(253952 - 32, 8);
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "left", Log(d, s, 9u));
}

OPF_TEST(power_and_remainder)
{
    LocalTensor<float> a = ub<float>(0, 64), b = ub<float>(1024, 64), d = ub<float>(2048, 64);
    LocalTensor<int32_t> i = ub<int32_t>(4096, 64), k = ub<int32_t>(8192, 64), r = ub<int32_t>(12288, 64);
    for (uint32_t n = 0; n < 64; n++) {
        a.SetValue(n, opf_test_float(0.1f, 9.0f));
        b.SetValue(n, opf_test_float(-3.0f, 3.0f));
        i.SetValue(n, (int32_t)n % 7 - 3);
        k.SetValue(n, (int32_t)n % 9 - 2);
    }
    Power(d, a, b, 64);
    for (uint32_t n = 0; n < 64; n++) {
        double want = pow((double)a.GetValue(n), (double)b.GetValue(n));
        CHECK(fabs((double)d.GetValue(n) - want) <= 2e-7 * want, "Power %u", n);
    }
    Power(d, 2.0f, b, 64);
    CHECK(fabsf(d.GetValue(5) - exp2f(b.GetValue(5))) < 1e-5f, "scalar base");
    Power(r, i, k, 64);
    for (uint32_t n = 0; n < 64; n++) {
        int base = i.GetValue(n), e = k.GetValue(n);
        int want = 1;
        for (int q = 0; q < e; q++)
            want *= base;
        if (e < 0)
            want = base == 1 ? 1 : base == -1 ? (e % 2 ? -1 : 1) : 0;
        CHECK(r.GetValue(n) == want, "%d to the %d is %d, expected %d", base, e, r.GetValue(n), want);
    }
    Fmod(d, a, b, 64);
    for (uint32_t n = 0; n < 64; n++)
        CHECK(d.GetValue(n) == fmodf(a.GetValue(n), b.GetValue(n)), "Fmod %u", n);
}

OPF_TEST(broadcast_of_any_rank)
{
    const uint32_t shapes[][2][4] = {{{2, 3, 4, 5}, {2, 1, 4, 1}}, {{1, 3, 1, 7}, {1, 1, 1, 7}}, {{4, 4, 4, 4}, {1, 1, 1, 1}},
                                     {{3, 2, 5, 8}, {3, 2, 5, 8}}, {{2, 3, 4, 5}, {1, 3, 1, 5}}, {{6, 1, 1, 9}, {6, 1, 1, 1}}};
    for (auto &shape : shapes) {
        const uint32_t *d = shape[0], *s = shape[1];
        uint32_t total = d[0] * d[1] * d[2] * d[3];
        LocalTensor<half> dst = ub<half>(0, total), src = ub<half>(65536, 1024);
        for (uint32_t i = 0; i < 1024; i++)
            src.SetValue(i, (half)(float)i);
        BroadcastTiling t;
        GetBroadcastTilingInfo<half>(4, d, s, false, t);
        Broadcast<half>(dst, src, d, s, &t);
        for (uint32_t i = 0; i < total; i++) {
            uint32_t at[4] = {i / (d[1] * d[2] * d[3]), i / (d[2] * d[3]) % d[1], i / d[3] % d[2], i % d[3]}, from = 0;
            for (int k = 0; k < 4; k++)
                from = from * s[k] + (s[k] == 1 ? 0 : at[k]);
            CHECK(dst.GetValue(i) == (half)(float)from, "element %u", i);
        }
    }
    const uint32_t bad_d[2] = {4, 6}, bad_s[2] = {4, 3};
    BroadcastTiling t;
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "axis 1", GetBroadcastTilingInfo<half>(2, bad_d, bad_s, false, t));
}

template <typename P> static void reduce_case(uint32_t rows, uint32_t columns)
{
    opf_test_reset();
    LocalTensor<float> s = ub<float>(0, rows * columns), d = ub<float>(131072, 4096), m = ub<float>(196608, 4096);
    for (uint32_t i = 0; i < rows * columns; i++)
        s.SetValue(i, opf_test_float(-4, 4));
    uint32_t shape[2] = {rows, columns};
    ReduceSum<float, P, true>(d, s, shape, false);
    ReduceMax<float, P>(m, s, shape, true);
    uint32_t out = P::lastReduced ? rows : columns, in = P::lastReduced ? columns : rows;
    for (uint32_t a = 0; a < out; a++) {
        double sum = 0, top = -1e30, size = 0;
        for (uint32_t r = 0; r < in; r++) {
            double x = s.GetValue(P::lastReduced ? a * columns + r : r * columns + a);
            sum += x, size += fabs(x), top = x > top ? x : top;
        }
        CHECK(fabs(d.GetValue(a) - sum) <= 1e-6 * size + 1e-6, "sum %u of %ux%u: %g, expected %g", a, rows, columns,
              (double)d.GetValue(a), sum);
        CHECK(m.GetValue(a) == (float)top, "max %u of %ux%u", a, rows, columns);
    }
}
/* every reduction on types of each width: vectors of 64, their tails and single elements give what a plain loop gives */
template <typename T, typename P> static void reduce_all_case(uint32_t rows, uint32_t columns)
{
    opf_test_reset();
    LocalTensor<T> s = ub<T>(0, rows * columns), top = ub<T>(131072, 4096), low = ub<T>(147456, 4096),
                   prod = ub<T>(163840, 4096), any = ub<T>(180224, 4096), all = ub<T>(196608, 4096);
    for (uint32_t i = 0; i < rows * columns; i++) /* -1, 0 and 1; mostly 1 so that products and `all` tell something */
        s.SetValue(i, (T)(float)(i % 37 == 5 ? -1 : i % 101 == 7 ? 0 : 1));
    uint32_t shape[2] = {rows, columns};
    ReduceMax<T, P>(top, s, shape, true);
    ReduceMin<T, P>(low, s, shape, true);
    ReduceProd<T, P>(prod, s, shape, true);
    ReduceAny<T, P>(any, s, shape, true);
    ReduceAll<T, P>(all, s, shape, true);
    uint32_t out = P::lastReduced ? rows : columns, in = P::lastReduced ? columns : rows;
    for (uint32_t a = 0; a < out; a++) {
        float most = -9, least = 9, product = 1;
        bool some = false, every = true;
        for (uint32_t r = 0; r < in; r++) {
            float x = (float)s.GetValue(P::lastReduced ? a * columns + r : r * columns + a);
            most = x > most ? x : most, least = x < least ? x : least, product *= x;
            some = some || x != 0, every = every && x != 0;
        }
        CHECK((float)top.GetValue(a) == most, "max %u of %ux%u", a, rows, columns);
        CHECK((float)low.GetValue(a) == least, "min %u of %ux%u", a, rows, columns);
        CHECK((float)prod.GetValue(a) == product, "product %u of %ux%u", a, rows, columns);
        CHECK(((float)any.GetValue(a) != 0) == some, "any %u of %ux%u", a, rows, columns);
        CHECK(((float)all.GetValue(a) != 0) == every, "all %u of %ux%u", a, rows, columns);
    }
}
OPF_TEST(reductions_on_every_width)
{
    const uint32_t sizes[][2] = {{1, 1}, {5, 9}, {2, 16}, {4, 23}, {3, 32}, {2, 40}, {3, 63}, {64, 64}, {9, 200}, {70, 129}};
    for (auto &n : sizes) {
        reduce_all_case<float, Pattern::Reduce::AR>(n[0], n[1]);
        reduce_all_case<float, Pattern::Reduce::RA>(n[0], n[1]);
        reduce_all_case<half, Pattern::Reduce::AR>(n[0], n[1]);
        reduce_all_case<half, Pattern::Reduce::RA>(n[0], n[1]);
        reduce_all_case<int32_t, Pattern::Reduce::AR>(n[0], n[1]);
        reduce_all_case<int32_t, Pattern::Reduce::RA>(n[0], n[1]);
        reduce_all_case<int64_t, Pattern::Reduce::AR>(n[0], n[1]);
        reduce_all_case<int64_t, Pattern::Reduce::RA>(n[0], n[1]);
        reduce_all_case<int8_t, Pattern::Reduce::AR>(n[0], n[1]);
    }
}
OPF_TEST(reductions_keep_a_nan_of_any_lane)
{
    for (uint32_t at = 0; at < 150; at++) {
        opf_test_reset();
        LocalTensor<float> s = ub<float>(0, 150), d = ub<float>(131072, 64);
        for (uint32_t i = 0; i < 150; i++)
            s.SetValue(i, (float)i);
        s.SetValue(at, __builtin_nanf(""));
        uint32_t shape[2] = {1, 150};
        ReduceMax<float, Pattern::Reduce::AR>(d, s, shape, true);
        CHECK(d.GetValue(0) != d.GetValue(0), "max with a NaN at %u", at);
        ReduceMin<float, Pattern::Reduce::AR>(d, s, shape, true);
        CHECK(d.GetValue(0) != d.GetValue(0), "min with a NaN at %u", at);
    }
}
OPF_TEST(reductions_of_infinities)
{
    opf_test_reset();
    LocalTensor<float> s = ub<float>(0, 300), d = ub<float>(131072, 64);
    for (uint32_t i = 0; i < 300; i++)
        s.SetValue(i, i == 80 ? __builtin_inff() : i == 221 || i >= 200 ? -__builtin_inff() : 3e38f);
    const uint32_t shape[2] = {3, 100};
    ReduceMax<float, Pattern::Reduce::AR>(d, s, shape, true);
    CHECK(d.GetValue(0) == __builtin_inff() && d.GetValue(1) == 3e38f && d.GetValue(2) == -__builtin_inff(), "max");
    s.SetValue(81, -__builtin_inff());
    ReduceMax<float, Pattern::Reduce::AR>(d, s, shape, true);
    CHECK(d.GetValue(0) == __builtin_inff(), "max of both infinities");
    ReduceMin<float, Pattern::Reduce::AR>(d, s, shape, true);
    CHECK(d.GetValue(0) == -__builtin_inff(), "min of both infinities");
}
OPF_TEST(reductions_by_pattern)
{
    const uint32_t sizes[][2] = {{1, 1}, {3, 5}, {7, 64}, {64, 7}, {9, 200}, {200, 9}, {33, 513}, {130, 130}};
    for (auto &n : sizes) {
        reduce_case<Pattern::Reduce::AR>(n[0], n[1]);
        reduce_case<Pattern::Reduce::RA>(n[0], n[1]);
    }
}

OPF_TEST(philox_matches_the_published_vectors)
{
    /* Random123's known answers for philox4x32-10 */
    LocalTensor<uint32_t> d = ub<uint32_t>(0, 16);
    PhiloxKey k0 = {0, 0}, k1 = {0xffffffffu, 0xffffffffu};
    PhiloxCounter c0 = {0, 0, 0, 0}, c1 = {0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu};
    PhiloxRandom<10>(d, k0, c0, (uint16_t)4);
    const uint32_t w0[4] = {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u};
    for (uint32_t i = 0; i < 4; i++)
        CHECK(d.GetValue(i) == w0[i], "zero key, word %u is %08x", i, d.GetValue(i));
    PhiloxRandom<10>(d, k1, c1, (uint16_t)8);
    const uint32_t w1[4] = {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu};
    for (uint32_t i = 0; i < 4; i++)
        CHECK(d.GetValue(i) == w1[i], "all ones, word %u is %08x", i, d.GetValue(i));
    for (uint32_t i = 0; i < 4; i++) /* the counter wraps to zero, the key does not */
        CHECK(d.GetValue(4 + i) != w1[i], "the counter advances");
    LocalTensor<float> f = ub<float>(1024, 64);
    PhiloxRandomParams p = {8, 4, 4};
    PhiloxRandom<10>(f, k0, c0, p);
    PhiloxRandom<10>(d, k0, c0, (uint16_t)16);
    CHECK(f.GetValue(4) == opf::bits<float>((d.GetValue(8) & 0x7fffff) | 0x3f800000) - 1.0f, "rows are a stride apart");
}

/* With a temporary buffer of `room` bytes, 0 = the form without; numbers of few digits, or any bits of an integer. */
template <typename T, const SortConfig &C> static void sort_case(uint32_t n, uint32_t room, bool wide = false)
{
    opf_test_reset();
    LocalTensor<T> s = ub<T>(0, n), d = ub<T>(32768, n), alone = ub<T>(65536, n);
    LocalTensor<uint32_t> at = ub<uint32_t>(98304, n), given = ub<uint32_t>(114688, n);
    std::vector<uint32_t> want(n);
    for (uint32_t i = 0; i < n; i++) {
        T few = (T)(int)(opf_test_random() % 50) - (T)20;
        if constexpr (std::is_integral<T>::value)
            s.SetValue(i, wide ? static_cast<T>(opf_test_random()) : few);
        else
            s.SetValue(i, few);
        given.SetValue(i, i * 3 + 1);
        want[i] = i;
    }
    std::sort(want.begin(), want.end(), [&](uint32_t a, uint32_t b) {
        T x = s.GetValue(a), y = s.GetValue(b);
        return x == y ? a < b : C.isDescend ? x > y : x < y;
    });
    LocalTensor<uint8_t> tmp = ub<uint8_t>(131072, room);
    if (room > 0)
        Sort<T, false, C>(d, at, s, tmp, n), Sort<T, false, C>(alone, s, tmp, n);
    else
        Sort<T, false, C>(d, at, s, n), Sort<T, false, C>(alone, s, n);
    for (uint32_t i = 0; i < n; i++)
        CHECK(at.GetValue(i) == want[i] && d.GetValue(i) == s.GetValue(want[i]) && alone.GetValue(i) == d.GetValue(i),
              "element %u of %u, %u bytes", i, n, room);
    if (room > 0)
        Sort<T, uint32_t, false, C>(d, at, s, given, tmp, n);
    else
        Sort<T, uint32_t, false, C>(d, at, s, given, n);
    for (uint32_t i = 0; i < n; i++)
        CHECK(at.GetValue(i) == want[i] * 3 + 1 && d.GetValue(i) == s.GetValue(want[i]), "given index %u of %u, %u bytes", i, n, room);
}
static constexpr SortConfig UP = {SortType::RADIX_SORT, false}, DOWN = {SortType::RADIX_SORT, true};
OPF_TEST(sorts_are_stable_in_both_directions)
{
    const uint32_t sizes[] = {0, 1, 2, 23, 24, 25, 47, 48, 100, 1000, 3001};
    for (uint32_t n : sizes)
        for (uint32_t room : {0u, 64u, 65536u}) {
            sort_case<float, UP>(n, room);
            sort_case<float, DOWN>(n, room);
            sort_case<int32_t, DOWN>(n, room);
            sort_case<half, UP>(n, room);
            sort_case<int64_t, UP>(n, room);
            sort_case<int64_t, DOWN>(n, room, true);
            sort_case<uint32_t, UP>(n, room, true);
            sort_case<int16_t, UP>(n, room, true);
            sort_case<uint8_t, DOWN>(n, room, true);
        }
}

OPF_TEST(running_sums_and_progressions)
{
    static constexpr CumSumConfig LAST = {true, false, true, CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
    static constexpr CumSumConfig FIRST = {false, false, true, CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
    LocalTensor<float> s = ub<float>(0, 48), d = ub<float>(512, 48), row = ub<float>(1024, 16);
    for (uint32_t i = 0; i < 48; i++)
        s.SetValue(i, (float)(i % 5));
    CumSum<float, LAST>(d, row, s, CumSumInfo{3, 16});
    float sum = 0;
    for (uint32_t i = 0; i < 16; i++) {
        sum += s.GetValue(16 + i);
        CHECK(d.GetValue(16 + i) == sum, "along the row, %u", i);
    }
    CumSum<float, FIRST>(d, row, s, CumSumInfo{3, 16});
    for (uint32_t i = 0; i < 16; i++)
        CHECK(row.GetValue(i) == s.GetValue(i) + s.GetValue(16 + i) + s.GetValue(32 + i), "last row, %u", i);
    LocalTensor<half> h = ub<half>(2048, 100);
    Arange<half>(h, (half)3.0f, (half)0.5f, 100);
    for (uint32_t i = 0; i < 100; i++)
        CHECK(h.GetValue(i) == (half)(3.0f + 0.5f * (float)i), "Arange %u", i);
}

OPF_TEST(welford_gives_mean_and_variance)
{
    /* 3 full steps of 64 and a last one of 40 */
    const uint32_t steps = 4, lanes = 64, total = 3 * 64 + 40;
    LocalTensor<float> mean = ub<float>(0, 64), var = ub<float>(1024, 64), om = ub<float>(2048, 8), ov = ub<float>(3072, 8);
    LocalTensor<half> x = ub<half>(4096, 64);
    LocalTensor<int32_t> counts = ub<int32_t>(8192, 64);
    std::vector<double> all;
    for (uint32_t i = 0; i < lanes; i++) {
        mean.SetValue(i, 0.0f);
        var.SetValue(i, 0.0f);
        counts.SetValue(i, i < 40 ? 4 : 3);
    }
    for (uint32_t s = 0; s < steps; s++) {
        uint32_t n = s < 3 ? 64 : 40;
        for (uint32_t i = 0; i < n; i++) {
            x.SetValue(i, (half)opf_test_float(1, 5));
            all.push_back((double)x.GetValue(i));
        }
        WelfordUpdate<half, float, false>(mean, var, mean, var, x, WelfordUpdateParam{1, lanes, n, 1.0f / (float)(s + 1)});
    }
    double m = 0, v = 0;
    for (double a : all)
        m += a / total;
    for (double a : all)
        v += (a - m) * (a - m) / total;
    WelfordFinalizePara p = {steps, lanes, 4, 40, 3, 24, 1.0f / 64, 1.0f / total, 1.0f / (total - 1)};
    WelfordFinalize<true>(om, ov, mean, var, p);
    CHECK(fabs(om.GetValue(0) - m) < 1e-6 && fabs(ov.GetValue(0) - v) < 1e-6, "with a tail: %g %g, expected %g %g",
          (double)om.GetValue(0), (double)ov.GetValue(0), m, v);
    WelfordFinalize<true>(om, ov, mean, var, counts, p);
    CHECK(fabs(om.GetValue(0) - m) < 1e-6 && fabs(ov.GetValue(0) - v) < 1e-6, "with counts");
}

OPF_TEST(softmax_and_layer_norm_of_rows)
{
    const uint32_t rows = 5, pitch = 48, n = 41;
    LocalTensor<float> x = ub<float>(0, rows * pitch), y = ub<float>(4096, rows * pitch), sum = ub<float>(8192, rows * 8),
                       top = ub<float>(12288, rows * 8), g = ub<float>(16384, 48), b = ub<float>(20480, 48),
                       mean = ub<float>(24576, 8), rstd = ub<float>(25600, 8);
    for (uint32_t i = 0; i < rows * pitch; i++)
        x.SetValue(i, opf_test_float(-6, 6));
    for (uint32_t i = 0; i < n; i++) {
        g.SetValue(i, opf_test_float(0, 2));
        b.SetValue(i, opf_test_float(-1, 1));
    }
    struct {
        uint32_t srcM, srcK;
    } tiling = {rows, pitch};
    SoftMaxShapeInfo shape = {rows, pitch, rows, n};
    SoftMax<float>(y, sum, top, x, tiling, shape);
    for (uint32_t r = 0; r < rows; r++) {
        double hi = -1e9, s = 0;
        for (uint32_t i = 0; i < n; i++)
            hi = fmax(hi, (double)x.GetValue(r * pitch + i));
        for (uint32_t i = 0; i < n; i++)
            s += exp(x.GetValue(r * pitch + i) - hi);
        CHECK(top.GetValue(r * 8 + 3) == (float)hi && fabs(sum.GetValue(r * 8) - s) < 1e-5 * s, "row %u", r);
        for (uint32_t i = 0; i < n; i++) {
            double want = exp(x.GetValue(r * pitch + i) - hi) / s;
            CHECK(fabs(y.GetValue(r * pitch + i) - want) < 1e-6, "softmax %u %u", r, i);
        }
    }
    LayerNorm<float, float>(y, mean, rstd, x, g, b, 1e-5f, LayerNormPara{rows, n, pitch}, tiling);
    for (uint32_t r = 0; r < rows; r++) {
        double m = 0, v = 0;
        for (uint32_t i = 0; i < n; i++)
            m += (double)x.GetValue(r * pitch + i) / n;
        for (uint32_t i = 0; i < n; i++)
            v += pow(x.GetValue(r * pitch + i) - m, 2) / n;
        for (uint32_t i = 0; i < n; i++) {
            double want = (x.GetValue(r * pitch + i) - m) / sqrt(v + 1e-5) * g.GetValue(i) + b.GetValue(i);
            CHECK(fabs(y.GetValue(r * pitch + i) - want) < 1e-5, "LayerNorm %u %u: %g, expected %g", r, i,
                  (double)y.GetValue(r * pitch + i), want);
        }
        CHECK(fabs(mean.GetValue(r) - m) < 1e-6 && fabs(rstd.GetValue(r) - 1 / sqrt(v + 1e-5)) < 1e-6, "statistics");
    }
}

static constexpr TopKConfig kSelect = {TopKAlgo::RADIX_SELECT, TopKOrder::SMALLEST, false};

OPF_TEST(topk_keeps_the_first_of_equals)
{
    const int32_t rows = 3, inner = 64, n = 50, k = 9;
    LocalTensor<float> x = ub<float>(0, rows * inner), v = ub<float>(4096, rows * 16);
    LocalTensor<int32_t> at = ub<int32_t>(8192, rows * 16), given = ub<int32_t>(12288, inner);
    for (int32_t i = 0; i < rows * inner; i++)
        x.SetValue(i, (float)(i * 7919 % 23 - 11)); /* many equal values */
    for (int32_t i = 0; i < inner; i++)
        given.SetValue(i, 1000 + i);
    TopKInfo info{rows, inner, n};
    TopK<float, true>(v, at, x, given, LocalTensor<bool>(), k, TopkTiling(), info, true);
    for (int32_t r = 0; r < rows; r++)
        for (int32_t i = 0; i < k; i++) {
            int32_t p = at.GetValue(r * 16 + i) - 1000, better = 0;
            float value = x.GetValue(r * inner + p);
            for (int32_t j = 0; j < n; j++)
                better += x.GetValue(r * inner + j) > value || (x.GetValue(r * inner + j) == value && j < p);
            CHECK(better == i && v.GetValue(r * 16 + i) == value, "row %d place %d: %g from %d, %d are better", r, i,
                  (double)v.GetValue(r * 16 + i), p, better);
        }
    TopK<float, false, false, false, TopKMode::TOPK_NORMAL, kSelect>(v, at, x, given, LocalTensor<bool>(), k,
                                                                     TopkTiling(), info, true);
    for (int32_t r = 0; r < rows; r++)
        for (int32_t i = 0; i < k; i++) {
            int32_t p = at.GetValue(r * 16 + i), better = 0;
            float value = x.GetValue(r * inner + p);
            for (int32_t j = 0; j < n; j++)
                better += x.GetValue(r * inner + j) < value;
            CHECK(better < k && v.GetValue(r * 16 + i) == value, "unsorted row %d place %d", r, i);
            for (int32_t j = 0; j < i; j++)
                CHECK(at.GetValue(r * 16 + j) != p, "row %d: element %d twice", r, p);
        }
}
