/* Casts of every pattern of the 8- and 16-bit types and of the corners of the wider ones, by the memory call and by
 * the register call, against the definitions in reference.h; and what half, bfloat16, int64 and bool compute. */
#include "reference.h"

#include <vector>
using namespace AscendC;
using reference::agree;

static const RoundMode MODES[] = {RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL,
                                  RoundMode::CAST_ROUND, RoundMode::CAST_TRUNC, RoundMode::CAST_ODD};
enum { BATCH = 4096, A = 0, D = 40960 };

/* all patterns of short types; powers of two with their neighbours, ties and noise of the others */
template <class T> static const std::vector<T> &values()
{
    static std::vector<T> v;
    if (!v.empty())
        return v;
    auto add = [](auto bits) {
        T x;
        memcpy(&x, &bits, sizeof x);
        v.push_back(x);
    };
    if constexpr (sizeof(T) <= 2) {
        for (uint32_t i = 0; i < 1u << (8 * sizeof(T)); i++)
            add(i);
    } else if constexpr (sizeof(T) == 4) {
        for (uint32_t e = 0; e < 1024; e++) /* floats of every sign and exponent */
            for (uint32_t f : {0u, 1u, 0x1fffu, 0x2000u, 0x2001u, 0x7fffu, 0x8000u, 0x8001u, 0x3fffffu, 0x400000u, 0x600000u, 0x7fffffu})
                add((e & 511) << 23 | f);
    }
    for (int k = 0; k < 64; k++)
        for (int64_t near : {-3, -1, 0, 1, 2}) {
            int64_t p = static_cast<int64_t>((1ull << k) + static_cast<uint64_t>(near)), q = (p << 1) + (1ll << (k / 2));
            for (int64_t x : {p, -p, q, -q})
                if constexpr (std::is_integral<T>::value)
                    v.push_back(static_cast<T>(x));
                else if constexpr (sizeof(T) == 4)
                    v.push_back(static_cast<T>(x)), v.push_back(static_cast<T>(x) * 0.5f), v.push_back(static_cast<T>(x) * 0.25f);
        }
    for (int i = 0; i < 4000; i++)
        add(opf_test_random() >> (sizeof(T) == 8 ? i % 60 : 0));
    return v;
}
/* CTRL[48] keeps infinities of 16-bit floats, CTRL[59] keeps the low bits of integers */
template <class To> static void set_saturation(bool sat)
{
    constexpr int bit = std::is_integral<To>::value ? 59 : 48;
    opf_this_core->ctrl = 1ull << 60 | (bit == 59 ? 1ull << 48 : 0) | (sat ? 0 : 1ull << bit);
}
template <class To, class From> static void check(const char *name, const char *call, RoundMode m, bool sat, From from, To got)
{
    To want = reference::cast<To>(from, m, sat);
    CHECK(agree(got, want), "%s, %s, mode %d, saturating %d: of %Lg %Lg, expected %Lg", name, call, static_cast<int>(m), sat,
          reference::exact(from), reference::exact(got), reference::exact(want));
}
template <class To, class From> static void memory_cast(const char *name, RoundMode m, bool sat)
{
    const std::vector<From> &in = values<From>();
    auto s = ub<From>(A, BATCH);
    auto d = ub<To>(D, BATCH);
    set_saturation<To>(sat);
    for (size_t at = 0; at < in.size(); at += BATCH) {
        uint32_t n = static_cast<uint32_t>(in.size() - at < BATCH ? in.size() - at : BATCH);
        memcpy(s.ptr(), &in[at], n * sizeof(From));
        Cast(d, s, m, n);
        for (uint32_t i = 0; i < n; i++)
            check<To>(name, "memory", m, sat, in[at + i], d.ptr()[i]);
    }
}
template <class To, class From, RoundMode M> static void register_cast(const char *name, bool sat)
{
    constexpr bool equal = sizeof(To) == sizeof(From), widens = sizeof(To) > sizeof(From);
    static constexpr Reg::CastTrait T = {equal ? Reg::RegLayout::UNKNOWN : Reg::RegLayout::ZERO, Reg::SatMode::UNKNOWN,
                                         Reg::MaskMergeMode::ZEROING, M};
    constexpr size_t L = 256 / sizeof(From), STEP = widens ? sizeof(To) / sizeof(From) : 1;
    constexpr size_t OUT = widens || equal ? 1 : sizeof(From) / sizeof(To);
    const std::vector<From> &in = values<From>();
    From src[L];
    To dst[256 / sizeof(To)];
    set_saturation<To>(sat);
    Reg::MaskReg m = Reg::CreateMask<From>(), all = Reg::CreateMask<To>();
    for (size_t at = 0; at < in.size();) {
        size_t n = 0;
        for (size_t i = 0; i < L; i++)
            src[i] = in[i % STEP == 0 && at + n < in.size() ? at + n++ : at];
        Reg::RegTensor<From> x;
        Reg::RegTensor<To> y;
        alignas(64) From aligned[L];
        alignas(64) To out[256 / sizeof(To)];
        memcpy(aligned, src, sizeof src);
        Reg::LoadAlign(x, aligned);
        Reg::Cast<To, From, T>(y, x, m);
        Reg::StoreAlign(out, y, all);
        memcpy(dst, out, sizeof dst);
        for (size_t i = 0; i < n; i++)
            check<To>(name, "register", M, sat, src[i * STEP], dst[i * OUT]);
        at += n;
    }
}
/* modes: how many of MODES; sats: 1 = only without saturation, 2 = both, 3 = only with it (integers that widen) */
template <class To, class From, bool Registers = true> static void pair(const char *name, int modes, int sats)
{
    for (int sat = sats == 3; sat < (sats == 1 ? 1 : 2); sat++) {
        for (int i = 0; i < modes; i++)
            memory_cast<To, From>(name, MODES[i], sat);
        if constexpr (Registers) {
            register_cast<To, From, RoundMode::CAST_RINT>(name, sat);
            if (modes > 1) {
                register_cast<To, From, RoundMode::CAST_FLOOR>(name, sat);
                register_cast<To, From, RoundMode::CAST_CEIL>(name, sat);
                register_cast<To, From, RoundMode::CAST_ROUND>(name, sat);
                register_cast<To, From, RoundMode::CAST_TRUNC>(name, sat);
            }
        }
    }
    opf_test_reset();
}
#define PAIR(From, To, ...) pair<To, From>(#From " to " #To, __VA_ARGS__)
#define MEMORY_PAIR(From, To, ...) pair<To, From, false>(#From " to " #To, __VA_ARGS__)

OPF_TEST(casts_of_every_half)
{
    PAIR(half, int8_t, 5, 2);
    PAIR(half, uint8_t, 5, 2);
    PAIR(half, int16_t, 5, 2);
    PAIR(half, int32_t, 5, 2);
    PAIR(half, float, 1, 1);
    PAIR(half, bfloat16_t, 5, 2);
}
OPF_TEST(casts_of_every_bfloat16)
{
    PAIR(bfloat16_t, half, 5, 2);
    PAIR(bfloat16_t, int32_t, 5, 2);
    PAIR(bfloat16_t, float, 1, 1);
}
OPF_TEST(casts_of_floats)
{
    PAIR(float, half, 6, 2);
    PAIR(float, bfloat16_t, 5, 2);
    PAIR(float, int16_t, 5, 2);
    PAIR(float, int32_t, 5, 2);
    PAIR(float, int64_t, 5, 2);
    MEMORY_PAIR(double, float, 5, 1);
    MEMORY_PAIR(double, bfloat16_t, 5, 2);
    MEMORY_PAIR(double, int32_t, 5, 2);
    MEMORY_PAIR(double, int64_t, 5, 2);
}
OPF_TEST(casts_of_integers)
{
    PAIR(int8_t, int16_t, 1, 2);
    PAIR(int8_t, int32_t, 1, 2);
    PAIR(int8_t, half, 1, 1);
    PAIR(uint8_t, uint16_t, 1, 2);
    PAIR(uint8_t, uint32_t, 1, 2);
    PAIR(uint8_t, half, 1, 1);
    PAIR(int16_t, uint8_t, 1, 2);
    PAIR(int16_t, half, 5, 1);
    PAIR(int16_t, int32_t, 1, 2);
    PAIR(int16_t, uint32_t, 1, 3);
    PAIR(int16_t, float, 1, 1);
    PAIR(uint16_t, uint8_t, 1, 2);
    PAIR(uint16_t, uint32_t, 1, 2);
    PAIR(int32_t, uint8_t, 1, 2);
    PAIR(int32_t, int16_t, 1, 2);
    PAIR(int32_t, uint16_t, 1, 2);
    PAIR(int32_t, float, 5, 1);
    PAIR(int32_t, int64_t, 1, 2);
    PAIR(uint32_t, uint8_t, 1, 2);
    PAIR(uint32_t, int16_t, 1, 2);
    PAIR(uint32_t, uint16_t, 1, 2);
    PAIR(int64_t, int32_t, 1, 2);
    PAIR(int64_t, float, 5, 1);
}
/* scalars of kernels convert and compute through the same functions and the language's own operators */
template <class To, class From, RoundMode M> static void scalar_cast()
{
    for (From v : values<From>()) {
        To got = ScalarCast<From, To, M>(v), want = reference::cast<To>(v, M, true), raw = reference::cast<To>(v, M, false);
        CHECK(agree(got, opf::is_float<To> ? raw : want), "ScalarCast of %Lg: %Lg", reference::exact(v), reference::exact(got));
    }
}
OPF_TEST(scalar_casts)
{
    scalar_cast<int32_t, float, RoundMode::CAST_ROUND>();
    scalar_cast<int32_t, float, RoundMode::CAST_CEIL>();
    scalar_cast<half, float, RoundMode::CAST_ODD>();
    scalar_cast<int32_t, float, RoundMode::CAST_FLOOR>();
    scalar_cast<float, uint64_t, RoundMode::CAST_FLOOR>();
    scalar_cast<float, uint64_t, RoundMode::CAST_CEIL>();
    scalar_cast<float, uint64_t, RoundMode::CAST_ROUND>();
    scalar_cast<float, uint64_t, RoundMode::CAST_ODD>();
    for (uint32_t i = 0; i < 65536; i++) {
        half h = opf::bits<half>(static_cast<uint16_t>(i));
        bfloat16_t b = opf::bits<bfloat16_t>(static_cast<uint16_t>(i));
        CHECK(agree(ToFloat(b), reference::cast<float>(b, RoundMode::CAST_RINT, false)), "ToFloat %04x", i);
        CHECK(agree(static_cast<float>(h), reference::cast<float>(h, RoundMode::CAST_RINT, false)), "half %04x in the language", i);
        CHECK(agree(static_cast<float>(b), reference::cast<float>(b, RoundMode::CAST_RINT, false)), "bfloat16 %04x in the language", i);
        CHECK(static_cast<bool>(h) == ((i & 0x7fff) != 0) && static_cast<bool>(b) == ((i & 0x7fff) != 0), "%04x as bool", i);
    }
}
/* one operand runs over every pattern, the other over those that tell cases apart; the exact result is rounded once */
template <class T> static void arithmetic_of_every_pattern(const char *name)
{
    const float others[] = {0.0f, -0.0f, 1.0f, -3.0f, 0.333f, 65504.0f, 6e-8f, 1e-3f, INFINITY, NAN};
    std::vector<T> all;
    for (uint32_t i = 0; i < 65536; i++)
        all.push_back(opf::bits<T>(static_cast<uint16_t>(i)));
    auto a = ub<T>(A, BATCH), d = ub<T>(D, BATCH), b = ub<T>(2 * D, BATCH);
    auto rounded = [](long double v) {
        return v != v ? opf::bits<T>(static_cast<uint16_t>(0x7fff))
                      : opf::bits<T>(opf::is_half<T> ? reference::half_bits(v, RoundMode::CAST_RINT) : reference::bf16_bits(v, RoundMode::CAST_RINT));
    };
    for (float o : others) {
        T other = reference::cast<T>(o, RoundMode::CAST_RINT, false);
        long double y = reference::exact(other);
        Duplicate(b, other, BATCH);
        for (size_t at = 0; at < all.size(); at += BATCH) {
            memcpy(a.ptr(), &all[at], BATCH * sizeof(T));
            /* sums and products of two 16-bit floats are exact in long double; a quotient keeps 64 bits, which no tie of
             * 11 hides behind */
#define EACH(Call, WANT)                                                                                      \
    Call;                                                                                                     \
    for (uint32_t i = 0; i < BATCH; i++) {                                                                    \
        long double x = reference::exact(all[at + i]);                                                        \
        T want = WANT;                                                                                        \
        CHECK(agree(d.ptr()[i], want), "%s: " #Call " of %Lg and %Lg is %Lg, expected %Lg", name, x, y, reference::exact(d.ptr()[i]), reference::exact(want)); \
    }
            EACH(Add(d, a, b, BATCH), rounded(x + y))
            EACH(Sub(d, a, b, BATCH), rounded(x - y))
            EACH(Mul(d, a, b, BATCH), rounded(x * y))
            EACH(Div(d, a, b, BATCH), rounded(x / y))
            EACH(Adds(d, a, other, BATCH), rounded(x + y))
            EACH(Max(d, a, b, BATCH), rounded(x != x || y != y ? NAN : x > y || (x == y && !signbit(x)) ? x : y))
            EACH(Min(d, a, b, BATCH), rounded(x != x || y != y ? NAN : x < y || (x == y && signbit(x)) ? x : y))
#undef EACH
        }
    }
}
OPF_TEST(arithmetic_of_every_half_and_bfloat16)
{
    arithmetic_of_every_pattern<half>("half");
    arithmetic_of_every_pattern<bfloat16_t>("bfloat16");
}
OPF_TEST(unary_calls_on_every_half)
{
    auto a = ub<half>(A, BATCH), d = ub<half>(D, BATCH);
    for (uint32_t at = 0; at < 65536; at += BATCH) {
        for (uint32_t i = 0; i < BATCH; i++)
            a.ptr()[i] = opf::bits<half>(static_cast<uint16_t>(at + i));
        auto each = [&](const char *name, auto want) {
            for (uint32_t i = 0; i < BATCH; i++) {
                long double x = reference::value_of_bits(static_cast<uint16_t>(at + i), 10), w = want(x);
                half h = w != w ? opf::bits<half>(uint16_t(0x7fff)) : opf::bits<half>(reference::half_bits(w, RoundMode::CAST_RINT));
                CHECK(agree(d.ptr()[i], h), "%s of %Lg: %Lg, expected %Lg", name, x, reference::exact(d.ptr()[i]), reference::exact(h));
            }
        };
        Relu(d, a, BATCH), each("Relu", [](long double x) { return x <= 0 ? 0 : x; });
        Abs(d, a, BATCH), each("Abs", [](long double x) { return fabsl(x); });
        Sqrt(d, a, BATCH), each("Sqrt", [](long double x) { return sqrtl(x); });
        Reciprocal(d, a, BATCH), each("Reciprocal", [](long double x) { return 1 / x; });
        Neg(d, a, BATCH), each("Neg", [](long double x) { return -x; });
    }
}
