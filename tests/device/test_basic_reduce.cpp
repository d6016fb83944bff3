/* Cast, Compare, Select, reductions, gathers, fills, transposes, scalar calls. */
#include "harness.h"
using namespace AscendC;

enum { A = 0, B = 40960, D = 81920, M = 163840 };
static uint8_t bit(LocalTensor<uint8_t> t, uint32_t i) { return t.GetValue(i / 8) >> (i % 8) & 1; }

template <class To, class From> static void cast_pair(const char *name)
{
    constexpr uint32_t L = 256 / (sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From));
    auto s = ub<From>(A, 2048);
    auto d = ub<To>(D, 2048);
    for (int i = 0; i < 1000; i++) {
        float f = (i & 1) ? opf_test_float(-300, 300) : static_cast<float>(static_cast<int>(opf_test_random() % 601) - 300) * 0.5f;
        s.SetValue(i, opf::is_float<From> ? opf::narrow<From>(f) : static_cast<From>(static_cast<int64_t>(f)));
        if constexpr (opf::is_bf16<To> && std::is_same<From, float>::value)
            if (i % 3 == 0) /* any bits: subnormals, NaN, what rounds up to infinity */
                s.SetValue(i, opf::bits<float>(static_cast<uint32_t>(opf_test_random())));
    }
    const RoundMode modes[] = {RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_ROUND, RoundMode::CAST_TRUNC};
    for (RoundMode m : modes) {
        Cast(d, s, m, 1000);
        for (int i = 0; i < 1000; i++) {
            To want = m == RoundMode::CAST_RINT    ? opf::convert<To, RoundMode::CAST_RINT>(s.GetValue(i))
                      : m == RoundMode::CAST_FLOOR ? opf::convert<To, RoundMode::CAST_FLOOR>(s.GetValue(i))
                      : m == RoundMode::CAST_CEIL  ? opf::convert<To, RoundMode::CAST_CEIL>(s.GetValue(i))
                      : m == RoundMode::CAST_ROUND ? opf::convert<To, RoundMode::CAST_ROUND>(s.GetValue(i))
                                                   : opf::convert<To, RoundMode::CAST_TRUNC>(s.GetValue(i));
            CHECK(same(d.GetValue(i), want), "Cast %s mode %d element %d", name, static_cast<int>(m), i);
        }
    }
    /* two repeats of the wider type, first L - 1 lanes */
    for (uint32_t i = 0; i < 2 * L; i++)
        d.SetValue(i, 99);
    Cast(d, s, RoundMode::CAST_RINT, (uint64_t)(L - 1), 2,
         {1, 1, static_cast<uint8_t>(L * sizeof(To) / 32), static_cast<uint8_t>(L * sizeof(From) / 32)});
    for (uint32_t i = 0; i < 2 * L; i++)
        CHECK(same(d.GetValue(i), i % L == L - 1 ? opf::convert<To, RoundMode::CAST_RINT>(99) : opf::convert<To, RoundMode::CAST_RINT>(s.GetValue(i))),
              "Cast %s by repeats, element %u", name, i);
}
#define CAST(To, From) cast_pair<To, From>(#From " to " #To)
OPF_TEST(casts)
{
    CAST(half, float);
    CAST(float, half);
    CAST(bfloat16_t, float);
    CAST(float, bfloat16_t);
    CAST(int32_t, float);
    CAST(float, int32_t);
    CAST(int16_t, float);
    CAST(int64_t, float);
    CAST(float, int64_t);
    CAST(int8_t, half);
    CAST(uint8_t, half);
    CAST(half, int8_t);
    CAST(half, uint8_t);
    CAST(int16_t, half);
    CAST(half, int16_t);
    CAST(int32_t, half);
    CAST(bfloat16_t, half);
    CAST(half, bfloat16_t);
    CAST(int32_t, bfloat16_t);
    CAST(int64_t, int32_t);
    CAST(int32_t, int64_t);
    CAST(int16_t, int32_t);
    CAST(uint8_t, int16_t);
    CAST(float, float);
}
OPF_TEST(cast_special_cases)
{
    auto i = ub<int32_t>(A, 64);
    auto h = ub<half>(D, 64);
    i.SetValue(0, 1000);
    SetDeqScale((half)0.25f);
    Cast(h, i, RoundMode::CAST_NONE, 1);
    CHECK(opf::widen(h.GetValue(0)) == 250, "int32 to half scales");
    auto q = ub<uint8_t>(B, 64).ReinterpretCast<int4b_t>();
    for (int k = 0; k < 16; k++)
        h.SetValue(k, k - 8 + (k == 15 ? 5 : 0));
    Cast(q, h, RoundMode::CAST_RINT, 16);
    CHECK(ub<uint8_t>(B, 8).GetValue(0) == 0x98 && q.GetValue(15) == 7, "int4 packs low half first and saturates");
    auto back = ub<half>(M, 64);
    Cast(back, q, RoundMode::CAST_NONE, 16);
    CHECK(opf::widen(back.GetValue(0)) == -8 && opf::widen(back.GetValue(14)) == 6, "int4 to half");
    auto f = ub<float>(A, 64);
    auto o = ub<int32_t>(D, 64);
    f.SetValue(0, 3e9f);
    Cast(o, f, RoundMode::CAST_RINT, 1);
    CHECK(o.GetValue(0) == 2147483647, "saturates");
    SetCtrlSpr<59, 59>(1);
    Cast(o, f, RoundMode::CAST_RINT, 1);
    CHECK(o.GetValue(0) == static_cast<int32_t>(3000000000u), "keeps the low bits with CTRL[59] = 1");
    ResetCtrlSpr<59, 59>();
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "rounding mode 7", Cast(o, f, RoundMode::CAST_HYBRID, 1));
}
template <class T> static void compare_type(const char *name)
{
    auto a = ub<T>(A, 512), b = ub<T>(B, 512);
    auto d = ub<uint8_t>(D, 512);
    for (int i = 0; i < 512; i++) {
        a.SetValue(i, opf::narrow<T>(static_cast<float>(i % 5)));
        b.SetValue(i, opf::narrow<T>(static_cast<float>(i % 3)));
    }
    if constexpr (opf::is_float<T>)
        a.SetValue(3, opf::narrow<T>(NAN));
    const CMPMODE modes[] = {CMPMODE::LT, CMPMODE::GT, CMPMODE::EQ, CMPMODE::LE, CMPMODE::GE, CMPMODE::NE};
    auto ref = [](CMPMODE m, double x, double y) {
        return m == CMPMODE::LT ? x < y : m == CMPMODE::GT ? x > y : m == CMPMODE::EQ ? x == y : m == CMPMODE::LE ? x <= y : m == CMPMODE::GE ? x >= y : x != y;
    };
    for (CMPMODE m : modes) {
        Compare(d, a, b, m, 500);
        for (int i = 0; i < 500; i++)
            CHECK(bit(d, i) == ref(m, opf::widen(a.GetValue(i)), opf::widen(b.GetValue(i))), "Compare<%s> mode %d element %d", name, static_cast<int>(m), i);
        Compares(d, a, opf::narrow<T>(2.0f), m, 512);
        for (int i = 0; i < 512; i++)
            CHECK(bit(d, i) == ref(m, opf::widen(a.GetValue(i)), 2), "Compares<%s> mode %d element %d", name, static_cast<int>(m), i);
        if constexpr (sizeof(T) == 2 || sizeof(T) == 4) {
            constexpr uint32_t L = 256 / sizeof(T);
            for (uint32_t i = 0; i < 64; i++)
                d.SetValue(i, 0xff);
            Compare(d, a, b, m, (uint64_t)(L - 8), 2, {1, 1, 1, 8, 8, 8});
            for (uint32_t i = 0; i < 2 * L; i++)
                CHECK(bit(d, i) == (i % L >= L - 8 ? 1 : ref(m, opf::widen(a.GetValue(i)), opf::widen(b.GetValue(i)))), "Compare<%s> by repeats, %u", name, i);
        }
    }
}
OPF_TEST(compares)
{
    compare_type<float>("float");
    compare_type<half>("half");
    compare_type<bfloat16_t>("bfloat16");
    compare_type<int32_t>("int32");
    compare_type<int64_t>("int64");
    compare_type<uint8_t>("uint8");
}
OPF_TEST(selects)
{
    auto a = ub<float>(A, 512), b = ub<float>(B, 512), d = ub<float>(D, 512);
    auto m = ub<uint8_t>(M, 64);
    for (int i = 0; i < 512; i++) {
        a.SetValue(i, i);
        b.SetValue(i, -i);
    }
    for (int i = 0; i < 64; i++)
        m.SetValue(i, static_cast<uint8_t>(opf_test_random()));
    Select(d, m, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, 500);
    for (int i = 0; i < 500; i++)
        CHECK(d.GetValue(i) == (bit(m, i) ? i : -i), "tensor, %d", i);
    Select(d, m, a, 3.5f, SELMODE::VSEL_TENSOR_SCALAR_MODE, 500);
    for (int i = 0; i < 500; i++)
        CHECK(d.GetValue(i) == (bit(m, i) ? i : 3.5f), "scalar, %d", i);
    Select(d, m, 3.5f, a, SELMODE::VSEL_TENSOR_SCALAR_MODE, 100);
    CHECK(d.GetValue(7) == (bit(m, 7) ? 3.5f : 7), "scalar on the left");
    Select(d, m, a, b, SELMODE::VSEL_CMPMASK_SPR, (uint64_t)64, 4, {1, 1, 1, 8, 8, 8});
    for (int i = 0; i < 256; i++)
        CHECK(d.GetValue(i) == (bit(m, i % 64) ? i : -i), "the same bits each repeat, %d", i);
    Select(d, m, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, (uint64_t)64, 4, {1, 1, 1, 8, 8, 8});
    for (int i = 0; i < 256; i++)
        CHECK(d.GetValue(i) == (bit(m, i) ? i : -i), "bits go on, %d", i);
    Compare(a, b, CMPMODE::GT, (uint64_t)64, {1, 1, 1, 8, 8, 8});
    Select<float, SELMODE::VSEL_CMPMASK_SPR>(d, a, b, 2, {1, 1, 1, 8, 8, 8});
    CHECK(d.GetValue(0) == 0 && d.GetValue(1) == 1 && d.GetValue(64) == -64 && d.GetValue(65) == 65, "compare-mask register");
}
OPF_TEST(sums_add_in_a_tree)
{
    auto a = ub<float>(A, 4096), d = ub<float>(D, 64), w = ub<float>(B, 4096);
    for (int i = 0; i < 4096; i++)
        a.SetValue(i, opf_test_float(-1, 1) * (i % 7 == 0 ? 1e6f : 1));
    auto tree = [&](int n) {
        static float v[4096];
        int pad = 1;
        while (pad < n)
            pad *= 2;
        for (int i = 0; i < pad; i++)
            v[i] = i < n ? a.GetValue(i) : 0;
        for (int k = pad / 2; k; k /= 2)
            for (int i = 0; i < k; i++)
                v[i] = v[2 * i] + v[2 * i + 1];
        return v[0];
    };
    const int counts[] = {1, 5, 63, 64, 100, 1000, 4096};
    for (int n : counts) {
        ReduceSum(d, a, w, n);
        CHECK(d.GetValue(0) == tree(n) && GetAccVal<float>() == d.GetValue(0), "ReduceSum of %d", n);
    }
    WholeReduceSum(d, a, 64, 4, 2, 1, 8);
    float one = 0, v[64];
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < 64; i++)
            v[i] = a.GetValue(r * 64 + i);
        for (int k = 32; k; k /= 2)
            for (int i = 0; i < k; i++)
                v[i] = v[2 * i] + v[2 * i + 1];
        one = d.GetValue(2 * r);
        CHECK(one == v[0], "WholeReduceSum repeat %d", r);
    }
    ReduceSum<float>(d, a, w, 64, 4, 8);
    CHECK(d.GetValue(0) == tree(256), "ReduceSum by repeats");
    BlockReduceSum<float>(d, a, 1, 64, 1, 1, 8);
    float blk = ((a.GetValue(8) + a.GetValue(9)) + (a.GetValue(10) + a.GetValue(11))) + ((a.GetValue(12) + a.GetValue(13)) + (a.GetValue(14) + a.GetValue(15)));
    CHECK(d.GetValue(1) == blk, "BlockReduceSum");
    PairReduceSum<float>(d, a, 1, 64, 1, 1, 8);
    CHECK(d.GetValue(5) == a.GetValue(10) + a.GetValue(11), "PairReduceSum");
    auto h = ub<half>(A, 256), o = ub<half>(D, 64);
    for (int i = 0; i < 256; i++)
        h.SetValue(i, 1.0f + (i % 3));
    const uint64_t mask[2] = {0xffff, 0};
    WholeReduceSum<half>(o, h, mask, 2, 1, 1, 8);
    float want[2] = {0, 0};
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 16; i++)
            want[r] += 1 + (r * 128 + i) % 3;
    CHECK(opf::widen(o.GetValue(0)) == want[0] && opf::widen(o.GetValue(1)) == want[1], "mask bits");
}
OPF_TEST(maxima_give_the_first_index)
{
    auto a = ub<float>(A, 1024), d = ub<float>(D, 64), w = ub<float>(B, 1024);
    for (int i = 0; i < 1024; i++)
        a.SetValue(i, static_cast<float>((i * 37) % 500) - 250);
    auto index = [&](int i) { return opf::bits<uint32_t>(d.GetValue(i)); };
    auto best = [&](int from, int n, bool max) {
        int k = from;
        for (int i = from; i < from + n; i++)
            if (max ? a.GetValue(i) > a.GetValue(k) : a.GetValue(i) < a.GetValue(k))
                k = i;
        return k;
    };
    ReduceMax(d, a, w, 1000, true);
    CHECK(d.GetValue(0) == a.GetValue(best(0, 1000, true)) && index(1) == static_cast<uint32_t>(best(0, 1000, true)), "ReduceMax");
    ReduceMin(d, a, w, 1000, true);
    CHECK(d.GetValue(0) == a.GetValue(best(0, 1000, false)) && index(1) == static_cast<uint32_t>(best(0, 1000, false)), "ReduceMin");
    ReduceMax<float>(d, a, w, 64, 4, 8, true);
    CHECK(d.GetValue(0) == a.GetValue(best(0, 256, true)) && index(1) == static_cast<uint32_t>(best(0, 256, true)), "by repeats");
    WholeReduceMax(d, a, 64, 3, 1, 1, 8);
    for (int r = 0; r < 3; r++)
        CHECK(d.GetValue(2 * r) == a.GetValue(best(r * 64, 64, true)) && index(2 * r + 1) == static_cast<uint32_t>(best(r * 64, 64, true) - r * 64), "repeat %d", r);
    WholeReduceMin(d, a, 64, 3, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE);
    CHECK(d.GetValue(2) == a.GetValue(best(128, 64, false)), "value only");
    WholeReduceMin(d, a, 64, 1, 1, 1, 8, ReduceOrder::ORDER_INDEX_VALUE);
    CHECK(index(0) == static_cast<uint32_t>(best(0, 64, false)), "index first");
    a.SetValue(0, -0.0f);
    a.SetValue(1, 0.0f);
    ReduceMax(d, a, w, 2, false);
    CHECK(!signbit(d.GetValue(0)), "max(-0, +0) is +0");
    ReduceMin(d, a, w, 2, false);
    CHECK(signbit(d.GetValue(0)) != 0, "min is -0");
    BlockReduceMax<float>(d, a, 1, 32, 1, 1, 8);
    CHECK(d.GetValue(4) == -INFINITY, "a block without lanes gives -inf on this chip");
}
OPF_TEST(gathers_and_scatters)
{
    auto s = ub<half>(A, 1024), d = ub<half>(D, 1024);
    auto off = ub<uint32_t>(B, 1024);
    for (int i = 0; i < 1024; i++) {
        s.SetValue(i, i);
        off.SetValue(i, static_cast<uint32_t>((i * 7 % 900) * 2));
    }
    Gather(d, s, off, 20, 500);
    for (int i = 0; i < 500; i++)
        CHECK(opf::widen(d.GetValue(i)) == i * 7 % 900 + 10, "Gather %d", i);
    Gather(d, s, off, 0u, (uint64_t)100, 2, 8);
    CHECK(opf::widen(d.GetValue(128 + 99)) == (128 + 99) * 7 % 900, "Gather by repeats");
    off.SetValue(3, 300000);
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "src needs", Gather(d, s, off, 0, 500));
    for (int i = 0; i < 100; i++)
        off.SetValue(i, static_cast<uint32_t>((99 - i) * 2));
    Scatter(d, s, off, 0, 100);
    CHECK(opf::widen(d.GetValue(0)) == 99 && opf::widen(d.GetValue(99)) == 0, "Scatter");
    for (int i = 0; i < 8; i++)
        off.SetValue(i, static_cast<uint32_t>((7 - i) * 64));
    Gatherb(d, s, off, 1, {1, 8});
    CHECK(opf::widen(d.GetValue(0)) == 224 && opf::widen(d.GetValue(16)) == 192, "Gatherb");
    uint64_t kept = 0;
    GatherMask(d, s, 2, false, 0, {1, 2, 8, 8}, kept);
    CHECK(kept == 128 && opf::widen(d.GetValue(5)) == 11, "odd elements");
    auto pat = ub<uint16_t>(B, 64);
    for (int i = 0; i < 64; i++)
        pat.SetValue(i, 0x8001);
    GatherMask(d, s, pat, true, 70, {1, 1, 8, 0}, kept);
    CHECK(kept == 9 && opf::widen(d.GetValue(1)) == 15 && opf::widen(d.GetValue(8)) == 64 && AscendCUtils::GetRsvdCnt() == 9, "pattern, %llu kept", (unsigned long long)kept);
}
OPF_TEST(fills_and_rearrangements)
{
    auto d = ub<float>(D, 1024), s = ub<float>(A, 1024);
    auto i32 = ub<int32_t>(B, 256);
    CreateVecIndex(i32, 5, 200);
    CHECK(i32.GetValue(199) == 204, "CreateVecIndex");
    for (int i = 0; i < 1024; i++)
        s.SetValue(i, i);
    Brcb(d, s, 2, {1, 8});
    CHECK(d.GetValue(0) == 0 && d.GetValue(15) == 1 && d.GetValue(127) == 15, "Brcb");
    Duplicate(d, 0.0f, 256);
    const uint64_t mask[2] = {0x5, 0};
    Duplicate(d, 4.0f, mask, 2, 1, 8);
    CHECK(d.GetValue(0) == 4 && d.GetValue(1) == 0 && d.GetValue(66) == 4 && d.GetValue(67) == 0, "Duplicate by bits");
    auto e = ub<float>(M, 64);
    Interleave(d, e, s, s[104], 16);
    CHECK(d.GetValue(0) == 0 && d.GetValue(1) == 104 && d.GetValue(15) == 111 && e.GetValue(0) == 8, "Interleave");
    auto x = ub<float>(B, 64), y = ub<float>(B + 512, 64);
    DeInterleave(x, y, d, e, 16);
    CHECK(x.GetValue(9) == 9 && y.GetValue(9) == 113, "DeInterleave");
    Copy(d, s, (uint64_t)8, 4, {1, 1, 8, 1});
    CHECK(d.GetValue(64) == 8 && d.GetValue(192 + 7) == 31, "Copy");
}
OPF_TEST(transposes)
{
    auto s = ub<half>(A, 512), d = ub<half>(D, 512);
    for (int i = 0; i < 512; i++)
        s.SetValue(i, i);
    Transpose(d, s);
    CHECK(opf::widen(d.GetValue(3 * 16 + 5)) == 5 * 16 + 3, "Transpose");
    LocalTensor<half> sl[16], dl[16];
    for (int i = 0; i < 16; i++) {
        sl[i] = s[i * 32];
        dl[i] = d[i * 32];
    }
    TransDataTo5HD<half>(dl, sl, {false, false, 2, 1, 1});
    CHECK(opf::widen(d.GetValue(3 * 32 + 5)) == 5 * 32 + 3 && opf::widen(d.GetValue(3 * 32 + 16 + 5)) == 5 * 32 + 16 + 3, "TransDataTo5HD of half");
    auto f = ub<float>(A, 512), g = ub<float>(D, 512);
    LocalTensor<float> sf[16], df[16];
    for (int i = 0; i < 512; i++)
        f.SetValue(i, i);
    for (int i = 0; i < 16; i++) {
        sf[i] = f[i * 8];
        df[i] = g[i * 8];
    }
    TransDataTo5HD<float>(df, sf, {false, false, 1, 0, 0});
    CHECK(g.GetValue(2 * 3 * 8 + 5) == 5 * 8 + 3 && g.GetValue((2 * 3 + 1) * 8 + 5) == 13 * 8 + 3, "TransDataTo5HD of float");
}
OPF_TEST(scalar_calls)
{
    CHECK(GetBitCount<1>(0xff) == 8 && GetBitCount<0>(0xff) == 56 && CountLeadingZero(1) == 63 && CountLeadingZero(0) == 64, "counts");
    CHECK(CountBitsCntSameAsSignBit(1) == 62 && CountBitsCntSameAsSignBit(-1) == -1 && GetSFFValue<1>(8) == 3 && GetSFFValue<0>(~0ull) == -1, "positions");
    CHECK((ScalarCast<float, int32_t, RoundMode::CAST_ROUND>(2.5f) == 3) && (ScalarCast<float, half, RoundMode::CAST_ODD>(1.0f) == (half)1), "ScalarCast");
    CHECK(ToFloat(ToBfloat16(1.0f)) == 1.0f && NumericLimits<half>::Max() == (half)65504.0f && isinf(NumericLimits<float>::NegativeInfinity()), "values");
    for (int i = 0; i < 20000; i++) {
        uint32_t d = static_cast<uint32_t>(opf_test_random() >> (32 + opf_test_random() % 32)), n = static_cast<uint32_t>(opf_test_random());
        if (d == 0)
            continue;
        uint32_t m, s;
        GetUintDivMagicAndShift(m, s, d);
        uint64_t q = ((static_cast<uint64_t>(n) * m >> 32) + n) >> s;
        CHECK(q == n / d, "%u / %u", n, d);
        uint64_t d64 = opf_test_random() >> (opf_test_random() % 64), n64 = opf_test_random(), m64, s64;
        if (d64 == 0)
            continue;
        GetUintDivMagicAndShift(m64, s64, d64);
        unsigned __int128 q64 = ((static_cast<unsigned __int128>(n64) * m64 >> 64) + n64) >> s64;
        CHECK(static_cast<uint64_t>(q64) == n64 / d64, "64-bit division");
    }
}
