/* Register calls that compute, under masks with holes: every type, special values, both registers of 64-bit types. */
#include "registers.h"
using namespace AscendC;
using namespace AscendC::Reg;

/* the call writes r from x, y (and r's old value z); WANT is in terms of p, q and o of one lane */
#define EACH(T, CALL, WANT)                                                                                   \
    do {                                                                                                      \
        reg_lanes<T> out;                                                                                     \
        RegTensor<T> r = z;                                                                                   \
        CALL;                                                                                                 \
        StoreAlign(out.v, r, all);                                                                            \
        for (int i = 0; i < reg_lanes<T>::N; i++) {                                                           \
            [[maybe_unused]] T p = a.v[i], q = b.v[i], o = c.v[i];                                            \
            T want = k.on(i, sizeof(T)) ? static_cast<T>(WANT) : T(0);                                        \
            CHECK(reference::agree(out.v[i], want), "%s: " #CALL " lane %d of %Lg and %Lg: %Lg, expected %Lg", name, i, reference::exact(p), \
                  reference::exact(q), reference::exact(out.v[i]), reference::exact(want));                   \
        }                                                                                                     \
    } while (0)
#define SETUP(T)                                                                                              \
    reg_lanes<T> a, b, c;                                                                                     \
    a.fill(), b.fill(), c.fill();                                                                             \
    mask_bytes k;                                                                                             \
    MaskReg m = random_mask<T>(k), all = CreateMask<T>();                                                     \
    RegTensor<T> x, y, z;                                                                                     \
    LoadAlign(x, a.v), LoadAlign(y, b.v), LoadAlign(z, c.v)

template <class T> static void integers_of(const char *name)
{
    using U = std::make_unsigned_t<T>;
    using N = std::make_signed_t<T>;
    constexpr int W = 8 * sizeof(T);
    auto left = [](T v, int n) {
        U sign = std::is_signed<T>::value ? static_cast<U>(static_cast<U>(v) & static_cast<U>(U(1) << (W - 1))) : U(0);
        U low = std::is_signed<T>::value ? static_cast<U>(~static_cast<U>(U(1) << (W - 1))) : static_cast<U>(-1);
        return n >= W ? T(0) : static_cast<T>(sign | (static_cast<U>(static_cast<uint64_t>(v) << n) & low));
    };
    auto right = [](T v, int n) { return n >= W ? static_cast<T>(v < 0 ? -1 : 0) : static_cast<T>(v >> n); };
    for (int round = 0; round < 6; round++) {
        SETUP(T);
        EACH(T, Adds(r, x, T(7), m), static_cast<U>(p) + 7u);
        EACH(T, Subs(r, x, T(7), m), static_cast<U>(p) - 7u);
        EACH(T, Or(r, x, y, m), p | q);
        EACH(T, And(r, x, y, m), p & q);
        EACH(T, Xor(r, x, y, m), p ^ q);
        EACH(T, Maxs(r, x, T(5), m), p > T(5) ? p : T(5));
        EACH(T, Mins(r, x, T(5), m), p < T(5) ? p : T(5));
        EACH(T, Abs(r, x, m), p < 0 ? static_cast<T>(U(0) - static_cast<U>(p)) : p);
        EACH(T, MulAddDst(r, x, y, m), static_cast<uint64_t>(p) * static_cast<uint64_t>(q) + static_cast<uint64_t>(o));
        EACH(T, Mula(r, x, y, m), static_cast<uint64_t>(p) * static_cast<uint64_t>(q) + static_cast<uint64_t>(o));
        EACH(T, Axpy(r, x, T(3), m), static_cast<uint64_t>(p) * 3u + static_cast<uint64_t>(o));
        EACH(T, Div(r, x, y, m), q == 0 ? out.v[i] : std::is_signed<T>::value && q == static_cast<T>(-1) ? static_cast<T>(U(0) - static_cast<U>(p)) : static_cast<T>(p / q));
        for (int n : {0, 1, W / 2, W - 1, W, W + 3}) {
            EACH(T, ShiftLefts(r, x, static_cast<int16_t>(n), m), left(p, n));
            EACH(T, ShiftRights(r, x, static_cast<int16_t>(n), m), right(p, n));
        }
        reg_lanes<N> s;
        for (int i = 0; i < reg_lanes<N>::N; i++)
            s.v[i] = static_cast<N>(i % (W + 2));
        RegTensor<N> by;
        LoadAlign(by, s.v);
        EACH(T, ShiftLeft(r, x, by, m), left(p, s.v[i]));
        EACH(T, ShiftRight(r, x, by, m), right(p, s.v[i]));
        if (std::is_signed<T>::value)
            EACH(T, Neg(r, x, m), U(0) - static_cast<U>(p));
    }
}
OPF_TEST(integers_of_every_type)
{
    integers_of<int8_t>("int8");
    integers_of<uint8_t>("uint8");
    integers_of<int16_t>("int16");
    integers_of<uint16_t>("uint16");
    integers_of<int32_t>("int32");
    integers_of<uint32_t>("uint32");
    integers_of<int64_t>("int64");
    integers_of<uint64_t>("uint64");
}
template <class T> static void floats_of(const char *name)
{
    auto e = [](T v) { return reference::exact(v); };
    for (int round = 0; round < 20; round++) {
        SETUP(T);
        EACH(T, Adds(r, x, T(2.5f), m), rounded<T>(e(p) + 2.5L));
        EACH(T, Sub(r, x, y, m), rounded<T>(e(p) - e(q)));
        EACH(T, Maxs(r, x, T(1.0f), m), e(p) != e(p) ? p : e(p) > 1 ? p : T(1.0f));
        EACH(T, Mins(r, x, T(-0.0f), m), e(p) != e(p) ? p : e(p) < 0 ? p : T(-0.0f));
        EACH(T, Abs(r, x, m), rounded<T>(fabsl(e(p))));
        EACH(T, MulAddDst(r, x, y, m), fused_reference<T>(e(p), e(q), e(o)));
        EACH(T, Mula(r, x, y, m), fused_reference<T>(e(p), e(q), e(o)));
        EACH(T, MulDstAdd(r, x, y, m), fused_reference<T>(e(o), e(p), e(q)));
        EACH(T, FusedMulDstAdd(r, x, y, m), fused_reference<T>(e(o), e(p), e(q)));
        EACH(T, Axpy(r, x, T(1.5f), m), fused_reference<T>(e(p), 1.5L, e(o)));
        EACH(T, AbsSub(r, x, y, m), rounded<T>(fabsl(e(p) - e(q))));
        EACH(T, LeakyRelu(r, x, T(0.5f), m), e(p) < 0 ? rounded<T>(e(p) * 0.5L) : p);
        EACH(T, (Truncate<T, RoundMode::CAST_RINT>(r, x, m)), rounded<T>(rintl(e(p))));
        EACH(T, (Truncate<T, RoundMode::CAST_FLOOR>(r, x, m)), rounded<T>(floorl(e(p))));
        EACH(T, (Truncate<T, RoundMode::CAST_CEIL>(r, x, m)), rounded<T>(ceill(e(p))));
        EACH(T, (Truncate<T, RoundMode::CAST_ROUND>(r, x, m)), rounded<T>(roundl(e(p))));
        EACH(T, (Truncate<T, RoundMode::CAST_TRUNC>(r, x, m)), rounded<T>(truncl(e(p))));
        if constexpr (!std::is_same<T, bfloat16_t>::value) {
            auto flushed = [&](T v) { return std::is_same<T, float>::value && fabsl(e(v)) < 0x1p-126L ? e(v) * 0 : e(v); };
            EACH(T, Div(r, x, y, m), rounded<T>(flushed(T(rounded<T>(flushed(p) / flushed(q))))));
            EACH(T, Sqrt(r, x, m), rounded<T>(sqrtl(flushed(p))));
            EACH(T, Relu(r, x, m), e(p) <= 0 ? T(0) : p);
        }
    }
    /* logarithms round to within one unit; Log and Ln are one function */
    SETUP(T);
    for (int i = 0; i < reg_lanes<T>::N; i++)
        a.v[i] = T(opf_test_float(0.01f, 100.0f));
    LoadAlign(x, a.v);
    reg_lanes<T> ln, lg;
    RegTensor<T> r;
    Ln(r, x, all), StoreAlign(ln.v, r, all);
    Log(r, x, all), StoreAlign(lg.v, r, all);
    for (int i = 0; i < reg_lanes<T>::N; i++) {
        long double want = logl(e(a.v[i])), unit = std::is_same<T, float>::value ? 1.3e-7L : std::is_same<T, half>::value ? 1e-3L : 8e-3L;
        CHECK(same(ln.v[i], lg.v[i]) && fabsl(e(ln.v[i]) - want) <= unit * fabsl(want) + 1e-9L, "%s: Ln of %Lg is %Lg", name, e(a.v[i]), e(ln.v[i]));
    }
}
OPF_TEST(floats_of_every_type)
{
    floats_of<float>("float");
    floats_of<half>("half");
    floats_of<bfloat16_t>("bfloat16");
}
OPF_TEST(products_carries_and_fused_exponentials)
{
    for (int round = 0; round < 8; round++) {
        SETUP(uint32_t);
        a.fill_bits(), b.fill_bits();
        LoadAlign(x, a.v), LoadAlign(y, b.v);
        reg_lanes<uint32_t> lo, hi;
        RegTensor<uint32_t> r, s;
        Mull(r, s, x, y, m);
        StoreAlign(lo.v, r, all), StoreAlign(hi.v, s, all);
        for (int i = 0; i < 64; i++) {
            uint64_t want = k.on(i, 4) ? static_cast<uint64_t>(a.v[i]) * b.v[i] : 0;
            CHECK(lo.v[i] == static_cast<uint32_t>(want) && hi.v[i] == static_cast<uint32_t>(want >> 32), "Mull lane %d", i);
        }
        RegTensor<int32_t> sx, sy, sr, ss;
        LoadAlign(sx, reinterpret_cast<int32_t *>(a.v)), LoadAlign(sy, reinterpret_cast<int32_t *>(b.v));
        Mull(sr, ss, sx, sy, all);
        StoreAlign(reinterpret_cast<int32_t *>(hi.v), ss, all);
        for (int i = 0; i < 64; i++)
            CHECK(static_cast<int32_t>(hi.v[i]) == static_cast<int32_t>((static_cast<int64_t>(static_cast<int32_t>(a.v[i])) * static_cast<int32_t>(b.v[i])) >> 32), "signed Mull lane %d", i);
        /* 64-bit sums and differences out of words: the carry of a difference means that nothing was borrowed */
        MaskReg carry, next;
        mask_bytes kc, kn;
        Add(carry, r, x, y, all);
        kc = read_mask(carry);
        AddC(next, s, x, y, carry, m);
        StoreAlign(lo.v, r, all), StoreAlign(hi.v, s, all);
        kn = read_mask(next);
        for (int i = 0; i < 64; i++) {
            uint64_t low = static_cast<uint64_t>(a.v[i]) + b.v[i], high = static_cast<uint64_t>(a.v[i]) + b.v[i] + (low >> 32);
            CHECK(lo.v[i] == static_cast<uint32_t>(low) && kc.on(i, 4) == (low >> 32 != 0), "Add with carry, lane %d", i);
            CHECK(hi.v[i] == (k.on(i, 4) ? static_cast<uint32_t>(high) : 0) && kn.on(i, 4) == (k.on(i, 4) && high >> 32 != 0), "AddC lane %d", i);
        }
        Sub(carry, r, x, y, all);
        kc = read_mask(carry);
        SubC(next, s, y, x, carry, all);
        StoreAlign(lo.v, r, all), StoreAlign(hi.v, s, all);
        kn = read_mask(next);
        for (int i = 0; i < 64; i++) {
            uint64_t low = static_cast<uint64_t>(a.v[i]) + static_cast<uint32_t>(~b.v[i]) + 1, high = static_cast<uint64_t>(b.v[i]) + static_cast<uint32_t>(~a.v[i]) + (low >> 32);
            CHECK(lo.v[i] == a.v[i] - b.v[i] && kc.on(i, 4) == (a.v[i] >= b.v[i]), "Sub with carry, lane %d", i);
            CHECK(hi.v[i] == static_cast<uint32_t>(high) && kn.on(i, 4) == (high >> 32 != 0), "SubC lane %d", i);
        }
    }
    reg_lanes<half> ha, hb;
    reg_lanes<float> fa, out;
    for (int i = 0; i < 128; i++)
        ha.v[i] = half(opf_test_float(-5, 5)), hb.v[i] = half(opf_test_float(-5, 5));
    for (int i = 0; i < 64; i++)
        fa.v[i] = opf_test_float(-9, 9);
    RegTensor<half> hx, hy;
    RegTensor<float> fx, fr;
    LoadAlign(hx, ha.v), LoadAlign(hy, hb.v), LoadAlign(fx, fa.v);
    MaskReg all = CreateMask<float>();
    auto near = [](float got, double want) { return fabs(got - want) <= 2e-7 * want; };
    ExpSub<float, half, RegLayout::ONE>(fr, hx, hy, all), StoreAlign(out.v, fr, all);
    for (int i = 0; i < 64; i++)
        CHECK(near(out.v[i], exp(static_cast<double>(ha.v[2 * i + 1]) - static_cast<double>(hb.v[2 * i + 1]))), "ExpSub of half, lane %d", i);
    ExpSub<float, half, RegLayout::ZERO>(fr, hx, hy, all), StoreAlign(out.v, fr, all);
    for (int i = 0; i < 64; i++)
        CHECK(near(out.v[i], exp(static_cast<double>(ha.v[2 * i]) - static_cast<double>(hb.v[2 * i]))), "ExpSub of half, lane %d", i);
    RegTensor<float> one;
    Duplicate(one, 1.0f);
    ExpSub(fr, fx, one, all), StoreAlign(out.v, fr, all);
    for (int i = 0; i < 64; i++)
        CHECK(near(out.v[i], exp(static_cast<double>(fa.v[i] - 1.0f))), "ExpSub of float, lane %d", i);
}
template <class T> static void choices_of(const char *name)
{
    constexpr int N = reg_lanes<T>::N, S = sizeof(T);
    auto e = [](T v) { return reference::exact(v); };
    for (int round = 0; round < 8; round++) {
        SETUP(T);
        reg_lanes<T> out;
        RegTensor<T> r;
        auto expect = [&](const char *call, auto want) {
            StoreAlign(out.v, r, all);
            for (int i = 0; i < N; i++)
                CHECK(same(out.v[i], want(i)), "%s of %s, lane %d", call, name, i);
        };
        Select(r, x, y, m), expect("Select", [&](int i) { return k.on(i, S) ? a.v[i] : b.v[i]; });
        r = y;
        Duplicate<T, MaskMergeMode::MERGING>(r, a.v[3], m), expect("Duplicate, merging", [&](int i) { return k.on(i, S) ? a.v[3] : b.v[i]; });
        Duplicate(r, a.v[3], m), expect("Duplicate, zeroing", [&](int i) { return k.on(i, S) ? a.v[3] : T(0); });
        Duplicate(r, x, m), expect("Duplicate of a register", [&](int i) { return k.on(i, S) ? a.v[0] : T(0); });
        r = y;
        Copy<T, MaskMergeMode::MERGING>(r, x, m), expect("Copy, merging", [&](int i) { return k.on(i, S) ? a.v[i] : b.v[i]; });
        Copy<T, MaskMergeMode::ZEROING>(r, x, m), expect("Copy, zeroing", [&](int i) { return k.on(i, S) ? a.v[i] : T(0); });
        Move(r, y), expect("Move", [&](int i) { return b.v[i]; });
        T v = a.v[7];
        MaskReg hit;
        auto bits = [&](const char *call, auto want) {
            mask_bytes h = read_mask(hit);
            for (int i = 0; i < 256; i++)
                CHECK(h.bit(i) == (i % S == 0 && k.on(i / S, S) && want(i / S)), "%s of %s, bit %d", call, name, i);
        };
        Compares<T, CMPMODE::LT>(hit, x, v, m), bits("Compares LT", [&](int i) { return e(a.v[i]) < e(v); });
        Compares<T, CMPMODE::GT>(hit, x, v, m), bits("Compares GT", [&](int i) { return e(a.v[i]) > e(v); });
        Compares<T, CMPMODE::EQ>(hit, x, v, m), bits("Compares EQ", [&](int i) { return e(a.v[i]) == e(v); });
        CompareScalar<T, CMPMODE::LE>(hit, x, v, m), bits("CompareScalar LE", [&](int i) { return e(a.v[i]) <= e(v); });
        CompareScalar<T, CMPMODE::GE>(hit, x, v, m), bits("CompareScalar GE", [&](int i) { return e(a.v[i]) >= e(v); });
        CompareScalar<T, CMPMODE::NE>(hit, x, v, m), bits("CompareScalar NE", [&](int i) { return e(a.v[i]) != e(v); });
    }
}
OPF_TEST(choices_of_every_type)
{
    choices_of<int8_t>("int8");
    choices_of<uint8_t>("uint8");
    choices_of<int16_t>("int16");
    choices_of<uint16_t>("uint16");
    choices_of<half>("half");
    choices_of<bfloat16_t>("bfloat16");
    choices_of<int32_t>("int32");
    choices_of<uint32_t>("uint32");
    choices_of<float>("float");
    choices_of<int64_t>("int64");
    choices_of<uint64_t>("uint64");
}
/* 64 elements of 64 bits in two registers */
OPF_TEST(two_registers)
{
    reg_lanes<int64_t, 2> a, b, out;
    for (int round = 0; round < 8; round++) {
        a.fill(), b.fill();
        RegTensor<int64_t, RegTraitNumTwo> x, y, r;
        uint32_t n = 50;
        MaskReg m = UpdateMask<int64_t, RegTraitNumTwo>(n), all = CreateMask<int64_t, MaskPattern::ALL, RegTraitNumTwo>();
        LoadAlign(x, a.v), LoadAlign(y, b.v);
        auto expect = [&](const char *call, auto want) {
            StoreAlign(out.v, r, all);
            for (int i = 0; i < 64; i++)
                CHECK(out.v[i] == want(i), "%s, lane %d: %lld, expected %lld", call, i, static_cast<long long>(out.v[i]), static_cast<long long>(want(i)));
        };
        auto u = [](int64_t v) { return static_cast<uint64_t>(v); };
        Add(r, x, y, m), expect("Add", [&](int i) { return i < 50 ? static_cast<int64_t>(u(a.v[i]) + u(b.v[i])) : 0; });
        Adds(r, x, int64_t(1) << 40, m), expect("Adds", [&](int i) { return i < 50 ? static_cast<int64_t>(u(a.v[i]) + (1ull << 40)) : 0; });
        Sub(r, x, y, m), expect("Sub", [&](int i) { return i < 50 ? static_cast<int64_t>(u(a.v[i]) - u(b.v[i])) : 0; });
        Max(r, x, y, all), expect("Max", [&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
        Mins(r, x, int64_t(3), all), expect("Mins", [&](int i) { return a.v[i] < 3 ? a.v[i] : 3; });
        And(r, x, y, all), expect("And", [&](int i) { return a.v[i] & b.v[i]; });
        Not(r, x, m), expect("Not", [&](int i) { return i < 50 ? ~a.v[i] : 0; });
        Abs(r, x, all), expect("Abs", [&](int i) { return a.v[i] < 0 ? static_cast<int64_t>(0 - u(a.v[i])) : a.v[i]; });
        Select(r, x, y, m), expect("Select", [&](int i) { return i < 50 ? a.v[i] : b.v[i]; });
        ShiftLefts(r, x, int16_t(9), all), expect("ShiftLefts", [&](int i) { return static_cast<int64_t>((u(a.v[i]) << 9 & ~(1ull << 63)) | (u(a.v[i]) & 1ull << 63)); });
        MaskReg hit;
        Compare<int64_t, CMPMODE::GT>(hit, x, y, m);
        Select(r, x, y, hit), expect("Compare", [&](int i) { return i < 50 && a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
        Duplicate(r, int64_t(-7)), expect("Duplicate", [&](int) { return -7; });
        Arange(r, int64_t(5)), expect("Arange", [&](int i) { return 5 + i; });
        /* narrower types stand against all 64 elements: nothing is spread over lanes */
        RegTensor<int32_t> w;
        reg_lanes<int32_t> words;
        static constexpr CastTrait T = {RegLayout::ZERO, SatMode::SAT, MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
        Cast<int32_t, int64_t, T>(w, x, all);
        StoreAlign(words.v, w, CreateMask<int32_t>());
        for (int i = 0; i < 64; i++)
            CHECK(words.v[i] == reference::cast<int32_t>(a.v[i], RoundMode::CAST_RINT, true), "to int32, lane %d", i);
        Cast<int64_t, int32_t, T>(r, w, CreateMask<int32_t>()), expect("from int32", [&](int i) { return words.v[i]; });
        ReduceSum(r, x, m);
        StoreAlign(out.v, r, all);
        uint64_t sum = 0;
        for (int i = 0; i < 50; i++)
            sum += u(a.v[i]);
        CHECK(out.v[0] == static_cast<int64_t>(sum), "ReduceSum");
    }
}
template <class T> static void reductions_of(const char *name)
{
    constexpr int N = reg_lanes<T>::N, B8 = 32 / sizeof(T);
    auto e = [](T v) { return reference::exact(v); };
    for (int round = 0; round < 30; round++) {
        SETUP(T);
        if (round == 0)
            m = CreateMask<T, MaskPattern::ALLF>(), k = read_mask(m);
        reg_lanes<T> out;
        RegTensor<T> r;
        auto worst = [](bool max) {
            if constexpr (std::is_integral<T>::value)
                return max ? opf::limits<T>::min : opf::limits<T>::max;
            else
                return rounded<T>(max ? -INFINITY : INFINITY);
        };
        auto best = [&](int from, int to, bool max) {
            T v = worst(max);
            for (int i = from; i < to; i++) {
                long double p = e(v), q = e(a.v[i]);
                bool better = q != q || (max ? q > p || (q == p && signbit(q) < signbit(p)) : q < p || (q == p && signbit(q) > signbit(p)));
                if (k.on(i, sizeof(T)) && p == p && better)
                    v = a.v[i];
            }
            return v;
        };
        auto expect = [&](const char *call, int count, auto want) {
            StoreAlign(out.v, r, all);
            for (int i = 0; i < count; i++)
                CHECK(reference::agree(out.v[i], want(i)), "%s of %s, lane %d: %Lg, expected %Lg", call, name, i, e(out.v[i]), e(want(i)));
        };
        ReduceMax(r, x, m), expect("ReduceMax", 1, [&](int) { return best(0, N, true); });
        ReduceMin(r, x, m), expect("ReduceMin", 1, [&](int) { return best(0, N, false); });
        if constexpr (sizeof(T) <= 4) {
            ReduceMaxWithDataBlock(r, x, m), expect("ReduceMaxWithDataBlock", 8, [&](int i) { return best(i * B8, (i + 1) * B8, true); });
            ReduceDataBlock<ReduceType::MIN>(r, x, m), expect("ReduceDataBlock MIN", 8, [&](int i) { return best(i * B8, (i + 1) * B8, false); });
        }
        if constexpr (!std::is_integral<T>::value) {
            auto at = [&](int i) { return k.on(i, sizeof(T)) ? a.v[i] : T(0); };
            PairReduceElem(r, x, m);
            expect("PairReduceElem", N, [&](int i) { return i < N / 2 ? rounded<T>(e(at(2 * i)) + e(at(2 * i + 1))) : T(0); });
            std::vector<T> v;
            for (int i = 0; i < N; i++)
                v.push_back(at(i));
            for (int w = N / 2; w; w /= 2)
                for (int i = 0; i < w; i++)
                    v[static_cast<size_t>(i)] = rounded<T>(e(v[static_cast<size_t>(2 * i)]) + e(v[static_cast<size_t>(2 * i + 1)]));
            ReduceSum(r, x, m), expect("ReduceSum", 1, [&](int) { return v[0]; });
        }
    }
}
OPF_TEST(reductions_of_every_type)
{
    reductions_of<half>("half");
    reductions_of<float>("float");
    reductions_of<int16_t>("int16");
    reductions_of<uint16_t>("uint16");
    reductions_of<int32_t>("int32");
    reductions_of<uint32_t>("uint32");
    reductions_of<int64_t>("int64");
    reductions_of<uint64_t>("uint64");
}
