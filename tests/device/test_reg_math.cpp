/* Register layer: arithmetic of every type, elementary functions against double, comparisons, casts, reductions. */
#include "harness.h"
using namespace AscendC;
using namespace AscendC::Reg;

template <typename T> struct lanes {
    static constexpr int N = 256 / (int)sizeof(T);
    alignas(512) T v[N];
};
static const uint16_t HALF_SPECIALS[] = {0,      0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfe00,
                                         0x0001, 0x8001, 0x7bff, 0xfbff, 0x0400, 0x3555, 0xc100};
static const float FLOAT_SPECIALS[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 1e-40f, 3.4e38f, -2.5f};

/* all pairs of the special values, then random ones */
static void special_pairs(lanes<half> &a, lanes<half> &b, int round)
{
    for (int i = 0; i < 128; i++) {
        int k = round * 128 + i;
        a.v[i] = opf::bits<half>(HALF_SPECIALS[k % 15]);
        b.v[i] = opf::bits<half>(HALF_SPECIALS[k / 15 % 15]);
    }
}
static void special_pairs(lanes<bfloat16_t> &a, lanes<bfloat16_t> &b, int round)
{
    for (int i = 0; i < 128; i++) {
        int k = round * 128 + i;
        a.v[i] = opf::to_bf16(FLOAT_SPECIALS[k % 10]);
        b.v[i] = opf::to_bf16(FLOAT_SPECIALS[k / 10 % 10]);
    }
}
static void special_pairs(lanes<float> &a, lanes<float> &b, int round)
{
    for (int i = 0; i < 64; i++) {
        int k = round * 64 + i;
        a.v[i] = FLOAT_SPECIALS[k % 10];
        b.v[i] = FLOAT_SPECIALS[k / 10 % 10];
    }
}
template <typename T> static void special_pairs(lanes<T> &a, lanes<T> &b, int)
{
    for (int i = 0; i < lanes<T>::N; i++) {
        uint64_t r = opf_test_random(), s = opf_test_random();
        a.v[i] = (T)(i % 7 == 0 ? 0 : i % 11 == 0 ? opf::limits<T>::min : (T)r);
        b.v[i] = (T)(i % 5 == 0 ? opf::limits<T>::max : i % 3 ? a.v[i] : (T)s);
    }
}
template <typename T> static T reference_max(T a, T b, bool greater)
{
    if constexpr (opf::is_int<T>) {
        return (a > b) == greater ? a : b;
    } else {
        float x = opf::widen(a), y = opf::widen(b);
        if (x != x || y != y)
            return x != x ? a : b;
        if (x == y) /* of the zeros the positive one is greater */
            return (signbit(x) != 0) == greater ? b : a;
        return (x > y) == greater ? a : b;
    }
}
template <typename T, CMPMODE M, typename F> static void compare_mode(const lanes<T> &a, const lanes<T> &b, F f)
{
    RegTensor<T> x, y;
    MaskReg c, k = CreateMask<T, MaskPattern::M4>();
    LoadAlign(x, (T *)a.v);
    LoadAlign(y, (T *)b.v);
    alignas(32) uint8_t bits[32];
    Compare<T, M>(c, x, y, k);
    StoreAlign(bits, c);
    for (int i = 0; i < lanes<T>::N; i++) {
        int at = i * (int)sizeof(T);
        bool want = i % 4 == 0 && f(opf::widen(a.v[i]), opf::widen(b.v[i]));
        if constexpr (opf::is_int<T>)
            want = i % 4 == 0 && f(a.v[i], b.v[i]);
        CHECK((bits[at / 8] >> (at % 8) & 1) == want, "mode %d lane %d", (int)M, i);
    }
}
template <typename T> static void arithmetic_of()
{
    for (int round = 0; round < 4; round++) {
        lanes<T> a, b, o, p;
        special_pairs(a, b, round);
        RegTensor<T> x, y, r;
        uint32_t n = lanes<T>::N - 3;
        MaskReg m = UpdateMask<T>(n), all = CreateMask<T>();
        LoadAlign(x, a.v);
        LoadAlign(y, b.v);
#define EACH(CALL, WANT)                                                                                      \
    CALL;                                                                                                     \
    StoreAlign(o.v, r, all);                                                                                  \
    for (int i = 0; i < lanes<T>::N; i++) {                                                                   \
        T want = i < lanes<T>::N - 3 ? (T)(WANT) : (T)0;                                                      \
        CHECK(alike(o.v[i], want), #CALL " lane %d: %g, expected %g", i, (double)opf::widen(o.v[i]),           \
              (double)opf::widen(want));                                                                      \
    }
        if constexpr (opf::is_int<T>) {
            using U = std::make_unsigned_t<T>;
            EACH(Add(r, x, y, m), (U)a.v[i] + (U)b.v[i])
            EACH(Sub(r, x, y, m), (U)a.v[i] - (U)b.v[i])
            EACH(Mul(r, x, y, m), (uint64_t)a.v[i] * (uint64_t)b.v[i])
            EACH(And(r, x, y, m), a.v[i] & b.v[i])
            EACH(Xor(r, x, y, m), a.v[i] ^ b.v[i])
            EACH(Not(r, x, m), ~a.v[i])
            EACH(Muls(r, x, (T)3, m), (U)a.v[i] * 3u)
        } else {
            auto round_to = [](float f) { return opf::adv::store<T>(f); };
            EACH(Add(r, x, y, m), round_to(opf::widen(a.v[i]) + opf::widen(b.v[i])))
            EACH(Mul(r, x, y, m), round_to(opf::widen(a.v[i]) * opf::widen(b.v[i])))
            EACH(Muls(r, x, (T)0.5f, m), round_to(opf::widen(a.v[i]) * 0.5f))
            EACH(Relu(r, x, m), opf::widen(a.v[i]) <= 0 ? (T)0.0f : a.v[i])
            EACH(Neg(r, x, m), round_to(-opf::widen(a.v[i])))
        }
        Max(r, x, y, all);
        StoreAlign(o.v, r, all);
        Min(r, x, y, all);
        StoreAlign(p.v, r, all);
        for (int i = 0; i < lanes<T>::N; i++) {
            T hi = reference_max(a.v[i], b.v[i], true), lo = reference_max(a.v[i], b.v[i], false);
            CHECK(same(o.v[i], hi) || opf::widen(hi) != opf::widen(hi), "Max lane %d", i);
            CHECK(same(p.v[i], lo) || opf::widen(lo) != opf::widen(lo), "Min lane %d", i);
        }
        compare_mode<T, CMPMODE::LT>(a, b, [](auto s, auto t) { return s < t; });
        compare_mode<T, CMPMODE::GT>(a, b, [](auto s, auto t) { return s > t; });
        compare_mode<T, CMPMODE::EQ>(a, b, [](auto s, auto t) { return s == t; });
        compare_mode<T, CMPMODE::LE>(a, b, [](auto s, auto t) { return s <= t; });
        compare_mode<T, CMPMODE::GE>(a, b, [](auto s, auto t) { return s >= t; });
        compare_mode<T, CMPMODE::NE>(a, b, [](auto s, auto t) { return s != t; });
        Move(r, y);
        Move<T, MaskMergeMode::MERGING>(r, x, m);
        StoreAlign(o.v, r, all);
        for (int i = 0; i < lanes<T>::N; i++)
            CHECK(same(o.v[i], i < lanes<T>::N - 3 ? a.v[i] : b.v[i]), "merging Move lane %d", i);
    }
}
OPF_TEST(arithmetic_of_every_type)
{
    arithmetic_of<int8_t>();
    arithmetic_of<uint8_t>();
    arithmetic_of<int16_t>();
    arithmetic_of<uint16_t>();
    arithmetic_of<int32_t>();
    arithmetic_of<uint32_t>();
    arithmetic_of<int64_t>();
    arithmetic_of<uint64_t>();
    arithmetic_of<half>();
    arithmetic_of<bfloat16_t>();
    arithmetic_of<float>();
}

OPF_TEST(two_register_integers)
{
    alignas(512) int64_t a[64], b[64], o[64];
    for (int i = 0; i < 64; i++)
        a[i] = (int64_t)opf_test_random(), b[i] = i == 5 ? 0 : (int64_t)opf_test_random() >> (i % 60);
    RegTensor<int64_t, RegTraitNumTwo> x, y, r;
    MaskReg m = CreateMask<int64_t, MaskPattern::ALL, RegTraitNumTwo>();
    LoadAlign(x, a);
    LoadAlign(y, b);
    for (int i = 0; i < 64; i++) /* the low words are the first register */
        CHECK((uint32_t)((RegTensor<uint32_t> &)x.reg[0]).reg[0][i] == (uint32_t)a[i], "low word %d", i);
    Mul(r, x, y, m), StoreAlign(o, r, m);
    for (int i = 0; i < 64; i++)
        CHECK(o[i] == (int64_t)((uint64_t)a[i] * (uint64_t)b[i]), "Mul %d", i);
    Div(r, x, y, m), StoreAlign(o, r, m);
    for (int i = 0; i < 64; i++)
        CHECK(b[i] == 0 || o[i] == a[i] / b[i], "Div %d", i);
    ShiftRights(r, x, (int16_t)7, m), StoreAlign(o, r, m);
    for (int i = 0; i < 64; i++)
        CHECK(o[i] == a[i] >> 7, "ShiftRights %d", i);
}

static double ulps(float got, double want)
{
    if (want != want || got != got)
        return (want != want) == (got != got) ? 0 : 1e9;
    if ((float)want == got)
        return 0;
    if (fabs(want) > 3.4028235677973366e38 || got - got != 0)
        return 1e9;
    int e = want == 0 ? -126 : ilogb(want);
    return fabs((double)got - want) / ldexp(1.0, (e < -126 ? -126 : e) - 23);
}
static constexpr ExpSpecificMode EXACT_EXP = {MaskMergeMode::ZEROING, ExpAlgo::PRECISION_1ULP_FTZ_FALSE};
static constexpr LnSpecificMode EXACT_LN = {MaskMergeMode::ZEROING, LnAlgo::PRECISION_1ULP_FTZ_FALSE};
static constexpr Log2SpecificMode EXACT_LOG2 = {MaskMergeMode::ZEROING, Log2Algo::PRECISION_1ULP_FTZ_FALSE};
static constexpr Log10SpecificMode EXACT_LOG10 = {MaskMergeMode::ZEROING, Log10Algo::PRECISION_1ULP_FTZ_FALSE};
static constexpr SqrtSpecificMode EXACT_SQRT = {MaskMergeMode::ZEROING, true, SqrtAlgo::PRECISION_0ULP_FTZ_FALSE};
static constexpr DivSpecificMode EXACT_DIV = {MaskMergeMode::ZEROING, true, DivAlgo::PRECISION_0ULP_FTZ_FALSE};

OPF_TEST(elementary_functions_are_within_two_units)
{
    double worst[5] = {};
    MaskReg m = CreateMask<float>();
    for (uint64_t b = 0; b < 0x100000000ull; b += 64 * 40009) {
        lanes<float> x, y;
        for (int i = 0; i < 64; i++)
            x.v[i] = opf::bits<float>((uint32_t)(b + (uint64_t)i * 40009));
        RegTensor<float> r, s;
        LoadAlign(r, x.v);
#define FUNCTION(K, CALL, WANT, LIMIT)                                                                        \
    CALL;                                                                                                     \
    StoreAlign(y.v, s, m);                                                                                    \
    for (int i = 0; i < 64; i++) {                                                                            \
        double v = x.v[i], e = ulps(y.v[i], WANT);                                                            \
        worst[K] = e > worst[K] ? e : worst[K];                                                               \
        CHECK(e <= (LIMIT), #CALL " of %a is %a", v, (double)y.v[i]);                                         \
    }
        FUNCTION(0, (Exp<float, &EXACT_EXP>(s, r, m)), exp(v), 1.1)
        FUNCTION(1, (Ln<float, &EXACT_LN>(s, r, m)), log(v), 1.0)
        FUNCTION(2, (Log2<float, &EXACT_LOG2>(s, r, m)), log2(v), 1.5)
        FUNCTION(3, (Log10<float, &EXACT_LOG10>(s, r, m)), log10(v), 1.0)
        FUNCTION(4, (Sqrt<float, &EXACT_SQRT>(s, r, m)), sqrt(v), 0.51)
        Exp(s, r, m);
        StoreAlign(y.v, s, m);
        for (int i = 0; i < 64; i++)
            CHECK(!(fabsf(y.v[i]) < 1.17549435e-38f) || y.v[i] == 0, "Exp flushes subnormal results");
        Ln(s, r, m);
        StoreAlign(y.v, s, m);
        for (int i = 0; i < 64; i++)
            CHECK(!(fabsf(x.v[i]) < 1.17549435e-38f) || y.v[i] == -INFINITY, "Ln takes a subnormal for zero");
    }
}
OPF_TEST(exp_at_its_edges)
{
    /* the first float whose exponential is no float, what lies around it, and the ends */
    static const uint32_t in[] = {0x42b17217u, 0x42b17218u, 0x42b17219u, 0x42b20000u, 0x42d00000u, 0x7f800000u, 0xff800000u,
                                  0x7fc00001u, 0xff800001u, 0xc2aeac50u, 0xc2aeac4fu, 0xc2cff1b5u, 0xc2d00000u, 0x00000001u, 0x80000000u};
    constexpr int NUM = sizeof in / sizeof in[0];
    lanes<float> x, kept, flushed;
    for (int i = 0; i < 64; i++)
        x.v[i] = opf::bits<float>(in[i % NUM]);
    RegTensor<float> r, s;
    MaskReg m = CreateMask<float>();
    LoadAlign(r, x.v);
    Exp<float, &EXACT_EXP>(s, r, m), StoreAlign(kept.v, s, m);
    Exp(s, r, m), StoreAlign(flushed.v, s, m);
    for (int i = 0; i < 64; i++) {
        double want = exp((double)x.v[i]);
        CHECK(ulps(kept.v[i], want) <= 1.1, "Exp of %a is %a", (double)x.v[i], (double)kept.v[i]);
        bool small = want < 1.17549435e-38;
        CHECK(ulps(flushed.v[i], small ? 0 : want) <= 1.1, "Exp that flushes: of %a is %a", (double)x.v[i], (double)flushed.v[i]);
    }
}
OPF_TEST(division_flushes_subnormals_unless_told)
{
    /* the public page's own examples */
    lanes<float> a, b, o;
    for (int i = 0; i < 64; i++)
        a.v[i] = opf::bits<float>(i % 2 ? 0x0014440bu : 0x3f800000u), b.v[i] = opf::bits<float>(i % 2 ? 0x0053e3cfu : 0x8036a794u);
    RegTensor<float> x, y, r;
    MaskReg m = CreateMask<float>();
    LoadAlign(x, a.v);
    LoadAlign(y, b.v);
    Div(r, x, y, m), StoreAlign(o.v, r, m);
    CHECK(o.v[0] == -INFINITY && isnan(o.v[1]), "flushed: %g %g", (double)o.v[0], (double)o.v[1]);
    Div<float, &EXACT_DIV>(r, x, y, m), StoreAlign(o.v, r, m);
    CHECK(opf::bits<uint32_t>(o.v[0]) == 0xff15e301u && opf::bits<uint32_t>(o.v[1]) == 0x3e775fbcu, "kept: %a %a",
          (double)o.v[0], (double)o.v[1]);
}

template <typename To, typename From, RoundMode M> static void cast_case(const char *name)
{
    static constexpr CastTrait SAT = {RegLayout::ONE, SatMode::SAT, MaskMergeMode::ZEROING, M};
    static constexpr CastTrait NO_SAT = {RegLayout::ONE, SatMode::NO_SAT, MaskMergeMode::ZEROING, M};
    static constexpr CastTrait SAT_SAME = {RegLayout::UNKNOWN, SatMode::SAT, MaskMergeMode::ZEROING, M};
    static constexpr CastTrait NO_SAT_SAME = {RegLayout::UNKNOWN, SatMode::NO_SAT, MaskMergeMode::ZEROING, M};
    constexpr bool equal = sizeof(To) == sizeof(From), widens = sizeof(To) > sizeof(From);
    constexpr int RATIO = widens ? sizeof(To) / sizeof(From) : sizeof(From) / sizeof(To);
    for (int round = 0; round < 6; round++) {
        lanes<From> a, b;
        lanes<To> o;
        special_pairs(a, b, round);
        if (round > 2 && opf::is_float<From>)
            for (int i = 0; i < lanes<From>::N; i++)
                a.v[i] = opf::adv::store<From>(opf_test_float(-300, 300) * (i % 4 == 0 ? 1.0f : i % 4 == 1 ? 500.0f : i % 4 == 2 ? 3e7f : 0.01f));
        RegTensor<From> x;
        RegTensor<To> r;
        MaskReg m = CreateMask<From>(), all = CreateMask<To>();
        LoadAlign(x, a.v);
        for (int sat = 0; sat < 2; sat++) {
            opf_this_core->ctrl = 0; /* the instruction's own mode counts */
            if constexpr (equal) {
                if (sat)
                    Cast<To, From, SAT_SAME>(r, x, m);
                else
                    Cast<To, From, NO_SAT_SAME>(r, x, m);
            } else if (sat) {
                Cast<To, From, SAT>(r, x, m);
            } else {
                Cast<To, From, NO_SAT>(r, x, m);
            }
            StoreAlign(o.v, r, all);
            for (int i = 0; i < lanes<To>::N; i++) {
                To want = (To)0;
                if (equal || widens || i % RATIO == 1) {
                    From f = a.v[equal ? i : widens ? i * RATIO + 1 : i / RATIO];
                    want = sat ? opf::convert<To, M, true, true>(f) : opf::convert<To, M, false, false>(f);
                    if constexpr (opf::is_int<To> && opf::is_float<From>)
                        if (!sat && fabsf(opf::widen(f)) == INFINITY)
                            want = opf::widen(f) > 0 ? opf::limits<To>::max : opf::limits<To>::min;
                }
                CHECK(alike(o.v[i], want), "%s sat %d lane %d: %g, expected %g", name, sat, i,
                      (double)opf::widen(o.v[i]), (double)opf::widen(want));
            }
        }
        opf_this_core->ctrl = 1ull << 60;
    }
}
#define CAST_CASE(TO, FROM, MODE) cast_case<TO, FROM, RoundMode::MODE>(#FROM " to " #TO " " #MODE)
OPF_TEST(casts_follow_layout_mode_and_saturation)
{
    CAST_CASE(half, float, CAST_RINT);
    CAST_CASE(half, float, CAST_ROUND);
    CAST_CASE(half, float, CAST_TRUNC);
    CAST_CASE(half, float, CAST_ODD);
    CAST_CASE(bfloat16_t, float, CAST_RINT);
    CAST_CASE(bfloat16_t, float, CAST_FLOOR);
    CAST_CASE(float, half, CAST_NONE);
    CAST_CASE(float, bfloat16_t, CAST_NONE);
    CAST_CASE(half, bfloat16_t, CAST_RINT);
    CAST_CASE(bfloat16_t, half, CAST_RINT);
    CAST_CASE(int32_t, float, CAST_RINT);
    CAST_CASE(int32_t, float, CAST_ROUND);
    CAST_CASE(int32_t, float, CAST_CEIL);
    CAST_CASE(int16_t, float, CAST_TRUNC);
    CAST_CASE(int64_t, float, CAST_FLOOR);
    CAST_CASE(float, int32_t, CAST_RINT);
    CAST_CASE(float, int32_t, CAST_TRUNC);
    CAST_CASE(float, int64_t, CAST_RINT);
    CAST_CASE(float, int16_t, CAST_NONE);
    CAST_CASE(half, int16_t, CAST_RINT);
    CAST_CASE(half, int8_t, CAST_NONE);
    CAST_CASE(half, uint8_t, CAST_NONE);
    CAST_CASE(int8_t, half, CAST_RINT);
    CAST_CASE(uint8_t, half, CAST_FLOOR);
    CAST_CASE(int16_t, half, CAST_ROUND);
    CAST_CASE(int32_t, half, CAST_RINT);
    CAST_CASE(int32_t, bfloat16_t, CAST_TRUNC);
    CAST_CASE(int32_t, int16_t, CAST_NONE);
    CAST_CASE(int32_t, int8_t, CAST_NONE);
    CAST_CASE(uint32_t, uint8_t, CAST_NONE);
    CAST_CASE(int16_t, int32_t, CAST_NONE);
    CAST_CASE(uint8_t, int32_t, CAST_NONE);
    CAST_CASE(uint16_t, uint32_t, CAST_NONE);
    CAST_CASE(int32_t, int64_t, CAST_NONE);
    CAST_CASE(int64_t, int32_t, CAST_NONE);
}

template <typename T> static void reductions_of()
{
    for (int round = 0; round < 6; round++) {
        lanes<T> a, b, o;
        special_pairs(a, b, round);
        if (round >= 3 && opf::is_float<T>)
            for (int i = 0; i < lanes<T>::N; i++)
                a.v[i] = opf::adv::store<T>(opf_test_float(-9, 9));
        uint32_t n = lanes<T>::N - (uint32_t)round * 5;
        uint32_t active = n;
        RegTensor<T> x, r;
        MaskReg m = UpdateMask<T>(n), all = CreateMask<T>();
        LoadAlign(x, a.v);
        for (int greater = 0; greater < 2; greater++) {
            if (greater)
                Reduce<ReduceType::MAX>(r, x, m);
            else
                Reduce<ReduceType::MIN>(r, x, m);
            StoreAlign(o.v, r, all);
            uint32_t at = 0;
            for (uint32_t i = 1; i < active; i++) {
                float p = opf::widen(a.v[at]), q = opf::widen(a.v[i]);
                bool better = p == p && (q != q || (greater ? q > p : q < p));
                if constexpr (opf::is_int<T>)
                    better = greater ? a.v[i] > a.v[at] : a.v[i] < a.v[at];
                at = better ? i : at;
            }
            using U = typename opf::reg::uint_of_size<sizeof(T)>::type;
            CHECK(alike(o.v[0], a.v[at]), "Reduce %s of %u: %g, expected %g", greater ? "MAX" : "MIN", active,
                  (double)opf::widen(o.v[0]), (double)opf::widen(a.v[at]));
            CHECK(opf::bits<U>(o.v[1]) == at, "index %u, expected %u", (unsigned)opf::bits<U>(o.v[1]), at);
            CHECK(opf::bits<U>(o.v[2]) == 0, "lanes behind the result are zero");
        }
    }
}
OPF_TEST(extremes_have_their_first_index)
{
    reductions_of<float>();
    reductions_of<half>();
    reductions_of<int32_t>();
    reductions_of<uint32_t>();
    reductions_of<int16_t>();
    reductions_of<int64_t>();
}
OPF_TEST(sums_are_binary_trees)
{
    lanes<float> a, o;
    MaskReg all = CreateMask<float>();
    RegTensor<float> x, r;
    for (uint32_t n = 1; n <= 64; n += 9) {
        float t[64];
        for (uint32_t i = 0; i < 64; i++)
            a.v[i] = opf_test_float(-1, 1) * (i % 3 ? 1.0f : 1e6f), t[i] = i < n ? a.v[i] : 0.0f;
        uint32_t k = n;
        MaskReg m = UpdateMask<float>(k);
        LoadAlign(x, a.v);
        ReduceSum(r, x, m);
        StoreAlign(o.v, r, all);
        float blocks[8];
        for (int w = 32; w > 0; w /= 2) {
            for (int i = 0; i < w; i++)
                t[i] = t[2 * i] + t[2 * i + 1];
            if (w == 8)
                memcpy(blocks, t, sizeof(blocks));
        }
        CHECK(o.v[0] == t[0], "sum of %u: %a, expected %a", n, (double)o.v[0], (double)t[0]);
        ReduceDataBlock<ReduceType::SUM>(r, x, m);
        StoreAlign(o.v, r, all);
        for (int i = 0; i < 8; i++)
            CHECK(o.v[i] == blocks[i], "block sum %d", i);
    }
    lanes<int16_t> s;
    lanes<int32_t> w;
    int32_t sum = 0;
    for (int i = 0; i < 128; i++)
        s.v[i] = (int16_t)opf_test_random(), sum += s.v[i];
    RegTensor<int16_t> y;
    RegTensor<int32_t> z;
    LoadAlign(y, s.v);
    MaskReg m16 = CreateMask<int16_t>();
    ReduceSum(z, y, m16);
    StoreAlign(w.v, z, all);
    CHECK(w.v[0] == sum, "16-bit integers add in 32 bits: %d, expected %d", w.v[0], sum);
}
