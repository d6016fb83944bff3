/* Sorts of (score, index) records, whole-tensor operators, casts of the 8 and 4 bit formats. */
#include "harness.h"
using namespace AscendC;

enum { A = 0, B = 16384, D = 32768, E = 98304 };

template <class T> static void sort_type(const char *name)
{
    auto s = ub<T>(A, 1024);
    auto d = ub<T>(D, 8192), t = ub<T>(E, 8192);
    auto x = ub<uint32_t>(B, 1024);
    for (int i = 0; i < 1024; i++) {
        s.SetValue(i, opf::narrow<T>(static_cast<float>(static_cast<int>(opf_test_random() % 200) - 100)));
        x.SetValue(i, static_cast<uint32_t>(i));
    }
    auto score = [&](LocalTensor<T> r, int i) { return opf::widen(opf::score_of<T>(r.template ReinterpretCast<uint64_t>().GetValue(i))); };
    auto index = [&](LocalTensor<T> r, int i) { return static_cast<uint32_t>(r.template ReinterpretCast<uint64_t>().GetValue(i) >> 32); };
    Sort32(d, s, x, 4);
    for (int r = 0; r < 4; r++)
        for (int i = 0; i < 32; i++) {
            CHECK(score(d, r * 32 + i) == opf::widen(s.GetValue(index(d, r * 32 + i))), "%s: a record keeps its index", name);
            if (i)
                CHECK(score(d, r * 32 + i - 1) > score(d, r * 32 + i) ||
                          (score(d, r * 32 + i - 1) == score(d, r * 32 + i) && index(d, r * 32 + i - 1) < index(d, r * 32 + i)),
                      "%s: repeat %d, record %d is out of order", name, r, i);
        }
    const uint32_t rec = 8 / sizeof(T);
    MrgSortSrcList<T> lists(d, d[32 * rec], d[64 * rec], d[96 * rec]);
    const uint16_t lengths[4] = {32, 32, 32, 32};
    MrgSort(t, lists, MrgSort4Info(lengths, false, 15, 1));
    for (int i = 1; i < 128; i++)
        CHECK(score(t, i - 1) >= score(t, i), "%s: merged record %d", name, i);
    uint16_t n[4];
    GetMrgSortResult(n[0], n[1], n[2], n[3]);
    CHECK(n[0] == 32 && n[3] == 32, "%s: all records were used", name);
    MrgSort(t, lists, MrgSort4Info(lengths, true, 3, 1));
    GetMrgSortResult(n[0], n[1], n[2], n[3]);
    CHECK((n[0] == 32) != (n[1] == 32) || n[0] + n[1] == 64, "%s: stops when one list is out (%d, %d)", name, n[0], n[1]);
    Sort<T, true>(d, s, x, t, 20);
    for (int i = 1; i < 640; i++)
        CHECK(score(d, i - 1) > score(d, i) || (score(d, i - 1) == score(d, i) && index(d, i - 1) < index(d, i)), "%s: full sort, %d", name, i);
    auto v = ub<T>(E, 1024);
    auto k = ub<uint32_t>(B, 1024);
    Extract(v, k, d, 20);
    CHECK(opf::widen(v.GetValue(5)) == score(d, 5) && k.GetValue(5) == index(d, 5), "%s: Extract", name);
    CHECK(GetSortLen<T>(32) == 32 * rec && GetSortOffset<T>(10) == 10 * rec, "%s: lengths", name);
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "validBit 5", MrgSort(t, lists, MrgSort4Info(lengths, false, 5, 1)));
}
OPF_TEST(sorts)
{
    sort_type<float>("float");
    sort_type<half>("half");
}
OPF_TEST(operators_on_whole_tensors)
{
    auto a = ub<float>(A, 64), b = ub<float>(B, 64), d = ub<float>(D, 64);
    auto m = ub<uint8_t>(E, 8);
    for (int i = 0; i < 64; i++) {
        a.SetValue(i, i);
        b.SetValue(i, 32);
    }
    d = a + b;
    CHECK(d.GetValue(5) == 37 && d.GetValue(63) == 95, "+");
    d = d * b;
    CHECK(d.GetValue(5) == 37 * 32, "*");
    m = a < b;
    CHECK(m.GetValue(0) == 0xff && m.GetValue(4) == 0, "<");
}
OPF_TEST(casts_of_short_formats)
{
    auto f = ub<float>(A, 64), g = ub<float>(B, 64);
    const float in[8] = {1, -2.5f, 0.3f, 448, 1e6f, 0, -0.0f, 17};
    for (int i = 0; i < 64; i++)
        f.SetValue(i, in[i % 8]);
    auto e4 = ub<fp8_e4m3fn_t>(D, 64);
    Cast(e4, f, RoundMode::CAST_RINT, 8);
    Cast(g, e4, RoundMode::CAST_NONE, 8);
    const float want4[8] = {1, -2.5f, 0.3125f, 448, NAN, 0, -0.0f, 16};
    for (int i = 0; i < 8; i++)
        CHECK(alike(g.GetValue(i), want4[i]), "e4m3fn of %g is %g", in[i], g.GetValue(i));
    CHECK(e4.ReinterpretCast<uint8_t>().GetValue(0) == 0x38 && e4.ReinterpretCast<uint8_t>().GetValue(3) == 0x7e, "e4m3fn codes");
    auto e5 = ub<fp8_e5m2_t>(D, 64);
    for (int i = 0; i < 64; i++)
        e5.ReinterpretCast<uint8_t>().SetValue(i, 0xee);
    Cast(e5, f, RoundMode::CAST_RINT, (uint64_t)60, 1, {1, 1, 2, 8});
    CHECK(e5.ReinterpretCast<uint8_t>().GetValue(0) == 0x3c && e5.ReinterpretCast<uint8_t>().GetValue(4) == 0x7c, "e5m2 codes");
    CHECK(e5.ReinterpretCast<uint8_t>().GetValue(59) == e5.ReinterpretCast<uint8_t>().GetValue(3) && e5.ReinterpretCast<uint8_t>().GetValue(60) == 0xee, "mask count");
    auto b = ub<bfloat16_t>(A, 64);
    auto q = ub<uint8_t>(D, 64).ReinterpretCast<fp4x2_e2m1_t>();
    for (int i = 0; i < 8; i++)
        b.SetValue(i, (bfloat16_t)(i * 0.75f - 2));
    Cast(q, b, RoundMode::CAST_RINT, 8);
    CHECK(ub<uint8_t>(D, 4).GetValue(0) == 0xac, "fp4 packs the even element low: %02x", ub<uint8_t>(D, 4).GetValue(0));
    Cast(b, q, RoundMode::CAST_NONE, 8);
    const float want2[8] = {-2, -1, -0.5f, 0, 1, 2, 2, 3};
    for (int i = 0; i < 8; i++)
        CHECK(opf::widen(b.GetValue(i)) == want2[i], "e2m1 element %d is %g", i, opf::widen(b.GetValue(i)));
    auto h = ub<hifloat8_t>(D, 64);
    f.SetValue(0, 1.0f);
    f.SetValue(1, 448.0f);
    Cast(h, f, RoundMode::CAST_ROUND, 2);
    Cast(g, h, RoundMode::CAST_NONE, 2);
    CHECK(g.GetValue(0) == 1 && g.GetValue(1) == 512, "hifloat8: %g %g", g.GetValue(0), g.GetValue(1));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "CAST_HYBRID is for hifloat8_t", Cast(e5, f, RoundMode::CAST_HYBRID, 8));
}
